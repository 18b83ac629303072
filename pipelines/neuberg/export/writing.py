"""The files of an export on disk: the one place that writes."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.errors import UsageError
from neuberg.export.events import Given, files
from neuberg.export.format import RECOMPUTED_UNDER, Format, Tables
from neuberg.export.left_out import NOTHING, left_out

_UNSAFE = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME = 60


class Written(NamedTuple):
    """A file that was written, the event and session (None: all) it is of, and what it leaves out, by column.

    `of_the_run` are values of the run's own that no file of the event has; they stand with its first.
    """

    event_id: int
    name: str | None
    file: Path
    left_out: pl.DataFrame
    session: str | None = None
    of_the_run: pl.DataFrame = NOTHING


def export(events: Iterable[Given], format: Format, out: Path) -> Iterator[Written]:
    """Write the files of some events into a folder, and read each again to see what is left out.

    Raises:
        UsageError: `out` is a file.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"{str(out)!r} is a file; wanted a folder")
    for tables, left in events:
        head = tables["events"].row(0, named=True)
        used: set[str] = set()
        for session, some in files(tables, format):
            out.mkdir(parents=True, exist_ok=True)
            data = format.write(some)
            file = out / f"{_unused(file_name(head, session), used)}{format.suffix}"
            file.write_bytes(data)
            yield Written(head["event_id"], head["name"], file, _left_out(format, some, data), session, left)
            left = NOTHING


def _left_out(format: Format, tables: Tables, data: bytes) -> pl.DataFrame:
    if format.read is not None:
        return left_out(tables, format.read(data))
    return format.cut(tables) if format.cut is not None else NOTHING


def file_name(event: dict[str, object], session: str | None) -> str:
    """The name of an event's file without its suffix: its day, its name in plain letters, its key, its session.

    So that new figures do not stand in the place of those that were published, their file says that it has them.

    >>> file_name({"date": None, "season": "1998", "name": "Prix d'Été ../x", "event_id": 7}, "2")
    '1998-prix-d-ete-x-7-session-2'
    >>> file_name({"date": None, "season": "1998", "name": "x", "event_id": 7, "recomputed_under": "nbb-1982"}, None)
    '1998-x-7-recomputed'
    """
    parts = [str(event["date"] or event["season"] or "unknown"), str(event["name"] or "event"), str(event["event_id"])]
    parts += [f"session-{session}"] if session is not None else []
    parts += ["recomputed"] if event.get(RECOMPUTED_UNDER) else []
    plain = [_plain(part) for part in parts]
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
