"""The files of a run read or, where they have not changed, taken from what an earlier run kept; in their order."""

import stat
import time
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

from neuberg.ingest import kept, stage
from neuberg.ingest.archive import Archive
from neuberg.ingest.kept import Entry, Kept, Read
from neuberg.ingest.lent import DAMAGE
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source
from neuberg.ingest.stage import Input, Tables
from neuberg.ingest.workers import Workers, workers

#: A batch is read and kept together: so many bytes or files, or one larger file.
_BATCH_BYTES, _BATCH_FILES = 8_000_000, 1000
#: Bytes of input below which starting further processes costs more than it saves.
_WORTH_PROCESSES = 16_000_000


def read_into(written: Archive, found: list[Input], directory: Path, jobs: int | None = None) -> Iterator[Read]:
    """Add the tables of all files, in their order, to an archive; those of neighbours at a time, once they are added.

    Of files with the same bytes the first is read; the others are rows of `files`, with a problem that names it. What
    is read is kept in the folder `directory`, and what no file needs any more is removed from there at the end.
    """
    memory = Kept(directory)
    with workers(jobs) as pool, written.written_by(pool):
        entries = _entries(found, memory, directory, jobs, pool)
        first: dict[str, Entry] = {}
        for _, some in groupby(entries, key=lambda pair: pair[1].batch):
            for read in _rows(list(some), memory, directory, first):
                for name, rows in read.items():
                    written.append(name, rows)
                yield read
    memory.tidy()


def _entries(
    found: list[Input], memory: Kept, directory: Path, jobs: int | None, pool: Workers | None
) -> Iterator[tuple[Input, Entry]]:
    """Every file with the entry of its rows, in order; the new and the changed are read meanwhile."""
    places = [kept.location(given) for given in found]
    old = [memory.find(given, place) for given, place in zip(found, places, strict=True)]
    batches = list(_batches([given for given, entry in zip(found, old, strict=True) if entry is None]))
    fresh = _read_batches(batches, directory, jobs, pool)
    entries: dict[str, Entry] = {}
    for given, place, entry in zip(found, places, old, strict=True):
        while entry is None and (entry := entries.pop(place, None)) is None:
            entries |= {one.location: one for name in next(fresh) for one in memory.taken_up(name)}
        yield given, entry


def _batches(found: list[Input]) -> Iterator[tuple[int, list[Input]]]:
    """The files by batches, each with the bytes in it."""
    batch: list[Input] = []
    filled = 0
    for given in found:
        size = _size(given)
        if batch and (filled + size > _BATCH_BYTES or len(batch) == _BATCH_FILES):
            yield filled, batch
            batch, filled = [], 0
        batch.append(given)
        filled += size
    if batch:
        yield filled, batch


def _size(given: Input) -> int:
    try:
        status = given.file.stat()
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _read_batches(
    sized: list[tuple[int, list[Input]]], directory: Path, jobs: int | None, pool: Workers | None
) -> Iterator[list[str]]:
    """The names of the batches that each list of files is kept in; by several processes where there is enough to do."""
    batches = [batch for _, batch in sized]
    is_worth_it = jobs is not None or sum(size for size, _ in sized) >= _WORTH_PROCESSES
    if pool is None or len(batches) < 2 or not is_worth_it:
        yield from (_read_batch(batch, directory) for batch in batches)
        return
    yield from pool.in_order(partial(_read_batch, directory=directory), batches)


def _read_batch(given: list[Input], directory: Path) -> list[str]:
    """Read files and keep them in a batch; those that repeat the bytes of another in a further one."""
    read_ns = time.time_ns()
    files = [stage.opened(one) for one in given]
    seen: set[str] = set()
    own: list[tuple[Input, Source | Reading]] = []
    again: list[tuple[Input, Source | Reading]] = []
    for one, file in zip(given, files, strict=True):
        digest = str(file.file()["file_id"]) if isinstance(file, Reading) else file.digest
        (again if digest in seen else own).append((one, file))
        seen.add(digest)
    inputs = [one for one, _ in own]
    name = kept.write(directory, inputs, stage.read_opened(inputs, [file for _, file in own]), read_ns)
    return [name, *(_read_batch([one for one, _ in again], directory) if again else [])]


def _rows(some: list[tuple[Input, Entry]], memory: Kept, directory: Path, first: dict[str, Entry]) -> Iterator[Read]:
    """The rows of files of one batch."""
    try:
        memory.load(some[0][1])
    except DAMAGE:  # Removed by another run, or damaged: what is kept can be had again.
        some = _kept_anew([given for given, _ in some], memory, directory)
    for _, together in groupby(some, key=lambda pair: pair[1].batch):
        yield from _of_batch(list(together), memory, first)


def _kept_anew(given: list[Input], memory: Kept, directory: Path) -> list[tuple[Input, Entry]]:
    entries = {entry.location: entry for name in _read_batch(given, directory) for entry in memory.taken_up(name)}
    return [(one, entries[kept.location(one)]) for one in given]


def _of_batch(some: list[tuple[Input, Entry]], memory: Kept, first: dict[str, Entry]) -> Iterator[Read]:
    """The rows of files of a batch that is whole: those of neighbours together, but for those that repeat a file."""
    batch = memory.load(some[0][1])
    again = partial(_read_again, {entry.file_id: given for given, entry in some})
    own: list[int] = []
    for given, entry in some:
        original = first.setdefault(entry.sha256, entry) if entry.sha256 else entry
        if original is entry:
            own.append(entry.file_id)
            continue
        yield from batch.rows(own, again)
        own = []
        yield dict(stage.superseded(given, memory.load(original).small(original.file_id)))
    yield from batch.rows(own, again)


def _read_again(given: dict[int, Input], file_ids: list[int]) -> Tables:
    some = [given[file_id] for file_id in file_ids]
    return stage.read_opened(some, [stage.opened(one) for one in some])
