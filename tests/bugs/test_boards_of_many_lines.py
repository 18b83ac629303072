"""Wrong figures on boards with too many lines to try what may have happened there, and on no other board."""

from pathlib import Path

from neuberg import season
from neuberg.ingest import archive
from runs import TABLES_ONLY

TABLES, ABOVE = 61, 30


def test_a_board_of_sixty_one_lines_is_explained_by_its_equal_scores_alone(tmp_path: Path) -> None:
    lines = ["event,board,ns,ew,score,mp_ns,mp_ew"]
    for pair in range(TABLES):
        # Thirty tables with the same score, which beats that of the other 31: 2·31 + 29, and 30 for these.
        score, ns = (620, 2 * (TABLES - ABOVE) + ABOVE - 1) if pair < ABOVE else (170, TABLES - ABOVE - 1)
        wrong = 7 if pair in (10, 40) else 0
        lines.append(f"Pairs,1,{pair + 1},{pair + 101},{score},{ns + wrong},{2 * (TABLES - 1) - ns}")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "pairs.csv").write_text("\n".join(lines) + "\n")
    season.run([tmp_path / "in"], tmp_path / "out", TABLES_ONLY)
    found = archive.scan(tmp_path / "out", "differences").collect()
    of_lines = found.filter(found["level"] == "result")
    assert sorted(of_lines["published"] - of_lines["recomputed"]) == [7, 7]
    assert of_lines["class"].to_list() == ["equal_scores_differ"] * 2
