"""The elements of a NZ Scorer file as an event, contestants and traveller lines."""

from collections import Counter
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from lxml import etree

from neuberg.domain.awards import is_not_played
from neuberg.ingest import figures
from neuberg.ingest.numbering import BoardNumbers
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source
from neuberg.ingest.usebio.document import line_of, parse, raw
from neuberg.ingest.values import PASSED, parse_contract, parse_date, parse_integer, parse_season

PRODUCER = "NZ Scorer"
_EVENT, _LINE, _CONTESTANT = "event", "traveller line", "contestant's line"
_HEAD_BYTES = 4096
_SCORINGS = {"MP": "matchpoints", "IMP": "imps", "IMPS": "imps", "BUTLER": "butler", "XIMP": "cross_imps"}
_DIRECTIONS = {"N": "NS", "E": "EW", "H": None, "": None}
_MOST_ROUND = 32_767
#: Stands for the matchpoints of a line against the phantom pair.
_PHANTOM = "-9999"
_ADJUSTED = "ADJ"
_Get = Callable[[str], str]
_UNKNOWN_AWARD = Doubt("award_unknown", "Adj", "each side's percentage; only the matchpoints show what was given")


def recognises(source: Source) -> bool:
    """Whether a session with a club's number, or a section's results, begins in the first bytes."""
    head = source.opening(_HEAD_BYTES)
    return any(mark in head for mark in (b"<session club", b"<brsection"))


def read(reading: Reading) -> None:
    """Read a NZ Scorer file: one event, its lines and its contestants.

    Matchpoints go in as they are printed: whole numbers, ten times the matchpoints. Where the file says
    `field_scoring`, the sections are scored with each other. Left out by rule (`ignored`): a line against the phantom
    pair, which nobody played. What an adjusted score (`Adj`) gave each side is not said in the file, only its
    matchpoints are: such a line is artificial, without percentages, and each is a warning. The format has no deals, so
    there is no dealer or vulnerability.

    Not represented: handicaps and raw percentages, and the matchpoints of a line against the phantom pair.
    """
    document = parse(reading.source.data)
    reading.encoding = document.encoding
    reading.tell_undecodable()
    for repair in document.repairs:
        reading.problem(repair.line, repair.code, found=repair.found, wanted=repair.wanted, severity=repair.severity)
    _Session(reading, document.root).add()


class _Session:
    """One file being read."""

    def __init__(self, reading: Reading, root: etree._Element) -> None:
        self._reading = reading
        self._root = root
        self._results = list(root.iter("RESULT"))
        self._sections = list(dict.fromkeys(section.get("ID", "") for section in root.iter("BRSECTION")))
        session = next(root.iter("SESSION"), None)
        self._head: dict[str, str] = {} if session is None else {str(k): str(v) for k, v in session.attrib.items()}

    def add(self) -> None:
        """Add the event, then its lines, then its contestants."""
        event_id = self._add_event()
        # A table against a phantom has no line in the tables, and is one of those to which the program brings a board.
        self._expected = Counter((self._scored_with(line), _texts(line)("BD")) for line in self._results)
        self._numbers = BoardNumbers(result.get("BD", "") for result in self._results)
        for result in self._results:
            self._add_line(event_id, result)
        for pair in self._root.iter("PAIR"):
            self._add_contestant(event_id, pair)

    def _add_event(self) -> int:
        head, reading = self._head, self._reading
        date, scoring = head.get("EVENT_DATE", ""), head.get("SCORING_TYPE", "")
        doubts = []
        if parse_date(date) is None:
            doubts.append(Doubt("bad_date", date, "a day, such as 31/05/2024"))
        if scoring.upper() not in _SCORINGS:
            doubts.append(Doubt("bad_scoring", scoring, "MP, the scoring"))
        reading.tell(1, doubts)
        reading.met(_EVENT)
        directions = {pair.get("DIR", "").upper() for pair in self._root.iter("PAIR")}
        return reading.add_event(
            name=head.get("EVENT_NAME") or PurePosixPath(reading.source.path).stem,
            body=head.get("CLUB") or None,
            date=parse_date(date),
            date_given=date or None,
            season=parse_season(date),
            competition="pairs",
            scoring=_SCORINGS.get(scoring.upper()),
            winners=1 if directions == {"H"} else 2 if directions == {"N", "E"} else None,
            # The format is that one program's own.
            producer=PRODUCER,
            line=line_of(self._root),
        )

    def _add_line(self, event_id: int, element: etree._Element) -> None:
        get, line = _texts(element), line_of(element)
        if _is_torn(element):
            self._reject(element, "damaged_record", "a damaged <result>", "a whole one")
        elif not get("BD"):
            self._reject(element, "no_board", "no board", "a board's number")
        elif _is_phantom(get):
            self._reading.met(_LINE)
            self._reading.ignore(_LINE)
        else:
            board, by_place = self._numbers.of(get("BD"))
            columns, doubts = _line_columns(get)
            if by_place:
                doubts.append(Doubt("board_label", get("BD"), f"a board's number; taken as board {board}"))
            self._reading.tell(line, doubts, raw(element))
            self._reading.met(_LINE)
            together = self._scored_with(element)
            key = {"event_id": event_id, "session": "1", "section": _section(element), "scored_with": together}
            expected = self._expected[together, get("BD")]
            self._reading.add_result(**key, **columns, board=board, expected=expected, line=line)

    def _scored_with(self, element: etree._Element) -> str:
        """The sections that a line is compared with: all of them where the session is scored across."""
        return "+".join(sorted(self._sections)) if self._head.get("FIELD_SCORING") == "true" else _section(element)

    def _reject(self, element: etree._Element, code: str, found: str, wanted: str) -> None:
        self._reading.reject(line_of(element), _LINE, code, found=found, wanted=wanted, raw=raw(element))

    def _add_contestant(self, event_id: int, element: etree._Element) -> None:
        get, doubts = _texts(element), list[Doubt]()
        if get("DIR").upper() not in _DIRECTIONS:
            doubts.append(Doubt("bad_direction", get("DIR"), "N, E or H"))
        self._reading.met(_CONTESTANT)
        self._reading.add_contestant(
            event_id=event_id,
            session="1",
            section=_section(element),
            pair=get("NO") or None,
            direction=_DIRECTIONS.get(get("DIR").upper()),
            players=[get("PLAYER_NAME_1") or None, get("PLAYER_NAME_2") or None],
            player_ids=[get("NZB_NO_1") or None, get("NZB_NO_2") or None],
            **figures.total("total", get("MATCH_POINTS").partition("/")[0], doubts),
            **figures.total("percent", get("RAW_SCORE") or get("RES"), doubts),
            **figures.place(get("PLACE"), doubts),
            line=line_of(element),
        )
        self._reading.tell(line_of(element), doubts, raw(element))


def _texts(element: etree._Element) -> _Get:
    return lambda name: str(element.get(name) or "").strip()


def _is_torn(element: etree._Element) -> bool:
    """Whether damage stands right behind the element's start, where its attributes are."""
    return any(isinstance(child, etree._ProcessingInstruction) for child in element)


def _section(element: etree._Element) -> str:
    return next((str(outer.get("ID") or "") for outer in element.iterancestors("BRSECTION", "SCSECTION")), "")


def _is_phantom(get: _Get) -> bool:
    nothing = not any(get(name) for name in ("CONT", "SCORE", "RES", "DEC"))
    return nothing and get("MP_NS") == _PHANTOM == get("MP_EW")


def _line_columns(get: _Get) -> tuple[dict[str, Any], list[Doubt]]:
    adjusted = get("SCORE").upper() == _ADJUSTED
    unplayed = is_not_played(get("CONT"))
    passed = parse_contract(get("CONT")) == PASSED
    given = Given(
        contract=get("CONT"),
        declarer="" if unplayed else get("DEC"),
        lead=get("LEAD"),
        result="" if passed or unplayed else get("RES"),
        score="" if adjusted else get("SCORE"),
    )
    columns, found = outcome(given, zero_is_score=True)
    doubts = list(found)
    if adjusted:
        columns = {**columns, "kind": "artificial", "award_given": get("SCORE")}
        doubts = [*(doubt for doubt in doubts if doubt.code != "no_result"), _UNKNOWN_AWARD]
    round_ = parse_integer(get("RND"))
    if get("RND") and (round_ is None or not 0 <= round_ <= _MOST_ROUND):
        doubts.append(Doubt("bad_round", get("RND"), "a round's number"))
        round_ = None
    phantom = _PHANTOM in (get("MP_NS"), get("MP_EW"))
    return {
        **columns,
        "round": round_,
        "table": get("TAB") or None,
        "ns_pair": get("NS") or None,
        "ew_pair": get("EW") or None,
        **({} if phantom else figures.published("mp", get("MP_NS"), get("MP_EW"), doubts)),
    }, doubts
