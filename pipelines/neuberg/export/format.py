"""What an export format is: how it writes an event, and which columns come back as they were when it is read."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import polars as pl

Tables = dict[str, pl.DataFrame]
#: The tables that an export is made of.
TABLES = ("events", "boards", "results", "pairs")
#: Columns that tell a format how a row is to be written, and are no part of it.
GUIDES = ("written_section", "award_of_session")
#: The column of `events` that names the rule by which an event's figures were recomputed; not there as they were read.
RECOMPUTED_UNDER = "recomputed_under"


class Format(NamedTuple):
    """One format.

    Attributes:
        name: as `neuberg export --format` takes it.
        suffix: of its files.
        holds: by table, the columns whose values come back as they were wherever the format's own words can say them.
        order: the columns by which the traveller lines are written, so that they are read in this order too.
        write: the bytes of a file.
        read: the tables of such a file, to see what came through; None where nothing is read again.
        repeats_lines: whether a line of several tables is written so many times, for want of a count.
        by_session: whether a file holds one session.
        limits: what it cannot hold, in words.
        cut: what a file that is not read again leaves out (`table, column, values`).
    """

    name: str
    suffix: str
    holds: Mapping[str, tuple[str, ...]]
    order: tuple[str, ...]
    write: Callable[[Tables], bytes]
    read: Callable[[bytes], Tables] | None
    repeats_lines: bool
    by_session: bool
    limits: str = ""
    cut: Callable[[Tables], pl.DataFrame] | None = None
