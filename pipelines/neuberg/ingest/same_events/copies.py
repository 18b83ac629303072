"""Whether two files have an event alike to the last value, as a copy with other line ends has it."""

from typing import Any

import polars as pl

from neuberg.ingest.same_events.summary import Tables

_OF_A_FILE = ("file_id", "line", "event_id", "result_id", "deal_id")


def alike(one: int, two: int, tables: Tables) -> bool:
    """Whether two events have the same values in every row, wherever these stand in their files."""
    return all(
        _rows(tables[name], one) == _rows(tables[name], two) for name in ("events", "results", "pairs", "boards")
    )


def _rows(table: pl.LazyFrame, event_id: int) -> list[tuple[Any, ...]]:
    own = table.filter(pl.col("event_id") == event_id).drop(_OF_A_FILE, strict=False)
    return sorted(own.collect().rows(), key=repr)
