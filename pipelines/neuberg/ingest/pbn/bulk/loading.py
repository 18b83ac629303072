"""The games of several files as rows of the tables: the regular as columns, the others one by one in their order."""

import numpy as np
import polars as pl

from neuberg.ingest.pbn.boards import KIND as DEAL
from neuberg.ingest.pbn.boards import Place
from neuberg.ingest.pbn.bulk.buffer import Ints
from neuberg.ingest.pbn.bulk.games import Games
from neuberg.ingest.pbn.bulk.holding import boards_of, hold, results_of
from neuberg.ingest.pbn.bulk.placed import in_places, with_odd
from neuberg.ingest.pbn.bulk.places import Events, known_or_empty, load_events
from neuberg.ingest.pbn.bulk.reading import PlacedReading
from neuberg.ingest.pbn.bulk.rows import read_rows
from neuberg.ingest.pbn.directives import Directives
from neuberg.ingest.pbn.loading import LINE, Loader
from neuberg.ingest.pbn.reader import program

_PROGRAMS = ("Application", "Generator")
_ORIGINS = ("record", "as_played")


class Batch:
    """The games of several regular files, their heads and their readings by file."""

    def __init__(self, games: Games, heads: dict[int, Directives], readings: dict[int, PlacedReading]) -> None:
        self._games = games
        self._heads = heads
        self._readings = readings
        is_own = np.zeros(max(heads) + 1, dtype=np.bool_)
        is_own[list(heads)] = True
        self._own = np.flatnonzero(np.append(is_own, False)[np.minimum(games.file, is_own.size)])

    def load(self) -> None:
        """Load every record of every file."""
        games = self._games
        self._name_programs()
        is_named = known_or_empty(games, "Event").are(bool) | known_or_empty(games, "Site").are(bool)
        is_kept = is_named | games.is_board | games.has_rows
        kept = self._own[is_kept[self._own]]
        events = load_events(kept, games, self._heads, self._readings)
        placed = in_places(kept[games.is_board[kept]], events, games, self._heads)
        rows = read_rows(*games.rows(placed["game"].to_numpy()))
        odd_rows = rows["game"].filter(rows["odd"]).to_numpy()
        placed = with_odd(placed, np.concatenate([odd_rows, games.first_with_unread(placed["game"].to_numpy())]))
        regular, odd = placed.filter(~placed["odd"]), placed.filter(placed["odd"])
        self._load_odd(odd, kept[games.has("TotalScoreTable")[kept]], events)
        self._count(regular)
        results = results_of(rows, regular, games.count)
        hold(self._readings, boards_of(regular, self._as_played()), results)

    def _name_programs(self) -> None:
        """Note the program that wrote each file, by its head or its first game."""
        for file, head in self._heads.items():
            self._readings[file].producer = head.producer
        if not any(self._games.has(name).any() for name in _PROGRAMS):
            return
        files = self._games.file[self._own]
        is_first = np.diff(files, prepend=-1) != 0
        firsts = self._games.headings(self._own[is_first], _PROGRAMS)
        for file, game in zip(files[is_first].tolist(), firsts, strict=True):
            self._readings[file].producer = self._readings[file].producer or program([game])

    def _as_played(self) -> Ints:
        """Of each file, 1 where its deals are what was found at tables, as `reader.origin`; else 0."""
        has = np.zeros((2, max(self._heads) + 2), dtype=np.int64)
        for place, games in enumerate((self._games.has_play, self._games.has("ScoreTable"))):
            has[place, np.minimum(self._games.file[games], has.shape[1] - 1)] = 1
        as_played: Ints = has[0] & ~has[1]
        return as_played

    def _load_odd(self, odd: pl.DataFrame, totalled: Ints, events: Events) -> None:
        """Load the games that are not regular, and those that hold a ranking, by the exact reader."""
        columns = ("event_id", "session", "section", "board")
        places = dict(zip(odd["game"], odd.select(columns).iter_rows(), strict=True))
        numbers = sorted({*places, *totalled.tolist()})
        as_played = self._as_played() if numbers else self._own
        loaders: dict[int, Loader] = {}
        for number in numbers:
            file, event = int(self._games.file[number]), events.events[int(events.number[number])]
            reading = self._readings[file]
            reading.game = number
            if file not in loaders:
                loaders[file] = Loader(reading, self._heads[file], _ORIGINS[as_played[file]])
            where = Place(*places[number]) if number in places else None
            loaders[file].load(self._games.game(number), event, where)
        for loader in loaders.values():
            loader.complete()

    def _count(self, regular: pl.DataFrame) -> None:
        """Account for the deals of the regular games, and for the play that a game shows beside its table."""
        counted = regular.group_by("file").agg(
            pl.len(),
            again=(pl.col("deal_game") != pl.col("game")).sum(),
            beside=(pl.col("tabled") & pl.col("has_play")).sum(),
        )
        for file, games, again, beside in counted.iter_rows():
            reading = self._readings[file]
            reading.met(DEAL, games)
            reading.supersede(DEAL, again)
            reading.met(LINE, beside)
            reading.ignore(LINE, beside)
