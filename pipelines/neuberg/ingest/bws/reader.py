"""The tables of a `.bws` file as an event, deals, contestants and traveller lines."""

from collections import defaultdict
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from neuberg.ingest.bws.entries import Key, entry_columns, key, play_order
from neuberg.ingest.bws.players import contestants, sits_both_ways
from neuberg.ingest.bws.rows import Row, moment, text, whole
from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source
from neuberg.ingest.values import parse_date, parse_season

if TYPE_CHECKING:
    from neuberg.ingest.bws.access import Database

_EVENT, _DEAL, _LINE, _CONTESTANT = "event", "deal", "traveller line", "contestant's line"
_MARKS = (b"Standard Jet DB", b"Standard ACE DB")
_HEAD_BYTES = 64
_LARGEST = 1 << 28
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_SEATS = ("north", "east", "south", "west")
_TEAMS = 4
_WINNERS = (1, 2)


def recognises(source: Source) -> bool:
    """Whether the file begins as an Access database does."""
    return any(mark in source.data[:_HEAD_BYTES] for mark in _MARKS)


def read(reading: Reading) -> None:
    """Read a `.bws` file: its session as an event, its hand records, the players keyed in, and the entries.

    Superseded: an entry that was erased, and one that a later entry of the same section, table, round and board stands
    for (later by `ID`; a difference between the two is told). Left out by rule (`ignored`): a hand record without
    cards. The format has no matchpoints, no totals, no vulnerability, no dealer and no rule of scoring.

    Not represented: calls and cards (BiddingData, PlayData), intermediate entries, the movement (RoundData) beyond the
    round and table of each entry, players who came in after the first round, and texts that Access keeps as memos.
    """
    if len(reading.source.data) > _LARGEST:
        wanted = f"at most {_LARGEST} bytes: no event's file is larger"
        reading.problem(None, "too_large", found=f"{len(reading.source.data)} bytes", wanted=wanted)
        return
    # Imported where it is needed: a run without such files does not pay for it.
    from neuberg.ingest.bws.access import Database

    try:
        database = Database(reading.source.data)
    except ValueError as error:
        reading.problem(None, "not_access", found=str(error), wanted="an Access database")
        return
    if database.is_cut:
        reading.problem(None, "file_cut", found="the end of the file inside a page", wanted="whole pages")
    _Session(reading, database).add()


class _Session:
    """One file being read."""

    def __init__(self, reading: Reading, database: "Database") -> None:
        self._reading = reading
        self._database = database
        self._sections = {whole(row, "id"): row for row in self._rows("Section")}
        self._rounds = self._rows("RoundData")
        self._deals: dict[tuple[str, str, int], list[int]] = defaultdict(list)

    def _rows(self, name: str, kind: str | None = None) -> list[Row]:
        """A table's rows, in order; one that is damaged is a record lost where rows of the table are records."""
        try:
            table = self._database.table(name)
        except ValueError as error:
            self._reading.problem(None, "bad_table", found=f"{name}: {error}", wanted="a table that can be read")
            return []
        for _ in range(table.damaged):
            wanted = "a row with each of its columns"
            if kind is None:
                self._reading.problem(None, "damaged_row", found=f"{name}: a damaged row", wanted=wanted)
            else:
                self._reading.reject(None, kind, "damaged_row", found=f"{name}: a damaged row", wanted=wanted)
        if table.more:
            found = f"{name}: more than {len(table.rows)} rows"
            self._reading.problem(None, "too_many_rows", found=found, wanted="as many rows as an event has")
        elif table.said > len(table.rows) + table.damaged:
            found = f"{name}: {len(table.rows)} rows of {table.said}"
            self._reading.problem(None, "rows_missing", found=found, wanted="every row that the table says it has")
        return sorted(table.rows, key=lambda row: whole(row, "id") or 0)

    def add(self) -> None:
        """Add the event, then the deals, then the entries, then the contestants."""
        entries = self._rows("ReceivedData", _LINE)
        if "ReceivedData" not in self._database:
            self._reading.problem(None, "no_table", found="no table ReceivedData", wanted="the table of the entries")
        event_id = self._add_event(entries)
        for row in self._rows("HandRecord", _DEAL):
            self._add_deal(event_id, row)
        kept = self._standing(entries)
        for order, row in zip(play_order(kept), kept, strict=True):
            self._add_line(event_id, row, order)
        self._add_contestants(event_id)

    def _add_event(self, entries: list[Row]) -> int:
        session: Row = next(iter(self._rows("Session")), {})
        date = next(filter(parse_date, (text(session, "date"), *(text(row, "datelog") for row in entries[:1]))), "")
        stated = {whole(row, "winners") for row in self._sections.values()}
        winners = next(iter(stated)) if len(stated) == 1 else None
        self._reading.met(_EVENT)
        return self._reading.add_event(
            name=text(session, "name") or PurePosixPath(self._reading.source.path).stem,
            date=parse_date(date),
            date_given=date or None,
            season=parse_season(date),
            competition=self._competition(entries),
            winners=2 if sits_both_ways(self._rounds) else winners if winners in _WINNERS else None,
        )

    def _competition(self, entries: list[Row]) -> str:
        if any(whole(row, "scoringtype") == _TEAMS for row in self._sections.values()):
            return "teams"
        return "individuals" if any(whole(row, "south") for row in entries) else "pairs"

    def _place(self, event_id: int, row: Row) -> dict[str, Any]:
        """The event, session and section of a row; the section by its letter."""
        section = self._sections.get(whole(row, "section"), {})
        label = text(section, "letter") or text(row, "section")
        return {"event_id": event_id, "session": text(section, "session") or "1", "section": label}

    def _add_deal(self, event_id: int, row: Row) -> None:
        hands = {seat: ".".join(_holding(row, seat, suit) for suit in _SUITS) for seat in _SEATS}
        board = whole(row, "board")
        if all(hand.strip(".") == "" for hand in hands.values()):
            self._reading.met(_DEAL)
            self._reading.ignore(_DEAL)
        elif board is None:
            self._reading.reject(None, _DEAL, "no_board", found="a hand record without a board", wanted="its number")
        else:
            place = self._place(event_id, row)
            self._reading.met(_DEAL)
            given = {seat: hand if hand.strip(".") else None for seat, hand in hands.items()}
            deal_id = self._reading.add_deal(**place, board=board, **given, deal_origin="record")
            self._deals[place["session"], place["section"], board].append(deal_id)

    def _standing(self, entries: list[Row]) -> list[Row]:
        """The entries that stand: not erased, and the last of their place."""
        last: dict[Key, Row] = {}
        for row in entries:
            place = key(row)
            if row.get("erased") is True:
                self._reading.met(_LINE)
                self._reading.supersede(_LINE)
            elif place is None:
                found = f"entry {text(row, 'id')} without a board"
                self._reading.reject(None, _LINE, "no_board", found=found, wanted="a board's number", raw=_raw(row))
            else:
                if place in last:
                    self._replace(last.pop(place), row)
                last[place] = row
        return list(last.values())

    def _replace(self, earlier: Row, later: Row) -> None:
        self._reading.met(_LINE)
        self._reading.supersede(_LINE)
        doubts = []
        if entry_columns(earlier)[0] != entry_columns(later)[0]:
            found = f"entry {text(earlier, 'id')}, then {text(later, 'id')}: {_raw(later)}"
            doubts.append(Doubt("entered_twice", found, "one entry; the later one is taken"))
        times = moment(earlier), moment(later)
        if times[0] is not None and times[1] is not None and times[0] > times[1]:
            doubts.append(Doubt("entered_earlier", str(times[1]), f"a time after {times[0]}, as its number is higher"))
        self._reading.tell(None, doubts, _raw(earlier))

    def _add_line(self, event_id: int, row: Row, order: int | None) -> None:
        columns, doubts = entry_columns(row)
        place = self._place(event_id, row)
        board = whole(row, "board") or 0
        deals = self._deals.get((place["session"], place["section"], board), [])
        self._reading.tell(None, doubts, _raw(row))
        self._reading.met(_LINE)
        self._reading.add_result(
            **place,
            **columns,
            board=board,
            round=whole(row, "round"),
            table=text(row, "table") or None,
            play_order=order,
            deal_id=deals[0] if len(deals) == 1 else None,
        )

    def _add_contestants(self, event_id: int) -> None:
        for found in contestants(self._rows("PlayerNumbers"), self._rounds, self._member):
            self._reading.met(_CONTESTANT)
            self._reading.add_contestant(**self._place(event_id, found.pop("of")), **found)

    def _member(self, number: str) -> str:
        return self._members.get(number, "") if number else ""

    @cached_property
    def _members(self) -> dict[str, str]:
        """The names of the whole club's members by their numbers; read only where a player's name is missing."""
        rows = self._rows("PlayerNames")
        return {text(row, name): text(row, "name") for name in ("id", "strid") for row in rows}


def _holding(row: Row, seat: str, suit: str) -> str:
    return text(row, f"{seat}{suit.lower()}").upper().replace("10", "T").replace("-", "")


def _raw(row: Row) -> str:
    names = ("id", "section", "table", "round", "board", "pairns", "pairew", "ns/ew", "contract", "result", "remarks")
    return "; ".join(f"{name} {text(row, name)}" for name in names)
