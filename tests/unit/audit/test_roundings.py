"""Every rounding that a program may have used is found again, with those that give the very same figures."""

from fractions import Fraction
from math import ceil, floor
from typing import Any

import polars as pl
import pytest

import neuberg
from neuberg.audit.book.rounding import HALVES, STEPS
from unit.audit.events import as_event, audited, fouled, lines

#: Boards of nine scores in groups of 8 and 1, of 7 and 2 …: ninths, eighths, sevenths, and exact halves among them.
_GROUPS = ((1, [9]), (2, [8, 9]), (3, [7, 8, 9]), (4, [6, 7, 8, 9]), (5, [5, 6, 7, 8, 9]))
_PLACES = 4


def varied() -> pl.DataFrame:
    frame = lines(boards=6, tables=9, seed=5)
    for board, tables in _GROUPS:
        frame = fouled(frame, board, tables)
    return frame


def rounded(value: Fraction, step: int, half: str, top: int, *, is_ew: bool) -> Fraction:
    """A value to the nearest 1/step, worked out with fractions."""
    units = value * step
    if units - floor(units) != Fraction(1, 2):
        return Fraction(floor(units + Fraction(1, 2)), step)
    low, high = floor(units), ceil(units)
    above = value > Fraction(top, 2)
    chosen = {
        "up": high,
        "down": low,
        "to even": low if low % 2 == 0 else high,
        "towards average": low if above else high,
        "away from average": high if above else low,
        "up, E-W the rest": low if is_ew else high,
    }[half]
    return Fraction(chosen, step)


def printed(step: int | None, half: str) -> pl.DataFrame:
    frame = varied()
    exact = neuberg.exact(frame, profile="ebu-article")
    columns: dict[str, Any] = {}
    for side in ("ns", "ew"):
        values = []
        for num, den, top in exact.select(f"{side}_num", "den", "top").iter_rows():
            value = Fraction(num, den)
            made = value if step is None else rounded(value, step, half, top, is_ew=side == "ew")
            values.append(float(round(made, _PLACES)))
        columns[f"published_{side}_mp"] = pl.Series(values)
    return frame.with_columns(**columns, published_mp_decimals=pl.lit(_PLACES, dtype=pl.Int8))


CASES = [(step, half) for step in STEPS for half in HALVES]


@pytest.fixture(scope="module")
def found() -> dict[tuple[int, str], tuple[pl.DataFrame, list[str]]]:
    """Each rounding's figures, and the roundings that the audit names for them; all audited at once."""
    events = {case: printed(*case) for case in CASES}
    told = audited(pl.concat(as_event(frame, number) for number, frame in enumerate(events.values())))["explanations"]
    by_event = {row["event_id"]: row["roundings"] for row in told.iter_rows(named=True)}
    return {case: (frame, by_event[number]) for number, (case, frame) in enumerate(events.items())}


@pytest.mark.parametrize(("step", "half"), CASES)
def test_the_rounding_is_named_with_those_alone_that_give_the_same_figures(
    found: dict[tuple[int, str], tuple[pl.DataFrame, list[str]]], step: int, half: str
) -> None:
    own, told = found[step, half]
    figures = own.select("published_ns_mp", "published_ew_mp")
    same = {
        f"{STEPS[other]}, half {way}"
        for (other, way), (frame, _) in found.items()
        if frame.select(figures.columns).equals(figures)
    }
    assert f"{STEPS[step]}, half {half}" in same
    assert set(told) - {"none"} == same
