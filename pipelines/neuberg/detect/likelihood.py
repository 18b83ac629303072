"""P(result | deal): which side declares what from which seat and how high, by the hands of declarer and dummy."""

from typing import NamedTuple

import numpy as np

from neuberg.detect.coefficients import CHOICE, LEVEL, STRAINS, Coefficients
from neuberg.detect.hands import Bools, Floats, Hands, Ints, Numbers
from neuberg.detect.seatings import PAIR_AT, PAIRS

#: The share of every distribution that is the overall frequency: contracts that no cards explain.
FLOOR = 0.03
_NT = STRAINS.index("NT")
_DECLARERS, _DUMMIES = (np.array(seats) for seats in zip(*PAIRS, strict=True))
_FIRST_OPPONENTS = np.array([next(seat for seat in range(4) if seat not in pair) for pair in PAIRS])
_SECOND_OPPONENTS = np.array([[seat for seat in range(4) if seat not in pair][1] for pair in PAIRS])


class Pairs(NamedTuple):
    """What the 12 ordered pairs of hands of each deal are worth; by deal × pair, and × suit (C, D, H, S) in some.

    `hcp` is (high-card points of both − 20) / 10; `fit` the combined cards of a suit.
    """

    hcp: Floats
    declarer_hcp: Ints
    dummy_hcp: Ints
    fit: Ints
    opponents_fit: Ints
    trumps: Ints
    dummy_trumps: Ints
    trump_hcp: Ints
    unstopped: Ints
    balanced: Bools
    dummy_balanced: Bools


def pairs(hands: Hands) -> Pairs:
    """The 12 ordered pairs of hands of each deal, computed once: all 24 seatings are look-ups into them."""
    length, points, held = hands.lengths, hands.points, hands.stopped
    total, balanced = points.sum(axis=-1), length.min(axis=-1) >= 2
    opponents = length[:, _FIRST_OPPONENTS] + length[:, _SECOND_OPPONENTS]
    return Pairs(
        hcp=(total[:, _DECLARERS] + total[:, _DUMMIES] - 20) / 10,
        declarer_hcp=total[:, _DECLARERS],
        dummy_hcp=total[:, _DUMMIES],
        fit=length[:, _DECLARERS] + length[:, _DUMMIES],
        opponents_fit=opponents.max(axis=-1),
        trumps=length[:, _DECLARERS],
        dummy_trumps=length[:, _DUMMIES],
        trump_hcp=points[:, _DECLARERS] + points[:, _DUMMIES],
        unstopped=4 - (held[:, _DECLARERS] | held[:, _DUMMIES]).sum(axis=-1),
        balanced=balanced[:, _DECLARERS],
        dummy_balanced=balanced[:, _DUMMIES],
    )


def choice_features(pair: Pairs) -> Floats:
    """What `CHOICE` names, for each pair and strain, by deal × pair × strain × feature; the deal's dealer apart."""
    found = np.zeros((*pair.hcp.shape, len(STRAINS), len(CHOICE)))
    both = {
        "hcp": pair.hcp,
        "hcp_squared": pair.hcp**2,
        "declarer_hcp_less_dummy_hcp": (pair.declarer_hcp - pair.dummy_hcp) / 10,
    }
    for name, strength in both.items():
        found[..., CHOICE.index(name)] = strength[..., None]
    for name, in_suit in _suit_features(pair).items():
        found[..., :_NT, CHOICE.index(name)] = in_suit
    for name, in_notrump in _notrump_features(pair).items():
        found[..., _NT, CHOICE.index(name)] = in_notrump
    return found


def _suit_features(pair: Pairs) -> dict[str, Numbers]:
    """Features of a suit contract: fit, trumps in each hand, and what a major or minor is worth."""
    hcp, fit, suit = pair.hcp[..., None], pair.fit, np.arange(4)
    major, minor = (suit >= 2) + 0.0, (suit < 2) + 0.0
    longer = np.clip(pair.trumps - pair.dummy_trumps, -4, 4)
    return {
        "fit_5_or_less": fit <= 5,
        "fit_6": fit == 6,
        "fit_7": fit == 7,
        "fit_9": fit == 9,
        "fit_10_or_more": fit >= 10,
        "declarer_trumps_less_dummy_trumps": longer,
        "declarer_trumps_less_dummy_trumps_squared": longer * longer / 4,
        "longest_fit_less_fit": fit.max(axis=-1, keepdims=True) - fit,
        "major": np.broadcast_to(major, fit.shape),
        "major_hcp": major * hcp,
        "spades": np.broadcast_to(suit == 3, fit.shape),
        "minor_with_major_fit": minor * _major_fit(pair)[..., None],
        "opponents_fit": np.broadcast_to((pair.opponents_fit - 8)[..., None], fit.shape),
        "trump_hcp": pair.trump_hcp / 5,
        "minor_hcp_squared": minor * hcp**2,
        "declarer_trumps_beyond_5": np.maximum(0, pair.trumps - 5),
        "declarer_trumps_2_or_less": pair.trumps <= 2,
        "declarer_trumps_3": pair.trumps == 3,
    }


def _notrump_features(pair: Pairs) -> dict[str, Numbers]:
    """Features of a notrump contract: strength, balance, stoppers, and the fits that were passed over."""
    return {
        "notrump": np.ones_like(pair.hcp),
        "notrump_hcp": pair.hcp,
        "notrump_hcp_squared": pair.hcp**2,
        "notrump_with_major_fit": _major_fit(pair),
        "notrump_unbalanced_hands": 2 - pair.balanced.astype(np.int64) - pair.dummy_balanced,
        "notrump_suits_not_stopped": pair.unstopped,
        "notrump_longest_fit": pair.fit.max(axis=-1) - 8,
        "notrump_declarer_balanced": pair.balanced,
        "notrump_declarer_balanced_15_to_18": pair.balanced & (pair.declarer_hcp >= 15) & (pair.declarer_hcp <= 18),
    }


def _major_fit(pair: Pairs) -> Ints:
    """Cards beyond seven of the longer major fit."""
    longer: Ints = np.maximum(0, pair.fit[..., 2:].max(axis=-1) - 7)
    return longer


def level_features(pair: Pairs) -> Floats:
    """What `LEVEL` names, for each pair and strain, by deal × pair × strain × feature."""
    hcp, suit = pair.hcp, np.arange(4)
    found = np.zeros((*hcp.shape, len(STRAINS), len(LEVEL)))
    powers = {"constant": 1.0, "hcp": hcp, "hcp_squared": hcp**2, "hcp_cubed": hcp**3}
    for name, value in {**powers, "opponents_fit": pair.opponents_fit - 8}.items():
        found[..., LEVEL.index(name)] = value if np.isscalar(value) else np.asarray(value)[..., None]
    short = np.maximum(0, 2 - pair.trumps).sum(axis=-1) + np.maximum(0, 2 - pair.dummy_trumps).sum(axis=-1)
    in_suits = {
        "fit": pair.fit - 8,
        "shortness": short[..., None] / 2,
        "major": suit >= 2,
        "major_hcp": (suit >= 2) * hcp[..., None],
        "spades": suit == 3,
        "hcp_fit": hcp[..., None] * (pair.fit - 8),
        "declarer_trumps": pair.trumps - 5,
    }
    for name, value in in_suits.items():
        found[..., :_NT, LEVEL.index(name)] = value
    in_notrump = {"": 1.0, "_hcp": hcp, "_hcp_squared": hcp**2, "_suits_not_stopped": pair.unstopped}
    for name, value in in_notrump.items():
        found[..., _NT, LEVEL.index(f"notrump{name}")] = value
    return found


class Worths(NamedTuple):
    """What the model says of each deal before its dealer and vulnerability: look-ups for every seating.

    Attributes:
        choice: logit of each pair and strain; deal × pair × strain.
        hcp: as in `Pairs`; deal × pair.
        passed_out: logit of passing out; deal.
        level: probability of each level; deal × pair × strain × level.
    """

    choice: Floats
    hcp: Floats
    passed_out: Floats
    level: Floats


def worths(hands: Hands, numbers: Coefficients) -> Worths:
    """The logits and level distributions of each deal's 12 pairs of hands."""
    pair = pairs(hands)
    weight = dict(zip(CHOICE, numbers.choice, strict=True))
    strongest, longest = hands.points.sum(axis=-1).max(axis=-1), hands.lengths.max(axis=(-1, -2))
    return Worths(
        choice=choice_features(pair) @ numbers.choice,
        hcp=pair.hcp,
        passed_out=weight["passed_out"]
        + weight["passed_out_strongest_hand"] * (strongest - 12)
        + weight["passed_out_longest_suit"] * (longest - 6),
        level=with_floor(_softmax(level_features(pair) @ numbers.level), numbers.level_frequencies),
    )


def with_floor(share: Floats, frequency: Floats) -> Floats:
    """(1 − FLOOR)·model + FLOOR·overall frequency; a probability."""
    return (1 - FLOOR) * share + FLOOR * frequency


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    share: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return share


class Outcomes(NamedTuple):
    """The distribution of a board's result under some hypotheses; the first axes are those of the hypotheses.

    Attributes:
        side: N-S, E-W declares, or passed out; × 3.
        strain: × side × strain.
        seat: North or East against South or West, given side and strain; × side × strain × 2.
        level: × seat × strain × level.
    """

    side: Floats
    strain: Floats
    seat: Floats
    level: Floats


def outcomes(
    found: Worths, deal: Ints, seating: Ints, dealer: Ints, vulnerable: Ints, numbers: Coefficients
) -> Outcomes:
    """The distributions for deals seated in one of the 24 ways; a deal of −1 is an unknown one.

    Args:
        found: of the deals.
        deal: the number of each hypothesis's deal; any shape.
        seating: the number of its seating, of the same shape.
        dealer: seat 0 to 3, of the same shape.
        vulnerable: N-S and E-W, 0 or 1; the same shape × 2.
        numbers: the coefficients.
    """
    pair = PAIR_AT[seating]
    at = (deal[..., None], pair)
    logits = found.choice[at] + _position(found.hcp[at], dealer, vulnerable, numbers)[..., None]
    flat = np.concatenate([logits.reshape(*deal.shape, -1), found.passed_out[deal][..., None]], axis=-1)
    share = with_floor(_softmax(flat), numbers.frequencies)
    unknown = (deal < 0)[..., None]
    share = np.where(unknown, numbers.frequencies, share)
    level = np.where(unknown[..., None, None], numbers.level_frequencies[None], found.level[at])
    return _split(share, level)


def _position(hcp: Floats, dealer: Ints, vulnerable: Ints, numbers: Coefficients) -> Floats:
    """The logit of declaring from each seat for who dealt, and of strength when vulnerable."""
    weight = dict(zip(CHOICE, numbers.choice, strict=True))
    after = np.array([weight["declarer_dealt"], weight["left_opponent_dealt"], weight["dummy_dealt"], 0.0])
    seat = np.arange(4)
    dealt = after[(dealer[..., None] - seat) % 4]
    logit: Floats = dealt + weight["hcp_if_vulnerable"] * vulnerable[..., seat % 2] * hcp
    return logit


def _split(share: Floats, level: Floats) -> Outcomes:
    """The 21 shares as side, strain within a side, and seat within a side and strain."""
    cell = share[..., :-1].reshape(*share.shape[:-1], 4, len(STRAINS))
    both = cell[..., :2, :] + cell[..., 2:, :]
    side = both.sum(axis=-1)
    total = side.sum(axis=-1, keepdims=True) + share[..., -1:]
    seat = np.stack([cell[..., :2, :], cell[..., 2:, :]], axis=-1) / both[..., None]
    return Outcomes(np.concatenate([side, share[..., -1:]], axis=-1) / total, both / side[..., None], seat, level)
