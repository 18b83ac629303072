"""Dealt hands: who holds which card, what that is worth, and the hands in text."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.domain.cards import HANDS, RANKS, SUITS

_POINTS = np.array([4, 3, 2, 1] + [0] * 9, dtype=np.int16)
_BITS = 1 << np.arange(13, dtype=np.int16)


class Dealt(NamedTuple):
    """Deals, an entry each.

    Attributes:
        masks: the holdings as 13 bits, ace lowest: deal, seat (N, E, S, W), suit (spades first).
        each_points: each seat's high-card points: deal, seat.
        each_lengths: each seat's cards in each suit: deal, seat, suit (spades first).
    """

    masks: npt.NDArray[np.int16]
    each_points: npt.NDArray[np.int16]
    each_lengths: npt.NDArray[np.int16]

    @property
    def points(self) -> npt.NDArray[np.int16]:
        """N-S's high-card points."""
        both: npt.NDArray[np.int16] = self.each_points[:, 0] + self.each_points[:, 2]
        return both

    @property
    def lengths(self) -> npt.NDArray[np.int16]:
        """N-S's cards in each suit, spades first."""
        both: npt.NDArray[np.int16] = self.each_lengths[:, 0] + self.each_lengths[:, 2]
        return both

    def with_more(self, more: "Dealt") -> "Dealt":
        """These deals and, after them, others."""
        return Dealt(*(np.concatenate(both) for both in zip(self, more, strict=True)))


def deal(draw: np.random.Generator, count: int) -> Dealt:
    """So many random deals."""
    pack = np.repeat(np.arange(4, dtype=np.uint8), 13)
    holder = draw.permuted(np.broadcast_to(pack, (count, 52)), axis=1).reshape(count, 4, 13)
    masks = np.stack([((holder == seat) * _BITS).sum(axis=2, dtype=np.int16) for seat in range(4)], axis=1)
    points, lengths = _worth_of_holdings()
    return Dealt(masks, points[masks].sum(axis=2, dtype=np.int16), lengths[masks])


def hands(dealt: Dealt) -> pl.DataFrame:
    """The four hands in text, a row a deal."""
    texts = _holdings()
    columns = {}
    for seat, hand in enumerate(HANDS):
        suits = [texts[pl.Series(dealt.masks[:, seat, suit])] for suit in range(len(SUITS))]
        parts = pl.DataFrame({str(number): suit for number, suit in enumerate(suits)})
        columns[hand] = parts.select(pl.concat_str(pl.all(), separator=".")).to_series()
    return pl.DataFrame(columns)


@lru_cache(maxsize=1)
def _worth_of_holdings() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The high-card points and the cards of each holding, by its mask."""
    held = (np.arange(1 << len(RANKS))[:, None] & _BITS) > 0
    return (held * _POINTS).sum(axis=1, dtype=np.int16), held.sum(axis=1, dtype=np.int16)


def _holdings() -> pl.Series:
    masks = range(1 << len(RANKS))
    return pl.Series(["".join(rank for bit, rank in enumerate(RANKS) if mask >> bit & 1) for mask in masks])
