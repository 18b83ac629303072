"""Matchpoints within one comparison group, on the 2-1-0 scale (Law 78A)."""

import polars as pl


def matchpoints(score: pl.Expr) -> pl.Expr:
    """Two for each score in the group that is lower and one for each that is equal, its own left out.

    Describes one group: add `.over(...)` for many. Null where the score is null.

    >>> frame = pl.DataFrame({"ns_score": [420, 420, -50]})
    >>> frame.with_columns(ns_mp=matchpoints(pl.col("ns_score")))
    shape: (3, 2)
    ┌──────────┬───────┐
    │ ns_score ┆ ns_mp │
    │ ---      ┆ ---   │
    │ i64      ┆ i64   │
    ╞══════════╪═══════╡
    │ 420      ┆ 3     │
    │ 420      ┆ 3     │
    │ -50      ┆ 0     │
    └──────────┴───────┘
    """
    return (2 * score.rank("average") - 2).cast(pl.Int64)


def with_group_matchpoints(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `n`, the scores in their group, and `s`, N-S's matchpoints inside it on the 2-1-0 scale.

    `opposite` is E-W's, and both are in units of 1/`unit`, here 1. A line of multiplicity m counts as m scores. All
    but the unit are null for a line in no group. The order of rows changes.
    """
    group, tie = ["group_no"], ["group_no", "score"]
    scored = pl.col("group_no").is_not_null()
    count = pl.col("multiplicity")
    not_above = pl.col("_cumulated").max().over(tie)
    return (
        lines.sort("group_no", "score")
        .with_columns(_cumulated=count.cum_sum().over(group), n=count.sum().over(group), _equal=count.sum().over(tie))
        .with_columns(
            n=pl.when(scored).then("n"),
            # Lower scores count twice and equal ones once: 2·(not above − equal) + equal − 1.
            s=pl.when(scored).then(2 * not_above - pl.col("_equal") - 1),
        )
        .with_columns(opposite=2 * (pl.col("n") - 1) - pl.col("s"), unit=pl.lit(1, dtype=pl.Int64))
        .drop("_cumulated", "_equal")
    )
