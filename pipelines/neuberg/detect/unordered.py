"""The weaker test where the order of play is not known: which of the results, if any, are of other cards.

Every set of two results or more, short of all, is as likely as any other of its size, and every size as any other.
Of all sets of a size only the one that a hypothesis fits best is weighed, against their number, so the factor is
never more than the true one.
"""

from math import comb, log
from typing import NamedTuple

import numpy as np

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Floats, Ints
from neuberg.detect.hypotheses import RECORD, Hypotheses, without_other_tables
from neuberg.detect.segments import SHORTEST
from neuberg.detect.urns import PASSED, Results, Sequences, Terms, log_likelihoods


class SetPosterior(NamedTuple):
    """What the evidence comes to without an order, by board.

    Attributes:
        log10_factor: log10 of the Bayes factor that some of the results are of other cards.
        log10_whole: log10 of the Bayes factor that all are.
        by_hypothesis: P(hypothesis | some are); × hypothesis.
        by_whole: P(hypothesis | all are); × hypothesis.
        size: how many of the results are, by the best hypothesis for that; board × hypothesis.
        order: the results, those that the hypothesis fits best first; board × hypothesis × result.
    """

    log10_factor: Floats
    log10_whole: Floats
    by_hypothesis: Floats
    by_whole: Floats
    size: Ints
    order: Ints


def set_posterior(
    found: Terms, results: Results, every: Hypotheses, numbers: Coefficients, excuse: Floats
) -> SetPosterior:
    """The prior-weighted sum of the evidence of each hypothesis on the sets of results that it fits best.

    Args:
        found: what each result is worth.
        results: the results.
        every: the hypotheses.
        numbers: the coefficients.
        excuse: log10 of how much likelier the record is once it is excused, beside other tables and alone; 2 × board.
    """
    boards, hypotheses, n = found.side.shape[:3]
    order = np.argsort(-_gain(found, results, numbers), axis=-1, kind="stable")
    board = np.repeat(np.arange(boards), hypotheses)
    hypothesis = np.tile(np.arange(hypotheses), boards)
    flat = order.reshape(-1, n)
    fits = log_likelihoods(found, results, Sequences(board, hypothesis, flat), numbers).reshape(
        boards, hypotheses, n + 1
    )
    record = np.full_like(hypothesis, RECORD)
    rest = log_likelihoods(found, results, Sequences(board, record, flat[:, ::-1]), numbers).reshape(fits.shape)
    sizes = np.arange(SHORTEST, n)
    weight = -np.array([log(comb(n, size) * len(sizes)) for size in sizes.tolist()])
    base = rest[:, RECORD, n][:, None]
    joint = fits[..., sizes] + rest[..., n - sizes] - base[..., None] + weight + every.log_prior[..., None]
    alone = log_likelihoods(
        without_other_tables(found),
        results,
        Sequences(np.arange(boards), np.full(boards, RECORD), np.tile(np.arange(n), (boards, 1))),
        numbers,
    )
    whole = fits[..., n] - alone[:, n:] + every.log_prior
    best = joint.max(axis=2)
    total, of_whole = np.logaddexp.reduce(joint, axis=(1, 2)), np.logaddexp.reduce(whole, axis=1)
    return SetPosterior(
        log10_factor=total / np.log(10) - excuse[0],
        log10_whole=of_whole / np.log(10) - excuse[1],
        by_hypothesis=np.exp(best - np.logaddexp.reduce(best, axis=1)[:, None]),
        by_whole=np.exp(whole - of_whole[:, None]),
        size=sizes[joint.argmax(axis=2)],
        order=order,
    )


def _gain(found: Terms, results: Results, numbers: Coefficients) -> Floats:
    """How much better each hypothesis fits each result by itself than the record does, as a log."""
    declared = (found.side * found.strain * found.seat * found.level * found.weight).sum(axis=-1)
    declared = declared / numbers.alphas.prod() + found.other[:, None]
    out = found.side[..., 0] / numbers.alphas[0]
    logs = np.log(np.where((results.side == PASSED)[:, None], out, declared))
    gain: Floats = logs - logs[:, :1]
    return gain
