"""Totals of a rule that does not round, told apart exactly: near ones as fractions, which are few."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from neuberg.score.packed import Integers

Floats = npt.NDArray[np.float64]
#: Totals nearer than so many units are held against each other as fractions: each board of theirs is off by half a one.
_NEAR = 100


def separated(ratio: Floats, top: Integers, listed: Integers, exact: Callable[[int], Fraction]) -> Floats:
    """The shares, equal just where they are exactly so.

    Args:
        ratio: units over the top, of each row.
        top: of each row; positive.
        listed: the number of its list.
        exact: the exact share of a row, by its place.

    >>> shares = separated(np.array([5_000_001, 5e6, 4e6]), np.ones(3, int), np.ones(3, int), lambda _: Fraction(5))
    >>> shares.tolist()
    [5000000.0, 5000000.0, 4000000.0]
    """
    found = ratio.copy()
    for rows in _near(ratio, top, listed):
        shares = [exact(int(row)) for row in rows]
        value, before = found[rows].min(), None
        for share, row in sorted(zip(shares, rows.tolist(), strict=True)):
            if before is not None and share != before:
                value = np.nextafter(value, np.inf)
            found[row], before = value, share
    return found


def _near(ratio: Floats, top: Integers, listed: Integers) -> Iterator[Integers]:
    """The rows of each list that stand next to one another, each near the next, and are not all alike."""
    order = np.lexsort((ratio, listed))
    apart = np.diff(ratio[order]) * top[order][1:]
    starts = np.concatenate([[True], (np.diff(listed[order]) != 0) | (apart >= _NEAR)])
    cluster = np.cumsum(starts) - 1
    differs = np.concatenate([[False], ~starts[1:] & (apart > 0)])
    asked = np.unique(cluster[differs])
    first = np.flatnonzero(starts)
    last = np.append(first[1:], order.size)
    for number in asked.tolist():
        yield order[first[number] : last[number]]
