"""A part made: its new and changed files read, the rows of the others taken from what earlier runs kept of them."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.ingest import kept, stage
from neuberg.ingest.kept import Entry, Part
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import UNOPENED, Source
from neuberg.ingest.stage import Input, Tables

#: So many bytes or files are read together; memory goes by it, or by one larger file.
_BATCH_BYTES, _BATCH_FILES = 8_000_000, 1000
#: What reading a kept table that is gone or damaged raises.
_DAMAGE = (OSError, ValueError, KeyError, pl.exceptions.PolarsError)
_Opened = tuple[int, Input, Source | Reading]
#: The tables that reading makes.
INGESTED = ("files", "problems", "conservation", "events", "boards", "results", "pairs")


class Asked(NamedTuple):
    """A file of a part.

    Attributes:
        given: the file.
        entry: what is kept of it; None where it is to be read.
        repeats: the path of the file in an earlier part with the same bytes; None where none is known.
    """

    given: Input
    entry: Entry | None
    repeats: str | None = None


def make(asked: Sequence[Asked], root: Path) -> Part:
    """The part of some files, kept in the folder `root`; of those with the same bytes the first has its rows."""
    known = {number: one.entry for number, one in enumerate(asked) if one.entry}
    before = {entry.sha256: number for number, entry in reversed(known.items())}
    fresh, frames = _read(((number, one.given) for number, one in enumerate(asked) if not one.entry), before)
    repeats = _repeats(asked, known | fresh)
    here = {entry.sha256 for number, entry in (known | fresh).items() if not repeats[number]}
    # Of a file with the same bytes as another of these it is that one's rows which count; and nothing is kept of the
    # rows of a file that repeated one which is gone.
    due = {number: entry for number, entry in known.items() if not (repeats[number] and entry.sha256 in here)}
    taken, kept_frames = _taken({n: entry for n, entry in due.items() if repeats[n] or not entry.repeats}, root)
    again, read_frames = _read(((number, asked[number].given) for number in sorted(due.keys() - taken)), {})
    entries = known | fresh | again
    files = [(one.given, entries[number]._replace(repeats=repeats[number])) for number, one in enumerate(asked)]
    tables = _together([*frames, *kept_frames, *read_frames])
    files, tables = _with_repeated(files, tables)
    return kept.write(root, files, _in_order(tables, [entry.file_id for _, entry in files]))


def _read(files: Iterable[tuple[int, Input]], known: Mapping[str, int]) -> tuple[dict[int, Entry], list[Tables]]:
    """The entries of files, by their numbers, and the rows of those whose bytes none before them has.

    Args:
        files: the files, by their numbers, in order.
        known: the digests of other files, with their numbers.
    """
    entries: dict[int, Entry] = {}
    frames: list[Tables] = []
    seen: set[str] = set()
    for read_ns, batch in _batches(files):
        own: list[tuple[Input, Source | Reading]] = []
        for number, given, file in batch:
            found = file.source if isinstance(file, Reading) else file
            is_open = not found.digest.startswith(UNOPENED)
            entries[number] = kept.entry_of(given, found.file_id, found.digest if is_open else "", read_ns)
            is_first = found.digest not in seen and known.get(found.digest, number) >= number
            if not is_open or is_first:
                own.append((given, file))
            seen.add(found.digest)
        if own:
            frames.append(stage.read_opened([given for given, _ in own], [file for _, file in own]))
    return entries, frames


def _batches(files: Iterable[tuple[int, Input]]) -> Iterator[tuple[int, list[_Opened]]]:
    """The files, opened, as many as are read together, with the time before the first of them was."""
    read_ns, batch, filled = time.time_ns(), list[_Opened](), 0
    for number, given in files:
        file = stage.opened(given)
        batch.append((number, given, file))
        filled += len((file.source if isinstance(file, Reading) else file).data)
        if filled >= _BATCH_BYTES or len(batch) == _BATCH_FILES:
            yield read_ns, batch
            read_ns, batch, filled = time.time_ns(), [], 0
    if batch:
        yield read_ns, batch


def _repeats(asked: Sequence[Asked], entries: Mapping[int, Entry]) -> list[str | None]:
    """For each file the path of the first with the same bytes, where that is another."""
    first: dict[str, str] = {}
    found = []
    for number, (given, _, earlier) in enumerate(asked):
        digest = entries[number].sha256
        found.append(earlier or first.get(digest))
        if digest:
            first.setdefault(digest, given.path)
    return found


def _taken(wanted: Mapping[int, Entry], root: Path) -> tuple[set[int], list[Tables]]:
    """What is kept of files: their numbers, and their rows; those of a part that is damaged are not among them."""
    of_parts: dict[str, list[int]] = {}
    for number, entry in wanted.items():
        of_parts.setdefault(entry.part, []).append(number)
    taken: set[int] = set()
    frames: list[Tables] = []
    for name, numbers in of_parts.items():
        part = kept.read(root / name)
        ids = pl.Series([wanted[number].file_id for number in numbers], dtype=pl.Int64)
        is_of_them = pl.col("file_id").is_in(ids.implode())
        try:
            if part:
                frames.append({table: part.table(table).filter(is_of_them) for table in INGESTED})
                taken |= set(numbers)
        except _DAMAGE:
            continue
    return taken, frames


def _together(frames: Sequence[Tables]) -> Tables:
    """The rows of all, table by table, each taken out of its frames: of the large ones there are not two at a time."""
    return {name: pl.concat([frame.pop(name) for frame in frames], rechunk=True) for name in INGESTED}


def _with_repeated(files: list[tuple[Input, Entry]], tables: Tables) -> tuple[list[tuple[Input, Entry]], Tables]:
    """The files and tables with the rows of the files that repeat others, and the keys of these."""
    again: list[Tables] = []
    keyed: list[tuple[Input, Entry]] = []
    for given, entry in files:
        if entry.repeats:
            again.append(stage.superseded(given.path, entry.repeats, entry.sha256, tables))
            entry = entry._replace(file_id=again[-1]["files"]["file_id"][0])
        keyed.append((given, entry))
    if not again:
        return files, tables
    ids = pl.Series([frame["files"]["file_id"][0] for frame in again], dtype=pl.Int64)
    others = {name: rows.filter(~pl.col("file_id").is_in(ids.implode())) for name, rows in tables.items()}
    return keyed, _together([others, *again])


def _in_order(tables: Tables, file_ids: list[int]) -> Tables:
    """The rows of some files, one file's behind the other's."""
    if tables["files"]["file_id"].to_list() == file_ids:
        return tables
    places = pl.DataFrame(
        {"file_id": file_ids, "_place": range(len(file_ids))}, schema={"file_id": pl.Int64, "_place": pl.Int64}
    )
    places = places.unique("file_id", keep="first")
    return {
        name: rows.join(places, on="file_id").sort("_place", maintain_order=True).drop("_place")
        for name, rows in tables.items()
    }
