"""How many lines a board should have: as stated, or as nearly every board of its session has."""

import polars as pl
import pytest

from neuberg import schemas
from neuberg.validate import judge
from neuberg.validate.check import Tables


def missing(lines: list[int], stated: int | None) -> list[int]:
    """The boards flagged as short, of a session whose boards 1, 2, … have so many lines."""
    place = {"event_id": 1, "session": "1", "section": "A", "scored_with": "A", "expected": stated, "kind": "played"}
    rows = [
        {**place, "board": board, "result_id": 100 * board + line, "ns_pair": f"{line}", "ew_pair": f"{20 + line}"}
        for board, count in enumerate(lines, 1)
        for line in range(count)
    ]
    plays = schemas.conform(pl.LazyFrame(rows), schemas.RESULTS)
    nothing = pl.lit(None)
    known = {"dealer": schemas.SEAT, "vulnerable": schemas.VULNERABLE, "date": pl.Date, "winners": pl.Int8}
    hands = dict.fromkeys(("north", "east", "south", "west", "score_from"), pl.String)
    plays = plays.with_columns(nothing.cast(dtype).alias(name) for name, dtype in {**known, **hands}.items())
    empty = {name: schemas.empty(schemas.TABLES[name]).lazy() for name in ("events", "boards", "pairs")}
    flags = judge(Tables(empty["events"], empty["boards"], plays, empty["pairs"])).flags
    return flags.filter(pl.col("check") == "travellers_missing")["board"].sort().to_list()


@pytest.mark.parametrize(
    ("lines", "stated", "short"),
    [
        ([5, 5, 5, 5, 4], None, [5]),  # one short of what nearly every board has
        ([6, 6, 5], 6, [3]),  # short of what is stated
        ([5, 5, 5, 5, 5, 4], 6, [6]),  # a table against a phantom: five on each board, and one board is short
        ([5, 5, 5, 5, 5], 6, []),
    ],
)
def test_boards_that_are_short_of_lines(lines: list[int], stated: int | None, short: list[int]) -> None:
    assert missing(lines, stated) == short
