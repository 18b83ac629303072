"""Matchpoints of many groups at once: groups of one size compared as a matrix, the others in one sort."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
_KEY_BITS = 63
#: Groups are compared line by line up to this size, where eight bits hold what a line beats less what beats it.
_MOST_COMPARED = 64
#: With fewer lines in groups of a size than this the calls cost more than a sort.
_FEW_LINES = 256
#: Comparisons at a time: their outcomes stay in the processor's cache.
_MOST_COMPARISONS = 1 << 18
#: Rows are looked up by what they are as long as there are not more possible ones a row than this.
_SPARSE = 4


class Ranked(NamedTuple):
    """Lines ranked in their groups.

    Attributes:
        code: of each group, as it was given, ascending.
        n: of each group, the scores in it; a line that stands for several tables counts as so many.
        group: of each line, its group's place in `code`.
        s: of each line, its matchpoints inside the group: two for a lower score, one for an equal one.
    """

    code: Integers
    n: Integers
    group: Integers
    s: Integers


def ranked(code: Integers, score: npt.NDArray[np.integer], tables: Integers | None = None) -> Ranked:
    """The lines of each code ranked among themselves.

    Args:
        code: of the group that each line is compared in, not negative.
        score: what is compared, higher is better.
        tables: how many tables each line stands for; None: one each.

    >>> found = ranked(np.array([7, 7, 7, 9]), np.array([420, 420, -50, 170]))
    >>> found.n.tolist(), found.s.tolist()
    ([3, 1], [3, 3, 0, 0])
    """
    if tables is not None:
        return _sorted(code, score, tables)
    if np.all(code[1:] >= code[:-1]):
        return _side_by_side(code, score)
    # As a rule a few fields have several groups: only their lines are put in order and back.
    order = _in_order(code)
    place = np.flatnonzero(order != np.arange(code.size))
    source = order[place]
    code, score = code.copy(), score.copy()
    code[place], score[place] = code[source], score[source]
    found = _side_by_side(code, score)
    for values in (found.group, found.s):
        values[source] = values[place]
    return found


def _in_order(code: Integers) -> Integers:
    """The places of the lines by ascending code: its runs are put in order, of which there are fewer than lines."""
    starts = run_starts(code)
    runs = np.argsort(code[starts], kind="stable")
    lengths = np.diff(starts, append=code.size)[runs]
    before = np.cumsum(lengths) - lengths
    order: Integers = np.arange(code.size) + np.repeat(starts[runs] - before, lengths)
    return order


def _side_by_side(code: Integers, score: npt.NDArray[np.integer]) -> Ranked:
    """The lines of each code ranked, where those of one stand together."""
    starts = run_starts(code)
    sizes = np.diff(starts, append=code.size)
    s = np.empty(code.size, np.int64)
    groups = np.bincount(sizes, minlength=_MOST_COMPARED + 1)[: _MOST_COMPARED + 1]
    several = np.zeros(int(sizes.max(initial=_MOST_COMPARED)) + 1, bool)
    several[: groups.size] = groups * np.arange(groups.size) >= _FEW_LINES
    narrow = _narrow(score)
    for size in np.flatnonzero(several).tolist():
        first, most = starts[sizes == size], max(1, _MOST_COMPARISONS // size**2)
        for begin in range(0, first.size, most):
            lines = first[begin : begin + most] + np.arange(size)[:, None]
            s[lines] = _compared(narrow[lines])
    if not several[sizes].all():
        others = np.flatnonzero(np.repeat(~several[sizes], sizes))
        s[others] = _sorted(code[others], score[others], None).s
    return Ranked(code[starts], sizes, np.repeat(np.arange(starts.size), sizes), s)


def _narrow(score: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """The scores in sixteen bits, of which a processor compares the most at once, where they fit."""
    limits = np.iinfo(np.int16)
    fits = not score.size or (limits.min <= score.min() and score.max() <= limits.max)
    return score.astype(np.int16) if fits else score


def _compared(scores: npt.NDArray[np.integer]) -> npt.NDArray[np.int8]:
    """The matchpoints of groups of one size, a column a group: each line compared with each of its group."""
    beats = (scores[:, None] > scores).view(np.int8)
    # Two for a win, one for a tie: one for each comparison, and the lines that it beats over those that beat it.
    s: npt.NDArray[np.int8] = np.add.reduce(beats, axis=1, dtype=np.int8)
    s -= np.add.reduce(beats, axis=0, dtype=np.int8)
    s += np.int8(len(scores) - 1)
    return s


def _sorted(code: Integers, score: npt.NDArray[np.integer], tables: Integers | None) -> Ranked:
    """The lines of each code ranked by one sort of a packed key, whose runs are the ties."""
    key, bits = _packed(code, score)
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = run_starts(key)
    groups = run_starts(key[starts] >> bits)
    before = _cumulated(key.size if tables is None else tables[order])
    edges, group_edges = before[np.append(starts, key.size)], before[np.append(starts[groups], key.size)]
    ties = np.diff(groups, append=starts.size)
    # Lower scores count twice and equal ones once, the line's own left out.
    s = edges[:-1] + edges[1:] - 1 - np.repeat(2 * group_edges[:-1], ties)
    lines = np.diff(starts, append=key.size)
    of_tie = np.repeat(np.arange(groups.size), ties)
    of_line = [np.empty(key.size, np.int64) for _ in range(2)]
    for values, each in zip(of_line, (of_tie, s), strict=True):
        values[order] = np.repeat(each, lines)
    return Ranked(code[order[starts[groups]]], np.diff(group_edges), *of_line)


def _packed(code: Integers, score: npt.NDArray[np.integer]) -> tuple[npt.NDArray[np.unsignedinteger], int]:
    """One number a line that sorts by code and then score, as narrow as it can be, and the bits of the score."""
    if not code.size:
        return np.empty(0, np.uint32), 0
    low = int(score.min())
    bits = (int(score.max()) - low).bit_length()
    code_bits = int(code.max()).bit_length()
    if code_bits + bits > _KEY_BITS:
        # Codes far apart: their places do as well, and there are no more of those than lines.
        code = np.unique(code, return_inverse=True)[1]
        code_bits = int(code.max()).bit_length()
    key = (code << bits) | (score.astype(np.int64) - low)
    return key.astype(np.uint32 if code_bits + bits <= 32 else np.uint64), bits


def run_starts(values: npt.NDArray[np.integer]) -> Integers:
    """The places where a run of equal values begins."""
    if not values.size:
        return np.empty(0, np.int64)
    return np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1])))


def _cumulated(tables: Integers | int) -> Integers:
    """The tables before each line, and all of them at the end."""
    if isinstance(tables, int):
        return np.arange(tables + 1)
    return np.concatenate(([0], np.cumsum(tables)))


def distinct(columns: Iterator[Integers]) -> tuple[Integers, Integers]:
    """Rows of whole numbers, none negative: the place of one of each kind, and of each row its kind.

    >>> distinct(iter([np.array([3, 3, 2, 3]), np.array([1, 0, 5, 1])]))
    (array([2, 1, 0]), array([2, 1, 0, 2]))
    """
    packed, most = next(columns), 0
    for column in columns:
        bits = int(column.max(initial=0)).bit_length()
        most = int(packed.max(initial=0)).bit_length()
        if most + bits > _KEY_BITS:
            packed = np.unique(packed, return_inverse=True)[1]
        packed = (packed << bits) | column
    if int(packed.max(initial=0)) > _SPARSE * packed.size:
        _, firsts, kind = np.unique(packed, return_index=True, return_inverse=True)
        return firsts, kind
    # Each possible row has a place of its own: there is no need to sort.
    first = np.full(int(packed.max(initial=0)) + 1, -1)
    first[packed[::-1]] = np.arange(packed.size)[::-1]
    number = np.cumsum(first >= 0) - 1
    return first[first >= 0], number[packed]
