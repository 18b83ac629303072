"""Deals with their cards counted: sound ones in one cast, the few others card by card."""

from collections.abc import Callable

import polars as pl

from neuberg.domain.cards import HANDS, RANKS, SUITS, is_sound_deal

_NOTHING = {name: pl.lit("") for name in ("counts", "twice", "missing", "unreadable", "out_of_order")}


def deals(boards: pl.LazyFrame) -> pl.LazyFrame:
    """The boards with `wrong_count`, `end_position` and, as text, `counts, twice, missing, unreadable, out_of_order`.

    `counts` is such as `N 14, E 12, S 13, W 13`; the others list cards or hands, empty where there are none. Only
    hands that are given are counted; `missing` is for four given hands whose counts are right.
    """
    sound = is_sound_deal(*(pl.col(hand) for hand in HANDS))
    given = pl.any_horizontal(pl.col(hand).is_not_null() for hand in HANDS)
    clean = boards.filter(sound | ~given).with_columns(
        wrong_count=pl.lit(False), end_position=pl.lit(False), **_NOTHING
    )
    counted = boards.filter(~sound & given).pipe(_counted)
    return pl.concat([clean, counted.select(clean.collect_schema().names())])


def _counted(boards: pl.LazyFrame) -> pl.LazyFrame:
    """The deals that are not plainly sound, counted hand by hand and card by card."""
    counts = [pl.col(f"{hand}_count") for hand in HANDS]
    wrong = pl.any_horizontal((count != len(RANKS)).fill_null(False) for count in counts)
    same = pl.all_horizontal((counts[0] == count).fill_null(False) for count in counts)
    four = pl.all_horizontal(count.is_not_null() for count in counts)
    return (
        boards.with_columns(_hand_cards(hand).alias(f"{hand}_cards") for hand in HANDS)
        .with_columns(pl.col(f"{hand}_cards").list.len().cast(pl.Int16).alias(f"{hand}_count") for hand in HANDS)
        .with_columns(all_cards=_all_cards(), wrong_count=wrong, end_position=wrong & same & (counts[0] < len(RANKS)))
        .with_columns(
            counts=_named(lambda hand: pl.col(f"{hand}_count").cast(pl.String)),
            twice=_twice(),
            missing=pl.when(four & ~wrong).then(_missing()).otherwise(pl.lit("")),
            unreadable=_named(_when_unreadable),
            out_of_order=_named(_out_of_order),
        )
    )


def _hand_cards(hand: str) -> pl.Expr:
    """A hand's cards as a list of suit and rank; null for a hand that is not given."""
    holdings = pl.col(hand).str.splitn(".", 5).struct
    suits = [
        holdings.field(f"field_{number}").fill_null("").str.extract_all(f"[{RANKS}]").list.eval(suit + pl.element())
        for number, suit in enumerate(map(pl.lit, SUITS))
    ]
    return pl.when(pl.col(hand).is_not_null()).then(pl.concat_list(suits))


def _all_cards() -> pl.Expr:
    none = pl.lit([], dtype=pl.List(pl.String))
    return pl.concat_list(pl.col(f"{hand}_cards").fill_null(none) for hand in HANDS)


def _pack() -> list[str]:
    return [suit + rank for suit in SUITS for rank in RANKS]


def _twice() -> pl.Expr:
    """The cards that stand more than once, in the order of the pack."""
    several = [pl.when(pl.col("all_cards").list.count_matches(card) > 1).then(pl.lit(card)) for card in _pack()]
    return pl.concat_list(several).list.drop_nulls().list.join(" ")


def _missing() -> pl.Expr:
    absent = [pl.when(~pl.col("all_cards").list.contains(card)).then(pl.lit(card)) for card in _pack()]
    return pl.concat_list(absent).list.drop_nulls().list.join(" ")


def _named(text: Callable[[str], pl.Expr]) -> pl.Expr:
    """The hands that have a text, each after its seat's letter, with commas."""
    parts = [pl.lit(hand[0].upper() + " ") + text(hand) for hand in HANDS]
    return pl.concat_list(parts).list.drop_nulls().list.join(", ")


def _when_unreadable(hand: str) -> pl.Expr:
    readable = pl.col(hand).str.contains(rf"^[{RANKS}]*(\.[{RANKS}]*){{3}}$")
    return pl.when(~readable).then(pl.col(hand))


def _out_of_order(hand: str) -> pl.Expr:
    """The hand, where the ranks of a suit are not in descending order; a card that stands twice there is not."""
    suit = "?".join(RANKS) + "?"
    ordered = pl.col(hand).str.contains(rf"^{suit}(\.{suit}){{3}}$")
    readable = pl.col(hand).str.contains(rf"^[{RANKS}]*(\.[{RANKS}]*){{3}}$")
    return pl.when(readable & ~ordered).then(pl.col(hand))
