"""Totals made comparable: brought to a full number of boards, carried to the next stage, taken without awards."""

import polars as pl


def scaled(total: pl.Expr, *, played: pl.Expr, full: pl.Expr) -> pl.Expr:
    """A total brought in proportion to what was played: times full/played; null where nothing was.

    For a sit-out, of boards or of rounds; and for matchpoints on a board by those who factor by N/n, scores on the
    board and in the group (a clean top then stays below the full one).

    >>> frame = pl.DataFrame({"total": [14, 100], "played": [21, 5], "full": [24, 6]})
    >>> frame.select(scaled(pl.col("total"), played=pl.col("played"), full=pl.col("full"))).to_series().to_list()
    [16.0, 120.0]
    """
    return pl.when(played > 0).then(total * full / played)


def carried_forward(
    mp: pl.Expr, *, boards: pl.Expr, maximum: pl.Expr, final_boards: pl.Expr, final_maximum: pl.Expr
) -> pl.Expr:
    """The matchpoints carried to a final: ½·SQ·(NumQ/MaxQ)·(MaxF/NumF), so that its boards count double.

    EBU White Book 2025, 3.8. Null where the qualifier's maximum or the final's boards are 0.

    Args:
        mp: SQ, won in the qualifier.
        boards: NumQ, of the qualifier.
        maximum: MaxQ, the most matchpoints that it had.
        final_boards: NumF, of the final.
        final_maximum: MaxF, the most matchpoints that it has.

    >>> frame = pl.DataFrame({"mp": [600], "boards": [48], "maximum": [1104], "final_boards": [26],
    ...                       "final_maximum": [624]})
    >>> names = frame.columns[1:]
    >>> frame.select(carried_forward(pl.col("mp"), **{name: pl.col(name) for name in names}).round(4)).item()
    313.0435
    """
    whole = 2 * maximum * final_boards
    return pl.when(whole > 0).then(mp * boards * final_maximum / whole)


def percent_on_other_boards(
    percent: pl.Expr, *, boards: pl.Expr, awarded: pl.Expr, award: pl.Expr | float = 60
) -> pl.Expr:
    """A pair's percentage on the boards without an artificial score, from that of all: (p·n − a·k)/(n − k).

    For average plus by Law 12C2(c), as worked in the EBU's forum, 234. Null where every board was awarded.

    Args:
        percent: p, of all boards, as printed.
        boards: n, all of them.
        awarded: k, those with the award.
        award: a, in per cent.

    >>> frame = pl.DataFrame({"percent": [62.5], "boards": [24], "awarded": [2]})
    >>> columns = {name: pl.col(name) for name in ("boards", "awarded")}
    >>> frame.select(percent_on_other_boards(pl.col("percent"), **columns).round(4)).item()
    62.7273
    """
    others = boards.cast(pl.Int64) - awarded
    return pl.when(others > 0).then((percent * boards - award * awarded) / others)
