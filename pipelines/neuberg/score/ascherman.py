"""Ascherman's percentage: a pair's own score counts as a tie with itself, so that no board needs a field to be full."""

import polars as pl

from neuberg.score.matchpoints import matchpoints


def ascherman_percent(score: pl.Expr) -> pl.Expr:
    """100·(S + 1)/2n per cent: S the matchpoints (2-1-0) among the n scores of the group.

    The limit of Neuberg's formula as the field grows; the source rounds for print alone, so this is not rounded.
    Describes one group: add `.over(...)` for many. Null where the score is null.

    >>> frame = pl.DataFrame({"ns_score": [430, 400, -50, -50]})
    >>> frame.with_columns(ns_pct=ascherman_percent(pl.col("ns_score")))
    shape: (4, 2)
    ┌──────────┬────────┐
    │ ns_score ┆ ns_pct │
    │ ---      ┆ ---    │
    │ i64      ┆ f64    │
    ╞══════════╪════════╡
    │ 430      ┆ 87.5   │
    │ 400      ┆ 62.5   │
    │ -50      ┆ 25.0   │
    │ -50      ┆ 25.0   │
    └──────────┴────────┘
    """
    return 100 * (matchpoints(score) + 1) / (2 * score.count().cast(pl.Int64))
