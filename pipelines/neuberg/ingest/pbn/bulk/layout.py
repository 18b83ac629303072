"""The elements of rows that stand in one layout, a column under a column: cut out by place, not looked for."""

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from neuberg.ingest.pbn.bulk.buffer import KEPT, LONGEST, Bools, Ints, Texts, words_in
from neuberg.ingest.pbn.bulk.coded import Coded, told_apart

#: Rows of one length from which on looking for their layout is worth its while, and of which it is made out.
_ENOUGH, _LOOKED_AT = 64, 256
#: How often the rows that do not stand in a layout are looked at for another.
_MOST_LAYOUTS = 4
_LONGEST_ROW = 4096
_SPACE = ord(" ")
_FIRST = re.compile(rb'[\x00-\x20]*(?:"[^"]*"|[!#-~]+)[\x00-\x20]*')
#: A blank before it parts it from the element before.
_LATER = re.compile(rb'[\x00-\x20]+(?:"[^"]*"|[!#-~]+)[\x00-\x20]*')
_Span = tuple[int, int]


def cut_elements(texts: Texts, width: int) -> Iterator[tuple[Ints, list[Coded]]]:
    """Rows that stand in a layout of `width` columns, by number, and their elements, a column of them each.

    Rows of one length are looked at together. An element that, with the blanks before it, is longer than eight bytes,
    or not ASCII, stands in no layout.

    >>> texts = Texts.of(['1  4S  "420"', '2  3N   "50"'] * 40)
    >>> ((rows, columns),) = cut_elements(texts, 3)
    >>> rows.size, [column.texts[column.codes[1]] for column in columns]
    (80, ['2', '3N', '"50"'])
    """
    lengths = np.minimum(texts.ends - texts.begins, _LONGEST_ROW)
    counts = np.bincount(lengths, minlength=1)
    for length in np.flatnonzero(counts[:_LONGEST_ROW] >= _ENOUGH).tolist():
        rows = np.flatnonzero(lengths == length)
        for _ in range(_MOST_LAYOUTS):
            spans = _layout(texts, rows, length, width)
            if spans is None or rows.size < _ENOUGH:
                break
            fits, columns = _cut(texts, rows, spans)
            if fits.all():
                yield rows, columns
                break
            if fits.any():
                yield rows[fits], [column.some(fits) for column in columns]
            rows = rows[~fits]


def _layout(texts: Texts, rows: Ints, length: int, width: int) -> list[_Span] | None:
    """Where each column's element is, with the blanks before it, as some of the rows have it; None where none fits."""
    some = rows[:: max(1, rows.size // _LOOKED_AT)]
    bytes_ = texts.buffer.bytes[texts.begins[some][:, None] + np.arange(length)]
    turns = np.flatnonzero(np.diff((bytes_ > _SPACE).any(axis=0), prepend=False, append=False)).reshape(-1, 2)
    if len(turns) != width:
        return None
    ends = [*turns[:-1, 1].tolist(), length]
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    return spans if max(end - begin for begin, end in spans) <= LONGEST else None


def _cut(texts: Texts, rows: Ints, spans: list[_Span]) -> tuple[Bools, list[Coded]]:
    """Which of the rows have one element in each span, and the elements."""
    whole = texts.buffer.stretches(texts.begins[rows], spans[-1][1] + LONGEST)
    fits = np.ones(rows.size, dtype=np.bool_)
    columns = []
    for place, (begin, end) in enumerate(spans):
        codes, distinct = told_apart(words_in(whole, begin) & KEPT[end - begin])
        elements = [_element(word, is_first=place == 0) for word in distinct.tolist()]
        wrong = [code for code, text in enumerate(elements) if text is None]
        if wrong:
            fits &= ~np.isin(codes, wrong)
        columns.append(Coded(codes, elements))
    return fits, columns


@lru_cache(maxsize=1 << 16)
def _element(word: int, *, is_first: bool) -> str | None:
    """The one element in a word, without the blanks about it; None where it is not one, or not parted from the last."""
    text = word.to_bytes(LONGEST, "little").rstrip(b"\0")
    return text.decode("ascii").strip() if (_FIRST if is_first else _LATER).fullmatch(text) else None
