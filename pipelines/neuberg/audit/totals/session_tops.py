"""Sessions of different tops, each brought to the largest before it is added: a way that the EBU's lists have."""

import polars as pl

from neuberg.score.contestants import whole_units


def brought_to_one_top(scale: int, fine: int) -> dict[str, pl.Expr]:
    """Of a contestant's session: what its matchpoints come to on the event's largest top, and that top.

    By the formula, (M + u)·E/N − u a board, u half the scale. Null where the session's boards have different tops.

    Args:
        scale: the matchpoints for a pair beaten.
        fine: so many units are a matchpoint.

    >>> frame = pl.DataFrame({"event_id": [1, 1], "mp": [4.0, 2.0], "top": [4.0, 2.0], "boards": [1, 1]})
    >>> frame.select(**brought_to_one_top(2, 10)).rows()
    [(40, 4, 0), (35, 4, 1)]
    """
    boards, top = pl.col("boards").cast(pl.Int64), pl.col("top").cast(pl.Int64)
    # Of boards without a top nothing is brought to another.
    board = pl.when((boards > 0) & (top % boards == 0)).then(top // boards)
    largest = board.max().over("event_id")
    half = scale * fine * boards
    num, den = (2 * whole_units(pl.col("mp"), fine) + half) * (largest + scale), 2 * (board + scale)
    return {
        "on_largest": (2 * num + den) // (2 * den) - half // 2,
        "largest": largest,
        "raised": pl.when(board < largest).then(boards).otherwise(0),
    }
