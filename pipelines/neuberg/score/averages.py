"""Average plus and average minus: at least 60 or at most 40 per cent, or the pair's own percentage of the session.

Law 12C2(c): a side that did better than 60 per cent on the other boards of the session gets that percentage for
average plus; one that did worse than 40 gets its own for average minus. A fixed award such as 60-40 stays as it is.
"""

import polars as pl

from neuberg.rules import Profile
from neuberg.score.arithmetic import AWARD_UNITS, with_rounded
from neuberg.score.contestants import CONTESTANT_KEY, direction_of, sides, whole_units, with_winners

_PLUS, _MINUS = r"(?i)^\s*A(VE|VG)?\s*\+\s*$", r"(?i)^\s*A(VE|VG)?\s*[-−–]\s*$"
#: The unit in which matchpoints without rounding are added.
EXACT_UNIT = 1_000_000


def with_session_averages(lines: pl.LazyFrame, profile: Profile) -> pl.LazyFrame:
    """The lines, average plus and minus raised or lowered to the pair's percentage on its other boards.

    Boards on which the pair has an artificial score are not among those others. The percentage is of variant 1.
    """
    raised, lowered = profile.average_plus == "session", profile.average_minus == "session"
    if not (raised or lowered):
        return lines
    averaged = pl.lit(raised) & (_is("ns", _PLUS) | _is("ew", _PLUS))
    averaged = averaged | (pl.lit(lowered) & (_is("ns", _MINUS) | _is("ew", _MINUS)))
    averaged = ((pl.col("kind") == "artificial") & averaged).fill_null(False)
    touched = lines.filter(averaged.any().over("event_id", "session"))
    touched = touched.pipe(with_winners)
    percents = _session_percents(touched.filter(pl.col("variant") == 1), profile)
    adjusted = touched.filter(averaged)
    for side in ("ns", "ew"):
        adjusted = _adjust(adjusted, percents, side, raised=raised, lowered=lowered)
    columns = lines.collect_schema().names()
    return pl.concat([lines.filter(~averaged), adjusted.select(columns)])


def _session_percents(lines: pl.LazyFrame, profile: Profile) -> pl.LazyFrame:
    """A row a contestant: `percent` on the boards with a real score, in units of the award."""
    unit = profile.step or EXACT_UNIT
    real = lines.pipe(with_rounded, profile).filter(pl.col("kind") != "artificial")
    whole = unit * pl.col("top")
    totals = (
        sides(real)
        .drop_nulls("mp")
        .group_by(CONTESTANT_KEY)
        .agg(units=whole_units(pl.col("mp"), unit).sum(), top=pl.col("top").sum())
    )
    per_cent = 100 * AWARD_UNITS
    return totals.filter(pl.col("top") > 0).select(
        *CONTESTANT_KEY, percent=(2 * per_cent * pl.col("units") + whole) // (2 * whole) / AWARD_UNITS
    )


def _adjust(lines: pl.LazyFrame, percents: pl.LazyFrame, side: str, *, raised: bool, lowered: bool) -> pl.LazyFrame:
    award, own = pl.col(f"{side}_award"), pl.col("percent")
    plus, minus = _is(side, _PLUS) & raised, _is(side, _MINUS) & lowered
    changed = (
        pl.when(plus)
        .then(pl.max_horizontal(award, own))
        .when(minus)
        .then(pl.min_horizontal(award, own))
        .otherwise(award)
    )
    keyed = lines.with_columns(pair=f"{side}_pair", direction=direction_of(side))
    joined = keyed.join(percents, on=CONTESTANT_KEY, how="left", nulls_equal=True)
    known = pl.col("pair").is_not_null()
    return joined.with_columns(pl.when(known).then(changed).otherwise(award).alias(f"{side}_award")).drop(
        "pair", "direction", "percent"
    )


def _is(side: str, pattern: str) -> pl.Expr:
    """Whether the side's half of the award as given (`AVE+/AVE-`; one word is for both) is of a pattern."""
    halves = pl.col("award_given").str.splitn("/", 2).struct
    first, second = halves.field("field_0"), halves.field("field_1")
    half = first if side == "ns" else pl.coalesce(second, first)
    return half.str.contains(pattern).fill_null(False)
