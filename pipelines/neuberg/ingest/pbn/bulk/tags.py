"""The kinds of the lines of PBN texts, and the names and values of their tags, from the bytes as they stand."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from neuberg.ingest.pbn.bulk.buffer import KEPT, LONGEST, Bools, Buffer, Ints, Texts
from neuberg.ingest.pbn.bulk.coded import told_apart
from neuberg.ingest.pbn.game import KEPT as KEPT_TAGS
from neuberg.ingest.pbn.game import RESULT_TABLES
from neuberg.ingest.pbn.tokens import SKIPPED, as_written

#: The tags that games keep, by place.
NAMES = (*sorted(KEPT_TAGS), *RESULT_TABLES, "Play")
SCORE_TABLE, TOTAL_SCORE_TABLE, PLAY = (NAMES.index(name) for name in (*RESULT_TABLES, "Play"))
PASSED_OVER, OTHER, IRREGULAR = len(NAMES), len(NAMES) + 1, len(NAMES) + 2

BLANK, TAG, TEXT, DIRECTIVE = range(4)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_SPACE, _TABULATOR, _LINE_END, _ASCII = ord(" "), ord("\t"), ord("\n"), 128
_SPACES = b" \t"
#: Blanks before a text that are passed one at a time for all lines at once.
_MOST_BLANKS = 32
#: What stands behind a bracket of what is held against the standard, as far as a word goes.
_PARTS = (b"Auction", b"Play", b"Note", b"ScoreRub", b"ActionTa", b"OptimumS")
#: By the code of a tag, whether it may be one of them.
_CONCERNED = np.array([*(name.encode().startswith(_PARTS) for name in NAMES), True, True, True])
#: Whether a line that begins so may be blank is told by what follows.
_DOUBTFUL = 4


def kinds(buffer: Buffer) -> npt.NDArray[np.int8]:
    """The kind of each line: blank, a tag, a directive or a text.

    >>> kinds(Buffer([b'[Board "1"]\\n 1 2\\n \\n% PBN'])).tolist() == [TAG, TEXT, BLANK, DIRECTIVE]
    True
    """
    found: npt.NDArray[np.int8] = _KIND_BY_FIRST[buffer.bytes[buffer.begins]]
    doubtful = np.flatnonzero(found == _DOUBTFUL)
    found[doubtful] = np.where(_are_blank(buffer, doubtful), BLANK, TEXT)
    return found


def _kinds_by_first() -> npt.NDArray[np.int8]:
    """The kind of a line by its first byte, which is the line's end where it has no other."""
    found = np.full(256, TEXT, dtype=np.int8)
    found[: _SPACE + 1] = found[_ASCII:] = _DOUBTFUL
    found[ord("[")], found[ord("%")], found[_LINE_END] = TAG, DIRECTIVE, BLANK
    return found


_KIND_BY_FIRST = _kinds_by_first()


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


class Tags(NamedTuple):
    """The tags of texts, in their order, a number a tag.

    Attributes:
        line: its line, among those of all texts.
        game: its game.
        code: its name's place in `NAMES`, or beyond.
        values: what it says.
    """

    line: Ints
    game: Ints
    code: Ints
    values: Texts


def brackets_inside(buffer: Buffer, kind: npt.NDArray[np.int8]) -> Ints:
    """Where brackets stand that begin no line; `kind` is each line's."""
    if np.count_nonzero(buffer.bytes == ord("[")) == np.count_nonzero(kind == TAG):
        return np.empty(0, dtype=np.int64)
    brackets = buffer.places("[")
    begins_line: Bools = (brackets == 0) | (buffer.bytes[brackets - 1] == _LINE_END)
    return brackets[~begins_line]


def special_texts(buffer: Buffer, kind: npt.NDArray[np.int8], inside: Ints) -> Ints:
    """The lines of text with what begins a tag or a comment in them, given the brackets that are inside of lines."""
    lines: Ints = buffer.lines_at(np.concatenate([inside, buffer.places(";")]))
    texts: Ints = lines[kind[lines] == TEXT]
    return texts


def of_the_standard(tags: Tags, inside: Ints) -> Ints:
    """The brackets behind which there may stand what is held against the standard (`standard.concerns`)."""
    buffer = tags.values.buffer
    brackets = np.concatenate([buffer.begins[tags.line[_CONCERNED[tags.code]]], inside])
    words = buffer.words(brackets + 1, LONGEST)
    found = np.zeros(brackets.size, dtype=np.bool_)
    for part in _PARTS:
        found |= (words & KEPT[len(part)]) == np.uint64(int.from_bytes(part, "little"))
    return brackets[found]


def read_tags(buffer: Buffer, lines: Ints, games: Ints) -> Tags:
    """The tags that stand in lines, each of a game."""
    begins, ends = buffer.begins[lines], buffer.ends[lines]
    opening, closing, is_regular = buffer.quoted(lines)
    if not is_regular.all():
        # Where a tag has no value, none is looked for beyond its line.
        opening, closing = np.where(is_regular, opening, begins), np.where(is_regular, closing, begins + 1)
    is_regular &= _are_closed(buffer, closing, ends) & ~_have_escapes(buffer, opening, closing)
    code = np.where(is_regular, _codes(buffer, begins + 1, opening), IRREGULAR)
    return Tags(lines, games, code, Texts(buffer, opening + 1, closing))


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
    """The code of each name; blanks may stand behind it. Names are told apart as words of eight bytes."""
    ends = ends.copy()
    for _ in range(_MOST_BLANKS):
        last = buffer.bytes[ends - 1]
        blank = ((last == _SPACE) | (last == _TABULATOR)) & (ends > begins)
        if not blank.any():
            break
        ends -= blank
    lengths = ends - begins
    place, distinct = told_apart(buffer.words(begins, lengths))
    found = _each(place, distinct.size, lambda tag: _code(_name(buffer, begins[tag], ends[tag])))
    # Few names are longer than a word, and fewer than two: those are one by one.
    long = np.flatnonzero(lengths > LONGEST)
    if long.size:
        rest, others = told_apart(buffer.words(begins[long] + LONGEST, lengths[long] - LONGEST))
        place, distinct = told_apart((place[long] * others.size + rest).view(np.uint64))
        found[long] = _each(place, distinct.size, lambda tag: _code(_name(buffer, begins[long[tag]], ends[long[tag]])))
    for tag in np.flatnonzero(lengths > 2 * LONGEST).tolist():
        found[tag] = _code(_name(buffer, begins[tag], ends[tag]))
    return found


def _each(place: Ints, count: int, code: Callable[[int], int]) -> Ints:
    """The code of each tag, given which of the distinct names it has: that of one tag of that name."""
    one = np.empty(count, dtype=np.int64)
    one[place] = np.arange(place.size)
    codes: Ints = np.array([code(tag) for tag in one.tolist()], dtype=np.int64)[place]
    return codes


def _name(buffer: Buffer, begin: int, end: int) -> str:
    return buffer.data[begin:end].decode("utf-8", "replace")


@lru_cache(maxsize=1 << 12)
def _code(name: str) -> int:
    if name in NAMES:
        return NAMES.index(name)
    if as_written(name) != name:
        return IRREGULAR
    if not _NAME.fullmatch(name):
        return IRREGULAR
    return PASSED_OVER if name in SKIPPED or name.endswith("Table") else OTHER
