"""Which rule, scale and rounding give an event's printed matchpoints: all tried, and each one's figures counted."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import polars as pl

from neuberg.audit.precision import agrees_in_units
from neuberg.audit.rounding import Rounding, in_steps, printed_by, roundings
from neuberg.audit.rule import PER_CENT, SCALES, Ratio, Rule, in_scale, matchpoints_by, rules, with_full

KEY = ("event_id", "quantity")
_FIGURE = (pl.col("figure"), pl.col("decimals"))
#: Steps that are tried already while the scale is looked for.
_COMMON_STEPS = (1, 10, 100)
RULES = tuple(rules())
ROUNDINGS = tuple(roundings())
_ASCHERMAN = next(rule for rule in RULES if rule.regime == "ascherman")
_POINTS = Ratio(pl.col("num"), pl.col("den"), pl.col("top"))
_TRIES = {"scale": pl.String, "rule": pl.Int16, "reproduced": pl.Int64}
_ROUNDED = pl.Schema(
    {
        "event_id": pl.Int64,
        "quantity": pl.String,
        "tested": pl.Int64,
        "reproduced": pl.Int64,
        "rounding": pl.Int16,
        "by": pl.Int16,
    }
)


class Found(NamedTuple):
    """What a search found, a row an event, quantity and candidate.

    Attributes:
        tries: `scale`, `rule` (its place in `RULES`), how many figures it has `reproduced` of those `published`.
        rounded: for the best scale and rule: `rounding` (its place in `ROUNDINGS`), `by` (what was
            rounded: 1 or 2, a percentage's
            matchpoints on 2-1-0 or 1-½-0; 0, the figure itself),
            how many it has `reproduced` of those `tested`, which tell roundings apart.
    """

    tries: pl.DataFrame
    rounded: pl.DataFrame


def search(facts: pl.DataFrame, preferred: pl.DataFrame) -> Found:
    """Every scale and rule counted on every fact, and every rounding on what the best of them gives.

    Args:
        facts: as `facts.facts` gives them.
        preferred: `event_id`, `rule` and `scale` of the rules that the run scores it by: first among equals.
    """
    plain = _plain(facts.filter(~pl.col("special")))
    special = _special(facts.filter(pl.col("special")), _plausible(facts, plain))
    tries = _together(facts, plain, special, preferred)
    return Found(tries, _roundings(facts, best_of(tries)))


def best_of(tries: pl.DataFrame) -> pl.DataFrame:
    """Of each event and quantity, the first of the tries that reproduce most; tries come in order of preference."""
    ordered = tries.sort(*KEY, "reproduced", "preference", descending=[False, False, True, False])
    return ordered.unique(KEY, keep="first", maintain_order=True)


def rights(figures: pl.DataFrame, rule: Rule, scale: str) -> pl.Series:
    """Whether each figure, of `facts.facts` or of `facts.printed`, is as a rule and scale give it."""
    right = [
        _points(figures, rule, second=second).select(_may_be(scale).fill_null(False)).to_series()
        for second in _answers(rule, figures)
    ]
    return right[0] if len(right) == 1 else right[0] | right[1]


def _plain(facts: pl.DataFrame) -> pl.DataFrame:
    """Facts that every rule scores alike: what each scale reproduces of them."""
    parts = []
    for is_ascherman in (False, True):
        points = _points(facts, _ASCHERMAN if is_ascherman else RULES[0])
        counted = points.group_by(KEY).agg(_count(_may_be(scale)).alias(scale) for scale in SCALES)
        long = counted.unpivot(SCALES, index=KEY, variable_name="scale", value_name="plain")
        parts.append(long.with_columns(is_ascherman=pl.lit(is_ascherman)))
    return pl.concat(parts)


def _plausible(facts: pl.DataFrame, plain: pl.DataFrame) -> tuple[str, ...]:
    """The scales that some event's plain facts fit best; every scale where an event has none to tell by."""
    if plain.select(KEY).n_unique() < facts.select(KEY).n_unique():
        return SCALES
    best = plain.filter((pl.col("plain") > 0) & (pl.col("plain") == pl.col("plain").max().over(KEY)))
    return tuple(scale for scale in SCALES if scale in set(best["scale"]))


def _special(facts: pl.DataFrame, scales: tuple[str, ...]) -> pl.DataFrame:
    """The others: what each scale and rule reproduces of them."""
    parts = [pl.DataFrame(schema={"event_id": pl.Int64, "quantity": pl.String} | _TRIES)]
    for number, rule in enumerate(RULES) if scales and not facts.is_empty() else ():
        given = [_points(facts, rule, second=second) for second in _answers(rule, facts)]
        right = [frame.select(_may_be(scale).fill_null(False).alias(scale) for scale in scales) for frame in given]
        either = right[0] if len(right) == 1 else right[0].select(pl.col(name) | right[1][name] for name in scales)
        counted = (
            facts.select(*KEY, "count")
            .hstack(either)
            .group_by(KEY)
            .agg(_count(pl.col(scale)).alias(scale) for scale in scales)
        )
        long = counted.unpivot(scales, index=KEY, variable_name="scale", value_name="reproduced")
        parts.append(long.select(*KEY, "scale", rule=pl.lit(number, dtype=pl.Int16), reproduced="reproduced"))
    return pl.concat(parts).rename({"reproduced": "special"})


def _answers(rule: Rule, facts: pl.DataFrame) -> tuple[bool, ...]:
    """Whether to ask for the first answer alone: the second differs where two groups of three are the largest."""
    two = rule.regime == "awards_below_four" and ((facts["largest"] == 3) & (facts["largest_groups"] > 1)).any()
    return (False, True) if two else (False,)


def _points(facts: pl.DataFrame, rule: Rule, *, second: bool = False) -> pl.DataFrame:
    """The facts with the matchpoints of a rule, `num` / `den` on 2-1-0, and `top`."""
    points = matchpoints_by(rule, second=second)
    return (
        with_full(facts.lazy(), rule.counted)
        .select(*KEY, "side", "figure", "decimals", "^count$", num=points.num, den=points.den, top=points.top)
        .collect()
    )


def _count(right: pl.Expr) -> pl.Expr:
    return pl.col("count").filter(right).sum().cast(pl.Int64)


@lru_cache(maxsize=len(SCALES))
def _may_be(scale: str) -> pl.Expr:
    """Whether a figure is the value, exact or after one of the roundings that are common, either way at a half."""
    figure, decimals = _FIGURE
    value = in_scale(_POINTS, scale)
    right = agrees_in_units(figure, decimals, value.num, value.den)
    if scale == PER_CENT:
        from_rounded = (rounded_per_cent(_POINTS, by, Rounding(step)) for by, step in product((1, 2), (10, 100)))
        right = pl.any_horizontal(right, *(printed_by(*_FIGURE, percent, Rounding()) for percent in from_rounded))
    unit = pl.lit(10, dtype=pl.Int64).pow(decimals.cast(pl.UInt32))
    if scale.startswith("tens"):
        # Whole matchpoints, then times ten: the step is ten.
        whole = (figure % (10 * unit) == 0) & (
            2 * (figure * value.den - unit * value.num).abs() <= 10 * unit * value.den
        )
        right = right | whole
    # A multiple of the step that is no further than half a step: rounded to it, whichever way.
    stepped = (
        ((figure * step) % unit == 0)
        & (2 * (figure * step * value.den - step * unit * value.num).abs() <= unit * value.den)
        for step in _COMMON_STEPS
    )
    return pl.any_horizontal(right, *stepped)


def rounded_per_cent(points: Ratio, by: int, rounding: Rounding) -> Ratio:
    """Per cent of the top from matchpoints that were rounded first, on 2-1-0 (by 1) or 1-½-0 (by 2)."""
    if rounding.step is None:
        return in_scale(points, PER_CENT)
    whole = rounding.step * points.top
    steps = in_steps(Ratio(points.num, points.den * by, points.top // by), rounding)
    return Ratio(100 * by * steps, pl.when(whole > 0).then(whole), pl.lit(100, dtype=pl.Int64))


def _together(facts: pl.DataFrame, plain: pl.DataFrame, special: pl.DataFrame, preferred: pl.DataFrame) -> pl.DataFrame:
    """A row an event, quantity, scale and rule: how many figures it reproduces of how many, and its preference."""
    printed = facts.group_by(KEY).agg(published=pl.col("count").sum().cast(pl.Int64))
    scales = pl.DataFrame({"scale": SCALES}).with_row_index("_scale")
    numbers = pl.DataFrame(
        [(number, rule.regime == "ascherman") for number, rule in enumerate(RULES)],
        schema={"rule": pl.Int16, "is_ascherman": pl.Boolean},
        orient="row",
    )
    # Ascherman's points are per cents already.
    candidates = scales.join(numbers, how="cross").filter(~pl.col("is_ascherman") | (pl.col("scale") == PER_CENT))
    every = printed.join(candidates, how="cross").join(plain, on=[*KEY, "scale", "is_ascherman"], how="left")
    own = preferred.unique(["event_id", "rule"]).select("event_id", "rule", _own=pl.lit(True))
    return (
        every.join(special, on=[*KEY, "scale", "rule"], how="left")
        .join(own, on=["event_id", "rule"], how="left")
        .select(
            *KEY,
            "published",
            "scale",
            "rule",
            reproduced=pl.col("plain").fill_null(0) + pl.col("special").fill_null(0),
            preference=len(RULES) * pl.col("_scale").cast(pl.Int32)
            + pl.when(pl.col("_own")).then(-1).otherwise(pl.col("rule").cast(pl.Int32)),
        )
    )


def _roundings(facts: pl.DataFrame, best: pl.DataFrame) -> pl.DataFrame:
    """For the best scale and rule of each event: a row a rounding, with what it reproduces of the telling figures."""
    parts = [pl.DataFrame(schema=_ROUNDED)]
    chosen = best.filter(pl.col("reproduced") > 0)
    for (scale, number), events in chosen.partition_by("scale", "rule", as_dict=True).items():
        own = facts.join(events.select(KEY), on=KEY, how="semi")
        parts.extend(_rounded(_points(own, RULES[int(str(number))]), str(scale)))
    return pl.concat(part.select(pl.col(name).cast(dtype) for name, dtype in _ROUNDED.items()) for part in parts)


def _rounded(points: pl.DataFrame, scale: str) -> list[pl.DataFrame]:
    """What each rounding reproduces of the figures that are not whole, so that a rounding shows."""
    value = in_scale(_POINTS, scale)
    telling = points.filter(value.num % value.den != 0)
    parts = []
    for by, (number, rounding) in product((1, 2, 0) if scale == PER_CENT else (0,), enumerate(ROUNDINGS)):
        printed = rounded_per_cent(_POINTS, by, rounding) if by else value
        right = printed_by(*_FIGURE, printed, Rounding() if by else rounding)
        counted = telling.group_by(KEY).agg(
            tested=pl.col("count").sum().cast(pl.Int64), reproduced=_count(right.fill_null(False))
        )
        parts.append(counted.with_columns(rounding=pl.lit(number), by=pl.lit(by)))
    return parts
