"""Totals as they are compared: exact sums of fractions, as whole numbers of a unit that an event has in common."""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.score.packed import Integers, distinct

#: A total as the fractions that it is the sum of.
PARTS = pl.List(pl.Struct({"num": pl.Int64, "den": pl.Int64}))
#: Figures that are printed, such as a carry-over, are decimals of at most six places; so are totals.
PRINTED_UNIT = 1_000_000
_DECIMALS = 6
_HUNDREDTHS = 10_000
#: Below this a denominator is taken as it is; of greater ones, such as an award's, little is left when reduced.
_SMALL = 10_000
#: Units times what they are divided by stay below this: floats hold such numbers, and unequal quotients are unequal.
_MOST = 1 << 51
#: Units stay below `_MOST` over this, so that hundredths of a per cent of them are found within 63 bits.
_ROOM = 1 << 5


class Compared(NamedTuple):
    """What totals come to, a value a row.

    Attributes:
        total: with what was carried over, the nearest number of six decimals.
        order: greater where the total over what it is divided by is, and equal just where it is; within an event.
        hundredths: of a per cent of the tops, half up, without what was carried over; 0 where there are no tops.
    """

    total: npt.NDArray[np.float64]
    order: npt.NDArray[np.float64]
    hundredths: Integers

    def put(self, rows: Integers, some: "Compared") -> None:
        """These for some of the rows."""
        for values, those in zip(self, some, strict=True):
            values[rows] = those


class Totals(NamedTuple):
    """Totals to be compared.

    Attributes:
        event: of each row its event.
        own: its own fractions, as `PARTS`.
        carried: what was carried over, as printed, or null.
        over: what the total is divided by to be compared, positive.
        whole: the tops, or 0.
    """

    event: Integers
    own: pl.Series
    carried: pl.Series
    over: Integers
    whole: Integers


class _Parts(NamedTuple):
    """Fractions, each of a row."""

    row: Integers
    num: Integers
    den: Integers

    def of(self, rows: Integers, size: int) -> "_Parts":
        """Those of some of so many rows, these numbered in their order."""
        place = np.full(size, -1)
        place[rows] = np.arange(rows.size)
        mine = np.flatnonzero(place[self.row] >= 0)
        return _Parts(place[self.row[mine]], self.num[mine], self.den[mine])

    def summed(self, unit: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The sum of each row, in its own unit."""
        values = self.num.astype(unit.dtype) * (unit[self.row] // self.den)
        total = np.zeros(unit.size, unit.dtype)
        np.add.at(total, self.row, values)
        return total


def compared(totals: Totals) -> Compared:
    """What the totals come to.

    >>> thirds = [[{"num": 100, "den": 3}] * 2, [{"num": 50, "den": 3}, {"num": 50, "den": 1}]]
    >>> one, carried = np.ones(2, np.int64), pl.Series([None, None], dtype=pl.Float64)
    >>> found = compared(Totals(one, pl.Series(thirds, dtype=PARTS), carried, one, 200 * one))
    >>> found.total.tolist(), bool(found.order[0] == found.order[1]), found.hundredths.tolist()
    ([66.666667, 66.666667], True, [3333, 3333])
    """
    size = totals.event.size
    event = np.unique(totals.event, return_inverse=True)[1]
    own, carried = _exploded(totals.own), _printed(totals.carried)
    units = _common(event, own, carried)
    is_small = _are_small(totals, event, units, own, carried)
    found = Compared(np.zeros(size), np.zeros(size), np.zeros(size, np.int64))
    # Whole numbers of any size for the few events whose unit is a large one: many tables, and few of one number.
    for dtype, of_events in ((np.int64, is_small), (object, ~is_small)):
        rows = np.flatnonzero(of_events[event])
        if rows.size:
            unit = np.array([unit if mine else 1 for unit, mine in zip(units, of_events, strict=True)], dtype)
            sums = own.of(rows, size).summed(unit[event[rows]]), carried.of(rows, size).summed(unit[event[rows]])
            found.put(rows, _come_to(*sums, unit[event[rows]], totals.over[rows], totals.whole[rows]))
    return found


def _come_to(
    own: npt.NDArray[Any], carried: npt.NDArray[Any], unit: npt.NDArray[Any], over: Integers, whole: Integers
) -> Compared:
    """What sums of units come to; all of 63 bits, or all of any size."""
    total, tops = own + carried, unit * np.maximum(whole, 1)
    hundredths = np.where(whole > 0, (2 * _HUNDREDTHS * own + tops) // (2 * tops), 0)
    order = total / over
    if unit.dtype == object:
        # Quotients by two numbers differ by one over their product or more, so these whole numbers do, too.
        fine = int(over.max()) ** 2 + 1
        order = np.unique(total * fine // over.astype(object), return_inverse=True)[1]
    return Compared((total / unit).astype(np.float64).round(_DECIMALS), order, hundredths.astype(np.int64))


def _common(event: Integers, *parts: _Parts) -> list[int]:
    """Of each event the least unit of which all its fractions are whole numbers."""
    units = [1] * (int(event.max(initial=-1)) + 1)
    rows, dens = (np.concatenate([getattr(some, name) for some in parts]) for name in ("row", "den"))
    firsts, _ = distinct(iter((event[rows], dens)))
    for number, den in zip(event[rows[firsts]].tolist(), dens[firsts].tolist(), strict=True):
        units[number] = math.lcm(units[number], den)
    return units


def _are_small(totals: Totals, event: Integers, units: list[int], *parts: _Parts) -> npt.NDArray[np.bool_]:
    """Of each event whether its totals are so few units that floats tell them apart."""
    sizes = sum(np.bincount(some.row, np.abs(some.num / some.den), event.size) for some in parts)
    most = np.zeros(len(units))
    sizes = np.maximum(np.maximum(sizes, totals.whole), 1)
    np.maximum.at(most, event, sizes * np.maximum(np.maximum(totals.over, totals.whole), _ROOM))
    return np.array([unit * bound < _MOST for unit, bound in zip(units, most.tolist(), strict=True)], bool)


def _exploded(own: pl.Series) -> _Parts:
    """The fractions of each row, those of large denominators reduced."""
    row = np.repeat(np.arange(own.len()), own.list.len().fill_null(0).to_numpy())
    parts = own.explode(empty_as_null=False, keep_nulls=False).struct
    return _reduced(row, parts.field("num").to_numpy(), parts.field("den").to_numpy())


def _printed(carried: pl.Series) -> _Parts:
    """What was printed, as decimals."""
    row = np.flatnonzero(carried.is_not_null().to_numpy())
    num = np.rint(carried.gather(row).to_numpy() * PRINTED_UNIT).astype(np.int64)
    return _reduced(row, num, np.full(row.size, PRINTED_UNIT))


def _reduced(row: Integers, num: Integers, den: Integers) -> _Parts:
    large = np.flatnonzero(den > _SMALL)
    if large.size:
        num, den = num.copy(), den.copy()
        divisor = np.gcd(num[large], den[large])
        num[large] //= divisor
        den[large] //= divisor
    return _Parts(row, num, den)
