"""Scoring file to file: parts of whole events, several at a time, in memory that does not grow with their number."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from neuberg.errors import PartError
from neuberg.rules import Profile
from neuberg.score import narrow
from neuberg.score.book import Book
from neuberg.score.field_scores import Scores
from neuberg.score.fields import run_starts
from neuberg.score.lines import READ, SILENT, completed
from neuberg.score.parts import check_whole, pieces
from neuberg.score.sessions import matchpointed

#: Lines of a part in memory: what a part costs besides its lines is then small, and its columns take little room.
PART_LINES = 300_000


class _Part(NamedTuple):
    """A file of results: where its scores are to stand, the columns of it that say something, and its lines."""

    source: Path
    target: Path
    columns: list[str]
    lines: int


def score_files(
    files: list[tuple[Path, Path]], *, profile: Profile, events: pl.DataFrame | None = None, threads: int | None = None
) -> int:
    """The lines scored: each file of `results` to its file of `scores`, several at a time, in bounded memory.

    Args:
        files: pairs of a file of results, of whole events, and the file that its scores are to stand in.
        profile: the rule to score under.
        events: `event_id` and `winners`, where it is known; else it is seen from who sits where.
        threads: files at a time; None: one a core.

    Raises:
        PartError: an event is in two files, and no scores are left; or a file could not be read or written, which it
            names.
    """
    book = Book(profile)
    known = None if events is None else events.select("event_id", "winners").unique("event_id", keep="first")
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        parts = list(pool.map(lambda pair: _part(*pair), files))
        made = list(chain.from_iterable(pool.map(lambda parts: _score(parts, book, known), _together(parts))))
    names = check_whole((str(part.source), ids) for part, ids in zip(parts, made, strict=True))
    try:
        for _ in names:
            pass
    except PartError:
        for part in parts:
            part.target.unlink(missing_ok=True)
        raise
    return sum(part.lines for part in parts)


def _together(parts: list[_Part]) -> list[list[_Part]]:
    """The parts in their order, small ones several together."""
    batches: list[list[_Part]] = []
    room = 0
    for part in parts:
        if part.lines > room or not batches:
            batches.append([])
            room = PART_LINES
        batches[-1].append(part)
        room -= part.lines
    return batches


def _score(parts: list[_Part], book: Book, events: pl.DataFrame | None) -> list[pl.Series]:
    """Of each part its events, once its scores are written."""
    if len(parts) == 1 and parts[0].lines > PART_LINES:
        return [_score_large(parts[0], book, events)]
    tables = []
    for part in parts:
        with _named(part):
            tables.append(_read(part, 0, part.lines))
    with _named(parts[-1]):
        table, scores = _scored(pl.concat(tables, how="diagonal") if parts[1:] else tables[0], book, events)
    first = 0
    for part in parts:
        with _named(part), _written(part.target, book.profile) as write:
            write(table.slice(first, part.lines), scores.of_lines(first, part.lines))
        first += part.lines
    return [_events_of(each["event_id"]) for each in tables]


def _score_large(part: _Part, book: Book, events: pl.DataFrame | None) -> pl.Series:
    """The events of a part that is scored in pieces of whole events, each of which becomes a row group."""
    with _named(part), _written(part.target, book.profile) as write:
        ids = pl.scan_parquet(part.source, glob=False).select("event_id").collect().to_series()
        for first, lines in pieces(ids, about=PART_LINES):
            write(*_scored(_read(part, first, lines), book, events))
    return _events_of(ids)


def _events_of(ids: pl.Series) -> pl.Series:
    return ids.gather(run_starts(ids.to_frame(), ("event_id",))).unique()


def _scored(table: pl.DataFrame, book: Book, events: pl.DataFrame | None) -> tuple[pl.DataFrame, Scores]:
    seated = table if events is None else _with_winners(table, events)
    return table, matchpointed(completed(seated), book)


def _read(part: _Part, first: int, lines: int) -> pl.DataFrame:
    return pl.scan_parquet(part.source, glob=False).slice(first, lines).select("result_id", *part.columns).collect()


@contextmanager
def _named(part: _Part) -> Iterator[None]:
    """Whatever fails within says which part it was."""
    try:
        yield
    except (OSError, pl.exceptions.PolarsError, pa.ArrowException, PartError) as error:
        raise PartError(f"the part {part.source}: {error}") from error


def _part(source: Path, target: Path) -> _Part:
    """A file with what its footer tells: which columns say nothing, so that they need not be read."""
    try:
        footer = pq.read_metadata(source)
    except (OSError, pa.ArrowException) as error:
        raise PartError(f"the part {source}: {error}") from error
    silent: dict[str, bool] = {}
    for place in range(footer.num_columns):
        chunks = [footer.row_group(number).column(place) for number in range(footer.num_row_groups)]
        name = footer.schema.column(place).path.partition(".")[0]
        silent[name] = silent.get(name, True) and all(_says_only(SILENT.get(name), chunk) for chunk in chunks)
    said = [name for name in READ if name in silent and not (name in SILENT and silent[name])]
    return _Part(source, target, said, footer.num_rows)


def _says_only(value: object, chunk: pq.ColumnChunkMetaData) -> bool:
    """Whether a column is known to have nothing but null in a row group, or a value that stands for null."""
    known = chunk.statistics
    if known is None or not known.has_null_count:
        return False
    only = value is not None and known.has_min_max and known.min == known.max == value
    return bool(only or known.null_count == chunk.num_values)


def _with_winners(table: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """The lines with the `winners` of their event, each run of its lines looked up once."""
    starts = run_starts(table, ("event_id",))
    runs = table[["event_id"]][pl.Series(starts)].join(events, on="event_id", how="left", maintain_order="left")
    lengths = np.diff(starts, append=table.height)
    # Null where it is not known, which no number of winners is.
    winners = pl.Series("winners", np.repeat(runs["winners"].fill_null(0).to_numpy(), lengths))
    return table.with_columns(winners.replace(0, None) if runs["winners"].null_count() else winners)


@contextmanager
def _written(target: Path, profile: Profile) -> Iterator[Callable[[pl.DataFrame, Scores], None]]:
    """A writer of scores, a row group at a time, to a file that stands under its name only once it is whole."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(f".partial-{os.getpid()}")
    try:
        with narrow.writer(partial) as writer:
            yield lambda lines, scores: writer.write_table(
                narrow.table(lines, scores, profile), row_group_size=max(1, scores.line.size)
            )
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
