"""Rows that are alike told apart once: several columns packed into one number a row, and the rows of each number."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np
import polars as pl

from neuberg.score.packed import Integers

#: A place for every code that there may be is kept while there are at most so many times the rows.
_ROOM = 8


class Distinct(NamedTuple):
    """Of each kind of row: the place of its first, and how many there are."""

    first: Integers
    many: Integers


def packed(columns: Iterable[Integers]) -> Integers:
    """One number a row, not negative, the same for rows that are equal in every column.

    >>> packed([np.array([1, 1, 2]), np.array([-5, -5, 2])]).tolist()
    [0, 0, 15]
    """
    code, span = np.zeros(1, np.int64), 1
    for column in columns:
        if not column.size:
            return column
        low = int(column.min())
        width = int(column.max()) - low + 1
        # Kept small, so that there is room for every code that there may be: none need be looked for.
        if span * width > _ROOM * column.size and span > 1:
            known, code = numbered(code)
            span = known.size
        if span * width > _ROOM * column.size and width > 1:
            known, column = numbered(column - low)
            low, width = 0, known.size
        if width > 1 or code.size != column.size:
            code = code * width + (column - low)
            span *= width
    return code


def distinct(columns: Iterable[Integers]) -> Distinct:
    """Each kind of row once.

    >>> found = distinct([np.array([7, 8, 7, 7]), np.array([1, 1, 1, 2])])
    >>> found.first.tolist(), found.many.tolist()
    ([0, 3, 1], [2, 1, 1])
    """
    first, kind = kinds(columns)
    return Distinct(first, np.bincount(kind, minlength=first.size))


def kinds(columns: Iterable[Integers]) -> tuple[Integers, Integers]:
    """The place of the first of each kind of row, and each row's kind.

    >>> first, kind = kinds([np.array([9, 4, 9])])
    >>> first.tolist(), kind.tolist()
    ([1, 0], [1, 0, 1])
    """
    known, kind = numbered(packed(columns))
    first = np.zeros(known.size, np.int64)
    first[kind[::-1]] = np.arange(kind.size)[::-1]
    return first, kind


def in_order(code: Integers) -> tuple[Integers, Integers]:
    """Each row's kind, numbered in the order of their firsts; and the place of each first.

    >>> number, first = in_order(np.array([9, 4, 9]))
    >>> number.tolist(), first.tolist()
    ([0, 1, 0], [0, 1])
    """
    _, first, kind = np.unique(code, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    return place[kind], first[order]


def numbered(code: Integers) -> tuple[Integers, Integers]:
    """The codes that there are, none negative, ascending, and the place of each row's among them.

    >>> known, place = numbered(np.array([9, 4, 9]))
    >>> known.tolist(), place.tolist()
    ([4, 9], [1, 0, 1])
    """
    most = int(code.max(initial=-1)) + 1
    if most <= _ROOM * code.size:
        there = np.zeros(most, bool)
        there[code] = True
        return np.flatnonzero(there), (np.cumsum(there) - 1)[code]
    # They are few beside the rows: found by a hash, where a sort would take several times longer.
    known = pl.Series(code).unique().sort().to_numpy()
    return known, np.searchsorted(known, code).astype(np.int64)


def counted(codes: Iterable[Integers], most: int) -> tuple[Integers, Integers]:
    """The codes that there are, ascending, and how many rows have each.

    Args:
        codes: of the rows, in pieces: those of one are near one another as a rule.
        most: more than any code; none is negative.

    >>> known, many = counted([np.array([9, 4]), np.array([9])], 10)
    >>> known.tolist(), many.tolist()
    ([4, 9], [1, 2])
    """
    whole = np.zeros(most, np.int32)
    for code in codes:
        low = int(code.min(initial=most))
        many = np.bincount(code - low)
        whole[low : low + many.size] += many.astype(np.int32)
    known = np.flatnonzero(whole)
    return known, whole[known].astype(np.int64)


def joined_by(left: pl.DataFrame, right: pl.DataFrame, key: list[str], how: Literal["inner", "left"]) -> pl.DataFrame:
    """The rows of two frames joined by a key, in the order of the left ones; nulls in it are equal.

    >>> scores = pl.DataFrame({"pair": ["1", "2"], "mp": [3, 4]})
    >>> joined_by(pl.DataFrame({"pair": ["2", None]}), scores, ["pair"], "left").rows()
    [('2', 4), (None, None)]
    """
    # One number in place of a key of several columns with texts: those are what takes a join its time.
    code = packed(as_columns(pl.concat([left.select(key), right.select(key)], how="vertical_relaxed")))
    own = left.with_columns(_code=pl.Series(code[: left.height]))
    other = right.drop(key).with_columns(_code=pl.Series(code[left.height :]))
    return own.join(other, on="_code", how=how, maintain_order="left_right").drop("_code")


def as_columns(frame: pl.DataFrame) -> list[Integers]:
    """The frame's columns as whole numbers for `packed`: a null is the number below the least, a text its place."""
    return [_numbers(frame[name]) for name in frame.columns]


def _numbers(column: pl.Series) -> Integers:
    if column.dtype == pl.String:
        # Sessions and sides are one text in most frames: a comparison is less than a table of texts.
        if column.len() and not column.null_count() and (column == column[0]).all():
            return np.zeros(column.len(), np.int64)
        column = column.cast(pl.Enum(column.drop_nulls().unique())).to_physical()
    whole = column.cast(pl.Int64)
    if not whole.null_count():
        return whole.to_numpy()
    least = whole.min()
    return whole.fill_null(least - 1 if isinstance(least, int) else 0).to_numpy()
