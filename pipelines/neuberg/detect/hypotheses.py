"""What may have been on the tables in place of the recorded deal, and how likely each was before the results."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Floats, Hands, Ints
from neuberg.detect.likelihood import Worths, outcomes, worths
from neuberg.detect.seatings import HAND_AT, KINDS, PERMS, PRIORS
from neuberg.detect.urns import PASSED, Results, Terms, counted, terms

OTHER_BOARD, UNKNOWN_DEAL, MOVED_CARD = "another board's cards", "a deal that is not recorded", "a card in another hand"
#: The prior weights of cards other than the record's in another seating; those of a kind share it.
_OTHER_BOARD, _UNKNOWN_DEAL, _MOVED_CARD = 0.12, 0.05, 0.012
#: Impossible leads of a board that are each tried as a card that moved.
_MOVED = 3
#: Results of other tables at most that count for a deal.
_MOST_BEFORE = 30.0
RECORD, UNKNOWN, FIRST_OTHER = 0, len(PERMS), len(PERMS) + 1
_NONE = -1


class Batch(NamedTuple):
    """Boards with the same number of results, in their order of play.

    Attributes:
        deal: the number of each board's recorded deal.
        dealer: seat 0 to 3.
        vulnerable: N-S and E-W, 0 or 1; board × 2.
        others: the deals of the other boards of its session; board × how many at most, −1 for none.
        results: by board × result.
    """

    deal: Ints
    dealer: Ints
    vulnerable: Ints
    others: Ints
    results: Results

    def take(self, boards: Ints) -> "Batch":
        """The batch of some of the boards."""
        deal, dealer, vulnerable, others = (part[boards] for part in self[:4])
        return Batch(deal, dealer, vulnerable, others, self.results.take(boards))


class Deals(NamedTuple):
    """The deals of an archive: their hands, what the model says of them, and what was played on them at all tables.

    `played` is the results in one row, sorted by their deal, and `since` where those of each deal begin.
    """

    hands: Hands
    worths: Worths
    numbers: Coefficients
    played: Results | None = None
    since: Ints | None = None

    def at_all_tables(self, deal: Ints, played: Results, since: Ints) -> Floats:
        """What the urns count of these deals, at all tables of the archive; deal × cell."""
        length = since[deal + 1] - since[deal]
        owner = np.repeat(np.arange(len(deal)), length)
        at = np.arange(len(owner)) - np.repeat(np.cumsum(length) - length, length) + np.repeat(since[deal], length)
        return counted(owner, played.take(at), len(deal))


def deals(hands: Hands, numbers: Coefficients) -> Deals:
    """The deals with what the model says of each pair of hands."""
    return Deals(hands, worths(hands, numbers), numbers)


class Hypotheses(NamedTuple):
    """The 24 seatings of the record, an unknown deal, the session's other boards, and moved cards; board × hypothesis.

    Attributes:
        deal: the deal's number; −1 for the unknown one.
        seating: its seating.
        cards: the hands; × seat.
        log_prior: natural log of the weight; minus infinity for the record and where there is no such hypothesis.
        moved: the number of the card that moved; −1 elsewhere.
    """

    deal: Ints
    seating: Ints
    cards: npt.NDArray[np.uint64]
    log_prior: Floats
    moved: Ints

    def kind(self, board: int, hypothesis: int) -> str:
        """What the hypothesis says, as a kind of foul."""
        if hypothesis < UNKNOWN:
            return KINDS[hypothesis]
        if self.moved[board, hypothesis] >= 0:
            return MOVED_CARD
        return UNKNOWN_DEAL if hypothesis == UNKNOWN else OTHER_BOARD


def hypotheses(batch: Batch, known: Deals) -> Hypotheses:
    """All that may have been on the tables, for each board."""
    boards = len(batch.deal)
    leaders, moved = impossible_leads(batch, known)
    unknown = np.full((boards, 1), _NONE)
    record = np.repeat(batch.deal[:, None], len(PERMS), axis=1)
    moved_deal = np.where(moved >= 0, batch.deal[:, None], _NONE)
    deal = np.concatenate([record, unknown, batch.others, moved_deal], axis=1)
    seating = np.zeros_like(deal)
    seating[:, : len(PERMS)] = np.arange(len(PERMS))
    cards = known.hands.cards[deal[..., None], HAND_AT[seating]]
    cards[:, deal.shape[1] - _MOVED :] = _with_moved(cards[:, deal.shape[1] - _MOVED :], leaders, moved)
    every_moved = np.full_like(deal, _NONE)
    every_moved[:, deal.shape[1] - _MOVED :] = moved
    return Hypotheses(deal, seating, cards, _log_priors(batch.others, moved), every_moved)


def _log_priors(others: Ints, moved: Ints) -> Floats:
    seatings = np.repeat(np.array(PRIORS)[None], len(others), axis=0)
    unknown = np.full((len(others), 1), _UNKNOWN_DEAL)
    weights = np.concatenate(
        [seatings, unknown, _shared(_OTHER_BOARD, others >= 0), _shared(_MOVED_CARD, moved >= 0)], axis=1
    )
    with np.errstate(divide="ignore"):
        logs: Floats = np.log(weights)
    return logs


def _shared(weight: float, there: npt.NDArray[np.bool_]) -> Floats:
    """The weight shared evenly among those that are there."""
    share: Floats = weight * there / np.maximum(1, there.sum(axis=1, keepdims=True))
    return share


def impossible_leads(batch: Batch, known: Deals) -> tuple[Ints, Ints]:
    """The leaders and cards of up to three different leads that the record does not have in the leader's hand."""
    results, boards = batch.results, len(batch.deal)
    leader = (results.seat() + 1) % 4
    held = known.hands.cards[batch.deal[:, None], leader] >> np.maximum(results.lead, 0).astype(np.uint64)
    impossible = (results.lead >= 0) & (results.side != PASSED) & ((held & np.uint64(1)) == 0)
    leaders, cards = np.full((boards, _MOVED), _NONE), np.full((boards, _MOVED), _NONE)
    for board in np.flatnonzero(impossible.any(axis=1)):
        odd = np.flatnonzero(impossible[board])
        found = dict.fromkeys(zip(leader[board, odd].tolist(), results.lead[board, odd].tolist(), strict=True))
        for place, (seat, card) in enumerate(list(found)[:_MOVED]):
            leaders[board, place], cards[board, place] = seat, card
    return leaders, cards


def _with_moved(cards: npt.NDArray[np.uint64], leaders: Ints, moved: Ints) -> npt.NDArray[np.uint64]:
    """The hands with the card out of every hand and in the leader's."""
    bit = np.where(moved >= 0, np.uint64(1) << np.maximum(moved, 0).astype(np.uint64), np.uint64(0))[..., None]
    led = np.arange(4) == leaders[..., None]
    return np.where(led, cards | bit, cards & ~bit)


def record_alone(batch: Batch, known: Deals) -> Hypotheses:
    """The record as the only hypothesis."""
    return record_seated(batch, known, (RECORD,))


def record_seated(batch: Batch, known: Deals, seatings: tuple[int, ...]) -> Hypotheses:
    """The record in some of the 24 seatings, none likelier than another."""
    seating = np.tile(np.array(seatings), (len(batch.deal), 1))
    deal = np.broadcast_to(batch.deal[:, None], seating.shape)
    cards = known.hands.cards[deal[..., None], HAND_AT[seating]]
    return Hypotheses(deal, seating, cards, np.zeros(seating.shape), np.full_like(seating, _NONE))


def all_terms(batch: Batch, every: Hypotheses, known: Deals, *, is_explained: bool = True) -> Terms:
    """What each result is worth under each hypothesis.

    Args:
        batch: the boards.
        every: their hypotheses.
        known: the deals.
        is_explained: whether the contracts are the model's for the cards; else they are as frequent as overall.
    """
    shape = every.deal.shape
    dealer = np.broadcast_to(batch.dealer[:, None], shape)
    vulnerable = np.broadcast_to(batch.vulnerable[:, None], (*shape, 2))
    deal = every.deal if is_explained else np.full_like(every.deal, _NONE)
    shares = outcomes(known.worths, deal, every.seating, dealer, vulnerable, known.numbers)
    found = terms(shares, every.cards, every.deal < 0, batch.results, known.numbers)
    return _with_other_tables(found, batch, every, known)


def _with_other_tables(found: Terms, batch: Batch, every: Hypotheses, known: Deals) -> Terms:
    """The terms with what was played at other tables on the recorded deals.

    Results on one deal are alike at whatever tables: they are of the same urns. So those of other sections are drawn
    before the record's own; at most `_MOST_BEFORE`, for fields may differ. Those of another board are not drawn for its
    cards: where two boards were exchanged, they are in part of this one's.
    """
    if known.played is None or known.since is None:
        return found
    boards, n = batch.results.side.shape
    flat = Results(*(part.ravel() for part in batch.results))
    counts = known.at_all_tables(batch.deal, known.played, known.since)
    counts -= counted(np.repeat(np.arange(boards), n), flat, boards)
    total = np.maximum(counts[:, :3].sum(axis=1), 1.0)
    counts *= np.minimum(1.0, _MOST_BEFORE / total)[:, None]
    before = np.full(every.deal.shape, _NONE)
    before[:, RECORD] = np.arange(boards)
    return found._replace(before=before, counts=counts)


def without_other_tables(found: Terms) -> Terms:
    """The terms of the board's own results alone."""
    return found._replace(before=None, counts=None)
