"""A pair's own share of its session as an award, exactly: a percentage of few decimals would lose its halves."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import polars as pl

from neuberg.rules import Profile
from neuberg.score.arithmetic import AWARD_UNITS, award_units, with_rounded

_SIDES = ("ns", "ew")
#: Of each side of a line what its pair won on its other boards, and of what; null where its award is another.
SHARES = tuple(f"_{side}_{part}" for side in _SIDES for part in ("won", "of"))
#: A whole top in the units in which awards are kept.
_WHOLE = 100 * AWARD_UNITS
#: Numerators stay below this, so that they fit 63 bits in any rounding.
_MOST = 1 << 45


def share(parts: Iterable[dict[str, int]], top: int) -> tuple[int, int]:
    """The fractions' sum over the top, as a fraction; one that is too fine for its use in the units of awards.

    >>> share([{"num": 850, "den": 100}], 12)
    (17, 24)
    """
    own = sum((Fraction(part["num"], part["den"]) for part in parts), Fraction()) / top
    own = own if own.denominator * _WHOLE < _MOST else Fraction(round(own * _WHOLE), _WHOLE)
    return own.numerator, own.denominator


def with_exact_shares(scored: pl.DataFrame, lines: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """The scores, those of an award that is a pair's own share worked out from its exact value.

    Args:
        scored: as `outcomes.worked_out` gives them, from awards in `AWARD_UNITS`ths of a per cent.
        lines: the awards, and `SHARES`, a row a score.
        profile: the rule to score under.
    """
    due = _over_one_den(scored, lines)
    if due.is_empty():
        return scored
    again = due.lazy().pipe(with_rounded, profile).select("_place", *scored.columns).collect()
    numbered = scored.with_row_index("_place")
    kept = numbered.join(again, on="_place", how="anti")
    return pl.concat([kept, again.cast(kept.schema)]).sort("_place").drop("_place")


def _over_one_den(scored: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """The scores with a share and their places, both sides' fractions over one denominator.

    Those whose denominator would be too great are left as near as awards are kept.
    """
    is_own = pl.any_horizontal(pl.col(f"_{side}_of").is_not_null() for side in _SIDES)
    both = scored.hstack(lines.select(*_fractions(), _is_own=is_own)).with_row_index("_place").filter("_is_own")
    ns, ew = (both[f"_{side}_of"].to_numpy() for side in _SIDES)
    least = ns // np.gcd(ns, ew)
    is_small = least * ew.astype(np.float64) * both["top"].fill_null(1).to_numpy() < _MOST
    with_den = both.with_columns(pl.Series("den", least * ew)).filter(pl.Series(is_small))
    return with_den.with_columns(
        (pl.col(f"_{side}_won") * (pl.col("den") // pl.col(f"_{side}_of")) * pl.col("top")).alias(f"{side}_num")
        for side in _SIDES
    )


def _fractions() -> list[pl.Expr]:
    """Each side's award as a fraction: its share, or else the award that it has."""
    return [
        pl.coalesce(f"_{side}_{part}", whole).alias(f"_{side}_{part}")
        for side in _SIDES
        for part, whole in (("won", award_units(pl.col(f"{side}_award"))), ("of", pl.lit(_WHOLE, pl.Int64)))
    ]
