"""How far a record is excused: now and then a whole field does what the model does not expect of the cards.

A result that no cards explain is allowed for one by one (`FLOOR`, entry errors); but results on one deal are alike, and
a field that bids by a system, or a deal like none that the coefficients were fitted on, is unexpected at every table at
once. So the record counts as P(all | record) = 0.9·P(all | model) + 0.1·P(all | contracts as frequent as overall, urns
and leads as before), and every factor is against this: about never more than without. The likeliest share is 0.0 on 721
real boards and at most 0.06 in simulated seasons, of a field that errs alike; a tenth is beyond all of them.
"""

import numpy as np

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Floats
from neuberg.detect.hypotheses import RECORD, Batch, Deals, all_terms, record_alone
from neuberg.detect.urns import Results, Sequences, Terms, log_likelihoods

#: The share of boards on which the model is held to explain nothing of the contracts.
EXCUSED = 0.1


def unexplained(batch: Batch, known: Deals) -> Terms:
    """What each result is worth on the record if contracts are as frequent as overall, whatever the cards."""
    return all_terms(batch, record_alone(batch, known), known, is_explained=False)


def excuse(found: Terms, spare: Terms, results: Results, numbers: Coefficients) -> Floats:
    """log10 of how much likelier each board's results are once its record is excused; by board, at least log10 0.9.

    Args:
        found: the terms of the boards, the record's first.
        spare: those of `unexplained`.
        results: by board × result.
        numbers: the coefficients.
    """
    boards, n = results.side.shape
    board = np.arange(boards)
    order = Sequences(board, board * 0 + RECORD, np.tile(np.arange(n), (boards, 1)))
    without, by_model = (log_likelihoods(one, results, order, numbers)[:, -1] for one in (spare, found))
    likelier: Floats = np.logaddexp(np.log(1 - EXCUSED), np.log(EXCUSED) + without - by_model) / np.log(10)
    return likelier
