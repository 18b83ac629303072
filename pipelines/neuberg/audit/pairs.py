"""The audit of contestants: printed totals and percentages of a session against the sums of its boards."""

import polars as pl

from neuberg import schemas
from neuberg.audit.precision import agrees, decimals_of_event
from neuberg.rules import profile as profile_named
from neuberg.score import exact
from neuberg.score.contestants import CONTESTANT_KEY, sides, whole_units, with_winners

#: Unrounded matchpoints are added in units of this many to one.
_EXACT_UNIT = 1_000_000
_QUANTITIES = {"total": "total_decimals", "percent": "percent_decimals"}


def pair_differences(lines: pl.LazyFrame, pairs: pl.LazyFrame, *, profile: str) -> pl.LazyFrame:
    """A row of `differences`, level `pair`, for each printed total or percentage that its boards do not add up to.

    A figure agrees with the sum of the boards as the profile rounds them, or of the unrounded ones. A line of the
    whole event is compared where the event has one session. A carry-over is taken from the total first, a penalty
    added back.

    Args:
        lines: traveller lines with their points in `ns_score` and `winners`, whole sessions.
        pairs: the table `pairs`.
        profile: a name of the rulebook.
    """
    totals = _totals(lines, profile)
    joined = _single_session(pairs, lines).join(totals, on=["event_id", "session", "pair"], how="inner")
    same = pl.col("direction").eq_missing(pl.col("own_direction")) | pl.col("own_direction").is_null()
    matched = joined.filter(same & _same_section()).with_columns(
        _total_decimals=decimals_of_event("total_decimals"), _percent_decimals=decimals_of_event("percent_decimals")
    )
    unit = profile_named(profile).step or _EXACT_UNIT
    parts = [_differing(matched, quantity, unit) for quantity in _QUANTITIES]
    return pl.concat(parts).with_columns(profile=pl.lit(profile)).pipe(schemas.conform, schemas.DIFFERENCES)


def _totals(lines: pl.LazyFrame, profile: str) -> pl.LazyFrame:
    """A row a contestant: `rounded` and `unrounded` sums of its boards in whole units, and the sum of the tops."""
    unit = profile_named(profile).step or _EXACT_UNIT
    scored = exact(lines, profile=profile).filter(pl.col("variant") == 1)
    halves = sides(with_winners(scored), "num").drop_nulls("mp")
    return (
        halves.group_by(CONTESTANT_KEY)
        .agg(
            rounded=whole_units(pl.col("mp"), unit).sum(),
            unrounded=(pl.col("num") * _EXACT_UNIT // pl.col("den")).sum(),
            top=pl.col("top").sum(),
        )
        .rename({"direction": "own_direction", "section": "own_section"})
        .select("event_id", "session", "pair", "own_section", "own_direction", "rounded", "unrounded", "top")
    )


def _single_session(pairs: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """The published lines with a session: an event's line takes the only session that the event has."""
    only = (
        lines.group_by("event_id")
        .agg(_sessions=pl.col("session").n_unique(), _only=pl.col("session").first())
        .filter(pl.col("_sessions") == 1)
        .select("event_id", "_only")
    )
    return (
        pairs.join(only, on="event_id", how="left")
        .with_columns(session=pl.coalesce("session", "_only"))
        .drop("_only")
        .filter(pl.col("session").is_not_null())
    )


def _same_section() -> pl.Expr:
    """The published section is the contestant's, or is not stated while the number is unique in the session."""
    alone = pl.len().over("event_id", "session", "pair", "direction", "own_direction") == 1
    return (pl.col("section") == pl.col("own_section")) | ((pl.col("section") == "") & alone)


def _differing(matched: pl.LazyFrame, quantity: str, unit: int) -> pl.LazyFrame:
    decimals, top = pl.col(f"_{quantity}_decimals"), pl.col("top")
    published = pl.col(quantity)
    if quantity == "total":
        published = published - pl.col("carryover").fill_null(0) + pl.col("penalty").fill_null(0)
    factor, whole = (100, top) if quantity == "percent" else (1, pl.lit(1))
    rounded = agrees(published, decimals, factor * pl.col("rounded"), unit * whole)
    unrounded = agrees(published, decimals, factor * pl.col("unrounded"), _EXACT_UNIT * whole)
    right = (rounded | unrounded).fill_null(False) & (top > 0)
    return (
        matched.filter(published.is_not_null() & ~right)
        .with_columns(
            level=pl.lit("pair"),
            quantity=pl.lit(quantity),
            published=pl.col(quantity),
            recomputed=pl.when(top > 0).then(factor * pl.col("rounded") / (unit * whole)),
        )
        .with_columns(difference=published - pl.col("recomputed"), **{"class": pl.lit("unexplained")})
    )
