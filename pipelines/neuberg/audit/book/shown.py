"""What is printed on the lines: figures in units of their last place, and which are the profile's own values."""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.placed import Placed
from neuberg.audit.book.rounding import Booleans
from neuberg.score.packed import Integers

QUANTITIES = ("mp", "pct")
_DECIMALS = {quantity: f"published_{quantity}_decimals" for quantity in QUANTITIES}
_MOST_DECIMALS = 6
_TENS = 10 ** np.arange(_MOST_DECIMALS + 1)


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
    above: Integers


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
    den = _whole(lines["den"])
    found = {}
    for quantity in QUANTITIES:
        names = [name for name in ("ns", "ew") if _has_any(lines[f"published_{name}_{quantity}"])]
        if names:
            times, full = (100, den * _whole(lines["top"])) if quantity == "pct" else (1, den)
            decimals = lines[_DECIMALS[quantity]]
            for side in names:
                num = times * _whole(lines[f"{side}_num"])
                found[f"{side}_{quantity}"] = _column(lines[f"published_{side}_{quantity}"], decimals, num, full)
    return found


def _has_any(figures: pl.Series) -> bool:
    return figures.null_count() < figures.len()


def _whole(column: pl.Series) -> Integers:
    return column.cast(pl.Int64).fill_null(0).to_numpy()


def _column(published: pl.Series, shown: pl.Series, num: Integers, den: Integers) -> Shown:
    """What a column shows, beside num / den of each line."""
    decimals = _whole(shown)
    if not shown.null_count() and shown.min() == shown.max():
        unit = _TENS[decimals[:1]]
        units = published * int(unit[0])
    else:
        unit = _TENS[decimals]
        units = published * pl.Series(unit)
    whole = units.round().cast(pl.Int64)
    is_there, figure = whole.is_not_null().to_numpy(), whole.fill_null(0).to_numpy()
    off = figure * den
    off -= num * unit
    due = is_there & (den > 0)
    is_near = due & (off == 0)
    above, rest = np.zeros(off.size, np.int64), np.flatnonzero(due & ~is_near)
    is_near[rest], above[rest] = 2 * np.abs(off[rest]) <= den[rest], np.sign(off[rest])
    return Shown(figure, decimals, is_there, is_near, above)
