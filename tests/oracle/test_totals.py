"""Totals compared, against sums of fractions: small and large denominators, carry-over, tops of any size."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from neuberg.score.ratios import PARTS, Totals, compared

#: Few tables, a step, an award, and fields so large that no 63 bits hold what their sizes have in common.
DENOMINATORS = st.sampled_from([1, 2, 3, 7, 100, 10_000, 1_000_000, 1931, 1933, 1949, 1951, 1973, 1979])


class Row(NamedTuple):
    """A contestant: its event, the fractions that it won, tenths carried over, and its tops."""

    event: int
    parts: list[tuple[int, int]]
    tenths: int | None
    top: int

    @property
    def own(self) -> Fraction:
        return sum((Fraction(*part) for part in self.parts), Fraction())

    @property
    def total(self) -> Fraction:
        return self.own + Fraction(self.tenths or 0, 10)


parts = st.lists(st.tuples(st.integers(-20, 200), DENOMINATORS), min_size=1, max_size=6)
rows = st.builds(Row, st.integers(1, 2), parts, st.none() | st.integers(0, 30), st.sampled_from([6, 7, 12, 300]))


def totals_of(given_rows: Sequence[Row]) -> Totals:
    own = pl.Series([[{"num": num, "den": den} for num, den in row.parts] for row in given_rows], dtype=PARTS)
    carried = pl.Series([None if row.tenths is None else row.tenths / 10 for row in given_rows], dtype=pl.Float64)
    event, top = (np.array([getattr(row, name) for row in given_rows]) for name in ("event", "top"))
    return Totals(event, own, carried, top, top)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(found=st.lists(rows, min_size=1, max_size=6), again=st.integers(2, 5))
def test_totals_are_compared_as_sums_of_fractions(found: list[Row], again: int) -> None:
    # The first once more, in other fractions: as much of another top.
    twin = found[0]._replace(parts=multiplied(found[0], again), tenths=None, top=again * found[0].top)
    every = [*found, twin]
    made = compared(totals_of(every))
    for i, row in enumerate(every):
        assert made.hundredths[i] == math.floor(10_000 * row.own / row.top + Fraction(1, 2))
        assert abs(made.total[i] - float(row.total)) <= 1e-6
        for j, other in enumerate(every):
            if row.event == other.event:
                mine, theirs = row.total / row.top, other.total / other.top
                assert (made.order[i] > made.order[j], made.order[i] == made.order[j]) == (
                    mine > theirs,
                    mine == theirs,
                )


def multiplied(row: Row, times: int) -> list[tuple[int, int]]:
    """The fractions of so many times the total with what was carried over."""
    parts = [*row.parts, (row.tenths or 0, 10)]
    return [(2 * times * num, 2 * den) for num, den in reversed(parts)]
