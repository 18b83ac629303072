"""`neuberg export DIR`: the events of a run as files of another format, and an account of what these leave out."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.cli import printing
from neuberg.errors import UsageError
from neuberg.export.events import Given, as_read
from neuberg.export.left_out import SCHEMA
from neuberg.export.writing import export
from neuberg.season.recomputed import Chosen, chosen_rules, recomputed_events


class Asked(NamedTuple):
    """Which event is to be written (None: every one), which figures, and under which rule (None: its own)."""

    event: str | None
    figures: str
    profile: str | None


def run(directory: Path, format: str, out: Path, asked: Asked, as_json: bool) -> None:
    """Write the files, and print how many values of each column they leave out.

    Raises:
        UsageError: the folder holds no run, there is no such event or format, `out` is a file, or no event is scored
            under the rule that is asked for.
    """
    from neuberg.export.formats import FORMATS

    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; wanted one of: {', '.join(FORMATS)}")
    given, said = _given(directory, asked)
    written = list(export(given, FORMATS[format], out))
    left = _summed((file.event_id, file.left_out) for file in written)
    own = _summed((file.event_id, file.of_the_run) for file in written)
    printing.rows(pl.concat([left, own]), as_json=as_json)
    values = int(left["values"].sum())
    words = [f"{values} values left out, by column on stdout" if values else "nothing left out", *said]
    words += _as_published(own) if asked.figures == "published" else []
    events = len({file.event_id for file in written})
    print(f"neuberg: {len(written)} files of {events} events in {out}; {'; '.join(words)}", file=sys.stderr)


def _given(directory: Path, asked: Asked) -> tuple[Iterator[Given], list[str]]:
    """The events to be written, and what is to be said of them."""
    if asked.figures == "published":
        if asked.profile is not None:
            raise UsageError("--profile names the rule of recomputed figures; wanted --figures recomputed beside it")
        return as_read(directory, asked.event), []
    chosen = chosen_rules(directory, asked.event, asked.profile)
    return recomputed_events(directory, chosen), list(_under(chosen, asked.profile))


def _under(chosen: Chosen, profile: str | None) -> Iterator[str]:
    """The rules of the figures, and which events have no file."""
    yield f"figures recomputed under {', '.join(sorted(set(chosen.rules.values())))}"
    if chosen.without:
        yield f"{chosen.without} events have no file, for they are not scored under {profile or 'any rule'}"
    if chosen.doubtful:
        names = sorted({name for of_event in chosen.doubtful.values() for name in of_event})
        yield f"{len(chosen.doubtful)} events have no file, for they are scored under several rules: {', '.join(names)}"


def _as_published(own: pl.DataFrame) -> Iterator[str]:
    """That the files are those of the archive: what the run found otherwise is in none."""
    counted = dict(own.group_by("table", maintain_order=True).agg(pl.col("values").sum()).iter_rows())
    if ruled := counted.get("rulings"):
        yield f"{ruled} values that rulings changed are as they were read"
    if figures := counted.get("scores"):
        yield f"{figures} recomputed figures are in no file, which have the published ones"


def _summed(counts: Iterable[tuple[int, pl.DataFrame]]) -> pl.DataFrame:
    """Each column with values left out: in how many events, how many values, how many where none was; `*`: rows."""
    parts = [rows.with_columns(event_id=pl.lit(event, dtype=pl.Int64)) for event, rows in counts]
    every = pl.concat([pl.DataFrame(schema=SCHEMA | {"event_id": pl.Int64}), *parts])
    by_column = every.group_by("table", "column", maintain_order=True)
    return by_column.agg(
        events=pl.col("event_id").n_unique(), values=pl.col("values").sum(), added=pl.col("added").sum()
    ).sort("table", "column")
