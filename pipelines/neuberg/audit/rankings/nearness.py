"""How little would change who wins: another score of the leader, or of the next, on one board.

One score moves both: whoever sat the same way and is passed loses what the other gains of him, whoever sat the other
way gains it, and the opponents at the table lose all of it.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.rankings.beside import Floats, Lines, Scores, alike, beside, lines_of
from neuberg.score.packed import Integers

_HAIR = 1e-9


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
            "needed_board": book.lines["board"].gather(lines.line[row]),
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
    level, at_least = _passing(lines, one, other, np.ones(one.size, np.int64))
    least = _least(lines, [*ways, level])
    close = np.flatnonzero((at_least.needed <= least[lines.list_no[one]]) & np.isfinite(at_least.needed))
    passing = _passing(lines, one[close], other[close], alike(book, lines.line[other[close]]))
    return _Ways(*(np.concatenate(parts) for parts in zip(*ways, level, passing[1], strict=True)))


def _alone(lines: Lines, row: Integers) -> _Ways:
    """The ways of the lines whose score the other is not compared with."""
    own = lines.scores.of(row)
    return _Ways(row, _needed(own, _lacks(own, 0.0), 0.0, own.most))


def _met(lines: Lines, row: Integers) -> _Ways:
    """The ways of the lines that the other has at the same table: what one gains the other loses."""
    own = lines.scores.of(row)
    lacks = own.gains * (own.rival * own.top - own.total * own.rival_top) / (own.top + own.rival_top)
    return _Ways(row, _needed(own, lacks, 0.0, own.most))


def _passing(lines: Lines, row: Integers, other: Integers, alike: Integers) -> tuple[_Ways, _Ways]:
    """The ways of lines whose score is compared with the other's: level with it; and the better of below and above it.

    Args:
        lines: the lines.
        row: those whose score is another.
        other: the other's line on the board of each.
        alike: how many of the group have the other's score.
    """
    own, s = lines.scores.of(row), lines.scores.s[other]
    sign = own.side * lines.scores.side[other]
    # The other's table as this side has it: what one side has not the other has.
    theirs = np.where(sign > 0, s, own.most - s)
    of_pair = 1 - np.sign(own.s - theirs)
    without = theirs - of_pair
    others = alike - 1 - (own.s == theirs)
    below, level, above = (_lacks(own, sign * (has - of_pair) * own.step) for has in (2, 1, 0))
    passed = np.minimum(_needed(own, below, 0.0, without - others), _needed(own, above, without + others + 2, own.most))
    return _Ways(row, _needed(own, level, without + 1, without + 1)), _Ways(row, passed)


def _lacks(own: Scores, moved: Floats | float) -> Floats:
    """The matchpoints that lines lack, or have to lose, where as many are moved to their rivals."""
    lacks: Floats = own.gains * ((own.rival + moved) * own.top / own.rival_top - own.total)
    return lacks


def _needed(own: Scores, lacks: Floats, low: Floats | float, high: Floats | float) -> Floats:
    """What lines need to make up what they lack by an `s` from `low` to `high`; infinite where none does."""
    rises = own.gains > 0
    near, far = np.where(rises, low, high), np.where(rises, high, low)
    with np.errstate(divide="ignore", invalid="ignore"):
        # A step of nought changes nothing: it may still be enough.
        steps = np.fmax(np.fmax(np.ceil(lacks / own.step - _HAIR), own.gains * (near - own.s)), 0.0)
        needed: Floats = np.where(steps <= own.gains * (far - own.s) + _HAIR, steps * own.step, np.inf)
    return needed
