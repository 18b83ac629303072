"""Board-a-match: a board is won, halved or lost, whatever the margin; and the rules for a board that was fouled."""

from typing import NamedTuple

import polars as pl

from neuberg.errors import UsageError


def board_points(ns_score: pl.Expr, ew_score: pl.Expr, *, scale: int = 2) -> pl.Expr:
    """What a team wins on a board: 2, 1 or 0; on the ACBL's scale 1, ½ or 0. Null where a score is null.

    Args:
        ns_score: of the team's pair that sat North-South, in points.
        ew_score: of its pair that sat East-West at the other table, in points as that pair won them.
        scale: what a board is worth, 2 or 1.

    Raises:
        UsageError: the scale is another.

    >>> frame = pl.DataFrame({"ns_score": [130, 170, 100], "ew_score": [-120, -170, -110]})
    >>> frame.with_columns(points=board_points(pl.col("ns_score"), pl.col("ew_score")))
    shape: (3, 3)
    ┌──────────┬──────────┬────────┐
    │ ns_score ┆ ew_score ┆ points │
    │ ---      ┆ ---      ┆ ---    │
    │ i64      ┆ i64      ┆ i64    │
    ╞══════════╪══════════╪════════╡
    │ 130      ┆ -120     ┆ 2      │
    │ 170      ┆ -170     ┆ 1      │
    │ 100      ┆ -110     ┆ 0      │
    └──────────┴──────────┴────────┘
    """
    return _on_scale(_sign(ns_score.cast(pl.Int64) + ew_score) + 1, scale)


class Answers(NamedTuple):
    """What a team wins, and the other answer where the source leaves two (else null)."""

    first: pl.Expr
    second: pl.Expr


class Pair(NamedTuple):
    """A pair's matchpoints within the form that it played, and their full top: whole numbers, on any scale."""

    mp: pl.Expr
    top: pl.Expr


def fouled_acbl_1976(one: Pair, other: Pair, *, scale: int = 2) -> Answers:
    """What a team wins whose pairs played different forms: their percentages added, 120 or more won, 80 or less lost.

    The regulation of 1976 names 120 and 80 in two classes each, so there both answers stand: the better one first.
    Null where a form was played once, for it has no percentage. A team that met one form is scored as usual.

    Raises:
        UsageError: the scale is neither 2 nor 1.

    >>> frame = pl.DataFrame({"ns_mp": [7, 6, 5], "ew_mp": [6, 6, 2]})
    >>> answers = fouled_acbl_1976(*(Pair(pl.col(mp), pl.lit(10)) for mp in frame.columns))
    >>> frame.with_columns(first=answers.first, second=answers.second)
    shape: (3, 4)
    ┌───────┬───────┬───────┬────────┐
    │ ns_mp ┆ ew_mp ┆ first ┆ second │
    │ ---   ┆ ---   ┆ ---   ┆ ---    │
    │ i64   ┆ i64   ┆ i64   ┆ i64    │
    ╞═══════╪═══════╪═══════╪════════╡
    │ 7     ┆ 6     ┆ 2     ┆ null   │
    │ 6     ┆ 6     ┆ 2     ┆ 1      │
    │ 5     ┆ 2     ┆ 0     ┆ null   │
    └───────┴───────┴───────┴────────┘
    """
    whole = _top(one) * _top(other)
    added = 100 * (one.mp * _top(other) + other.mp * _top(one))
    at_least_120, above_120 = added >= 120 * whole, added > 120 * whole
    at_least_80, above_80 = added >= 80 * whole, added > 80 * whole
    better = at_least_120.cast(pl.Int64) + at_least_80
    worse = above_120.cast(pl.Int64) + above_80
    return Answers(_on_scale(better, scale), pl.when(worse != better).then(_on_scale(worse, scale)))


def fouled_nbb_1982(one: Pair, other: Pair) -> pl.Expr:
    """What a team wins whose pairs played different forms, by article 96(b) of the Dutch laws of 1982.

    2 where both pairs are above average or one is and the other equal to it; 1 where one is above and one below or
    both are equal; else 0. Null where a form was played once, for it has no average.

    >>> frame = pl.DataFrame({"ns_mp": [6, 9, 5], "ew_mp": [5, 4, 4]})
    >>> frame.with_columns(points=fouled_nbb_1982(*(Pair(pl.col(mp), pl.lit(10)) for mp in frame.columns)))
    shape: (3, 3)
    ┌───────┬───────┬────────┐
    │ ns_mp ┆ ew_mp ┆ points │
    │ ---   ┆ ---   ┆ ---    │
    │ i64   ┆ i64   ┆ i64    │
    ╞═══════╪═══════╪════════╡
    │ 6     ┆ 5     ┆ 2      │
    │ 9     ┆ 4     ┆ 1      │
    │ 5     ┆ 4     ┆ 0      │
    └───────┴───────┴────────┘
    """
    both = [_sign(2 * pair.mp.cast(pl.Int64) - _top(pair)) for pair in (one, other)]
    return _sign(both[0] + both[1]) + 1


def _top(pair: Pair) -> pl.Expr:
    return pl.when(pair.top > 0).then(pair.top.cast(pl.Int64))


def _sign(number: pl.Expr) -> pl.Expr:
    return (number > 0).cast(pl.Int64) - (number < 0).cast(pl.Int64)


def _on_scale(points: pl.Expr, scale: int) -> pl.Expr:
    if scale not in (1, 2):
        raise UsageError(f"a board is worth 2 or 1; found the scale {scale!r}")
    return points if scale == 2 else points / 2
