"""Patton: the boards of a match at board-a-match, and points for the aggregate of their scores."""

import polars as pl

from neuberg.score.patton import drawn_aggregate_points, patton_points
from spec.columns import check

POINTS = patton_points(pl.col("points"), pl.col("aggregate"))


def test_PT_01_three_boards_won_one_lost_and_the_aggregate_drawn() -> None:
    """Printed in the EBU's newsletter, winter 2009: 10 of 16, of which 4 are half of those for the aggregate."""
    check(
        """
        points  aggregate | match
             2          4 |    10
             2          4 |    10
             2          4 |    10
             0          4 |    10
        """,
        match=POINTS,
    )
    assert pl.select(drawn_aggregate_points(pl.lit(8))).item() == 4


def test_a_match_with_a_board_that_is_not_known_has_no_points() -> None:
    check(
        """
        points  aggregate | match
             2          4 |     –
             –          4 |     –
        """,
        match=POINTS,
    )
