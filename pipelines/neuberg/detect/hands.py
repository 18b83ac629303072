"""Deals as arrays: the cards, lengths, high cards and stoppers of every hand, read once for all that follows."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.domain.cards import HANDS, RANKS, holding_mask

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Numbers = Floats | Ints | Bools

#: Suits in the order of the arrays: clubs, diamonds, hearts, spades.
SUITS = "CDHS"
SUIT_CARDS = len(RANKS)
#: The 52 cards in the order of their numbers, suit then rank.
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
_HONOURS = (4, 3, 2, 1)


class Hands(NamedTuple):
    """The hands of some deals, in arrays of deal × seat (N, E, S, W), and × suit (C, D, H, S) where it matters.

    Attributes:
        lengths: cards of the suit.
        points: high-card points of the suit (4-3-2-1).
        stopped: whether the suit is held: the ace, or king, queen or knave with one, two or three smaller.
        cards: the hand as 52 bits; bit 13·suit + rank, the ace lowest.
    """

    lengths: Ints
    points: Ints
    stopped: Bools
    cards: npt.NDArray[np.uint64]

    def take(self, deals: Ints) -> "Hands":
        """The hands of the deals of those numbers."""
        return Hands(self.lengths[deals], self.points[deals], self.stopped[deals], self.cards[deals])


def hands(deals: pl.DataFrame) -> Hands:
    """The hands of sound deals, given as the columns `north, east, south, west` in the usual order of cards."""
    masks = deals.select(
        holding_mask(pl.col(hand), 3 - suit).alias(f"{hand}{suit}") for hand in HANDS for suit in range(len(SUITS))
    )
    return from_holdings(masks.to_numpy().astype(np.int64).reshape(-1, len(HANDS), len(SUITS)))


def from_holdings(holdings: Ints) -> Hands:
    """The hands whose suits are given as 13 bits, ace lowest, by deal × seat × suit."""
    lengths = np.bitwise_count(holdings.astype(np.uint64)).astype(np.int64)
    held = [(holdings >> place & 1) for place in range(len(_HONOURS))]
    points: Ints = np.sum([value * bit for value, bit in zip(_HONOURS, held, strict=True)], axis=0, dtype=np.int64)
    stopped = np.any([bit.astype(bool) & (lengths > place) for place, bit in enumerate(held)], axis=0)
    shifts = np.arange(len(SUITS), dtype=np.uint64) * np.uint64(SUIT_CARDS)
    cards = np.bitwise_or.reduce(holdings.astype(np.uint64) << shifts, axis=-1)
    return Hands(lengths, points, stopped, cards)


def card_number(card: str) -> int:
    """The place of a card such as `SA` among the 52.

    >>> card_number("CA"), card_number("S2")
    (0, 51)
    """
    return CARDS.index(card)


def hand_text(cards: int) -> str:
    """A hand of 52 bits as `S.H.D.C`.

    >>> hand_text(1 << card_number("SA") | 1 << card_number("CT"))
    'A...T'
    """
    suits = [cards >> SUIT_CARDS * SUITS.index(suit) for suit in reversed(SUITS)]
    return ".".join("".join(rank for place, rank in enumerate(RANKS) if held >> place & 1) for held in suits)


def ordered(hand: str) -> str:
    """The hand with each suit in descending order, as the masks want it.

    >>> ordered("KA.2T..")
    'AK.T2..'
    """
    return ".".join("".join(sorted(suit, key=RANKS.find)) for suit in hand.split("."))


def deal_frame(deals: Sequence[str]) -> pl.DataFrame:
    """The columns `north, east, south, west` of deals written `N:<north> <east> <south> <west>`."""
    rows = [deal.removeprefix("N:").split() for deal in deals]
    return pl.DataFrame(rows, schema=dict.fromkeys(HANDS, pl.String), orient="row")
