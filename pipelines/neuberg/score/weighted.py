"""Weighted and assigned scores (Law 12C1): each component is matchpointed, or made IMPs, first and weighted then."""

import polars as pl

from neuberg.domain.weights import WHOLE


def weighted_matchpoints(score: pl.Expr, weight: pl.Expr) -> pl.Expr:
    """Matchpoints (2-1-0) in units of 1/`WHOLE` where the scores of a group have weights; its own score's left out.

    A line each component, a whole score being one of weight `WHOLE`: so a weighted score moves every other pair by
    its parts (EBU White Book 2025, 4.2.1). Describes one group. Null where the score is null.

    >>> frame = pl.DataFrame({"ns_score": [650, 650, -100, -100], "weight": [10000, 3000, 7000, 10000]})
    >>> frame.with_columns(units=weighted_matchpoints(pl.col("ns_score"), pl.col("weight")))
    shape: (4, 3)
    ┌──────────┬────────┬───────┐
    │ ns_score ┆ weight ┆ units │
    │ ---      ┆ ---    ┆ ---   │
    │ i64      ┆ i64    ┆ i64   │
    ╞══════════╪════════╪═══════╡
    │ 650      ┆ 10000  ┆ 37000 │
    │ 650      ┆ 3000   ┆ 37000 │
    │ -100     ┆ 7000   ┆ 7000  │
    │ -100     ┆ 10000  ┆ 7000  │
    └──────────┴────────┴───────┘
    """
    points, counted = score.drop_nulls(), weight.cast(pl.Int64).filter(score.is_not_null())
    ranked, cumulated = points.sort(), counted.sort_by(points).cum_sum()
    below = _up_to(cumulated, ranked.search_sorted(score, side="left"))
    not_above = _up_to(cumulated, ranked.search_sorted(score, side="right"))
    # Lower scores count twice and equal ones once, the score itself being one of these.
    return pl.when(score.is_not_null()).then(below + not_above - WHOLE)


def _up_to(cumulated: pl.Expr, place: pl.Expr) -> pl.Expr:
    """The weight of so many of the lowest scores."""
    before = place.cast(pl.Int64) - 1
    return pl.when(before >= 0).then(cumulated.gather(before.clip(0), null_on_oob=True)).otherwise(0)


def weighted(value: pl.Expr, weight: pl.Expr) -> pl.Expr:
    """A weighted score's matchpoints or IMPs: each component's by its weight; null unless the weights are the whole.

    Describes the components of one score, and is one number: add `.over(...)` for many. Not rounded.

    >>> frame = pl.DataFrame({"mp": [9.7, 5.7], "weight": [3000, 7000]})
    >>> frame.select(weighted(pl.col("mp"), pl.col("weight")).round(4)).item()
    6.9
    """
    whole = (weight.sum() == WHOLE) & value.is_not_null().all()
    return pl.when(whole).then((value * weight).sum() / WHOLE)


def assigned_matchpoints(score: pl.Expr, assigned: pl.Expr) -> pl.Expr:
    """Matchpoints (2-1-0) of a score put in without scoring the board again: the next lower one's and its frequency.

    EBU White Book 2025, 4.2.2, the manual method; never below nought nor above the top. Describes one group, of
    which it is one number.

    Args:
        score: those on the traveller.
        assigned: the score to be put in, N-S's; one for the group.

    >>> frame = pl.DataFrame({"ns_score": [500, 450, 420]})
    >>> frame.select(assigned_matchpoints(pl.col("ns_score"), pl.lit(430))).item()
    1
    """
    counts = ((score < assigned).sum(), (score <= assigned).sum())
    top = 2 * score.count().cast(pl.Int64) - 2
    points = sum((count.cast(pl.Int64) for count in counts), pl.lit(-1, dtype=pl.Int64))
    return pl.when(assigned.first().is_not_null() & (top >= 0)).then(points.clip(0, top))
