"""The games of a file, placed in their events and sessions, as rows of the tables."""

from collections import Counter, defaultdict
from typing import Any

from neuberg.ingest.pbn import score_table, total_score_table
from neuberg.ingest.pbn.boards import Deals, Place
from neuberg.ingest.pbn.directives import Directives
from neuberg.ingest.pbn.events import Event, winners
from neuberg.ingest.pbn.game import Game, Table
from neuberg.ingest.pbn.inherit import has_play
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.plays import match_label, read_play
from neuberg.ingest.pbn.rows import unread_columns
from neuberg.ingest.pbn.score_table import read_score_table, tells_rows
from neuberg.ingest.pbn.total_score_table import read_total_score_table
from neuberg.ingest.pbn.values import known
from neuberg.ingest.reading import Reading

LINE = "traveller line"
_ROLES = {"ScoreTable": score_table.ROLES, "TotalScoreTable": total_score_table.ROLES}
_CONTESTANT = "contestant's line"


class Loader:
    """Loads the games of one file, in their order."""

    def __init__(self, reading: Reading, head: Directives, origin: str) -> None:
        self._reading = reading
        self._head = head
        self._deals = Deals(reading, origin)
        self._tables: defaultdict[Place, list[tuple[str, Counter[str]]]] = defaultdict(list)
        self._headers: set[tuple[str, str]] = set()
        self._plays: set[tuple[tuple[str, str], ...]] = set()
        self._contestants: set[tuple[Any, ...]] = set()
        self._totals: dict[int, list[dict[str, Any]]] = {}

    def complete(self) -> None:
        """Put in the events what only all their games together say."""
        for row in self._reading.rows("event"):
            row["winners"] = winners(self._totals.get(row["event_id"], []))

    def load(self, game: Game, event: Event, place: Place | None) -> None:
        """Load one game: its deal, the rows of its tables, its own play."""
        deal_id = self._deals.deal_id(place, game) if place else None
        tabled = False
        for table in game.tables:
            if table.repeated:
                self._ignore_table(table)
                continue
            if table.lines:
                self._tell_columns(table)
            if table.name == "TotalScoreTable":
                self._load_totals(game, table, event)
            elif place is not None and table.lines:
                tabled = True
                self._load_lines(table, place, deal_id)
        if place is not None and has_play(game):
            self._load_play(game, event, place, deal_id, tabled=tabled)

    def _tell_columns(self, table: Table) -> None:
        """Tell once a file which columns of a table are not read."""
        if (table.name, table.header) in self._headers:
            return
        self._headers.add((table.name, table.header))
        unread = unread_columns(table.header, _ROLES[table.name])
        if unread:
            found = f"{table.name} with {', '.join(unread)}"
            wanted = "columns that are known; what stands in others is not read"
            Doubts(self._reading, table.line).note("unknown_columns", found, wanted, severity="info")

    def _load_lines(self, table: Table, place: Place, deal_id: int | None) -> None:
        lines = read_score_table(table, place.section, self._reading)
        if self._stands_again(table, place):
            self._reading.supersede(LINE, len(lines))
            return
        for line in lines:
            self._reading.add_result(**place._asdict() | line, deal_id=deal_id)

    def _stands_again(self, table: Table, place: Place) -> bool:
        """Whether the place has a table of the same rows, or of these and others where a row tells which it is."""
        own = Counter(" ".join(text.split()) for _, text in table.lines)
        same = [rows for header, rows in self._tables[place] if header == table.header and own <= rows]
        self._tables[place].append((table.header, own))
        if own in same:
            return True
        if not same or not tells_rows(table):
            return False
        found = f"{own.total()} lines of a ScoreTable that the board has already, which has {same[0].total()}"
        wanted = "a board's ScoreTable once; its lines are counted once"
        Doubts(self._reading, table.line).note("repeated_lines", found, wanted)
        return True

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
        self._reading.met(LINE)
        if tabled:
            self._reading.ignore(LINE)
            return
        play = read_play(game, self._reading)
        if play["ns_pair"] and play["ew_pair"] and self._stands_already(game, play["line"]):
            self._reading.supersede(LINE)
            return
        match = match_label(game) if event.is_teams else None
        if match is not None:
            play["scored_with"] = f"{place.section}: {match}" if place.section else match
            play["team"], play["ew_team"] = event.seating.of(game)
        self._reading.add_result(**place._asdict() | play, deal_id=deal_id)

    def _stands_already(self, game: Game, line: int) -> bool:
        """Whether the file has a play of the same players that is the same in all that is kept of it."""
        said = tuple(sorted((name, tag.value) for name, tag in game.tags.items()))
        if said not in self._plays:
            self._plays.add(said)
            return False
        found = f'[Board "{game.value("Board")}"] of the same players, with the same result'
        Doubts(self._reading, line).note("repeated_play", found, "a play once; it is counted once")
        return True

    def _ignore_table(self, table: Table) -> None:
        kind = _CONTESTANT if table.name == "TotalScoreTable" else LINE
        rows = len(table.lines)
        self._reading.met(kind, rows)
        self._reading.ignore(kind, rows)
        found = f"{rows} lines of a second {table.name}"
        Doubts(self._reading, table.line).note("repeated_table", found, f"one {table.name} a game; the first is kept")
