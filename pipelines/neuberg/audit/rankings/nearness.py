"""How little would change who wins: another score of the leader, or of the next, on one board.

One score moves both: whoever sat the same way and is passed loses what the other gains of him, whoever sat the other
way gains it, and the opponents at the table lose all of it.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.rankings.beside import Floats, Lines, Scores, alike, beside, lines_of
from neuberg.score.packed import Integers

_HAIR = 1e-9
#: More than what is worked out in floats may be off by.
_SLACK = 1e-6


class _Ways(NamedTuple):
    """Lines, by their places, and the least of what another score of each needs; infinite where none will do."""

    row: Integers
    needed: Floats


def least_changes(two: pl.DataFrame, seats: tuple[Integers, Integers], book: Book) -> pl.DataFrame:
    """A row a list whose second one other score would bring level: `needed`, `needed_board`, and `who` has that score.

    `needed` is what the score changes the matchpoints of who has it by, on 2-1-0, in whole steps of its comparisons.

    Args:
        two: a row a list: its `leader` and `second` among the contestants, and `one`, `one_top`, `other`, `other_top`,
            their matchpoints and tops.
        seats: of each line, the places among the contestants of N-S and of E-W.
        book: the lines.
    """
    lines = lines_of(two, seats, book)
    ways = _every_way(lines, book)
    found = ways.needed <= _least(lines, [ways])[lines.list_no[ways.row]]
    row = ways.row[found & np.isfinite(ways.needed)]
    best = pl.DataFrame(
        {
            "list_no": lines.list_no[row],
            "needed": ways.needed[found & np.isfinite(ways.needed)],
            "needed_board": book.lines["board"][lines.line[row]],
            "who": lines.row[row],
            "gains": lines.scores.gains[row],
        }
    )
    ordered = best.sort("list_no", "needed_board", "gains", descending=[False, False, True])
    return ordered.unique("list_no", keep="first", maintain_order=True).drop("gains")


def _least(lines: Lines, ways: list[_Ways]) -> Floats:
    """What the way of each list needs that needs least; infinite where there is none."""
    least = np.full(int(lines.list_no.max(initial=-1)) + 1, np.inf)
    for row, needed in ways:
        np.minimum.at(least, lines.list_no[row], needed)
    return least


def _every_way(lines: Lines, book: Book) -> _Ways:
    """The ways of the lines, but for some that need more than others of their list.

    How many have the score that is passed is counted only where it may matter: the fewer they are, the less is needed.
    """
    leader, second, alone = beside(lines, book.boards.height)
    met, same_group = lines.line[leader] == lines.line[second], lines.group[leader] == lines.group[second]
    grouped = (lines.group[leader] >= 0) & (lines.group[second] >= 0)
    apart, compared = ~met & grouped & ~same_group, np.flatnonzero(~met & grouped & same_group)
    ways = [
        _alone(lines, np.concatenate([alone, leader[apart], second[apart]])),
        _met(lines, np.concatenate([leader[met], second[met]])),
    ]
    one = np.concatenate([leader[compared], second[compared]])
    other = np.concatenate([second[compared], leader[compared]])
    near = np.flatnonzero((_fewest(lines) <= _least(lines, ways)[lines.list_no])[one])
    both = _Beside.of(lines, one[near], other[near])
    ways.append(_level(both))
    least = _least(lines, ways)
    at_least = _passed(both, 1).needed
    both = both.only((at_least <= least[lines.list_no[both.row]]) & np.isfinite(at_least))
    ways.append(_passed(both, alike(book, lines.line[both.other])))
    return _Ways(*(np.concatenate(parts) for parts in zip(*ways, strict=True)))


def _fewest(lines: Lines) -> Floats:
    """What a way of each line needs at the very least where scores are compared; infinite where none will do."""
    own = lines.scores
    lacks = own.lacks - 2 * own.worth * own.step - _SLACK
    room = np.where(own.gains > 0, own.most - own.s, own.s)
    return np.where(lacks <= room * own.step, lacks, np.inf)


def _alone(lines: Lines, row: Integers) -> _Ways:
    """The ways of the lines whose score the other is not compared with."""
    own = lines.scores.of(row)
    return _Ways(row, _needed(own, own.lacks, 0.0, own.most))


def _met(lines: Lines, row: Integers) -> _Ways:
    """The ways of the lines that the other has at the same table: what one gains the other loses."""
    own = lines.scores.of(row)
    return _Ways(row, _needed(own, own.lacks / (1 + own.worth), 0.0, own.most))


class _Beside(NamedTuple):
    """Lines whose score is compared with the other's of the two.

    Attributes:
        row: the lines.
        other: of each, the other's line on its board.
        own: their scores.
        sign: 1 where both sit the same way, else -1.
        of_pair: what it has of the comparison with the other: 2, 1 or 0.
        without: what the other has, as this side has it, but for that.
    """

    row: Integers
    other: Integers
    own: Scores
    sign: Floats
    of_pair: Floats
    without: Floats

    @classmethod
    def of(cls, lines: Lines, row: Integers, other: Integers) -> "_Beside":
        """Some lines beside the other's."""
        own, s = lines.scores.of(row), lines.scores.s[other]
        sign = own.side * lines.scores.side[other]
        # The other's table as this side has it: what one side has not the other has.
        theirs = np.where(sign > 0, s, own.most - s)
        of_pair = 1 - np.sign(own.s - theirs)
        return cls(row, other, own, sign, of_pair, theirs - of_pair)

    def only(self, kept: Booleans) -> "_Beside":
        """Some of them."""
        some = np.flatnonzero(kept)
        row, other, own, *rest = self
        return _Beside(row[some], other[some], own.of(some), *(values[some] for values in rest))

    def lacks(self, has: int) -> Floats:
        """What is lacked where the other has so much of the comparison."""
        own = self.own
        return own.lacks + own.gains * self.sign * (has - self.of_pair) * own.step * own.worth


def _level(both: _Beside) -> _Ways:
    """The ways of lines that are level with the other's."""
    level = both.without + 1
    return _Ways(both.row, _needed(both.own, both.lacks(1), level, level))


def _passed(both: _Beside, alike: Integers | int) -> _Ways:
    """The better of the ways of lines that are below the other's and above it.

    Args:
        both: the lines.
        alike: how many of the group have the other's score.
    """
    own, without = both.own, both.without
    others = alike - 1 - (both.of_pair == 1)
    below = _needed(own, both.lacks(2), 0.0, without - others)
    above = _needed(own, both.lacks(0), without + others + 2, own.most)
    return _Ways(both.row, np.minimum(below, above))


def _needed(own: Scores, lacks: Floats, low: Floats | float, high: Floats | float) -> Floats:
    """What lines need to make up what they lack by an `s` from `low` to `high`; infinite where none does."""
    rises = own.gains > 0
    near, far = np.where(rises, low, high), np.where(rises, high, low)
    with np.errstate(divide="ignore", invalid="ignore"):
        # A step of nought changes nothing: it may still be enough.
        steps = np.fmax(np.fmax(np.ceil(lacks / own.step - _HAIR), own.gains * (near - own.s)), 0.0)
        needed: Floats = np.where(steps <= own.gains * (far - own.s) + _HAIR, steps * own.step, np.inf)
    return needed
