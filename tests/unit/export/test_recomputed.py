"""A run's own figures as files: ruled on, scored and ranked; read again under the same rule, every figure is right."""

import re
from pathlib import Path

import polars as pl
import pytest

from neuberg import season
from neuberg.cli import exporting
from neuberg.errors import UsageError
from neuberg.export.formats import FORMATS
from neuberg.export.writing import export
from neuberg.ingest.archive import scan
from neuberg.season.recomputed import chosen_rules, recomputed_events

LINES = """event,date,session,section,table,board,ns,ew,score
Club,1994-03-06,1,A,1,1,1,11,420
Club,1994-03-06,1,A,2,1,2,12,170
Club,1994-03-06,1,A,3,1,3,13,-50
Club,1994-03-06,1,A,4,1,4,14,-100
Club,1994-03-06,1,A,5,1,5,15,50
Club,1994-03-06,1,A,6,1,6,16,100
Club,1994-03-06,1,A,7,1,7,17,-50
Club,1994-03-06,1,A,1,2,1,11,400
Club,1994-03-06,1,A,2,2,2,12,430
Club,1994-03-06,1,A,3,2,3,13,110
Club,1994-03-06,1,A,4,2,4,14,430
Club,1994-03-06,1,A,5,2,5,15,-50
Club,1994-03-06,1,A,6,2,6,16,460
Club,1994-03-06,1,A,7,2,7,17,-100
"""
FORMS = """
[[ruling]]
what = "fouled"
event = "Club"
board = 1
groups = [{ form = "changed", tables = ["5", "6", "7"] }]
guard = { lines = 7 }
source = "a test"
"""
RULED = f"""{FORMS}
[[ruling]]
what = "award"
event = "Club"
board = 2
plays = {{ tables = ["3"] }}
award = "60-40"
guard = {{ ns_score = 110 }}
source = "a test"
[[ruling]]
what = "correction"
event = "Club"
board = 2
plays = {{ tables = ["4"] }}
field = "ns_score"
value = 400
guard = {{ ns_score = 430 }}
source = "a test"
"""
PENALTY = """
[[ruling]]
what = "penalty"
event = "Club"
pair = "6"
amount = 25
unit = "percent of a top"
guard = { lines = 2 }
source = "a test"
"""


def run(given: Path, out: Path, ruled: str = "", profile: str = "acbl-1991") -> Path:
    rulings = None
    if ruled:
        rulings = out.parent / f"{out.name}.toml"
        rulings.write_text(ruled, encoding="utf-8")
    options = season.Options(profile=profile, rulings=rulings, validation=False, report=False)
    season.run([given], out, options)
    return out


def archive(folder: Path, text: str = LINES) -> Path:
    folder.mkdir()
    (folder / "club.csv").write_text(text, encoding="utf-8")
    return folder


def exported(out: Path, to: Path, format: str) -> dict[tuple[str, str], int]:
    """Write the files; by table and column, the values that they leave out."""
    written = list(export(recomputed_events(out, chosen_rules(out, None, None)), FORMATS[format], to))
    counted: dict[tuple[str, str], int] = {}
    for row in pl.concat([part for one in written for part in (one.left_out, one.of_the_run)]).rows(named=True):
        counted[row["table"], row["column"]] = row["values"]
    return counted


def account(out: Path) -> dict[tuple[str, str], tuple[int, int, int]]:
    """By level and quantity: figures, those reproduced, those unexplained or wrong."""
    counts = scan(out, "audited").collect()
    keys = counts.select("level", "quantity").rows()
    bad = pl.col("unexplained") + pl.col("wrong")
    return dict(zip(keys, counts.select("published", "reproduced", bad).rows(), strict=True))


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ruled")
    return run(archive(folder / "archive"), folder / "run", RULED)


def test_the_figures_are_those_of_the_rule_after_the_rulings(ruled: Path, tmp_path: Path) -> None:
    exported(ruled, tmp_path / "files", "usebio")
    (file,) = (tmp_path / "files").iterdir()
    assert file.name.endswith("-recomputed.xml")
    assert "Figures: recomputed under acbl-1991" in file.read_text(encoding="utf-8")
    out = run(tmp_path / "files", tmp_path / "again")
    lines = scan(out, "results").sort("board", "table").collect()
    # Four scores of one form, 7·S/4 + 3/8 of a top of 6; three of the other, 70, 60 and 50 per cent of it, each side.
    of_board = lines.filter(board=1).select("published_ns_mp", "published_ew_mp").rows()
    assert of_board[:4] == [(5.63, 0.38), (3.88, 2.13), (2.13, 3.88), (0.38, 5.63)]
    assert of_board[4:] == [(3.6, 3.6), (4.2, 3.0), (3.0, 4.2)]
    # Six scores and an award: 7·S/6 + 1/12; 400 twice, for one was corrected, S = 2.5 each.
    of_board = lines.filter(board=2).select("published_ns_mp", "published_ew_mp").rows()
    assert of_board == [(3.0, 3.0), (4.75, 1.25), (3.6, 2.4), (3.0, 3.0), (1.25, 4.75), (5.92, 0.08), (0.08, 5.92)]
    assert lines.filter(board=2, table="4")["ns_score"].to_list() == [400]
    pairs = scan(out, "pairs").filter(direction="NS").collect()
    assert pairs.select("pair", "total", "percent", "place_given").rows() == [
        ("6", 10.12, 84.33, "1"),
        ("1", 8.63, 71.92, "2="),
        ("2", 8.63, 71.92, "2="),
        ("3", 5.73, 47.75, "4"),
        ("5", 4.85, 40.42, "5"),
        ("4", 3.38, 28.17, "6"),
        ("7", 3.08, 25.67, "7"),
    ]
    # USEBIO has no word for the forms: without them another reading explains what the plain one does not give.
    found = account(out)
    assert {bad for _, _, bad in found.values()} == {0}
    assert found["result", "ns_mp"][1] < 14


@pytest.mark.parametrize("format", ["pbn", "usebio", "csv"])
def test_read_again_under_the_same_rule_every_figure_is_reproduced(ruled: Path, tmp_path: Path, format: str) -> None:
    listed = exported(ruled, tmp_path / "files", format)
    assert listed.get(("results", "given_group"), 0) == (0 if format == "csv" else 3)
    assert listed["scores", "method"] == 13
    out = run(tmp_path / "files", tmp_path / "again", "" if format == "csv" else FORMS)
    found = account(out)
    assert found["result", "ns_mp"] == found["result", "ew_mp"] == (14, 14, 0)
    assert all(figures == right and bad == 0 for figures, right, bad in found.values())
    levels = {"csv": 2, "usebio": 5, "pbn": 7}
    assert len(found) == levels[format]


def test_a_penalty_is_in_the_total_and_beside_it(tmp_path: Path) -> None:
    out = run(archive(tmp_path / "archive"), tmp_path / "run", RULED + PENALTY)
    exported(out, tmp_path / "files", "pbn")
    again = run(tmp_path / "files", tmp_path / "again", FORMS)
    (pair,) = scan(again, "pairs").filter(pair="6").collect().rows(named=True)
    # A quarter of 6 less than 10.12, and still 71.83 per cent of 12 after two of 71.92.
    assert (pair["total"], pair["penalty"], pair["percent"], pair["place"]) == (8.62, -1.5, 71.83, 3)
    found = account(again)
    assert {bad for _, _, bad in found.values()} == {0}
    assert found["pair", "total"] == (14, 14, 0)


def test_an_award_that_the_session_raises_comes_back_as_such(tmp_path: Path) -> None:
    """Pair 6 has 5.5 of 6 on board 1: more than the 60 per cent of an average plus on board 2."""
    plus = RULED.replace('"3"', '"6"').replace("ns_score = 110", "ns_score = 460").replace("60-40", "AVE+/AVE-")
    given = run(archive(tmp_path / "archive"), tmp_path / "run", plus.replace(FORMS, ""))
    score = scan(given, "scores").filter(method="artificial").collect()
    assert score["ns_mp"].item() > 3.6
    exported(given, tmp_path / "files", "usebio")
    found = account(run(tmp_path / "files", tmp_path / "again"))
    assert len(found) == 5 and all(figures == right for figures, right, _ in found.values())


def test_names_are_those_of_the_printed_lines_and_lines_of_nobody_are_counted(tmp_path: Path) -> None:
    given = run(archive(tmp_path / "archive"), tmp_path / "run")
    exported(given, tmp_path / "named", "usebio")
    (file,) = (tmp_path / "named").iterdir()
    player = "<PLAYER><PLAYER_NAME>Ann Low</PLAYER_NAME></PLAYER>"
    text = file.read_text(encoding="utf-8")
    text = text.replace("<PAIR_NUMBER>6</PAIR_NUMBER>", f"<PAIR_NUMBER>6</PAIR_NUMBER>{player}", 1)
    text = text.replace("</PARTICIPANTS>", "<PAIR><PAIR_NUMBER>99</PAIR_NUMBER><PLACE>9</PLACE></PAIR></PARTICIPANTS>")
    (tmp_path / "named" / file.name).write_text(text, encoding="utf-8")
    again = run(tmp_path / "named", tmp_path / "again")
    assert exported(again, tmp_path / "files", "usebio")["pairs", "*"] == 1
    third = run(tmp_path / "files", tmp_path / "third")
    named = scan(third, "pairs").filter(pl.col("players").list.len() > 0).collect()
    assert named.select("pair", pl.col("players").list.first()).rows() == [("6", "Ann Low")]


def test_a_fraction_is_cut_to_four_decimals_and_counted(tmp_path: Path) -> None:
    """Three scores and an award, without rounding: 4·(S + 1)/3 − 1 is 17/3, 3 and 1/3."""
    text = "event,board,ns,ew,score,award\nE,1,1,11,100,\nE,1,2,12,50,\nE,1,3,13,-50,\nE,1,4,14,,60-40\n"
    given = run(archive(tmp_path / "archive", text), tmp_path / "run", profile="one-field")
    listed = exported(given, tmp_path / "files", "csv")
    assert (listed["scores", "ns_mp"], listed["scores", "ew_mp"]) == (2, 2)
    again = run(tmp_path / "files", tmp_path / "again", profile="one-field")
    assert scan(again, "results").collect()["published_ns_mp"].to_list() == [5.6667, 3.0, 0.3333, 3.6]
    assert account(again)["result", "ns_mp"] == (4, 4, 0)


def test_which_rule_is_said_and_must_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(archive(tmp_path / "archive"), tmp_path / "run", profile="acbl-1991,ebu-2025")

    def ask(figures: str, profile: str | None) -> str:
        exporting.run(out, "csv", tmp_path / "files", exporting.Asked(None, figures, profile), as_json=False)
        return capsys.readouterr().err

    assert "figures recomputed under ebu-2025" in ask("recomputed", "ebu-2025")
    for figures, profile, said in (
        ("recomputed", None, "acbl-1991, ebu-2025"),
        ("recomputed", "nbb-1982", "no event is scored under nbb-1982"),
        ("published", "ebu-2025", "--figures recomputed"),
    ):
        with pytest.raises(UsageError, match=said):
            ask(figures, profile)


def test_an_event_without_a_rule_has_no_file_and_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = archive(tmp_path / "archive")
    (folder / "chicago.pbn").write_text('% PBN 2.1\n[Event "Chicago"]\n[Board "1"]\n[Scoring "Chicago"]\n')
    out = run(folder, tmp_path / "run")
    exporting.run(out, "pbn", tmp_path / "files", exporting.Asked(None, "recomputed", None), as_json=False)
    assert "1 events have no file, for they are not scored under any rule" in capsys.readouterr().err
    assert [file.name[:15] for file in (tmp_path / "files").iterdir()] == ["1994-03-06-club"]


def test_two_sessions_have_a_list_each_and_the_event_one(tmp_path: Path) -> None:
    """Pair 1 of the second session is another than that of the first; what is read again has the same lists."""
    one = LINES.replace(",A,", ",,")
    two = "".join(line.replace(",1,,", ",2,,") for line in one.splitlines(keepends=True)[1:])
    given = run(archive(tmp_path / "archive", one + two), tmp_path / "run")
    exported(given, tmp_path / "unnamed", "usebio")
    (file,) = (tmp_path / "unnamed").iterdir()
    # The lists of the sessions alone, in which different players have the number.
    text = re.sub("<PARTICIPANTS>.*?</PARTICIPANTS>", "", file.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    number, players = "<PAIR_NUMBER>1</PAIR_NUMBER>", iter(("Ann Low", "Late One"))
    player = "<PLAYER><PLAYER_NAME>{}</PLAYER_NAME></PLAYER>"
    file.write_text(re.sub(number, lambda found: found[0] + player.format(next(players)), text), encoding="utf-8")
    again = run(tmp_path / "unnamed", tmp_path / "again")
    exported(again, tmp_path / "files", "usebio")
    last = run(tmp_path / "files", tmp_path / "last")
    whole = scan(last, "pairs").filter(pl.col("session").is_null(), pl.col("players").list.len() > 0).collect()
    assert whole.select("pair", pl.col("players").list.first()).rows() == [
        ("1", "Ann Low"),
        ("1 of session 2", "Late One"),
    ]
    assert all(figures == right for figures, right, _ in account(last).values())
