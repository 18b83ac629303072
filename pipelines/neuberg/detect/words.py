"""What was found, in a director's words: the change, how sure it is, and what contradicts the record."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from neuberg.detect.assessing import Fit
from neuberg.detect.coefficients import STRAINS
from neuberg.detect.hands import CARDS, Hands, Ints
from neuberg.detect.hypotheses import MOVED_CARD, OTHER_BOARD, UNKNOWN_DEAL
from neuberg.detect.prefilter import FEW_OF_DECLARER, FEW_TRUMPS, THIN_NOTRUMP
from neuberg.detect.seatings import HAND_AT, PERMS, SEATS, words
from neuberg.detect.urns import PASSED

_MOST = 6
_SIDES = ("N-S", "E-W")


class Call(NamedTuple):
    """One result: its place in the list, counted from 1, and its numbers."""

    place: int
    side: int
    strain: int
    partner: int
    level: int
    lead: int

    @property
    def seat(self) -> int:
        """The declarer's seat."""
        return self.side + 2 * self.partner

    def __str__(self) -> str:
        """Such as `result 5 (3NT by N)`."""
        if self.side == PASSED:
            return f"result {self.place} (passed out)"
        return f"result {self.place} ({self.level + 1}{STRAINS[self.strain]} by {SEATS[self.seat]})"


class Cards(NamedTuple):
    """Four hands at their seats: cards of each suit, high-card points, and the 52 bits of each."""

    lengths: Ints
    points: Ints
    cards: tuple[int, ...]

    def holder(self, card: int) -> str:
        """The seat that has the card."""
        return next((SEATS[seat] for seat, hand in enumerate(self.cards) if hand >> card & 1), "nobody")


def seated(hands: Hands, deal: int, seating: int, moved: int = -1, leader: int = 0) -> Cards:
    """The hands of a deal at the seats of a seating, and a card moved to the leader's hand."""
    at = HAND_AT[seating]
    cards = [int(card) for card in hands.cards[deal][at]]
    if moved >= 0:
        cards = [hand & ~(1 << moved) | (1 << moved if seat == leader else 0) for seat, hand in enumerate(cards)]
    return Cards(hands.lengths[deal][at], hands.points[deal].sum(axis=-1)[at], tuple(cards))


def contradictions(calls: Sequence[Call], record: Cards, other: Cards | None) -> list[str]:
    """What in the results contradicts the record, each with what stands in its place in the other cards."""
    found = [text for call in calls if call.side != PASSED for text in _contradictions(call, record, other)]
    return found if len(found) <= _MOST else [*found[:_MOST], f"and {len(found) - _MOST} more"]


def _contradictions(call: Call, record: Cards, other: Cards | None) -> Iterator[str]:
    leader = (call.seat + 1) % 4
    if call.lead >= 0 and not record.cards[leader] >> call.lead & 1:
        instead = f", on those cards with {other.holder(call.lead)}" if other else ""
        yield f"{call}: the lead {CARDS[call.lead]} is with {record.holder(call.lead)}{instead}"
    if call.strain == STRAINS.index("NT"):
        points = _points(call, record)
        if points < THIN_NOTRUMP[call.level]:
            yield f"{call}: {_SIDES[call.side]} have {points} points{_instead(other, call, _points)}"
        return
    both, own = _trumps(call, record), _own_trumps(call, record)
    if both <= FEW_TRUMPS:
        yield f"{call}: {_SIDES[call.side]} have {_counted(both)}{_instead(other, call, _trumps)}"
    elif own <= FEW_OF_DECLARER:
        yield f"{call}: declarer has {_counted(own)}{_instead(other, call, _own_trumps)}"


def _counted(trumps: int) -> str:
    return f"{trumps} trump{'' if trumps == 1 else 's'}"


def _points(call: Call, cards: Cards) -> int:
    return int(cards.points[call.seat] + cards.points[(call.seat + 2) % 4])


def _trumps(call: Call, cards: Cards) -> int:
    return int(cards.lengths[call.seat, call.strain] + cards.lengths[(call.seat + 2) % 4, call.strain])


def _own_trumps(call: Call, cards: Cards) -> int:
    return int(cards.lengths[call.seat, call.strain])


def _instead(other: Cards | None, call: Call, count: Callable[[Call, Cards], int]) -> str:
    return f", on those cards {count(call, other)}" if other else ""


def described(fit: Fit, board_of: dict[int, str]) -> str:
    """The cards that fit, as a director would say them."""
    if fit.kind == UNKNOWN_DEAL:
        return "cards that are recorded nowhere in the session"
    if fit.kind == OTHER_BOARD:
        return f"the cards of {board_of.get(fit.deal, 'another board')}"
    if fit.kind == MOVED_CARD:
        return f"the deal with the {CARDS[fit.moved]} in another hand"
    return f"the deal with {words(PERMS[fit.seating])}"


def times(log10_factor: float) -> str:
    """A Bayes factor in words.

    >>> times(3.2), times(9.64)
    ('1,585 times', '10^9.6 times')
    """
    return f"{10**log10_factor:,.0f} times" if log10_factor < 6 else f"10^{log10_factor:.1f} times"


def places(numbers: Sequence[int]) -> str:
    """Result numbers as ranges.

    >>> places([5, 6, 7]), places([2, 4, 5]), places([3])
    ('results 5 to 7', 'results 2, 4 to 5', 'result 3')
    """
    runs = np.split(np.array(numbers), np.flatnonzero(np.diff(numbers) != 1) + 1)
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return f"result{'s' if len(numbers) > 1 else ''} {', '.join(texts)}"
