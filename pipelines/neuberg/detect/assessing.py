"""Boards put to the whole test, in lots that fit the memory; what comes of it, in one row a board."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from neuberg.detect.hands import Bools, Floats, Ints
from neuberg.detect.hypotheses import Batch, Deals, Hypotheses, all_terms, hypotheses
from neuberg.detect.segments import Posterior, evidence, posterior, segments, start_range

#: Numbers of a lot's terms at most, so that a lot is some tens of megabytes.
_LOT = 1_500_000
#: Results that a board must have: one of the record and two of other cards.
FEWEST = 3


class Verdict(NamedTuple):
    """What was found on one board; results are counted from 0 in order of play.

    Attributes:
        log10_factor: log10 of the Bayes factor that it was fouled.
        log10_whole: log10 of the Bayes factor that its record fits none of its results.
        kind: the kind of the hypothesis that fits best, and P(that kind | fouled).
        share: P(the kind | fouled).
        deal: the best hypothesis's deal, −1 for an unknown one.
        seating: its seating.
        moved: its moved card, −1 for none.
        first: the most probable first result of other cards.
        end: the result after the last of them.
        low: the first of the 90 % credible range of `first`.
        high: the last of it.
        whole: the same four (kind, deal, seating) of the best hypothesis for all results.
    """

    log10_factor: float
    log10_whole: float
    kind: str
    share: float
    deal: int
    seating: int
    moved: int
    first: int
    end: int
    low: int
    high: int
    whole: tuple[str, int, int]


def lots(boards: int, hypotheses_each: int, n: int) -> Iterator[Ints]:
    """The boards' numbers in lots."""
    size = max(1, _LOT // (hypotheses_each * n * 20))
    for at in range(0, boards, size):
        yield np.arange(at, min(boards, at + size))


def factors(batch: Batch, known: Deals) -> tuple[Floats, Floats]:
    """The log10 Bayes factors of each board alone: fouled, and a record that fits none."""
    found = [_posterior(batch.take(lot), known)[1] for lot in _lots_of(batch)]
    nothing = [np.zeros(0)]
    return (
        np.concatenate([one.log10_factor for one in found] or nothing),
        np.concatenate([one.log10_whole for one in found] or nothing),
    )


def assess(batch: Batch, known: Deals) -> list[Verdict]:
    """What was found on each board of the batch."""
    n = batch.results.side.shape[1]
    verdicts: list[Verdict] = []
    for lot in _lots_of(batch):
        every, found = _posterior(batch.take(lot), known)
        verdicts += [_verdict(board, every, found, n) for board in range(len(lot))]
    return verdicts


def _lots_of(batch: Batch) -> Iterator[Ints]:
    return lots(len(batch.deal), 28 + batch.others.shape[1], batch.results.side.shape[1])


def _posterior(batch: Batch, known: Deals) -> tuple[Hypotheses, Posterior]:
    every = hypotheses(batch, known)
    found = evidence(all_terms(batch, every, known), batch.results, known.numbers)
    return every, posterior(found, every, batch.results.side.shape[1])


def _verdict(board: int, every: Hypotheses, found: Posterior, n: int) -> Verdict:
    best = int(found.by_hypothesis[board].argmax())
    whole = int(found.by_whole[board].argmax())
    first, low, high = start_range(found.by_segment[board], n)
    kind = every.kind(board, best)
    same = [every.kind(board, number) == kind for number in range(every.deal.shape[1])]
    return Verdict(
        log10_factor=float(found.log10_factor[board]),
        log10_whole=float(found.log10_whole[board]),
        kind=kind,
        share=float(found.by_hypothesis[board, same].sum()),
        deal=int(every.deal[board, best]),
        seating=int(every.seating[board, best]),
        moved=int(every.moved[board, best]),
        first=first,
        end=_end(found.by_segment[board], first, n),
        low=low,
        high=high,
        whole=(every.kind(board, whole), int(every.deal[board, whole]), int(every.seating[board, whole])),
    )


def _end(by_segment: Floats, first: int, n: int) -> int:
    """The result after the segment's last, the most probable of the segments that begin there."""
    parts = segments(n)
    begins: Bools = parts.first == first
    return int(parts.end[begins][by_segment[begins].argmax()])
