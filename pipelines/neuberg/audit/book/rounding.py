"""How a figure was rounded before it was printed: the step and the way of an exact half, tried one against another."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from neuberg.audit.rule import PER_CENT, Ratio, in_scale
from neuberg.score.packed import Integers

HALVES = ("up", "down", "towards average", "away from average", "to even", "up, E-W the rest")
STEPS = {1: "1", 2: "0.5", 10: "0.1", 100: "0.01", 1000: "0.001", 10_000: "0.0001"}

Booleans = npt.NDArray[np.bool_]


class Rounding(NamedTuple):
    """Steps a matchpoint, and which way an exact half goes; no step: the exact value, printed."""

    step: int | None = None
    half: str = "up"

    def __str__(self) -> str:
        return "none" if self.step is None else f"{STEPS[self.step]}, half {self.half}"


class Printed(NamedTuple):
    """Printed figures: each a whole number of its last place, how many of these are one, and whether E-W's it is."""

    figure: Integers
    unit: Integers
    is_ew: Booleans


def roundings() -> list[Rounding]:
    """Every rounding that the audit tries, none first."""
    return [Rounding(), *(Rounding(step, half) for step in STEPS for half in HALVES)]


def in_steps(value: Ratio, rounding: Rounding, is_ew: Booleans) -> Integers:
    """The values as whole numbers of steps, rounded as it says; nought where there is none."""
    step = rounding.step or 1
    den = np.maximum(value.den, 1)
    twice = 2 * step * value.num
    # A division takes longer than all the rest, and most ask for one only.
    if rounding.half == "cut":
        return np.floor_divide(step * value.num, den)
    if rounding.half == "up":
        return _up(twice, den)
    if rounding.half == "down":
        return _down(twice, den)
    up, down = _up(twice, den), _down(twice, den)
    if rounding.half == "up, E-W the rest":
        return np.where(is_ew, down, up)
    if rounding.half == "to even":
        return np.where(up % 2 == 0, up, down)
    above = 2 * value.num > value.top * den
    return np.where(above == (rounding.half == "away from average"), up, down)


def _up(twice: Integers, den: Integers) -> Integers:
    return (twice + den) // (2 * den)


def _down(twice: Integers, den: Integers) -> Integers:
    return -((den - twice) // (2 * den))


def agrees(printed: Printed, value: Ratio) -> Booleans:
    """Whether each figure is within half a unit of its last place of its value."""
    close = 2 * np.abs(printed.figure * value.den - value.num * printed.unit) <= value.den
    return close & (value.den > 0)


def printed_by(printed: Printed, value: Ratio, rounding: Rounding) -> Booleans:
    """Whether each figure is its value so rounded: the very one where it shows enough places, else within half a unit.

    Args:
        printed: the figures.
        value: the exact values.
        rounding: the rounding.
    """
    if rounding.step is None:
        return agrees(printed, value)
    steps, step = in_steps(value, rounding, printed.is_ew), rounding.step
    same = printed.figure * step == steps * printed.unit
    coarse = 2 * np.abs(printed.figure * step - steps * printed.unit) <= step
    # As many places as the step needs: then no half unit is forgiven.
    return np.where(printed.unit % step == 0, same, coarse) & (value.den > 0)


def rounded_per_cent(points: Ratio, by: int, rounding: Rounding, is_ew: Booleans) -> Ratio:
    """Per cent of the top from matchpoints that were rounded first, on 2-1-0 (by 1) or 1-½-0 (by 2)."""
    if rounding.step is None:
        return in_scale(points, PER_CENT)
    steps = in_steps(Ratio(points.num, points.den * by, points.top // by), rounding, is_ew)
    whole = np.maximum(rounding.step * points.top, 0) * (points.den > 0)
    return Ratio(100 * by * steps, whole, np.full_like(points.top, 100))
