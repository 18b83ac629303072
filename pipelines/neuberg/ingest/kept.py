"""What earlier runs read, kept in a run's folder and found again by path, size, time and digest."""

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest.archive import is_running
from neuberg.ingest.stage import Input, Tables

FOLDER = ".read"
_ENTRIES = "files.json"
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
        sha256: the digest of its bytes.
        settings: what was stated of it.
        batch: the folder that keeps its rows.
        file_id: the key of its rows.
    """

    location: str
    size: int
    mtime_ns: int
    read_ns: int
    sha256: str
    settings: str
    batch: str
    file_id: int


class Batch:
    """The rows of some files, one file's after the other's."""

    def __init__(self, tables: Tables, file_ids: list[int]) -> None:
        self.tables = tables
        self._place = {file_id: place for place, file_id in enumerate(file_ids)}
        self._ends = {name: _ends(frame, self._place) for name, frame in tables.items()}

    def rows(self, file_ids: list[int]) -> Iterator[Tables]:
        """The rows of some of the files, in their order, those of neighbours together."""
        places = [self._place[file_id] for file_id in file_ids]
        begin = 0
        for end in range(1, len(places) + 1):
            if end == len(places) or places[end] != places[end - 1] + 1:
                yield self._between(places[begin], places[end - 1])
                begin = end

    def _between(self, first: int, last: int) -> Tables:
        found = {}
        for name, frame in self.tables.items():
            begin = self._ends[name][first - 1] if first else 0
            found[name] = frame.slice(begin, self._ends[name][last] - begin)
        return found


def _read(file: Path, table: str, rows: int) -> pl.DataFrame:
    """A kept table, which has as many rows as are listed and the columns of its name: another one's are no rows of it.

    Raises:
        OSError: it is gone.
        polars.exceptions.PolarsError: it is damaged, or another's.
    """
    frame = pl.read_ipc(file)
    columns = schemas.TABLES[table].schema.names()
    if frame.height != rows or frame.columns != columns:
        found = f"{frame.height} rows of {', '.join(frame.columns)}"
        raise pl.exceptions.ComputeError(f"{file}: found {found}; wanted {rows} of {', '.join(columns)}")
    return schemas.conform(frame.lazy(), schemas.TABLES[table]).collect()


def _ends(frame: pl.DataFrame, place: dict[int, int]) -> list[int]:
    counts = [0] * len(place)
    for file_id, rows in frame.group_by("file_id").len().iter_rows():
        counts[place[file_id]] = rows
    total, ends = 0, []
    for rows in counts:
        total += rows
        ends.append(total)
    return ends


class Kept:
    """The batches kept in a run's folder by this version of the readers."""

    def __init__(self, directory: Path) -> None:
        self._root = directory / FOLDER
        self._root.mkdir(parents=True, exist_ok=True)
        self._entries: dict[tuple[str, str], Entry] = {}
        self._used: set[str] = set()
        for folder in sorted(self._root.iterdir()):
            for entry in _entries(folder):
                self._entries[entry.location, entry.settings] = entry
        self._load = lru_cache(maxsize=2)(self._loaded)

    def find(self, given: Input, place: str) -> Entry | None:
        """The entry of a file at its `location` that has not changed; None where it has, or cannot be opened."""
        entry = self._entries.get((place, repr(given.settings))) if self._entries else None
        if entry is None:
            return None
        try:
            stat = given.file.stat()
            if entry.size != stat.st_size or not (self._root / entry.batch).is_dir():
                return None
            same_time = entry.mtime_ns == stat.st_mtime_ns and stat.st_mtime_ns < entry.read_ns - _GRAIN_NS
            is_same = same_time or hashlib.sha256(given.data()).hexdigest() == entry.sha256
        except (OSError, ValueError):
            return None
        return entry if is_same else None

    def load(self, entry: Entry) -> Batch:
        """The batch that has an entry's rows.

        Raises:
            OSError: it is gone, or cannot be read.
            polars.exceptions.PolarsError: it is damaged.
        """
        self._used.add(entry.batch)
        return self._load(entry.batch)

    def _loaded(self, name: str) -> Batch:
        folder = self._root / name
        listed: dict[str, int] = json.loads((folder / _ENTRIES).read_text(encoding="utf-8"))["rows"]
        tables = {table: _read(folder / f"{table}.arrow", table, rows) for table, rows in listed.items()}
        try:
            return Batch(tables, [entry.file_id for entry in _entries(folder)])
        except KeyError as error:
            raise pl.exceptions.ComputeError(f"{folder}: rows of a file that is not listed: {error}") from error

    def taken_up(self, batch: str) -> list[Entry]:
        """The entries of a batch that was written by `write`."""
        return list(_entries(self._root / batch))

    def tidy(self) -> None:
        """Remove what no file of this run needs, and what killed runs left unfinished."""
        for folder in list(self._root.iterdir()):
            is_left = folder.name.startswith(_UNFINISHED) and not is_running(folder.name.rpartition("-")[2])
            if is_left or not (folder.name.startswith(_UNFINISHED) or folder.name in self._used):
                shutil.rmtree(folder, ignore_errors=True)


def write(directory: Path, given: Iterable[Input], tables: Tables, read_ns: int) -> str:
    """Keep the rows of files that were read from `read_ns` on; the batch's name; it is there whole or not at all."""
    files = tables["files"].select("file_id", "sha256").iter_rows()
    entries = [entry_of(one, file_id, sha256, read_ns) for one, (file_id, sha256) in zip(given, files, strict=True)]
    rows = {name: frame.height for name, frame in tables.items()}
    text = json.dumps({"reader": reader_version(), "rows": rows, "files": [entry._asdict() for entry in entries]})
    root = directory / FOLDER
    unfinished = root / f"{_UNFINISHED}{hashlib.sha256(text.encode()).hexdigest()[:24]}-{os.getpid()}"
    unfinished.mkdir(parents=True, exist_ok=True)
    for name, frame in tables.items():
        # Not Parquet, which takes three times as long to write: what is here is for the next run, and for no one else.
        frame.write_ipc(unfinished / f"{name}.arrow", compression="lz4")
    (unfinished / _ENTRIES).write_text(text, encoding="utf-8")
    final = root / unfinished.name.removeprefix(_UNFINISHED).rpartition("-")[0]
    shutil.rmtree(final, ignore_errors=True)
    unfinished.rename(final)
    return final.name


def entry_of(given: Input, file_id: int, sha256: str | None, read_ns: int) -> Entry:
    """The entry of a file that was read from `read_ns` on, its batch yet unnamed; of no size where it has no digest."""
    try:
        stat = given.file.stat()
        size, mtime_ns = stat.st_size if sha256 else -1, stat.st_mtime_ns
    except OSError:
        size, mtime_ns = -1, -1
    return Entry(location(given), size, mtime_ns, read_ns, sha256 or "", repr(given.settings), "", file_id)


def _entries(folder: Path) -> Iterator[Entry]:
    """The entries of a batch's folder; none where the readers have changed since, or it is no whole batch."""
    try:
        kept = json.loads((folder / _ENTRIES).read_text(encoding="utf-8"))
        if folder.name.startswith(_UNFINISHED) or kept["reader"] != reader_version():
            return
        entries = [Entry(**row)._replace(batch=folder.name) for row in kept["files"]]
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        return
    yield from entries


def location(given: Input) -> str:
    """Where a file stands, and the path that its rows name it by."""
    # As `Path.absolute` has it, which takes longer than all else that is asked of a small file.
    folder = "" if given.file.is_absolute() else f"{Path.cwd()}{os.sep}"
    return f"{folder}{given.file}\0{given.path}"


@lru_cache(maxsize=1)
def reader_version() -> str:
    """A digest of all that decides what is read from a file: these modules, those they rest on, and polars."""
    package = Path(schemas.__file__).parents[1]
    files = sorted(file for room in ("ingest", "domain", "schemas") for file in (package / room).rglob("*.py"))
    digest = hashlib.sha256(pl.__version__.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()
