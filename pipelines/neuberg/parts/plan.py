"""A season cut into parts of whole events, so that each may be worked on by itself and memory goes by a part's size."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest.archive import Archive, scan_files
from neuberg.ingest.cutting import cut
from neuberg.parts import places

#: The tables whose rows are of an event, and that the stages take.
GIVEN = ("events", "results", "boards", "pairs")


class Part(NamedTuple):
    """Whole events that are worked on together.

    Attributes:
        name: its number among the parts, as text.
        events: the keys of its events, in order.
        files: for each table the files that have rows of these, in order, each with the season that it is of.
        rows: for each table how many rows there are of these.
    """

    name: str
    events: tuple[int, ...]
    files: Mapping[str, tuple[tuple[str, str | None], ...]]
    rows: Mapping[str, int]


def plan(written: Archive, about: int) -> list[Part]:
    """The parts of the tables of a run, in the order of seasons and files; each event is in one part.

    Where a part ends depends on the events near that place alone, so that events more or fewer elsewhere in the
    archive leave most parts as they were.

    Args:
        written: the tables.
        about: rows that a part has, about.
    """
    held = _held(written)
    order = held.sort("season", maintain_order=True).group_by("event_id", maintain_order=True).agg(pl.col("rows").sum())
    events = order["event_id"].to_list()
    runs = list(cut(events, events, order["rows"].to_list(), about))
    ids = [event for part in runs for event in part]
    numbers = pl.DataFrame(
        {"event_id": ids, "part": [number for number, part in enumerate(runs) for _ in part]},
        schema={"event_id": pl.Int64, "part": pl.Int64},
    )
    of_parts = held.join(numbers, on="event_id", how="left", maintain_order="left").partition_by(
        "part", as_dict=True, maintain_order=True
    )
    return [_part(number, part, of_parts[(number,)]) for number, part in enumerate(runs)]


def _held(written: Archive) -> pl.DataFrame:
    """A row a table, file and event with rows in it: how many, and of what season."""
    seasons = written.scan("events").select("event_id", _season=pl.col("season").fill_null("unknown")).collect()
    parts = [_counted(table, written.files(table)) for table in ("results", "boards", "pairs", "events")]
    counted = pl.concat(parts).join(
        seasons.unique("event_id", keep="first"), on="event_id", how="left", maintain_order="left"
    )
    return counted.with_columns(season=pl.coalesce("season", "_season", pl.lit("unknown")), file_season="season")


#: In the name of a file, where its table is partitioned.
_SEASON = r"season=([^/\\]*)[/\\][^/\\]*$"
_HELD = pl.Schema({"table": pl.String, "file": pl.String, "season": pl.String, "event_id": pl.Int64, "rows": pl.Int64})


def _counted(table: str, files: list[Path]) -> pl.DataFrame:
    """Of each of a table's files the events that it has rows of."""
    if not files:
        return pl.DataFrame(schema=_HELD)
    rows = pl.scan_parquet(files, glob=False, hive_partitioning=False, include_file_paths="file")
    # A run of rows at a time: an event has many.
    runs = rows.select(pl.struct("file", "event_id").rle().struct.unnest()).unnest("value").collect()
    counted = runs.group_by("file", "event_id", maintain_order=True).agg(rows=pl.col("len").sum().cast(pl.Int64))
    season = pl.col("file").str.extract(_SEASON) if schemas.TABLES[table].partitioned else pl.lit(None, pl.String)
    return counted.with_columns(table=pl.lit(table), season=season).select(_HELD.names())


def _part(number: int, events: list[int], held: pl.DataFrame) -> Part:
    files: dict[str, tuple[tuple[str, str | None], ...]] = {}
    for table in GIVEN:
        own = held.filter(pl.col("table") == table).unique("file", keep="first", maintain_order=True)
        files[table] = tuple(own.select("file", "file_season").iter_rows())
    rows = dict(held.group_by("table").agg(pl.col("rows").sum()).iter_rows())
    return Part(f"{number:05}", tuple(events), files, {table: rows.get(table, 0) for table in GIVEN})


def load(part: Part) -> dict[str, pl.DataFrame]:
    """The rows of a part's events, by table."""
    return {name: _rows(schemas.TABLES[name], part.files[name], part.events) for name in GIVEN}


def _rows(table: schemas.Table, files: Sequence[tuple[str, str | None]], events: Sequence[int]) -> pl.DataFrame:
    wanted = pl.col("event_id").is_in(pl.Series(events, dtype=pl.Int64).implode())
    if not any(places.is_address(file) for file, _ in files):
        # All at once: to ask polars for each file by itself takes several times as long.
        return scan_files([Path(file) for file, _ in files], table).filter(wanted).collect().rechunk()
    frames = [schemas.empty(table).lazy()]
    for file, season in files:
        rows = places.scan(file).filter(wanted)
        if table.partitioned:
            rows = rows.with_columns(season=pl.lit(season, pl.String))
        frames.append(schemas.conform(rows, table))
    return pl.concat(pl.collect_all(frames), rechunk=True)
