"""The elements of rows that stand in one layout, a column under a column: cut out by place, not looked for."""

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import polars as pl

#: An element is a whole number of eight bytes.
LONGEST = 8
#: Of a whole number, the bytes of a text of so many.
KEPT = np.array([(1 << 8 * length) - 1 for length in range(LONGEST + 1)], dtype=np.uint64)
#: Rows of one length from which on looking for their layout is worth its while.
_ENOUGH = 64
_SPACE = ord(" ")
_ELEMENT = re.compile(rb'[\x00-\x20]*(?:"[^"]*"|[^\x00-\x20"]+)[\x00-\x20]*')
Words = npt.NDArray[np.uint64]


def cut_elements(texts: pl.Series, width: int) -> tuple[npt.NDArray[np.bool_], Words]:
    """Which rows stand in a layout of `width` columns, and their elements, a row a column; blanks may be about them.

    Rows of one length are looked at together. An element that is longer than eight bytes, or not ASCII, stands in no
    layout.

    >>> done, words = cut_elements(pl.Series(['1  4S  "420"', '2  3N   "50"'] * 40), 3)
    >>> bool(done.all()), [int(word).to_bytes(8, "little").rstrip(b"\\0") for word in words[:, 1]]
    (True, [b'2', b'3N', b' "50"'])
    """
    lengths = texts.str.len_bytes().to_numpy()
    words = np.zeros((width, len(texts)), dtype=np.uint64)
    done = np.zeros(len(texts), dtype=np.bool_)
    sizes, counts = np.unique(lengths, return_counts=True)
    for length in sizes[counts >= _ENOUGH].tolist():
        of_length = lengths == length
        # All of them, as in most files: nothing need be gathered and put back.
        if of_length.all():
            cut = _cut(texts, length, width)
            return (~done, cut) if cut is not None else (done, words)
        rows = np.flatnonzero(of_length)
        if (cut := _cut(texts.gather(rows), length, width)) is not None:
            words[:, rows] = cut
            done[rows] = True
    return done, words


def _cut(texts: pl.Series, length: int, width: int) -> Words | None:
    data = texts.str.join("").item().encode() + bytes(LONGEST)
    if not data.isascii():
        return None
    text = np.frombuffer(data, dtype=np.uint8)[:-LONGEST].reshape(-1, length)
    is_column = (text > _SPACE).any(axis=0)
    turns = np.flatnonzero(np.diff(is_column, prepend=False, append=False)).reshape(-1, 2)
    if len(turns) != width or (turns[:, 1] - turns[:, 0]).max() > LONGEST:
        return None
    words = np.empty((width, len(texts)), dtype=np.uint64)
    for place, (begin, end) in enumerate(turns.tolist()):
        each = np.ndarray(len(texts), dtype="<u8", buffer=data, offset=begin, strides=(length,))
        np.bitwise_and(each, KEPT[end - begin], out=words[place])
        if not all(map(_is_element, pl.Series(words[place]).unique().to_list())):
            return None
    return words


@lru_cache(maxsize=1 << 16)
def _is_element(word: int) -> bool:
    """Whether a word is one element, with blanks about it or not."""
    return _ELEMENT.fullmatch(word.to_bytes(LONGEST, "little").rstrip(b"\0")) is not None
