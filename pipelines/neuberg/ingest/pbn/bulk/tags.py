"""The kinds of the lines of PBN texts, and the names and values of their tags, from the bytes as they stand."""

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.ingest.pbn.bulk.buffer import LONGEST, Bools, Buffer, Ints
from neuberg.ingest.pbn.game import KEPT, RESULT_TABLES
from neuberg.ingest.pbn.tokens import SKIPPED

#: The tags that games keep, by place.
NAMES = (*sorted(KEPT), *RESULT_TABLES, "Play")
SCORE_TABLE, TOTAL_SCORE_TABLE, PLAY = (NAMES.index(name) for name in (*RESULT_TABLES, "Play"))
PASSED_OVER, OTHER, IRREGULAR = len(NAMES), len(NAMES) + 1, len(NAMES) + 2

BLANK, TAG, TEXT, DIRECTIVE = range(4)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_SPACE, _TABULATOR, _ASCII = ord(" "), ord("\t"), 128
_SPACES = b" \t"
#: Blanks before a text that are passed one at a time for all lines at once.
_MOST_BLANKS = 32
_MIXED = np.uint64(0x9E3779B97F4A7C15)


def kinds(buffer: Buffer) -> npt.NDArray[np.int8]:
    """The kind of each line: blank, a tag, a directive or a text.

    >>> kinds(Buffer([b'[Board "1"]\\n 1 2\\n \\n% PBN'])).tolist() == [TAG, TEXT, BLANK, DIRECTIVE]
    True
    """
    first = buffer.bytes[buffer.begins]
    found = np.full(first.size, TEXT, dtype=np.int8)
    found[first == ord("[")] = TAG
    found[first == ord("%")] = DIRECTIVE
    found[buffer.begins == buffer.ends] = BLANK
    doubtful = np.flatnonzero((found == TEXT) & ((first <= _SPACE) | (first >= _ASCII)))
    found[doubtful[_are_blank(buffer, doubtful)]] = BLANK
    return found


def _are_blank(buffer: Buffer, lines: Ints) -> Bools:
    """Which lines have nothing but blanks, of whatever script."""
    at, ends = buffer.begins[lines], buffer.ends[lines]
    passing = np.arange(lines.size)
    for _ in range(_MOST_BLANKS):
        passing = passing[(buffer.bytes[at[passing]] <= _SPACE) & (at[passing] < ends[passing])]
        at[passing] += 1
    blank: Bools = at >= ends
    for line in np.flatnonzero(~blank & ((buffer.bytes[at] >= _ASCII) | (buffer.bytes[at] <= _SPACE))).tolist():
        blank[line] = not buffer.data[at[line] : ends[line]].decode("utf-8").strip()
    return blank


def special_texts(buffer: Buffer, kind: npt.NDArray[np.int8]) -> Ints:
    """The lines of text with what begins a tag or a comment in them."""
    brackets = buffer.places("[")
    inside = brackets[buffer.bytes[brackets - 1] != ord("\n")]
    lines: Ints = np.searchsorted(buffer.begins, np.concatenate([inside, buffer.places(";")]), side="right") - 1
    texts: Ints = lines[kind[lines] == TEXT]
    return texts


def read_tags(buffer: Buffer, lines: Ints, games: Ints) -> pl.DataFrame:
    """The tags that stand in lines (`Lines.tags`), each of a game."""
    begins, ends = buffer.begins[lines], buffer.ends[lines]
    quotes = np.append(buffer.places('"'), [len(buffer.data)] * 2)
    at = np.searchsorted(quotes, begins)
    is_regular = quotes[at + 1] < ends
    # Where a tag has no value, none is looked for beyond its line.
    opening, closing = (np.where(is_regular, quotes[at + place], begins + place) for place in (0, 1))
    is_regular &= _are_closed(buffer, closing, ends) & ~_have_escapes(buffer, opening, closing)
    first, second = (buffer.bytes[opening + place] == ord("#") for place in (1, 2))
    columns = {
        "file": buffer.file[lines],
        "line": buffer.line[lines],
        "game": games,
        "value": buffer.texts(opening + 1, closing),
        "code": np.where(is_regular, _codes(buffer, begins + 1, opening), IRREGULAR),
        "hashes": first.astype(np.int8) + (first & second),
    }
    return pl.DataFrame(columns)


def _are_closed(buffer: Buffer, closing: Ints, ends: Ints) -> Bools:
    """Whether behind the value there is a bracket, and no more but blanks."""
    bracket = buffer.bytes[closing + 1] == ord("]")
    closed: Bools = bracket & (closing + 2 == ends)
    for tag in np.flatnonzero(bracket & ~closed).tolist():
        closed[tag] = buffer.data[closing[tag] + 1 : ends[tag]].rstrip(_SPACES) == b"]"
    return closed


def _have_escapes(buffer: Buffer, opening: Ints, closing: Ints) -> Bools:
    """Whether a value ends with a backslash, or has two together."""
    slash = ord("\\")
    last: Bools = buffer.bytes[closing - 1] == slash
    slashes = buffer.places("\\")
    doubled = slashes[buffer.bytes[slashes + 1] == slash]
    if not doubled.size:
        return last
    inside: Bools = np.searchsorted(doubled, opening) != np.searchsorted(doubled, closing - 1)
    return last | inside


def _codes(buffer: Buffer, begins: Ints, ends: Ints) -> Ints:
    """The code of each name; blanks may stand behind it. Names are compared as words of eight bytes."""
    ends = ends.copy()
    for _ in range(_MOST_BLANKS):
        last = buffer.bytes[ends - 1]
        blank = ((last == _SPACE) | (last == _TABULATOR)) & (ends > begins)
        if not blank.any():
            break
        ends -= blank
    lengths = ends - begins
    # Nearly every name is of two words; those of more are one by one.
    words = [buffer.words(begins, lengths), buffer.words(begins + LONGEST, lengths - LONGEST)]
    key = words[0] * _MIXED ^ words[1]
    of_key = pl.DataFrame({"key": key}).with_row_index("first").unique("key", keep="first", maintain_order=True)
    firsts = of_key["first"].to_numpy()
    codes = np.array([_code(_name(buffer, begins[first], ends[first])) for first in firsts.tolist()], dtype=np.int64)
    place = pl.Series(key).replace_strict(of_key["key"], pl.int_range(of_key.height, eager=True)).to_numpy()
    found: Ints = codes[place]
    unlike = (words[0] != words[0][firsts][place]) | (words[1] != words[1][firsts][place]) | (lengths > 2 * LONGEST)
    for tag in np.flatnonzero(unlike).tolist():
        found[tag] = _code(_name(buffer, begins[tag], ends[tag]))
    return found


def _name(buffer: Buffer, begin: int, end: int) -> str:
    return buffer.data[begin:end].decode("utf-8", "replace")


@lru_cache(maxsize=1 << 12)
def _code(name: str) -> int:
    if name in NAMES:
        return NAMES.index(name)
    if not _NAME.fullmatch(name):
        return IRREGULAR
    return PASSED_OVER if name in SKIPPED or name.endswith("Table") else OTHER
