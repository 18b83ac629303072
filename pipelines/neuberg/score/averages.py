"""Average plus and average minus: at least 60 or at most 40 per cent, or the pair's own percentage of the session.

Law 12C2(c): a side that did better than 60 per cent on the other boards of the session gets that percentage for
average plus; one that did worse than 40 gets its own for average minus. A fixed award such as 60-40 stays as it is;
`A6040`, as USEBIO writes both, has both answers. A table prevented from playing the board has average plus, too, or
by the Dutch laws of 1982, article 96, the score that it would have in a form of its own, or its session's average.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

import polars as pl

from neuberg.rules import Profile
from neuberg.score.contestants import CONTESTANT_KEY, direction_of, sides, whole_units
from neuberg.score.shares import SHARES, share

#: A table that could not play the board, through no fault of its own.
PREVENTED = "PREVENTED"
_PREVENTED = rf"(?i)^\s*{PREVENTED}\s*$"
#: How a side's award says that it is an average plus or minus.
_PLUS = {
    side: rf"(?i)^\s*(A(VE|VG)?\s*\+|{PREVENTED}|{code})\s*$" for side, code in (("ns", r"A60\d\d"), ("ew", r"A\d\d60"))
}
_MINUS = {side: rf"(?i)^\s*(A(VE|VG)?\s*[-−–]|{code})\s*$" for side, code in (("ns", r"A40\d\d"), ("ew", r"A\d\d40"))}
#: An award that may be fixed, or an average plus or minus: USEBIO writes both so.
_EITHER = r"(?i)^\s*A\d{4}\s*$"
_SIDES = ("ns", "ew")


def with_session_averages(asked: pl.DataFrame, touched: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """The lines asked about, average plus and minus raised or lowered to the pair's percentage on its other boards.

    They have `SHARES` besides, null for a side whose award stays as it was. Boards on which the pair has an artificial
    score are not among those others. The percentage is of variant 1. A line whose award may be fixed or an average
    keeps it fixed, and stands again as variant 2 where the average differs.

    Args:
        asked: lines whose award is one of those that `of_the_session` gives, with their scores so far and `winners`.
        touched: all the lines at which their pairs sit, with their scores in variant 1, and `winners`.
        profile: the rule to score under.
    """
    asked = asked.with_columns(_prevented(profile))
    raised, lowered = profile.average_plus == "session", profile.average_minus == "session"
    if not (raised or lowered):
        return asked.with_columns(pl.lit(None, dtype=pl.Int64).alias(name) for name in SHARES)
    either = pl.col("award_given").str.contains(_EITHER) & _is_average(raised=raised, lowered=lowered)
    adjusted = asked.hstack(_shares_of(asked, touched, profile)).with_columns(
        *(_adjusted(side, raised=raised, lowered=lowered) for side in _SIDES), _either=either
    )
    return _answers(adjusted).select(*asked.columns, *SHARES)


def _answers(adjusted: pl.DataFrame) -> pl.DataFrame:
    """The awards as averages; of those that may be fixed, the fixed one and, where it differs, the average besides."""
    own = [pl.col(f"_{side}_own").alias(f"{side}_award") for side in _SIDES]
    adjusted = adjusted.with_columns(
        pl.when(pl.col(f"{side}_award").ne_missing(pl.col(f"_{side}_own")))
        .then(f"_{side}_{part}")
        .alias(f"_{side}_{part}")
        for side in _SIDES
        for part in ("won", "of")
    )
    differs = pl.any_horizontal(pl.col(f"{side}_award").ne_missing(pl.col(f"_{side}_own")) for side in _SIDES)
    either, first = pl.col("_either"), pl.col("variant") == 1
    lines = adjusted.lazy()
    return pl.concat(
        [
            lines.filter(~either).with_columns(own),
            lines.filter(either, ~differs | first).with_columns(pl.lit(None, pl.Int64).alias(name) for name in SHARES),
            lines.filter(either, differs, first).with_columns(*own, variant=pl.lit(2, dtype=pl.Int8)),
        ]
    ).collect()


def _prevented(profile: Profile) -> Iterator[pl.Expr]:
    """The awards, a prevented table's as the profile has it: average plus, or art. 96's score of a form alone.

    Alone in its form a score has no matchpoints but one for each other score: half of the top.
    """
    for side in _SIDES:
        award = pl.col(f"{side}_award")
        flat = profile.prevented == "average plus"
        yield award if flat else pl.when(_is(side, _PREVENTED)).then(50.0).otherwise(award).alias(f"{side}_award")


@lru_cache(maxsize=256)
def of_the_session(profile: Profile, given: frozenset[str]) -> list[str]:
    """Those of the awards as given that `with_session_averages` may change.

    >>> from neuberg.rules import profile
    >>> of_the_session(profile("acbl-1991"), frozenset({"60-40", "AVE+/AVE-"}))
    ['AVE+/AVE-']
    """
    words = pl.DataFrame({"award_given": sorted(given)}, schema={"award_given": pl.String})
    return words.with_columns(kind=pl.lit("artificial")).filter(is_of_the_session(profile))["award_given"].to_list()


# Expressions are kept: a season asks for the same ones once a part.
@cache
def is_of_the_session(profile: Profile) -> pl.Expr:
    """Whether a line's award is one that `with_session_averages` may change."""
    prevented = pl.any_horizontal(_is(side, _PREVENTED) for side in _SIDES)
    changed = pl.lit(profile.prevented != "average plus") & prevented
    raised, lowered = profile.average_plus == "session", profile.average_minus == "session"
    return changed | _is_average(raised=raised, lowered=lowered) if raised or lowered else changed


@cache
def _is_average(*, raised: bool, lowered: bool) -> pl.Expr:
    """Whether a side's award is one that the pair's percentage may change."""
    patterns = [*(_PLUS.items() if raised else ()), *(_MINUS.items() if lowered else ())]
    average = pl.any_horizontal(_is(side, pattern) for side, pattern in patterns)
    return ((pl.col("kind") == "artificial") & average).fill_null(False)


def _shares_of(asked: pl.DataFrame, touched: pl.DataFrame, profile: Profile) -> list[pl.Series]:
    """Of each line `SHARES`, what its pairs won of the tops of their boards with a real score."""
    key = [name for name in CONTESTANT_KEY if name not in ("pair", "direction")]
    seats = pl.concat(
        asked.lazy().select(*key, pair=f"{side}_pair", direction=direction_of(side)) for side in _SIDES
    ).collect()
    won = _won(touched, profile).collect().join(seats, on=CONTESTANT_KEY, how="semi", nulls_equal=True)
    each = [share(row["parts"], row["top"]) for row in won.iter_rows(named=True)]
    shares = pl.DataFrame(each, schema=dict.fromkeys(("won", "of"), pl.Int64), orient="row")
    known = won.select(CONTESTANT_KEY).hstack(shares)
    joined = seats.join(known, on=CONTESTANT_KEY, how="left", nulls_equal=True, maintain_order="left")
    return [
        joined[part].slice(place * asked.height, asked.height).alias(f"_{side}_{part}")
        for place, side in enumerate(_SIDES)
        for part in ("won", "of")
    ]


def _won(touched: pl.DataFrame, profile: Profile) -> pl.LazyFrame:
    """A row a contestant: `parts`, the fractions that it won on the boards with a real score, and their `top`."""
    # A score that was cancelled is an artificial one, too.
    artificial = (pl.col("kind") == "artificial") | (pl.col("method") == "cancelled").fill_null(False)
    step = profile.step
    units = (pl.col("num"), pl.col("den")) if step is None else (whole_units(pl.col("mp"), step), pl.lit(step))
    return (
        sides(touched.lazy().filter(~artificial), "num")
        .drop_nulls("mp")
        .group_by(*CONTESTANT_KEY, _den=units[1])
        .agg(_num=units[0].sum(), top=pl.col("top").cast(pl.Int64).sum())
        .group_by(CONTESTANT_KEY)
        .agg(parts=pl.struct(num="_num", den="_den"), top=pl.col("top").sum())
        .filter(pl.col("top") > 0)
    )


@cache
def _adjusted(side: str, *, raised: bool, lowered: bool) -> pl.Expr:
    """A side's award, `_ns_own`, raised or lowered to the percentage of its pair where that is known."""
    award, own = pl.col(f"{side}_award"), 100 * pl.col(f"_{side}_won") / pl.col(f"_{side}_of")
    plus, minus = _is(side, _PLUS[side]) & raised, _is(side, _MINUS[side]) & lowered
    changed = (
        pl.when(plus)
        .then(pl.max_horizontal(award, own))
        .when(minus)
        .then(pl.min_horizontal(award, own))
        .otherwise(award)
    )
    return pl.when(pl.col(f"{side}_pair").is_not_null()).then(changed).otherwise(award).alias(f"_{side}_own")


def is_average(side: str, sign: str) -> pl.Expr:
    """Whether the side's half of the award as given is average plus (`+`) or minus (`-`), or may be."""
    return _is(side, (_PLUS if sign == "+" else _MINUS)[side])


def may_be_fixed() -> pl.Expr:
    """Whether the award as given may be a fixed one as well as an average: USEBIO writes both so."""
    return pl.col("award_given").str.contains(_EITHER).fill_null(False)


@cache
def _is(side: str, pattern: str) -> pl.Expr:
    """Whether the side's half of the award as given (`AVE+/AVE-`; one word is for both) is of a pattern."""
    halves = pl.col("award_given").str.splitn("/", 2).struct
    first, second = halves.field("field_0"), halves.field("field_1")
    half = first if side == "ns" else pl.coalesce(second, first)
    return half.str.contains(pattern).fill_null(False)
