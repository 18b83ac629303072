"""Traveller lines as arrays: which boards can be tested, their results in order of play, and why others cannot be."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.detect.coefficients import LEVELS, STRAINS, Coefficients
from neuberg.detect.hands import CARDS, Ints, hands, ordered
from neuberg.detect.hypotheses import Batch, Deals, deals
from neuberg.detect.urns import PASSED, Results
from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.domain.cards import HANDS, is_sound_deal
from neuberg.domain.plays import plays

#: Results that a board must have: one of the record and two of other cards.
FEWEST = 3
#: Results of one round at most where rounds give the order of play; more are of several boards in use at once.
_MOST_OF_A_ROUND = 2
#: Other boards of the session at most that are tried, the nearest by number.
_OTHERS = 40
#: Lines at most that one line of a frequency table stands for.
_MOST_ALIKE = 20
_KEPT = ("field", "result_id", "round", "table", "ns_pair", "ew_pair", "play_order", "tricks")
TESTED = "tested in order of play"
UNORDERED = "tested without the order of play, a weaker test"
NO_RECORD = "no hand record: nothing can be said"
NOT_SOUND = "the hand record is not a sound deal"
SEVERAL = "several deals are recorded: its forms are known"
TOO_FEW = f"fewer than {FEWEST} results with their contract and declarer"


class Fields(NamedTuple):
    """The boards of an archive.

    Attributes:
        boards: a row a board, with `state` (one of the sentences above), `known_deal`, `n`, `is_ordered` and its place.
        lines: a row a result of the boards that are tested, with its board's `field` and its place in order of play.
        known: the deals.
    """

    boards: pl.DataFrame
    lines: pl.DataFrame
    known: Deals


def fields(
    results: pl.LazyFrame, boards: pl.LazyFrame, events: pl.LazyFrame, numbers: Coefficients, fewest: int = FEWEST
) -> Fields:
    """The archive's boards, each with whether and how it can be tested, and the results of those that can.

    Args:
        results: the traveller lines.
        boards: the deals as recorded.
        events: the events.
        numbers: the model's coefficients.
        fewest: results that a board must have.
    """
    lines = plays(results, boards, events).collect()
    lines = lines.with_columns(_sorted_hands(lines)).pipe(_with_deals)
    several = _several_deals(lines)
    facts = (
        lines.group_by(schemas.BOARD_KEY, maintain_order=True)
        .agg(
            pl.col("known_deal").max(),
            pl.col("dealer", "vulnerable").first(),
            all_lines=pl.len(),
            n=_usable().cast(pl.Int32).mul(_alike()).sum(),
            has_hands=pl.any_horizontal(pl.col(hand).is_not_null().any() for hand in HANDS),
            is_ordered=_is_ordered(),
        )
        .join(several, on=schemas.BOARD_KEY, how="left", maintain_order="left")
        .with_columns(state=_state(fewest))
        .with_row_index("field")
    )
    deal_texts = lines.filter(pl.col("known_deal") >= 0).unique("known_deal").sort("known_deal")
    return Fields(facts, _ordered_lines(lines, facts), deals(hands(deal_texts.select(HANDS)), numbers))


def _several_deals(lines: pl.DataFrame) -> pl.DataFrame:
    """Boards whose lines are of more than one recorded deal."""
    text = pl.concat_str(HANDS, separator=" ")
    return lines.group_by(schemas.BOARD_KEY).agg(several=text.drop_nulls().n_unique() > 1)


def _sorted_hands(lines: pl.DataFrame) -> list[pl.Expr]:
    """The hands with their cards in descending order, where any is not."""
    sound = is_sound_deal(*(pl.col(hand) for hand in HANDS))
    odd = lines.filter(~sound).select(HANDS).unpivot()["value"].drop_nulls().unique().to_list()
    put = [ordered(hand) for hand in odd]
    return [pl.col(hand).replace(odd, put) if odd else pl.col(hand) for hand in HANDS]


def _with_deals(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with the number of their deal, −1 where it is not recorded or not sound."""
    sound = lines.filter(is_sound_deal(*(pl.col(hand) for hand in HANDS)))
    numbered = sound.select(HANDS).unique(maintain_order=True).with_row_index("known_deal")
    return lines.join(numbered, on=HANDS, how="left", maintain_order="left").with_columns(
        known_deal=pl.col("known_deal").cast(pl.Int64).fill_null(-1),
        dealer=pl.coalesce("dealer", cycle_dealer(pl.col("board")), pl.lit("N")),
        vulnerable=pl.coalesce("vulnerable", cycle_vulnerable(pl.col("board")), pl.lit("None")),
    )


def _usable() -> pl.Expr:
    """Whether a line says who declared what, or that the board was passed out."""
    contract = pl.col("strain").is_not_null() & pl.col("level").is_between(1, LEVELS).fill_null(False)
    declared = pl.col("declarer").is_not_null() & contract
    return (pl.col("kind") == "passed_out") | ((pl.col("kind") == "played") & declared)


def _alike() -> pl.Expr:
    return pl.col("multiplicity").fill_null(1).clip(1, _MOST_ALIKE)


def _is_ordered() -> pl.Expr:
    """Whether the lines say in which order they were played: each its place, or rounds of one or two plays."""
    usable = _usable()
    each = pl.col("play_order").filter(usable).is_not_null().all()
    rounds = pl.col("round").filter(usable)
    most = rounds.value_counts().struct.field("count").max().fill_null(0)
    return each | (rounds.is_not_null().all() & (most <= _MOST_OF_A_ROUND))


def _state(fewest: int) -> pl.Expr:
    return (
        pl.when(pl.col("several").fill_null(False))
        .then(pl.lit(SEVERAL))
        .when(~pl.col("has_hands"))
        .then(pl.lit(NO_RECORD))
        .when(pl.col("known_deal") < 0)
        .then(pl.lit(NOT_SOUND))
        .when(pl.col("n") < fewest)
        .then(pl.lit(TOO_FEW))
        .when("is_ordered")
        .then(pl.lit(TESTED))
        .otherwise(pl.lit(UNORDERED))
    )


def _ordered_lines(lines: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """The usable lines of the boards that are tested, by board and in order of play, in the numbers of the arrays."""
    tested = facts.filter(pl.col("state").is_in([TESTED, UNORDERED])).select(*schemas.BOARD_KEY, "field")
    usable = lines.filter(_usable()).join(tested, on=schemas.BOARD_KEY, how="inner", maintain_order="left")
    times = usable.select(_alike()).to_series().to_numpy()
    passed = pl.col("kind") == "passed_out"
    seat = _number("declarer", schemas.SEATS)
    return (
        usable[np.repeat(np.arange(usable.height), times)]
        .select(
            *_KEPT,
            side=pl.when(passed).then(PASSED).otherwise(seat % 2),
            strain=pl.when(passed).then(0).otherwise(_number("strain", STRAINS)),
            partner=pl.when(passed).then(0).otherwise(seat // 2),
            level=pl.when(passed).then(0).otherwise(pl.col("level").cast(pl.Int64) - 1),
            lead=pl.when(passed).then(-1).otherwise(_number("lead", CARDS)),
        )
        .sort("field", _play_order(), "round", pl.col("table").cast(pl.Int32, strict=False), maintain_order=True)
    )


def _play_order() -> pl.Expr:
    """The place among the plays, where every line of the board has it."""
    return pl.when(pl.col("play_order").is_not_null().all().over("field")).then("play_order")


def _number(column: str, names: tuple[str, ...]) -> pl.Expr:
    """The value's place among the names; −1 where it is not known."""
    text = pl.col(column).cast(pl.String)
    return text.replace_strict(names, range(len(names)), return_dtype=pl.Int64, default=-1)


def with_other_tables(found: Fields) -> Fields:
    """The boards, with what was played on each deal at all tables beside the deals."""
    deal = found.boards["known_deal"].gather(found.lines["field"]).to_numpy()
    order = np.argsort(deal, kind="stable")
    played = Results(*(found.lines[name].to_numpy()[order] for name in Results._fields))
    since = np.searchsorted(deal[order], np.arange(len(found.known.hands.cards) + 1))
    return found._replace(known=found.known._replace(played=played, since=since))


class Lot(NamedTuple):
    """Boards that have the same number of results and are alike in whether their order is known.

    Attributes:
        field: the number of each board.
        is_ordered: whether their results are in order of play.
        batch: the boards as arrays.
        rows: the rows of `lines` that each board's results are; board × result.
    """

    field: Ints
    is_ordered: bool
    batch: Batch
    rows: Ints


def batches(found: Fields) -> Iterator[Lot]:
    """The boards that are tested, in lots of the same number of results."""
    tested = found.boards.filter(pl.col("state").is_in([TESTED, UNORDERED]))
    starts = np.concatenate([[0], np.cumsum(tested["n"].to_numpy())])[:-1].astype(np.int64)
    columns = [found.lines[name].to_numpy() for name in Results._fields]
    others = _others(found.boards, tested)
    for (n, is_ordered), part in tested.with_columns(start=starts, place=pl.int_range(pl.len())).group_by(
        "n", "is_ordered", maintain_order=True
    ):
        rows = part["start"].to_numpy()[:, None] + np.arange(n)
        vulnerable = part["vulnerable"].cast(pl.String).to_list()
        batch = Batch(
            deal=part["known_deal"].to_numpy(),
            dealer=part.select(_number("dealer", schemas.SEATS)).to_series().to_numpy(),
            vulnerable=np.array([[v in ("NS", "All"), v in ("EW", "All")] for v in vulnerable], dtype=np.int64),
            others=others[part["place"].to_numpy()],
            results=Results(*(column[rows] for column in columns)),
        )
        yield Lot(part["field"].to_numpy().astype(np.int64), bool(is_ordered), batch, rows)


def _others(every: pl.DataFrame, tested: pl.DataFrame) -> Ints:
    """The deals of the other boards of each board's session, the nearest by number first; −1 after the last."""
    by_session: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    for *session, board, deal in (
        every.filter(pl.col("known_deal") >= 0)
        .select("event_id", "session", "board", "known_deal")
        .unique(maintain_order=True)
        .iter_rows()
    ):
        by_session.setdefault(tuple(session), []).append((board, deal))
    rows = [
        _nearest(by_session[event, session], board, deal)
        for event, session, board, deal in tested.select("event_id", "session", "board", "known_deal").iter_rows()
    ]
    most = max(map(len, rows), default=0)
    return np.array([row + [-1] * (most - len(row)) for row in rows], dtype=np.int64).reshape(len(rows), most)


def _nearest(session: list[tuple[int, int]], board: int, own: int) -> list[int]:
    near = sorted(session, key=lambda other: (abs(other[0] - board), other[0]))
    return list(dict.fromkeys(deal for _, deal in near if deal != own))[:_OTHERS]
