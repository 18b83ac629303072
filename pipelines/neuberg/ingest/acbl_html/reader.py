"""The sessions of a club result page as an event, deals, contestants and traveller lines."""

import re
from pathlib import PurePosixPath
from typing import Any

from neuberg.ingest import figures
from neuberg.ingest.acbl_html.lines import is_not_in_round, line_columns
from neuberg.ingest.acbl_html.page import Item, Page, items, parse, text
from neuberg.ingest.numbering import board_number
from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.reading import Reading
from neuberg.ingest.seats import parse_seat, parse_vulnerable
from neuberg.ingest.source import Source
from neuberg.ingest.values import parse_date_month_first, parse_integer, parse_season

_EVENT, _DEAL, _LINE, _CONTESTANT = "event", "deal", "traveller line", "contestant's line"
_MARKS = (b"var data", b'"sessions"')
_HEAD_BYTES = 4096
#: A field that every entry of a kind has, and no other.
_FIELDS = {_LINE: "ns_score", _DEAL: "north_spades", _CONTESTANT: "boards_played"}
_SEATS = ("north", "east", "south", "west")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_RANKS = frozenset("AKQJT98765432")
_SCORINGS = {"MATCH_POINTS": "matchpoints", "IMPS": "imps", "CROSS_IMPS": "cross_imps", "BAM": "board_a_match"}
_COMPETITIONS = {"PAIRS": "pairs", "TEAMS": "teams", "INDIVIDUAL": "individuals"}
_DIRECTIONS = {"N": "NS", "E": "EW"}
_WINNERS = ("1", "2")


def recognises(source: Source) -> bool:
    """Whether a page gives `var data` an object with sessions."""
    return b"<" in source.opening(_HEAD_BYTES) and all(mark in source.opening() for mark in _MARKS)


def read(reading: Reading) -> None:
    """Read a club result page: one event, its hand records, contestants and results.

    The page's data are one JSON text: where it is cut or damaged, what stands whole before that place is read, and the
    entries that begin behind it are rejected, each with a problem. Where a score is a number of ACBLscore's (late play
    900, not played 950, not in this round 999, averages 2040, 2050 and 2060, fouled groups from 3000 on), it is read as
    that. Left out by rule (`ignored`): a place in a round in which the board was not in play.

    Not represented: strata other than the first in its section, awards, handicaps, double-dummy results and the par.
    """
    page = parse(reading.text())
    if page.error:
        reading.problem(page.line, "not_json", found=page.error, wanted="the page's data as JSON, whole")
    if page.data:
        _Page(reading, page.data, page.line).add()
    _reject_rest(reading, page)


def _reject_rest(reading: Reading, page: Page) -> None:
    """Account for the entries that begin in what could not be read."""
    for kind, name in _FIELDS.items():
        for match in re.finditer(rf'"{name}"\s*:\s*("[^"\\]*+(?:\\.[^"\\]*+)*+"|[^",}}\]\s]+)?', page.rest):
            found = f"an entry with {name} {match[1] or 'cut off'}, behind the damage"
            reading.reject(page.line, kind, "behind_the_damage", found=found, wanted="data that are whole")


class _Page:
    """One page being read; every record stands on the one line of its data."""

    def __init__(self, reading: Reading, data: Item, line: int) -> None:
        self._reading = reading
        self._data = data
        self._line = line
        self._event_id = 0

    def add(self) -> None:
        """Add the event, then each session."""
        self._add_event()
        for number, session in enumerate(items(self._data, "sessions"), start=1):
            if session is None:
                self._problem("bad_session", f"session {number}", "an object")
            else:
                self._add_session(session, number)

    def _problem(self, code: str, found: str, wanted: str) -> None:
        self._reading.problem(self._line, code, found=found, wanted=wanted)

    def _reject(self, kind: str, code: str, found: str, wanted: str) -> None:
        self._reading.reject(self._line, kind, code, found=found, wanted=wanted)

    def _add_event(self) -> None:
        data, doubts = self._data, list[Doubt]()
        given = text(data, "start_date")
        day = parse_date_month_first(given)
        if given and day is None:
            doubts.append(Doubt("bad_date", given, "a day, month first, such as 05/31/2024"))
        winners = text(data, "winner_type")
        self._reading.tell(self._line, doubts)
        self._reading.producer = text(data, "program_name") or None
        self._reading.met(_EVENT)
        self._event_id = self._reading.add_event(
            name=text(data, "name") or PurePosixPath(self._reading.source.path).stem,
            body=text(data, "organization") or text(data, "club_name") or None,
            date=day,
            date_given=given or None,
            season=str(day.year) if day else parse_season(given),
            competition=_COMPETITIONS.get(text(data, "type").upper()),
            scoring=_SCORINGS.get(text(data, "board_scoring_method").upper()),
            winners=int(winners) if winners in _WINNERS else None,
            producer=self._reading.producer,
            line=self._line,
        )

    def _add_session(self, session: Item, number: int) -> None:
        label = text(session, "number") or str(number)
        sections = items(session, "sections")
        whole = [section for section in sections if section is not None]
        for _ in range(len(sections) - len(whole)):
            self._problem("bad_section", f"a section of session {label}", "an object")
        names = [text(section, "name") for section in whole]
        place = {"event_id": self._event_id, "session": label}
        together = "+".join(sorted(names)) if text(session, "cross_section_scoring") not in ("", "0", "False") else None
        deals = self._add_deals(session, place | {"section": names[0] if len(names) == 1 else ""})
        for section, name in zip(whole, names, strict=True):
            scored_with = name if together is None else together
            self._add_boards(section, place | {"section": name, "scored_with": scored_with}, deals)
            for pair in items(section, "pair_summaries"):
                self._add_contestant(pair, place | {"section": name})

    def _add_deals(self, session: Item, place: dict[str, Any]) -> dict[int, int | None]:
        """The key of each board's deal, None where two deals are recorded of it."""
        deals: dict[int, int | None] = {}
        for record in items(session, "hand_records"):
            board = None if record is None else board_number(text(record, "board"))
            if record is None or board is None:
                self._reject(_DEAL, "no_board", "a hand record without a board", "its number")
                continue
            columns, doubts = _deal_columns(record)
            if board in deals:
                doubts.append(Doubt("deal_twice", f"another deal of board {board}", "one deal a board"))
            self._reading.tell(self._line, doubts)
            self._reading.met(_DEAL)
            key = {**place, "board": board, "deal_origin": "record", "line": self._line}
            deal_id = self._reading.add_deal(**key, **columns)
            deals[board] = None if board in deals else deal_id
        return deals

    def _add_boards(self, section: Item, place: dict[str, Any], deals: dict[int, int | None]) -> None:
        for board in items(section, "boards"):
            number = None if board is None else board_number(text(board, "board_number"))
            for entry in items(board or {}, "board_results"):
                if entry is None or number is None:
                    self._reject(_LINE, "no_board", f"board {text(board or {}, 'board_number')}", "a result of a board")
                else:
                    self._add_line(entry, place | {"board": number, "deal_id": deals.get(number)})

    def _add_line(self, entry: Item, place: dict[str, Any]) -> None:
        self._reading.met(_LINE)
        if is_not_in_round(entry):
            self._reading.ignore(_LINE)
            return
        columns, doubts = line_columns(entry)
        raw = ", ".join(f"{name} {text(entry, name)}" for name in entry if text(entry, name))
        self._reading.tell(self._line, doubts, raw)
        self._reading.add_result(**place, **columns, line=self._line)

    def _add_contestant(self, pair: Item | None, place: dict[str, Any]) -> None:
        if pair is None:
            self._reject(_CONTESTANT, "bad_contestant", "a summary that is no object", "an object")
            return
        doubts: list[Doubt] = []
        penalty = figures.number(text(pair, "adjustment"), "adjustment", doubts)
        players = [player for player in items(pair, "players") if player is not None]
        self._reading.met(_CONTESTANT)
        self._reading.add_contestant(
            **place,
            pair=text(pair, "pair_number") or None,
            direction=_DIRECTIONS.get(text(pair, "direction").upper()[:1]),
            players=[text(player, "name") or None for player in players],
            player_ids=[text(player, "id_number") or None for player in players],
            boards=parse_integer(text(pair, "boards_played")),
            **figures.total("total", text(pair, "score"), doubts),
            **figures.total("percent", text(pair, "percentage"), doubts),
            **figures.place(_rank(pair), doubts),
            penalty=penalty.value if penalty else None,
            line=self._line,
        )
        self._reading.tell(self._line, doubts)


def _rank(pair: Item) -> str:
    """The place in the section's first stratum, in which every pair stands; empty where none is printed."""
    ranks = [rank for rank in items(pair, "strat_place") if rank is not None]
    return next((text(rank, "rank") for rank in ranks if _is_overall(rank)), "")


def _is_overall(rank: Item) -> bool:
    return text(rank, "strat_number") == "1" and text(rank, "type") == "Section"


def _deal_columns(record: Item) -> tuple[dict[str, Any], list[Doubt]]:
    doubts: list[Doubt] = []
    columns: dict[str, Any] = {seat: _hand(record, seat, doubts) for seat in _SEATS}
    for name, given, parsed in (("dealer", "dealer", parse_seat), ("vulnerable", "vulnerability", parse_vulnerable)):
        columns[name] = parsed(text(record, given))
        if columns[name] is None and text(record, given):
            doubts.append(Doubt(f"bad_{name}", text(record, given), "a seat" if name == "dealer" else "N-S, E-W, …"))
    return columns, doubts


def _hand(record: Item, seat: str, doubts: list[Doubt]) -> str | None:
    """The hand as `S.H.D.C`, its blanks and the dashes of a void left out; None where the page gives no card of it."""
    given = [text(record, f"{seat}_{suit}") for suit in _SUITS]
    suits = ["".join(held.split()).upper().replace("10", "T").strip("-—") for held in given]
    if not any(suits):
        return None
    if set("".join(suits)) - _RANKS:
        doubts.append(Doubt("bad_hand", f"{seat}: {', '.join(given)}", "the ranks of four suits"))
    return ".".join(suits)
