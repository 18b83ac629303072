"""From a PBN file to records: games are read, placed in events and sessions, and loaded."""

from typing import Any

from neuberg.ingest.pbn.boards import Deals, Numbers, Place
from neuberg.ingest.pbn.deals import Hands, parse_deal
from neuberg.ingest.pbn.directives import Directives, read_directives
from neuberg.ingest.pbn.events import Event, event_key, find_events, winners
from neuberg.ingest.pbn.game import Game, Table
from neuberg.ingest.pbn.inherit import has_play, resolve
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.plays import match_label, read_play
from neuberg.ingest.pbn.score_table import read_score_table
from neuberg.ingest.pbn.sessions import session_labels
from neuberg.ingest.pbn.tokens import Tokenizer
from neuberg.ingest.pbn.total_score_table import read_total_score_table
from neuberg.ingest.pbn.values import known
from neuberg.ingest.reading import Reading

_LINE = "traveller line"
_CONTESTANT = "contestant's line"
_DOS_END = "\x1a"


def read(reading: Reading) -> None:
    """Read a PBN file into the reading.

    Left out by rule (`ignored`): the one play that a game shows beside its board's ScoreTable, which is one of the
    table's lines; the rows of a second table of one name in a game; the second half of an artificial score whose
    sides have rows of their own. Superseded: a deal, a contestant's line or a
    whole ScoreTable that stands a second time.
    """
    tokenizer = Tokenizer(reading)
    tokenizer.read(reading.text().rstrip("\x00" + _DOS_END).replace(_DOS_END, " "))
    games = tokenizer.games
    head = read_directives(tokenizer.directives)
    resolve(games, reading)
    reading.producer = head.producer or _program(games)
    _Loader(reading, head, games).load()


def _program(games: list[Game]) -> str | None:
    tags = (known(game.value(name)) for name in ("Application", "Generator") for game in games[:1])
    return next((program for program in tags if program), None)


class _Loader:
    """Loads the games of one file."""

    def __init__(self, reading: Reading, head: Directives, games: list[Game]) -> None:
        self._reading = reading
        self._head = head
        self._games = [game for game in games if _names_event(game) or _has_records(game)]
        self._deals = Deals(reading, _origin(games))
        self._tables: set[tuple[Place, int]] = set()
        self._contestants: set[tuple[Any, ...]] = set()
        self._totals: dict[int, list[dict[str, Any]]] = {}

    def load(self) -> None:
        """Load every event, then every game in the order of the file."""
        events = find_events(self._games, self._head)
        for event in events:
            event.load(self._reading)
        of_game = {id(game): (event, None) for event in events for game in event.games}
        placed = {id(game): (event, place) for event in events for game, place in self._places(event)}
        for game in self._games:
            self._load_game(game, *(placed.get(id(game)) or of_game[id(game)]))
        for row in self._reading.events():
            row["winners"] = winners(self._totals.get(row["event_id"], []))

    def _places(self, event: Event) -> list[tuple[Game, Place]]:
        """The places of the games of an event that have a board."""
        games = [game for game in event.games if _has_board(game)]
        numbers = Numbers(games, self._reading)
        placed = []
        for game in games:
            hands: Hands = parse_deal(game.value("Deal"))[0]
            placed.append((game, numbers.number(game, hands), hands))
        labels = session_labels(placed, self._head.session, is_teams=event.is_teams)
        event.sessions.update(labels)
        return [
            (game, Place(event.event_id, label, known(game.value("Section")) or "", board))
            for (game, board, _), label in zip(placed, labels, strict=True)
        ]

    def _load_game(self, game: Game, event: Event, place: Place | None) -> None:
        deal_id = self._deals.deal_id(place, game) if place else None
        tabled = False
        for table in game.tables:
            if table.repeated:
                self._ignore_table(table)
            elif table.name == "TotalScoreTable":
                self._load_totals(game, table, event)
            elif place is not None and table.lines:
                tabled = True
                self._load_lines(table, place, deal_id)
        if place is not None and has_play(game):
            self._load_play(game, event, place, deal_id, tabled=tabled)

    def _load_lines(self, table: Table, place: Place, deal_id: int | None) -> None:
        lines = read_score_table(table, place.section, self._reading)
        again = (place, hash((table.header, *(text for _, text in table.lines))))
        if again in self._tables:
            self._reading.supersede(_LINE, len(lines))
            return
        self._tables.add(again)
        for line in lines:
            self._reading.add_result(**place._asdict() | line, deal_id=deal_id)

    def _load_totals(self, game: Game, table: Table, event: Event) -> None:
        """Load a ranking: of the file's session, or of the event where the file has several of its sessions."""
        session = self._head.session if not event.sessions else None
        if len(event.sessions) == 1:
            (session,) = event.sessions
        section = known(game.value("Section")) or ""
        for line in read_total_score_table(table, section, event.scoring, self._reading):
            identity = (event.event_id, *(str(value) for name, value in line.items() if name != "line"))
            if identity in self._contestants:
                self._reading.supersede(_CONTESTANT)
                continue
            self._contestants.add(identity)
            self._totals.setdefault(event.event_id, []).append(line)
            self._reading.add_contestant(event_id=event.event_id, session=session, **line)

    def _load_play(self, game: Game, event: Event, place: Place, deal_id: int | None, *, tabled: bool) -> None:
        self._reading.met(_LINE)
        if tabled:
            self._reading.ignore(_LINE)
            return
        play = read_play(game, self._reading)
        match = match_label(game) if event.is_teams else None
        if match is not None:
            play["scored_with"] = f"{place.section}: {match}" if place.section else match
        self._reading.add_result(**place._asdict() | play, deal_id=deal_id)

    def _ignore_table(self, table: Table) -> None:
        kind = _CONTESTANT if table.name == "TotalScoreTable" else _LINE
        rows = len(table.lines)
        self._reading.met(kind, rows)
        self._reading.ignore(kind, rows)
        found = f"{rows} lines of a second {table.name}"
        Doubts(self._reading, table.line).note("repeated_table", found, f"one {table.name} a game; the first is kept")


def _has_board(game: Game) -> bool:
    """Whether a game is of a board, rather than a heading or a ranking only."""
    return game.records_deal or has_play(game) or any(t.name == "ScoreTable" and t.lines for t in game.tables)


def _has_records(game: Game) -> bool:
    return _has_board(game) or any(table.lines for table in game.tables)


def _names_event(game: Game) -> bool:
    return any(event_key(game))


def _origin(games: list[Game]) -> str:
    """What the deals are: cards found at tables where each game is a play, else the intended deals."""
    if any(table.name == "ScoreTable" for game in games for table in game.tables):
        return "record"
    return "as_played" if any(map(has_play, games)) else "record"
