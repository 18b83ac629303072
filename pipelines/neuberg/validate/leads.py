"""The check of the card led against the hand that led: told by a mask of each hand, and in doubt by its text."""

import numpy as np
import polars as pl

from neuberg.domain.cards import FULL_PACK, HANDS, RANKS, hand_mask, has_card
from neuberg.validate.check import Check, joined, text


def with_doubted_lead(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with `doubted`: a lead is given, and not plainly a card of the hand on declarer's left.

    Lines of one board mostly stand together, and its hands are then read once for all of them.
    """
    asked = pl.all_horizontal(pl.col("lead", "declarer").is_not_null()) & pl.any_horizontal(
        pl.col(hand).is_not_null() for hand in HANDS
    )
    at = lines.select(asked.arg_true()).to_series()
    if at.is_empty():
        return lines.with_columns(doubted=pl.lit(value=False))
    led = lines.select(*HANDS, "lead", "declarer")
    doubted = _doubted(led if at.len() == led.height else led[at])
    every = pl.repeat(value=False, n=lines.height, eager=True, dtype=pl.Boolean)
    return lines.with_columns(doubted=every.scatter(at, doubted))


def _doubted(led: pl.DataFrame) -> pl.Series:
    is_next = pl.any_horizontal(pl.col(hand).ne_missing(pl.col(hand).shift()) for hand in HANDS)
    deals = led.select(is_next | (pl.int_range(pl.len()) == 0)).to_series()
    # A hand that is not given is not held against the lead; one that is not thirteen cards in order is no mask yet.
    masks = led.filter(deals).select(
        pl.when(pl.col(hand).is_null())
        .then(pl.lit(FULL_PACK, dtype=pl.UInt64))
        .otherwise(hand_mask(pl.col(hand)).fill_null(0))
        .alias(hand)
        for hand in HANDS
    )
    deal = deals.cast(pl.UInt32).cum_sum().to_numpy() - 1
    leader = (led["declarer"].to_physical().to_numpy() + 1) % len(HANDS)
    card = led["lead"].to_physical().to_numpy().astype(np.uint64)
    return pl.Series((masks.to_numpy()[deal, leader] >> card) & np.uint64(1) == 0)


def with_leader(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `leader`, the hand on declarer's left, and `lead_held`: whether that hand has the card led.

    `lead_held` is null where the lead, the declarer or the hand is not known, or the hand is not thirteen cards.
    """
    leader = pl.col("declarer").cast(pl.String).replace_strict(_LEFT, default=None, return_dtype=pl.String)
    hand = pl.coalesce(pl.when(leader == name[0].upper()).then(pl.col(name)) for name in HANDS)
    judged = plays.with_columns(leader=leader, leading_hand=hand)
    whole = pl.col("leading_hand").str.count_matches(f"[{RANKS}]") == len(RANKS)
    return judged.with_columns(lead_held=pl.when(whole).then(has_card(pl.col("leading_hand"), pl.col("lead"))))


_LEFT = {"N": "E", "E": "S", "S": "W", "W": "N"}


def _holder(card: pl.Expr) -> pl.Expr:
    """Whose card it is, as `; it is in E's hand`; null where no hand is known to have it."""
    return pl.coalesce(
        pl.when(has_card(pl.col(hand), card)).then(pl.lit(f"; it is in {hand[0].upper()}'s hand")) for hand in HANDS
    )


LEAD_CHECK = Check(
    "lead_not_held",
    "the card led is not in the hand of declarer's left-hand opponent: lead, declarer or deal is not as recorded",
    "warning",
    None,
    lambda: ~pl.col("lead_held"),
    lambda: joined(pl.col("lead"), " by ", pl.col("leader"), _holder(pl.col("lead"))),
    text("a card of the leader's hand"),
)
