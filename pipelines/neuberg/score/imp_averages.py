"""Average plus and minus at IMPs: at least 3 or at most −3, or what the pair has on average on its other boards.

Law 12C2(c) has "the equivalent in IMPs" of a percentage above 60 or below 40; EBU White Book 2025, 4.1.1.1: a pair that
averages 4 IMPs has 4 for average plus. An award that may be fixed (`A6040`) has both answers.
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import polars as pl

from neuberg.score.averages import is_average, may_be_fixed
from neuberg.score.contestants import CONTESTANT_KEY, direction_of, with_known_winners
from neuberg.score.lines import ROW

#: IMPs that are no whole number are kept to so many decimals.
DECIMALS = 4
_SIDES = ("ns", "ew")
_Contestant = tuple[Any, ...]
_FIGURES = ("ns_num", "ew_num", "den", "ns_imp", "ew_imp")
#: Denominators of averages stay below this, so that both sides' over one of them are within 63 bits.
_MOST = 1 << 26


def with_own_averages(scored: pl.DataFrame) -> pl.DataFrame:
    """The scored lines, average plus and minus raised or lowered to the pair's own average of its session.

    Args:
        scored: lines with `ns_num`, `ew_num`, `den`, `ns_imp` and `ew_imp`, `variant` 1, and their seats and awards.
    """
    marks = [is_average(side, sign).alias(f"_{side}{sign}") for side in _SIDES for sign in "+-"]
    asked = ((pl.col("kind") == "artificial") & pl.any_horizontal(marks)).fill_null(False)
    is_asked = scored.select(asked).to_series()
    if not is_asked.any():
        return scored
    events = scored.filter(is_asked)["event_id"].unique().implode()
    seated = with_known_winners(scored.filter(pl.col("event_id").is_in(events, nulls_equal=True))).collect()
    own = _averages(seated)
    keys = [_key(side) for side in _SIDES]
    lines = seated.filter(asked).select(ROW, *_FIGURES, *marks, *keys, _fixed=may_be_fixed())
    changed = [answer for line in lines.iter_rows(named=True) for answer in _answers(line, own)]
    if not changed:
        return scored
    answers = pl.DataFrame(changed, schema={name: scored.schema[name] for name in (ROW, "variant", *_FIGURES)})
    again = scored.drop("variant", *_FIGURES).join(answers, on=ROW).select(scored.columns)
    replaced = answers.filter(pl.col("variant") == 1)[ROW].implode()
    return pl.concat([scored.filter(~pl.col(ROW).is_in(replaced)), again])


def _key(side: str) -> pl.Expr:
    """The contestant of a side, as `CONTESTANT_KEY` has it; null where it is not known."""
    named = [pl.col(name) for name in CONTESTANT_KEY[:-2]]
    key = pl.struct(*named, pair=f"{side}_pair", direction=direction_of(side))
    return pl.when(pl.col(f"{side}_pair").is_not_null()).then(key).alias(f"_{side}")


def _averages(seated: pl.DataFrame) -> Mapping[_Contestant, Fraction]:
    """Each contestant's average on the boards on which it has no artificial score."""
    real = seated.filter(pl.col("kind") != "artificial")
    won: dict[_Contestant, list[Fraction]] = {}
    for side in _SIDES:
        rows = real.select(_key(side), pl.col(f"{side}_num").alias("num"), "den").drop_nulls()
        for key, num, den in rows.iter_rows():
            won.setdefault(tuple(key.values()), []).append(Fraction(num, den))
    return {key: sum(parts, Fraction()) / len(parts) for key, parts in won.items()}


def _answers(line: Mapping[str, Any], own: Mapping[_Contestant, Fraction]) -> Iterator[dict[str, Any]]:
    """The line's figures with the averages, where they differ; as a second answer where its award may be fixed."""
    given = [None if line[f"{side}_num"] is None else Fraction(line[f"{side}_num"], line["den"]) for side in _SIDES]
    found = [_adjusted(line, side, value, own) for side, value in zip(_SIDES, given, strict=True)]
    if found == given:
        return
    den = math.lcm(*(value.denominator for value in found if value is not None))
    nums = [None if value is None else int(value * den) for value in found]
    imps = [None if value is None else round(float(value), DECIMALS) for value in found]
    figures = dict(zip(_FIGURES, (*nums, den, *imps), strict=True))
    yield {ROW: line[ROW], "variant": 2 if line["_fixed"] else 1, **figures}


def _adjusted(
    line: Mapping[str, Any], side: str, value: Fraction | None, own: Mapping[_Contestant, Fraction]
) -> Fraction | None:
    key = line[f"_{side}"]
    average = None if key is None else own.get(tuple(key.values()))
    if average is None or value is None:
        return value
    average = average.limit_denominator(_MOST)
    if line[f"_{side}+"]:
        return max(value, average)
    return min(value, average) if line[f"_{side}-"] else value
