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
#: The numbers are those of 34,000 contracts at real tables (1996 to 2002), fitted where they follow from the cards, and
#: else such that tables agree as often as there. How far apart in tricks two contracts are for the better one to be bid
#: e times as often at one table, and how far the auctions at all tables of a board are from what its cards say.
_UNDECIDED, _BY_AUCTION = 0.55, 0.9
#: What a strain is worth in tricks besides its tricks: majors and notrump pay. A minor loses with each point, too.
_PAYS = {"C": -0.98, "D": -0.82, "H": 0.0, "S": 0.3, "NT": 0.43}
_MINOR_A_POINT = -0.14
#: Tricks in a suit: with half the points and seven trumps, for each point, each trump, and each card that a side's
#: hands lack of two in a suit; and in notrump: with half the points, and for each point.
_IN_A_SUIT, _FOR_A_POINT, _FOR_A_TRUMP, _FOR_A_SHORT_SUIT = 7.25, 0.305, 0.65, 0.41
_IN_NOTRUMP, _FOR_A_POINT_NT = 6.75, 0.425
#: What keeps from a suit in which the side has so few cards, in tricks; from eight on nothing does.
_SHORT_FIT = np.array([6.0, 6.0, 6.0, 6.0, 4.5, 3.2, 2.5, 1.2, 0, 0, 0, 0, 0, 0])
#: What keeps from notrump, in tricks: each card of a major beyond seven, each hand with a singleton or a void.
_MAJOR_FIT, _SHORT_HAND = 0.87, 0.32
#: How much more or less than its cards say a side may find in a strain, at all tables of the board, in tricks.
_ON_THE_DAY = 0.4
#: And how much more or less a declarer makes at one table.
_AT_THE_TABLE = 0.9
#: The log odds that a partner declares, for a trump more than the other has (less for each trump of the difference),
#: for a point more in a suit and in notrump: who has the longer suit bids it first. And how much they differ by board.
_A_TRUMP, _LESS, _A_POINT, _A_POINT_NT, _SEAT_BY_BOARD = 1.8, 0.17, 0.13, 0.22, 2.0
#: How far the level is from what the tricks say, in tricks: at all tables of a board, and at one.
_LEVEL_BY_BOARD, _LEVEL = 0.6, 0.36
#: Tricks above six from which each strain (clubs first) is bid at the level of two, three and so on: as many contracts
#: are of each level as at the real tables.
_LEVELS = np.array(
    [
        [0.28, 2.08, 3.52, 3.91, 5.21, 6.92],
        [0.63, 2.41, 3.64, 3.97, 5.29, 6.84],
        [0.65, 2.27, 2.87, 5.19, 5.66, 6.99],
        [0.71, 2.4, 2.93, 5.44, 5.81, 7.19],
        [1.49, 1.8, 5.71, 6.05, 6.11, 7.17],
    ]
)
_WORST_DOWN = 3
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


class Played(NamedTuple):
    """Deals, and of each line the one that was on the table."""

    dealt: Dealt
    deals: Integers


def bid_and_play(draw: np.random.Generator, played: Played, vulnerable: npt.NDArray[np.bool_]) -> Contracts:
    """A contract and its tricks at each table.

    Args:
        draw: where chance comes from.
        played: what was on the tables.
        vulnerable: of each line, whether N-S and whether E-W are, in two columns.
    """
    dealt, deals = played
    worth = _tricks(draw, dealt)
    choice = _chosen(draw, worth - _kept_from(dealt), deals)
    side, strain = np.divmod(choice, len(STRAINS))
    second = draw.random(deals.size) >= _first_declares(draw, dealt)[deals, choice]
    expected = worth[deals, choice]
    level = _levels(draw, worth, deals, choice)
    tricks = np.clip(np.rint(expected + draw.normal(0, _AT_THE_TABLE, deals.size)), 0, 13).astype(np.int64)
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
        suits = _IN_A_SUIT + _FOR_A_POINT * (own - 20) + _FOR_A_TRUMP * (fit - 7)
        suits += _FOR_A_SHORT_SUIT * ruffs.sum(axis=1)[:, None]
        sides.append(np.concatenate([suits, _IN_NOTRUMP + _FOR_A_POINT_NT * (own - 20)], axis=1))
    worth = np.concatenate(sides, axis=1)
    return np.clip(worth + draw.normal(0, _ON_THE_DAY, worth.shape), 0, 13)


def _kept_from(dealt: Dealt) -> npt.NDArray[np.float64]:
    """What keeps each side from each strain, in tricks: deal, then N-S's five strains and E-W's."""
    lengths = dealt.lengths
    short = dealt.each_lengths.min(axis=2) <= 1
    sides = []
    for points, own, hands in (
        (dealt.points, lengths, short[:, 0::2]),
        (40 - dealt.points, 13 - lengths, short[:, 1::2]),
    ):
        major = np.maximum(own[:, :2].max(axis=1) - 7, 0)
        notrump = _MAJOR_FIT * major + _SHORT_HAND * hands.sum(axis=1)
        suits = _SHORT_FIT[own[:, ::-1]]  # clubs first, as strains are
        suits[:, :2] -= _MINOR_A_POINT * (points[:, None] - 20)
        sides += [suits, notrump[:, None]]
    return np.concatenate(sides, axis=1)


def _chosen(draw: np.random.Generator, worth: npt.NDArray[np.float64], deals: Integers) -> Integers:
    """Side and strain at each table: the likelier, the more tricks they make and the more a trick is worth there."""
    found = worth + draw.normal(0, _BY_AUCTION, worth.shape)
    value = (found + np.tile(list(_PAYS.values()), 2)) / _UNDECIDED
    odds = np.exp(value - value.max(axis=1, keepdims=True))
    below = np.cumsum(odds / odds.sum(axis=1, keepdims=True), axis=1)[:, :-1]
    chosen: Integers = (draw.random(deals.size)[:, None] >= below[deals]).sum(axis=1)
    return chosen


def _first_declares(draw: np.random.Generator, dealt: Dealt) -> npt.NDArray[np.float64]:
    """The chance that North (East) declares, and not the partner: deal, then N-S's five strains and E-W's."""
    lengths, points = dealt.each_lengths[..., ::-1].astype(float), dealt.each_points.astype(float)
    sides = []
    for first, second in ((0, 2), (1, 3)):
        longer = lengths[:, first] - lengths[:, second]  # clubs first, as strains are
        stronger = (points[:, first] - points[:, second])[:, None]
        suits = (_A_TRUMP - _LESS * np.abs(longer).clip(max=5)) * longer + _A_POINT * stronger
        sides += [suits, _A_POINT_NT * stronger]
    log_odds = np.concatenate(sides, axis=1)
    chance: npt.NDArray[np.float64] = 1 / (1 + np.exp(-log_odds - draw.normal(0, _SEAT_BY_BOARD, log_odds.shape)))
    return chance


def _levels(draw: np.random.Generator, worth: npt.NDArray[np.float64], deals: Integers, choice: Integers) -> Integers:
    """As high as the tricks allow, in steps that are wide where a score is: two and three of a suit, and game."""
    hoped = worth - 6 + draw.normal(0, _LEVEL_BY_BOARD, worth.shape)
    reached = hoped[deals, choice] + draw.normal(0, _LEVEL, deals.size)
    levels: Integers = 1 + (reached[:, None] >= _LEVELS[choice % len(STRAINS)]).sum(axis=1)
    return levels


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
