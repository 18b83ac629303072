"""A simulated season: sessions of real boards with the tables and rounds that played them, a few of them fouled."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from detection import planting
from detection.planting import Draw, Field, Trial
from neuberg import schemas
from neuberg.detect.coefficients import STRAINS
from neuberg.detect.hands import CARDS, hand_text
from neuberg.detect.urns import PASSED
from neuberg.domain.cards import HANDS

Row = dict[str, object]
_BOARDS_OF_A_SET, _TABLES = 3, 12
#: The fouls of a season, in proportions like those that the test holds probable. Hands exchanged across the sides are
#: not among them: there is no real result on such a deal.
_FOULS = {
    planting.ROTATED_180: 0.20,
    planting.ROTATED_90: 0.25,
    planting.PARTNERS: 0.25,
    planting.OTHER_BOARD: 0.20,
    planting.UNKNOWN: 0.10,
}


class Season(NamedTuple):
    """The tables of a run, and the answers: `event_id, board, foul, first` (from 1) of each fouled board."""

    results: pl.DataFrame
    boards: pl.DataFrame
    events: pl.DataFrame
    answers: pl.DataFrame


def season(field: Field, sessions: int, rate: float, draw: Draw, *, results: int | None = None) -> Season:
    """So many sessions of 24 different boards.

    Args:
        field: the real boards.
        sessions: how many.
        rate: the share of the boards that are fouled.
        draw: what is drawn by.
        results: how many results each board is to have, drawn again from its own; by default those it has.
    """
    lines: list[Row] = []
    deals: list[Row] = []
    answers: list[Row] = []
    for event in range(1, sessions + 1):
        chosen = draw.choice(len(field.results), planting.SESSION + 1, replace=False)
        for board, number in enumerate(chosen, start=1):
            trial = _trial(field, int(number), np.setdiff1d(chosen, [number]), rate, draw)
            if results is not None:
                trial = trial._replace(results=draw.choice(trial.results, results))
            if trial.foul:
                answers.append({"event_id": event, "board": board, "foul": trial.foul, "first": trial.first + 1})
            cards = field.known.hands.cards[trial.board].tolist()
            deals.append(deal(event, board, cards, int(field.dealer[number]), field.vulnerable[number].tolist()))
            lines += [line(event, board, place, row) for place, row in enumerate(trial.results.tolist(), start=1)]
    types = {"event_id": pl.Int64, "board": pl.Int32, "foul": pl.String, "first": pl.Int32}
    return Season(*tables(lines, deals), pl.DataFrame(answers, schema=types))


def tables(lines: list[Row], deals: list[Row]) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The tables `results`, `boards` and `events` of these rows; an event is named for its number."""
    results = _conformed(pl.DataFrame(lines, infer_schema_length=None), schemas.RESULTS)
    boards = _conformed(pl.DataFrame(deals, infer_schema_length=None), schemas.BOARDS)
    events = results.select("event_id").unique().sort("event_id")
    events = events.with_columns(name=pl.concat_str(pl.lit("Session "), "event_id"))
    numbered = results.with_columns(result_id=pl.int_range(pl.len(), dtype=pl.Int64))
    return numbered, boards, _conformed(events, schemas.EVENTS)


def _conformed(frame: pl.DataFrame, table: schemas.Table) -> pl.DataFrame:
    return schemas.conform(frame.lazy(), table).collect()


def _trial(field: Field, board: int, others: np.ndarray, rate: float, draw: Draw) -> Trial:
    """The board clean, or, at that rate, fouled; another board's deal is of the session."""
    if draw.random() >= rate:
        return planting.clean(field, board, draw)
    foul = str(draw.choice(list(_FOULS), p=list(_FOULS.values())))
    trial = planting.fouled(field, board, foul, int(draw.integers(1, len(field.results[board]) - 1)), draw)
    if foul != planting.OTHER_BOARD:
        return trial
    able = [other for other in others if len(field.results[other]) >= trial.end - trial.first]
    if not able:
        return trial._replace(foul=planting.UNKNOWN)
    rows = trial.results.copy()
    rows[trial.first :] = draw.permutation(field.results[int(draw.choice(able))])[: trial.end - trial.first]
    return trial._replace(results=rows)


def deal(event: int, board: int, cards: list[int], dealer: int = 0, vulnerable: Sequence[int] = (0, 0)) -> Row:
    """A row of `boards`: four hands of 52 bits."""
    return {
        "deal_id": event * 100 + board,
        "event_id": event,
        "session": "1",
        "section": "",
        "board": board,
        "dealer": schemas.SEATS[dealer],
        "vulnerable": _VULNERABLE[tuple(vulnerable)],
        **{hand: hand_text(int(cards[seat])) for seat, hand in enumerate(HANDS)},
    }


def turned(made: Season, draw: Draw) -> Season:
    """The season with one table of each session sitting the wrong way in one round; the answers say which, and how.

    The answers: `event_id, table, round, turn`, quarter turns clockwise from the seat entered to the seat played.
    """
    sets = made.results.group_by("event_id", "table", "round", maintain_order=True).agg(boards=pl.len())
    chosen = sets.filter(pl.col("boards") == _BOARDS_OF_A_SET).sample(
        fraction=1, shuffle=True, seed=int(draw.integers(99))
    )
    answers = chosen.unique("event_id", keep="first", maintain_order=True).drop("boards")
    answers = answers.with_columns(turn=pl.Series(draw.integers(1, 4, answers.height)))
    joined = made.results.join(answers, on=["event_id", "table", "round"], how="left", maintain_order="left")
    seat = joined["declarer"].to_physical().cast(pl.Int64) - joined["turn"].fill_null(0)
    entered = (seat % 4).replace_strict(range(4), schemas.SEATS, return_dtype=schemas.SEAT)
    return made._replace(results=joined.drop("turn").with_columns(declarer=entered), answers=answers)


def as_partners(made: Season, draw: Draw) -> tuple[Season, pl.Series]:
    """The season with one played result of each board entered as declarer's partner's, and the `result_id` of these."""
    shuffled = made.results.filter(pl.col("kind") == "played").sample(
        fraction=1, shuffle=True, seed=int(draw.integers(99))
    )
    chosen = shuffled.unique(["event_id", "board"], keep="first", maintain_order=True)["result_id"]
    partner = ((made.results["declarer"].to_physical().cast(pl.Int64) + 2) % 4).replace_strict(
        range(4), schemas.SEATS, return_dtype=schemas.SEAT
    )
    entered = pl.when(pl.col("result_id").is_in(chosen.implode())).then(partner).otherwise("declarer")
    return made._replace(results=made.results.with_columns(declarer=entered)), chosen


def shifted(made: Season) -> Season:
    """The season with each session's records moved on by one: board 2 has the record of board 1."""
    hands = [pl.col(hand).shift(1).over("event_id", order_by="board") for hand in HANDS]
    last = [pl.col(hand).last().over("event_id", order_by="board") for hand in HANDS]
    moved = [one.fill_null(two) for one, two in zip(hands, last, strict=True)]
    return made._replace(boards=made.boards.with_columns(moved))


_VULNERABLE = {(0, 0): "None", (1, 0): "NS", (0, 1): "EW", (1, 1): "All"}


def line(event: int, board: int, place: int, row: list[int]) -> Row:
    """A row of `results`: a result of the model's five numbers, played in the round of that place."""
    side, strain, partner, level, lead = row
    table = ((board - 1) // _BOARDS_OF_A_SET + place) % _TABLES + 1
    key: Row = {"event_id": event, "session": "1", "section": "", "board": board, "round": place, "table": str(table)}
    key |= {"deal_id": event * 100 + board, "ns_pair": str(table), "ew_pair": str(100 + place)}
    if side == PASSED:
        return key | {"kind": "passed_out"}
    return key | {
        "kind": "played",
        "level": level + 1,
        "strain": STRAINS[strain],
        "declarer": schemas.SEATS[side + 2 * partner],
        "lead": CARDS[lead] if lead >= 0 else None,
    }
