"""Deals with their cards counted and the pattern named: sound ones in one cast, the few others card by card.

The patterns are those that the laws tell apart: `13-law` (a hand over thirteen, another short, one whole pack),
`14-law` (a hand short, none over), `surplus card` (cards besides a pack's), `bad pack` (thirteen each, a card twice and
one in no hand), `mixed` (more than one of these at once), `incomplete record` (a hand not given, or a position of the
play) and null, a sound deal. A record without any hand, or with one that cannot be read, has no pattern either.
"""

from collections.abc import Callable

import polars as pl

from neuberg.domain.cards import HANDS, RANKS, SUITS, hand_mask, is_whole_pack
from neuberg.validate.packs import neighbours_in_step

PACK = len(SUITS) * len(RANKS)

_NOTHING = {name: pl.lit("") for name in ("counts", "twice", "unreadable", "out_of_order", "missing")}
#: No count of cards beyond this is told apart: a hand of so many is no hand.
_MOST_CARDS = 999


def deals(boards: pl.LazyFrame) -> pl.LazyFrame:
    """The boards with `pattern, is_sound, in_step` and, as text, `counts, twice, missing, unreadable, out_of_order`.

    `counts` is such as `N 14, E 12, S 13, W 13`; the others list cards or hands, empty where there are none. Only
    hands that are given are counted; `missing` is for four given hands that are no position of the play.
    """
    given = pl.any_horizontal(pl.col(hand).is_not_null() for hand in HANDS)
    judged = boards.pipe(_masked).collect()
    faulty = judged.filter(~pl.col("is_sound") & given)
    clean = judged.filter(pl.col("is_sound") | ~given) if faulty.height else judged
    clean = clean.with_columns(pattern=pl.lit(None, dtype=pl.String), **_NOTHING)
    counted = [faulty.lazy().pipe(_counted).select(clean.columns)] if faulty.height else []
    return pl.concat([clean.lazy(), *counted])


def _masked(boards: pl.LazyFrame) -> pl.LazyFrame:
    """The boards with `is_sound` and, where it is, `in_step`, from hands that are read once."""
    masks = [pl.col(f"_{hand}") for hand in HANDS]
    return (
        boards.with_columns(hand_mask(pl.col(hand)).alias(f"_{hand}") for hand in HANDS)
        .with_columns(is_sound=is_whole_pack(*masks))
        .with_columns(in_step=pl.when("is_sound").then(neighbours_in_step(masks)))
        .drop(f"_{hand}" for hand in HANDS)
    )


def _counted(boards: pl.LazyFrame) -> pl.LazyFrame:
    """The deals that are not plainly sound, counted hand by hand and card by card."""
    return (
        boards.with_columns(_hand_cards(hand).alias(f"{hand}_cards") for hand in HANDS)
        .with_columns(
            pl.col(f"{hand}_cards").list.len().clip(upper_bound=_MOST_CARDS).cast(pl.Int16).alias(f"{hand}_count")
            for hand in HANDS
        )
        .with_columns(all_cards=_all_cards())
        .with_columns(
            counts=_named(lambda hand: pl.col(f"{hand}_count").cast(pl.String)),
            twice=_twice(),
            unreadable=_named(_when_unreadable),
            out_of_order=_named(_out_of_order),
            missing=pl.when(~_is_incomplete()).then(_missing()).otherwise(pl.lit("")),
        )
        .with_columns(pattern=_pattern())
    )


_COUNTS = [pl.col(f"{hand}_count") for hand in HANDS]


def _is_incomplete() -> pl.Expr:
    """Whether a hand is not given, or the four are of one size under thirteen, as in the middle of the play."""
    alike = pl.all_horizontal(count == _COUNTS[0] for count in _COUNTS) & (_COUNTS[0] < len(RANKS))
    return pl.any_horizontal(count.is_null() for count in _COUNTS) | alike


def _pattern() -> pl.Expr:
    over = pl.any_horizontal(count > len(RANKS) for count in _COUNTS)
    short = pl.any_horizontal(count < len(RANKS) for count in _COUNTS)
    twice, missing = pl.col("twice") != "", pl.col("missing") != ""
    surplus = over & (~short | (pl.sum_horizontal(_COUNTS) > PACK)) & (twice | missing)
    cases = (
        (pl.col("unreadable") != "", None),
        (_is_incomplete(), "incomplete record"),
        (~over & ~short & missing, "bad pack"),
        (over & short & ~twice & ~missing, "13-law"),
        (short & ~over & ~twice, "14-law"),
        (surplus, "surplus card"),
        (over | short, "mixed"),
    )
    pattern: pl.Expr = pl.lit(None, dtype=pl.String)
    for holds, name in reversed(cases):
        pattern = pl.when(holds).then(pl.lit(name)).otherwise(pattern)
    return pattern


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
