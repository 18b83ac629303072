"""The ingest stage: every file below some sources, read into tables; none ends the run or another's reading."""

import traceback
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.errors import ReadError
from neuberg.ingest import containers, registry
from neuberg.ingest.inputs import Input, inputs
from neuberg.ingest.play_order import with_play_order
from neuberg.ingest.reading import Reading
from neuberg.ingest.settings import FILE_NAME, Settings, apply, read_settings, with_season
from neuberg.ingest.source import Source, record_id, source

__all__ = ["Input", "Tables", "inputs", "read", "read_data", "strict", "superseded"]

Tables = dict[str, pl.DataFrame]


def read(given: Input) -> Tables:
    """The tables of one file; whatever is wrong with it becomes rows of `problems`."""
    try:
        found = source(given.path, given.data())
    except (OSError, ValueError) as error:
        return _unopened(given, error)
    if given.is_container:
        return _container(found, given)
    if given.member and containers.is_odd(given.member):
        return _with_odd_name(read_data(found, given.settings), given)
    if given.file.name == FILE_NAME:
        read_settings(given.file)
        return _unread(found, "settings", "read")
    return read_data(found, given.settings)


def read_data(found: Source, settings: Settings | None = None) -> Tables:
    """The tables of one file's bytes; never raises."""
    format = registry.recognise(found)
    if format is None or format.read is None:
        name = format.name if format else "unknown"
        wanted = f"one of the formats {', '.join(registry.readable())}"
        return _unread(found, name, "no_reader", code="no_reader", found_text=_opening(found), wanted=wanted)
    reading = Reading(found, format.name)
    try:
        format.read(reading)
    except Exception as error:  # A reader's fault must cost no other file's reading, nor what it had read itself.
        place = traceback.extract_tb(error.__traceback__)[-1]
        reading.problem(
            None,
            "reader_failed",
            found=f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})",
            wanted="a file that the reader takes to its end; please report this file",
        )
    tables = reading.tables()
    tables["results"] = with_play_order(tables["results"], tables["events"])
    return with_season(apply(tables, settings or Settings()))


def _container(found: Source, given: Input) -> Tables:
    """The row of a container itself, with why any of its members are not there; its members are inputs of their own."""
    listed = containers.Listing([(given.member, True)], []) if given.member else containers.listing(given.file)
    if not listed.members and not listed.errors:
        return read_data(found, given.settings)
    status = "read" if listed.members else "unreadable"
    reading = Reading(found, containers.kind(found.data))
    for error in listed.errors:
        reading.problem(None, "bad_container", found=error, wanted="a container whose members can all be read")
    tables = reading.tables()
    changed = tables["files"].with_columns(status=pl.lit(status, dtype=schemas.FILE_STATUS))
    return tables | {"files": changed}


def _with_odd_name(tables: Tables, given: Input) -> Tables:
    """A member's tables with a problem for its name, which would lead out of its container."""
    reading = Reading(source(given.path, b""), "unknown")
    found, wanted = "/".join(given.member), "a name that stays within its container; it is shown as such"
    reading.problem(None, "odd_member_name", found=found, wanted=wanted, severity="warning")
    problem = reading.tables()["problems"].with_columns(file_id=tables["files"]["file_id"])
    files = tables["files"].with_columns(pl.col("problems") + 1)
    return tables | {"problems": pl.concat([tables["problems"], problem]), "files": files}


def _opening(found: Source) -> str:
    return repr(found.data[:40])[2:-1] if found.data else "an empty file"


def _unopened(given: Input, error: Exception) -> Tables:
    path = given.path
    nothing = source(path, b"")._replace(digest=f"unopened:{path}")
    tables = _unread(
        nothing, "unknown", "unreadable", code="cannot_open", found_text=str(error), wanted="a file that can be opened"
    )
    return tables | {"files": tables["files"].with_columns(sha256=pl.lit(None, dtype=pl.String))}


def _unread(
    found: Source, format: str, status: str, *, code: str | None = None, found_text: str = "", wanted: str = ""
) -> Tables:
    reading = Reading(found, format)
    if code is not None:
        reading.problem(None, code, found=found_text, wanted=wanted, severity="warning")
    tables = reading.tables()
    changed = tables["files"].with_columns(status=pl.lit(status, dtype=schemas.FILE_STATUS))
    return tables | {"files": changed}


def strict(tables: Tables) -> Tables:
    """The tables as they are, where no problem in them is an error.

    Raises:
        ReadError: a problem is; the first is named.
    """
    errors = tables["problems"].filter(pl.col("severity") == "error")
    if errors.is_empty():
        return tables
    first = errors.row(0, named=True)
    (path,) = tables["files"].filter(pl.col("file_id") == first["file_id"])["path"].head(1)
    place = path if first["line"] is None else f"{path}:{first['line']}"
    raise ReadError(f"{place}: {first['code']}: found {first['found']}; wanted {first['wanted']}")


def superseded(again: Tables, first: Tables) -> Tables:
    """The tables of a file whose bytes were read before: the file, a problem that names the first, an account."""
    path, digest = again["files"].select("path", "sha256").row(0)
    file_id = record_id(f"{digest}:{path}", "file", 0)
    first_path = first["files"]["path"].item()
    kept: dict[str, Any] = {name: table.clear() for name, table in again.items()}
    problem = {
        "file_id": file_id,
        "code": "same_file",
        "severity": "info",
        "found": f"the same bytes as {first_path}",
        "wanted": "a file of its own",
    }
    kept["problems"] = pl.DataFrame([problem], schema_overrides=schemas.PROBLEMS.schema).lazy()
    kept["problems"] = schemas.conform(kept["problems"], schemas.PROBLEMS).collect()
    kept["files"] = first["files"].with_columns(
        file_id=pl.lit(file_id, dtype=pl.Int64),
        path=pl.lit(path),
        problems=pl.lit(1, dtype=pl.Int64),
        status=pl.lit("duplicate", dtype=schemas.FILE_STATUS),
    )
    kept["conservation"] = first["conservation"].with_columns(
        file_id=pl.lit(file_id, dtype=pl.Int64),
        loaded=pl.lit(0, dtype=pl.Int64),
        rejected=pl.lit(0, dtype=pl.Int64),
        ignored=pl.lit(0, dtype=pl.Int64),
        superseded=pl.col("found"),
    )
    return kept
