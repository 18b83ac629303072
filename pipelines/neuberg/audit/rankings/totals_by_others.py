"""Printed totals and percentages that another profile than the event's gives."""

import numpy as np
import polars as pl

from neuberg.audit.book.precision import agrees
from neuberg.audit.rankings.lists import Lists
from neuberg.audit.rankings.other_rules import FINE
from neuberg.audit.totals.pairs import as_printed
from neuberg.rules import load_profiles

#: A printed line of a contestant, whoever sits there.
_KEY = ["event_id", "session", "pair", "own_section", "own_direction"]


def by_other_profile(wrong: pl.DataFrame, found: Lists) -> pl.DataFrame:
    """The differences of totals and percentages, those classed that are right under another profile than the event's.

    Args:
        wrong: rows of `pairs.pair_figures` with their class and `scales.PRINTED_SCALE`.
        found: the lists under every profile.
    """
    if wrong.is_empty() or found.others.is_empty():
        return wrong
    numbered = wrong.with_row_index("_wrong")
    tried = numbered.join(_other_totals(wrong["event_id"], found), on=_KEY, nulls_equal=True)
    right = pl.when(pl.col("quantity") == "total").then(_gives_total(wrong)).otherwise(_gives_percent())
    names = tried.filter(right.fill_null(False)).group_by("_wrong").agg(pl.col("_other").unique(maintain_order=True))
    text = pl.concat_str(pl.lit("the sum of its boards under "), pl.col("_other").list.join(", "))
    open_still = pl.col("class").is_in(["not_the_sum", "unexplained", "follows_its_total"])
    is_other = pl.col("_other").is_not_null() & open_still
    return numbered.join(names, on="_wrong", how="left", maintain_order="left").with_columns(
        pl.when(is_other).then(pl.lit("other_rule")).otherwise("class").alias("class"),
        evidence=pl.when(is_other).then(text).otherwise("evidence"),
        explaining_profiles=pl.when(is_other).then("_other"),
    )


def _other_totals(events: pl.Series, found: Lists) -> pl.DataFrame:
    """What the contestants of some events come to under other profiles, each by its name, `_other`."""
    asked = found.contestants["event_id"].is_in(events.unique().implode())
    others = found.others[np.flatnonzero(asked.to_numpy()[found.others["row"].to_numpy()])]
    own = found.contestants.select("event_id", "session", "pair", own_section="section", own_direction="direction")
    return own[others["row"]].hstack(others.select(other_units="units", other_top="top", _other=found.named()))


def _gives_total(wrong: pl.DataFrame) -> pl.Expr:
    """Whether a profile gives a printed total, on its own scale or on that of the lines."""
    scales = {name: 3 - profile.scale for name, profile in load_profiles().items()}
    halves = pl.col("_other").replace_strict(scales, return_dtype=pl.Int64)
    times, by = pl.col("_times").fill_null(1), pl.coalesce("_by", halves)
    # Lines in tens have totals in tens, or in matchpoints.
    dens = (FINE * by, FINE * by * pl.when(times > 1).then(10).otherwise(1))
    return pl.any_horizontal(
        agrees(printed, pl.col("_total_decimals"), times * pl.col("other_units"), den)
        for printed in as_printed("total", wrong)
        for den in dens
    )


def _gives_percent() -> pl.Expr:
    num, den = 100 * pl.col("other_units"), FINE * pl.col("other_top")
    return agrees(pl.col("percent"), pl.col("_percent_decimals"), num, den)
