"""Matchpoints of many groups at once: one sort of a packed key, then whole-array arithmetic on the runs in it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
_KEY_BITS = 63


class Ranked(NamedTuple):
    """Lines in the order of their groups and scores, as runs of equal scores (ties), and the groups that those make.

    Attributes:
        code: of each group, as it was given, ascending.
        n: of each group, the scores in it; a line that stands for several tables counts as so many.
        group: of each tie, its group's place in `code`.
        s: of each tie, a line's matchpoints inside the group: two for a lower score, one for an equal one.
        lines: of each tie, how many lines it has.
        order: the place of each line of the first tie, of the second, and so on.
    """

    code: Integers
    n: Integers
    group: Integers
    s: Integers
    lines: Integers
    order: Integers

    def to_lines(self, of_tie: npt.NDArray[np.integer]) -> npt.NDArray[np.uint32]:
        """What stands for each tie, for each line instead, in the lines' own order."""
        of_line = np.empty(self.order.size, np.uint32)
        of_line[self.order] = np.repeat(of_tie.astype(np.uint32), self.lines)
        return of_line


def ranked(code: Integers, score: Integers, tables: Integers | None = None) -> Ranked:
    """The lines of each code ranked among themselves.

    Args:
        code: of the group that each line is compared in, not negative.
        score: what is compared, higher is better.
        tables: how many tables each line stands for; None: one each.

    >>> found = ranked(np.array([7, 7, 7, 9]), np.array([420, 420, -50, 170]))
    >>> found.n.tolist(), found.to_lines(found.s).tolist()
    ([3, 1], [3, 3, 0, 0])
    """
    key, bits = _packed(code, score)
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = _run_starts(key)
    groups = _run_starts(key[starts] >> bits)
    before = _cumulated(key.size if tables is None else tables[order])
    edges, group_edges = before[np.append(starts, key.size)], before[np.append(starts[groups], key.size)]
    ties = np.diff(groups, append=starts.size)
    # Lower scores count twice and equal ones once, the line's own left out.
    s = edges[:-1] + edges[1:] - 1 - np.repeat(2 * group_edges[:-1], ties)
    return Ranked(
        code=code[order[starts[groups]]],
        n=np.diff(group_edges),
        group=np.repeat(np.arange(groups.size), ties),
        s=s,
        lines=np.diff(starts, append=key.size),
        order=order,
    )


def _packed(code: Integers, score: Integers) -> tuple[npt.NDArray[np.unsignedinteger], int]:
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
    key = (code << bits) | (score - low)
    return key.astype(np.uint32 if code_bits + bits <= 32 else np.uint64), bits


def _run_starts(values: npt.NDArray[np.integer]) -> Integers:
    if not values.size:
        return np.empty(0, np.int64)
    return np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1])))


def _cumulated(tables: Integers | int) -> Integers:
    """The tables before each line, and all of them at the end."""
    if isinstance(tables, int):
        return np.arange(tables + 1)
    return np.concatenate(([0], np.cumsum(tables)))
