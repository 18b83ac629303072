"""Places in many lists at once: most are short and stand one after another, and are ranked as the rows of a table."""

import numpy as np
import polars as pl

from neuberg.score.packed import Integers

#: Lists of more than this are ranked by sorting.
_SHORT = 64
#: A table may be so many times as large as what stands in it.
_ROOM = 4


def places(ratio: pl.Series, listed: Integers) -> pl.Series:
    """Each row's place in its list, the highest ratio first; equals share it, and a null has none.

    Args:
        ratio: of each row.
        listed: of each row, the number of its list.

    >>> places(pl.Series([0.5, 0.5, 0.75, None, 0.25]), np.array([1, 1, 1, 1, 2])).to_list()
    [2, 2, 1, None, 1]
    """
    starts = np.flatnonzero(np.diff(listed, prepend=-1))
    many = np.diff(starts, append=listed.size)
    most = int(many.max(initial=0))
    together = bool((np.diff(listed[starts]) > 0).all())
    if not together or most > _SHORT or most * many.size > _ROOM * listed.size:
        frame = pl.DataFrame({"ratio": ratio, "listed": listed})
        return frame.select(pl.col("ratio").rank("min", descending=True).over("listed").cast(pl.Int32)).to_series()
    there = np.arange(most) < many[:, None]
    table = np.full(there.shape, -np.inf)
    table[there] = ratio.fill_null(-np.inf).to_numpy()
    place = np.ones(there.shape, np.int32)
    for column in range(most):
        place += table[:, column : column + 1] > table
    return pl.Series(place[there]).zip_with(ratio.is_not_null(), pl.Series([None], dtype=pl.Int32))
