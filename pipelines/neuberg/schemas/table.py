"""What a table is, and the columns that many tables share."""

from typing import NamedTuple

import polars as pl


class Column(NamedTuple):
    """One column: its name, type and meaning (units, scale, what null stands for)."""

    name: str
    dtype: pl.DataType | type[pl.DataType]
    meaning: str


class Table(NamedTuple):
    """One table: what a row of it is, its columns, and whether its Parquet is partitioned by `season`."""

    name: str
    row: str
    columns: tuple[Column, ...]
    partitioned: bool = False

    @property
    def schema(self) -> pl.Schema:
        """The polars schema, in column order."""
        return pl.Schema({column.name: column.dtype for column in self.columns})


SEASON = Column("season", pl.String, "the year of the event's date; `unknown` where there is none")
EVENT = Column("event_id", pl.Int64, "the event")
SESSION = Column("session", pl.String, "the session's label in the file; `1` where it has none")
SECTION = Column("section", pl.String, "the section's label; empty where the file has none")
BOARD = Column("board", pl.Int32, "the board's number")
FILE = Column("file_id", pl.Int64, "the file it was read from")
LINE = Column("line", pl.Int32, "the line of the file, from 1; null where the format has no lines")
PROFILE = Column("profile", pl.String, "the rule profile it was computed under")
VARIANT = Column("variant", pl.Int8, "1, or 2 for the second answer where the source leaves two")
