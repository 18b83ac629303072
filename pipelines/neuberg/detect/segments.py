"""The evidence that a stretch of a board's results is of other cards, and where that stretch begins.

Evidence of a hypothesis on a segment = P(segment | hypothesis) · P(the rest | record) / P(all | record).
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from neuberg.detect.coefficients import Coefficients
from neuberg.detect.hands import Floats, Ints
from neuberg.detect.hypotheses import Hypotheses, without_other_tables
from neuberg.detect.urns import Results, Sequences, Terms, log_likelihoods

#: Results that a segment has at least.
SHORTEST = 2
#: The weight of segments that last to the end; the others (fouled, then corrected) share the rest. Measured: a quarter
#: for the others costs the much more frequent fouls that nobody saw two finds in a hundred.
TO_THE_END = 0.9
#: Starts at most of segments that end before the last result; on a longer board they are spread evenly.
_MOST_STARTS = 24


class Segments(NamedTuple):
    """The stretches of `n` results that may be of other cards: first result, and the one after the last; from 0."""

    first: Ints
    end: Ints
    log_weight: Floats


@cache
def segments(n: int) -> Segments:
    """Every stretch of at least two results that leaves one of the record, with its weight.

    >>> [(int(first), int(end)) for first, end in zip(*segments(4)[:2])]
    [(1, 4), (2, 4), (0, 2), (0, 3), (1, 3)]
    """
    suffixes = [(first, n) for first in range(1, n - SHORTEST + 1)]
    starts = range(n - SHORTEST)
    kept = starts if len(starts) <= _MOST_STARTS else np.linspace(0, len(starts) - 1, _MOST_STARTS).astype(int).tolist()
    inner = [(first, end) for first in kept for end in range(first + SHORTEST, n)]
    weights = [TO_THE_END / len(suffixes)] * len(suffixes) + [(1 - TO_THE_END) / max(1, len(inner))] * len(inner)
    first, end = np.array([*suffixes, *inner]).T
    return Segments(first, end, np.log(weights))


class Evidence(NamedTuple):
    """The natural logs of the evidence, against the record for all results.

    Attributes:
        segment: of each hypothesis on each segment; board × hypothesis × segment of `segments(n)`.
        whole: of each hypothesis for all results; board × hypothesis.
    """

    segment: Floats
    whole: Floats


def evidence(found: Terms, results: Results, numbers: Coefficients) -> Evidence:
    """The evidence of every hypothesis; of at least three results a board."""
    boards, hypotheses, n = found.other.shape[0], found.side.shape[1], results.side.shape[1]
    parts = segments(n)
    record = log_likelihoods(found, results, _each(boards, 1, np.arange(n)[None]), numbers)
    back = log_likelihoods(found, results, _each(boards, hypotheses, np.arange(n)[None, ::-1]), numbers)
    back = back.reshape(boards, hypotheses, n + 1)
    rest, first = _rest(found, results, numbers, record), parts.first
    to_end = parts.end == n
    value = np.empty((boards, hypotheses, len(first)))
    value[..., to_end] = back[..., n - first[to_end]]
    value[..., ~to_end] = _inner(found, results, numbers)
    value += (rest - record[:, n:])[:, None]
    # Other tables may have played from the same wrong record: they do not speak for it.
    alone = log_likelihoods(without_other_tables(found), results, _each(boards, 1, np.arange(n)[None, ::-1]), numbers)
    return Evidence(value, back[..., n] - alone[:, n:])


def _each(boards: int, hypotheses: int, orders: Ints) -> Sequences:
    """Every order for every board and hypothesis, in that order of nesting: order, board, hypothesis."""
    every = boards * hypotheses
    board, hypothesis = np.divmod(np.tile(np.arange(every), len(orders)), hypotheses)
    return Sequences(board, hypothesis, np.repeat(orders, every, axis=0))


def _inner(found: Terms, results: Results, numbers: Coefficients) -> Floats:
    """log P(segment | hypothesis) of the segments that end before the last result."""
    boards, hypotheses, n = found.other.shape[0], found.side.shape[1], results.side.shape[1]
    parts = segments(n)
    first, end = (part[parts.end < n] for part in parts[:2])
    starts, which = np.unique(first, return_inverse=True)
    places = starts[:, None] + np.arange(n - 1)
    orders = np.where(places < n - 1, places, -1)
    logs = log_likelihoods(found, results, _each(boards, hypotheses, orders), numbers)
    by_start = logs.reshape(len(starts), boards, hypotheses, n)
    chosen: Floats = np.moveaxis(by_start[which, :, :, end - first], 0, 2)
    return chosen


def _rest(found: Terms, results: Results, numbers: Coefficients, record: Floats) -> Floats:
    """log P(the results outside each segment | record); board × segment.

    Urns do not mind the order, so the results after a segment are put to them from the last one back: one sequence has
    what is outside every segment of a start.
    """
    boards, n = record.shape[0], results.side.shape[1]
    parts = segments(n)
    inner = parts.end < n
    starts, which = np.unique(parts.first[inner], return_inverse=True)
    places = np.arange(n)
    orders = np.where(places < starts[:, None], places, n - 1 - places + starts[:, None])
    logs = log_likelihoods(found, results, _each(boards, 1, orders), numbers).reshape(len(starts), boards, n + 1)
    rest = np.empty((boards, len(parts.first)))
    rest[:, ~inner] = record[:, parts.first[~inner]]
    rest[:, inner] = logs[which, :, n - parts.end[inner] + parts.first[inner]].T
    return rest


class Posterior(NamedTuple):
    """What the evidence comes to, by board.

    Attributes:
        log10_factor: log10 of the Bayes factor that the board was fouled.
        log10_whole: log10 of the Bayes factor that the record fits no result.
        by_hypothesis: P(hypothesis | fouled); × hypothesis.
        by_segment: P(segment | fouled); × segment.
        by_whole: P(hypothesis | wrong record); × hypothesis.
    """

    log10_factor: Floats
    log10_whole: Floats
    by_hypothesis: Floats
    by_segment: Floats
    by_whole: Floats


def posterior(found: Evidence, every: Hypotheses, n: int, excuse: Floats) -> Posterior:
    """The prior-weighted sums of the evidence, and what of them each hypothesis and segment is.

    Args:
        found: the evidence.
        every: the hypotheses.
        n: how many results each board has.
        excuse: log10 of how much likelier the record is once it is excused, beside other tables and alone; 2 × board.
    """
    joint = found.segment + every.log_prior[..., None] + segments(n).log_weight
    whole = found.whole + every.log_prior
    total, of_whole = _log_sum(joint, (1, 2)), _log_sum(whole, (1,))
    share = np.exp(joint - total[:, None, None])
    return Posterior(
        log10_factor=total / np.log(10) - excuse[0],
        log10_whole=of_whole / np.log(10) - excuse[1],
        by_hypothesis=share.sum(axis=2),
        by_segment=share.sum(axis=1),
        by_whole=np.exp(whole - of_whole[:, None]),
    )


def _log_sum(logs: Floats, axes: tuple[int, ...]) -> Floats:
    top = logs.max(axis=axes, keepdims=True)
    summed: Floats = np.log(np.exp(logs - top).sum(axis=axes)) + top.reshape(len(logs))
    return summed


def start_range(by_segment: Floats, n: int, share: float = 0.9) -> tuple[int, int, int]:
    """The most probable first result of the segment, and the narrowest range round it that holds the share; from 0."""
    starts = np.bincount(segments(n).first, weights=by_segment, minlength=n)
    best = int(starts.argmax())
    low = high = best
    while starts[low : high + 1].sum() < share * starts.sum() and (low > 0 or high < n - 1):
        below, above = starts[low - 1] if low > 0 else -1.0, starts[high + 1] if high < n - 1 else -1.0
        low, high = (low - 1, high) if below > above else (low, high + 1)
    return best, low, high


def change_factors(by_segment: Floats, log10_factor: float, n: int) -> tuple[float | None, ...]:
    """log10 of the Bayes factor that the segment begins with each result; None where no segment does.

    What a start has of the posterior, against what it has of the prior, is how many times better it fits than all
    starts together.
    """
    parts = segments(n)
    after = np.bincount(parts.first, weights=by_segment, minlength=n)
    before = np.bincount(parts.first, weights=np.exp(parts.log_weight), minlength=n)
    tiny = np.finfo(float).tiny
    return tuple(
        None if prior == 0 else log10_factor + float(np.log10(max(share, tiny) / prior))
        for share, prior in zip(after, before, strict=True)
    )


def end_of(by_segment: Floats, first: int, n: int) -> int:
    """The result after the last of the segment: the most probable end of those that begin there."""
    parts = segments(n)
    begins = parts.first == first
    return int(parts.end[begins][by_segment[begins].argmax()])
