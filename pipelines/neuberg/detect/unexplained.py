"""How far a record is excused: now and then a whole field does what the model does not expect of the cards.

A result that no cards explain is allowed for one by one (`FLOOR`, entry errors); but results on one deal are alike, and
a field that bids by a system, or a deal like none that the coefficients were fitted on, is unexpected at every table at
once. So the record counts as P(all | record) = 0.9·P(all | model) + 0.1·P(all | contracts as frequent as overall, urns
and leads as before), and every factor is against this: about never more than without. The likeliest share is 0.0 on 721
real boards and at most 0.06 in simulated seasons, of a field that errs alike; a tenth is beyond all of them. Where
leads are known they speak for the record too, and a hundredth is enough. A board of as many results as those of the
study is not excused: its rates of false alarms were measured, and are not to be bettered by finding less.
"""

import numpy as np

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Floats
from neuberg.detect.hypotheses import RECORD, Batch, Deals, all_terms, record_alone, without_other_tables
from neuberg.detect.urns import STUDIED, Results, Sequences, Terms, log_likelihoods

#: The share of boards on which the model is held to explain nothing of the contracts: where nothing else is known than
#: these, and where leads vouch for the cards.
EXCUSED, EXCUSED_WITH_LEADS = 0.1, 0.01
#: The share of boards whose record is held to be that of other tables by mistake, so that these say nothing of it.
_APART = 0.05


def unexplained(batch: Batch, known: Deals) -> Terms:
    """What each result is worth on the record if contracts are as frequent as overall, whatever the cards."""
    return all_terms(batch, record_alone(batch, known), known, is_explained=False)


def unexplained_share(results: Results) -> Floats:
    """The share of boards like each that the model explains nothing of."""
    share: Floats = np.where((results.lead >= 0).any(axis=1), EXCUSED_WITH_LEADS, EXCUSED)
    return share


def excused_share(results: Results) -> Floats:
    """That share for boards of more results than the study had, nought for others."""
    share = unexplained_share(results)
    return share if results.side.shape[1] > STUDIED else np.zeros_like(share)


def excuse(found: Terms, spare: Terms, results: Results, numbers: Coefficients, share: Floats) -> Floats:
    """log10 of how much likelier each board's results are once its record is excused; 2 × board.

    The second row is of the board alone, at least log10 of what is left of the share. The first is against the record
    beside what was played on it at other tables, where that is known; as these may have had other cards, the board
    alone has a share in it.

    Args:
        found: the terms of the boards, the record's first.
        spare: those of `unexplained`.
        results: by board × result.
        numbers: the coefficients.
        share: how far each board's is excused.
    """
    by_model, alone, without = (
        _log_of_all(terms, results, numbers)
        for terms in (found, without_other_tables(found), without_other_tables(spare))
    )
    excused = np.log(share, where=share > 0, out=np.full(share.shape, -np.inf)) + without
    beside, likely = (np.logaddexp(np.log1p(-share) + model, excused) for model in (by_model, alone))
    either = np.logaddexp(np.log(1 - _APART) + beside, np.log(_APART) + likely)
    likelier: Floats = np.stack([either - by_model, likely - alone]) / np.log(10)
    return likelier


def _log_of_all(terms: Terms, results: Results, numbers: Coefficients) -> Floats:
    """log P(all results | the first hypothesis), by board."""
    boards, n = results.side.shape
    board = np.arange(boards)
    order = Sequences(board, board * 0 + RECORD, np.tile(np.arange(n), (boards, 1)))
    return log_likelihoods(terms, results, order, numbers)[:, -1]
