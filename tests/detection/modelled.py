"""Random deals with results drawn from the model itself: what the test takes a clean board to be, and fouled ones."""

import numpy as np

from neuberg.detect import load_coefficients
from neuberg.detect.hands import Ints, from_holdings
from neuberg.detect.hypotheses import Batch, Deals, deals
from neuberg.detect.likelihood import Outcomes, outcomes
from neuberg.detect.seatings import HAND_AT, PERMS
from neuberg.detect.urns import ANYTHING, DIRECTION, LEAD_ERROR, PARTNER, PASSED, Results

Draw = np.random.Generator


def random_deals(count: int, draw: Draw) -> Deals:
    """So many shuffled packs."""
    holdings = np.zeros((count, 4, 4), dtype=np.int64)
    for deal in range(count):
        for place, card in enumerate(draw.permutation(52)):
            holdings[deal, place // 13, card // 13] |= 1 << (card % 13)
    return deals(from_holdings(holdings), load_coefficients())


def distributions(known: Deals, deal: int, seating: int = 0) -> Outcomes:
    """The model's distributions of one deal, dealt by North, none vulnerable."""
    one = np.array([deal])
    return outcomes(known.worths, one, one * 0 + seating, one * 0, np.zeros((1, 2), dtype=np.int64), known.numbers)


def drawn(known: Deals, deal: int, count: int, draw: Draw, seating: int = 0) -> Ints:
    """So many results on a deal as the model has them: urns, entry errors and leads; rows as those of `Results`."""
    shares, cards = distributions(known, deal, seating), known.hands.cards[deal][HAND_AT[seating]]
    side_alpha, strain_alpha, seat_alpha, level_alpha = known.numbers.alphas
    before: list[tuple[int, int, int, int]] = []
    rows = []
    for _ in range(count):
        side = _urn(shares.side[0], side_alpha, [row[0] for row in before], draw)
        strain = partner = level = 0
        lead = -1
        if side != PASSED:
            same = [row for row in before if row[0] == side]
            strain = _urn(shares.strain[0, side], strain_alpha, [row[1] for row in same], draw)
            alike = [row for row in same if row[1] == strain]
            partner = _urn(shares.seat[0, side, strain], seat_alpha, [row[2] for row in alike], draw)
            seat = side + 2 * partner
            level = _urn(shares.level[0, seat, strain], level_alpha, [row[3] for row in alike], draw)
            lead = _lead(int(cards[(seat + 1) % 4]), draw)
        before.append((side, strain, partner, level))
        rows.append(_entered((side, strain, partner, level, lead), draw))
    return np.array(rows, dtype=np.int64).reshape(-1, 5)


def _urn(shares: np.ndarray, alpha: float, before: list[int], draw: Draw) -> int:
    weights = alpha * shares + np.bincount(before, minlength=len(shares))
    return int(draw.choice(len(shares), p=weights / weights.sum()))


def _lead(hand: int, draw: Draw) -> int:
    """A card of the leader's hand, or, as often as leads are entered wrongly, of another."""
    held = draw.random() >= LEAD_ERROR
    return int(draw.choice([card for card in range(52) if bool(hand >> card & 1) == held]))


def _entered(row: tuple[int, int, int, int, int], draw: Draw) -> tuple[int, int, int, int, int]:
    """The result as it is entered: as it was, as partner's, in the other direction, or as anything."""
    side, strain, partner, level, lead = row
    chance = draw.random()
    if side == PASSED or chance >= PARTNER + DIRECTION + ANYTHING:
        return row
    if chance < PARTNER:
        return side, strain, 1 - partner, level, lead
    if chance < PARTNER + DIRECTION:
        return 1 - side, strain, int(draw.integers(2)), level, lead
    return tuple(int(draw.integers(most)) for most in (2, 5, 2, 7, 52))  # type: ignore[return-value]


def batch(deal: Ints, rows: list[Ints]) -> Batch:
    """The boards, dealt by North, none vulnerable, with no others of their session."""
    every = np.stack(rows)
    nothing = np.zeros(len(deal), dtype=np.int64)
    return Batch(
        deal,
        nothing,
        np.zeros((len(deal), 2), dtype=np.int64),
        np.zeros((len(deal), 0), dtype=np.int64),
        Results(*(every[..., column] for column in range(5))),
    )


def seating(name: str) -> int:
    """The number of a seating, by the hands at N, E, S and W in the record's letters: `ENSW` exchanges N and E."""
    return PERMS.index(tuple("NESW".index(seat) for seat in name))
