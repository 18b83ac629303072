"""The exact arithmetic that every regime shares: matchpoints as a ratio of integers, and their rounding.

Every method is linear in the group's matchpoints S: (a·S + c) / d on the 2-1-0 scale, with a, c and d the same for a
whole group. So one ranking serves every rule, and a rule is three small numbers.
"""

import polars as pl

from neuberg.rules import Profile

#: Awards are kept in units of 0.0001 per cent.
AWARD_UNITS = 10_000
_CANCELLED = 60
_PCT_UNITS = 100

_N, _FULL, _METHOD = pl.col("n"), pl.col("full"), pl.col("method")
_TOP = 2 * (_FULL - 1)


def with_exact(lines: pl.LazyFrame, profile: Profile) -> pl.LazyFrame:
    """The lines with `ns_num`, `ew_num` and `den` (matchpoints = num / den on the profile's scale) and `top`.

    Needs `s`, `n`, `full` and `method`. Null where no matchpoints are due, and for a side without an award.
    """
    a, c, d = _coefficients()
    opposite = 2 * (_N - 1) - pl.col("s")
    halves = 3 - profile.scale
    return lines.with_columns(
        ns_num=_side(a, c, pl.col("s"), pl.col("ns_award")),
        ew_num=_side(a, c, opposite, pl.col("ew_award")),
        den=d * halves,
        top=_TOP // halves,
    )


def _coefficients() -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """The a, c and d of each method; an award is (60 + 5·(S − (n − 1))) per cent of the top, which ties share."""
    method = _METHOD
    formula = method.is_in(["formula", "plain"])
    a = pl.when(formula).then(_FULL).when(method == "added").then(1).when(method == "award").then(5 * _TOP)
    c = (
        pl.when(formula | (method == "added"))
        .then(_FULL - _N)
        .when(method == "award")
        .then(_TOP * (60 - 5 * (_N - 1)))
        .when(method == "cancelled")
        .then(_CANCELLED * _TOP)
    )
    d = (
        pl.when(formula)
        .then(_N)
        .when(method == "added")
        .then(1)
        .when(method.is_in(["award", "cancelled"]))
        .then(100)
        .when(method == "artificial")
        .then(100 * AWARD_UNITS)
    )
    return a, c, d


def _side(a: pl.Expr, c: pl.Expr, s: pl.Expr, award: pl.Expr) -> pl.Expr:
    return (
        pl.when(_METHOD == "artificial")
        .then(award_units(award) * _TOP)
        .when(_METHOD == "cancelled")
        .then(c)
        .otherwise(a * s + c)
    )


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
        half: which way an exact half goes.

    >>> frame = pl.DataFrame({"num": [799, 1], "den": [20, 20], "top": [40, 40]})  # 39.95 and 0.05
    >>> columns = [pl.col(name) for name in frame.columns]
    >>> frame.select(up=rounded(*columns, step=10, half="up"),
    ...              towards=rounded(*columns, step=10, half="towards average")).rows()
    [(400, 399), (1, 1)]
    """
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
    """The lines with `ns_mp`, `ew_mp`, `ns_pct` and `ew_pct`, rounded as the profile says, each direction for itself.

    A profile without rounding keeps the exact value, as near as a float is.
    """
    den, top = pl.col("den"), pl.col("top")
    step = profile.step
    for side in ("ns", "ew"):
        num = pl.col(f"{side}_num")
        if step is None:
            value, percent = num / den, hundredths_of_per_cent(num, den, top)
        else:
            steps = rounded(num, den, top, step=step, half=profile.half)
            value, percent = decimal(steps, step), hundredths_of_per_cent(steps, pl.lit(step), top)
        lines = lines.with_columns(value.alias(f"{side}_mp"), decimal(percent, _PCT_UNITS).alias(f"{side}_pct"))
    return lines
