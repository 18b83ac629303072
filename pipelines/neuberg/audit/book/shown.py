"""What is printed on the lines: figures in units of their last place, and which are the profile's own values."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.pieces import frames
from neuberg.audit.book.placed import Placed
from neuberg.audit.book.rounding import Booleans
from neuberg.score.packed import Integers

QUANTITIES = ("mp", "pct")
#: What a figure is beside the profile's own value: away from it, or within half a unit of its last place.
AWAY, BELOW, EXACT, ABOVE = range(4)
_DECIMALS = {quantity: f"published_{quantity}_decimals" for quantity in QUANTITIES}
_MOST_DECIMALS = 6
_TENS = 10 ** np.arange(_MOST_DECIMALS + 1)
_MOST = 1 << 40
#: Whole numbers up to this are as exact in floating point, in which a processor multiplies several at once.
_EXACT_IN_64 = 1 << 53

Floats = npt.NDArray[np.float64]


class Shown(NamedTuple):
    """A column of printed figures.

    Attributes:
        printed: of each line, the figure as it is printed.
        decimals: of each line, the places that its event shows.
        is_there: whether the line has one.
        beside: of each line, which of `AWAY`, `BELOW`, `EXACT` and `ABOVE` it is; away where there is none.
    """

    printed: Floats
    decimals: npt.NDArray[np.int8]
    is_there: Booleans
    beside: npt.NDArray[np.int8]

    def figures(self, lines: Integers) -> Integers:
        """The figures of some lines that have one, in units of the last place."""
        return np.rint(self.printed[lines] * _TENS[self.decimals[lines]]).astype(np.int64)

    def are_away(self) -> Integers:
        """The lines whose figure is further than half a unit from the profile's own value."""
        return np.flatnonzero(self.is_there & (self.beside == AWAY))


def with_decimals(lines: pl.DataFrame, own: Placed) -> pl.DataFrame:
    """The lines with the event's most decimals in place of each line's own."""
    changed = [_of_event(lines[name], own) for name in _DECIMALS.values() if _are_several(lines[name])]
    return lines.with_columns(changed)


def _are_several(decimals: pl.Series) -> bool:
    """Whether an event may show more decimals than one of its lines, or more than are compared."""
    if decimals.null_count() == decimals.len():
        return False
    low, high = decimals.min(), decimals.max()
    return bool(decimals.null_count()) or low != high or not isinstance(high, int) or high > _MOST_DECIMALS


def _of_event(decimals: pl.Series, own: Placed) -> pl.Series:
    event = own.event[own.session][own.board]
    most = np.full(own.events.size, -1, np.int64)
    np.maximum.at(most, event, decimals.cast(pl.Int64).fill_null(-1).to_numpy())
    known = pl.DataFrame({"most": np.minimum(most, _MOST_DECIMALS)})
    whole = known.select(pl.when(pl.col("most") >= 0).then("most").cast(decimals.dtype)).to_series()
    return whole.gather(event).alias(decimals.name)


def shown_on(lines: pl.DataFrame) -> dict[str, Shown]:
    """What each column of printed figures shows that has any, such as `ns_mp`."""
    found: dict[str, Shown] = {}
    for quantity in QUANTITIES:
        names = [side for side in ("ns", "ew") if _has_any(lines[f"published_{side}_{quantity}"])]
        if names:
            decimals = lines[_DECIMALS[quantity]].cast(pl.Int8).fill_null(0).to_numpy()
            found |= {f"{side}_{quantity}": _column(lines, side, quantity, decimals) for side in names}
    return found


def _has_any(figures: pl.Series) -> bool:
    return figures.null_count() < figures.len()


def _column(lines: pl.DataFrame, side: str, quantity: str, decimals: npt.NDArray[np.int8]) -> Shown:
    published = _bounded(lines[f"published_{side}_{quantity}"])
    printed, is_there = published.to_numpy(), np.ones(lines.height, bool)
    if published.null_count():
        is_there = published.is_not_null().to_numpy()
    scores = lines.select(num=f"{side}_num", den="den", top="top" if quantity == "pct" else pl.lit(1))
    times = 100 if quantity == "pct" else 1
    num, den, top = (most or 0 for most in scores.max().row(0))
    in_floats = max(num * times * int(_TENS[decimals.max()]), den * top) <= _EXACT_IN_64
    beside = np.empty(lines.height, np.int8)
    for part, own in frames(scores.drop("top") if top == 1 else scores):
        unit = _unit(decimals[part])
        off = np.rint(printed[part] * unit)
        if not in_floats:
            off = np.nan_to_num(off).astype(np.int64)
        # All of one type: numbers of two are brought to one a few at a time.
        full, value = (whole(own[name]).astype(off.dtype) for name in ("den", "num"))
        if top != 1:
            full *= whole(own["top"])
        off *= full
        value *= times * unit
        off -= value
        beside[part] = _beside(off, full)
    beside *= is_there
    return Shown(printed, decimals, is_there, beside)


def _bounded(published: pl.Series) -> pl.Series:
    """The figures, those that no one prints brought to what still fits: they are not told apart."""
    low, high = published.min(), published.max()
    fits = isinstance(low, float) and isinstance(high, float) and low >= -_MOST and high <= _MOST
    return published if fits else published.clip(-_MOST, _MOST)


def _beside(off: Integers | Floats, full: Integers) -> npt.NDArray[np.int8]:
    """What figures are beside their values, from what they are off in parts of which a unit has so many."""
    beside = (off >= 0).view(np.int8)
    beside += off > 0
    beside += BELOW
    beside *= (2 * np.abs(off) <= full) & (full > 0)
    return beside


def _unit(decimals: npt.NDArray[np.int8]) -> Integers:
    """How many units of its last place each figure's one is; one number where all show as many places."""
    alike = bool((decimals == decimals[0]).all())
    unit: Integers = _TENS[decimals[:1] if alike else decimals]
    return unit


def whole(column: pl.Series) -> Integers:
    """The numbers of a column, nought where there is none."""
    return (column.fill_null(0) if column.null_count() else column).cast(pl.Int64).to_numpy()
