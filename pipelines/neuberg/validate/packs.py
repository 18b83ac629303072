"""Whether a deal looks as if a sorted pack had been dealt without a shuffle (Law 6).

Read the pack suit by suit in descending order and note which seat holds each card. From a sorted pack dealt in
rotation the next card is always in the next seat (or, from the other end, the seat before); from one dealt thirteen
cards at a time it is in the same seat. Of the 48 neighbours within the suits a shuffled pack has about 12 of each.
"""

from collections.abc import Sequence

import polars as pl

from neuberg.domain.cards import FULL_PACK, RANKS, SUITS

#: Neighbours in step, of 48, from which a deal is said to look sorted. By the exact distribution over all deals (worked
#: out in the tests) a shuffled pack reaches it once in more than 100 million deals, in one of the three ways.
LOOKS_SORTED = 32
NEIGHBOURS = len(SUITS) * (len(RANKS) - 1)
#: The lowest card of each suit has no neighbour after it: what is shifted there is the next suit's ace.
_WITH_NEIGHBOUR = FULL_PACK - sum(1 << len(RANKS) * suit + len(RANKS) - 1 for suit in range(len(SUITS)))


def neighbours_in_step(masks: Sequence[pl.Expr]) -> pl.Expr:
    """How many neighbours of the pack stand in step in the most regular of the three ways; a mask a hand."""
    return pl.max_horizontal(_in_step(masks, step) for step in (0, 1, -1))


def _in_step(masks: Sequence[pl.Expr], step: int) -> pl.Expr:
    """Of the 48 neighbours within suits, those whose second card is `step` seats on from the first."""
    followed = [mask & (masks[(seat + step) % len(masks)] // 2) & _WITH_NEIGHBOUR for seat, mask in enumerate(masks)]
    return pl.sum_horizontal(each.bitwise_count_ones().cast(pl.Int16) for each in followed)
