"""The checks: each a named boolean expression that is true where a row fails, with what it found and expected."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.domain.contracts import possible_points


class Check(NamedTuple):
    """A check on the rows of a frame.

    Attributes:
        name: as it stands in `flags`.
        meaning: what a failure says, in a sentence.
        severity: error, warning or info.
        law: the law it rests on; None where it rests on none.
        fails: true where a row fails; null and false pass.
        found: what stands there, as text.
        expected: what would pass, as text.
    """

    name: str
    meaning: str
    severity: str
    law: str | None
    fails: Callable[[], pl.Expr]
    found: Callable[[], pl.Expr]
    expected: Callable[[], pl.Expr]


def _column(name: str) -> Callable[[], pl.Expr]:
    return lambda: pl.col(name).cast(pl.String)


def _text(text: str) -> Callable[[], pl.Expr]:
    return lambda: pl.lit(text)


#: Checks on the frame of `deals`: a row a deal as recorded, its cards counted.
DEAL_CHECKS = (
    Check(
        "hand_count",
        "a hand that is given has not thirteen cards",
        "error",
        "Law 13 or 14",
        lambda: pl.col("wrong_count") & ~pl.col("end_position"),
        lambda: pl.col("counts"),
        _text("13 cards a hand"),
    ),
    Check(
        "end_position",
        "every hand has the same number of cards, under thirteen: a position of the play, not a deal",
        "info",
        None,
        lambda: pl.col("end_position"),
        lambda: pl.col("counts"),
        _text("13 cards a hand"),
    ),
    Check(
        "card_twice",
        "a card stands in two places",
        "error",
        "Law 1",
        lambda: pl.col("twice") != "",
        lambda: pl.col("twice"),
        _text("each card once"),
    ),
    Check(
        "card_missing",
        "four hands of thirteen, and a card is in none",
        "error",
        "Law 1",
        lambda: pl.col("missing") != "",
        lambda: pl.col("missing"),
        _text("each card once"),
    ),
    Check(
        "hand_unreadable",
        "a hand is not four suits of ranks",
        "error",
        None,
        lambda: pl.col("unreadable") != "",
        lambda: pl.col("unreadable"),
        _text("S.H.D.C, ranks AKQJT98765432"),
    ),
    Check(
        "holding_out_of_order",
        "a suit is not in descending order: two suits may have run together",
        "warning",
        None,
        lambda: pl.col("out_of_order") != "",
        lambda: pl.col("out_of_order"),
        _text("AKQJT98765432 in that order"),
    ),
    Check(
        "dealer_off_cycle",
        "the dealer is not the one of the board's number",
        "warning",
        "Law 2",
        lambda: pl.col("dealer") != cycle_dealer(pl.col("board")),
        _column("dealer"),
        lambda: cycle_dealer(pl.col("board")).cast(pl.String),
    ),
    Check(
        "vulnerable_off_cycle",
        "the vulnerability is not the one of the board's number",
        "warning",
        "Law 2",
        lambda: pl.col("vulnerable") != cycle_vulnerable(pl.col("board")),
        _column("vulnerable"),
        lambda: cycle_vulnerable(pl.col("board")).cast(pl.String),
    ),
)


def _contradicts(possible: tuple[pl.Expr, ...]) -> pl.Expr:
    """Whether a played line's score is none of those that are possible; false where none is known."""
    same = pl.any_horizontal((pl.col("ns_score") == points).fill_null(False) for points in possible)
    known = pl.any_horizontal(points.is_not_null() for points in possible)
    return (pl.col("kind") == "played") & known & pl.col("ns_score").is_not_null() & ~same


def _at_recorded() -> tuple[pl.Expr, ...]:
    return possible_points(pl.col("vulnerable"))


def _at_any() -> tuple[pl.Expr, ...]:
    return possible_points(None)


def _at_number() -> tuple[pl.Expr, ...]:
    return possible_points(cycle_vulnerable(pl.col("board")))


_RECORDED = pl.col("vulnerable").is_not_null()


def _contract_text() -> pl.Expr:
    """Such as `3NT by W, 11 tricks, All vulnerable: -690`."""
    doubles = pl.col("doubled").replace_strict([0, 1, 2], ["", "X", "XX"], default="", return_dtype=pl.String)
    # Not pl.format: it panics on an empty part of a streamed frame (polars 2.1).
    return pl.concat_str(
        pl.col("level").cast(pl.String),
        pl.col("strain").cast(pl.String),
        doubles,
        pl.lit(" by "),
        pl.col("declarer").cast(pl.String),
        pl.lit(", "),
        pl.col("tricks").cast(pl.String),
        pl.lit(" tricks, "),
        pl.col("vulnerable").cast(pl.String).fill_null("unknown"),
        pl.lit(" vulnerable: "),
        pl.col("ns_score").cast(pl.String).fill_null("no score"),
    )


def _scores_text(possible: tuple[pl.Expr, ...]) -> pl.Expr:
    texts = pl.concat_list(possible).list.drop_nulls().list.unique().list.sort().list.eval(pl.element().cast(pl.String))
    return texts.list.join(" or ")


#: Checks on the frame of plays: a row a traveller line, with its board's dealer, vulnerability and date.
RESULT_CHECKS = (
    Check(
        "score_contradicts_contract",
        "the N-S score is not what the contract and tricks make at the board's vulnerability",
        "error",
        "Law 77",
        lambda: pl.when(_RECORDED).then(_contradicts(_at_recorded())).otherwise(_contradicts(_at_any())),
        _contract_text,
        lambda: pl.when(_RECORDED).then(_scores_text(_at_recorded())).otherwise(_scores_text(_at_any())),
    ),
    Check(
        "score_off_cycle",
        "no vulnerability is recorded, and the score is right only at another than the board number's",
        "info",
        "Law 77",
        lambda: ~_RECORDED & _contradicts(_at_number()) & ~_contradicts(_at_any()),
        _contract_text,
        lambda: _scores_text(_at_number()),
    ),
    Check(
        "passed_out_with_score",
        "a passed-out board has a score other than 0",
        "error",
        "Law 77",
        lambda: (pl.col("kind") == "passed_out") & (pl.col("ns_score") != 0),
        _column("ns_score"),
        _text("0"),
    ),
    Check(
        "score_from_board_number",
        "no score and no vulnerability is recorded: the score used takes the board number's vulnerability",
        "info",
        None,
        lambda: pl.col("score_from") == "contract and board number",
        _contract_text,
        _text("a score, or the vulnerability"),
    ),
)

CHECKS = (*DEAL_CHECKS, *RESULT_CHECKS)
