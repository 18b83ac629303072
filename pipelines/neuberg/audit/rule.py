"""A rule as the audit tries it: a regime for fouled boards, what N counts, and how average plus is taken."""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from neuberg.rules import Profile, load_profiles
from neuberg.score.arithmetic import AWARD_UNITS
from neuberg.score.fouled import REGIMES

#: What N may count: lines with artificial ones, scores that compare, lines with those not played, those expected, or
#: the tables that the session's pairs fill, one with a sit-out among them.
COUNTS = {
    "scores": "field",
    "compared": "compared",
    "tables": "tables",
    "expected": "most",
    "tables with a sit-out": "with_sit_out",
}
AVERAGES = ("session", "flat")
PER_CENT = "per cent"
_CUT, _CUT_TENS = "2-1-0, cut to 0.1", "tens of 2-1-0, cut to a unit"
SCALES = ("2-1-0", "1-½-0", PER_CENT, "tens of 2-1-0", "tens of 1-½-0", _CUT, _CUT_TENS)
#: (a, b): a printed figure is a·M/b on 2-1-0; a percentage is none, being a share of the top.
_UNITS = {"2-1-0": (1, 1), "1-½-0": (1, 2), "tens of 2-1-0": (10, 1), "tens of 1-½-0": (5, 1)}

_CANCELLED = 60
_ONE = pl.lit(1, dtype=pl.Int64)
#: N as the rule counts it, the column that the regimes read.
_FULL = pl.col("full")


class Rule(NamedTuple):
    """One way to score a board."""

    regime: str
    counted: str
    average: str

    def __str__(self) -> str:
        return f"{self.regime}, N = {self.counted}, average plus {self.average}"


class Ratio(NamedTuple):
    """A figure as num / den, and the full top in the same unit."""

    num: pl.Expr
    den: pl.Expr
    top: pl.Expr


def rules() -> Iterator[Rule]:
    """Every rule that the audit tries."""
    for regime in REGIMES:
        # Ascherman's percentage is the same whatever N is.
        for count in ("scores",) if regime == "ascherman" else COUNTS:
            for average in AVERAGES:
                yield Rule(regime, count, average)


def rule_of(profile: Profile) -> Rule:
    """The rule of a profile of the rulebook."""
    return Rule(profile.regime, profile.field, profile.average_plus)


def scale_of(profile: Profile) -> str:
    """The scale on which a profile gives matchpoints."""
    if profile.half == "cut":
        return _CUT
    return "2-1-0" if profile.scale == 2 else "1-½-0"


def profiles_of(rule: Rule) -> list[Profile]:
    """The profiles of the rulebook that score so."""
    return [profile for profile in load_profiles().values() if rule_of(profile) == rule]


def with_full(frame: pl.LazyFrame, count: str) -> pl.LazyFrame:
    """The frame with N as one of `COUNTS` has it."""
    return frame.with_columns(full=pl.col(COUNTS[count]))


def matchpoints_by(rule: Rule, *, second: bool = False) -> Ratio:
    """One side's matchpoints on 2-1-0 under a rule, of a frame of `with_full` and the side's S and awards.

    Args:
        rule: the rule.
        second: the second answer, where the rule's source leaves two; else the same as the first.
    """
    s, n = (pl.col("s1"), pl.col("n1")) if rule.regime == "one_field" else (pl.col("s"), pl.col("n"))
    top = pl.lit(100, dtype=pl.Int64) if rule.regime == "ascherman" else 2 * (_FULL - 1)
    method = _method(rule, n, second=second)
    parts = {
        "formula": (_FULL, _FULL - n, n),
        "added": (_ONE, _FULL - n, _ONE),
        "award": (5 * top, top * (60 - 5 * (n - 1)), 100 * _ONE),
        "cancelled": (0 * _ONE, _CANCELLED * top, 100 * _ONE),
        "factored_by_scores": (_FULL, 0 * _ONE, n),
        "factored_by_comparisons": (_FULL - 1, 0 * _ONE, n - 1),
        "ascherman": (100 * _ONE, 100 * _ONE, 2 * n),
    }
    # M = (a·S + c) / d, with S in units of 1/unit.
    a, c, d = (
        pl.coalesce(pl.when(method == name).then(part[place]) for name, part in parts.items()) for place in range(3)
    )
    award = pl.col("award_session" if rule.average == "session" else "award_flat")
    awarded = n.is_null()
    return Ratio(
        pl.when(awarded).then(award * top).otherwise(a * s + c * pl.col("unit")),
        pl.when(awarded).then(100 * AWARD_UNITS).otherwise(d * pl.col("unit")),
        top,
    )


def _method(rule: Rule, n: pl.Expr, *, second: bool) -> pl.Expr:
    methods = REGIMES[rule.regime]()
    by_regime = methods.first
    if second and methods.second is not None:
        by_regime = pl.coalesce(methods.second, methods.first)
    if rule.regime == "ascherman":
        return by_regime
    return pl.when(n == _FULL).then(pl.lit("formula")).otherwise(by_regime)


def in_scale(points: Ratio, scale: str) -> Ratio:
    """The matchpoints of 2-1-0 as a scale prints them."""
    if scale == PER_CENT:
        whole = points.den * points.top
        return Ratio(100 * points.num, pl.when(whole > 0).then(whole), pl.lit(100, dtype=pl.Int64))
    if scale in (_CUT, _CUT_TENS):
        tenths = 10 * points.num // points.den
        in_tens = scale == _CUT_TENS
        return Ratio(tenths, _ONE if in_tens else 10 * _ONE, points.top * (10 if in_tens else 1))
    times, by = _UNITS[scale]
    return Ratio(times * points.num, by * points.den, times * points.top // by)
