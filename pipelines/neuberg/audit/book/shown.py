"""What is printed on the lines: figures in units of their last place, and which are the profile's own values."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.pieces import pieces
from neuberg.audit.book.placed import Placed
from neuberg.audit.book.rounding import Booleans
from neuberg.score.packed import Integers

QUANTITIES = ("mp", "pct")
_DECIMALS = {quantity: f"published_{quantity}_decimals" for quantity in QUANTITIES}
_MOST_DECIMALS = 6
_TENS = 10 ** np.arange(_MOST_DECIMALS + 1)
_MOST = 1 << 40


class Shown(NamedTuple):
    """A column of printed figures.

    Attributes:
        figure: of each line, in units of the last place; nought where there is none.
        decimals: of each line, the places that its event shows.
        is_there: whether the line has one.
        is_near: whether it is within half a unit of the profile's own value.
        above: 1 where it is above that, -1 where it is below, and nought where it is the value to the last fraction.
    """

    figure: Integers
    decimals: Integers
    is_there: Booleans
    is_near: Booleans
    above: npt.NDArray[np.int8]


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
            decimals = _whole(lines[_DECIMALS[quantity]])
            found |= {f"{side}_{quantity}": _column(lines, side, quantity, decimals) for side in names}
    return found


def _has_any(figures: pl.Series) -> bool:
    return figures.null_count() < figures.len()


def _column(lines: pl.DataFrame, side: str, quantity: str, decimals: Integers) -> Shown:
    published = lines[f"published_{side}_{quantity}"]
    most = published.abs().max()
    if isinstance(most, float) and most > _MOST:
        # What no one prints is not told apart, and fits.
        published = published.clip(-_MOST, _MOST)
    is_there, printed = published.is_not_null().to_numpy(), published.to_numpy()
    num, den, top = (_whole(lines[name]) for name in (f"{side}_num", "den", "top"))
    figure, above = np.empty(lines.height, np.int64), np.zeros(lines.height, np.int8)
    is_near, times = np.empty(lines.height, bool), 100 if quantity == "pct" else 1
    for part in pieces(lines.height):
        unit, full = _unit(decimals[part]), den[part] * top[part] if quantity == "pct" else den[part]
        figure[part] = np.where(is_there[part], np.rint(printed[part] * unit), 0)
        off = figure[part] * full
        off -= num[part] * (times * unit)
        is_near[part] = is_there[part] & (full > 0)
        # Few are not the value itself.
        rest = np.flatnonzero(off)
        above[part][rest] = np.sign(off[rest])
        is_near[part][rest] &= 2 * np.abs(off[rest]) <= full[rest]
    return Shown(figure, decimals, is_there, is_near, above)


def _unit(decimals: Integers) -> Integers:
    """How many units of its last place each figure's one is; one number where all show as many places."""
    alike = bool((decimals == decimals[0]).all())
    unit: Integers = _TENS[decimals[:1] if alike else decimals]
    return unit


def _whole(column: pl.Series) -> Integers:
    return (column.fill_null(0) if column.null_count() else column).cast(pl.Int64).to_numpy()
