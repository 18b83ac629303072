"""The lines of the leaders and runners-up of lists as plain arrays, and which of them are beside each other."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, kinds
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
        total: the matchpoints of who has it.
        top: and the top of these.
        rival: the matchpoints of the other of the two.
        rival_top: and the top of these.
        side: 1 for N-S, and -1 for E-W.
        s: the matchpoints in the group.
        most: the most that there may be.
        step: the matchpoints of one of `s`.
    """

    gains: Floats
    total: Floats
    top: Floats
    rival: Floats
    rival_top: Floats
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
    scored, s, n, step = _placed(book, lines)
    line = np.concatenate(lines)[scored]
    own = place[np.concatenate([rows[some] for rows, some in zip(seats, lines, strict=True)])[scored]]
    gains, total, top, rival, rival_top = (values[own] for values in _of_two(two))
    side = np.where(scored < lines[0].size, 1.0, -1.0)
    return Lines(
        list_no=np.tile(two["list_no"].to_numpy(), 2)[own],
        row=who[own],
        line=line,
        board=book.board[line],
        group=book.lines["comparison_group"].gather(line).cast(pl.Int64).fill_null(-1).to_numpy(),
        scores=Scores(gains, total, top, rival, rival_top, side, s, (2 * (n - 1)).astype(np.float64), step),
    )


def _of_two(two: pl.DataFrame) -> list[Floats]:
    """Of each leader, and then of each second, what the first columns of `Scores` say."""
    leader, second = (
        [two[name].cast(pl.Float64).to_numpy() for name in names]
        for names in (("one", "one_top"), ("other", "other_top"))
    )
    both = [np.concatenate(pair) for pair in zip(leader + second, second + leader, strict=True)]
    return [np.repeat((-1.0, 1.0), two.height), *both]


def _placed(book: Book, lines: list[Integers]) -> tuple[Integers, Floats, Integers, Floats]:
    """Of some lines of N-S, and then of E-W, those that have a score, by their places, and its `s`, `n` and `step`."""
    line = np.concatenate(lines)
    num = pl.concat(book.lines[f"{side}_num"].gather(own) for side, own in zip(SIDES, lines, strict=True))
    n = book.lines["n"].gather(line).cast(pl.Int64).fill_null(-1).to_numpy().copy()
    s, step = (num.fill_null(0).to_numpy() // np.maximum(n, 1)).astype(np.float64), np.ones(line.size)
    other = np.flatnonzero(~book.boards["is_plain"].to_numpy()[book.board[line]])
    if other.size:
        s[other], n[other], step[other] = _ranked_again(book, line[other], other >= lines[0].size)
    scored = np.flatnonzero(n >= 0)
    return scored, s[scored], n[scored], step[scored]


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
    rule, rows = rule_of(profile_named(book.profile)), book.kinds.rows
    s, n = ("s1", "n1") if rule.regime == "one_field" else ("s", "n")
    step = _value(rows, rule, pl.col(s) + pl.col("unit")) - _value(rows, rule, pl.col(s))
    own = rows.select((pl.col(s) / pl.col("unit")).fill_null(np.nan), pl.col(n).cast(pl.Int64).fill_null(-1))
    return np.append(own[s].to_numpy(), np.nan), np.append(own[n].to_numpy(), -1), np.append(step, 0.0)


def _value(rows: pl.DataFrame, rule: Rule, s: pl.Expr) -> Floats:
    """The matchpoints of sides on 2-1-0, were so much their S."""
    none = pl.lit(None, dtype=pl.Int64)
    points = matchpoints_by(rule, Sides(rows.with_columns(s=s, s1=s, award_flat=none, award_session=none)))
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
    before = np.cumsum(many) - many
    second = of_second[np.arange(int(many.sum())) + np.repeat(begins - before, many)]
    alone = np.ones(code.size, bool)
    leader = np.repeat(of_leader, many)
    alone[leader] = alone[second] = False
    return leader, second, np.flatnonzero(alone)


def alike(book: Book, line: Integers) -> Integers:
    """Of some lines how many of their group have their score, themselves among them."""
    own, which = np.unique(line, return_inverse=True)
    wanted = np.zeros(book.boards.height, bool)
    wanted[book.board[own]] = True
    there = np.flatnonzero(wanted[book.board])
    scores = as_columns(book.lines.select("comparison_group", "ns_num")[there])
    # Numbered among themselves, the boards leave room for every code that there may be.
    _, kind = kinds([np.cumsum(wanted)[book.board[there]], *scores])
    many: Integers = np.bincount(kind)[kind[np.searchsorted(there, own)]][which]
    return many
