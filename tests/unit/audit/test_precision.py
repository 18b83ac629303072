"""Agreement within the printed precision, against fractions."""

from fractions import Fraction

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from neuberg.audit.book.precision import agrees, decimals_of_event


def agree(published: float, decimals: int, num: int, den: int) -> bool:
    row = pl.DataFrame({"published": [published], "decimals": [decimals], "num": [num], "den": [den]})
    return bool(row.select(agrees(*map(pl.col, row.columns))).item())


@given(st.integers(0, 4_000_00), st.integers(0, 2), st.integers(0, 400_000), st.integers(1, 2000))
def test_half_a_unit_inclusive(units: int, decimals: int, num: int, den: int) -> None:
    scale = 10**decimals
    distance = abs(Fraction(units, scale) - Fraction(num, den))
    assert agree(units / scale, decimals, num, den) == (distance <= Fraction(1, 2 * scale))


def test_the_exact_half_agrees_both_ways_and_a_hair_more_does_not() -> None:
    assert agree(39.9, 1, 3995, 100)
    assert agree(40.0, 1, 3995, 100)
    assert not agree(39.9, 1, 39_951, 1000)


def test_the_precision_is_the_most_decimals_that_the_event_shows() -> None:
    frame = pl.DataFrame({"event_id": [1, 1, 2, 2], "decimals": [0, 2, 0, None]})
    assert frame.select(decimals_of_event("decimals")).to_series().to_list() == [2, 2, 0, 0]
