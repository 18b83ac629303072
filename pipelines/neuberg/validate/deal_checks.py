"""Checks of a deal as recorded: its cards, the pattern of their fault, its place in the cycle, and its likeness.

What follows from a fault depends on what the record is: only the cards found at a table say how a board was played.
"""

import polars as pl

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.domain.cards import HANDS
from neuberg.validate.check import Check, Suite, Tables, column, joined, text
from neuberg.validate.copies import copies
from neuberg.validate.deals import deals
from neuberg.validate.packs import LOOKS_SORTED, NEIGHBOURS


def recorded_deals(tables: Tables) -> pl.LazyFrame:
    """The boards, their cards counted, with what they are copies of."""
    copied = tables.copies
    if copied is None:
        copied = copies(tables.boards, tables.events, tables.plays).lazy()
    no_result = pl.lit(None, dtype=pl.Int64)
    of_deal = copied.drop("event_id")
    counted = deals(tables.boards) if tables.deals is None else tables.deals
    joined_copies = counted.join(of_deal, on="deal_id", how="left", maintain_order="left")
    return joined_copies.with_columns(result_id=no_result)


def _is_sound() -> pl.Expr:
    board = pl.col("board")
    on_cycle = (pl.col("dealer") == cycle_dealer(board)) & (pl.col("vulnerable") == cycle_vulnerable(board))
    return pl.col("is_sound") & on_cycle & pl.col("copy_kind").is_null() & (pl.col("in_step") < LOOKS_SORTED)


def _has_pattern(*names: str) -> pl.Expr:
    return pl.col("pattern").is_in(names)


def _cards() -> pl.Expr:
    """The counts of the hands, with the cards that stand twice or in no hand."""
    return joined(pl.col("counts"), _listed("twice", "; twice "), _listed("missing", "; missing "))


def _listed(name: str, words: str) -> pl.Expr:
    return pl.when(pl.col(name) != "").then(joined(words, pl.col(name)))


_OF_RECORD = {
    "as_played": "",
    "record": "; this is the hand record: what was played is not known",
    "reconstructed": "; this was put together afterwards: what was played is not known",
    "unknown": "; whether this is what was played is not known",
}


def _thirteen() -> pl.Expr:
    """What was wanted, and how far a conclusion may go from this kind of record."""
    origin = pl.col("deal_origin").cast(pl.String).fill_null("unknown")
    return joined("13 cards a hand", origin.replace_strict(_OF_RECORD, return_dtype=pl.String))


_CARD_CHECKS = (
    Check(
        "hand_over_and_short",
        "a hand has more than thirteen cards and another fewer, the pack being whole",
        "error",
        "Law 13",
        lambda: _has_pattern("13-law"),
        _cards,
        _thirteen,
    ),
    Check(
        "hand_short",
        "a hand has fewer than thirteen cards, and none more",
        "error",
        "Law 14",
        lambda: _has_pattern("14-law"),
        _cards,
        _thirteen,
    ),
    Check(
        "surplus_card",
        "there are cards besides those of a pack",
        "error",
        "Law 13",
        lambda: _has_pattern("surplus card"),
        _cards,
        _thirteen,
    ),
    Check(
        "bad_pack",
        "every hand has thirteen cards, but one stands twice and another in no hand",
        "error",
        "Law 1",
        lambda: _has_pattern("bad pack"),
        _cards,
        text("each card once"),
    ),
    Check(
        "hand_count",
        "hands have a wrong number of cards, in no single pattern or in a record that lacks a hand",
        "error",
        "Law 13 or 14",
        lambda: _has_pattern("mixed") | (_has_pattern("incomplete record") & _has_count_over()),
        _cards,
        _thirteen,
    ),
    Check(
        "card_twice",
        "a card stands twice in a record that lacks a hand or is a position of the play",
        "error",
        "Law 1",
        lambda: _has_pattern("incomplete record") & (pl.col("twice") != ""),
        column("twice"),
        text("each card once"),
    ),
    Check(
        "incomplete_record",
        "a hand is not given, or every hand has the same number of cards under thirteen: a position of the play",
        "info",
        None,
        lambda: _has_pattern("incomplete record"),
        column("counts"),
        text("four hands of 13 cards"),
    ),
    Check(
        "hand_unreadable",
        "a hand is not four suits of ranks",
        "error",
        None,
        lambda: pl.col("unreadable") != "",
        column("unreadable"),
        text("S.H.D.C, ranks AKQJT98765432"),
    ),
    Check(
        "holding_out_of_order",
        "a suit is not in descending order: two suits may have run together",
        "warning",
        None,
        lambda: pl.col("out_of_order") != "",
        column("out_of_order"),
        text("AKQJT98765432 in that order"),
    ),
)


def _has_count_over() -> pl.Expr:
    """Whether some given hand has another number of cards than thirteen, where a hand is not given."""
    absent = pl.any_horizontal(pl.col(hand).is_null() for hand in HANDS)
    return absent & (pl.col("counts").str.replace_all(r"[NESW] 13(, )?", "") != "")


_CYCLE_CHECKS = (
    Check(
        "dealer_off_cycle",
        "the dealer is not the one of the board's number",
        "warning",
        "Law 2",
        lambda: pl.col("dealer") != cycle_dealer(pl.col("board")),
        column("dealer"),
        lambda: cycle_dealer(pl.col("board")).cast(pl.String),
    ),
    Check(
        "vulnerable_off_cycle",
        "the vulnerability is not the one of the board's number",
        "warning",
        "Law 2",
        lambda: pl.col("vulnerable") != cycle_vulnerable(pl.col("board")),
        column("vulnerable"),
        lambda: cycle_vulnerable(pl.col("board")).cast(pl.String),
    ),
)


def _is_copy(kind: str) -> pl.Expr:
    return pl.col("copy_kind") == kind


_LIKENESS_CHECKS = (
    Check(
        "deal_on_other_board",
        "two boards of one session have the same deal, perhaps with the hands turned",
        "error",
        "Law 6",
        lambda: _is_copy("other board"),
        column("copy_of"),
        text("a deal of its own"),
    ),
    Check(
        "deal_of_other_session",
        "the deal was in an earlier session: no result may stand, unless the event was for the replay of past deals",
        "warning",
        "Law 6",
        lambda: _is_copy("other session"),
        column("copy_of"),
        text("a deal of its own, or `replay = true` in neuberg.toml"),
    ),
    Check(
        "deal_replayed",
        "the deal was in an earlier session, and the event is for the replay of past deals",
        "info",
        "Law 6",
        lambda: _is_copy("replay"),
        column("copy_of"),
        text("a deal of its own, were it no replay"),
    ),
    Check(
        "deal_of_other_record",
        "the same board stands in another event of the day, or in a session of other contestants: a simultaneous "
        "session, or one recorded twice",
        "info",
        "Law 6",
        lambda: _is_copy("other record"),
        column("copy_of"),
        text("a deal of its own, were it another session"),
    ),
    Check(
        "pack_looks_sorted",
        "the deal looks dealt from a sorted pack: a shuffled one looks so less than once in 100 million deals",
        "warning",
        "Law 6",
        lambda: pl.col("in_step") >= LOOKS_SORTED,
        lambda: joined(pl.col("in_step"), f" of {NEIGHBOURS} neighbours of the pack in step"),
        text(f"about 12, under {LOOKS_SORTED}"),
    ),
)

BOARDS = Suite(
    "boards",
    "a deal as recorded",
    ("deal_id", "event_id", "board", "line"),
    recorded_deals,
    (*_CARD_CHECKS, *_CYCLE_CHECKS, *_LIKENESS_CHECKS),
    _is_sound,
)
