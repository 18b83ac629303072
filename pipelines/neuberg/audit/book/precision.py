"""When a printed figure agrees with a computed one: within half a unit of the last printed place, inclusive, exactly.

The precision of a column is the most decimals that it shows in the event. Both the unrounded value and the one that
the profile rounded may agree: a program may have printed either.
"""

import polars as pl

#: More decimals than this are compared to this many: no program prints more, and products stay within 64 bits.
_MOST_DECIMALS = 6


def decimals_of_event(column: str) -> pl.Expr:
    """The decimals that a column of decimal counts shows in its event, at most 6."""
    return pl.col(column).max().over("event_id").clip(upper_bound=_MOST_DECIMALS)


def in_units(published: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """A printed number as a whole number of its last place.

    >>> frame = pl.DataFrame({"published": [28.3], "decimals": [1]})
    >>> frame.select(in_units(pl.col("published"), pl.col("decimals"))).item()
    283
    """
    return (published * _scale(decimals)).round().cast(pl.Int64)


def agrees(published: pl.Expr, decimals: pl.Expr, num: pl.Expr, den: pl.Expr, roundings: pl.Expr | int = 1) -> pl.Expr:
    """Whether a printed number is within half a unit of its last place of num / den, in whole numbers.

    Args:
        published: the number as printed.
        decimals: the decimals of its column.
        num: the numerator of the computed value.
        den: its denominator, positive.
        roundings: how many numbers were rounded to that place and added, each within half a unit.

    >>> frame = pl.DataFrame({"published": [28.3, 28.4, 28.35], "decimals": [1, 1, 2]})
    >>> frame.select(agrees(pl.col("published"), pl.col("decimals"), pl.lit(2835), pl.lit(100))).to_series().to_list()
    [True, True, True]
    >>> frame.select(agrees(pl.col("published"), pl.col("decimals"), pl.lit(2836), pl.lit(100))).to_series().to_list()
    [False, True, False]
    """
    return agrees_in_units(in_units(published, decimals), decimals, num, den, roundings)


def agrees_in_units(
    units: pl.Expr, decimals: pl.Expr, num: pl.Expr, den: pl.Expr, roundings: pl.Expr | int = 1
) -> pl.Expr:
    """As `agrees`, of a number that is given in units of its last place."""
    return 2 * (units * den - num * _scale(decimals)).abs() <= den * roundings


def _scale(decimals: pl.Expr) -> pl.Expr:
    return pl.lit(10, dtype=pl.Int64).pow(decimals.cast(pl.UInt32))
