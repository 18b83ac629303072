"""Boards put to the whole test, in lots that fit the memory; what comes of each in one row."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from neuberg.detect.hands import Floats, Ints
from neuberg.detect.hypotheses import Batch, Deals, Hypotheses, all_terms, hypotheses
from neuberg.detect.segments import Posterior, change_factors, end_of, evidence, posterior, start_range
from neuberg.detect.unexplained import excuse, excused_share, unexplained
from neuberg.detect.unordered import SetPosterior, set_posterior
from neuberg.detect.urns import Terms

#: Numbers of a lot's terms at most, so that a lot is some tens of megabytes.
_LOT = 1_500_000


class Fit(NamedTuple):
    """Cards that may have been on a table: the kind of foul, the deal (−1: not recorded), its seating, a moved card."""

    kind: str
    deal: int
    seating: int
    moved: int


class Verdict(NamedTuple):
    """What was found on one board; results are counted from 0.

    Attributes:
        log10_factor: log10 of the Bayes factor that some of its results are of other cards.
        fit: the cards that fit those results best.
        share: P(the kind of these cards | some are of other cards).
        of_other_cards: those results.
        low: the first of the 90 % credible range of the change; −1 where the order of play is not known.
        high: the last of it.
        log10_whole: log10 of the Bayes factor that its record fits none of its results.
        whole: the cards that fit all results best.
        changes: log10 of the Bayes factor that the cards changed before each result; none where no order is known.
    """

    log10_factor: float
    fit: Fit
    share: float
    of_other_cards: tuple[int, ...]
    low: int
    high: int
    log10_whole: float
    whole: Fit
    changes: tuple[float | None, ...] = ()


def assess(batch: Batch, known: Deals, *, is_ordered: bool = True) -> list[Verdict]:
    """What was found on each board of the batch."""
    verdicts: list[Verdict] = []
    for lot in _lots(batch):
        part = batch.take(lot)
        every = hypotheses(part, known)
        if is_ordered:
            found = _posterior(part, every, known)
            verdicts += [verdict(board, every, found, batch.results.side.shape[1]) for board in range(len(lot))]
        else:
            found_sets = _set_posterior(part, every, known)
            verdicts += [set_verdict(board, every, found_sets) for board in range(len(lot))]
    return verdicts


def factors(batch: Batch, known: Deals) -> Floats:
    """The log10 Bayes factors alone that each board was fouled, its results being in order of play."""
    parts = [batch.take(lot) for lot in _lots(batch)]
    found = [_posterior(part, hypotheses(part, known), known).log10_factor for part in parts]
    return np.concatenate(found or [np.zeros(0)])


def _posterior(batch: Batch, every: Hypotheses, known: Deals) -> Posterior:
    terms, n = all_terms(batch, every, known), batch.results.side.shape[1]
    weighed = evidence(terms, batch.results, known.numbers)
    return posterior(weighed, every, n, _excuse(terms, batch, known))


def _set_posterior(batch: Batch, every: Hypotheses, known: Deals) -> SetPosterior:
    terms = all_terms(batch, every, known)
    return set_posterior(terms, batch.results, every, known.numbers, _excuse(terms, batch, known))


def _excuse(terms: Terms, batch: Batch, known: Deals) -> Floats:
    return excuse(terms, unexplained(batch, known), batch.results, known.numbers, excused_share(batch.results))


def _lots(batch: Batch) -> Iterator[Ints]:
    boards, n = batch.results.side.shape
    size = max(1, _LOT // ((28 + batch.others.shape[1]) * n * 20))
    for at in range(0, boards, size):
        yield np.arange(at, min(boards, at + size))


def verdict(board: int, every: Hypotheses, found: Posterior, n: int) -> Verdict:
    """The verdict on a board whose results are in order of play."""
    first, low, high = start_range(found.by_segment[board], n)
    fit = _fit(board, every, found.by_hypothesis[board])
    return Verdict(
        log10_factor=float(found.log10_factor[board]),
        fit=fit,
        share=_share(board, every, found.by_hypothesis[board], fit.kind),
        of_other_cards=tuple(range(first, end_of(found.by_segment[board], first, n))),
        low=low,
        high=high,
        log10_whole=float(found.log10_whole[board]),
        whole=_fit(board, every, found.by_whole[board]),
        changes=change_factors(found.by_segment[board], float(found.log10_factor[board]), n),
    )


def set_verdict(board: int, every: Hypotheses, found: SetPosterior) -> Verdict:
    """The verdict on a board whose order of play is not known."""
    best = int(found.by_hypothesis[board].argmax())
    fit = _fit(board, every, found.by_hypothesis[board])
    chosen = found.order[board, best, : found.size[board, best]]
    return Verdict(
        log10_factor=float(found.log10_factor[board]),
        fit=fit,
        share=_share(board, every, found.by_hypothesis[board], fit.kind),
        of_other_cards=tuple(sorted(chosen.tolist())),
        low=-1,
        high=-1,
        log10_whole=float(found.log10_whole[board]),
        whole=_fit(board, every, found.by_whole[board]),
    )


def _fit(board: int, every: Hypotheses, weights: Floats) -> Fit:
    """The most probable cards."""
    best = int(weights.argmax())
    deal, seating, moved = (int(part[board, best]) for part in (every.deal, every.seating, every.moved))
    return Fit(every.kind(board, best), deal, seating, moved)


def _share(board: int, every: Hypotheses, weights: Floats, kind: str) -> float:
    same = [every.kind(board, number) == kind for number in range(every.deal.shape[1])]
    return float(weights[same].sum())
