"""Patton: the boards of a short match scored at board-a-match, and points besides for the aggregate of their scores."""

import polars as pl


def patton_points(board_points: pl.Expr, aggregate_points: pl.Expr) -> pl.Expr:
    """A team's points for a match: those of its boards and those of the aggregate.

    As the EBU's newsletter has it (winter 2009): four boards at 2, 1 or 0, and 8 points for the aggregate, half of
    them each when it is drawn. How a decided aggregate is divided it does not say, and local forms differ, so the
    caller does. Describes one match: add `.over(...)` for many. Null where a board or the aggregate is not known.

    Args:
        board_points: of each board, as `board_points` gives them.
        aggregate_points: for the aggregate, the same on each line of the match.

    >>> frame = pl.DataFrame({"board": [1, 2, 3, 4], "points": [2, 2, 2, 0], "aggregate": [4, 4, 4, 4]})
    >>> frame.with_columns(patton=patton_points(pl.col("points"), pl.col("aggregate"))).tail(1)
    shape: (1, 4)
    ┌───────┬────────┬───────────┬────────┐
    │ board ┆ points ┆ aggregate ┆ patton │
    │ ---   ┆ ---    ┆ ---       ┆ ---    │
    │ i64   ┆ i64    ┆ i64       ┆ i64    │
    ╞═══════╪════════╪═══════════╪════════╡
    │ 4     ┆ 0      ┆ 4         ┆ 10     │
    └───────┴────────┴───────────┴────────┘
    """
    known = board_points.is_not_null().all()
    return pl.when(known).then(board_points.sum() + aggregate_points.first())


def drawn_aggregate_points(points: pl.Expr) -> pl.Expr:
    """Each team's part of the points for an aggregate that is drawn: half.

    >>> pl.DataFrame({"points": [8]}).select(drawn_aggregate_points(pl.col("points"))).item()
    4.0
    """
    return points / 2
