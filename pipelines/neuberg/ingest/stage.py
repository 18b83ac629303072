"""The ingest stage: every file below some sources, read into tables; none ends the run or another's reading."""

import os
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.ingest import archive, registry
from neuberg.ingest.reading import Reading
from neuberg.ingest.settings import FILE_NAME, Settings, apply, read_settings, settings_for, with_season
from neuberg.ingest.source import Source, read_source, record_id, shown_path, source

Tables = dict[str, pl.DataFrame]


class Input(NamedTuple):
    """A file to read, the folder its path is given below, and what is stated of it."""

    file: Path
    below: Path
    settings: Settings


def inputs(sources: list[Path]) -> list[Input]:
    """Every file of the sources (files and folders), in the order of their paths.

    Hidden files are left out, and so are the folders of runs: their tables and reports are no input.

    Raises:
        UsageError: a source is not there, or there is no file in any.
        SettingsError: a `neuberg.toml` is not right.
    """
    found: dict[Path, Input] = {}
    for root in sources:
        if not root.exists():
            raise UsageError(f"there is no file or folder {str(root)!r}")
        below = root if root.is_dir() else root.parent
        for file in _files(root):
            found.setdefault(Path(os.path.realpath(file)), Input(file, below, settings_for(file, below)))
    if not found:
        raise UsageError(f"there is no file in {', '.join(map(str, sources))}")
    return list(found.values())


def _files(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
        return
    for path in sorted(root.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
        if not hidden and _may_be_read(path) and not _is_of_a_run(path, root):
            yield path


def _may_be_read(path: Path) -> bool:
    """A file, or a link that leads nowhere or to a folder, which is listed as unreadable; no pipe, which would wait."""
    return path.is_file() or (path.is_symlink() and (path.is_dir() or not path.exists()))


def _is_of_a_run(path: Path, root: Path) -> bool:
    return any((folder / archive.MARK).exists() for folder in path.parents if folder.is_relative_to(root))


def read(given: Input) -> Tables:
    """The tables of one file; whatever is wrong with it becomes rows of `problems`."""
    try:
        found = read_source(given.file, given.below)
    except OSError as error:
        return _unopened(given, error)
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
    return with_season(apply(reading.tables(), settings or Settings()))


def _opening(found: Source) -> str:
    return repr(found.data[:40])[2:-1] if found.data else "an empty file"


def _unopened(given: Input, error: OSError) -> Tables:
    path = shown_path(given.file, given.below)
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
