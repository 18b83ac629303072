"""What earlier runs read: parts of a run's folder, their files found again by path, size, time and digest."""

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest import part_files
from neuberg.ingest.archive import is_running
from neuberg.ingest.inputs import Input
from neuberg.ingest.settings import Settings

FOLDER = ".read"
_LISTING = "files.json"
_UNFINISHED = ".unfinished-"
#: A file changed again within the clock's grain of its reading may keep its time; its bytes are looked at again.
_GRAIN_NS = 2_000_000_000


class Entry(NamedTuple):
    """A file as it was when it was read, and where its rows are kept.

    Attributes:
        location: its place on disk, and the path that its rows name it by.
        size: its bytes.
        mtime_ns: when it was last changed.
        read_ns: when it was read.
        sha256: the digest of its bytes; empty where it could not be opened.
        settings: what was stated of it.
        file_id: the key of its rows.
        repeats: the path of the file before it with the same bytes, which has its rows; None where it has its own.
        part: the folder that keeps its rows.
    """

    location: str
    size: int
    mtime_ns: int
    read_ns: int
    sha256: str
    settings: str
    file_id: int
    repeats: str | None = None
    part: str = ""


class Part(NamedTuple):
    """What is kept of some files: the tables' files as they are taken over.

    Attributes:
        folder: where it is.
        entries: the files that were read.
        rows: the rows of each of the tables' files, by its name: `results/season=1994.parquet`, or `events.parquet`.
    """

    folder: Path
    entries: list[Entry]
    rows: Mapping[str, int]

    def table(self, name: str) -> pl.DataFrame:
        """The rows of a table, season by season.

        Raises:
            OSError: a file is gone.
            polars.exceptions.PolarsError: a file is damaged.
        """
        table = schemas.TABLES[name]
        own = [file for file in self.rows if part_files.table_of(file) == name]
        frames = [schemas.empty(table)]
        for file in own:
            rows = pl.read_parquet(self.folder / file, glob=False, hive_partitioning=False)
            season = Path(file).stem.removeprefix("season=")
            dated = rows.with_columns(season=pl.lit(season)) if table.partitioned else rows
            frames.append(dated.select(table.schema.names()))
        return pl.concat(frames)


class Kept:
    """The parts kept in a run's folder by this version of the readers."""

    def __init__(self, directory: Path) -> None:
        self.root = directory / FOLDER
        self.root.mkdir(parents=True, exist_ok=True)
        self._entries: dict[tuple[str, str], Entry] = {}
        self._parts: dict[str, Part] = {}
        self._used: set[str] = set()
        for folder in sorted(self.root.iterdir()):
            if part := read(folder):
                self._parts[folder.name] = part
                self._entries |= {(entry.location, entry.settings): entry for entry in part.entries}

    def find(self, given: Input, status: os.stat_result | None) -> Entry | None:
        """The entry of a file that has not changed; None where it has, or cannot be opened."""
        entry = self._entries.get((location(given), stated(given.settings))) if self._entries else None
        if entry is None or status is None or entry.size != status.st_size:
            return None
        if entry.mtime_ns == status.st_mtime_ns and status.st_mtime_ns < entry.read_ns - _GRAIN_NS:
            return entry
        try:
            return entry if hashlib.sha256(given.data()).hexdigest() == entry.sha256 else None
        except (OSError, ValueError):
            return None

    def part_of(self, entries: list[Entry | None], repeats: list[str | None]) -> Part | None:
        """The part of just these files, of which some repeat others; None where none is kept."""
        part = self._parts.get(entries[0].part) if entries[0] else None
        is_same = part is not None and part.entries == entries and [one.repeats for one in part.entries] == repeats
        return part if is_same else None

    def need(self, part: Part) -> None:
        """Keep a part for the next run."""
        self._used.add(part.folder.name)

    def tidy(self) -> None:
        """Remove what this run did not need, and what killed runs left unfinished."""
        for folder in list(self.root.iterdir()):
            is_left = folder.name.startswith(_UNFINISHED) and not is_running(folder.name.rpartition("-")[2])
            if is_left or not (folder.name.startswith(_UNFINISHED) or folder.name in self._used):
                shutil.rmtree(folder, ignore_errors=True)


def name_of(files: Iterable[tuple[Input, Entry]]) -> str:
    """The name of the part of some files: a digest of all that decides what its rows are."""
    digest = hashlib.sha256(reader_version().encode())
    for given, entry in files:
        digest.update(f"{given.path}\0{entry.settings}\0{entry.sha256}\0{entry.repeats}\n".encode())
    return digest.hexdigest()[:24]


def write(root: Path, files: Sequence[tuple[Input, Entry]], tables: Mapping[str, pl.DataFrame]) -> Part:
    """Keep the rows of some files as a part, which is there whole or not at all."""
    name = name_of(files)
    unfinished = root / f"{_UNFINISHED}{name}-{os.getpid()}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    rows: dict[str, int] = {}
    for table, frame in tables.items():
        rows |= part_files.write(frame, schemas.TABLES[table], unfinished)
    entries = [entry._replace(part=name) for _, entry in files]
    listed = {"reader": reader_version(), "rows": rows, "as_left": _as_left(unfinished, rows), "files": entries}
    (unfinished / _LISTING).write_text(json.dumps(listed), encoding="utf-8")
    shutil.rmtree(root / name, ignore_errors=True)
    unfinished.rename(root / name)
    return Part(root / name, entries, rows)


def _as_left(folder: Path, files: Iterable[str]) -> dict[str, list[int]]:
    """The bytes and the time of files, such as are there: a table of a run is the same file, and may be changed."""
    statuses = {name: (folder / name).stat() for name in files if (folder / name).is_file()}
    return {name: [status.st_size, status.st_mtime_ns] for name, status in statuses.items()}


def read(folder: Path) -> Part | None:
    """The part that a folder keeps; None where the readers have changed since, or it is not as it was written."""
    try:
        listed: dict[str, Any] = json.loads((folder / _LISTING).read_text(encoding="utf-8"))
        rows: dict[str, int] = listed["rows"]
        entries = [Entry(*row) for row in listed["files"]]
        is_whole = listed["reader"] == reader_version() and listed["as_left"] == _as_left(folder, rows)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    is_finished = not folder.name.startswith(_UNFINISHED)
    return Part(folder, entries, rows) if is_finished and is_whole else None


def entry_of(given: Input, file_id: int, sha256: str | None, read_ns: int) -> Entry:
    """The entry of a file that was read from `read_ns` on; of no size where it has no digest."""
    status = status_of(given)
    size, mtime_ns = (status.st_size, status.st_mtime_ns) if status and sha256 else (-1, -1)
    return Entry(location(given), size, mtime_ns, read_ns, sha256 or "", stated(given.settings), file_id)


def status_of(given: Input) -> os.stat_result | None:
    """What the system says of a file; None where it says nothing."""
    try:
        return os.stat(given.file)  # noqa: PTH116 - of every file of a large archive: pathlib takes twice as long
    except (OSError, ValueError):
        return None


def location(given: Input) -> str:
    """Where a file stands, and the path that its rows name it by."""
    # As `Path.absolute` has it, which takes longer than all else that is asked of a small file.
    folder = "" if os.path.isabs(given.file) else f"{os.getcwd()}{os.sep}"  # noqa: PTH109, PTH117
    return f"{folder}{given.file}\0{given.path}"


def path_of(location: str) -> str:
    """The path that a file's rows name it by."""
    return location.partition("\0")[2]


@lru_cache(maxsize=1000)
def stated(settings: Settings) -> str:
    """What is stated of a file, as text."""
    return repr(settings)


@lru_cache(maxsize=1)
def reader_version() -> str:
    """A digest of all that decides what is read from a file: these modules, those they rest on, and polars."""
    package = Path(schemas.__file__).parents[1]
    files = sorted(file for room in ("ingest", "domain", "schemas") for file in (package / room).rglob("*.py"))
    digest = hashlib.sha256(pl.__version__.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()
