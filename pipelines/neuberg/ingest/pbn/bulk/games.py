"""The games of several texts as columns, any of which can be had as the exact reader's `Game`."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import polars as pl

from neuberg.ingest.pbn.bulk.buffer import Ints, Texts
from neuberg.ingest.pbn.bulk.lines import Lines
from neuberg.ingest.pbn.bulk.rows import known
from neuberg.ingest.pbn.bulk.tags import NAMES, PLAY, SCORE_TABLE, TOTAL_SCORE_TABLE
from neuberg.ingest.pbn.game import DEAL_TAGS, KEPT, Game, Table, Tag

_PLAY_TAGS = ("Declarer", "Contract", "Result", "Score")
_INHERITED = "#"
_DENOMINATIONS = ("S", "H", "D", "C", "N", "NT")


class Games:
    """The games by number: their tags as columns, and what follows from the tags alone."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._at = lines.at
        #: All at once: polars looks at the whole buffer each time that a column is made of parts of it.
        self._values = lines.tags.values.column()
        self._numbers = lines.tags.line
        self._columns: dict[str, pl.Series] = {}
        self._rows_of = lines.rows["game"].to_numpy()
        self._leads = dict(lines.leads.select("game", pl.struct("text", "line")).iter_rows())

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self._at.shape[1])

    def value(self, name: str) -> pl.Series:
        """A tag's value in each game, `#` resolved; null where a game has none."""
        if name not in self._columns:
            self._columns[name] = self._value(name)
        return self._columns[name]

    def _value(self, name: str) -> pl.Series:
        at = self._at[NAMES.index(name)]
        has = at >= 0
        if not has.any():
            return pl.repeat(None, at.size, dtype=pl.String, eager=True).alias(name)
        value = self._values.gather(at if has.all() else pl.Series(at).set(pl.Series(~has), None)).alias(name)
        if not (value == _INHERITED).any():
            return value
        before = pl.when(pl.col(name) != _INHERITED).then(name).forward_fill().over(self.file).fill_null("")
        return (
            value.to_frame().select(pl.when(pl.col(name) == _INHERITED).then(before).otherwise(name).alias(name))
        ).to_series()

    @cached_property
    def file(self) -> pl.Series:
        """The file of each game."""
        return pl.Series(self._lines.tags.file[self.first])

    def line(self, name: str) -> Ints:
        """A tag's line in each game; some other where a game has none."""
        lines: Ints = self._numbers[self._at[NAMES.index(name)]]
        return lines

    @cached_property
    def first(self) -> Ints:
        """The row of the first tag of each game."""
        return np.flatnonzero(np.diff(self._lines.tags.game, prepend=-1))

    def rows(self, of: pl.Series) -> tuple[pl.DataFrame, Texts]:
        """The rows of some games' ScoreTables, with the headers of their tables, and what they are."""
        is_of = np.zeros(self.count, dtype=np.bool_)
        is_of[of.to_numpy()] = True
        own = is_of[self._rows_of] & (self._lines.rows["code"] == SCORE_TABLE).to_numpy()
        rows = self._lines.rows.select("game", "line")
        rows, texts = (rows, self._lines.texts) if own.all() else (rows.filter(own), self._lines.texts.some(own))
        return rows.with_columns(header=self.value("ScoreTable").gather(rows["game"])), texts

    @cached_property
    def frame(self) -> pl.DataFrame:
        """A row a game: its tags, and what they say of it."""
        tags = [self.value(name) for name in NAMES[:PLAY]]
        marks = {
            "game": np.arange(self.count),
            "file": self.file,
            "records_deal": (self._at[[NAMES.index(name) for name in DEAL_TAGS]] >= 0).any(axis=0),
            "has_tables": (self._at[[SCORE_TABLE, TOTAL_SCORE_TABLE]] >= 0).any(axis=0),
            "tabled": self._has_rows(SCORE_TABLE),
            "totalled": self._at[TOTAL_SCORE_TABLE] >= 0,
            "has_rows": self._has_rows(SCORE_TABLE) | self._has_rows(TOTAL_SCORE_TABLE),
        }
        frame = pl.DataFrame([*tags, *(pl.Series(name, values) for name, values in marks.items())])
        return frame.with_columns(event=known(pl.col("Event")), site=known(pl.col("Site")), has_play=_has_play())

    def _has_rows(self, code: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        has = np.zeros(self.count, dtype=np.bool_)
        has[self._lines.rows.filter(code=code)["game"].to_numpy()] = True
        return has

    def headings(self, frame: pl.DataFrame, names: Sequence[str]) -> Iterator[Game]:
        """The games of a frame with some of their tags only."""
        numbers = frame["game"].to_numpy()
        firsts = self._numbers[self.first[numbers]].tolist()
        lines = zip(*(self.line(name)[numbers].tolist() for name in names), strict=True)
        for first, at, values in zip(firsts, lines, frame.select(names).iter_rows(), strict=True):
            given = zip(names, values, at, strict=True)
            yield Game(first, {name: Tag(value, line) for name, value, line in given if value is not None})

    def game(self, number: int) -> Game:
        """One game as the exact reader takes it."""
        at = self._at[:, number]
        tags = {
            name: Tag(self.value(name)[number], int(self._numbers[row]))
            for name, row in zip(NAMES, at, strict=True)
            if row >= 0 and name in KEPT
        }
        tables = [
            self._table(number, code, int(at[code])) for code in (SCORE_TABLE, TOTAL_SCORE_TABLE) if at[code] >= 0
        ]
        lead = self._leads.get(number)
        return Game(
            int(self._numbers[self.first[number]]),
            tags,
            sorted(tables, key=lambda table: table.line),
            Tag(lead["text"], lead["line"]) if lead else None,
            any(name in tags for name in DEAL_TAGS),
        )

    def _table(self, number: int, code: int, row: int) -> Table:
        begin, end = np.searchsorted(self._rows_of, [number, number + 1])
        own = np.arange(begin, end)[(self._lines.rows["code"][int(begin) : int(end)] == code).to_numpy()]
        lines = zip(self._lines.rows["line"].gather(own), self._lines.texts.some(own).column(), strict=True)
        return Table(NAMES[code], self.value(NAMES[code])[number], int(self._numbers[row]), False, list(lines))


def _has_play() -> pl.Expr:
    """`inherit.has_play` of a game."""
    said = {name: known(pl.col(name)).is_not_null() for name in _PLAY_TAGS}
    others = pl.any_horizontal(said[name] for name in _PLAY_TAGS if name != "Contract")
    denomination = pl.col("Contract").str.strip_chars().str.to_uppercase().is_in(_DENOMINATIONS).fill_null(False)
    return pl.any_horizontal(*said.values()) & ~(denomination & ~others)


def irregular_files(frame: pl.DataFrame) -> set[int]:
    """The files with a game that takes over tags from the game before, or whose board is no plain number."""
    has_board = pl.any_horizontal("records_deal", "has_play", "tabled")
    is_numbered = pl.col("Board").str.contains(r"^[ \t]*[0-9]{1,9}[ \t]*$") & pl.col("Board").str.contains("[1-9]")
    first = (pl.col("file") != pl.col("file").shift()).fill_null(True)
    whole = pl.all_horizontal(pl.col(name).is_not_null() for name in DEAL_TAGS)
    other = pl.col("Board").is_not_null() & pl.col("Board").ne_missing(pl.col("Board").shift())
    no_board = pl.col("Board").is_null() & ~pl.col("has_play") & ~pl.col("has_tables")
    closed = first | (pl.col("Event").is_not_null() & (whole | other | no_board))
    is_regular = closed & (~has_board | is_numbered.fill_null(False))
    return set(frame.filter(~is_regular)["file"])
