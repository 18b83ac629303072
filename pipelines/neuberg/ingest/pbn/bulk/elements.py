"""The elements of rows that are short and plain, as whole numbers: eight bytes each, at the speed of the processor."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.ingest.pbn.bulk.layout import KEPT, LONGEST, Words, cut_elements

_EACH_BYTE = np.uint64(0x0101010101010101)
_QUOTE, _MARK, _SPACE, _LINE_END = b'"^ \n'
_Bools = npt.NDArray[np.bool_]


class Elements(NamedTuple):
    """Which rows have an element for each column, and the elements of those, a row a column."""

    fits: _Bools
    words: Words


def split_elements(texts: pl.Series, width: int) -> Elements | None:
    """The elements of rows of `width` columns; None where one is longer than eight bytes, not ASCII, or oddly quoted.

    Most rows stand in a layout, a column under a column, and are cut; those that do not are looked through for blanks.
    """
    fits, words = cut_elements(texts, width)
    others = np.flatnonzero(~fits)
    if not others.size:
        return Elements(fits, words)
    found = _looked_through(texts.gather(others) if fits.any() else texts, width)
    if found is None or not fits.any():
        return found
    words[:, others[found.fits]] = found.words
    fits[others] = found.fits
    return Elements(fits, words[:, fits])


def _looked_through(texts: pl.Series, width: int) -> Elements | None:
    """The elements of rows, a blank between one and the next.

    >>> found = _looked_through(pl.Series([' 1 4S  "420"', "2 3N"]), 3)
    >>> found.fits.tolist(), [word_text(word) for (word,) in found.words.tolist()]
    ([True, False], ['1', '4S', '"420"'])
    """
    data = f"{texts.str.join(chr(10)).item()}\n".encode() + bytes(LONGEST)
    if not data.isascii():
        return None
    text = np.frombuffer(data, dtype=np.uint8)[:-LONGEST]
    blank = _separators(text)
    if blank is None:
        return None
    turns = np.flatnonzero(np.diff(~blank, prepend=False))
    begins, lengths = turns[::2], np.diff(turns)[::2]
    if lengths.size and lengths.max() > LONGEST:
        return None
    counts = np.diff(np.searchsorted(begins, np.flatnonzero(text == _LINE_END)), prepend=0)
    fits: _Bools = counts == width
    kept = np.repeat(fits, counts)
    at_each_byte = np.ndarray(text.size, dtype="<u8", buffer=data, strides=(1,))
    words = at_each_byte[begins[kept]] & KEPT[lengths[kept]]
    return Elements(fits, np.ascontiguousarray(words.reshape(-1, width).T))


def _separators(text: npt.NDArray[np.uint8]) -> _Bools | None:
    """Where blanks part elements, those within quotes not; None where a quote is not at an end of an element."""
    blank: _Bools = text <= _SPACE
    quote = text == _QUOTE
    if not quote.any():
        return blank
    inside = np.bitwise_xor.accumulate(quote)
    opening, closing = np.flatnonzero(quote & inside), np.flatnonzero(quote & ~inside)
    before = np.where(text[opening - 1] == _MARK, opening - 2, opening - 1)
    begins = blank[before] | (before < 0)
    if not begins.all() or not blank[closing + 1].all() or inside[text == _LINE_END].any():
        return None
    return blank & ~inside


def has_mark(words: pl.Series) -> pl.Series:
    """Whether each element has the mark of an artificial score in it.

    >>> words = [int.from_bytes(text, "little") for text in (b"^60", b" ^A+", b"420")]
    >>> has_mark(pl.Series(words, dtype=pl.UInt64)).to_list()
    [True, True, False]
    """
    others = words.to_numpy() ^ (_EACH_BYTE * np.uint64(_MARK))
    # Taking one from each byte sets the highest bit of one whose was not set only if some byte is zero.
    return pl.Series((others - _EACH_BYTE) & ~others & (_EACH_BYTE << np.uint64(7)) != 0)


def word_text(word: int) -> str:
    """The text of an element, without the blanks about it."""
    return word.to_bytes(LONGEST, "little").rstrip(b"\0").decode("ascii").strip()
