"""Victory points: what a match is worth by its margin in IMPs, or by its percentage of the matchpoints."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache

import polars as pl

from neuberg.errors import UsageError
from neuberg.rules.vp_scales import VpScale, vp_scale
from neuberg.score.arithmetic import decimal

#: Victory points are kept in hundredths.
UNIT = 100

_DIGITS = 50
_ONE_PER_CENT = 100


def victory_points(imps: pl.Expr, *, boards: int, scale: str = "wbf-continuous") -> pl.Expr:
    """A side's victory points for its margin in IMPs; null for a margin that is not whole.

    Args:
        imps: the side's margin, negative when it lost; the other side's is the same with the other sign.
        boards: in the match.
        scale: a name of `rules.vp_scales`.

    Raises:
        RuleError: there is no such scale, or it has none for so many boards.
        UsageError: it is a scale of percentages, or there are no boards.

    >>> frame = pl.DataFrame({"imps": [10, 0, -10]})
    >>> frame.with_columns(vp=victory_points(pl.col("imps"), boards=16))
    shape: (3, 2)
    ┌──────┬──────┐
    │ imps ┆ vp   │
    │ ---  ┆ ---  │
    │ i64  ┆ f64  │
    ╞══════╪══════╡
    │ 10   ┆ 12.8 │
    │ 0    ┆ 10.0 │
    │ -10  ┆ 7.2  │
    └──────┴──────┘
    """
    units = by_margin(scale, boards)
    pool = vp_scale(scale).pool * UNIT
    margin = imps.cast(pl.Int64).abs().clip(upper_bound=len(units) - 1)
    won = margin.replace_strict(list(range(len(units))), list(units), return_dtype=pl.Int64, default=None)
    own = pl.when(imps < 0).then(pool - won).otherwise(won)
    return decimal(pl.when(imps == imps.cast(pl.Int64)).then(own), UNIT)


@lru_cache
def by_margin(scale: str, boards: int) -> tuple[int, ...]:
    """The winner's victory points in hundredths for a margin of 0, 1, 2 … IMPs; the last stands for all beyond.

    Raises:
        RuleError: there is no such scale, or it has none for so many boards.
        UsageError: it is a scale of percentages, or there are no boards.

    >>> by_margin("acbl-20", 7)[:4]
    (1000, 1100, 1100, 1200)
    """
    if boards < 1:
        raise UsageError(f"a match has one board at least; found {boards}")
    found = vp_scale(scale)
    if found.regime == "wbf_continuous":
        return wbf_continuous(boards)
    if found.regime == "wbf_discrete":
        return _spread([0, *(most + 1 for most in wbf_discrete_limits(boards))], range(found.pool // 2, found.pool + 1))
    if found.regime == "table":
        table = found.table(boards)
        return _spread(table.limits, table.vp)
    raise UsageError(f"{scale} is a scale of percentages: use percent_victory_points")


def _spread(at_least: Sequence[int], vp: Sequence[int]) -> tuple[int, ...]:
    """The scale's steps, margin by margin."""
    steps = list(zip(at_least, vp, strict=True))
    return tuple(max(points for least, points in steps if least <= margin) * UNIT for margin in range(at_least[-1] + 1))


def wbf_continuous(boards: int) -> tuple[int, ...]:
    """The WBF's continuous scale, in hundredths, for a margin of 0, 1, 2 … IMPs up to the one that is worth 20.

    10 + 10·(1 − Rˣ)/(1 − R) for x = IMPs/(15·√boards) and R = √5 − 2, rounded; then a hundredth more for each margin
    whose next IMP would be worth more than its own, until none is.

    >>> wbf_continuous(14)[:4]
    (1000, 1033, 1066, 1097)
    """
    with localcontext() as context:
        context.prec = _DIGITS
        blitz, r = _blitz(boards), _r()
        last = int(blitz.to_integral_value(ROUND_FLOOR)) + (blitz != int(blitz))
        exact = [UNIT * (10 + 10 * (1 - r ** (margin / blitz)) / (1 - r)) for margin in range(last)]
        units = [int(value.to_integral_value(ROUND_HALF_UP)) for value in exact] + [20 * UNIT]
    while dips := [i for i in range(1, last) if units[i + 1] - units[i] > units[i] - units[i - 1]]:
        for i in dips:
            units[i] += 1
    return tuple(units)


def wbf_discrete_limits(boards: int) -> tuple[int, ...]:
    """The greatest margin that is still worth 10, 11 … 19 victory points on the WBF's discrete scale.

    The continuous curve is read backwards at 10½, 11½ … and rounded down; then limits come down until no step holds
    fewer margins than the one before it (that of 10-10 counted on both sides of nought).

    >>> wbf_discrete_limits(8)
    (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)
    """
    with localcontext() as context:
        context.prec = _DIGITS
        blitz, r = _blitz(boards), _r()
        curve = [blitz * (1 - (1 - r) * (Decimal(2 * step + 1) / 20)).ln() / r.ln() for step in range(10)]
        limits = [int(margin.to_integral_value(ROUND_FLOOR)) for margin in curve]
    while (narrow := _step_before_a_narrower(limits)) is not None:
        limits[narrow] -= 1
    return tuple(limits)


def _step_before_a_narrower(limits: list[int]) -> int | None:
    widths = [2 * limits[0] + 1, *(limits[i] - limits[i - 1] for i in range(1, len(limits)))]
    return next((i for i in range(len(limits) - 1) if widths[i + 1] < widths[i]), None)


def _blitz(boards: int) -> Decimal:
    return 15 * Decimal(boards).sqrt()


def _r() -> Decimal:
    return Decimal(5).sqrt() - 2


def percent_victory_points(mp: pl.Expr, top: pl.Expr, *, boards: int, scale: str = "ebu-swiss-pairs") -> pl.Expr:
    """A pair's victory points for its share of the matchpoints of a match; on a limit, those nearer to average.

    Null where no matchpoints could be won.

    Args:
        mp: the pair's matchpoints, a whole number of units.
        top: the most that it could win, in the same units.
        boards: in the match.
        scale: a name of `rules.vp_scales`.

    Raises:
        RuleError: there is no such scale, or it has none for so many boards.
        UsageError: it is not a scale of percentages.

    >>> frame = pl.DataFrame({"mp": [5623, 5624, 4000], "top": [10000, 10000, 10000]})
    >>> frame.with_columns(vp=percent_victory_points(pl.col("mp"), pl.col("top"), boards=8))
    shape: (3, 3)
    ┌──────┬───────┬─────┐
    │ mp   ┆ top   ┆ vp  │
    │ ---  ┆ ---   ┆ --- │
    │ i64  ┆ i64   ┆ i64 │
    ╞══════╪═══════╪═════╡
    │ 5623 ┆ 10000 ┆ 14  │
    │ 5624 ┆ 10000 ┆ 15  │
    │ 4000 ┆ 10000 ┆ 3   │
    └──────┴───────┴─────┘
    """
    found = vp_scale(scale)
    if found.regime != "percent_table":
        raise UsageError(f"{scale} is a scale of IMPs: use victory_points")
    half = found.pool // 2
    below = 2 * mp.cast(pl.Int64) < top
    better = pl.when(below).then(top - mp).otherwise(mp).cast(pl.Int64)
    above = half + _limits_passed(better, top.cast(pl.Int64), found, boards)
    return pl.when(top > 0).then(pl.when(below).then(found.pool - above).otherwise(above))


def _limits_passed(mp: pl.Expr, top: pl.Expr, scale: VpScale, boards: int) -> pl.Expr:
    hundredths, whole = 100 * _ONE_PER_CENT * mp, top
    limits = scale.table(boards).limits
    return pl.sum_horizontal(((hundredths > limit * whole).cast(pl.Int64) for limit in limits), ignore_nulls=False)


def mismatch_victory_points(vp: pl.Expr, *, stronger: pl.Expr, at_fault: pl.Expr) -> pl.Expr:
    """What a side keeps of a Swiss match against the wrong opponents, on a 20-point scale.

    EBU White Book 2025, 3.5.2: 5 + ¾ of what it won from opponents with more points than the right ones, where that is
    not its fault; from ones with fewer, where it is, a quarter less of what it won above 5; else what it won.

    Args:
        vp: won in the match.
        stronger: whether the opponents had more points than the right ones; fewer where it is false.
        at_fault: whether the mismatch is the side's own fault.

    >>> frame = pl.DataFrame({"vp": [12, 13, 12], "stronger": [True, False, True], "at_fault": [False, True, True]})
    >>> columns = {name: pl.col(name) for name in ("stronger", "at_fault")}
    >>> frame.select(mismatch_victory_points(pl.col("vp"), **columns)).to_series().to_list()
    [14.0, 11.0, 12.0]
    """
    raised, lowered = 5 + 3 * vp / 4, vp - (vp - 5).clip(0) / 4
    known = stronger.is_not_null() & at_fault.is_not_null()
    kept = pl.when(stronger & ~at_fault).then(raised).when(~stronger & at_fault).then(lowered).otherwise(vp)
    return pl.when(known).then(kept)
