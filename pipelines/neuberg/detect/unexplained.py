"""How far a record is excused: now and then a whole field does what the model does not expect of the cards.

The model holds 3 % of every result to be of the overall frequencies, whatever the cards (`FLOOR`); but results on one
deal are alike, and a field that bids by a system, or a deal like none that the coefficients were fitted on, is
unexpected at every table at once. So the record counts as P(all | record) = 0.97·P(all | model) + 0.03·P(all |
contracts as frequent as overall, urns and leads as before), and every factor is against this: never more than without.
"""

import numpy as np

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Floats
from neuberg.detect.hypotheses import RECORD, Batch, Deals, all_terms, record_alone
from neuberg.detect.likelihood import FLOOR
from neuberg.detect.urns import Results, Sequences, Terms, log_likelihoods


def unexplained(batch: Batch, known: Deals) -> Terms:
    """What each result is worth on the record if contracts are as frequent as overall, whatever the cards."""
    return all_terms(batch, record_alone(batch, known), known, is_explained=False)


def excuse(found: Terms, spare: Terms, results: Results, numbers: Coefficients) -> Floats:
    """log10 of how much likelier each board's results are once its record is excused; by board, at least log10 0.97.

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
    likelier: Floats = np.logaddexp(np.log(1 - FLOOR), np.log(FLOOR) + without - by_model) / np.log(10)
    return likelier
