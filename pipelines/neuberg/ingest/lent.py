"""Rows that stay in a kept table's file until they are written: what goes from process to process is where they are."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg import schemas

#: What reading a kept table that is gone or damaged raises.
DAMAGE = (OSError, ValueError, KeyError, pl.exceptions.PolarsError)


def keep(frame: pl.DataFrame, file: Path) -> None:
    """Keep a table's rows in a file, without the columns that say nothing."""
    nothing = [name for name in frame.columns if name != "file_id" and 0 < frame.height == frame[name].null_count()]
    # Not Parquet, which takes three times as long to write: what is here is for the next run, and for no one else.
    frame.drop(nothing).write_ipc(file, compression="lz4")


def read_kept(file: Path, table: str, rows: int) -> pl.DataFrame:
    """A kept table, without the columns that say nothing; another one's rows, or fewer, are no rows of it.

    Raises:
        OSError: it is gone.
        polars.exceptions.PolarsError: it is damaged, or another's.
    """
    frame = pl.read_ipc(file)
    check_columns(file, table, frame.schema)
    if frame.height != rows:
        raise pl.exceptions.ComputeError(f"{file}: found {frame.height} rows; wanted {rows}")
    return frame


def check_columns(file: Path, table: str, found: pl.Schema) -> None:
    """See that the columns of a kept table are of the table of that name.

    Raises:
        polars.exceptions.PolarsError: they are not.
    """
    wanted = schemas.TABLES[table].schema
    if "file_id" not in found or any(wanted.get(name) != dtype for name, dtype in found.items()):
        raise pl.exceptions.ComputeError(f"{file}: found {', '.join(found)}; wanted of {', '.join(wanted)}")


class Stretch(NamedTuple):
    """Some rows of a kept table: its file, its name, how many rows it has, and which of them."""

    file: Path
    table: str
    rows: int
    begin: int
    end: int

    def read(self) -> pl.DataFrame:
        """The rows, without the columns in which the whole table says nothing.

        Raises:
            OSError: the file is gone.
            polars.exceptions.PolarsError: it is damaged.
        """
        return read_kept(self.file, self.table, self.rows)[self.begin : self.end]


class Lent:
    """The rows of some files in a kept table, one file's after the other's.

    Args:
        stretch: where they are.
        ends: behind which of them, from 0, each file's end.
        again: reads the files anew, and gives their rows, where what is kept is damaged.
    """

    def __init__(self, stretch: Stretch, ends: Sequence[int], again: Callable[[], pl.DataFrame]) -> None:
        self.stretch = stretch
        self._ends = ends
        self._again = again

    @property
    def height(self) -> int:
        """How many they are."""
        return self.stretch.end - self.stretch.begin

    def part_end(self, wanted: int) -> int | None:
        """Where the file ends that has the row of this number, from 1; None where they are fewer."""
        return self._ends[bisect_left(self._ends, wanted)] if self.height >= wanted else None

    def __getitem__(self, some: slice) -> "Lent":
        """Those from a number on, or as far as one, where a file begins or ends."""
        begin, end, _ = some.indices(self.height)
        at = self.stretch.begin
        ends = [own - begin for own in self._ends if begin < own <= end]
        return Lent(self.stretch._replace(begin=at + begin, end=at + end), ends, lambda: self._again()[begin:end])

    def frame(self) -> pl.DataFrame:
        """The rows; of the files themselves where what is kept of them is damaged."""
        try:
            return self.stretch.read()
        except DAMAGE:
            return self._again()
