"""Real boards with planted fouls: results in an order drawn at random, those after a change as of other cards.

A rotated board's results and those of exchanged partners are the real ones with the seats renamed, so that the same two
hands play the same contract; where the leader's hand is not the one that led, a card of the right hand is drawn.
Hands exchanged across the sides make other partnerships, on which no real result is known: there the results after
the change are real ones of a second deal, whose record is that deal with the hands put back.
"""

import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Bools, Hands, Ints, card_number, deal_frame, from_holdings, hands
from neuberg.detect.hypotheses import Batch, Deals, deals
from neuberg.detect.urns import ANYTHING, DIRECTION, LEAD_ERROR, PARTNER, PASSED, Results

Draw = np.random.Generator
_VULNERABLE = {"None": (0, 0), "NS": (1, 0), "EW": (0, 1), "All": (1, 1), "Both": (1, 1)}
_SEATS, _STRAINS = "NESW", "CDHSN"
#: Boards of the session besides the one that is tested.
SESSION = 23
_QUARTER_TURNS, _HALF_TURN = ((1, 2, 3, 0), (3, 0, 1, 2)), ((2, 3, 0, 1),)
_PARTNERS = ((2, 1, 0, 3), (0, 3, 2, 1))
_NEIGHBOURS = ((1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (3, 1, 2, 0))
ROTATED_90 = "board rotated 90°"
OTHER_BOARD = "another board's deal"
UNKNOWN = "a deal that is not recorded"
NEIGHBOURS = "two neighbouring hands exchanged"
NEIGHBOURS_SAME = "the same, with later results of the same deal"
ROTATED_180 = "board rotated 180°"
PARTNERS = "partners' hands exchanged"
CARDS = "one to three cards exchanged"
FOULS = (ROTATED_90, OTHER_BOARD, UNKNOWN, NEIGHBOURS, NEIGHBOURS_SAME, ROTATED_180, PARTNERS, CARDS)
_SEATINGS = {ROTATED_90: _QUARTER_TURNS, ROTATED_180: _HALF_TURN, PARTNERS: _PARTNERS}
#: What the test should call each foul; CARDS it is not expected to find.
NAMES = {
    ROTATED_90: "rotated 90°",
    OTHER_BOARD: "another board's cards",
    UNKNOWN: "a deal that is not recorded",
    NEIGHBOURS: "neighbours' hands exchanged",
    NEIGHBOURS_SAME: "neighbours' hands exchanged",
    ROTATED_180: "rotated 180°",
    PARTNERS: "partners' hands exchanged",
    CARDS: "a card in another hand",
}


class Field(NamedTuple):
    """Real boards: their deals, and each board's results as rows of side, strain, partner, level, lead."""

    known: Deals
    dealer: Ints
    vulnerable: Ints
    results: list[Ints]


def read_field(file: Path, numbers: Coefficients) -> Field:
    """The boards of a file, one JSON a line."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return Field(
        deals(hands(deal_frame([row["deal"] for row in rows])), numbers),
        np.array([_SEATS.index(row["dealer"]) for row in rows]),
        np.array([_VULNERABLE[row["vulnerable"]] for row in rows]),
        [np.array([_numbers(result) for result in row["results"]]) for row in rows],
    )


def _numbers(result: list[Any]) -> tuple[int, int, int, int, int]:
    if result[0] == "P":
        return PASSED, 0, 0, 0, -1
    seat, contract, _tricks, lead = result
    place = _SEATS.index(seat)
    return place % 2, _STRAINS.index(contract[1]), place // 2, int(contract[0]) - 1, card_number(lead) if lead else -1


class Trial(NamedTuple):
    """One board as it is put to the test: results from `first` up to `end` are of cards other than the record.

    Attributes:
        board: its number in the field.
        others: the other boards of its session.
        results: in order of play.
        first: the first result of other cards; how many there are, on a clean board.
        end: the result after the last of them.
        foul: what was planted; empty on a clean board.
        second: the deal that the results between are of, for its dealer and vulnerability.
        record: for those results, the record in place of the board's own: 13 bits by seat and suit; None: its own.
    """

    board: int
    others: Ints
    results: Ints
    first: int
    end: int
    foul: str
    second: int
    record: Ints | None = None


def clean(field: Field, board: int, draw: Draw) -> Trial:
    """The board with its results in an order drawn at random."""
    rows = draw.permutation(field.results[board])
    return Trial(board, _session(field, board, draw), rows, len(rows), len(rows), "", board)


def fouled(field: Field, board: int, foul: str, first: int, draw: Draw, end: int | None = None) -> Trial:
    """The board with the foul planted before the result of that place (from 0), put right before `end` if given."""
    trial = clean(field, board, draw)
    trial = trial._replace(first=first, end=len(trial.results) if end is None else end, foul=foul)
    if foul in _SEATINGS:
        return _renamed(field, trial, draw)
    if foul in (NEIGHBOURS_SAME, CARDS):
        return trial._replace(record=_changed(_holdings(field, board), foul, draw))
    second = _second(field, board, len(trial.results), draw)
    rows = trial.results.copy()
    rows[trial.first : trial.end] = draw.permutation(field.results[second])[: trial.end - trial.first]
    trial = trial._replace(results=rows)
    if foul == NEIGHBOURS:
        return trial._replace(second=second, record=_changed(_holdings(field, second), foul, draw))
    return trial._replace(others=np.append(trial.others[1:], second)) if foul == OTHER_BOARD else trial


def _renamed(field: Field, trial: Trial, draw: Draw) -> Trial:
    seatings = _SEATINGS[trial.foul]
    seating, between = seatings[draw.integers(len(seatings))], slice(trial.first, trial.end)
    rows = trial.results.copy()
    rows[between] = renamed(rows[between], seating, field.known.hands.cards[trial.board], draw)
    return trial._replace(results=rows)


def _holdings(field: Field, board: int) -> Ints:
    """The deal's 13 bits by seat and suit."""
    cards = field.known.hands.cards[board].astype(np.int64)[:, None]
    return cards >> (13 * np.arange(4)) & 8191


def _changed(holdings: Ints, foul: str, draw: Draw) -> Ints:
    """The deal with two neighbours' hands exchanged, or one to three cards of two hands."""
    if foul != CARDS:
        return holdings[list(_NEIGHBOURS[draw.integers(4)])]
    changed = holdings.copy()
    one, two = draw.choice(4, 2, replace=False)
    for _ in range(draw.integers(1, 4)):
        given, taken = (_any_card(changed[seat], draw) for seat in (one, two))
        for seat, out, put in ((one, given, taken), (two, taken, given)):
            changed[seat, out[0]] &= ~(1 << out[1])
            changed[seat, put[0]] |= 1 << put[1]
    return changed


def _any_card(hand: Ints, draw: Draw) -> tuple[int, int]:
    held = [(suit, rank) for suit in range(4) for rank in range(13) if hand[suit] >> rank & 1]
    return held[draw.integers(len(held))]


def _session(field: Field, board: int, draw: Draw) -> Ints:
    others = draw.choice(len(field.results) - 1, SESSION, replace=False)
    return others + (others >= board)


def _second(field: Field, board: int, results: int, draw: Draw) -> int:
    able = [other for other, rows in enumerate(field.results) if other != board and len(rows) >= results]
    return int(draw.choice(able))


def wrong_record(field: Field, board: int, foul: str, draw: Draw) -> Trial:
    """The board whose record no table played: of another deal, or turned, or with neighbours' hands exchanged."""
    return fouled(field, board, foul, 0, draw)


def renamed(results: Ints, seating: tuple[int, ...], cards: npt.NDArray[np.uint64], draw: Draw) -> Ints:
    """The results as they are recorded where the hand of seat p[s] is at seat s."""
    where = np.argsort(np.array(seating))
    new = results.copy()
    for place, row in enumerate(results):
        if row[0] == PASSED:
            continue
        seat = row[0] + 2 * row[2]
        now = int(where[seat])
        new[place, 0], new[place, 2] = now % 2, now // 2
        led_by, leads = (seat + 1) % 4, seating[(now + 1) % 4]
        if row[4] >= 0 and led_by != leads:
            new[place, 4] = _lead(int(cards[leads]), draw)
    return new


def _lead(hand: int, draw: Draw) -> int:
    """A card of the hand, or, as often as leads are entered wrongly, any."""
    if draw.random() < LEAD_ERROR:
        return int(draw.integers(52))
    return int(draw.choice([card for card in range(52) if hand >> card & 1]))


def with_errors(results: Ints, times: float, draw: Draw) -> Ints:
    """The results with entry errors added at so many times the model's rate."""
    new = results.copy()
    played, chance = results[:, 0] != PASSED, draw.random(len(results)) / times
    partner, direction = chance < PARTNER, (chance >= PARTNER) & (chance < PARTNER + DIRECTION)
    anything = (chance >= PARTNER + DIRECTION) & (chance < PARTNER + DIRECTION + ANYTHING) & played
    new[partner & played, 2] = 1 - new[partner & played, 2]
    new[direction & played, 0] = 1 - new[direction & played, 0]
    for place in np.flatnonzero(anything):
        new[place] = draw.integers(2), draw.integers(5), draw.integers(2), draw.integers(4), draw.integers(52)
    return new


def without_leads(results: Ints) -> Ints:
    """The results with no lead known."""
    return np.hstack([results[:, :4], np.full((len(results), 1), -1)])


class Posed(NamedTuple):
    """Trials with the same number of results as two batches: the record before the change and the one after it."""

    before: Batch
    after: Batch
    known: Deals
    changed: Bools


def pose(field: Field, trials: list[Trial]) -> Posed:
    """The trials, all of the same number of results, ready to be tested."""
    boards, second = (np.array([getattr(trial, name) for trial in trials]) for name in ("board", "second"))
    rows, others = np.stack([trial.results for trial in trials]), np.stack([trial.others for trial in trials])
    results = Results(*(rows[..., column] for column in range(5)))
    apart = [place for place, trial in enumerate(trials) if trial.record is not None]
    known, deal = field.known, boards.copy()
    if apart:
        more = from_holdings(np.stack([trials[place].record for place in apart]))
        every = Hands(*(np.concatenate(two) for two in zip(field.known.hands, more, strict=True)))
        known, deal[apart] = deals(every, field.known.numbers), len(field.results) + np.arange(len(apart))
    place = np.arange(rows.shape[1])
    first, end = (np.array([getattr(trial, name) for trial in trials])[:, None] for name in ("first", "end"))
    return Posed(
        Batch(boards, field.dealer[boards], field.vulnerable[boards], others, results),
        Batch(deal, field.dealer[second], field.vulnerable[second], others, results),
        known,
        (place >= first) & (place < end),
    )
