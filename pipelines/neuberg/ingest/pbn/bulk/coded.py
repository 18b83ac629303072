"""Columns by their few distinct elements: words of eight bytes are told apart without being sorted or joined."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
#: Odd numbers, by each of which words are mixed until no two of those that are there fall on one place of so many bits.
#: Most columns have few distinct words, for which a table that fits in the processor's cache is enough.
_MIXED_BY = (
    (np.uint64(0x9E3779B97F4A7C15), 13),
    (np.uint64(0xC2B2AE3D27D4EB4F), 16),
    (np.uint64(0xD6E8FEB86659FD93), 16),
)
#: As many rows as can be told apart by one number.
_MOST = 1 << 62


class Coded(NamedTuple):
    """A column by its distinct texts, of which each row has one; a text may stand among them twice."""

    codes: Ints
    texts: list[str | None]

    def some(self, rows: npt.NDArray[np.bool_]) -> "Coded":
        """Some of the rows, and the texts that are in them.

        >>> Coded(np.array([0, 1, 2]), ["a", None, "b"]).some(np.array([True, False, True]))
        Coded(codes=array([0, 1]), texts=['a', 'b'])
        """
        codes = self.codes[rows]
        used = np.flatnonzero(np.bincount(codes, minlength=len(self.texts)))
        number = np.empty(len(self.texts), dtype=np.int64)
        number[used] = np.arange(used.size)
        return Coded(number[codes], [self.texts[code] for code in used.tolist()])

    def told(self, function: Callable[[str | None], str | None]) -> "Coded":
        """What a function makes of the texts, each of its texts among them once.

        >>> Coded(np.array([0, 1, 2]), ["a", "b ", "b"]).told(lambda text: text.strip())
        Coded(codes=array([0, 1, 1]), texts=['a', 'b'])
        """
        numbers: dict[str | None, int] = {}
        number = [numbers.setdefault(function(text), len(numbers)) for text in self.texts]
        return Coded(np.array(number, dtype=np.int64)[self.codes], list(numbers))

    def are(self, test: Callable[[str | None], bool]) -> npt.NDArray[np.bool_]:
        """Which rows' texts meet a test."""
        return np.array([test(text) for text in self.texts], dtype=np.bool_)[self.codes]

    def column(self) -> pl.Series:
        """The rows' texts."""
        return pl.Series(self.texts, dtype=pl.String).gather(self.codes)


def told_apart(words: Words) -> tuple[Ints, Words]:
    """Which of the distinct words each is, and these.

    >>> codes, distinct = told_apart(np.array([7, 5, 7], dtype=np.uint64))
    >>> distinct[codes].tolist()
    [7, 5, 7]
    """
    for mixed_by, bits in _MIXED_BY:
        table = np.zeros(1 << bits, dtype=np.uint64)
        place = ((words * mixed_by) >> np.uint64(64 - bits)).view(np.int64)
        table[place] = words
        if (table[place] == words).all():
            return _numbered(place, table)
    distinct = pl.Series("word", words).unique().to_frame().with_row_index("code")
    codes = pl.Series("word", words).to_frame().join(distinct, on="word", how="left", maintain_order="left")["code"]
    return codes.to_numpy().astype(np.int64), distinct["word"].to_numpy()


def _numbered(place: Ints, table: Words) -> tuple[Ints, Words]:
    is_there = np.zeros(table.size, dtype=np.bool_)
    is_there[place] = True
    there = np.flatnonzero(is_there)
    number = np.empty(table.size, dtype=np.int64)
    number[there] = np.arange(there.size)
    return number[place], table[there]


def coded_words(words: Words, text_of: Callable[[int], str]) -> Coded:
    """A column of words."""
    codes, distinct = told_apart(words)
    return Coded(codes, [text_of(word) for word in distinct.tolist()])


def coded_texts(texts: pl.Series) -> Coded:
    """A column of texts."""
    distinct = texts.unique(maintain_order=True)
    codes = texts.replace_strict(distinct, pl.int_range(distinct.len(), eager=True), return_dtype=pl.Int64)
    return Coded(codes.to_numpy(), distinct.to_list())


def combined(columns: list[Coded]) -> tuple[Ints, list[tuple[str | None, ...]]]:
    """Which of the distinct rows of several columns each row is, and these.

    >>> rows = [Coded(np.array([0, 1, 0]), ["a", "b"]), Coded(np.array([0, 0, 0]), ["c"])]
    >>> codes, distinct = combined(rows)
    >>> [distinct[code] for code in codes.tolist()]
    [('a', 'c'), ('b', 'c'), ('a', 'c')]
    """
    if math.prod(len(column.texts) for column in columns) > _MOST:
        *before, last = columns
        codes, rows = combined(before)
        codes, distinct = told_apart((codes + len(rows) * last.codes).view(np.uint64))
        return codes, [(*rows[at % len(rows)], last.texts[at // len(rows)]) for at in distinct.tolist()]
    whole, times = np.zeros_like(columns[0].codes), [1]
    for column in columns:
        whole += times[-1] * column.codes
        times.append(times[-1] * len(column.texts))
    codes, distinct = told_apart(whole.view(np.uint64))
    parts = [
        [column.texts[whole // own % len(column.texts)] for whole in distinct.tolist()]
        for column, own in zip(columns, times[:-1], strict=True)
    ]
    return codes, list(zip(*parts, strict=True))
