"""The games of several texts as columns, any of which can be had as the exact reader's `Game`."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from neuberg.ingest.pbn.bulk.buffer import Bools, Ints, Texts
from neuberg.ingest.pbn.bulk.coded import Coded
from neuberg.ingest.pbn.bulk.lines import Lines, Rows
from neuberg.ingest.pbn.bulk.parts import coded_parts
from neuberg.ingest.pbn.bulk.tags import NAMES, PASSED_OVER, PLAY, SCORE_TABLE, TOTAL_SCORE_TABLE
from neuberg.ingest.pbn.game import DEAL_TAGS, KEPT, Game, Table, Tag
from neuberg.ingest.pbn.rows import unread_columns
from neuberg.ingest.pbn.score_table import ROLES
from neuberg.ingest.pbn.values import known

_PLAY_TAGS = ("Declarer", "Contract", "Result", "Score")
_INHERITED = ord("#")
_NUMBER = re.compile(r"[ \t]*[0-9]{1,9}[ \t]*")
_DENOMINATIONS = ("S", "H", "D", "C", "N", "NT")
#: In place of the number of a tag: of a game that has none, and of one that takes over what none has said.
_NONE, _NOTHING = -1, -2


class Spans(NamedTuple):
    """What a tag says in each game, empty where a game has none; and which games have one."""

    texts: Texts
    has: Bools

    def some(self, games: Ints) -> "Spans":
        """Those of some games."""
        return Spans(self.texts.some(games), self.has[games])


class Games:
    """The games by number: their tags as columns, and what follows from the tags alone."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._buffer = lines.tags.values.buffer
        self._sources: dict[str, Ints] = {}
        self._coded: dict[str, Coded] = {}
        self._leads = {game: Tag(text, line) for game, line, text in lines.leads.iter_rows()}

    @property
    def count(self) -> int:
        """How many there are."""
        return self._lines.games

    @cached_property
    def first(self) -> Ints:
        """The row of the first tag of each game."""
        return np.flatnonzero(np.diff(self._lines.tags.game, prepend=-1))

    @cached_property
    def is_section_first(self) -> Bools:
        """Which games begin with a section: they may go on with the game before."""
        code = self._lines.tags.code[self.first]
        return np.asarray((code == PLAY) | (code == PASSED_OVER))

    @cached_property
    def file(self) -> Ints:
        """The file of each game."""
        return self._buffer.file[self._lines.tags.line[self.first]]

    def has(self, name: str) -> Bools:
        """Which games have a tag."""
        return self._lines.at[name] >= 0 if name in self._lines.at else np.zeros(self.count, dtype=np.bool_)

    def line(self, name: str, some: Ints) -> Ints:
        """A tag's line in some games; some other where a game has none."""
        at = self._lines.at.get(name)
        return np.zeros_like(some) if at is None else self._buffer.line(self._lines.tags.line[at[some]])

    def spans(self, name: str) -> Spans:
        """What a tag says in each game, `#` resolved."""
        source = self._source(name)
        values, has = self._lines.tags.values, source >= 0
        if has.all():
            return Spans(values.some(source), has)
        texts = Texts(values.buffer, np.where(has, values.begins[source], 0), np.where(has, values.ends[source], 0))
        return Spans(texts, source != _NONE)

    def coded(self, name: str) -> Coded:
        """What a tag says in each game, `#` resolved; None where a game has none."""
        if name not in self._coded:
            self._coded[name] = self._told_apart(name)
        return self._coded[name]

    def _told_apart(self, name: str) -> Coded:
        if name not in self._lines.at:
            return Coded(np.zeros(self.count, dtype=np.int64), [None])
        texts, has = self.spans(name)
        codes, distinct = coded_parts(texts)
        return Coded(codes, distinct) if has.all() else Coded(np.where(has, codes, len(distinct)), [*distinct, None])

    def _source(self, name: str) -> Ints:
        """The number of the tag that a game has what it says from: its own, or where that is `#`, one before."""
        if name not in self._sources:
            at = self._lines.at.get(name)
            self._sources[name] = (
                np.full(self.count, _NONE) if at is None else self._taken_over(at) if self._lines.takes_over else at
            )
        return self._sources[name]

    def _taken_over(self, at: Ints) -> Ints:
        begins, ends = self._lines.tags.values.begins[at], self._lines.tags.values.ends[at]
        takes = (self._buffer.bytes[begins] == _INHERITED) & (ends - begins == 1) & (at >= 0)
        if not takes.any():
            return at
        said = np.maximum.accumulate(np.where(~takes & (at >= 0), np.arange(at.size), -1))[takes]
        found = at.copy()
        found[takes] = np.where((said >= 0) & (self.file[said] == self.file[takes]), at[said], _NOTHING)
        return found

    def _text(self, name: str, number: int) -> str | None:
        """What a tag says in one game; None where it has none."""
        source = int(self._source(name)[number])
        if source < 0:
            return None if source == _NONE else ""
        values = self._lines.tags.values
        return values.buffer.data[values.begins[source] : values.ends[source]].decode()

    def rows(self, of: Ints) -> tuple[Rows, Coded]:
        """The rows of some games' ScoreTables, and the headers of their tables."""
        is_of = np.zeros(self.count, dtype=np.bool_)
        is_of[of] = True
        rows = self._lines.rows
        own = is_of[rows.game] & (rows.code == SCORE_TABLE)
        if not own.all():
            rows = Rows(rows.game[own], rows.line[own], rows.code[own], rows.texts.some(own))
        headers = self.coded("ScoreTable")
        return rows, Coded(headers.codes[rows.game], headers.texts)

    def first_with_unread(self, of: Ints) -> Ints:
        """Of some games the first of each file with each header that has columns nobody reads: they must be told."""
        headers = self.coded("ScoreTable")
        has_unread = headers.are(lambda text: bool(unread_columns(text or "", ROLES)))
        games = of[has_unread[of] & self.tabled[of]]
        _, firsts = np.unique(self.file[games] * len(headers.texts) + headers.codes[games], return_index=True)
        first: Ints = games[firsts]
        return first

    @cached_property
    def records_deal(self) -> Bools:
        """Which games have a tag of a deal."""
        any_: Bools = np.logical_or.reduce([self.has(name) for name in DEAL_TAGS])
        return any_

    @cached_property
    def tabled(self) -> Bools:
        """Which games have a ScoreTable with rows."""
        return self._has_rows(SCORE_TABLE)

    @cached_property
    def has_rows(self) -> Bools:
        """Which games have a table with rows."""
        return self.tabled | self._has_rows(TOTAL_SCORE_TABLE)

    @cached_property
    def has_play(self) -> Bools:
        """`inherit.has_play` of each game."""
        said = {name: self.coded(name).are(lambda text: known(text or "") is not None) for name in _PLAY_TAGS}
        others = said["Declarer"] | said["Result"] | said["Score"]
        denomination = self.coded("Contract").are(lambda text: (text or "").strip().upper() in _DENOMINATIONS)
        return (others | said["Contract"]) & ~(denomination & ~others)

    @cached_property
    def is_board(self) -> Bools:
        """`reader.has_board` of each game."""
        return self.records_deal | self.has_play | self.tabled

    def _has_rows(self, code: int) -> Bools:
        has = np.zeros(self.count, dtype=np.bool_)
        has[self._lines.rows.game[self._lines.rows.code == code]] = True
        return has

    def headings(self, numbers: Ints, names: Sequence[str]) -> Iterator[Game]:
        """Some games with some of their tags only."""
        firsts = self._buffer.line(self._lines.tags.line[self.first[numbers]]).tolist()
        given = [name for name in names if name in self._lines.at]
        columns = []
        for name in given:
            codes, texts = self.coded(name)
            lines = self.line(name, numbers).tolist()
            columns.append(
                [
                    None if (text := texts[code]) is None else Tag(text, line)
                    for code, line in zip(codes[numbers].tolist(), lines, strict=True)
                ]
            )
        for place, first in enumerate(firsts):
            tags = ((name, column[place]) for name, column in zip(given, columns, strict=True))
            yield Game(first, {name: tag for name, tag in tags if tag is not None})

    def game(self, number: int) -> Game:
        """One game as the exact reader takes it."""
        tags = {
            name: Tag(text, self._line(self._lines.at[name][number]))
            for name in NAMES
            if name in self._lines.at and name in KEPT and (text := self._text(name, number)) is not None
        }
        tables = [
            self._table(number, code) for code in (SCORE_TABLE, TOTAL_SCORE_TABLE) if self.has(NAMES[code])[number]
        ]
        return Game(
            self._line(self.first[number]),
            tags,
            sorted(tables, key=lambda table: table.line),
            self._leads.get(number),
            any(name in tags for name in DEAL_TAGS),
        )

    def _line(self, tag: np.int64) -> int:
        return int(self._buffer.line(self._lines.tags.line[tag]))

    def _table(self, number: int, code: int) -> Table:
        rows = self._lines.rows
        begin, end = np.searchsorted(rows.game, [number, number + 1])
        own = np.arange(begin, end)[rows.code[begin:end] == code]
        lines = zip(rows.line[own].tolist(), rows.texts.some(own).column(), strict=True)
        name = NAMES[code]
        return Table(name, self._text(name, number) or "", self._line(self._lines.at[name][number]), False, list(lines))


def plain_number(text: str | None) -> int:
    """A board's number, 0 where it is no plain one.

    >>> plain_number(" 07"), plain_number("7a"), plain_number(None)
    (7, 0, 0)
    """
    return int(text) if text and _NUMBER.fullmatch(text) else 0


def irregular_files(games: Games) -> set[int]:
    """The files with a game that takes over tags from the game before, or whose board is no plain number."""
    if not games.count:
        return set()
    board = games.coded("Board").told(lambda text: text)
    is_numbered = board.are(lambda text: plain_number(text) > 0)
    is_first = np.diff(games.file, prepend=-1) != 0
    has_deal = np.logical_and.reduce([games.has(name) for name in DEAL_TAGS])
    is_other = games.has("Board") & (np.diff(board.codes, prepend=-1) != 0)
    no_board = ~games.has("Board") & ~games.has_play & ~(games.has("ScoreTable") | games.has("TotalScoreTable"))
    is_closed = is_first | (games.has("Event") & (has_deal | is_other | no_board))
    is_regular = is_closed & (~games.is_board | is_numbered) & (is_first | ~games.is_section_first)
    return set(games.file[~is_regular].tolist())
