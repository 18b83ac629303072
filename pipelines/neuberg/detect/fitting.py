"""The coefficients fitted anew on an archive, from the shipped ones on, and held against deals that were kept back."""

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
#: How strongly the shipped coefficients hold: each as if it were known to ± 1/√this.
_RIDGE = 4.0
#: Results that the shipped frequencies count for.
_PRIOR_RESULTS = 200.0
_STEPS, _LOT = 8, 2000
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
    training = [batch.take(np.flatnonzero(~_is_kept_back(batch.deal))) for batch in lots]
    back = [batch.take(np.flatnonzero(_is_kept_back(batch.deal))) for batch in lots]
    numbers = _fitted_urns(_fitted(training, found.known.hands, start), training, found.known.hands)
    shipped, fitted = (mean_log_likelihood(back, deals(found.known.hands, one)) for one in (start, numbers))
    if not fitted > shipped:
        raise FitError(
            f"on the deals kept back the fit gives {fitted:.4f} a result, the coefficients in use {shipped:.4f}: "
            "it is no better and is not written"
        )
    results = sum(batch.results.side.size for batch in lots)
    return Fitted(numbers, shipped, fitted, count, results)


def _is_kept_back(deal: Ints) -> Bools:
    """One deal in five, spread over the archive."""
    kept: Bools = deal * 2654435761 % 2**32 % _KEPT_BACK == 0
    return kept


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


def _fitted(training: list[Batch], hands: Hands, start: Coefficients) -> Coefficients:
    choice, level = start.choice.copy(), start.level.copy()
    for _ in range(_STEPS):
        choice = choice - _newton_step(training, hands, choice, start.choice)
        level = level - _newton_step_of_level(training, hands, level, start.level)
    return start._replace(choice=choice, level=level, **_frequencies(training, start))


def _newton_step(training: list[Batch], hands: Hands, now: Floats, start: Floats) -> Floats:
    """Hessian⁻¹ · gradient of −log P(choice of declarer and strain) + RIDGE/2 · |now − start|²."""
    gradient, hessian = _RIDGE * (now - start), _RIDGE * np.eye(len(now))
    for batch in _small(training):
        features, counts = _choices(batch, hands)
        logits = features @ now
        share = np.exp(logits - logits.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        n = counts.sum(axis=1)
        mean = np.einsum("do,dof->df", share, features)
        gradient += np.einsum("do,dof->f", n[:, None] * share - counts, features)
        weighted = features * (share * n[:, None])[..., None]
        hessian += np.einsum("dof,dog->fg", weighted, features, optimize=True) - (mean * n[:, None]).T @ mean
    step: Floats = np.linalg.solve(hessian, gradient)
    return step


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


def _newton_step_of_level(training: list[Batch], hands: Hands, now: Floats, start: Floats) -> Floats:
    """Hessian⁻¹ · gradient of −log P(level) + RIDGE/2 · |now − start|²; feature × level."""
    size = now.size
    gradient, hessian = _RIDGE * (now - start), _RIDGE * np.eye(size)
    for batch in _small(training):
        features, level = _levels(batch, hands)
        logits = features @ now
        share = np.exp(logits - logits.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        gradient += features.T @ (share - np.eye(LEVELS)[level])
        for one in range(LEVELS):
            for two in range(LEVELS):
                weight = share[:, one] * ((one == two) - share[:, two])
                block = (features * weight[:, None]).T @ features
                hessian[one::LEVELS, two::LEVELS] += block
    step: Floats = np.linalg.solve(hessian, gradient.ravel()).reshape(now.shape)
    return step


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
