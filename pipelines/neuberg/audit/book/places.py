"""Places in many lists at once: most are short and stand one after another, and are ranked as the rows of a table."""

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.score.packed import Integers

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]

#: The widths of the tables: lists of more are ranked by sorting.
_WIDTHS = (8, 16, 32, 64)


def places(ratio: pl.Series, listed: Integers) -> pl.Series:
    """Each row's place in its list, the highest ratio first; equals share it, and a null has none.

    Args:
        ratio: of each row.
        listed: of each row, the number of its list.

    >>> places(pl.Series([0.5, 0.5, 0.75, None, 0.25]), np.array([1, 1, 1, 1, 2])).to_list()
    [2, 2, 1, None, 1]
    """
    together = bool((listed[1:] >= listed[:-1]).all())
    order = None if together else np.argsort(listed, kind="stable")
    value = ratio.fill_null(-np.inf).to_numpy()
    place = np.empty(listed.size, np.int32)
    _rank(value if order is None else value[order], listed if order is None else listed[order], place)
    if order is not None:
        place[order] = place.copy()
    if not ratio.null_count():
        return pl.Series(place)
    return pl.Series(place).zip_with(ratio.is_not_null(), pl.Series([None], dtype=pl.Int32))


def _rank(value: Floats, listed: Integers, place: Places) -> None:
    """Fill in each row's place, the rows of each list being together."""
    starts = np.flatnonzero(np.diff(listed, prepend=-1))
    many = np.diff(starts, append=listed.size)
    least = 0
    for width in _WIDTHS:
        some = np.flatnonzero((many > least) & (many <= width))
        _rank_short(value, starts[some], many[some], place)
        least = width
    long = np.flatnonzero(np.repeat(many > least, many))
    if long.size:
        frame = pl.DataFrame({"value": value[long], "listed": listed[long]})
        ranks = frame.select(pl.col("value").rank("min", descending=True).over("listed").cast(pl.Int32))
        place[long] = ranks.to_series().to_numpy()


def _rank_short(value: Floats, starts: Integers, many: Integers, place: Places) -> None:
    """Fill in the places of lists of about one length, a row of a table each."""
    most = int(many.max(initial=0))
    there = np.arange(most) < many[:, None]
    rows = (starts[:, None] + np.arange(most))[there]
    table = np.full(there.shape, -np.inf)
    table[there] = value[rows]
    above = np.ones(there.shape, np.int32)
    for column in range(most):
        above += table[:, column : column + 1] > table
    place[rows] = above[there]
