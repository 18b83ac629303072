"""Whether a deal looks as if a sorted pack had been dealt without a shuffle (Law 6).

Read the pack suit by suit in descending order and note which seat holds each card. From a sorted pack dealt in
rotation the next card is always in the next seat (or, from the other end, the seat before); from one dealt thirteen
cards at a time it is in the same seat. Of the 48 neighbours within the suits a shuffled pack has about 12 of each.
"""

import polars as pl

from neuberg.domain.cards import HANDS, RANKS, SUITS

#: Neighbours in step, of 48, from which a deal is said to look sorted. By the exact distribution over all deals (worked
#: out in the tests) a shuffled pack reaches it once in more than 100 million deals, in one of the three ways.
LOOKS_SORTED = 32
NEIGHBOURS = len(SUITS) * (len(RANKS) - 1)
Masks = list[list[pl.Expr]]


def neighbours_in_step(masks: Masks) -> pl.Expr:
    """How many neighbours of the pack stand in step in the most regular of the three ways; `masks[seat][suit]`."""
    return pl.max_horizontal(_in_step(masks, step) for step in (0, 1, -1))


def _in_step(masks: Masks, step: int) -> pl.Expr:
    """Of the 48 neighbours within suits, those whose second card is `step` seats on from the first."""
    seats = len(HANDS)
    parts = [
        (masks[seat][suit].cast(pl.Int32) & (masks[(seat + step) % seats][suit].cast(pl.Int32) // 2))
        for seat in range(seats)
        for suit in range(len(SUITS))
    ]
    return pl.sum_horizontal(part.bitwise_count_ones().cast(pl.Int16) for part in parts)
