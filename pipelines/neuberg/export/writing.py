"""The files of an export on disk: the one place that writes."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.errors import UsageError
from neuberg.export.events import events, files
from neuberg.export.format import Format, Tables
from neuberg.export.left_out import SCHEMA, left_out
from neuberg.export.own_figures import own_figures

_UNSAFE = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME = 60
_NOTHING = pl.DataFrame(schema=SCHEMA)


class Written(NamedTuple):
    """A file that was written, the event and session (None: all) it is of, and what it leaves out, by column.

    `of_the_run` are values of the run's own that no file of the event has; they stand with its first.
    """

    event_id: int
    name: str | None
    file: Path
    left_out: pl.DataFrame
    session: str | None = None
    of_the_run: pl.DataFrame = _NOTHING


def export(directory: Path, format: Format, out: Path, event: str | None = None) -> Iterator[Written]:
    """Write the files of each event of a run, or of one, into a folder, and read each again to see what is left out.

    Raises:
        UsageError: the folder holds no run, there is no such event, or `out` is a file.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"{str(out)!r} is a file; wanted a folder")
    own = own_figures(directory)
    for tables in events(directory, event):
        head = tables["events"].row(0, named=True)
        left = own.get(head["event_id"], _NOTHING)
        used: set[str] = set()
        for session, some in files(tables, format):
            out.mkdir(parents=True, exist_ok=True)
            data = format.write(some)
            file = out / f"{_unused(file_name(head, session), used)}{format.suffix}"
            file.write_bytes(data)
            yield Written(head["event_id"], head["name"], file, _left_out(format, some, data), session, left)
            left = _NOTHING


def _left_out(format: Format, tables: Tables, data: bytes) -> pl.DataFrame:
    if format.read is not None:
        return left_out(tables, format.read(data))
    return format.cut(tables) if format.cut is not None else pl.DataFrame(schema=SCHEMA)


def file_name(event: dict[str, object], session: str | None) -> str:
    """The name of an event's file without its suffix: its day, its name in plain letters, its key, its session.

    >>> file_name({"date": None, "season": "1998", "name": "Prix d'Été ../x", "event_id": 7}, "2")
    '1998-prix-d-ete-x-7-session-2'
    """
    parts = [str(event["date"] or event["season"] or "unknown"), str(event["name"] or "event"), str(event["event_id"])]
    plain = [_plain(part) for part in (*parts, f"session-{session}" if session is not None else "")]
    return "-".join(part for part in plain if part)


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return _UNSAFE.sub("-", letters).strip("-")[:_LONGEST_NAME].strip("-")


def _unused(name: str, used: set[str]) -> str:
    """The name, with a number where another file of the event has it already."""
    free, number = name, 2
    while free in used:
        free, number = f"{name}-{number}", number + 1
    used.add(free)
    return free
