"""What the test makes of planted boards: factors, kinds and change points, and the thresholds of clean ones."""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from detection import planting
from detection.planting import Field, Posed, Trial
from neuberg.detect.assessing import set_verdict, verdict
from neuberg.detect.hands import Bools, Floats, Ints
from neuberg.detect.hypotheses import Batch, all_terms, hypotheses
from neuberg.detect.prefilter import ENOUGH, is_odd
from neuberg.detect.seatings import PERMS
from neuberg.detect.segments import Evidence, evidence, posterior, segments
from neuberg.detect.unexplained import excuse, excused_share, unexplained
from neuberg.detect.unordered import set_posterior
from neuberg.detect.urns import Terms


class Measured(NamedTuple):
    """What came of each trial, in arrays.

    Attributes:
        board: the deal, by which intervals are bootstrapped.
        size: how many results.
        left: how many of them are of other cards.
        factor: log10 of the Bayes factor that it was fouled.
        whole: log10 of the Bayes factor that the record fits none.
        plain: as the plain reference has it: the 23 seatings alone, to the last result.
        unordered: log10 of the factor without the order of play.
        passed: whether the prefilter kept it.
        named: whether the kind was named right.
        off: results between the true change and the one found.
        within: whether the true change is in the credible range.
    """

    board: Ints
    size: Ints
    left: Ints
    factor: Floats
    whole: Floats
    plain: Floats
    unordered: Floats
    passed: Bools
    named: Bools
    off: Ints
    within: Bools

    def where(self, chosen: Bools) -> "Measured":
        """Some of the trials."""
        return Measured(*(part[chosen] for part in self))


def measure(field: Field, trials: list[Trial]) -> Measured:
    """What the test makes of the trials, in their order."""
    by_size: dict[int, list[int]] = defaultdict(list)
    for number, trial in enumerate(trials):
        by_size[len(trial.results)].append(number)
    rows: list[tuple[object, ...]] = [()] * len(trials)
    for numbers in by_size.values():
        for at in range(0, len(numbers), 64):
            lot = numbers[at : at + 64]
            for number, row in zip(lot, _rows(field, [trials[one] for one in lot]), strict=True):
                rows[number] = row
    return Measured(*map(np.array, zip(*rows, strict=True)))


def _rows(field: Field, trials: list[Trial]) -> list[tuple[object, ...]]:
    posed, size = planting.pose(field, trials), len(trials[0].results)
    every, results, numbers = hypotheses(posed.before, posed.known), posed.before.results, posed.known.numbers
    terms = _composed(posed, lambda batch: all_terms(batch, hypotheses(batch, posed.known), posed.known))
    spare = _composed(posed, lambda batch: unexplained(batch, posed.known))
    excused = excuse(terms, spare, results, numbers, excused_share(results))
    weighed = evidence(terms, results, numbers)
    summed = posterior(weighed, every, size, excused)
    sets = set_posterior(terms, results, every, numbers, excused)
    odd = np.where(posed.changed, is_odd(posed.after, posed.known), is_odd(posed.before, posed.known))
    plain = _plain(weighed, every.log_prior, size)
    rows: list[tuple[object, ...]] = []
    for number, trial in enumerate(trials):
        one, first = verdict(number, every, summed, size), trial.first
        rows.append(
            (trial.board, size, int(posed.changed[number].sum()), one.log10_factor, one.log10_whole, plain[number],
             set_verdict(number, every, sets).log10_factor, odd[number].sum() >= ENOUGH,
             one.fit.kind == planting.NAMES.get(trial.foul), abs(one.of_other_cards[0] - first),
             one.low <= first <= one.high)
        )  # fmt: skip
    return rows


def _plain(found: Evidence, log_prior: Floats, size: int) -> Floats:
    """The plain reference's factor: seatings of the record alone, on the segments that last to the end."""
    to_end = segments(size).end == size
    joint = found.segment[:, 1 : len(PERMS), to_end] + log_prior[:, 1 : len(PERMS), None] - np.log(to_end.sum())
    return np.logaddexp.reduce(joint, axis=(1, 2)) / np.log(10)


def _composed(posed: Posed, terms_of: Callable[[Batch], Terms]) -> Terms:
    """Each result's worth under the hypotheses on its own record."""
    before, after = (terms_of(batch) for batch in (posed.before, posed.after))
    changed = posed.changed[:, None, :, None]
    parts = [np.where(changed, two, one) for one, two in zip(before[:5], after[:5], strict=True)]
    return Terms(*parts, before.other)


def threshold(clean: Floats, rate: float) -> float:
    """The factor that so many of the clean boards exceed; where there are too few of them, by the tail's mean excess.

    >>> round(threshold(np.arange(1000.0), 0.01), 1)
    989.5
    """
    ordered = np.sort(clean)[::-1]
    count = int(len(ordered) * rate)
    if count >= 5:
        return float((ordered[count - 1] + ordered[count]) / 2)
    tail = max(10, len(ordered) // 200)
    base = float(ordered[tail])
    return base + float((ordered[:tail] - base).mean()) * float(np.log(tail / len(ordered) / rate))


class Rate(NamedTuple):
    """A share with its 95 % interval, bootstrapped by deal."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        """Such as `97 (95-98)`, in per cent."""
        return f"{100 * self.share:.0f} ({100 * self.low:.0f}–{100 * self.high:.0f})"


Share = Callable[[Measured, Measured], float]


def bootstrapped(clean: Measured, planted: Measured, share: Share, times: int = 200, seed: int = 7) -> Rate:
    """A share of the planted boards, given the clean ones, with its interval: deals are drawn again, each whole."""
    draw = np.random.default_rng(seed)
    deals = np.unique(np.concatenate([clean.board, planted.board]))
    of_clean, of_planted = _by_deal(clean.board, deals), _by_deal(planted.board, deals)
    found = []
    for _ in range(times):
        drawn = draw.integers(len(deals), size=len(deals))
        two = (np.concatenate([by_deal[deal] for deal in drawn]) for by_deal in (of_clean, of_planted))
        found.append(share(clean.where(next(two)), planted.where(next(two))))
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return Rate(share(clean, planted), float(low), float(high))


def _by_deal(boards: Ints, deals: Ints) -> list[Ints]:
    order = np.argsort(boards, kind="stable")
    edges = np.searchsorted(boards[order], deals)
    return np.split(order, edges[1:])
