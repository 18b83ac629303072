"""Procedural penalties at matchpoints: a part of a top, taken from the session's total and not from a board."""

import polars as pl

from neuberg.rules.penalties import penalty


def penalty_mp(top: pl.Expr, *, rule: str) -> pl.Expr:
    """One standard penalty in matchpoints, on the scale of the top; not rounded.

    Args:
        top: of one board.
        rule: a name of `rules.penalties`.

    Raises:
        RuleError: there is no such penalty.

    >>> pl.DataFrame({"top": [24, 10]}).select(penalty_mp(pl.col("top"), rule="ebu-25")).to_series().to_list()
    [6.0, 2.5]
    """
    return top * penalty(rule).per_cent_of_top / 100


def penalised(total: pl.Expr, top: pl.Expr, *, penalties: pl.Expr | int, rule: str) -> pl.Expr:
    """A session's total less so many standard penalties.

    Args:
        total: the matchpoints of all boards.
        top: of one board.
        penalties: how many standard penalties were given.
        rule: a name of `rules.penalties`.

    Raises:
        RuleError: there is no such penalty.

    >>> frame = pl.DataFrame({"total": [300, 288], "top": [24, 24], "given": [1, 0]})
    >>> less = penalised(pl.col("total"), pl.col("top"), penalties=pl.col("given"), rule="ebu-25")
    >>> frame.select(less).to_series().to_list()
    [294.0, 288.0]
    """
    return total - penalties * penalty_mp(top, rule=rule)
