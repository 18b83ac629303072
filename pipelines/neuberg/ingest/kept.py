"""What earlier runs read, kept in a run's folder and found again by path, size, time and digest."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest.archive import is_running
from neuberg.ingest.lent import Lent, Stretch, check_columns, keep, read_kept
from neuberg.ingest.stage import Input, Tables

FOLDER = ".read"
_ENTRIES = "files.json"
_UNFINISHED = ".unfinished-"
#: The tables whose rows are of records; the others are small beside them.
_LARGE = ("boards", "results", "pairs")
#: A file changed again within the clock's grain of its reading may keep its time; its bytes are looked at again.
_GRAIN_NS = 2_000_000_000


#: What was read, by table: rows, or where they are.
Read = dict[str, pl.DataFrame | Lent]


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
    """What is kept of some files, one file's rows after the other's: the small tables, and where the large ones are.

    Args:
        folder: what is kept of the files.
        listed: how many rows each file has in each table.
        given: the files, by their keys, in their order.
    """

    def __init__(self, folder: Path, listed: dict[str, list[int]], file_ids: list[int]) -> None:
        self._folder = folder
        self._place = {file_id: place for place, file_id in enumerate(file_ids)}
        self._ends = {name: list(accumulate(rows)) for name, rows in listed.items()}
        self._tables: Tables = {}
        for name, ends in self._ends.items():
            file = folder / f"{name}.arrow"
            if name in _LARGE:
                # As far as can be told without its rows: whoever reads them looks at them.
                check_columns(file, name, pl.Schema(pl.read_ipc_schema(file)))
            else:
                kept = read_kept(file, name, ends[-1])
                self._tables[name] = schemas.conform(kept.lazy(), schemas.TABLES[name]).collect()
        if self._tables["files"]["file_id"].to_list() != file_ids:
            raise pl.exceptions.ComputeError(f"{folder}: rows of files that are not listed")

    def rows(self, file_ids: list[int], again: Callable[[list[int]], Tables]) -> Iterator[Read]:
        """The rows of some of the files, in their order, those of neighbours together.

        Args:
            file_ids: the keys of the files.
            again: reads files anew, where what is kept of them proves damaged.
        """
        places = [self._place[file_id] for file_id in file_ids]
        begin = 0
        for end in range(1, len(places) + 1):
            if end == len(places) or places[end] != places[end - 1] + 1:
                yield self._between(places[begin], places[end - 1], partial(again, file_ids[begin:end]))
                begin = end

    def small(self, file_id: int) -> Tables:
        """The rows of one file in the small tables."""
        place = self._place[file_id]
        return {name: frame[slice(*self._span(name, place, place))] for name, frame in self._tables.items()}

    def _span(self, name: str, first: int, last: int) -> tuple[int, int]:
        return (self._ends[name][first - 1] if first else 0), self._ends[name][last]

    def _between(self, first: int, last: int, again: Callable[[], Tables]) -> Read:
        found: Read = {}
        for name, ends in self._ends.items():
            begin, end = self._span(name, first, last)
            if name in self._tables:
                found[name] = self._tables[name][begin:end]
            elif end > begin:
                stretch = Stretch(self._folder / f"{name}.arrow", name, ends[-1], begin, end)
                own = [behind - begin for behind in ends[first : last + 1]]
                found[name] = Lent(stretch, own, partial(_table, again, name))
        return found


def _table(again: Callable[[], Tables], name: str) -> pl.DataFrame:
    return again()[name]


def _counts(frame: pl.DataFrame, file_ids: list[int]) -> list[int]:
    """How many rows each file has."""
    counted = dict(frame.group_by("file_id").len().iter_rows())
    return [counted.get(file_id, 0) for file_id in file_ids]


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
        found = self._load(entry.batch)
        self._used.add(entry.batch)
        return found

    def _loaded(self, name: str) -> Batch:
        folder = self._root / name
        listed: dict[str, list[int]] = json.loads((folder / _ENTRIES).read_text(encoding="utf-8"))["rows"]
        return Batch(folder, listed, [entry.file_id for entry in _entries(folder)])

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
    file_ids = [entry.file_id for entry in entries]
    rows = {name: _counts(frame, file_ids) for name, frame in tables.items()}
    text = json.dumps({"reader": reader_version(), "rows": rows, "files": [entry._asdict() for entry in entries]})
    root = directory / FOLDER
    unfinished = root / f"{_UNFINISHED}{hashlib.sha256(text.encode()).hexdigest()[:24]}-{os.getpid()}"
    unfinished.mkdir(parents=True, exist_ok=True)
    for name, frame in tables.items():
        keep(frame, unfinished / f"{name}.arrow")
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
