"""The ingest stage: every file below some sources, read into tables; none ends the run or another's reading."""

import traceback
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import polars as pl

from neuberg import schemas
from neuberg.errors import ReadError
from neuberg.ingest import containers, registry
from neuberg.ingest.inputs import Input, inputs
from neuberg.ingest.pbn.bulk.reader import read_many as read_pbn
from neuberg.ingest.play_order import with_play_order
from neuberg.ingest.reading import Reading, tables_of
from neuberg.ingest.settings import FILE_NAME, FORMAT, Settings, apply, read_settings, with_season
from neuberg.ingest.source import UNOPENED, Source, record_id, source
from neuberg.ingest.stated import tell_unused

__all__ = ["Input", "Tables", "inputs", "opened", "read", "read_data", "read_opened", "strict", "superseded"]

Tables = dict[str, pl.DataFrame]

#: The formats whose files are read many at a time, with their readers.
_TOGETHER = {"pbn": read_pbn}
#: Bytes of such files below which reading them as columns costs more than it saves.
_WORTH_COLUMNS = 60_000


def read(given: Input) -> Tables:
    """The tables of one file; whatever is wrong with it becomes rows of `problems`."""
    return read_opened([given], [opened(given)])


def read_opened(given: list[Input], files: list[Source | Reading]) -> Tables:
    """The tables of several files, one after the other; whatever is wrong with one becomes rows of `problems`.

    No two of them may have the same bytes: they would have the same keys.
    """
    readings = _readings(files)
    for one, reading in zip(given, readings, strict=True):
        _note_odd_name(one, reading)
    parts = []
    for settings, some in groupby(zip(given, readings, strict=True), key=lambda pair: pair[0].settings):
        parts.append(_completed(tables_of([reading for _, reading in some]), settings))
    if len(parts) == 1:
        return parts[0]
    return {name: pl.concat([part[name] for part in parts], rechunk=True) for name in parts[0]}


def read_data(found: Source, settings: Settings | None = None) -> Tables:
    """The tables of one file's bytes; never raises."""
    return _completed(_read_alone(found).tables(), settings or Settings())


def _completed(tables: Tables, settings: Settings) -> Tables:
    """The tables with what follows from them, and what is stated of their files."""
    tables["results"] = with_play_order(tables["results"], tables["events"])
    return with_season(apply(tell_unused(tables, settings), settings))


def opened(given: Input) -> Source | Reading:
    """The file's bytes, or the reading of a file that is not to be read or cannot be."""
    try:
        found = source(given.path, given.data())
    except (OSError, ValueError) as error:
        return _unopened(given, error)
    if given.is_container:
        return _container(found, given)
    if not given.member and given.file.name == FILE_NAME:
        read_settings(given.file)
        return _unread(found, FORMAT, "read")
    return found


def _readings(files: list[Source | Reading]) -> list[Reading]:
    """The reading of each file; those of a format that has such a reader are read together."""
    found: dict[int, Reading] = {}
    sources = {number: source for number, source in enumerate(files) if isinstance(source, Source)}
    for name, read_many in _TOGETHER.items():
        some = {number: source for number, source in sources.items() if _is_of(source, name)}
        if sum(len(source.data) for source in some.values()) >= _WORTH_COLUMNS:
            found |= zip(some, _read_together(list(some.values()), read_many), strict=True)
    return [
        one if isinstance(one, Reading) else found.get(number) or _read_alone(one) for number, one in enumerate(files)
    ]


def _is_of(found: Source, name: str) -> bool:
    format = registry.recognise(found)
    return format is not None and format.name == name


def _read_together(sources: list[Source], read_many: Callable[[list[Source]], list[Reading]]) -> list[Reading]:
    try:
        return read_many(sources)
    except Exception as error:  # A fault here must cost no file: each is tried by itself, and then by the exact reader.
        if len(sources) > 1:
            return [reading for source in sources for reading in _read_together([source], read_many)]
        reading = _read_alone(sources[0])
        reading.problem(None, "read_alone", found=_fault(error), wanted="the same rows as columns", severity="info")
        return [reading]


def _read_alone(found: Source) -> Reading:
    format = registry.recognise(found)
    if format is None or format.read is None:
        name = format.name if format else "unknown"
        wanted = f"one of the formats {', '.join(registry.readable())}"
        return _unread(found, name, "no_reader", code="no_reader", found_text=_opening(found), wanted=wanted)
    reading = Reading(found, format.name)
    try:
        format.read(reading)
    except Exception as error:  # A reader's fault must cost no other file's reading, nor what it had read itself.
        wanted = "a file that the reader takes to its end; please report this file"
        reading.problem(None, "reader_failed", found=_fault(error), wanted=wanted)
    return reading


def _fault(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


def _container(found: Source, given: Input) -> Source | Reading:
    """The row of a container itself, with why any of its members are not there; its members are inputs of their own."""
    listed = containers.Listing([(given.member, True)], [], set()) if given.member else containers.listing(given.file)
    if not listed.members and not listed.errors:
        return found
    reading = Reading(found, containers.kind(found.data))
    reading.status = "read" if listed.members else "unreadable"
    for error in listed.errors:
        reading.problem(None, "bad_container", found=error, wanted="a container whose members can all be read")
    return reading


def _note_odd_name(given: Input, reading: Reading) -> None:
    """Note a member's name that would lead out of its container."""
    if given.member and not given.is_container and containers.is_odd(given.member):
        found, wanted = "/".join(given.member), "a name that stays within its container; it is shown as such"
        reading.problem(None, "odd_member_name", found=found, wanted=wanted, severity="warning")


def _opening(found: Source) -> str:
    return repr(found.data[:40])[2:-1] if found.data else "an empty file"


def _unopened(given: Input, error: Exception) -> Reading:
    nothing = source(given.path, b"")._replace(digest=f"{UNOPENED}{given.path}")
    # The path stands beside it already, and a number of the system's says nothing to a person.
    found, wanted = getattr(error, "strerror", None) or str(error), "a file that can be opened"
    if isinstance(error, IsADirectoryError):
        found, wanted = "a link to a folder", "a file; no link to a folder is followed: name the folder as a source"
    return _unread(nothing, "unknown", "unreadable", code="cannot_open", found_text=found, wanted=wanted)


def _unread(
    found: Source, format: str, status: str, *, code: str | None = None, found_text: str = "", wanted: str = ""
) -> Reading:
    reading = Reading(found, format)
    reading.status = status
    if code is not None:
        # A file that no reader knows may be none of ours; one that cannot be opened is lost.
        severity = "error" if status == "unreadable" else "warning"
        reading.problem(None, code, found=found_text, wanted=wanted, severity=severity)
    return reading


def strict(tables: Tables) -> Tables:
    """The tables as they are, where no problem in them is an error.

    Raises:
        ReadError: a problem is; the first is named.
    """
    errors = tables["problems"].filter(pl.col("severity") == "error")
    if errors.is_empty():
        return tables
    files = tables["files"].select("path", "file_id").with_row_index("_order")
    first = errors.join(files, on="file_id").sort("_order", "line", nulls_last=True).row(0, named=True)
    path = first["path"]
    place = path if first["line"] is None else f"{path}:{first['line']}"
    raise ReadError(f"{place}: {first['code']}: found {first['found']}; wanted {first['wanted']}")


def superseded(path: str, first_path: str, digest: str, tables: Tables) -> Tables:
    """The tables of a file whose bytes were read before: the file, a problem that names the first, an account.

    Args:
        path: of the file.
        first_path: of the first with the same bytes.
        digest: of these.
        tables: in which a file with these bytes stands.
    """
    first = tables["files"].filter(pl.col("sha256") == digest).head(1)
    counted = (
        tables["conservation"]
        .filter(pl.col("file_id") == first["file_id"][0])
        .unique("kind", keep="first", maintain_order=True)
    )
    file_id = pl.lit(record_id(f"{digest}:{path}", "file", 0), dtype=pl.Int64)
    problem = {
        "code": "same_file",
        "severity": "info",
        "found": f"the same bytes as {first_path}",
        "wanted": "a file of its own",
    }
    told = pl.DataFrame([problem]).lazy().with_columns(file_id=file_id)
    nothing = pl.lit(0, dtype=pl.Int64)
    return {name: table.clear() for name, table in tables.items()} | {
        "problems": schemas.conform(told, schemas.PROBLEMS).collect(),
        "files": first.with_columns(
            file_id=file_id,
            path=pl.lit(path),
            problems=pl.lit(1, dtype=pl.Int64),
            status=pl.lit("duplicate", dtype=schemas.FILE_STATUS),
        ),
        "conservation": counted.with_columns(
            file_id=file_id, loaded=nothing, rejected=nothing, ignored=nothing, superseded=pl.col("found")
        ),
    }
