"""Two runs compared: each cause by itself, several at once, and none taken for another."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
import pytest

from neuberg.audit.two_runs.against import compared
from neuberg.ingest.archive import scan
from neuberg.season import Options, rules_of
from neuberg.season import run as run_season

#: Five tables; 5 printed where 170 has 6 of 8.
BOARD = """{name},2015-03-01,{board},1,11,420,8,0
{name},2015-03-01,{board},2,12,170,5,2
{name},2015-03-01,{board},3,13,140,4,4
{name},2015-03-01,{board},4,14,-50,2,6
{name},2015-03-01,{board},5,15,-100,0,8
"""
#: With the last score of a board awarded, the others are compared among four.
AWARD = """[[ruling]]
what = "award"
event = "Club"
board = {board}
plays = {{ pairs = ["5"] }}
award = "60-40"
guard = {{ ns_score = -100 }}
source = "the director's book"
"""
SIGNED = """[[ruling]]
what = "finding"
event = "Club"
board = 4
finding = "unexplained"
decision = "accepted"
by = "A. Director"
why = "Misprint"
guard = { published = 5.0 }
source = "Letter of 3 May"
"""
TABLES = ("files", "events", "boards", "results", "pairs", "rulings", "scores", "differences")
MENDED, RULED, BOTH, SIGNED_OFF, LEFT = 1, 2, 3, 4, 5


def _club(name: str, *, mended: tuple[int, ...] = ()) -> str:
    boards = [BOARD.format(name=name, board=board) for board in range(1, 6)]
    rows = [text.replace("170,5", "170,6") if board in mended else text for board, text in enumerate(boards, start=1)]
    return "event,date,board,ns,ew,score,mp_ns,mp_ew\n" + "".join(rows)


def _run(folder: Path, files: Mapping[str, str], rulings: str, profile: str) -> Path:
    source, file = folder / "in", folder / "rulings.toml"
    source.mkdir(parents=True)
    for name, text in files.items():
        (source / name).write_text(text, encoding="utf-8")
    file.write_text(rulings, encoding="utf-8")
    run_season([source], folder / "out", Options(profile, rulings=file if rulings else None, validation=False))
    return folder / "out"


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"club.csv": _club("Club"), "gone.csv": _club("Gone")}
    return _run(tmp_path_factory.mktemp("before"), files, "", "wbf-1991")


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another year: two boards mended in the file, two ruled on, a finding signed, one file for another."""
    files = {"club.csv": _club("Club", mended=(MENDED, BOTH)), "new.csv": _club("New")}
    rulings = AWARD.format(board=RULED) + AWARD.format(board=BOTH) + SIGNED
    return _run(tmp_path_factory.mktemp("after"), files, rulings, "wbf-1991")


@pytest.fixture(scope="module")
def ruled_otherwise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"club.csv": _club("Club"), "gone.csv": _club("Gone")}
    return _run(tmp_path_factory.mktemp("otherwise"), files, AWARD.format(board=RULED), "acbl-1991")


def tables(directory: Path) -> dict[str, pl.LazyFrame]:
    return {name: scan(directory, name) for name in TABLES}


def said(new: Path, old: Path) -> dict[str, set[tuple[str, str]]]:
    """By event and board, what changed and why, of the figures of lines."""
    found = compared(tables(new), tables(old)).filter(pl.col("level") == "result")
    answers: dict[str, set[tuple[str, str]]] = {}
    for event, board, change, cause in found.select("event", "board", "change", "cause").iter_rows():
        answers.setdefault(f"{event} {board}", set()).add((change, cause))
    return answers


def test_a_run_against_itself_has_no_rows(after: Path) -> None:
    assert said(after, after) == {}


def test_each_board_has_its_own_cause(after: Path, before: Path) -> None:
    found = said(after, before)
    assert found[f"Club {MENDED}"] == {("gone", "data")}
    assert {cause for _, cause in found[f"Club {RULED}"]} == {"ruling"}
    assert {cause for _, cause in found[f"Club {BOTH}"]} == {"data and ruling"}
    assert found[f"Club {SIGNED_OFF}"] == {("changed", "sign-off")}
    assert f"Club {LEFT}" not in found


def test_files_that_came_and_went(after: Path, before: Path) -> None:
    found = said(after, before)
    assert (found[f"New {LEFT}"], found[f"Gone {LEFT}"]) == ({("new", "file added")}, {("gone", "file removed")})


def test_another_profile_is_a_rule_and_where_a_ruling_stands_both(ruled_otherwise: Path, before: Path) -> None:
    found = said(ruled_otherwise, before)
    assert {cause for _, cause in found[f"Club {LEFT}"]} == {"rule"}
    assert {cause for _, cause in found[f"Club {RULED}"]} == {"ruling and rule"}


def test_a_profile_that_asks_something_else_is_a_rule(before: Path) -> None:
    """The same name in both runs, whose digests differ: what it gives has changed, and no file or ruling has."""
    new, old = tables(before), tables(before)
    new["differences"] = new["differences"].with_columns(pl.col("recomputed") + 1)
    assert set(compared(new, old, ({"wbf-1991": "a"}, {"wbf-1991": "b"}))["cause"]) == {"rule"}
    assert set(compared(new, old, ({"wbf-1991": "a"}, {"wbf-1991": "a"}))["cause"]) == {"program"}
    assert set(compared(new, old)["cause"]) == {"program"}


@pytest.mark.parametrize(("level", "session", "cause"), [("pair", "1", "ruling"), ("place", None, "ruling")])
def test_a_total_is_moved_by_a_ruling_on_a_board_of_its_session(
    before: Path, level: str, session: str | None, cause: str
) -> None:
    """A pair's figure stands on no board: the ruling on one of its boards moves it, not the program."""
    new, old = tables(before), tables(before)
    event = scan(before, "events").filter(pl.col("name") == "Club").collect()["event_id"].item()
    ruling = {"event_id": event, "session": None, "board": RULED, "what": "award", "state": "settled"}
    of_pair = {"event_id": event, "level": level, "session": session, "pair": "1", "class": "unexplained"}
    for number, run in enumerate((new, old)):
        known = {**of_pair, "file_id": scan(before, "files").collect()["file_id"][0], "recomputed": float(number)}
        run["differences"] = pl.LazyFrame([known], schema=run["differences"].collect_schema())
    new["rulings"] = pl.LazyFrame([ruling], schema=new["rulings"].collect_schema())
    assert compared(new, old).select("pair", "cause").rows() == [("1", cause)]


def test_the_account_of_a_run_has_the_digest_of_its_rules(before: Path, after: Path, ruled_otherwise: Path) -> None:
    assert rules_of(before) == rules_of(after)
    assert [list(rules_of(run)) for run in (before, ruled_otherwise)] == [["wbf-1991"], ["acbl-1991"]]
