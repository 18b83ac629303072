"""The coefficients fitted anew on an archive, from the shipped ones on, and held against deals that were kept back."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from neuberg.detect.coefficients import CHOICE, LEVEL, LEVELS, STRAINS, Coefficients
from neuberg.detect.fields import Fields, batches
from neuberg.detect.hands import Bools, Floats, Hands, Ints
from neuberg.detect.hypotheses import Batch, Deals, all_terms, deals, record_alone
from neuberg.detect.likelihood import choice_features, level_features, pairs
from neuberg.detect.seatings import PAIR_AT
from neuberg.detect.urns import PASSED, Sequences, log_likelihoods
from neuberg.errors import NeubergError

#: One deal in so many is kept back.
_KEPT_BACK = 5
#: Deals with results that a fit wants at least.
FEWEST_DEALS = 500
#: How strongly the coefficients before may hold: each as if it were known to ± 1/√this. The best is found by trial.
_RIDGES = (4.0, 20.0, 100.0)
#: Results that the shipped frequencies count for.
_PRIOR_RESULTS = 200.0
_STEPS, _LOT, _SMALLEST = 25, 2000, 1e-9
#: Boards at most that are fitted on, and that are kept back: more would change no decimal that matters.
_MOST_FITTED, _MOST_BACK = 20_000, 5_000
_MULTIPLIERS = (0.7, 0.85, 1.2, 1.4)


class FitError(NeubergError):
    """The archive is too small, or what was fitted is no better than what is shipped."""


class Fitted(NamedTuple):
    """A fit, and the mean natural log of P(result) on the deals kept back: the shipped coefficients' and its own."""

    numbers: Coefficients
    shipped: float
    fitted: float
    deals: int
    results: int


def fit(found: Fields) -> Fitted:
    """The coefficients fitted on four fifths of the archive's deals, better on the last fifth than those it began with.

    Raises:
        FitError: there are too few deals, or the fit is no better on the deals kept back.
    """
    start = found.known.numbers
    lots = [lot.batch for lot in batches(found)]
    count = len({int(deal) for batch in lots for deal in batch.deal})
    if count < FEWEST_DEALS:
        raise FitError(f"{count} deals with results; wanted {FEWEST_DEALS} at least to fit on")
    training = _at_most(_MOST_FITTED, [batch.take(np.flatnonzero(~_is_kept_back(batch.deal))) for batch in lots])
    back = _at_most(_MOST_BACK, [batch.take(np.flatnonzero(_is_kept_back(batch.deal))) for batch in lots])
    ridge = _best_ridge(training, found.known.hands, start)
    numbers = _fitted_urns(_fitted(training, found.known.hands, start, ridge), training, found.known.hands)
    shipped, fitted = (mean_log_likelihood(back, deals(found.known.hands, one)) for one in (start, numbers))
    if not fitted > shipped:
        raise FitError(
            f"on the deals kept back the fit gives {fitted:.4f} a result, the coefficients in use {shipped:.4f}: "
            "it is no better and is not written"
        )
    results = sum(batch.results.side.size for batch in lots)
    return Fitted(numbers, shipped, fitted, count, results)


def _at_most(most: int, lots: list[Batch]) -> list[Batch]:
    """So many boards at most, of each lot the same share."""
    every = sum(len(batch.deal) for batch in lots)
    share = min(1.0, most / max(1, every))
    return [batch.take(np.arange(int(np.ceil(share * len(batch.deal))))) for batch in lots]


def _is_kept_back(deal: Ints, part: int = 0) -> Bools:
    """One deal in five, spread over the archive; another fifth for each part."""
    kept: Bools = deal * 2654435761 % 2**32 % _KEPT_BACK == part
    return kept


def _best_ridge(training: list[Batch], hands: Hands, start: Coefficients) -> float:
    """The ridge whose fit on three fifths of the deals makes a further fifth likeliest."""
    apart = [_is_kept_back(batch.deal, part=1) for batch in training]
    own = [batch.take(np.flatnonzero(~is_apart)) for batch, is_apart in zip(training, apart, strict=True)]
    trial = [batch.take(np.flatnonzero(is_apart)) for batch, is_apart in zip(training, apart, strict=True)]
    values = [mean_log_likelihood(trial, deals(hands, _fitted(own, hands, start, ridge))) for ridge in _RIDGES]
    return _RIDGES[int(np.argmax(values))]


def mean_log_likelihood(boards: list[Batch], known: Deals) -> float:
    """The mean natural log of P(result | deal and the results before it); minus infinity where there is none."""
    total, count = 0.0, 0
    for batch in boards:
        size, n = batch.results.side.shape
        for at in range(0, size, _LOT):
            part = batch.take(np.arange(at, min(size, at + _LOT)))
            board = np.arange(len(part.deal))
            orders = Sequences(board, board * 0, np.tile(np.arange(n), (len(board), 1)))
            found = all_terms(part, record_alone(part, known), known)
            total += float(log_likelihoods(found, part.results, orders, known.numbers)[:, -1].sum())
            count += len(board) * n
    return total / count if count else -np.inf


def _fitted(training: list[Batch], hands: Hands, start: Coefficients, ridge: float) -> Coefficients:
    boards = _small(training)
    weights = [weight_of_each(batch.results.side.shape[1], float(start.alphas[0])) for batch in boards]
    choices = [
        (features, counts * weight)
        for (features, counts), weight in zip((_choices(batch, hands) for batch in boards), weights, strict=True)
    ]
    levels = [(*_levels(batch, hands), weight) for batch, weight in zip(boards, weights, strict=True)]
    return start._replace(
        choice=minimise(partial(choice_loss, choices, start.choice, ridge), start.choice),
        level=minimise(partial(level_loss, levels, start.level, ridge), start.level),
        **_frequencies(training, start),
    )


def weight_of_each(results: int, alpha: float) -> float:
    """What each of so many results on one deal counts for, as they are alike: (α + 1) / (α + n); 1 where it is alone.

    >>> weight_of_each(1, 2.8), round(weight_of_each(8, 2.8), 3)
    (1.0, 0.352)
    """
    return (alpha + 1) / (alpha + results)


class Loss(NamedTuple):
    """A function to be made least, at a point: its value, gradient and second derivatives."""

    value: float
    gradient: Floats
    hessian: Floats


def minimise(loss: Callable[[Floats], Loss], start: Floats) -> Floats:
    """Where a convex function is least, by Newton's method; a step that does not go down is halved."""
    now, at = start, loss(start)
    for _ in range(_STEPS):
        step = np.linalg.solve(at.hessian, at.gradient.ravel()).reshape(now.shape)
        following = loss(now - step)
        while not following.value <= at.value and np.abs(step).max() > _SMALLEST:
            step = step / 2
            following = loss(now - step)
        gained = at.value - following.value
        if not gained > 0:
            break
        now, at = now - step, following
        if gained < _SMALLEST * abs(at.value):
            break
    return now


def choice_loss(choices: list[tuple[Floats, Floats]], start: Floats, ridge: float, now: Floats) -> Loss:
    """−log P(declarer and strain) + ridge/2 · |now − start|², in nats."""
    value, gradient, hessian = _pull(start, ridge, now)
    for features, counts in choices:
        share, logs = _shares(features @ now)
        n = counts.sum(axis=1, keepdims=True)
        mean = np.einsum("do,dof->df", share, features)
        flat, weight = features.reshape(-1, features.shape[-1]), (share * n).reshape(-1, 1)
        value -= float((counts * logs).sum())
        gradient += (n * share - counts).ravel() @ flat
        hessian += (flat * weight).T @ flat - (mean * n).T @ mean
    return Loss(value, gradient, hessian)


def level_loss(levels: list[tuple[Floats, Ints, float]], start: Floats, ridge: float, now: Floats) -> Loss:
    """−log P(level) + ridge/2 · |now − start|², in nats; feature × level."""
    value, gradient, hessian = _pull(start, ridge, now)
    for features, level, each in levels:
        share, logs = _shares(features @ now)
        value -= each * float(np.take_along_axis(logs, level[:, None], axis=1).sum())
        gradient += each * features.T @ (share - np.eye(LEVELS)[level])
        for one in range(LEVELS):
            for two in range(LEVELS):
                weight = each * share[:, one] * (float(one == two) - share[:, two])
                hessian[one::LEVELS, two::LEVELS] += (features * weight[:, None]).T @ features
    return Loss(value, gradient, hessian)


def _pull(start: Floats, ridge: float, now: Floats) -> tuple[float, Floats, Floats]:
    """The ridge towards the start: its value, gradient and second derivatives."""
    apart = now - start
    return ridge / 2 * float((apart**2).sum()), ridge * apart, ridge * np.eye(now.size)


def _shares(logits: Floats) -> tuple[Floats, Floats]:
    """The softmax along the last axis, and its logarithm."""
    logs: Floats = logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
    return np.exp(logs), logs


def _small(boards: list[Batch]) -> list[Batch]:
    return [
        batch.take(np.arange(at, min(len(batch.deal), at + _LOT)))
        for batch in boards
        for at in range(0, len(batch.deal), _LOT)
    ]


def _choices(batch: Batch, hands: Hands) -> tuple[Floats, Floats]:
    """The features of the 21 outcomes of each board, and how often each came."""
    dealt = hands.take(batch.deal)
    pair = pairs(dealt)
    features = np.zeros((len(batch.deal), 21, len(CHOICE)))
    declared = choice_features(pair)[:, PAIR_AT[0]]
    after, hcp = (batch.dealer[:, None] - np.arange(4)) % 4, pair.hcp[:, PAIR_AT[0]]
    for name, place in (("declarer_dealt", 0), ("left_opponent_dealt", 1), ("dummy_dealt", 2)):
        declared[..., CHOICE.index(name)] = (after == place)[..., None]
    declared[..., CHOICE.index("hcp_if_vulnerable")] = (batch.vulnerable[:, np.arange(4) % 2] * hcp)[..., None]
    features[:, :20] = declared.reshape(len(batch.deal), 20, len(CHOICE))
    features[:, 20, CHOICE.index("passed_out")] = 1
    features[:, 20, CHOICE.index("passed_out_strongest_hand")] = dealt.points.sum(axis=-1).max(axis=-1) - 12
    features[:, 20, CHOICE.index("passed_out_longest_suit")] = dealt.lengths.max(axis=(-1, -2)) - 6
    outcome = np.where(batch.results.side == PASSED, 20, batch.results.seat() * len(STRAINS) + batch.results.strain)
    counts = np.zeros((len(batch.deal), 21))
    np.add.at(counts, (np.arange(len(batch.deal))[:, None], outcome), 1)
    return features, counts


def _levels(batch: Batch, hands: Hands) -> tuple[Floats, Ints]:
    """The features of each contract that was declared, and its level from 0."""
    every = level_features(pairs(hands.take(batch.deal)))
    played = batch.results.side != PASSED
    board = np.broadcast_to(np.arange(len(batch.deal))[:, None], played.shape)
    at = (board[played], PAIR_AT[0][batch.results.seat()[played]], batch.results.strain[played])
    features: Floats = every[at].reshape(-1, len(LEVEL))
    return features, batch.results.level[played]


def _frequencies(training: list[Batch], start: Coefficients) -> dict[str, Floats]:
    """How often each strain, level and passing out came, with the shipped frequencies as so many results."""
    strains = _PRIOR_RESULTS * 4 * start.frequencies[: len(STRAINS)]
    levels, passed = _PRIOR_RESULTS * start.level_frequencies, _PRIOR_RESULTS * start.frequencies[-1]
    for batch in training:
        played = batch.results.side != PASSED
        strains = strains + np.bincount(batch.results.strain[played], minlength=len(STRAINS))
        levels = levels.copy()
        np.add.at(levels, (batch.results.strain[played], batch.results.level[played]), 1)
        passed += float((~played).sum())
    total = strains.sum() + passed
    return {
        "frequencies": np.append(np.tile(strains / total / 4, 4), passed / total),
        "level_frequencies": levels / levels.sum(axis=1, keepdims=True),
    }


def _fitted_urns(numbers: Coefficients, training: list[Batch], hands: Hands) -> Coefficients:
    """The coefficients with the strength of each urn that makes the results likeliest, tried one after the other."""
    best = mean_log_likelihood(training, known := deals(hands, numbers))
    for urn in range(len(numbers.alphas)):
        for times in _MULTIPLIERS:
            alphas = numbers.alphas.copy()
            alphas[urn] *= times
            tried = known._replace(numbers=numbers._replace(alphas=alphas))
            if (value := mean_log_likelihood(training, tried)) > best:
                best, known = value, tried
        numbers = known.numbers
    return numbers
