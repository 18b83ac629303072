"""The fields of a LIN file as an event, deals and traveller lines."""

import re
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from neuberg.ingest.bbo import parse_play
from neuberg.ingest.lin.deals import Deal, parse_deal
from neuberg.ingest.lin.plays import final_contract, tricks_won
from neuberg.ingest.lin.tokens import Field, Game, games, unended
from neuberg.ingest.numbering import BoardNumbers, board_number
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source
from neuberg.ingest.values import parse_date, parse_integer, parse_season

_EVENT, _DEAL, _LINE = "event", "deal", "traveller line"
_ROOMS = ("Open", "Closed")
_HEAD_BYTES = 4096
_OPENING = re.compile(rb"\s*(?:vg|pn|qx|mn|st|md)\|", re.IGNORECASE)
_TABLE = re.compile(r"([oc]?)([0-9]{1,4})\b", re.IGNORECASE)
_NAMED = re.compile(r"\bboard\s+([0-9]{1,4})", re.IGNORECASE)
#: How the heading's letter says that a session is scored.
_KINDS = {"I": ("teams", "imps"), "P": ("pairs", "matchpoints"), "B": ("teams", "board_a_match")}
_LONGEST = 80
_MOST_BOARDS = 1_000


def recognises(source: Source) -> bool:
    """Whether the name ends in `.lin`, or the file begins with a field of LIN."""
    return source.path.lower().endswith(".lin") or _OPENING.match(source.opening(_HEAD_BYTES)) is not None


def read(reading: Reading) -> None:
    """Read a LIN file: an event, a deal for each board, a line for each result of the heading or of a game.

    The heading's result outranks what the game's auction and play come to, and has their lead; tricks are those
    claimed (`mc`), else counted where all 52 cards were played. Superseded: a deal that the other room's game
    states as well. The format gives neither scores nor pairs' numbers (players stand for them) nor rounds. The team
    that the heading names first sits N-S in the open room and E-W in the closed one: the specification was not
    seen, the commentary of broadcasts bears it out. An empty place in the list of results is no record.

    Not represented: calls, alerts and cards beyond the contract, the lead and the tricks that they come to,
    comments, the heading's list of players and of points (`pw`, `mp`, told where they are given), and the teams'
    carry-over and total in the heading.
    """
    text = reading.text()
    heading, found = games(text)
    if last := unended(text):
        line = text.rstrip().count("\n") + 1
        reading.tell(line, [Doubt("unended_value", last, "a bar behind the last value, which is not taken")])
    _Session(reading, heading, found).add()


class _Place(NamedTuple):
    board: int
    room: str | None


class _Head(NamedTuple):
    title: str = ""
    segment: str = ""
    kind: str = ""
    first: str = ""
    last: str = ""
    team: str = ""
    carry: str = ""
    other_team: str = ""

    @property
    def is_match(self) -> bool:
        return self.kind.upper() in ("I", "B")


class _Session:
    """One file being read."""

    def __init__(self, reading: Reading, heading: list[Field], found: list[Game]) -> None:
        self._reading = reading
        self._given = {field.key: field for field in reversed(heading)}
        self._games = found
        texts = [text.strip() for text in self._value("vg").split(",")]
        self._head = _Head(*texts[: len(_Head._fields)])
        self._numbers = BoardNumbers(_label(game) for game in found)
        self._key: dict[str, Any] = {}
        self._deals: dict[tuple[int, Deal], int] = {}
        self._dealt: set[int] = set()
        self._results: dict[_Place, tuple[str, int]] = {}

    def add(self) -> None:
        """Add the event, the deals, and each result once."""
        self._key = {"event_id": self._add_event(), "session": self._head.segment or "1", "section": ""}
        if self._head.is_match and self._head.team and self._head.other_team:
            self._key["scored_with"] = " - ".join(sorted((self._head.team, self._head.other_team)))
        self._results = dict(self._listed())
        self._tell_unread()
        for game in self._games:
            self._add_game(game)
        for place, (text, line) in self._results.items():
            self._add_listed(place, text, line, None, "")

    def _tell_unread(self) -> None:
        """Tell of the heading's lists, if anything stands in them, that are not read."""
        for key in ("pw", "mp"):
            if given := self._value(key).strip(", \t\n"):
                found, wanted = f"{key}|{given[:_LONGEST]}", "the results in rs"
                self._reading.problem(
                    self._given[key].line, "not_represented", found=found, wanted=wanted, severity="info"
                )

    def _value(self, key: str) -> str:
        field = self._given.get(key)
        return field.value if field else ""

    def _add_event(self) -> int:
        head, reading = self._head, self._reading
        competition, scoring = _KINDS.get(head.kind.upper(), (None, None))
        if head.kind and scoring is None:
            reading.tell(self._given["vg"].line, [Doubt("bad_scoring", head.kind, "I, P or B")], self._value("vg"))
        dates = [text for text in (head.segment, head.title) if parse_date(text) or parse_season(text)]
        reading.met(_EVENT)
        return reading.add_event(
            name=head.title or self._value("mn").strip() or PurePosixPath(reading.source.path).stem,
            date=next((day for text in dates if (day := parse_date(text))), None),
            date_given=dates[0] if dates else None,
            season=next((season for text in dates if (season := parse_season(text))), None),
            competition=competition,
            scoring=scoring,
            line=self._given["vg"].line if "vg" in self._given else 1,
        )

    def _listed(self) -> list[tuple[_Place, tuple[str, int]]]:
        """The results of the heading by board and room; one that no board is told of is rejected."""
        field = self._given.get("rs")
        items = field.value.split(",") if field else []
        boards, line = self._boards(), field.line if field else 1
        found: dict[_Place, tuple[str, int]] = {}
        for place, item in enumerate(items):
            if not item.strip():
                continue
            key = _Place(boards[place // 2], _ROOMS[place % 2]) if place // 2 < len(boards) else None
            if key is None or key in found:
                self._reject(line, "no_board", item, "a board for each two results, one of each room")
            else:
                found[key] = (item.strip(), line)
        return list(found.items())

    def _boards(self) -> list[int]:
        """The boards that the list of results is of: those named, else the first to the last of the heading."""
        named = [board_number(text) for text in self._value("bn").split(",")]
        numbers = [number for number in named if number is not None]
        if numbers and len(numbers) == len(named):
            return numbers
        first, last = parse_integer(self._head.first), parse_integer(self._head.last)
        if first is None or last is None or not 0 < first <= last < first + _MOST_BOARDS:
            return []
        return list(range(first, last + 1))

    def _add_game(self, game: Game) -> None:
        label = _label(game)
        number, by_place = self._numbers.of(label)
        if by_place:
            found = game.value("qx") or game.value("ah") or "no board"
            self._reading.tell(game.line, [Doubt("board_label", found, f"a board's number; taken as board {number}")])
        deal, doubts = parse_deal(game.value("md"), game.value("sv")) if game.first("md") else (Deal(), [])
        deal_id = self._deal_id(game, number, deal, doubts)
        place = _Place(number, self._room(game))
        listed = self._results.pop(place, None)
        if listed is not None:
            self._add_listed(place, *listed, deal_id, game.names, lead=next(iter(game.values("pc")), ""))
        elif game.first("mb") or game.first("mc"):
            self._add_played(game, place, deal, deal_id)

    def _deal_id(self, game: Game, number: int, deal: Deal, doubts: list[Doubt]) -> int | None:
        md = game.first("md")
        if md is None:
            return None
        self._reading.met(_DEAL)
        if (number, deal) in self._deals:
            self._reading.supersede(_DEAL)
            return self._deals[number, deal]
        if number in self._dealt:
            doubts = [*doubts, Doubt("deal_twice", f"another deal of board {number}", "one deal a board")]
        self._reading.tell(md.line, doubts, f"md|{md.value}|")
        key = {name: value for name, value in self._key.items() if name != "scored_with"}
        origin = "as_played" if self._head.is_match else "record"
        deal_id = self._reading.add_deal(**key, board=number, **deal._asdict(), deal_origin=origin, line=md.line)
        self._deals[number, deal] = deal_id
        self._dealt.add(number)
        return deal_id

    def _room(self, game: Game) -> str | None:
        match = _TABLE.match(game.value("qx").strip())
        if match is None or not match[1]:
            return None
        return _ROOMS["oc".index(match[1].lower())]

    def _add_listed(self, place: _Place, text: str, line: int, deal_id: int | None, names: str, lead: str = "") -> None:
        play = parse_play(text)
        if play is None:
            self._reject(line, "bad_result", text, "such as 4SWx-4, 3NN= or PASS")
            return
        names = names or self._value("pn")
        self._add_result(place, Given(*play[:2], lead=lead, result=play.result), names, deal_id, line)

    def _add_played(self, game: Game, place: _Place, deal: Deal, deal_id: int | None) -> None:
        """Add what a game's auction and play come to; one whose auction is not over is of unknown kind."""
        final = final_contract(game.values("mb"), deal.dealer)
        cards = game.values("pc")
        contract, declarer = final or ("", "")
        tricks = game.value("mc").strip()
        if not tricks and declarer:
            won = tricks_won(cards, declarer, contract[1])
            tricks = "" if won is None else str(won)
        line = next((field.line for field in game.fields if field.key in ("mb", "mc")), game.line)
        given = Given(contract, declarer, lead=cards[0] if cards else "", tricks=tricks)
        self._add_result(place, given, game.names, deal_id, line)

    def _add_result(self, place: _Place, given: Given, names: str, deal_id: int | None, line: int) -> None:
        columns, doubts = outcome(given, zero_is_score=False)
        self._reading.tell(line, doubts)
        self._reading.met(_LINE)
        seated = _pairs(names, place.room) | self._teams(place.room)
        self._reading.add_result(**self._key, **place._asdict(), **seated, **columns, deal_id=deal_id, line=line)

    def _teams(self, room: str | None) -> dict[str, str | None]:
        teams = [self._head.team, self._head.other_team]
        if room is None or not self._head.is_match or not all(teams) or teams[0] == teams[1]:
            return {}
        team, ew_team = teams if room == _ROOMS[0] else reversed(teams)
        return {"team": team, "ew_team": ew_team}

    def _reject(self, line: int, code: str, found: str, wanted: str) -> None:
        self._reading.reject(line, _LINE, code, found=found, wanted=wanted)


def _label(game: Game) -> str:
    """The board's number as the game names it: `o46` in `qx`, else `Board 46` there or in `ah`."""
    qx = game.value("qx").strip()
    if match := _TABLE.match(qx):
        return match[2]
    named = _NAMED.search(qx) or _NAMED.search(game.value("ah"))
    return named[1] if named else qx


def _pairs(names: str, room: str | None) -> dict[str, str | None]:
    """The pairs by their players' names, as a vugraph's eight or a table's four are given: South, West, North, East."""
    each = [name.strip() for name in names.split(",")]
    seats = each[4:8] if room == "Closed" and len(each) >= 8 else each[:4]
    south, west, north, east = (*seats, *[""] * (4 - len(seats)))
    return {
        "ns_pair": f"{north} - {south}" if north and south else None,
        "ew_pair": f"{east} - {west}" if east and west else None,
    }
