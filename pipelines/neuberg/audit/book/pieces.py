"""Many lines worked through in pieces: what is worked out of one stays in the processor's cache."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from neuberg.score.packed import Integers

_LINES = 1 << 15
#: Rows are looked up one by one where fewer than one in so many is asked for.
_FEW = 20


def pieces(lines: int) -> Iterator[slice]:
    """The pieces of so many lines, one after another.

    >>> [piece.stop - piece.start for piece in pieces(40_000)]
    [32768, 7232]
    """
    return (slice(start, min(start + _LINES, lines)) for start in range(0, lines, _LINES))


def frames(lines: pl.DataFrame) -> Iterator[tuple[slice, pl.DataFrame]]:
    """The pieces of a frame of lines, and where each stands: a column in pieces need not be made one for it.

    >>> [(where, part.height) for where, part in frames(pl.DataFrame({"board": [1, 2]}))]
    [(slice(0, 2, None), 2)]
    """
    return ((where, lines[where]) for where in pieces(lines.height))


def rows_at(lines: pl.DataFrame, places: Integers) -> pl.DataFrame:
    """The rows of a frame at some places, which ascend.

    >>> rows_at(pl.DataFrame({"board": [4, 5, 6]}), np.array([0, 2]))["board"].to_list()
    [4, 6]
    """
    if places.size * _FEW < lines.height:
        return lines[pl.Series(places)]
    # A row looked up in a column of several pieces costs many times more than one kept.
    kept = np.zeros(lines.height, bool)
    kept[places] = True
    return lines.filter(pl.Series(kept))
