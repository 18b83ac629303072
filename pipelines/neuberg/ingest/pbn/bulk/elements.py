"""The elements of rows that are short and plain, as whole numbers: eight bytes each, at the speed of the processor."""

import numpy as np
import numpy.typing as npt

from neuberg.ingest.pbn.bulk.buffer import KEPT, LONGEST, Bools, Ints, Texts
from neuberg.ingest.pbn.bulk.coded import Coded, Words, coded_words
from neuberg.ingest.pbn.bulk.layout import cut_elements

_QUOTE, _MARK, _SPACE, _LINE_END = b'"^ \n'


def split_elements(texts: Texts, width: int) -> tuple[Bools, list[Coded]] | None:
    """Which rows have an element for each of `width` columns, and the elements of those, a column each.

    None where an element is longer than eight bytes, not ASCII, or oddly quoted. Most rows stand in a layout, a column
    under a column, and are cut; those that do not are looked through for blanks.
    """
    parts = list(cut_elements(texts, width))
    fits = np.zeros(texts.begins.size, dtype=np.bool_)
    for rows, _ in parts:
        fits[rows] = True
    others = np.flatnonzero(~fits)
    if others.size:
        found = _looked_through(texts.some(others) if parts else texts, width)
        if found is None:
            return None
        fits[others] = found[0]
        parts.append((others[found[0]], [coded_words(words, word_text) for words in found[1]]))
    return fits, _together(parts, fits, width)


def _together(parts: list[tuple[Ints, list[Coded]]], fits: Bools, width: int) -> list[Coded]:
    """The columns of the rows that fit, in their order."""
    if len(parts) == 1:
        return parts[0][1]
    place = np.cumsum(fits) - 1
    columns = []
    for number in range(width):
        codes = np.empty(int(fits.sum()), dtype=np.int64)
        texts: list[str | None] = []
        for rows, own in parts:
            codes[place[rows]] = own[number].codes + len(texts)
            texts += own[number].texts
        columns.append(Coded(codes, texts))
    return columns


def _looked_through(texts: Texts, width: int) -> tuple[Bools, Words] | None:
    """The elements of rows, a blank between one and the next.

    >>> fits, words = _looked_through(Texts.of([' 1 4S  "420"', "2 3N"]), 3)
    >>> fits.tolist(), [word_text(word) for (word,) in words.tolist()]
    ([True, False], ['1', '4S', '"420"'])
    """
    data = f"{texts.column().str.join(chr(10)).item()}\n".encode() + bytes(LONGEST)
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
    fits: Bools = counts == width
    kept = np.repeat(fits, counts)
    at_each_byte = np.ndarray(text.size, dtype="<u8", buffer=data, strides=(1,))
    words = at_each_byte[begins[kept]] & KEPT[lengths[kept]]
    return fits, np.ascontiguousarray(words.reshape(-1, width).T)


def _separators(text: npt.NDArray[np.uint8]) -> Bools | None:
    """Where blanks part elements, those within quotes not; None where a quote is not at an end of an element."""
    blank: Bools = text <= _SPACE
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


def word_text(word: int) -> str:
    """The text of an element."""
    return word.to_bytes(LONGEST, "little").rstrip(b"\0").decode("ascii")
