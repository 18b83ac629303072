"""Several texts as one run of bytes: where its lines are, and any parts of it as words or as a column of texts."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
#: A word is a whole number of eight bytes.
LONGEST = 8
#: Of a word, the bytes of a text of so many.
KEPT = np.array([(1 << 8 * length) - 1 for length in range(LONGEST + 1)], dtype=np.uint64)
#: A text of so many bytes stands in its own row of an Arrow column; a longer one is pointed at.
_INLINE, _PREFIX = 12, 4
_LINE_END, _QUOTE = b'\n"'


class Buffer:
    """Texts one after the other, each closed by a line end.

    >>> buffer = Buffer([b"one\\ntwo", b"three"])
    >>> buffer.file.tolist(), buffer.line([0, 1, 2]).tolist(), buffer.texts(buffer.begins, buffer.ends).to_list()
    ([0, 0, 1], [1, 2, 1], ['one', 'two', 'three'])
    """

    def __init__(self, texts: list[bytes]) -> None:
        #: Longer than the texts, so that words may be read beyond the last of them.
        self.data = b"\n".join([*texts, bytes(2 * LONGEST)])
        self.bytes = np.frombuffer(self.data, dtype=np.uint8)
        # Quotes and line ends are found in one pass: which quotes are a line's is told by counting, not by looking.
        marks = np.flatnonzero((self.bytes == _LINE_END) | (self.bytes == _QUOTE))
        at_end = np.flatnonzero(self.bytes[marks] == _LINE_END)
        #: Where each line ends, and where it begins.
        self.ends: Ints = marks[at_end]
        self.begins: Ints = _behind(self.ends)
        self._marks, self._first_mark, self._end_mark = marks, _behind(at_end), at_end
        behind = np.searchsorted(self.ends, np.cumsum([len(text) + 1 for text in texts]))
        #: The first line of each text, and of each line its text, by number.
        self.starts: Ints = np.concatenate([np.zeros(1, dtype=np.int64), behind[:-1]])
        self.file: Ints = np.repeat(np.arange(len(texts)), behind - self.starts)

    def line(self, lines: Ints) -> Ints:
        """The numbers of lines in their texts, from 1."""
        numbers: Ints = lines - self.starts[self.file[lines]] + 1
        return numbers

    def lines_at(self, places: Ints) -> Ints:
        """The lines in which bytes stand."""
        lines: Ints = np.searchsorted(self.begins, places, side="right") - 1
        return lines

    def quoted(self, lines: Ints) -> tuple[Ints, Ints, Bools]:
        """The first two quotes of lines, and which lines have them; the others' are not to be looked at."""
        first = self._first_mark[lines]
        second = np.minimum(first + 1, self._marks.size - 1)
        return self._marks[first], self._marks[second], second < self._end_mark[lines]

    @cached_property
    def _words(self) -> npt.NDArray[np.uint64]:
        return np.ndarray(len(self.data) - LONGEST, dtype="<u8", buffer=self.data, strides=(1,))

    def places(self, byte: str) -> Ints:
        """Where a byte stands."""
        return np.flatnonzero(self.bytes == ord(byte))

    def words(self, begins: Ints, lengths: Ints | int) -> npt.NDArray[np.uint64]:
        """The first eight bytes of parts, as whole numbers."""
        found: npt.NDArray[np.uint64] = self._words[begins]
        found &= KEPT[np.clip(lengths, 0, LONGEST)]
        return found

    def stretches(self, begins: Ints, length: int) -> npt.NDArray[np.uint8]:
        """The bytes of parts of one length, a row a part."""
        if not begins.size:
            return np.empty((0, length), dtype=np.uint8)
        every = np.ndarray(len(self.data) - length, dtype=f"V{length}", buffer=self.data, strides=(1,))
        return every[begins].view(np.uint8).reshape(-1, length)

    def texts(self, begins: Ints, ends: Ints) -> pl.Series:
        """Parts as a column of texts, none copied: each is a view, as Arrow lays it out."""
        lengths = ends - begins
        views = np.empty((begins.size, 2), dtype=np.uint64)
        views[:, 0] = lengths | (self.words(begins, np.minimum(lengths, _PREFIX)) << np.uint64(32)).view(np.int64)
        pointed = begins.astype(np.uint64) << np.uint64(32)
        views[:, 1] = np.where(lengths > _INLINE, pointed, self.words(begins + _PREFIX, lengths - _PREFIX))
        buffers = [None, pa.py_buffer(views.data), pa.py_buffer(self.data)]
        return pl.Series(pa.Array.from_buffers(pa.string_view(), begins.size, buffers))


def _behind(ends: Ints) -> Ints:
    """Where lines begin that end so, one behind the other."""
    begins = np.empty_like(ends)
    begins[:1] = 0
    begins[1:] = ends[:-1] + 1
    return begins


def words_in(stretches: npt.NDArray[np.uint8], begin: int) -> npt.NDArray[np.uint64]:
    """The word that begins at a place in each of some stretches."""
    count, length = stretches.shape
    if not count:
        return np.empty(0, dtype=np.uint64)
    return np.ndarray(count, dtype="<u8", buffer=stretches, offset=begin, strides=(length,))


class Texts(NamedTuple):
    """Parts of a buffer."""

    buffer: Buffer
    begins: Ints
    ends: Ints

    @classmethod
    def of(cls, texts: list[str]) -> "Texts":
        """Texts of one line each."""
        buffer = Buffer([text.encode() for text in texts])
        return cls(buffer, buffer.begins, buffer.ends)

    def some(self, which: Ints | Bools) -> "Texts":
        """Some of them."""
        return Texts(self.buffer, self.begins[which], self.ends[which])

    def column(self) -> pl.Series:
        """They as a column of texts."""
        return self.buffer.texts(self.begins, self.ends)
