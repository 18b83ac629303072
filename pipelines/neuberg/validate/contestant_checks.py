"""Checks of a contestant's published line, by itself and beside the others of its ranking."""

import polars as pl

from neuberg.validate.check import Check, Suite, Tables, column, joined, text

_RANKING = ("event_id", "session", "direction")
_ENOUGH = 4
#: Percentage points by which a ranking's mean may leave 50 before it is said; rounding to whole per cents is half one.
_OFF = 0.5


def contestants(tables: Tables) -> pl.LazyFrame:
    """The contestants' lines with the mean percentage of their ranking, on its first line where it must be 50.

    It must where all lines have one for the same number of boards, nothing was carried over, taken off or awarded,
    and the scoring is by matchpoints.
    """
    awarded = tables.plays.group_by("event_id").agg(
        awarded=pl.col("kind").is_in(["artificial", "weighted", "not_played"]).any()
    )
    scoring = tables.events.select("event_id", "scoring")
    plain = (
        pl.col("percent").is_not_null().all()
        & (pl.col("boards").n_unique() == 1)
        & (pl.col("carryover").fill_null(0) == 0).all()
        & (pl.col("penalty").fill_null(0) == 0).all()
        & ~pl.col("awarded").fill_null(True).first()
        & (pl.col("scoring").first() == "matchpoints")
        & (pl.len() >= _ENOUGH)
    ).over(_RANKING)
    first = pl.int_range(pl.len()).over(_RANKING) == 0
    ids = ("board", "result_id", "deal_id")
    return (
        tables.pairs.join(awarded, on="event_id", how="left", maintain_order="left")
        .join(scoring, on="event_id", how="left", maintain_order="left")
        .with_columns(mean=pl.when(plain & first).then(pl.col("percent").mean().over(_RANKING)))
        .with_columns(pl.lit(None, dtype=pl.Int64).alias(name) for name in ids)
    )


_CHECKS = (
    Check(
        "percentage_impossible",
        "a published percentage is under 0 or over 100",
        "error",
        None,
        lambda: ~pl.col("percent").is_between(0, 100),
        column("percent"),
        text("0 to 100"),
    ),
    Check(
        "percentages_unbalanced",
        "the percentages of a ranking do not average 50, though nothing was awarded, carried over or taken off",
        "warning",
        "Law 78",
        lambda: (pl.col("mean") - 50).abs() > _OFF,
        lambda: joined("a mean of ", pl.col("mean").round(2)),
        text("50"),
    ),
)

PAIRS = Suite(
    "pairs",
    "a contestant's published line",
    ("event_id", "session", "section", "pair", "line"),
    contestants,
    _CHECKS,
)
