"""What a file does not give back: the tables it was made of against those read from it."""

from collections import Counter
from collections.abc import Iterator

import polars as pl

from neuberg import schemas
from neuberg.export.format import Tables

#: Columns that say where a row was read, or follow from others: no format holds them.
_OWN = {
    "events": {"event_id", "file_id", "line", "stated_profile", "replay"},
    "boards": {"deal_id", "event_id", "file_id", "line", "season", "section", "deal_origin"},
    "results": {"result_id", "event_id", "file_id", "line", "season", "play_order"},
    "pairs": {"event_id", "file_id", "line", "season"},
}
_DEAL = ("dealer", "vulnerable", "north", "east", "south", "west")
SCHEMA = {"table": pl.String, "column": pl.String, "values": pl.Int64, "added": pl.Int64}
NOTHING = pl.DataFrame(schema=SCHEMA)


def left_out(given: Tables, found: Tables) -> pl.DataFrame:
    """Each column of which values do not come back as they were, and how many; rows that do not have the column `*`.

    `added` counts values that come back where none was. The deal of a line counts as come back where its cards,
    dealer and vulnerability do. A list of no names is none.
    """
    rows = [(table, *counts) for table in _OWN for counts in _of(table, given, found) if any(counts[1:])]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _of(table: str, given: Tables, found: Tables) -> Iterator[tuple[str, int, int]]:
    if table == "boards":
        yield from _boards(given["boards"], found["boards"])
        return
    before, after = comparable(table, given), comparable(table, found)
    if before.height == after.height:
        yield from (_in_pairs(before[name], after[name]) for name in before.columns)
        return
    yield "*", max(before.height - after.height, 0), max(after.height - before.height, 0)
    yield from ((name, *_as_bags(before[name], after[name])) for name in before.columns)


def _in_pairs(before: pl.Series, after: pl.Series) -> tuple[str, int, int]:
    differs, was_none = before.ne_missing(after), before.is_null()
    return before.name, int((differs & ~was_none).sum()), int((differs & was_none).sum())


def comparable(table: str, tables: Tables) -> pl.DataFrame:
    """The rows of a table with the columns that a file could give back; a line's deal by what it is, not by its key."""
    names = [name for name in schemas.TABLES[table].schema.names() if name not in _OWN[table]]
    frame = tables[table]
    if table == "results":
        content = pl.concat_str([pl.col(name).cast(pl.String).fill_null("-") for name in _DEAL], separator=" ")
        deals = tables["boards"].select("deal_id", content=content)
        nothing = " ".join("-" for _ in _DEAL)
        played = frame.join(deals, on="deal_id", how="left", maintain_order="left")["content"].fill_null(nothing)
        frame = frame.with_columns(deal_id=played)
    if table == "events":
        # The program that an exported file names is this one; that another scored the event is not in it.
        frame = frame.with_columns(pl.when(~pl.col("producer").str.starts_with("neuberg")).then("producer"))
    lists = pl.selectors.by_dtype(pl.List(pl.String))
    return frame.select(names).with_columns(pl.when(lists.list.drop_nulls().list.len() > 0).then(lists))


def _as_bags(before: pl.Series, after: pl.Series) -> tuple[int, int]:
    """How many values of each column the other has not, rows not being in pairs."""
    own, other = (Counter(map(repr, column.drop_nulls().to_list())) for column in (before, after))
    return (own - other).total(), (other - own).total()


def _boards(before: pl.DataFrame, after: pl.DataFrame) -> Iterator[tuple[str, int, int]]:
    """The values of each column, by session and board: a deal may stand once for each section, or once for all."""
    for name in _DEAL:
        own, other = (set(frame.select("session", "board", name).drop_nulls().rows()) for frame in (before, after))
        yield name, len(own - other), len(other - own)
