"""Runs compared: the bytes and the rows of their tables; a season whose values are destroyed, a part that is deadly."""

import os
import signal
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq

from neuberg import season
from neuberg.ingest import archive
from neuberg.parts.work import Outcome, Task, work

TABLES_ONLY = season.Options(validation=False, report=False)


def bytes_of(out: Path) -> dict[str, bytes]:
    folder = out / archive.TABLES
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.parquet"))}


def rows_of(out: Path, table: str) -> list[str]:
    """The rows of a table as text, in an order of their own."""
    found = archive.scan(out, table).collect()
    plain = found.with_columns(pl.selectors.enum().cast(pl.String))
    return sorted(map(repr, plain.iter_rows()))


def damaged(simulated: Path, to: Path, column: str) -> Path:
    """The season with the values of a column of its results destroyed; what a plan looks at is left."""
    for file in sorted((simulated / archive.TABLES).rglob("*.parquet")):
        target = to / file.relative_to(simulated)
        target.parent.mkdir(parents=True, exist_ok=True)
        data = bytearray(file.read_bytes())
        if "results" in file.parts:
            group = pq.read_metadata(file).row_group(0)
            (chunk,) = [group.column(n) for n in range(group.num_columns) if group.column(n).path_in_schema == column]
            begin = chunk.dictionary_page_offset or chunk.data_page_offset
            data[begin : begin + chunk.total_compressed_size] = b"\xff" * chunk.total_compressed_size
        target.write_bytes(data)
    (to / archive.MARK).touch()
    return to


def die_of_the_second(task: Task) -> Outcome:
    """Work on a part; the second kills the process that does so, which must find this function by its name."""
    if task.part.name == "00001":
        os.kill(os.getpid(), signal.SIGKILL)
    return work(task)
