"""Rulings: groups of a fouled board given by round and table, and guards that fail loudly."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg import schemas
from neuberg.errors import RulingError
from neuberg.validate.rulings import apply_groups, read_rulings, table

RULING = """
[[ruling]]
what = "fouled"
event = "Spring Pairs"
board = 7
groups = [{ form = "changed", from_round = 2, from_table = 2 }]
guard = { lines = 4 }
source = "Director's report"
"""


def events() -> pl.DataFrame:
    frame = pl.DataFrame([{"event_id": 5, "name": "Spring Pairs"}])
    return schemas.conform(frame.lazy(), schemas.EVENTS).collect()


def results(**columns: Any) -> pl.DataFrame:
    """Board 7 at two tables in rounds 1, 2 and 3, the second table out in round 3, and a line of board 8."""
    rows = [(1, 1, "1", 7), (2, 2, "1", 7), (3, 2, "2", 7), (4, 3, "1", 7), (5, 3, "2", 8)]
    frame = pl.DataFrame(rows, schema=["result_id", "round", "table", "board"], orient="row")
    frame = frame.with_columns(event_id=5, session=pl.lit("1"), section=pl.lit("A"), ns_pair="result_id")
    return schemas.conform(frame.with_columns(**columns).lazy(), schemas.RESULTS).collect()


def ruled(folder: Path, text: str, lines: pl.DataFrame | None = None) -> list[str | None]:
    file = folder / "rulings.toml"
    file.write_text(text, encoding="utf-8")
    lines = results() if lines is None else lines
    return apply_groups(lines, events(), read_rulings(file))["given_group"].to_list()


def test_from_a_round_and_table_on(tmp_path: Path) -> None:
    # Round 2 from table 2 on, and all of round 3; board 8 is not ruled.
    assert ruled(tmp_path, RULING) == [None, None, "changed", "changed", None]


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("from_round = 2", [None, "x", "x", "x", None]),
        ("rounds = [1, 3]", ["x", None, None, "x", None]),
        ("rounds = [2], tables = [2]", [None, None, "x", None, None]),
        ('pairs = ["1", 4]', ["x", None, None, "x", None]),
    ],
)
def test_the_ways_to_name_lines(tmp_path: Path, group: str, expected: list[str | None]) -> None:
    text = RULING.replace('form = "changed", from_round = 2, from_table = 2', f'form = "x", {group}')
    assert ruled(tmp_path, text) == expected


def test_a_line_whose_round_is_not_known_is_not_named(tmp_path: Path) -> None:
    unknown = results(round=pl.Series([1, 2, 2, None, 3], dtype=pl.Int16))
    assert ruled(tmp_path, RULING, unknown) == [None, None, "changed", None, None]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("lines = 4", "lines = 5"), "found 4 traveller lines on board 7; wanted 5, as when it was ruled"),
        (("board = 7", "board = 9"), "found 0 traveller lines on board 9"),
        (("Spring", "Autumn"), "found 0 events 'Autumn Pairs'; wanted one"),
        (("guard = { lines = 4 }", ""), "found no guard"),
        (("lines = 4", "rows = 4"), "the guard key 'rows'"),
        (('what = "fouled"', 'what = "foiled"'), "what = 'foiled'"),
        (("board = 7", 'board = "7"'), "board = '7'"),
        ((", from_round = 2, from_table = 2", ""), "that names no lines"),
        (("from_round = 2, from_table = 2", "rounds = [9]"), "found no line of the board in the group"),
        (("from_round", "since_round"), "the group key 'since_round'"),
        (("[[ruling]]", "[[rulings]]"), "the key 'rulings'"),
        (("board = 7", "board = "), "cannot be read as a rulings file"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(RulingError) as error:
        ruled(tmp_path, RULING.replace(*change))
    assert said in str(error.value)


def test_a_board_of_several_sessions_must_be_named_by_one(tmp_path: Path) -> None:
    two = results(session=pl.Series(["1", "1", "2", "2", "1"]))
    with pytest.raises(RulingError, match="the board in several sessions"):
        ruled(tmp_path, RULING, two)
    named = RULING.replace("board = 7", 'board = 7\nsession = "2"').replace("lines = 4", "lines = 2")
    assert ruled(tmp_path, named, two) == [None, None, "changed", "changed", None]


def test_the_table_of_rulings(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text(RULING, encoding="utf-8")
    row = table(events(), read_rulings(file)).row(0, named=True)
    assert (row["event_id"], row["board"], row["what"], row["guard"]) == (5, 7, "fouled", '{"lines": 4}')
