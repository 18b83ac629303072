"""The lines of several PBN texts as columns, where every line is a regular one: a tag, a row, a text to pass over."""

import re
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.ingest.pbn.bulk.buffer import Buffer, Ints, Texts
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
_NEVER = -1
#: With how many of `#` a value of each name begins that the game does not say itself.
_MOST_HASHES = np.array([1 if name in NEVER_INHERITED else 2 for name in NAMES])


class Lines(NamedTuple):
    """What the lines hold, each game by its place among the games of all texts.

    Attributes:
        tags: each tag.
        at: the number of each tag of `NAMES` (down) in each game (across); -1 where the game has none.
        rows: `game, line, code` of each row of a result table.
        texts: what these rows are.
        leads: `game, line, text` of the first text of each play.
        irregular: the texts that the exact tokenizer must read.
        of_the_standard: the texts that may have a part which is held against the standard.
    """

    tags: Tags
    at: Ints
    rows: pl.DataFrame
    texts: Texts
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
    lines = np.flatnonzero(every != DIRECTIVE)
    kind, file = every[lines], buffer.file[lines]
    # Whether a game has ended is told by the last line that is no text: a tag of it, or a blank one.
    turns = np.flatnonzero(kind != TEXT)
    is_tag = kind[turns] == TAG
    begins = is_tag.copy()
    begins[1:] &= ~is_tag[:-1] | (file[turns][1:] != file[turns][:-1])
    games = np.cumsum(begins) - 1
    tags = read_tags(buffer, lines[turns[is_tag]], games[is_tag])
    at = _places(tags)
    texts_at = np.flatnonzero(kind == TEXT)
    owner = np.cumsum(kind != TEXT)[texts_at] - 1
    owned = owner >= 0
    own = owner[owned]
    owned[owned] = is_tag[own] & (file[turns[own]] == file[texts_at[owned]])
    brackets = buffer.places("[")
    owning = (np.cumsum(is_tag) - 1)[owner[owned]]
    rows, rows_texts, leads, others = _texts(buffer, lines[texts_at[owned]], owning, tags)
    stray = np.concatenate([lines[texts_at[~owned]], special_texts(buffer, every, brackets), others])
    irregular = _among(tags.file[_irregular(tags, at)], buffer.file[stray])
    looked_at = np.searchsorted(buffer.begins, of_the_standard(buffer, brackets), side="right") - 1
    return Lines(tags, at, rows, rows_texts, leads, irregular, _among(buffer.file[looked_at]))


def _among(*files: Ints) -> set[int]:
    """The texts that are among some."""
    return set(np.flatnonzero(np.bincount(np.concatenate(files))).tolist())


def _places(tags: Tags) -> Ints:
    """The number of each tag of `NAMES` (down) in each game (across); -1 where the game has none."""
    games = int(tags.game[-1]) + 1 if tags.game.size else 0
    found = np.full((len(NAMES), games), _NEVER, dtype=np.int64)
    kept = np.flatnonzero(tags.code < len(NAMES))
    found[tags.code[kept], tags.game[kept]] = kept
    return found


def _irregular(tags: Tags, at: Ints) -> Ints:
    """The tags that are not one name and one plain value, are there twice in a game, or are defaults."""
    kept = np.flatnonzero(tags.code < len(NAMES))
    code = tags.code[kept]
    again = kept[at[code, tags.game[kept]] != kept]
    inherited = kept[tags.hashes(kept) >= _MOST_HASHES[code]]
    return np.concatenate([again, inherited, np.flatnonzero(tags.code == IRREGULAR)])


def _texts(buffer: Buffer, lines: Ints, owner: Ints, tags: Tags) -> tuple[pl.DataFrame, Texts, pl.DataFrame, Ints]:
    """The rows of tables, what they are, the first texts of plays, and the lines that are neither nor passed over."""
    code, game = tags.code[owner], tags.game[owner]
    plays = np.flatnonzero(code == PLAY)
    first = plays[np.flatnonzero(np.diff(owner[plays], prepend=-1))]
    card = Texts(buffer, buffer.begins[lines[first]], buffer.ends[lines[first]]).column().str.extract(r"(\S+)")
    leads = pl.DataFrame({"game": game[first], "line": buffer.line[lines[first]], "text": card})
    marked = lines[first][card.str.starts_with("^").fill_null(False).to_numpy()]
    stray = lines[(code < SCORE_TABLE) | (code >= OTHER)]
    kept = np.flatnonzero((code == SCORE_TABLE) | (code == TOTAL_SCORE_TABLE))
    own = lines[kept]
    rows = pl.DataFrame({"game": game[kept], "line": buffer.line[own], "code": code[kept]})
    texts = Texts(buffer, buffer.begins[own], buffer.ends[own])
    return rows, texts, leads, np.concatenate([marked, stray])
