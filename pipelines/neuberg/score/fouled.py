"""Fouled boards: by which method each regime scores each group, one named function a regime.

A regime sees a field's lines with `n` (scores in the line's group), `full` (N, or E where the body compares with the
scores expected), `groups` (forms that have a score), `largest` (the biggest group's size) and `largest_groups`
(how many have that size), and returns the method; a second one where its source leaves two answers.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.rules import Profile

_N, _FULL = pl.col("n"), pl.col("full")
_ONE_GROUP = pl.col("groups") == 1


class Methods(NamedTuple):
    """The method of each line's group, and the other one where the source leaves two (else null)."""

    first: pl.Expr
    second: pl.Expr | None = None


def awards_below_four() -> Methods:
    """The formula for four scores and more, and for three when they are the largest group; else the awards.

    ACBLscore manual, page 92. Two groups of three with none larger: the text is silent, both answers stand.
    """
    three_largest = (_N == 3) & (pl.col("largest") == 3)
    alone = three_largest & (pl.col("largest_groups") == 1)
    first = _formula_if(_ONE_GROUP | (_N >= 4) | three_largest)
    second = pl.when(three_largest & ~alone).then(pl.lit("award"))
    return Methods(first, second)


def awards_up_to_a_third() -> Methods:
    """Above three scores, or above a third of those expected, the formula; else the awards; a single score cancelled.

    EBU White Book 2025, 4.2.3. Cancelling comes first, and what is left decides whether there are groups at all: what
    is cancelled has an artificial score, and beside such ones alone there is one group, whatever its size.
    """
    cancelled = (_N == 1) & ~_ONE_GROUP
    left = pl.col("groups") - pl.col("single_groups")
    formula = _formula_if(_ONE_GROUP | (left == 1) | (_N > 3) | (3 * _N > _FULL))
    return Methods(pl.when(cancelled).then(pl.lit("cancelled")).otherwise(formula))


def formula_always() -> Methods:
    """The formula for every group (EBU's article on scoring fouled boards)."""
    return Methods(pl.lit("formula"))


def plus_one() -> Methods:
    """Group matchpoints and one (on 2-1-0) for each score elsewhere: Dutch laws 1982, art. 96(a), and hand scoring."""
    return Methods(pl.lit("added"))


def one_field() -> Methods:
    """The groups ignored: one field by the formula (the lines come here in one group)."""
    return Methods(pl.lit("formula"))


def proportional_to_scores() -> Methods:
    """Group matchpoints times N/n, so that a clean top of a short board stays below the full one (Nationwide Pairs)."""
    return Methods(pl.lit("factored_by_scores"))


def proportional_to_comparisons() -> Methods:
    """Group matchpoints times (N − 1)/(n − 1): a clean top is a full one; a single score has average (ASE Scorer)."""
    return Methods(pl.when(_N > 1).then(pl.lit("factored_by_comparisons")).otherwise(pl.lit("formula")))


def ascherman() -> Methods:
    """The percentage 100·(S + 1)/2n of each group, the same whatever N is."""
    return Methods(pl.lit("ascherman"))


REGIMES: dict[str, Callable[[], Methods]] = {
    regime.__name__: regime
    for regime in (
        awards_below_four,
        awards_up_to_a_third,
        formula_always,
        plus_one,
        one_field,
        proportional_to_scores,
        proportional_to_comparisons,
        ascherman,
    )
}


@lru_cache(maxsize=256)
def methods_under(profile: Profile) -> list[pl.Expr]:
    """The method of each shape, `first`, and the other one where the source leaves two, `second`."""
    methods = REGIMES[profile.regime]()
    plain = (pl.col("n") == pl.col("full")) & (profile.regime != "ascherman")
    second = pl.lit(None) if methods.second is None else pl.when(~plain).then(methods.second)
    first = pl.when(plain).then(pl.lit("plain")).otherwise(methods.first)
    return [first.cast(schemas.METHOD).alias("first"), second.cast(schemas.METHOD).alias("second")]


def _formula_if(condition: pl.Expr) -> pl.Expr:
    return pl.when(condition).then(pl.lit("formula")).otherwise(pl.lit("award"))
