"""The lines of the leaders and runners-up of lists as plain arrays, and which of them are beside each other."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.pieces import rows_at
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.book.seated import SIDES
from neuberg.audit.rule import Rule, Sides, matchpoints_by, rule_of
from neuberg.rules import profile as profile_named
from neuberg.score.packed import Integers

Floats = npt.NDArray[np.float64]


class Scores(NamedTuple):
    """Scores of leaders and seconds, each as its side has it: `s` of at `most` so many, and what a `step` is worth.

    Attributes:
        gains: 1 for a second, who must have more, and -1 for a leader, who must have less.
        lacks: the matchpoints that who has it lacks to be level with the other of the two, or has to lose.
        worth: how many of its matchpoints one of the other is worth, as their tops are.
        side: 1 for N-S, and -1 for E-W.
        s: the matchpoints in the group.
        most: the most that there may be.
        step: the matchpoints of one of `s`.
    """

    gains: Floats
    lacks: Floats
    worth: Floats
    side: Floats
    s: Floats
    most: Floats
    step: Floats

    def of(self, rows: Integers) -> "Scores":
        """Some of them."""
        return Scores(*(values[rows] for values in self))


class Lines(NamedTuple):
    """The lines of leaders and seconds that have a score.

    Attributes:
        list_no: the list.
        row: the place of who has it among the contestants.
        line: the place among the book's lines.
        board: the place among the book's boards.
        group: those that are compared on the board; -1 where that is not known.
        scores: the score.
    """

    list_no: Integers
    row: Integers
    line: Integers
    board: Integers
    group: Integers
    scores: Scores


def lines_of(two: pl.DataFrame, seats: tuple[Integers, Integers], book: Book) -> Lines:
    """The lines of the leader and the second of each list, those of N-S first."""
    who = np.concatenate([two["leader"].to_numpy(), two["second"].to_numpy()])
    # The last place is that of the lines without a pair.
    place = np.full(max(int(rows.max(initial=-1)) for rows in (*seats, who)) + 2, -1, np.int64)
    place[who] = np.arange(who.size)
    there = place >= 0
    lines = [np.flatnonzero(there[rows]) for rows in seats]
    line = np.concatenate(lines)
    of_two = place[np.concatenate([rows[own] for rows, own in zip(seats, lines, strict=True)])]
    side = np.repeat((1.0, -1.0), [own.size for own in lines])
    group, s, n, step = _scored(book, line, side < 0)
    scored = np.flatnonzero(n >= 0)
    line, of_two, group, n = (values[scored] for values in (line, of_two, group, n))
    side, s, step = (values[scored] for values in (side, s, step))
    gains, lacks, worth = (values[of_two] for values in _of_two(two))
    return Lines(
        list_no=np.tile(two["list_no"].to_numpy(), 2)[of_two],
        row=who[of_two],
        line=line,
        board=book.board[line],
        group=group,
        scores=Scores(gains, lacks, worth, side, s, (2 * (n - 1)).astype(np.float64), step),
    )


def _of_two(two: pl.DataFrame) -> tuple[Floats, Floats, Floats]:
    """Of each leader, and then of each second, what the first columns of `Scores` say."""
    leader, second = (
        [two[name].cast(pl.Float64).to_numpy() for name in names]
        for names in (("one", "one_top"), ("other", "other_top"))
    )
    total, top, rival, rival_top = (np.concatenate(pair) for pair in zip(leader + second, second + leader, strict=True))
    gains = np.repeat((-1.0, 1.0), two.height)
    return gains, gains * (rival * top / rival_top - total), top / rival_top


def _scored(book: Book, line: Integers, is_ew: Booleans) -> tuple[Integers, Floats, Integers, Floats]:
    """Of sides of lines the group, `s`, `n` and `step`; an `n` of -1 where there is no score.

    On a plain board all lines are one group, and M is S.
    """
    board, sides = book.board[line], (line[~is_ew], line[is_ew])
    n = book.boards["field"].to_numpy()[board]
    num = np.concatenate([_at(book, f"{side}_num", own) for side, own in zip(SIDES, sides, strict=True)])
    group, step = np.ones(line.size, np.int64), np.ones(line.size)
    s = (num // np.maximum(n, 1)).astype(np.float64)
    other = np.flatnonzero(~book.boards["is_plain"].to_numpy()[board])
    if other.size:
        group[other] = _at(book, "comparison_group", line[other], -1)
        s[other], n[other], step[other] = _ranked_again(book, line[other], is_ew[other])
    return group, s, n, step


def _at(book: Book, name: str, lines: Integers, none: int = 0) -> Integers:
    """A column of some lines, `none` where it is null."""
    return _whole(book.lines[name][lines], none)


def _whole(column: pl.Series, none: int) -> Integers:
    whole = column.cast(pl.Int64)
    return (whole.fill_null(none) if whole.null_count() else whole).to_numpy()


def _ranked_again(book: Book, line: Integers, is_ew: Booleans) -> tuple[Floats, Integers, Floats]:
    """Of sides of lines on boards that are not plain `s`, `n` and `step`, an `n` of -1 where there is no score."""
    # The last place is that of the lines that are not ranked again, and the last kind theirs.
    place = np.full(book.lines.height, -1, np.int64)
    place[book.kinds.line] = np.arange(book.kinds.line.size)
    at = place[line]
    kind = np.where(is_ew, np.append(book.kinds.ew, -1)[at], np.append(book.kinds.ns, -1)[at])
    s, n, step = _of_kinds(book)
    return s[kind], n[kind], step[kind]


def _of_kinds(book: Book) -> tuple[Floats, Integers, Floats]:
    """Of each kind of side on boards that are not plain `s`, `n` and `step`, under the book's profile; and of none."""
    rule, none = rule_of(profile_named(book.profile)), pl.lit(None, dtype=pl.Int64)
    rows = book.kinds.rows.with_columns(award_flat=none, award_session=none)
    s, n = ("s1", "n1") if rule.regime == "one_field" else ("s", "n")
    sides = Sides(rows)
    before = _value(rule, sides)
    sides.of[s] = sides.of[s] + sides.of["unit"]
    step = np.where(sides.has[n], _value(rule, sides) - before, 0.0)
    own = rows.select((pl.col(s) / pl.col("unit")).fill_null(np.nan), pl.col(n).cast(pl.Int64).fill_null(-1))
    return np.append(own[s].to_numpy(), np.nan), np.append(own[n].to_numpy(), -1), np.append(step, 0.0)


def _value(rule: Rule, sides: Sides) -> Floats:
    """The matchpoints of sides on 2-1-0."""
    points = matchpoints_by(rule, sides)
    value: Floats = points.num / np.maximum(points.den, 1)
    return value


def beside(lines: Lines, boards: int) -> tuple[Integers, Integers, Integers]:
    """Each line of a leader with each of its second on the same board, as their places; and those with none beside."""
    code = lines.list_no * boards + lines.board
    of_leader, of_second = np.flatnonzero(lines.scores.gains < 0), np.flatnonzero(lines.scores.gains > 0)
    of_second = of_second[np.argsort(code[of_second], kind="stable")]
    known = code[of_second]
    begins, ends = (np.searchsorted(known, code[of_leader], side) for side in ("left", "right"))
    many = ends - begins
    second = of_second[_runs(begins, many)]
    alone = np.ones(code.size, bool)
    leader = np.repeat(of_leader, many)
    alone[leader] = alone[second] = False
    return leader, second, np.flatnonzero(alone)


def _runs(begins: Integers, many: Integers) -> Integers:
    """The places of runs, one run after another, of where each begins and how long it is."""
    before = np.cumsum(many) - many
    places: Integers = np.arange(int(many.sum())) + np.repeat(begins - before, many)
    return places


def alike(book: Book, line: Integers) -> Integers:
    """Of some lines how many of their group have their score, themselves among them."""
    if not line.size:
        return line
    board = book.board[line]
    wanted = np.zeros(book.boards.height, bool)
    wanted[board] = True
    there = np.flatnonzero(wanted[book.board])
    own = book.board[there]
    together = bool((own[1:] >= own[:-1]).all())
    lines = np.bincount(own, minlength=wanted.size)
    many = lines[board]
    rows = _runs((np.cumsum(lines) - lines)[board], many)
    if not together:
        rows = np.argsort(own, kind="stable")[rows]
    same, place = np.ones(rows.size, bool), np.searchsorted(there, line)
    for column in rows_at(book.lines.select("comparison_group", "ns_num"), there):
        value = _whole(column, -1)
        same &= value[rows] == np.repeat(value[place], many)
    found: Integers = np.add.reduceat(same, np.cumsum(many) - many, dtype=np.int64)
    return found
