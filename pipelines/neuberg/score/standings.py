"""Standings: each contestant's total of a session and its place, under one profile and variant."""

import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score.arithmetic import decimal, hundredths_of_per_cent
from neuberg.score.averages import EXACT_UNIT
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY, sides, whole_units, with_winners

_PLACE_KEY = (*RANKING_KEY, "variant", "direction")


def standings(scored: pl.LazyFrame, *, profile: str) -> pl.LazyFrame:
    """A row a contestant, session and variant, as the table `standings`: boards, mp, top, percent and place.

    A board without matchpoints (not played) counts neither for nor against. Equal percentages share the better
    place. Where boards have a second answer, variant 2 takes it and the first of every other board.

    Args:
        scored: traveller lines as `neuberg.score` gives them, with `winners` of their event where it is known.
        profile: the profile they were scored under.
    """
    rule = profile_named(profile)
    seats = ("result_id", *RANKING_KEY, "section", "board", "ns_pair", "ew_pair", "winners", "season")
    present = scored.collect_schema().names()
    seated = (pl.col(seat) if seat in present else pl.lit(None).alias(seat) for seat in seats)
    lines = scored.select(*seated, "variant", "top", "ns_mp", "ew_mp").with_columns(pl.col("winners").cast(pl.Int8))
    variants = _complete_variants(with_winners(lines))
    return variants.pipe(_totals, rule).pipe(_placed).pipe(schemas.conform, schemas.STANDINGS)


def _complete_variants(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Variant 2 of a session completed with variant 1 of the boards that have one answer."""
    several = pl.col("variant").max().over(RANKING_KEY) == 2
    answers = pl.col("variant").max().over("result_id", *RANKING_KEY)
    shared = lines.filter(several & (answers == 1)).with_columns(variant=pl.lit(2, dtype=pl.Int8))
    return pl.concat([lines, shared])


def _totals(lines: pl.LazyFrame, rule: Profile) -> pl.LazyFrame:
    unit = rule.step or EXACT_UNIT
    return (
        sides(lines)
        .drop_nulls("mp")
        .group_by(*CONTESTANT_KEY, "season", "variant")
        .agg(
            units=whole_units(pl.col("mp"), unit).sum(),
            top=pl.col("top").cast(pl.Int64).sum(),
            boards=pl.len(),
        )
        .with_columns(
            mp=decimal(pl.col("units"), unit),
            percent=decimal(hundredths_of_per_cent(pl.col("units"), pl.lit(unit), pl.col("top")), 100),
            profile=pl.lit(rule.name),
        )
    )


def _placed(totals: pl.LazyFrame) -> pl.LazyFrame:
    """With places by the exact ratio of matchpoints to top: correctly rounded, equal ratios are equal floats."""
    ratio = pl.when(pl.col("top") > 0).then(pl.col("units") / pl.col("top"))
    return totals.with_columns(place=ratio.rank("min", descending=True).over(_PLACE_KEY))
