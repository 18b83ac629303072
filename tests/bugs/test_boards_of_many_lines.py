"""Wrong figures on boards with too many lines to try what may have happened there, and on no other board."""

from pathlib import Path

from neuberg import season
from neuberg.ingest import archive
from runs import TABLES_ONLY

TABLES = 61


def test_a_board_of_sixty_one_lines_is_told_and_not_explained(tmp_path: Path) -> None:
    lines = ["event,board,ns,ew,score,mp_ns,mp_ew"]
    for pair in range(TABLES):
        beaten = 2 * (TABLES - 1 - pair)
        wrong = 7 if pair in (10, 20) else 0
        lines.append(f"Pairs,1,{pair + 1},{pair + 101},{6000 - 10 * pair},{beaten + wrong},{2 * pair}")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "pairs.csv").write_text("\n".join(lines) + "\n")
    season.run([tmp_path / "in"], tmp_path / "out", TABLES_ONLY)
    found = archive.scan(tmp_path / "out", "differences").collect()
    of_lines = found.filter(found["level"] == "result")
    assert sorted(of_lines["published"] - of_lines["recomputed"]) == [7, 7]
    assert of_lines["class"].to_list() == ["unexplained"] * 2
