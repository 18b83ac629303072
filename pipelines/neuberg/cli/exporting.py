"""`neuberg export DIR`: the events of a run as files of another format, and an account of what these leave out."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import polars as pl

from neuberg.cli import printing
from neuberg.errors import UsageError
from neuberg.export.left_out import SCHEMA
from neuberg.export.writing import export


def run(directory: Path, format: str, out: Path, event: str | None, as_json: bool) -> None:
    """Write the files, and print how many values of each column they leave out.

    Raises:
        UsageError: the folder holds no run, there is no such event or format, or `out` is a file.
    """
    from neuberg.export.formats import FORMATS

    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; wanted one of: {', '.join(FORMATS)}")
    written = list(export(directory, FORMATS[format], out, event))
    left = _summed((file.event_id, file.left_out) for file in written)
    own = _summed((file.event_id, file.of_the_run) for file in written)
    printing.rows(pl.concat([left, own]), as_json=as_json)
    values = int(left["values"].sum())
    said = f"{values} values left out, by column on stdout" if values else "nothing left out"
    said += "".join(f"; {words}" for words in _of_the_run(own))
    events = len({file.event_id for file in written})
    print(f"neuberg: {len(written)} files of {events} events in {out}; {said}", file=sys.stderr)


def _of_the_run(own: pl.DataFrame) -> Iterator[str]:
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
