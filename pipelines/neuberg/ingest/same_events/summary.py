"""Each event at a glance: its file and folder, its day, and how much of what it has."""

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath

import polars as pl

Tables = Mapping[str, pl.LazyFrame]
_NUMBER = r"^\W*[A-Za-z]?\W*([0-9]{1,4})\W*(?:NS|EW|ns|ew)?$"
HANDS = ("north", "east", "south", "west")


def summary(tables: Tables) -> pl.DataFrame:
    """A row an event: `event_id, file_id, path, format, folder, stem, date, season, lines, deals, contestants, boards`.

    `boards` are the numbers that were played, as one text.
    """
    numbers = pl.col("board").unique().sort().cast(pl.String).str.join(" ")
    played = tables["results"].group_by("event_id").agg(lines=pl.len(), boards=numbers)
    dealt = tables["boards"].group_by("event_id").agg(deals=pl.len())
    named = tables["pairs"].group_by("event_id").agg(contestants=pl.len())
    events = tables["events"].select("event_id", "file_id", "date", "season", "name", "competition")
    joined = events.join(tables["files"].select("file_id", "path", "format"), on="file_id", how="left")
    for counted in (played, dealt, named):
        joined = joined.join(counted, on="event_id", how="left")
    found = joined.with_columns(pl.col("lines", "deals", "contestants").fill_null(0).cast(pl.Int64)).collect()
    paths = [PurePosixPath(path) for path in found["path"].fill_null("")]
    return found.with_columns(
        folder=pl.Series([str(path.parent) for path in paths], dtype=pl.String),
        stem=pl.Series([path.stem.lower() for path in paths], dtype=pl.String),
    ).sort("path", "event_id")


def pair_number(column: str) -> pl.Expr:
    """A pair's number without what files add to it (`1NS`, `(A) 5 NS`, `A07`), so that two may be compared.

    >>> pairs = pl.DataFrame({"pair": ["1NS", "(A) 5 NS", "A07", "Ann - Bea"]})
    >>> pairs.select(pair_number("pair")).to_series().to_list()
    ['1', '5', '7', 'Ann - Bea']
    """
    number = pl.col(column).str.extract(_NUMBER).str.strip_chars_start("0")
    return pl.coalesce(number, column)


def once(pairs: pl.DataFrame) -> pl.DataFrame:
    """The pairs of events whose members are in no other pair: where there is a choice, none is made.

    >>> once(pl.DataFrame({"one": [1, 2, 4], "two": [2, 3, 5]})).rows()
    [(4, 5)]
    """
    times = Counter(event for row in pairs.iter_rows() for event in row)
    kept = [all(times[event] == 1 for event in row) for row in pairs.iter_rows()]
    return pairs.filter(pl.Series(kept, dtype=pl.Boolean))
