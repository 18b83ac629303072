"""How a figure was rounded before it was printed: the step and the way of an exact half, tried one against another."""

from typing import NamedTuple

import polars as pl

from neuberg.audit.precision import agrees_in_units
from neuberg.audit.rule import Ratio

HALVES = ("up", "down", "towards average", "away from average", "to even", "up, E-W the rest")
STEPS = {1: "1", 2: "0.5", 10: "0.1", 100: "0.01", 1000: "0.001", 10_000: "0.0001"}


class Rounding(NamedTuple):
    """Steps a matchpoint, and which way an exact half goes; no step: the exact value, printed."""

    step: int | None = None
    half: str = "up"

    def __str__(self) -> str:
        return "none" if self.step is None else f"{STEPS[self.step]}, half {self.half}"


def roundings() -> list[Rounding]:
    """Every rounding that the audit tries, none first."""
    return [Rounding(), *(Rounding(step, half) for step in STEPS for half in HALVES)]


def in_steps(value: Ratio, rounding: Rounding) -> pl.Expr:
    """The value as a whole number of steps, rounded as it says."""
    step = rounding.step or 1
    twice = 2 * step * value.num
    up = (twice + value.den) // (2 * value.den)
    down = -((value.den - twice) // (2 * value.den))
    if rounding.half == "cut":
        return step * value.num // value.den
    if rounding.half == "up":
        return up
    if rounding.half == "down":
        return down
    if rounding.half == "up, E-W the rest":
        return pl.when(pl.col("side") == "ew").then(down).otherwise(up)
    if rounding.half == "to even":
        return pl.when(up % 2 == 0).then(up).otherwise(down)
    above = 2 * value.num > value.top * value.den
    return pl.when(above == (rounding.half == "away from average")).then(up).otherwise(down)


def printed_by(figure: pl.Expr, decimals: pl.Expr, value: Ratio, rounding: Rounding) -> pl.Expr:
    """Whether a figure is the value so rounded: the very one where it shows enough decimals, else within half a unit.

    Args:
        figure: the printed figure as a whole number of its last place.
        decimals: how many decimals it has.
        value: the exact value.
        rounding: the rounding.
    """
    if rounding.step is None:
        return agrees_in_units(figure, decimals, value.num, value.den)
    steps, step = in_steps(value, rounding), rounding.step
    unit = pl.lit(10, dtype=pl.Int64).pow(decimals.cast(pl.UInt32))
    same = figure * step == steps * unit
    coarse = 2 * (figure * step - steps * unit).abs() <= step
    # As many places as the step needs: then no half unit is forgiven.
    return pl.when(unit % step == 0).then(same).otherwise(coarse)
