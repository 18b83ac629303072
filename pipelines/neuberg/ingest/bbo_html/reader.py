"""The rows of a traveller page as an event, its board's deal and traveller lines."""

import re
from pathlib import PurePosixPath
from typing import Any

from neuberg.ingest import figures
from neuberg.ingest.bbo import parse_play
from neuberg.ingest.bbo_html.rows import Row, rows
from neuberg.ingest.lin.deals import Deal, parse_deal
from neuberg.ingest.lin.tokens import Game, games
from neuberg.ingest.numbering import board_number
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source
from neuberg.ingest.values import PASSED, parse_card, parse_contract, parse_date, parse_season

_EVENT, _DEAL, _LINE = "event", "deal", "traveller line"
_HEAD_BYTES = 65_536
_MARKS = (b'class="tourney"', b'class="highlight"')
_RESULT = b'class="result"'
_ROW_CLASSES = ("tourney", "highlight")
#: A cell of a page of one pair's hands: the link to the page of all that the board's tables did.
_LINK_TO_TRAVELLER = "traveller"
_BOARD = re.compile(r"\bboard\s+([0-9]{1,4})", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
#: An adjusted result: a sign for each side, `+` above average, `=` average, `-` below.
_ADJUSTED = re.compile(r"A([+=-])([+=-])")
_AVERAGE = "=="
_HALF = 50.0


def recognises(source: Source) -> bool:
    """Whether a page has rows of a tournament with results in them."""
    head = source.opening(_HEAD_BYTES)
    return _RESULT in head and any(mark in head for mark in _MARKS)


def read(reading: Reading) -> None:
    """Read a traveller page: one event, the deal that its links carry, a line a row.

    The score comes from the contract, and the vulnerability from the link. The printed comparison (per cent or IMPs) is
    the side's that the points are headed for. Of an adjusted result only `A==` is known for both sides. Pairs have no
    numbers there; their names stand for them. The board's number is that of the links, else 1, and this is told; on a
    page of one pair's hands, which has a board a row, it is that of the row's link, else of the row. Superseded: the
    deal of each further link.

    Not represented: the printed points, whose sign turns with the viewer, the time of each play, and the auction and
    play that a link carries.
    """
    found = list(rows(reading.text()))
    lines = [row for row in found if set(row.classes.split()) & set(_ROW_CLASSES) and row.named("result")]
    for row in lines:
        if not row.is_whole:
            reading.reject(row.line, _LINE, "damaged_record", found="a row cut short", wanted="a whole one")
    _Traveller(reading, found, [row for row in lines if row.is_whole]).add()


class _Traveller:
    """One page being read."""

    def __init__(self, reading: Reading, found: list[Row], lines: list[Row]) -> None:
        self._reading = reading
        self._found = found
        self._lines = lines
        self._games = {id(row): _game(row) for row in lines}
        self._side = _side(found)
        self._deals: dict[tuple[int, Deal], int] = {}
        self._dealt: set[int] = set()

    def add(self) -> None:
        """Add the event, then each row with its deal."""
        place = {"event_id": self._add_event(), "session": "1", "section": ""}
        boards = self._boards()
        if self._side is None and self._lines:
            wanted = "NS Points or EW Points at the head of a column; the comparison's side is not known"
            self._reading.tell(self._lines[0].line, [Doubt("no_side", "no such head", wanted)])
        for row, board in zip(self._lines, boards, strict=True):
            here = place | {"board": board}
            self._add_line(row, here, self._deal_id(row, board, here))

    def _add_event(self) -> int:
        name = next((row.text("tourneyName") for row in self._found if row.named("tourneyName")), "")
        # On a page of one pair's hands the day stands in a row of its own.
        dates = [match[0] for row in self._found for cell in row.cells if (match := _DATE.match(cell.text))]
        given = min(dates, default="")
        self._reading.met(_EVENT)
        return self._reading.add_event(
            name=name or PurePosixPath(self._reading.source.path).stem,
            date=parse_date(given),
            date_given=given or None,
            season=parse_season(given),
            scoring="matchpoints" if any("%" in _compared(row) for row in self._lines) else None,
            line=1,
        )

    def _boards(self) -> list[int]:
        """The board of each row: one for all, but where the page lists one pair's hands."""
        named = [_named_board(self._games[id(row)]) for row in self._lines]
        numbers = {number for number in named if number is not None}
        if any(row.named(_LINK_TO_TRAVELLER) for row in self._lines):
            own = [number or board_number(row.text("handnum")) for number, row in zip(named, self._lines, strict=True)]
            if all(own):
                return [number or 0 for number in own]
        if len(numbers) != 1:
            found = ", ".join(map(str, sorted(numbers))) or "no board"
            self._reading.tell(1, [Doubt("board_label", found, "one board's number in the links; taken as board 1")])
            numbers = {1}
        return [*numbers] * len(self._lines)

    def _deal_id(self, row: Row, board: int, place: dict[str, Any]) -> int | None:
        game = self._games[id(row)]
        if game is None or not game.value("md"):
            return None
        deal, doubts = parse_deal(game.value("md"), game.value("sv"))
        self._reading.met(_DEAL)
        if (board, deal) in self._deals:
            self._reading.supersede(_DEAL)
            return self._deals[board, deal]
        if board in self._dealt:
            doubts.append(Doubt("deal_twice", "another deal in a link", "one deal for the board"))
        self._reading.tell(row.line, doubts)
        self._dealt.add(board)
        deal_id = self._reading.add_deal(**place, **deal._asdict(), deal_origin="as_played", line=row.line)
        self._deals[board, deal] = deal_id
        return deal_id

    def _add_line(self, row: Row, place: dict[str, Any], deal_id: int | None) -> None:
        columns, doubts = _outcome(row, self._games[id(row)])
        compared = _compared(row)
        if self._side is not None:
            unit = "pct" if "%" in compared else "imp"
            figure = compared.replace("%", "").strip()
            sides = (figure, "") if self._side == "NS" else ("", figure)
            columns |= figures.published(unit, *sides, doubts)
        self._reading.tell(row.line, doubts, " | ".join(cell.text for cell in row.cells))
        self._reading.met(_LINE)
        pairs = {"ns_pair": _pair(row, "north", "south"), "ew_pair": _pair(row, "east", "west")}
        self._reading.add_result(**place, **pairs, **columns, deal_id=deal_id, line=row.line)


def _named_board(game: Game | None) -> int | None:
    match = _BOARD.search(game.value("ah")) if game else None
    return board_number(match[1]) if match else None


def _game(row: Row) -> Game | None:
    lin = next((cell.lin for cell in row.cells if cell.lin), "")
    return next(iter(games(lin)[1]), None) if lin else None


def _side(found: list[Row]) -> str | None:
    """The side that the points' column is headed for."""
    heads = [cell.text.upper() for row in found for cell in row.cells if "POINTS" in cell.text.upper()]
    sides = {head[:2] for head in heads if head in ("NS POINTS", "EW POINTS")}
    return sides.pop() if len(sides) == 1 else None


def _compared(row: Row) -> str:
    """The printed comparison: the second of the row's scores."""
    scores = [cell.text for cell in row.cells if set(cell.classes.split()) & {"score", "negscore"}]
    return scores[1] if len(scores) > 1 else ""


def _pair(row: Row, *seats: str) -> str | None:
    names = [row.text(seat) for seat in seats]
    return " - ".join(names) if all(names) else None


def _outcome(row: Row, game: Game | None) -> tuple[dict[str, Any], list[Doubt]]:
    text = "".join(row.text("result").split())
    if match := _ADJUSTED.fullmatch(text.upper()):
        return _adjusted(text, match[1] + match[2])
    play = parse_play(text)
    given = Given(contract=text) if play is None else Given(play.contract, play.declarer, result=play.result)
    lead = game.value("pc") if game else ""
    if play is not None and parse_contract(play.contract) != PASSED and parse_card(lead):
        given = given._replace(lead=lead)
    columns, doubts = outcome(given, zero_is_score=False)
    return dict(columns), list(doubts)


def _adjusted(text: str, signs: str) -> tuple[dict[str, Any], list[Doubt]]:
    award = _HALF if signs == _AVERAGE else None
    doubts = [] if award else [Doubt("award_unknown", text, "which side has which percentage")]
    return {"kind": "artificial", "award_given": text, "ns_award": award, "ew_award": award}, doubts
