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
    choice = _chosen(draw, worth, deals)
    side, strain = np.divmod(choice, len(STRAINS))
    expected = worth[deals, choice]
    level = _levels(draw, expected, strain)
    tricks = np.clip(np.rint(expected + draw.normal(0, 0.8, deals.size)), 0, 13).astype(np.int64)
    tricks = np.maximum(tricks, level + 6 - _WORST_DOWN - draw.integers(0, 3, deals.size))
    failing = expected < level + 5.5
    doubled = (draw.random(deals.size) < np.where(failing, *_DOUBLED)).astype(np.int64)
    points = _points()[level - 1, strain, doubled, tricks, vulnerable[np.arange(deals.size), side].astype(np.int64)]
    return Contracts(
        level, strain, doubled, side + 2 * draw.integers(0, 2, deals.size), tricks,
        np.where(side == 0, points, -points), draw.random(deals.size) < _PASSED_OUT,
    )  # fmt: skip


def _tricks(draw: np.random.Generator, dealt: Dealt) -> npt.NDArray[np.float64]:
    """The tricks that each side makes in each strain: deal, then N-S's five strains and E-W's."""
    points = dealt.points[:, None].astype(float)
    lengths = dealt.lengths[:, ::-1].astype(float)  # clubs first, as strains are
    sides = []
    for side_points, side_lengths in ((points, lengths), (40 - points, 13 - lengths)):
        suits = 6.6 + (side_points - 20) * 0.3 + (side_lengths - 7) * 0.75
        notrump = 6.3 + (side_points - 20) * 0.36
        sides.append(np.concatenate([suits, notrump], axis=1))
    worth = np.concatenate(sides, axis=1)
    return np.clip(worth + draw.normal(0, 0.9, worth.shape), 0, 13)


def _chosen(draw: np.random.Generator, worth: npt.NDArray[np.float64], deals: Integers) -> Integers:
    """Side and strain at each table: mostly the best on the board, by tricks and what a trick is worth there."""
    value = worth + np.tile([0.0, 0.0, 0.5, 0.6, 0.7], 2)
    best = np.argsort(-value, axis=1, kind="stable")[:, :4]
    return best[deals, draw.choice(4, size=deals.size, p=(0.72, 0.17, 0.08, 0.03))]


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
