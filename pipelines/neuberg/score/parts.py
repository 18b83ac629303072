"""Scoring by parts: pieces of whole events in memory, files of whole events on disk; memory does not grow with either.

A board is scored within its event, so a part may be scored alone if and only if no event is in another part too. That
is checked, never assumed: an event cut in two would get plausible matchpoints that are wrong.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.errors import PartError
from neuberg.rules import Profile

#: Lines of a piece: its columns stay in the processor's caches, and what a piece costs besides is small.
PIECE_LINES = 150_000


def pieces(event_id: pl.Series, about: int = PIECE_LINES) -> list[tuple[int, int]]:
    """Whole events in their order, about so many lines each: first line and number of lines.

    One piece where the lines of some event stand apart.

    >>> pieces(pl.Series([7, 7, 8, 8, 8, 9]), about=2)
    [(0, 2), (2, 4)]
    >>> pieces(pl.Series([7, 8, 7]), about=1)
    [(0, 3)]
    """
    size = event_id.len()
    starts = np.flatnonzero((event_id != event_id.shift()).fill_null(True).to_numpy())
    if size <= about or event_id[starts].n_unique() < starts.size:
        return [(0, size)]
    wanted = np.arange(0, size, about)
    cuts = np.unique(starts[np.searchsorted(starts, wanted, side="right") - 1])
    return list(zip(cuts.tolist(), np.diff(cuts, append=size).tolist(), strict=True))


def in_pieces(
    table: pl.DataFrame, scored: Callable[[pl.DataFrame], pl.DataFrame], threads: int | None = None
) -> pl.DataFrame:
    """What the function makes of the table, piece by piece, several at a time, in the order of the lines."""
    cut = pieces(table["event_id"])
    if len(cut) == 1:
        return scored(table)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return pl.concat(pool.map(lambda piece: scored(table.slice(*piece)), cut))


def check_whole(events: Iterable[tuple[str, pl.Series]]) -> Iterator[str]:
    """The names of the parts, in their order, each once its events are known to be in no part before it.

    Args:
        events: of each part its name and the events that it has.

    Raises:
        PartError: an event is in two parts.

    >>> list(check_whole([("a", pl.Series([1, 2])), ("b", pl.Series([3]))]))
    ['a', 'b']
    """
    seen: dict[int, str] = {}
    for name, ids in events:
        for event in ids.unique():
            if (other := seen.setdefault(event, name)) != name:
                raise PartError(f"event {event} is in two parts, {other} and {name}; wanted whole events in each")
        yield name


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
        PartError: an event is in two files; no scores of the later one are left.
        NeubergError: a file could not be read or written; it names the file.
    """
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        made = list(pool.map(lambda pair: _score_file(pair[0], pair[1], profile, events), files))
    names = check_whole((str(source), ids) for (source, _), (ids, _) in zip(files, made, strict=True))
    try:
        for _ in names:
            pass
    except PartError:
        for _, target in files:
            target.unlink(missing_ok=True)
        raise
    return sum(lines for _, lines in made)


def _score_file(source: Path, target: Path, profile: Profile, events: pl.DataFrame | None) -> tuple[pl.Series, int]:
    from neuberg.score.lines import READ, complete
    from neuberg.score.stage import NARROW, score_lines

    try:
        given = pl.scan_parquet(source, glob=False)
        present = [name for name in READ if name in given.collect_schema().names()]
        table = given.select("result_id", *present).collect()
        if events is not None:
            table = table.join(events, on="event_id", how="left", maintain_order="left")
        scores = score_lines(complete(table.lazy()).collect(), profile, NARROW)
        keyed = table.select("result_id", "event_id")
        if scores.height > table.height:
            keyed = keyed[scores["_row"]]
        narrow = schemas.conform(scores.hstack(keyed).lazy(), schemas.SCORES).drop("season").collect()
        write_whole(narrow, target)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise PartError(f"the part {source}: {error}") from error
    return table["event_id"].unique(), table.height


def write_whole(frame: pl.DataFrame, target: Path) -> None:
    """Write a file that stands under its name only once it is whole; of one row group, so that no event crosses any."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(f".partial-{os.getpid()}")
    try:
        frame.write_parquet(partial, row_group_size=max(1, frame.height), compression="lz4")
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
