"""What was bid and made: contracts that the cards suggest, tricks about what they are worth, and the score."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.domain.contracts import contract_score
from neuberg.schemas import STRAINS
from neuberg.simulate.cards import Dealt

Integers = npt.NDArray[np.int64]
#: Tricks from which a contract is bid, by its level above six: game and slam draw.
_GAME = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}
_WORST_DOWN = 3
#: How far apart in tricks two contracts are for the better one to be bid e times as often.
_UNDECIDED = 0.45
#: What a strain is worth in tricks besides its tricks: majors and notrump pay.
_PAYS = {"C": 0.0, "D": 0.0, "H": 0.5, "S": 0.6, "NT": 0.7}
#: Tricks in a suit for each card that a side's hands lack of two in a suit.
_A_SHORT_SUIT = 0.4
#: What keeps from a suit in which the side has so few cards, in tricks; from eight on nothing does.
_SHORT_FIT = np.array([6.0, 6.0, 6.0, 6.0, 6.0, 3.0, 1.8, 0.6, 0, 0, 0, 0, 0, 0])
#: What keeps from notrump, in tricks: each card of a major beyond seven, each hand with a singleton or a void.
_MAJOR_FIT, _SHORT_HAND = 0.7, 0.6
#: How much more or less than its cards say a side may find in a strain, at all tables of the board, in tricks.
_ON_THE_DAY = 0.4
#: The log odds that a partner declares, for a trump more and for a point more than the other has: who has the longer
#: suit bids it first. And how much they differ from board to board, the auction being much the same at every table.
_A_TRUMP, _A_POINT, _BY_BOARD = 0.9, 0.08, 0.8
#: The chance of a double, of a contract that is expected to fail and of one that is not.
_DOUBLED = (0.25, 0.01)
_PASSED_OUT = 0.004


class Contracts(NamedTuple):
    """Contracts with their result, an entry a line; declarer is a seat from 0 (N, E, S, W), strain as in `STRAINS`."""

    level: Integers
    strain: Integers
    doubled: Integers
    declarer: Integers
    tricks: Integers
    ns_score: Integers
    passed_out: npt.NDArray[np.bool_]


def bid_and_play(
    draw: np.random.Generator, dealt: Dealt, deals: Integers, vulnerable: npt.NDArray[np.bool_]
) -> Contracts:
    """A contract and its tricks at each table.

    Args:
        draw: where chance comes from.
        dealt: the deals.
        deals: of each line, its deal.
        vulnerable: of each line, whether N-S and whether E-W are, in two columns.
    """
    worth = _tricks(draw, dealt)
    choice = _chosen(draw, worth - _kept_from(dealt), deals)
    side, strain = np.divmod(choice, len(STRAINS))
    second = draw.random(deals.size) >= _first_declares(draw, dealt)[deals, choice]
    expected = worth[deals, choice]
    level = _levels(draw, expected, strain)
    tricks = np.clip(np.rint(expected + draw.normal(0, 0.8, deals.size)), 0, 13).astype(np.int64)
    tricks = np.maximum(tricks, level + 6 - _WORST_DOWN - draw.integers(0, 3, deals.size))
    failing = expected < level + 5.5
    doubled = (draw.random(deals.size) < np.where(failing, *_DOUBLED)).astype(np.int64)
    points = _points()[level - 1, strain, doubled, tricks, vulnerable[np.arange(deals.size), side].astype(np.int64)]
    return Contracts(
        level, strain, doubled, side + 2 * second.astype(np.int64), tricks,
        np.where(side == 0, points, -points), draw.random(deals.size) < _PASSED_OUT,
    )  # fmt: skip


def _tricks(draw: np.random.Generator, dealt: Dealt) -> npt.NDArray[np.float64]:
    """The tricks that each side makes in each strain: deal, then N-S's five strains and E-W's."""
    points = dealt.points[:, None].astype(float)
    lengths = dealt.lengths[:, ::-1].astype(float)  # clubs first, as strains are
    short = np.maximum(2 - dealt.each_lengths, 0).sum(axis=2)
    sides = []
    for own, fit, ruffs in (
        (points, lengths, short[:, 0::2]),
        (40 - points, 13 - lengths, short[:, 1::2]),
    ):
        suits = 6.25 + (own - 20) * 0.3 + (fit - 7) * 0.75 + _A_SHORT_SUIT * ruffs.sum(axis=1)[:, None]
        sides.append(np.concatenate([suits, 6.3 + (own - 20) * 0.36], axis=1))
    worth = np.concatenate(sides, axis=1)
    return np.clip(worth + draw.normal(0, _ON_THE_DAY, worth.shape), 0, 13)


def _kept_from(dealt: Dealt) -> npt.NDArray[np.float64]:
    """What keeps each side from each strain, in tricks: deal, then N-S's five strains and E-W's."""
    lengths = dealt.lengths
    short = dealt.each_lengths.min(axis=2) <= 1
    sides = []
    for own, hands in ((lengths, short[:, 0::2]), (13 - lengths, short[:, 1::2])):
        major = np.maximum(own[:, :2].max(axis=1) - 7, 0)
        notrump = _MAJOR_FIT * major + _SHORT_HAND * hands.sum(axis=1)
        sides += [_SHORT_FIT[own[:, ::-1]], notrump[:, None]]  # clubs first, as strains are
    return np.concatenate(sides, axis=1)


def _chosen(draw: np.random.Generator, worth: npt.NDArray[np.float64], deals: Integers) -> Integers:
    """Side and strain at each table: the likelier, the more tricks they make and the more a trick is worth there."""
    value = (worth + np.tile(list(_PAYS.values()), 2)) / _UNDECIDED
    odds = np.exp(value - value.max(axis=1, keepdims=True))
    below = np.cumsum(odds / odds.sum(axis=1, keepdims=True), axis=1)[:, :-1]
    chosen: Integers = (draw.random(deals.size)[:, None] >= below[deals]).sum(axis=1)
    return chosen


def _first_declares(draw: np.random.Generator, dealt: Dealt) -> npt.NDArray[np.float64]:
    """The chance that North (East) declares, and not the partner: deal, then N-S's five strains and E-W's."""
    trumps = np.zeros((len(dealt.masks), 4, len(STRAINS)))
    trumps[..., :-1] = dealt.each_lengths[..., ::-1]  # clubs first, as strains are
    log_odds = _A_TRUMP * trumps + _A_POINT * dealt.each_points[..., None]
    sides = np.concatenate([log_odds[:, 0] - log_odds[:, 2], log_odds[:, 1] - log_odds[:, 3]], axis=1)
    chance: npt.NDArray[np.float64] = 1 / (1 + np.exp(-sides - draw.normal(0, _BY_BOARD, sides.shape)))
    return chance


def _levels(draw: np.random.Generator, expected: npt.NDArray[np.float64], strain: Integers) -> Integers:
    """As high as the tricks allow, and often no higher than game: seldom six, and two where that is enough."""
    hoped = expected - 6 + draw.normal(0.1, 0.6, expected.size)
    level = np.clip(np.rint(hoped), 1, 7).astype(np.int64)
    game = np.array([_GAME[name] for name in STRAINS])[strain]
    near_game = (hoped > game - 0.8) & (hoped < game + 2)
    partscore = np.minimum(level, 3)
    return np.where(near_game, game, np.where(hoped < game, np.minimum(partscore, game), level))


@lru_cache(maxsize=1)
def _points() -> Integers:
    """Declarer's score by level, strain, doubling, tricks and vulnerability."""
    shape = (7, len(STRAINS), 3, 14, 2)
    places = [place.ravel() for place in np.indices(shape)]
    frame = pl.DataFrame(
        {"level": places[0] + 1, "strain": np.array(STRAINS)[places[1]].tolist(), "doubled": places[2],
         "tricks": places[3], "vulnerable": places[4] == 1}
    )  # fmt: skip
    level, strain, doubled, tricks, vulnerable = map(pl.col, frame.columns)
    score = contract_score(level=level, strain=strain, doubled=doubled, tricks=tricks, vulnerable=vulnerable)
    points = frame.select(score).to_series()
    return points.to_numpy().astype(np.int64).reshape(shape)
