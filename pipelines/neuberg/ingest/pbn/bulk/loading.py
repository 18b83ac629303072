"""The games of several files as rows of the tables: the regular as columns, the others one by one in their order."""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.ingest.pbn.boards import KIND as DEAL
from neuberg.ingest.pbn.boards import Place
from neuberg.ingest.pbn.bulk.deals import DEALER, VULNERABLE, hands
from neuberg.ingest.pbn.bulk.games import Games
from neuberg.ingest.pbn.bulk.places import PLACE, in_sessions, load_events
from neuberg.ingest.pbn.bulk.reading import PlacedReading
from neuberg.ingest.pbn.bulk.rows import known, read_rows
from neuberg.ingest.pbn.directives import Directives
from neuberg.ingest.pbn.events import Event
from neuberg.ingest.pbn.loading import LINE, Loader
from neuberg.ingest.pbn.reader import program
from neuberg.ingest.reading import Held
from neuberg.ingest.source import record_ids

_RECORD = (*PLACE, "dealer", "vulnerable", "north", "east", "south", "west")


class Batch:
    """The games of several regular files, their heads and their readings by file."""

    def __init__(self, games: Games, heads: dict[int, Directives], readings: dict[int, PlacedReading]) -> None:
        self._games = games
        self._heads = heads
        self._readings = readings
        self._frame = games.frame.filter(pl.col("file").is_in(list(heads)))
        self._events: list[Event] = []

    def load(self) -> None:
        """Load every record of every file."""
        for file, head in self._heads.items():
            self._readings[file].producer = head.producer
        first = self._frame.unique("file", keep="first", maintain_order=True)
        for file, game in zip(first["file"], self._games.headings(first, ("Application", "Generator")), strict=True):
            self._readings[file].producer = self._readings[file].producer or program([game])
        is_board = pl.any_horizontal("records_deal", "has_play", "tabled")
        kept = self._frame.filter(pl.any_horizontal(pl.col("event", "site").is_not_null()) | is_board | "has_rows")
        kept, self._events = load_events(kept, self._games, self._heads, self._readings)
        placed = self._placed(kept.filter(is_board))
        for number, sessions in placed.group_by("event_no").agg(pl.col("session").unique()).iter_rows():
            self._events[number].sessions.update(sessions)
        rows = read_rows(*self._games.rows(placed["game"]))
        placed = _with_odd(placed, rows)
        regular = placed.filter(~pl.col("odd"))
        self._load_odd(kept, placed.filter("odd"))
        self._count(regular)
        results = _results(rows, regular, self._games.count)
        self._hold(_boards(regular, self._origins()), results)

    def _placed(self, boards: pl.DataFrame) -> pl.DataFrame:
        """The games of boards with their place and the deal that they record."""
        cards = hands(boards["Deal"]).rename({"odd": "odd_deal"})
        dealer = DEALER.of(boards.select("Dealer")).rename({"odd": "odd_dealer"})
        vulnerable = VULNERABLE.of(boards.select("Vulnerable")).rename({"odd": "odd_vulnerable"})
        placed = pl.concat([boards, cards, dealer, vulnerable], how="horizontal").with_columns(
            section=known(pl.col("Section")).fill_null(""),
            board=pl.col("Board").str.strip_chars().cast(pl.Int32),
            deal_line=_line(self._games.line("Deal"), self._games.line("Board"), boards),
        )
        return in_sessions(placed, self._heads)

    def _origins(self) -> pl.DataFrame:
        """What the deals of each file are, as `reader.origin`."""
        tabled = pl.col("ScoreTable").is_not_null().any()
        as_played = ~tabled & pl.col("has_play").any()
        origin = pl.when(as_played).then(pl.lit("as_played")).otherwise(pl.lit("record"))
        return self._frame.group_by("file").agg(deal_origin=origin.cast(schemas.DEAL_ORIGIN))

    def _load_odd(self, kept: pl.DataFrame, odd: pl.DataFrame) -> None:
        """Load the games that are not regular, and those that hold a ranking, by the exact reader."""
        origins = dict(self._origins().iter_rows())
        loaders: dict[int, Loader] = {}
        unplaced = kept.filter(~pl.col("game").is_in(odd["game"].implode()) & pl.col("totalled"))
        columns = ("game", "file", "event_no", "event_id", "session", "section", "board")
        for row in pl.concat([odd, unplaced], how="diagonal").sort("game").select(columns).iter_rows():
            number, file, event, *place = row
            reading = self._readings[file]
            reading.game = number
            where = Place(*place) if place[1] is not None else None
            if file not in loaders:
                loaders[file] = Loader(reading, self._heads[file], origins[file])
            loaders[file].load(self._games.game(number), self._events[event], where)
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

    def _hold(self, boards: pl.DataFrame, results: pl.DataFrame) -> None:
        """Give each reading its rows, with their keys."""
        for file, lines in results.group_by("file").len().iter_rows():
            self._readings[file].met(LINE, lines)
        last = max(self._readings)
        added = {file: reading for file, reading in self._readings.items() if reading.rows(DEAL) or reading.rows(LINE)}
        boards = _in_order(boards, DEAL, added, schemas.BOARDS)
        results = _in_order(results, LINE, added, schemas.RESULTS)
        boards = boards.with_columns(deal_id=self._keys(boards, DEAL))
        results = results.with_columns(result_id=self._keys(results, LINE), deal_id=_named(results, boards))
        ids = np.array(
            [self._readings[file].source.file_id if file in self._readings else 0 for file in range(last + 1)]
        )
        for kind, rows, table in ((DEAL, boards, schemas.BOARDS), (LINE, results, schemas.RESULTS)):
            file_id = pl.Series(ids[rows["file"].to_numpy()], dtype=pl.Int64)
            whole = schemas.conform(rows.with_columns(file_id=file_id).lazy(), table).collect()
            at = np.searchsorted(rows["file"].to_numpy(), np.arange(last + 2))
            for file, reading in self._readings.items():
                reading.hold(kind, Held(whole, int(at[file]), int(at[file + 1])))

    def _keys(self, rows: pl.DataFrame, kind: str) -> pl.Series:
        """The keys of a kind's records, and the file each is of, in the order of the files."""
        counts = dict(rows.group_by("file", maintain_order=True).len().iter_rows())
        keys = [record_ids(self._readings[file].source.digest, kind, count) for file, count in counts.items()]
        return pl.Series(np.concatenate([np.empty(0, dtype=np.int64), *keys]))


def _line(own: "np.ndarray[tuple[int], np.dtype[np.int64]]", other: object, boards: pl.DataFrame) -> pl.Series:
    game = boards["game"].to_numpy()
    return pl.Series(np.where(boards["Deal"].is_not_null().to_numpy(), own[game], np.asarray(other)[game]))


def _with_odd(placed: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """The games with the game that first records their deal, and whether they must be read one by one.

    A place's games go together, for what one records decides what becomes of the next.
    """
    odd_rows = rows.filter("odd")["game"].unique()
    no_hands = pl.all_horizontal(pl.col("north", "east", "south", "west").is_null())
    placed = placed.with_columns(
        odd=pl.any_horizontal("odd_deal", "odd_dealer", "odd_vulnerable", "totalled")
        | (pl.col("has_play") & ~pl.col("tabled"))
        | pl.col("game").is_in(odd_rows.implode()),
        no_hands=no_hands,
    )
    together = placed.group_by(PLACE).agg(
        several=pl.len() > 1,
        all_odd=pl.col("odd").any() | (pl.col("tabled").sum() > 1) | (pl.col("no_hands").any() & (pl.len() > 1)),
    )
    if not together.select(pl.any_horizontal("several", "all_odd").any()).item():
        return placed.with_columns(deal_game="game")
    first = placed.unique(_RECORD, keep="first").select(*_RECORD, deal_game="game")
    placed = placed.join(first, on=_RECORD, how="left", nulls_equal=True, maintain_order="left")
    return placed.join(together, on=PLACE, how="left", maintain_order="left").with_columns(odd="all_odd")


def _boards(regular: pl.DataFrame, origins: pl.DataFrame) -> pl.DataFrame:
    loaded = regular.filter(pl.col("deal_game") == pl.col("game"))
    return loaded.join(origins, on="file", how="left", maintain_order="left").select(
        "game", "file", "event_id", *PLACE[1:], *_RECORD[4:], "deal_origin", line="deal_line"
    )


def _results(rows: pl.DataFrame, regular: pl.DataFrame, games: int) -> pl.DataFrame:
    """The rows of the regular games as traveller lines; the deal is named by the game that first records it."""
    at = np.full(games, -1, dtype=np.int64)
    at[regular["game"].to_numpy()] = np.arange(regular.height)
    places = at[rows["game"].to_numpy()]
    if (places < 0).any():
        rows, places = rows.filter(places >= 0), places[places >= 0]
    place = regular.select("file", "event_id", *PLACE[1:], deal_id=pl.col("deal_game") + 1)[places]
    if "section" not in rows.columns:
        return rows.hstack(place).with_columns(scored_with="section")
    lines = rows.hstack(place.rename({"section": "section_of_game"}))
    lines = lines.with_columns(section=pl.coalesce("section", "section_of_game"))
    named = pl.col("section").filter(pl.col("section") != "").unique().sort().str.join("+")
    together = lines.group_by("game").agg(scored_with=named)
    return lines.join(together, on="game", how="left", maintain_order="left")


def _in_order(rows: pl.DataFrame, kind: str, added: dict[int, PlacedReading], table: schemas.Table) -> pl.DataFrame:
    """The regular rows and those added one by one, in the order of the games."""
    types = {name: dtype for name, dtype in table.schema.items() if name != "season"}
    rows = rows.cast({name: dtype for name, dtype in types.items() if name in rows.columns})
    others = [row | {"file": file} for file, reading in added.items() for row in reading.rows(kind)]
    if not others:
        return rows
    names = dict.fromkeys(name for row in others for name in row)
    schema = {name: types.get(name, pl.Int64) for name in names}
    one_by_one = pl.DataFrame({name: [row.get(name) for row in others] for name in names}, schema=schema)
    return pl.concat([rows, one_by_one], how="diagonal").sort("game", maintain_order=True)


def _named(results: pl.DataFrame, boards: pl.DataFrame) -> pl.Series:
    """The keys of the deals that lines name by their games."""
    keys = np.zeros(int(max(boards["game"].max() or 0, 0)) + 2, dtype=np.int64)  # type: ignore[arg-type]
    keys[boards["game"].to_numpy() + 1] = boards["deal_id"].to_numpy()
    return pl.Series(keys[results["deal_id"].to_numpy()])
