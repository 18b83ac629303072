"""The lines of several PBN texts as columns, where every line is a regular one: a tag, a row, a text to pass over."""

import re
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.ingest.pbn.bulk.buffer import Bools, Buffer, Ints, Texts
from neuberg.ingest.pbn.bulk.tags import (
    DIRECTIVE,
    IRREGULAR,
    NAMES,
    OTHER,
    PLAY,
    SCORE_TABLE,
    TAG,
    TEXT,
    TOTAL_SCORE_TABLE,
    Tags,
    brackets_inside,
    kinds,
    of_the_standard,
    read_tags,
    special_texts,
)
from neuberg.ingest.pbn.inherit import NEVER_INHERITED
from neuberg.ingest.pbn.tokens import LONGEST_LINE

_CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\r") + b"\x7f"
#: Of whole lines, and without what could be a tag: a game within a comment is for the exact tokenizer to tell.
_COMMENT = re.compile(rb"^\{[^{}\[]*\}[ \t]*$", re.MULTILINE)
_TABULATOR, _LINE_END, _SPACE = b"\t\n "
_NEVER = -1
_HASH = ord("#")
#: With how many of `#` a value of each name begins that the game does not say itself.
_MOST_HASHES = np.array([1 if name in NEVER_INHERITED else 2 for name in NAMES])


class Rows(NamedTuple):
    """The rows of result tables: the game of each, its line, the name of its table by place, and what it is."""

    game: Ints
    line: Ints
    code: Ints
    texts: Texts


class Lines(NamedTuple):
    """What the lines hold, each game by its place among the games of all texts.

    Attributes:
        tags: each tag.
        games: how many there are.
        at: by the names that some game has, the number of the tag in each game; -1 where the game has none.
        takes_over: whether any says that it takes over what another said.
        rows: the rows of result tables.
        leads: `game, line, text` of the first text of each play.
        irregular: the texts that the exact tokenizer must read.
        of_the_standard: the texts that may have a part which is held against the standard.
    """

    tags: Tags
    games: int
    at: dict[str, Ints]
    takes_over: bool
    rows: Rows
    leads: pl.DataFrame
    irregular: set[int]
    of_the_standard: set[int]


def regular_bytes(text: str) -> bytes | None:
    """A text in UTF-8 with plain line ends; None for one with what only the exact tokenizer takes.

    That is control characters, endless lines, and comments but those that are whole lines: these become lines to pass
    over.

    >>> regular_bytes('[Board "1"]\\r\\n{a\\ncomment}'), regular_bytes("1 {a comment}"), regular_bytes("a\\x1fb")
    (b'[Board "1"]\\n%\\n%', None, None)
    """
    return None if _has_endless_line(text) else regular(text.encode("utf-8"))


def is_plain(data: bytes) -> bool:
    """Whether ASCII lines with plain ends have nothing that `regular` would change or refuse.

    >>> is_plain(b'[Board "1"]\\n'), is_plain(b"\\r\\n"), is_plain(b"{a comment}")
    (True, False, False)
    """
    if not data.isascii() or b"{" in data or b"}" in data or b"\x7f" in data:
        return False
    bytes_ = np.frombuffer(data, dtype=np.uint8)
    passed = np.count_nonzero(bytes_ == _LINE_END) + np.count_nonzero(bytes_ == _TABULATOR)
    return bool(np.count_nonzero(bytes_ < _SPACE) == passed)


def regular(data: bytes) -> bytes | None:
    """`regular_bytes` of a text in UTF-8 without endless lines."""
    if len(data.translate(None, _CONTROL)) != len(data):
        return None
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"{" in data:
        data = _COMMENT.sub(_passed_over, data)
    return None if b"{" in data or b"}" in data else data


def _passed_over(comment: re.Match[bytes]) -> bytes:
    return b"\n".join([b"%"] * (comment[0].count(b"\n") + 1))


def _has_endless_line(text: str) -> bool:
    """Whether a line may be longer than the tokenizer takes: a stretch of that length without an end of line."""
    at = 0
    while len(text) - at > LONGEST_LINE:
        end = max(text.rfind(mark, at, at + LONGEST_LINE + 1) for mark in "\n\r")
        if end < 0:
            return True
        at = end + 1
    return False


def read_lines(texts: list[bytes]) -> Lines:
    """The lines of texts that are regular (`regular_bytes`), together less than two gigabytes."""
    buffer = Buffer(texts)
    every = kinds(buffer)
    inside = brackets_inside(buffer, every)
    lines = np.flatnonzero(every != DIRECTIVE)
    kind = every[lines]
    # Whether a game has ended is told by the last line that is no text: a tag of it, or a blank one.
    is_text = kind == TEXT
    turns = np.flatnonzero(~is_text)
    at_turns = lines[turns]
    is_tag = kind[turns] == TAG
    games = np.cumsum(_are_first(is_tag, at_turns, buffer.starts)) - 1
    tagged = np.flatnonzero(is_tag)
    tags = read_tags(buffer, at_turns[tagged], games[tagged])
    at, irregular = _places(tags)
    texts_at = np.flatnonzero(is_text)
    owner = np.cumsum(~is_text)[texts_at] - 1
    owned = owner >= 0
    own = owner[owned]
    owned[owned] = is_tag[own] & (buffer.file[at_turns[own]] == buffer.file[lines[texts_at[owned]]])
    owning = (np.cumsum(is_tag) - 1)[owner[owned]]
    rows, leads, others = _texts(buffer, lines[texts_at[owned]], owning, tags)
    special = special_texts(buffer, every, inside) if texts_at.size else others
    stray = np.concatenate([lines[texts_at[~owned]], special, others, tags.line[irregular]])
    looked_at = buffer.lines_at(of_the_standard(tags, inside))
    count = int(tags.game[-1]) + 1 if tags.game.size else 0
    takes_over = bool((buffer.bytes[tags.values.begins] == _HASH).any())
    return Lines(tags, count, at, takes_over, rows, leads, _among(buffer.file[stray]), _among(buffer.file[looked_at]))


def _are_first(is_tag: Bools, lines: Ints, starts: Ints) -> Bools:
    """Which lines, tags and blanks, are the first tag of a game: behind a blank, or the first of a text."""
    first = is_tag.copy()
    first[1:] &= ~is_tag[:-1]
    opening = np.searchsorted(lines, starts)
    opening = opening[opening < lines.size]
    first[opening] = is_tag[opening]
    return first


def _among(files: Ints) -> set[int]:
    """The texts that are among some."""
    return set(np.flatnonzero(np.bincount(files)).tolist())


def _places(tags: Tags) -> tuple[dict[str, Ints], Ints]:
    """The number of the tag of each name in each game, -1 for none; and the tags that are irregular.

    These are not one name and one plain value, are there twice in a game, or are defaults.
    """
    present = np.flatnonzero(np.bincount(tags.code, minlength=IRREGULAR + 1)[: len(NAMES)])
    place = np.full(IRREGULAR + 1, present.size)
    place[present] = np.arange(present.size)
    games = int(tags.game[-1]) + 1 if tags.game.size else 0
    cell = place[tags.code] * games + tags.game
    kept = np.flatnonzero(tags.code < len(NAMES))
    if kept.size < cell.size:
        cell = cell[kept]
    found = np.full(present.size * games, _NEVER, dtype=np.int64)
    found[cell] = kept
    again = kept[found[cell] != kept]
    at = {NAMES[code]: row for code, row in zip(present.tolist(), found.reshape(-1, max(games, 1)), strict=True)}
    return at, np.concatenate([again, _defaults(tags), np.flatnonzero(tags.code == IRREGULAR)])


def _defaults(tags: Tags) -> Ints:
    """The tags whose value begins with as many of `#` that the game does not say it itself."""
    bytes_, begins = tags.values.buffer.bytes, tags.values.begins
    marked = np.flatnonzero(bytes_[begins] == _HASH)
    marked = marked[tags.code[marked] < len(NAMES)]
    hashes = 1 + (bytes_[begins[marked] + 1] == _HASH)
    defaults: Ints = marked[hashes >= _MOST_HASHES[tags.code[marked]]]
    return defaults


def _texts(buffer: Buffer, lines: Ints, owner: Ints, tags: Tags) -> tuple[Rows, pl.DataFrame, Ints]:
    """The rows of tables, the first texts of plays, and the lines that are neither nor passed over."""
    code, game = tags.code[owner], tags.game[owner]
    plays = np.flatnonzero(code == PLAY)
    first = plays[np.flatnonzero(np.diff(owner[plays], prepend=-1))]
    card = Texts(buffer, buffer.begins[lines[first]], buffer.ends[lines[first]]).column().str.extract(r"(\S+)")
    leads = pl.DataFrame({"game": game[first], "line": buffer.line(lines[first]), "text": card})
    marked = lines[first][card.str.starts_with("^").fill_null(False).to_numpy()]
    stray = lines[(code < SCORE_TABLE) | (code >= OTHER)]
    kept = np.flatnonzero((code == SCORE_TABLE) | (code == TOTAL_SCORE_TABLE))
    own = lines[kept]
    texts = Texts(buffer, buffer.begins[own], buffer.ends[own])
    return Rows(game[kept], buffer.line(own), code[kept], texts), leads, np.concatenate([marked, stray])
