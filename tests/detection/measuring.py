"""What the test makes of planted boards: factors, kinds and change points, and the thresholds of clean ones."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
import planting
from planting import Field, Posed, Trial

from neuberg.detect import assessing
from neuberg.detect.hands import Bools, Floats, Ints
from neuberg.detect.hypotheses import all_terms, hypotheses
from neuberg.detect.prefilter import ENOUGH, is_odd
from neuberg.detect.segments import evidence, posterior
from neuberg.detect.urns import Terms


class Measured(NamedTuple):
    """What came of each trial, in arrays.

    Attributes:
        board: the deal, by which intervals are bootstrapped.
        factor: log10 of the Bayes factor that it was fouled.
        whole: log10 of the Bayes factor that the record fits none.
        passed: whether the prefilter kept it.
        kind: the kind found.
        first: the change found.
        within: whether the true change is in the credible range.
        change: the true change.
        size: how many results.
    """

    board: Ints
    factor: Floats
    whole: Floats
    passed: Bools
    kind: list[str]
    first: Ints
    within: Bools
    change: Ints
    size: Ints


def measure(field: Field, trials: list[Trial]) -> Measured:
    """What the test makes of the trials, in their order."""
    by_size: dict[int, list[int]] = defaultdict(list)
    for number, trial in enumerate(trials):
        by_size[len(trial.results)].append(number)
    rows: list[tuple[object, ...]] = [()] * len(trials)
    for size, numbers in by_size.items():
        for at in range(0, len(numbers), 64):
            lot = numbers[at : at + 64]
            for number, row in zip(lot, _rows(field, [trials[one] for one in lot], size), strict=True):
                rows[number] = row
    columns = list(zip(*rows, strict=True))
    return Measured(*(list(column) if place == 4 else np.array(column) for place, column in enumerate(columns)))


def _rows(field: Field, trials: list[Trial], size: int) -> list[tuple[object, ...]]:
    posed = planting.pose(field, trials)
    every = hypotheses(posed.before, posed.known)
    found = evidence(_terms(posed), posed.before.results, posed.known.numbers)
    summed = posterior(found, every, size)
    odd = np.where(posed.changed, is_odd(posed.after, posed.known), is_odd(posed.before, posed.known))
    passed = odd.sum(axis=1) >= ENOUGH
    rows: list[tuple[object, ...]] = []
    for number, trial in enumerate(trials):
        one = assessing._verdict(number, every, summed, size)
        within = one.low <= trial.change <= one.high
        rows.append(
            (trial.board, one.log10_factor, one.log10_whole, passed[number], one.kind, one.first, within, trial.change, size)
        )
    return rows


def _terms(posed: Posed) -> Terms:
    """Each result's worth under the hypotheses on its own record."""
    before, after = (
        all_terms(batch, hypotheses(batch, posed.known), posed.known) for batch in (posed.before, posed.after)
    )
    changed = posed.changed[:, None, :, None]
    parts = [np.where(changed, two, one) for one, two in zip(before[:5], after[:5], strict=True)]
    return Terms(*parts, before.other)
