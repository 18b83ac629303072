"""The tables of a run, event by event, as the formats write them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.errors import UsageError
from neuberg.export.format import TABLES, Format, Tables
from neuberg.export.left_out import NOTHING
from neuberg.export.own_figures import own_figures
from neuberg.ingest.archive import scan

#: Events whose rows are held at a time.
_TOGETHER = 200


class Given(NamedTuple):
    """An event to be written: its tables, and the values of the run's own that no file of it has, by column."""

    tables: Tables
    of_the_run: pl.DataFrame


def as_read(directory: Path, event: str | None = None) -> Iterator[Given]:
    """Each event of a run, or one, with the figures as they were published.

    Raises:
        UsageError: the folder holds no run, or no event or several are so named.
    """
    keys, own = event_ids(directory, event), own_figures(directory)
    for frames in together(directory, keys, TABLES):
        for key, tables in by_event(frames):
            yield Given(tables, own.get(key, NOTHING))


def event_ids(directory: Path, event: str | None) -> list[int]:
    """The events of a run, or the one of that name or `event_id`, in the order of the run.

    Raises:
        UsageError: the folder holds no run, or no event or several are so named.
    """
    listed = scan(directory, "events")
    if event is None:
        return listed.select("event_id").collect()["event_id"].to_list()
    named = (pl.col("name") == event) | (pl.col("event_id").cast(pl.String) == event)
    found = listed.filter(named).select("event_id").collect()["event_id"].to_list()
    if len(found) != 1:
        known = f": {', '.join(map(str, found[:5]))}" if found else ""
        raise UsageError(f"{len(found)} events {event!r}{known}; wanted one, by its name or event_id")
    return found


def together(directory: Path, keys: list[int], names: Sequence[str]) -> Iterator[Tables]:
    """The rows of some tables of a run, some of the events at a time."""
    for start in range(0, len(keys), _TOGETHER):
        wanted = pl.col("event_id").is_in(pl.Series(keys[start : start + _TOGETHER], dtype=pl.Int64).implode())
        yield {name: scan(directory, name).filter(wanted).collect() for name in names}


def by_event(frames: Tables) -> Iterator[tuple[int, Tables]]:
    """Each event of some tables, in the order of `events`, with its own rows."""
    parts = {name: frame.partition_by("event_id", as_dict=True) for name, frame in frames.items()}
    for key in frames["events"]["event_id"]:
        yield key, {name: parts[name].get((key,), frames[name].clear()) for name in frames}


def files(tables: Tables, format: Format) -> Iterator[tuple[str | None, Tables]]:
    """The session (None: the event) and the tables of each file that a format makes of an event, in written order."""
    ready = _ready(tables, format)
    sessions = _sessions(ready)
    if not format.by_session or (len(sessions) < 2 and ready["pairs"]["session"].n_unique() < 2):
        yield None, ready
        return
    for session in [*sessions, None]:
        own = pl.col("session").eq_missing(session)
        of = {name: ready[name].filter(own) for name in ("boards", "results", "pairs")}
        if any(table.height for table in of.values()):
            yield session, {"events": ready["events"], **of}


def _sessions(tables: Tables) -> list[str]:
    named = pl.concat([tables[name]["session"] for name in ("results", "boards", "pairs")])
    return sorted(named.drop_nulls().unique().to_list())


def _ready(tables: Tables, format: Format) -> Tables:
    """The tables in the order of writing; each line with the section that it is written in.

    A section keeps its name, but where it holds several fields of one board (matches): there the field's name stands
    in its place, for lines of different matches must not be compared with each other.
    """
    several = pl.col("scored_with").n_unique().over("session", "section", "board") > 1
    section = pl.when(several.any().over("session", "section")).then("scored_with").otherwise("section").fill_null("")
    results = tables["results"].with_columns(written_section=section).sort(format.order, maintain_order=True)
    if format.repeats_lines:
        results = results.select(pl.all().repeat_by(pl.col("multiplicity").fill_null(1).clip(lower_bound=1)).explode())
    return {
        "events": tables["events"],
        "boards": tables["boards"].sort("session", "section", "board", "deal_id"),
        "results": results,
        "pairs": tables["pairs"].sort("session", "section", maintain_order=True),
    }
