"""Which boards are worth the whole test: those with two results or more that are odd on the recorded deal."""

import numpy as np
import numpy.typing as npt

from neuberg.detect.coefficients import STRAINS
from neuberg.detect.hands import Bools, Ints
from neuberg.detect.hypotheses import Batch, Deals
from neuberg.detect.urns import PASSED

#: Odd results that a board must have to be tested.
ENOUGH = 2
#: Trumps of a side, and of declarer, that are hard to believe; and how many fewer declarer has than dummy.
FEW_TRUMPS, FEW_OF_DECLARER, _SHORTER_BY = 6, 2, 2
#: High-card points of a side below which a contract of each level is odd, in notrump and in a suit.
THIN_NOTRUMP = np.array([17, 20, 21, 22, 24, 28, 31])
_THIN_SUIT = np.array([13, 15, 17, 18, 20, 25, 29])
_NT = STRAINS.index("NT")


def is_worth_testing(batch: Batch, known: Deals) -> Bools:
    """Whether each board has two results or more that are odd."""
    enough: Bools = is_odd(batch, known).sum(axis=1) >= ENOUGH
    return enough


def is_odd(batch: Batch, known: Deals) -> Bools:
    """Whether a result is hard to believe on the recorded deal, for any of these; by board × result.

    Six trumps or fewer; declarer with two or fewer, or two fewer than dummy; thin values for the level; an opening
    lead that is not in the leader's hand.
    """
    results, hands = batch.results, known.hands
    board, seat = batch.deal[:, None], results.seat()
    dummy = (seat + 2) % 4
    suit = np.minimum(results.strain, _NT - 1)
    own, partners = hands.lengths[board, seat, suit], hands.lengths[board, dummy, suit]
    trumps = (own + partners <= FEW_TRUMPS) | (own <= FEW_OF_DECLARER) | (own <= partners - _SHORTER_BY)
    points = hands.points[board, seat].sum(axis=-1) + hands.points[board, dummy].sum(axis=-1)
    notrump = results.strain == _NT
    thin = points < np.where(notrump, THIN_NOTRUMP[results.level], _THIN_SUIT[results.level])
    misled = _not_held(results.lead, hands.cards[board, (seat + 1) % 4])
    odd: Bools = (thin | (trumps & ~notrump) | misled) & (results.side != PASSED)
    return odd


def _not_held(lead: Ints, hand: npt.NDArray[np.uint64]) -> Bools:
    """Whether a known lead is not in the hand."""
    held = hand >> np.maximum(lead, 0).astype(np.uint64) & np.uint64(1)
    absent: Bools = (lead >= 0) & (held == 0)
    return absent
