"""The likelihood of a board's results together: alike within a board, and sometimes entered wrongly.

A result is scored for its side, strain, seat and level by urns, p = (α·model + count) / (α + n), so results on one deal
may be more alike than the model; with a small probability it stands for declarer's partner, the other direction or
anything. The urns count it as the likeliest of these. On a board of more results than the study of the method had, they
count it as each by its probability: a true minority (some declare from the other seat) would count as entry errors for
ever there, each of them speaking against the cards anew.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from neuberg.detect.coefficients import LEVELS, STRAINS, Coefficients
from neuberg.detect.hands import Bools, Floats, Ints
from neuberg.detect.likelihood import Outcomes

#: Entry errors: how often a result is entered as declarer's partner's, in the wrong direction, or as anything.
PARTNER, DIRECTION, ANYTHING = 0.015, 0.007, 0.010
#: How often "anything" is a passed-out board.
_ANYTHING_PASSED = 0.0066
#: How often a lead is entered that was not in the leader's hand.
LEAD_ERROR = 0.02
#: The most results of a board in the study that the method is taken from.
STUDIED = 16
PASSED = 2
_HAND, _REST, _PACK = 13, 39, 52


class Results(NamedTuple):
    """The results of boards that have the same number of them, by board × result.

    Attributes:
        side: 0 N-S declares, 1 E-W, 2 passed out.
        strain: 0 to 4 (clubs to notrump); 0 where passed out.
        partner: whether the declarer is South or West.
        level: 0 to 6, one less than the contract's.
        lead: the card's number; −1 where not known.
    """

    side: Ints
    strain: Ints
    partner: Ints
    level: Ints
    lead: Ints

    def take(self, boards: Ints | Bools | tuple[Ints, ...]) -> "Results":
        """The results of some of the boards, or some of them at their places."""
        return Results(*(part[boards] for part in self))

    def seat(self) -> Ints:
        """The declarer's seat, 0 to 3; of no meaning where passed out."""
        return self.side % 2 + 2 * self.partner


class Terms(NamedTuple):
    """What each result may be worth before the counts of the urns, by board × hypothesis × result.

    The first four have a last axis of four: as entered, declarer's partner, and the two declarers of the other side.

    Attributes:
        side: α·P(side).
        strain: α·P(strain | side).
        seat: α·P(seat | side, strain).
        level: α·P(level | seat, strain).
        weight: P(entered so) · P(lead).
        other: P(entered as anything) · frequency, whatever the hypothesis; by board × result.
        before: which row of `counts` the urns of a hypothesis begin with, −1 for none; by board × hypothesis.
        counts: what was played on these cards at other tables, as the urns count it; None where it is not known.
    """

    side: Floats
    strain: Floats
    seat: Floats
    level: Floats
    weight: Floats
    other: Floats
    before: Ints | None = None
    counts: Floats | None = None


def lead_factor(lead: Ints, held: Bools) -> Floats:
    """P(this card is led): (1 − LEAD_ERROR)/13 from the leader's hand, LEAD_ERROR/39 from another; 1 where not known.

    >>> lead_factor(np.array([5, 5, -1]), np.array([True, False, False])).round(5).tolist()
    [0.07538, 0.00051, 1.0]
    """
    known: Floats = np.where(held, (1 - LEAD_ERROR) / _HAND, LEAD_ERROR / _REST)
    return np.where(lead >= 0, known, 1.0)


def attributed(results: Results) -> tuple[Ints, Ints]:
    """The side and partner of what a result may truly have been: as entered, partner's, the other side's two."""
    side, other, zero = results.side % 2, 1 - results.side % 2, np.zeros_like(results.side)
    sides = np.stack([side, side, other, other], axis=-1)
    return sides, np.stack([results.partner, 1 - results.partner, zero, zero + 1], axis=-1)


def terms(
    shares: Outcomes, cards: npt.NDArray[np.uint64], unknown: Bools, results: Results, numbers: Coefficients
) -> Terms:
    """What each result is worth under each hypothesis.

    Args:
        shares: the distributions, by board × hypothesis.
        cards: the hands by board × hypothesis × seat.
        unknown: whether the hypothesis is an unknown deal, by board × hypothesis: any card may be led.
        results: by board × result.
        numbers: the coefficients.
    """
    side, partner = (part[:, None] for part in attributed(results))
    strain, level, lead = (part[:, None, :, None] for part in (results.strain, results.level, results.lead))
    board = np.arange(len(results.side))[:, None, None, None]
    hypothesis = np.arange(cards.shape[1])[None, :, None, None]
    seat = side + 2 * partner
    leader = cards[board, hypothesis, (seat + 1) % 4]
    held = (leader >> np.maximum(lead, 0).astype(np.uint64) & np.uint64(1)) > 0
    led = np.where(unknown[..., None, None] & (lead >= 0), 1 / _PACK, lead_factor(lead, held))
    entered = np.array([1 - PARTNER - DIRECTION - ANYTHING, PARTNER, DIRECTION / 2, DIRECTION / 2])
    of_side, of_strain, of_seat, of_level = numbers.alphas
    passed = (results.side == PASSED)[:, None, :, None]
    return Terms(
        side=of_side * shares.side[board, hypothesis, np.where(passed, PASSED, side)],
        strain=of_strain * shares.strain[board, hypothesis, side, strain],
        seat=of_seat * shares.seat[board, hypothesis, side, strain, partner],
        level=of_level * shares.level[board, hypothesis, seat, strain, level],
        weight=entered * led,
        other=_anything(results, numbers),
    )


def _anything(results: Results, numbers: Coefficients) -> Floats:
    """ANYTHING · the overall frequency of the result · 1/52 for a known lead."""
    declared = numbers.frequencies[results.strain] * numbers.level_frequencies[results.strain, results.level]
    led = np.where(results.lead >= 0, 1 / _PACK, 1.0)
    passed = results.side == PASSED
    return ANYTHING * np.where(passed, _ANYTHING_PASSED, declared * led)


class Sequences(NamedTuple):
    """Orders in which results are put to the urns.

    Attributes:
        board: the board of each sequence.
        hypothesis: the hypothesis of each sequence.
        places: the results in their order, by sequence × step; −1 after its end.
    """

    board: Ints
    hypothesis: Ints
    places: Ints


#: Sequences worked on at a time: enough for numpy, few enough for the cache.
_LOT = 4096


def log_likelihoods(found: Terms, results: Results, sequences: Sequences, numbers: Coefficients) -> Floats:
    """The natural log of P(the first 0, 1, 2 … results of each sequence), by sequence × (steps + 1)."""
    lots = range(0, len(sequences.board), _LOT)
    table = _Table(found, results)
    parts = [_run(table, Sequences(*(part[at : at + _LOT] for part in sequences)), numbers.alphas) for at in lots]
    return np.concatenate(parts) if parts else np.zeros((0, sequences.places.shape[1] + 1))


def _run(table: "_Table", sequences: Sequences, alphas: Floats) -> Floats:
    count, steps = sequences.places.shape
    logs = np.zeros((count, steps + 1))
    urns = _Urns(count, alphas, is_large=table.is_large)
    table.fill(urns, sequences)
    for step in range(steps):
        counted = sequences.places[:, step] >= 0
        if not counted.any():
            logs[:, step + 1 :] = logs[:, step, None]
            break
        logs[:, step + 1] = logs[:, step] + np.log(urns.draw(table.drawn(sequences, step), counted))
    return logs


#: How often each result is taken out and weighed anew, until it hardly matters when the others were put in.
_ROUNDS = 3


def worth_beside_others(found: Terms, results: Results, numbers: Coefficients) -> Floats:
    """What each result is worth under the first hypothesis as each attribution, beside all the others of its board.

    By board × result × 4. All are put to the urns once; then each is taken out, weighed beside the others as they are
    counted by then, and put back as what that makes it: so it hardly matters when each was played.
    """
    boards, n = results.side.shape
    worth, table = np.zeros((boards, n, 4)), _Table(found, results)
    for at in range(0, boards, _LOT):
        board = np.arange(at, min(at + _LOT, boards))
        every, once = Sequences(board, board * 0, np.tile(np.arange(n), (len(board), 1))), np.ones_like(board)
        urns, drawn, shares = (
            _Urns(len(board), numbers.alphas, is_large=table.is_large),
            [],
            [np.zeros((len(board), 4))] * n,
        )
        for step in range(n):
            drawn.append(table.drawn(every, step))
            urns.put(drawn[-1], shares[step], urns.places(drawn[-1]), once)
        for _ in range(_ROUNDS):
            for step, one in enumerate(drawn):
                places = urns.places(one)
                urns.put(one, -shares[step], places, -once)
                worth[board, step] = urns.worth(one, places)
                shares[step] = urns.shares(worth[board, step], one)
                urns.put(one, shares[step], places, once)
    return worth


class _Drawn(NamedTuple):
    """One result of each sequence: its terms and numbers, side and partner by attribution."""

    side_term: Floats
    strain_term: Floats
    seat_term: Floats
    level_term: Floats
    weight: Floats
    other: Floats
    side: Ints
    partner: Ints
    strain: Ints
    level: Ints
    passed: Bools


class _Table:
    """The terms of every result under every hypothesis in rows that lie together: looked up with one index."""

    def __init__(self, found: Terms, results: Results) -> None:
        self._shape = found.side.shape[1:3]
        self.is_large = results.side.shape[1] > STUDIED
        self._terms = np.stack(found[:5], axis=-2).reshape(-1, 5, 4)
        sides, partners = attributed(results)
        self._numbers = np.concatenate(
            [sides, partners, np.stack([results.strain, results.level, results.side == PASSED], axis=-1)], axis=-1
        ).reshape(-1, 11)
        self._other = found.other.ravel()
        self._before, self._counts = found.before, found.counts

    def fill(self, urns: "_Urns", sequences: Sequences) -> None:
        """What was played at other tables on each sequence's cards is in the urns from the first."""
        if self._before is None or self._counts is None:
            return
        row = self._before[sequences.board, sequences.hypothesis]
        urns.begin_with(np.where(row[:, None] >= 0, self._counts[row], 0.0))

    def drawn(self, sequences: Sequences, step: int) -> _Drawn:
        """The result of that step of each sequence; the first of its board after its end."""
        hypotheses, n = self._shape
        place = np.maximum(sequences.places[:, step], 0)
        of_result = sequences.board * n + place
        terms = self._terms.take((sequences.board * hypotheses + sequences.hypothesis) * n + place, axis=0)
        numbers = self._numbers.take(of_result, axis=0)
        return _Drawn(
            terms[:, 0],
            terms[:, 1],
            terms[:, 2],
            terms[:, 3],
            terms[:, 4],
            self._other.take(of_result),
            numbers[:, :4],
            numbers[:, 4:8],
            numbers[:, 8],
            numbers[:, 9],
            numbers[:, 10] == 1,
        )


#: The cells of the urns of side, strain, seat and level, one after another.
_CELLS = (3, 2 * len(STRAINS), 4 * len(STRAINS), 2 * len(STRAINS) * LEVELS)


def counted(owner: Ints, results: Results, owners: int) -> Floats:
    """How often each owner's results fall into each cell of the urns, as they are entered; owner × cell.

    Args:
        owner: whose each result is, from 0.
        results: the results, in one row.
        owners: how many owners there are.
    """
    side, strain, partner, level, _ = results
    of_strain = side * len(STRAINS) + strain
    cells = (side, of_strain, of_strain * 2 + partner, of_strain * LEVELS + level)
    starts, width = np.cumsum((0, *_CELLS)), sum(_CELLS)
    places = [owner * width + start + cell for start, cell in zip(starts, cells, strict=False)]
    played = side != PASSED
    every = np.concatenate([places[0], *(place[played] for place in places[1:])])
    found: Floats = np.bincount(every, minlength=owners * width).reshape(owners, width).astype(np.float64)
    return found


class _Urns:
    """The counts of side, strain, seat and level for each of some sequences, in flat arrays."""

    def __init__(self, count: int, alphas: Floats, *, is_large: bool) -> None:
        self._alphas = alphas
        self._is_large = is_large
        self._row = np.arange(count)
        self._drawn = np.zeros(count)
        self._side = np.zeros(count * 3)
        self._strain = np.zeros(count * 2 * len(STRAINS))
        self._seat = np.zeros(count * 4 * len(STRAINS))
        self._level = np.zeros(count * 2 * len(STRAINS) * LEVELS)

    def begin_with(self, counts: Floats) -> None:
        """Put what `counted` has of each sequence into its urns."""
        sides, strains, seats, levels = np.split(counts, np.cumsum(_CELLS)[:-1], axis=1)
        self._drawn += sides.sum(axis=1)
        self._side += sides.ravel()
        self._strain += strains.ravel()
        self._seat += seats.ravel()
        self._level += levels.ravel()

    def places(self, one: _Drawn) -> tuple[Ints, ...]:
        """Where the counts of side, strain, seat and level of each attribution are."""
        at_side = self._row[:, None] * 3 + one.side
        at_strain = (self._row[:, None] * 2 + one.side) * len(STRAINS) + one.strain[:, None]
        return at_side, at_strain, at_strain * 2 + one.partner, at_strain * LEVELS + one.level[:, None]

    def worth(self, one: _Drawn, places: tuple[Ints, ...]) -> Floats:
        """P(each sequence's next result) as each attribution."""
        at_side, at_strain, at_seat, at_level = places
        of_side, of_strain, of_seat, of_level = self._alphas
        worth: Floats = (
            (one.side_term + self._side[at_side])
            / (self._drawn + of_side)[:, None]
            * ((one.strain_term + self._strain[at_strain]) / (of_strain + self._side[at_side]))
            * ((one.seat_term + self._seat[at_seat]) / (of_seat + self._strain[at_strain]))
            * ((one.level_term + self._level[at_level]) / (of_level + self._strain[at_strain]))
            * one.weight
        )
        return worth

    def shares(self, worth: Floats, one: _Drawn) -> Floats:
        """How far each sequence's result counts as each attribution; none where it is passed out.

        All as the likeliest; on a large board P(attribution | it), of which the rest is anything.
        """
        if self._is_large:
            share: Floats = worth / (worth.sum(axis=1) + one.other)[:, None]
        else:
            share = np.eye(worth.shape[1])[worth.argmax(axis=1)]
        return share * ~one.passed[:, None]

    def draw(self, one: _Drawn, counted: Bools) -> Floats:
        """P(each sequence's next result); the urns then hold it."""
        places, passed = self.places(one), one.passed
        worth = self.worth(one, places)
        declared = worth.sum(axis=1) + one.other
        share = self.shares(worth, one) * counted[:, None]
        if passed.any():
            out = one.side_term[:, 0] + self._side[self._row * 3 + PASSED]
            out = out / (self._drawn + self._alphas[0]) * (1 - ANYTHING) + one.other
            declared = np.where(passed, out, declared)
        self.put(one, share, places, counted)
        return np.where(counted, declared, 1.0)

    def put(self, one: _Drawn, share: Floats, places: tuple[Ints, ...], times: Bools | Ints) -> None:
        """Count each sequence's result once, not at all, or −1 times to take it out; its attributions by their shares.

        As entered and as partner's it is of one side, strain and level; so are the two of the other side.
        """
        self._drawn += times
        if one.passed.any():
            self._side[self._row * 3 + PASSED] += times * one.passed
        at_side, at_strain, at_seat, at_level = places
        for two in (slice(0, 2), slice(2, 4)):
            both = share[:, two].sum(axis=1)
            self._side[at_side[:, two.start]] += both
            self._strain[at_strain[:, two.start]] += both
            self._level[at_level[:, two.start]] += both
        for attribution in range(4):
            self._seat[at_seat[:, attribution]] += share[:, attribution]
