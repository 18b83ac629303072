"""The exact arithmetic that every regime shares: matchpoints as a ratio of integers, and their rounding.

Every method is linear in the group's matchpoints S: (a·S + c) / d on the 2-1-0 scale, with a, c and d the same for a
whole group. So one ranking serves every rule, and a rule is three small numbers.
"""

from collections.abc import Sequence
from functools import lru_cache

import polars as pl

from neuberg.rules import Profile

#: Awards are kept in units of 0.0001 per cent.
AWARD_UNITS = 10_000
_CANCELLED = 60
_PCT_UNITS = 100

_N, _FULL, _METHOD = pl.col("n"), pl.col("full"), pl.col("method")


def with_exact(lines: pl.LazyFrame, profile: Profile, methods: frozenset[str] | None = None) -> pl.LazyFrame:
    """The lines with `ns_num`, `ew_num` and `den` (matchpoints = num / den on the profile's scale) and `top`.

    Needs `s` and `opposite`, N-S's and E-W's matchpoints inside the group in units of 1/`unit`, besides `n`, `full` and
    `method`. Null where no matchpoints are due, and for a side without an award.

    Args:
        lines: what is scored.
        profile: the rule.
        methods: those that occur; None: any may.
    """
    return lines.with_columns(_exact(profile, methods))


# Kept: a season asks for the same expressions once a part.
@lru_cache(maxsize=256)
def _exact(profile: Profile, methods: frozenset[str] | None) -> list[pl.Expr]:
    top = _top(profile)
    a, c, d = _coefficients(top, methods)
    halves = 3 - profile.scale
    unit = pl.when(_METHOD == "artificial").then(1).otherwise(pl.col("unit"))
    return [
        _side(a, c * unit, pl.col("s"), pl.col("ns_award"), top).alias("ns_num"),
        _side(a, c * unit, pl.col("opposite"), pl.col("ew_award"), top).alias("ew_num"),
        (d * unit * halves).alias("den"),
        (top // halves).alias("top"),
    ]


def _top(profile: Profile) -> pl.Expr:
    """The full top on the 2-1-0 scale; Ascherman's points are per cents of a pair's own board."""
    return pl.lit(100, dtype=pl.Int64) if profile.regime == "ascherman" else 2 * (_FULL - 1)


def _coefficients(top: pl.Expr, methods: frozenset[str] | None) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """The a, c and d of each method; an award is (60 + 5·(S − (n − 1))) per cent of the top, which ties share."""
    by_method: dict[str, tuple[pl.Expr | int | None, pl.Expr | int, pl.Expr | int]] = {
        "plain": (_FULL, _FULL - _N, _N),
        "formula": (_FULL, _FULL - _N, _N),
        "added": (1, _FULL - _N, 1),
        "award": (5 * top, top * (60 - 5 * (_N - 1)), 100),
        "cancelled": (0, _CANCELLED * top, 100),
        "factored_by_scores": (_FULL, 0, _N),
        "factored_by_comparisons": (_FULL - 1, 0, _N - 1),
        "ascherman": (100, 100, 2 * _N),
        "artificial": (None, 0, 100 * AWARD_UNITS),
    }
    names = [name for name in by_method if methods is None or name in methods]
    return tuple(_by_method([by_method[name][place] for name in names], names) for place in range(3))  # type: ignore[return-value]


def _by_method(values: Sequence[pl.Expr | int | None], methods: Sequence[str]) -> pl.Expr:
    """The value that stands for a line's method; null where it has none."""
    chosen = pl.lit(None, dtype=pl.Int64)
    for value, method in zip(values, methods, strict=True):
        chosen = pl.when(method == _METHOD).then(value).otherwise(chosen)
    return chosen


def _side(a: pl.Expr, c: pl.Expr, s: pl.Expr, award: pl.Expr, top: pl.Expr) -> pl.Expr:
    return pl.when(_METHOD == "artificial").then(award_units(award) * top).otherwise(a * s + c)


def award_units(award: pl.Expr) -> pl.Expr:
    """An award in per cent as a whole number of `AWARD_UNITS`ths.

    >>> pl.DataFrame({"award": [60.0, 33.3333]}).select(award_units(pl.col("award"))).to_series().to_list()
    [600000, 333333]
    """
    return (award * AWARD_UNITS).round().cast(pl.Int64)


def rounded(num: pl.Expr, den: pl.Expr, top: pl.Expr, *, step: int, half: str) -> pl.Expr:
    """The ratio num / den to the nearest 1/step, as a whole number of steps.

    Args:
        num: the numerator, not negative.
        den: the denominator, positive.
        top: the full top, on which `towards average` and `away from average` turn.
        step: steps a matchpoint.
        half: which way an exact half goes; `cut` for no rounding but what is less than a step dropped.

    >>> frame = pl.DataFrame({"num": [799, 1], "den": [20, 20], "top": [40, 40]})  # 39.95 and 0.05
    >>> columns = [pl.col(name) for name in frame.columns]
    >>> frame.select(up=rounded(*columns, step=10, half="up"),
    ...              towards=rounded(*columns, step=10, half="towards average")).rows()
    [(400, 399), (1, 1)]
    """
    if half == "cut":
        return step * num // den
    up = (2 * step * num + den) // (2 * den)
    if half == "up":
        return up
    down = -((den - 2 * step * num) // (2 * den))
    above = 2 * num > top * den
    return pl.when(above == (half == "away from average")).then(up).otherwise(down)


def hundredths_of_per_cent(num: pl.Expr, den: pl.Expr, top: pl.Expr) -> pl.Expr:
    """100 · num / (den · top) per cent as a whole number of hundredths, half up; null where the top is 0.

    >>> frame = pl.DataFrame({"num": [1, 2, 0], "den": [1, 1, 1], "top": [3, 3, 0]})
    >>> frame.select(hundredths_of_per_cent(*map(pl.col, frame.columns))).to_series().to_list()
    [3333, 6667, None]
    """
    whole = den * top
    return pl.when(whole > 0).then((2 * 100 * _PCT_UNITS * num + whole) // (2 * whole))


def decimal(units: pl.Expr, unit: int) -> pl.Expr:
    """A whole number of 1/unit (a power of ten) as the float nearest to that decimal.

    >>> pl.DataFrame({"steps": [164, 585]}).select(decimal(pl.col("steps"), 100)).to_series().to_list()
    [1.64, 5.85]
    """
    # Polars divides by a constant through its reciprocal, which is off by a last bit: 1.6400000000000001.
    return (units / unit).round(len(str(unit)) - 1)


def with_rounded(lines: pl.LazyFrame, profile: Profile) -> pl.LazyFrame:
    """The lines with `ns_mp`, `ew_mp`, `ns_pct` and `ew_pct`, rounded as the profile says.

    Each direction is rounded for itself, or E-W's is what N-S's leaves of the top where the profile says so and the
    two share it. A profile without rounding keeps the exact value, as near as a float is.
    """
    return lines.with_columns(_rounded(profile))


@lru_cache(maxsize=256)
def _rounded(profile: Profile) -> list[pl.Expr]:
    step = profile.step
    if step is None:
        den = pl.col("den")
        points = {side: (pl.col(f"{side}_num"), den, pl.col(f"{side}_num") / den) for side in ("ns", "ew")}
    else:
        whole = pl.lit(step)
        points = {side: (steps, whole, decimal(steps, step)) for side, steps in _steps(profile, step).items()}
    return [
        expression
        for side, (num, den, value) in points.items()
        for expression in (
            value.alias(f"{side}_mp"),
            decimal(hundredths_of_per_cent(num, den, pl.col("top")), _PCT_UNITS).alias(f"{side}_pct"),
        )
    ]


def _steps(profile: Profile, step: int) -> dict[str, pl.Expr]:
    """Each side's matchpoints as a whole number of rounding steps."""
    den, top = pl.col("den"), pl.col("top")
    ns, ew = (rounded(pl.col(f"{side}_num"), den, top, step=step, half=profile.half) for side in ("ns", "ew"))
    if profile.ew == "complement":
        shares = pl.col("ns_num") + pl.col("ew_num") == top * den
        ew = pl.when(shares).then(step * top - ns).otherwise(ew)
    return {"ns": ns, "ew": ew}
