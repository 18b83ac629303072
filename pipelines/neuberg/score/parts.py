"""Whole events: the pieces that a table is scored in, and the check that no event is in two parts.

A board is scored within its event, so a part may be scored alone if and only if no event is in another part too. That
is checked, never assumed: an event cut in two would get plausible matchpoints that are wrong.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl

from neuberg.errors import PartError

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
    event_id, size = event_id.rechunk(), event_id.len()
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
