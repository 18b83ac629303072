"""Small tables for the checks: rows with what a test says of them, and the flags that they get."""

import datetime as dt
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.domain.plays import plays, with_points
from neuberg.validate import Judged, Tables, judge
from neuberg.validate.deal_checks import BOARDS
from neuberg.validate.line_checks import RESULTS

SOUND = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
#: A deal that no check has anything to say of.
DEALT = ("KT7.QJ2.A984.K53", "AQ3.T984.KJ2.Q97", "J9854.A65.T3.J82", "62.K73.Q765.AT64")
Row = dict[str, Any]


def table(rows: list[Row], of: schemas.Table) -> pl.LazyFrame:
    return (
        schemas.conform(pl.DataFrame(rows, infer_schema_length=None).lazy(), of) if rows else schemas.empty(of).lazy()
    )


def deal(hands: tuple[str | None, ...] = DEALT, **columns: Any) -> Row:
    row = {"deal_id": 1, "event_id": 1, "session": "1", "section": "", "board": 1, "dealer": "N", "vulnerable": "None"}
    return row | dict(zip(("north", "east", "south", "west"), hands, strict=True)) | columns


def play(**columns: Any) -> Row:
    row = {"result_id": 7, "event_id": 1, "session": "1", "section": "", "scored_with": "", "board": 1, "deal_id": 1}
    return row | {"kind": "played", "multiplicity": 1, "doubled": 0, "line": 12} | columns


def tables(deals: list[Row], results: list[Row], events: list[Row], pairs: list[Row]) -> Tables:
    boards, dated = table(deals, schemas.BOARDS), table(events, schemas.EVENTS)
    lines = with_points(plays(table(results, schemas.RESULTS), boards, dated))
    return Tables(dated, boards, lines.collect().lazy(), table(pairs, schemas.PAIRS))


def judged(
    deals: list[Row], results: list[Row], *, events: list[Row] | None = None, pairs: list[Row] | None = None
) -> Judged:
    return judge(tables(deals, results, events or [{"event_id": 1}], pairs or []))


def failed(deals: list[Row], results: list[Row], date: dt.date | None = None) -> pl.DataFrame:
    """The flags of the lines where there are any, else of the deals."""
    suites = (RESULTS,) if results else (BOARDS,)
    return judge(tables(deals, results, [{"event_id": 1, "date": date}], []), suites).flags


def found(frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    return frame.select("check", "found", "expected").rows()


def names(frame: pl.DataFrame) -> list[str]:
    return frame["check"].to_list()
