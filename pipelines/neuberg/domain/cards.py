"""Hands and deals in text (`S.H.D.C`, ranks `AKQJT98765432`): counting their cards.

A holding in its usual order is one of 8192 texts, so an Enum of them all turns text into a 13-bit mask at the speed
of a cast. Whatever is not in that order goes through the exact, slower count in `validate`.
"""

from functools import lru_cache

import polars as pl

RANKS = "AKQJT98765432"
SUITS = "SHDC"
HANDS = ("north", "east", "south", "west")
FULL_SUIT = (1 << len(RANKS)) - 1


@lru_cache(maxsize=1)
def _holdings() -> pl.Enum:
    texts = ("".join(rank for bit, rank in enumerate(RANKS) if mask >> bit & 1) for mask in range(FULL_SUIT + 1))
    return pl.Enum(list(texts))


def holding_mask(hand: pl.Expr, suit: int) -> pl.Expr:
    """The cards of one suit (0 spades … 3 clubs) as 13 bits, ace lowest; null unless in descending order.

    >>> frame = pl.DataFrame({"hand": ["AK...", "A.K..", "KA..."]})
    >>> frame.select(holding_mask(pl.col("hand"), 0)).to_series().to_list()
    [3, 1, None]
    """
    return _mask(hand.str.splitn(".", 5).struct.field(f"field_{suit}"))


def has_card(hand: pl.Expr, card: pl.Expr) -> pl.Expr:
    """Whether a hand has a card; null where the card is not known or its suit is not in descending order.

    >>> from neuberg.schemas import CARD
    >>> frame = pl.DataFrame({"hand": "AK...32", "card": ["SA", "HK", "C3"]}, schema_overrides={"card": CARD})
    >>> frame.select(has_card(pl.col("hand"), pl.col("card"))).to_series().to_list()
    [True, False, True]
    """
    number = card.to_physical().cast(pl.Int16)
    suits = hand.str.splitn(".", 5).struct
    # Its suit is chosen before it is cast: the cast is what takes the time.
    holding = pl.coalesce(
        pl.when(number // len(RANKS) == suit).then(suits.field(f"field_{suit}").fill_null("")) for suit in range(4)
    )
    mask = pl.when(card.is_not_null()).then(_mask(holding)).cast(pl.Int32)
    return mask // (2 ** (number % len(RANKS)).cast(pl.Int32)) % 2 == 1


def _mask(holding: pl.Expr) -> pl.Expr:
    return holding.fill_null("").cast(_holdings(), strict=False).to_physical().cast(pl.Int16)


def card_count(hand: pl.Expr) -> pl.Expr:
    """How many cards a hand holds; null for a hand that is not given.

    >>> frame = pl.DataFrame({"hand": ["AKQJT98765432...", "A.K.Q.JT", None]})
    >>> frame.select(card_count(pl.col("hand"))).to_series().to_list()
    [13, 5, None]
    """
    return hand.str.count_matches(f"[{RANKS}]").cast(pl.Int16)


def is_sound_deal(*hands: pl.Expr) -> pl.Expr:
    """Whether four hands are thirteen cards each, each card once, each holding in descending order.

    Null hands and holdings out of order are not sound by this test; they need the exact count.

    >>> deal = {"n": ["AKQJT98765432..."], "e": [".AKQJT98765432.."], "s": ["..AKQJT98765432."],
    ...         "w": ["...AKQJT98765432"]}
    >>> pl.DataFrame(deal).select(is_sound_deal(*map(pl.col, "nesw"))).item()
    True
    """
    masks = [[holding_mask(hand, suit) for suit in range(4)] for hand in hands]
    three_dots = [hand.str.count_matches(".", literal=True) == 3 for hand in hands]
    return pl.all_horizontal(is_whole_pack(masks), *three_dots).fill_null(False)


def is_whole_pack(masks: list[list[pl.Expr]]) -> pl.Expr:
    """Whether the holdings `masks[hand][suit]` are thirteen cards a hand and each card once; null where one is."""
    thirteen = [
        pl.sum_horizontal((mask.bitwise_count_ones().cast(pl.Int16) for mask in hand), ignore_nulls=False) == len(RANKS)
        for hand in masks
    ]
    whole = [masks[0][s] | masks[1][s] | masks[2][s] | masks[3][s] == FULL_SUIT for s in range(4)]
    return pl.all_horizontal(*thirteen, *whole)
