"""The files of a run read or, where they have not changed, taken from what an earlier run kept; in their order."""

import os
import stat
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from zlib import crc32

from neuberg.ingest import kept
from neuberg.ingest.archive import Archive
from neuberg.ingest.cutting import cut
from neuberg.ingest.kept import Entry, Kept, Part
from neuberg.ingest.making import Asked, make
from neuberg.ingest.stage import Input
from neuberg.ingest.workers import Workers, workers

#: About so many parts are made of an archive, of so many bytes at least and at most: enough of them to share out, and
#: as few files of each season as memory allows.
_PARTS, _SMALLEST, _LARGEST = 8, 1 << 24, 1 << 26
#: What a file costs besides its bytes, in bytes.
_OF_A_FILE = 2000
#: How many times its bytes in a container a member has, about.
_PACKED = 6
#: Bytes of input below which starting further processes costs more than it saves.
_WORTH_PROCESSES = 16_000_000


def read_into(written: Archive, found: list[Input], directory: Path, jobs: int | None = None) -> Iterator[Part]:
    """Add the tables of all files, in their order, to an archive; the parts of them, once each is added.

    Of files with the same bytes the first is read; the others are rows of `files`, with a problem that names it. What
    is read is kept in the folder `directory`, and what no file needs any more is removed from there at the end.
    """
    memory = Kept(directory)
    first: dict[str, str] = {}
    with workers(jobs) as pool:
        for given, part in _parts(found, memory, jobs, pool):
            settled = _settled(given, part, first, memory)
            written.add(settled.folder, settled.rows)
            yield settled
    memory.tidy()


def _parts(
    found: list[Input], memory: Kept, jobs: int | None, pool: Workers | None
) -> Iterator[tuple[list[Input], Part]]:
    """The files of each part with the part; those that are not as they were are made meanwhile."""
    statuses = [kept.status_of(given) for given in found]
    asked = _asked(found, statuses, memory)
    sizes = _sizes(found, statuses)
    about = min(max(1 << (sum(sizes) // _PARTS).bit_length(), _SMALLEST), _LARGEST)
    runs = list(cut(asked, [crc32(given.path.encode()) for given in found], sizes, about))
    whole = [memory.part_of([one.entry for one in run], [one.repeats for one in run]) for run in runs]
    new = sum(size for size, one in zip(sizes, asked, strict=True) if one.entry is None)
    is_worth_it = jobs is not None or new >= _WORTH_PROCESSES
    made = _made(
        [run for run, part in zip(runs, whole, strict=True) if not part], memory, pool if is_worth_it else None
    )
    for run, part in zip(runs, whole, strict=True):
        yield [one.given for one in run], part or next(made)


def _asked(found: list[Input], statuses: list[os.stat_result | None], memory: Kept) -> list[Asked]:
    """The files, with what is kept of them; which repeat others is told as far as it is known unread."""
    first: dict[str, str] = {}
    asked = []
    for given, status in zip(found, statuses, strict=True):
        entry = memory.find(given, status)
        asked.append(Asked(given, entry, _repeats(entry, first) if entry else None))
    return asked


def _repeats(entry: Entry, first: dict[str, str]) -> str | None:
    """The path of the file with the same bytes that was met before; None where this is the first."""
    original = first.setdefault(entry.sha256, entry.location) if entry.sha256 else entry.location
    return None if original == entry.location else kept.path_of(original)


def _sizes(found: list[Input], statuses: list[os.stat_result | None]) -> list[int]:
    """About what it takes to read each file, in bytes."""
    members = Counter(given.file for given in found if given.member)
    sizes = []
    for given, status in zip(found, statuses, strict=True):
        size = status.st_size if status and stat.S_ISREG(status.st_mode) else 0
        sizes.append(_OF_A_FILE + (_PACKED * size // members[given.file] if given.member else size))
    return sizes


def _made(asked: list[list[Asked]], memory: Kept, pool: Workers | None) -> Iterator[Part]:
    """The parts, by several processes where there is enough to do."""
    making = partial(make, root=memory.root)
    return map(making, asked) if pool is None or len(asked) < 2 else pool.in_order(making, asked)


def _settled(given: list[Input], part: Part, first: dict[str, str], memory: Kept) -> Part:
    """The part, now that it is known which of its files repeat others of the parts before it."""
    repeats = [_repeats(entry, first) for entry in part.entries]
    if repeats != [entry.repeats for entry in part.entries]:
        part = make([Asked(*one) for one in zip(given, part.entries, repeats, strict=True)], memory.root)
    memory.need(part)
    return part
