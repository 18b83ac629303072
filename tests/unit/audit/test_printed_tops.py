"""Totals and percentages of the boards as printed: of their own tops, and brought to one, worked out by hand."""

from typing import Any

import pytest

from neuberg.audit.totals.printed_tops import brought, of_own_tops, of_tops

#: Boards of four and of three lines on 2-1-0: 4 of 6, and 2 of 4, which is (2 + 1)·4/3 − 1 = 3 of 6.
ROW: dict[str, Any] = {
    "values": [4.0, 2.0], "own_top": 10, "largest": 4, "most_boards": 2, "brought_in_print": 1, "loose": 0.0,
    "raised": 4 + 2 * 4 / 3, "share": 1 + 4 / 3, "_times": 1, "_by": 1,
}  # fmt: skip
_HALF = 0.005


@pytest.mark.parametrize(
    ("published", "said"),
    [(60.0, "the sum of its boards as they were printed, 6, of their own tops, 10"), (60.02, None), (58.33, None)],
)
def test_a_percentage_of_the_boards_own_tops(published: float, said: str | None) -> None:
    assert of_own_tops(ROW | {"quantity": "percent", "published": published}, _HALF) == said


@pytest.mark.parametrize(
    ("quantity", "figure", "said"),
    [
        ("total", 7.0, "the sum of its boards as they were printed, each brought to the largest top, 6: 7"),
        # The board that is brought up may have been rounded itself, so a hundredth more is its own.
        ("total", 7.01, "the sum of its boards as they were printed, each brought to the largest top, 6: 7"),
        ("total", 7.02, None),
        ("percent", 58.33, "the sum of its boards as they were printed, each brought to the largest top, 6: 58.3333"),
        ("percent", 58.35, None),
    ],
)
def test_boards_brought_to_one_top(quantity: str, figure: float, said: str | None) -> None:
    assert brought(ROW | {"quantity": quantity}, figure, _HALF + 1e-9) == said


def test_a_total_of_fewer_boards_is_brought_to_the_most() -> None:
    """7 of two boards are 10.5 of three; printed in tens they are 105."""
    row = ROW | {"quantity": "total", "most_boards": 3}
    way = "each brought to the largest top, 6, the whole from 2 boards to the most played, 3"
    assert brought(row, 10.5, _HALF) == f"the sum of its boards as they were printed, {way}: 10.5"
    tens = row | {"_times": 10, "values": [40.0, 20.0], "raised": 10 * ROW["raised"]}
    assert (brought(tens, 105.0, _HALF) or "").endswith("60, the whole from 2 boards to the most played, 3: 105")


def test_of_an_unknown_scale_nothing_is_said() -> None:
    row = ROW | {"quantity": "percent", "published": 60.0, "_times": None, "_by": None}
    assert (of_own_tops(row, _HALF), brought(row, 58.33, _HALF)) == (None, None)


@pytest.mark.parametrize(
    ("printed", "kind"), [(58.33, "other_adding"), (60.0, "follows_its_boards"), (60.5, "follows_its_boards")]
)
def test_of_two_ways_that_are_near_enough_the_one_that_needs_no_rounding_is_it(printed: float, kind: str) -> None:
    """With half a matchpoint of rounding 55 to 65 per cent would do for the boards' own tops, which give 60."""
    row = ROW | {"quantity": "percent", "published": printed, "loose": 0.5}
    assert (of_tops(row, {printed}, _HALF) or ("",))[0] == kind
