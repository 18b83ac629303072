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
from neuberg.detect.hands import Bools, Hands, Ints, card_number, deal_frame, hands
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
ROTATED_90, OTHER_BOARD, UNKNOWN, NEIGHBOURS, ROTATED_180, PARTNERS = (
    "board rotated 90°",
    "another board's deal",
    "a deal not recorded",
    "two neighbouring hands exchanged",
    "board rotated 180°",
    "partners' hands exchanged",
)
FOULS = (ROTATED_90, OTHER_BOARD, UNKNOWN, NEIGHBOURS, ROTATED_180, PARTNERS)
_SEATINGS = {ROTATED_90: _QUARTER_TURNS, NEIGHBOURS: _NEIGHBOURS, ROTATED_180: _HALF_TURN, PARTNERS: _PARTNERS}


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
    """One board as it is put to the test: results from `change` on are of cards other than the record.

    `after` is the record for those results: the board's own deal, or, where the hands went across the sides, a second
    deal with its hands put back by `seating`.
    """

    board: int
    others: Ints
    results: Ints
    change: int
    foul: str
    seating: tuple[int, ...]
    after: int


def clean(field: Field, board: int, draw: Draw) -> Trial:
    """The board with its results in an order drawn at random."""
    rows = draw.permutation(field.results[board])
    return Trial(board, _session(field, board, draw), rows, len(rows), "", (0, 1, 2, 3), board)


def fouled(field: Field, board: int, foul: str, change: int, draw: Draw) -> Trial:
    """The board with the foul planted before the result of that place (from 0)."""
    trial = clean(field, board, draw)
    if foul in (OTHER_BOARD, UNKNOWN, NEIGHBOURS):
        second = _second(field, board, len(trial.results), draw)
        rows = trial.results.copy()
        rows[change:] = draw.permutation(field.results[second])[: len(rows) - change]
        others = np.append(trial.others[1:], second) if foul == OTHER_BOARD else trial.others
        trial = trial._replace(results=rows, others=others)
        if foul == NEIGHBOURS:
            seating = _NEIGHBOURS[draw.integers(4)]
            return trial._replace(change=change, foul=foul, seating=seating, after=second)
        return trial._replace(change=change, foul=foul)
    seating = _SEATINGS[foul][draw.integers(len(_SEATINGS[foul]))]
    rows = trial.results.copy()
    rows[change:] = renamed(rows[change:], seating, field.known.hands.cards[board], draw)
    return trial._replace(results=rows, change=change, foul=foul, seating=seating)


def _session(field: Field, board: int, draw: Draw) -> Ints:
    others = draw.choice(len(field.results) - 1, SESSION, replace=False)
    return others + (others >= board)


def _second(field: Field, board: int, results: int, draw: Draw) -> int:
    able = [other for other, rows in enumerate(field.results) if other != board and len(rows) >= results]
    return int(draw.choice(able))


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
    new = results.copy()
    new[:, 4] = -1
    return new


class Posed(NamedTuple):
    """Trials with the same number of results as two batches: the record before the change and the one after it."""

    before: Batch
    after: Batch
    known: Deals
    changed: Bools


def pose(field: Field, trials: list[Trial]) -> Posed:
    """The trials, all of the same number of results, ready to be tested."""
    boards = np.array([trial.board for trial in trials])
    rows = np.stack([trial.results for trial in trials])
    results = Results(*(rows[..., column] for column in range(5)))
    others = np.stack([trial.others for trial in trials])
    back, numbers = _put_back(field, trials)
    known = deals(Hands(*(np.concatenate(two) for two in zip(field.known.hands, back, strict=True))), field.known.numbers)
    before = Batch(boards, field.dealer[boards], field.vulnerable[boards], others, results)
    after = np.array([trial.after for trial in trials])
    second = Batch(numbers, field.dealer[after], field.vulnerable[after], others, results)
    changed = np.arange(rows.shape[1]) >= np.array([trial.change for trial in trials])[:, None]
    return Posed(before, second, known, changed)


def _put_back(field: Field, trials: list[Trial]) -> tuple[Hands, Ints]:
    """The second deals with their hands put back, and the number that each trial's has after those of the field."""
    apart = [trial for trial in trials if trial.foul == NEIGHBOURS]
    at = np.array([trial.after for trial in apart], dtype=np.int64)
    inverse = np.array([np.argsort(trial.seating) for trial in apart], dtype=np.int64).reshape(-1, 4)
    back = Hands(*(part[at[:, None], inverse] for part in field.known.hands))
    places, numbers = iter(range(len(field.results), len(field.results) + len(apart))), []
    for trial in trials:
        numbers.append(next(places) if trial.foul == NEIGHBOURS else trial.board)
    return back, np.array(numbers)
