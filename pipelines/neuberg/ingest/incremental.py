"""The files of a run read or, where they have not changed, taken from what an earlier run kept; in their order."""

import os
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

import polars as pl

from neuberg.ingest import kept, stage
from neuberg.ingest.kept import Batch, Entry, Kept
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source
from neuberg.ingest.stage import Input, Tables

#: A batch is read and kept together: so many bytes or files, or one larger file.
_BATCH_BYTES, _BATCH_FILES = 8_000_000, 1000
#: Bytes of input below which starting a second process costs more than it saves.
_WORTH_A_POOL = 16_000_000


def read_all(found: list[Input], directory: Path, jobs: int | None = None) -> Iterator[Tables]:
    """The tables of all files in their order, those of neighbours at a time.

    Of files with the same bytes the first is read; the others are rows of `files`, with a problem that names it. What
    is read is kept in the folder `directory`, and what no file needs any more is removed from there at the end.
    """
    memory = Kept(directory)
    first: dict[str, Entry] = {}
    entries = _entries(found, memory, directory, jobs)
    for _, some in groupby(entries, key=lambda pair: pair[1].batch):
        yield from _tables(list(some), memory, first)
    memory.tidy()


def _entries(found: list[Input], memory: Kept, directory: Path, jobs: int | None) -> Iterator[tuple[Input, Entry]]:
    """Every file with the entry of its rows, in order; the new and the changed are read meanwhile."""
    places = [kept.location(given) for given in found]
    old = [memory.find(given, place) for given, place in zip(found, places, strict=True)]
    batches = list(_batches([given for given, entry in zip(found, old, strict=True) if entry is None]))
    fresh = _read_batches(batches, directory, jobs)
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


def _read_batches(sized: list[tuple[int, list[Input]]], directory: Path, jobs: int | None) -> Iterator[list[str]]:
    """The names of the batches that each list of files is kept in; by several processes where there is enough to do."""
    batches = [batch for _, batch in sized]
    processes = min(jobs or os.cpu_count() or 1, len(batches))
    if processes < 2 or (jobs is None and sum(size for size, _ in sized) < _WORTH_A_POOL):
        yield from (_read_batch(batch, directory) for batch in batches)
        return
    # Forking a process that runs polars' threads can hang; a spawned one starts clean.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(_read_batch, directory=directory), batches)


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


def _read_again(given: list[Input]) -> tuple[Batch, list[tuple[Input, Entry]]]:
    tables = stage.read_opened(given, [stage.opened(one) for one in given])
    files = list(tables["files"].select("file_id", "sha256").iter_rows())
    now = time.time_ns()
    entries = [
        (one, kept.entry_of(one, file_id, sha256, now)) for one, (file_id, sha256) in zip(given, files, strict=True)
    ]
    return Batch(tables, [file_id for file_id, _ in files]), entries


def _tables(some: list[tuple[Input, Entry]], memory: Kept, first: dict[str, Entry]) -> Iterator[Tables]:
    """The tables of files of one batch."""
    own: list[int] = []
    try:
        batch = memory.load(some[0][1])
    except (
        OSError,
        ValueError,
        KeyError,
        pl.exceptions.PolarsError,
    ):  # Removed by another run, or damaged: what is kept can be had again.
        batch, some = _read_again([given for given, _ in some])
    for given, entry in some:
        if entry.sha256 and entry.sha256 in first:
            yield from batch.rows(own)
            own = []
            original = first[entry.sha256]
            yield from (stage.superseded(given, tables) for tables in memory.load(original).rows([original.file_id]))
            continue
        first[entry.sha256] = entry
        own.append(entry.file_id)
    yield from batch.rows(own)
