"""The elements of a USEBIO file as events, contestants, deals and traveller lines."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

from lxml import etree

from neuberg.ingest.numbering import BoardNumbers
from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.reading import Reading
from neuberg.ingest.usebio.contestants import contestant_columns, is_contestant, label
from neuberg.ingest.usebio.document import field, fields, is_damaged, line_of, parse, raw
from neuberg.ingest.usebio.events import event_columns, has, owners
from neuberg.ingest.usebio.hands import deal_columns, states_deal
from neuberg.ingest.usebio.lines import KNOWN, line_columns
from neuberg.ingest.usebio.linking import Record, labels, link
from neuberg.ingest.usebio.places import Event, Place, in_match, section_labels

_EVENT, _DEAL, _LINE, _CONTESTANT = "event", "deal", "traveller line", "contestant's line"


def read(reading: Reading) -> None:
    """Read a USEBIO file: every record that is whole, and a problem for each that is not.

    An element that means nothing here is passed through, its children read as in its place; what stands in a line and
    is not read is told once a name. Nothing outside the file is fetched, and no entity expanded but the letters that
    HTML has names for, which are told.

    Not represented: masterpoints and their scales, handicaps and strata, charges, contacts and venues, a club's other
    details, the double-dummy results of a hand, and the two sides' scores of a match, IMPs or victory points.
    """
    document = parse(reading.source.data)
    reading.encoding = document.encoding
    reading.tell_undecodable()
    for repair in document.repairs:
        reading.problem(repair.line, repair.code, found=repair.found, wanted=repair.wanted, severity=repair.severity)
    _Walk(reading, document.root, has_damage=document.has_damage).go()


class _Walk:
    """A walk through the elements: one that means nothing here is passed through, its children read as in its place."""

    def __init__(self, reading: Reading, root: etree._Element, *, has_damage: bool) -> None:
        self._reading = reading
        self._has_damage = has_damage
        self._root = root
        self._numbers = BoardNumbers(_board_labels(root))
        self._owners = owners(root)
        self._club = _club(root)
        self._events = {event: self._add_event(event) for event in root.iter("EVENT")}
        self._last: Event | None = None
        self._sessions: Counter[Event | None] = Counter()
        self._session_labels: set[tuple[Event | None, str]] = set()
        self._sections: dict[etree._Element, dict[etree._Element, str | None]] = {}
        self._matches: dict[Place, int] = {}
        self._teams: dict[Event | None, dict[str, str]] = {
            event: dict(_teams(element)) for element, event in self._events.items()
        }
        self._told: set[str] = set()
        self._deals: list[Record] = []
        self._deals_seen: dict[Place, set[tuple[Any, ...]]] = {}
        self._lines: list[Record] = []
        self._handlers: dict[Any, Callable[[etree._Element, Place], None]] = {
            "EVENT": self._event,
            "SESSION": self._session,
            "SECTION": self._section,
            "MATCH": self._match,
            "HANDSET": self._handset,
            "BOARD": self._board,
            "TRAVELLER_LINE": self._line,
            "PAIR": self._contestant,
            "TEAM": self._contestant,
            "PLAYER": self._contestant,
        }

    def go(self) -> None:
        """Read all; the deals are added before the lines, which name them."""
        self._inside(self._root, Place())
        linked = link(self._deals, self._lines)
        deal_ids = []
        for deal, (session, section) in zip(self._deals, labels(self._deals, self._lines, linked), strict=True):
            self._reading.met(_DEAL)
            deal_ids.append(self._reading.add_deal(**_key(deal.place, session, section), **deal.columns))
        at, key = None, dict[str, Any]()
        for line, index in zip(self._lines, linked, strict=True):
            # The lines of a board stand together, in one place.
            if line.place is not at:
                at, key = line.place, _key(line.place, line.place.session_label, line.place.section_label)
            self._reading.met(_LINE)
            line.columns.update(key, deal_id=None if index is None else deal_ids[index])
            self._reading.take_result(line.columns)

    def _inside(self, element: etree._Element, place: Place) -> None:
        for child in element:
            if handler := self._handlers.get(child.tag):
                handler(child, place)
            elif len(child):
                self._inside(child, place)

    def _tell(self, element: etree._Element, doubts: list[Doubt]) -> None:
        for doubt in doubts:
            self._reading.problem(
                line_of(element),
                doubt.code,
                found=doubt.found,
                wanted=doubt.wanted,
                raw=raw(element),
                severity=doubt.severity,
            )

    def _reject(self, element: etree._Element, kind: str, code: str, found: str, wanted: str) -> None:
        self._reading.met(kind)
        self._reading.problem(line_of(element), code, found=found, wanted=wanted, raw=raw(element), rejects=kind)

    def _is_whole(self, element: etree._Element, kind: str, *, outside: str = "") -> bool:
        """Whether nothing in a record was damaged; one that was is rejected, for what is left of it may mislead."""
        if not self._has_damage or not is_damaged(element, outside=outside):
            return True
        self._reject(element, kind, "damaged_record", f"a damaged <{element.tag}>", "a whole one")
        return False

    def _add_event(self, element: etree._Element) -> Event:
        columns, doubts = event_columns(element, _club(element) or self._club)
        self._tell(element, doubts)
        self._reading.producer = self._reading.producer or columns["producer"]
        self._reading.met(_EVENT)
        sessions = sum(1 for _ in element.iter("SESSION"))
        return Event(self._reading.add_event(**columns), has(element, "CONTRACT"), sessions)

    def _in_event(self, place: Place) -> Place:
        """The place of a record, in an event: for one that stands in none the last before it, or the file itself."""
        if place.event is not None:
            return place
        if self._last is None:
            name = PurePosixPath(self._reading.source.path).stem
            self._reading.problem(None, "no_event", found="records outside an <EVENT>", wanted="an <EVENT>")
            self._reading.met(_EVENT)
            self._last = Event(self._reading.add_event(name=name), has(self._root, "CONTRACT"))
        return place._replace(event=self._last)

    def _event(self, element: etree._Element, place: Place) -> None:
        self._last = self._events[element]
        self._inside(element, place._replace(event=self._last, has_matches=has(element, "MATCH")))

    def _session(self, element: etree._Element, place: Place) -> None:
        self._sessions[place.event] += 1
        texts = fields(element)
        given = element.get("SESSION_ID") or texts.get("SESSION_ID") or texts.get("SESSION_NUMBER")
        session = given or str(self._sessions[place.event])
        if (place.event, session) in self._session_labels:
            self._tell(element, [Doubt("session_twice", session, "a label for each session; taken as one session")])
        self._session_labels.add((place.event, session))
        self._inside(element, place._replace(session=session, has_matches=has(element, "MATCH")))

    def _section(self, element: etree._Element, place: Place) -> None:
        parent = element.getparent()
        if parent is not None and parent not in self._sections:
            self._sections[parent] = section_labels(parent)
        section = None if parent is None else self._sections[parent][element]
        self._inside(element, place._replace(section=section, has_matches=has(element, "MATCH")))

    def _match(self, element: etree._Element, place: Place) -> None:
        self._inside(element, in_match(element, place, self._matches))

    def _handset(self, element: etree._Element, place: Place) -> None:
        owner = self._owners.get(element)
        event = place.event if owner is None else self._events[owner]
        self._inside(element, place._replace(event=event, is_handset=True))

    def _board(self, element: etree._Element, place: Place) -> None:
        given = _board_label(element)
        is_deal = place.is_handset or states_deal(element)
        is_deal = is_deal and self._is_whole(element, _DEAL, outside="TRAVELLER_LINE")
        if not is_deal and not has(element, "TRAVELLER_LINE"):
            return
        number, by_place = self._numbers.of(given)
        if by_place:
            wanted = f"a board's number; taken as board {number}"
            self._tell(element, [Doubt("board_label", given or "no board number", wanted)])
        here = self._in_event(place)._replace(board=number)
        if is_deal:
            self._deal(element, here._replace(match=None, has_matches=False, is_handset=False))
        self._inside(element, here)

    def _deal(self, element: etree._Element, place: Place) -> None:
        columns, doubts = deal_columns(element)
        seen = self._deals_seen.setdefault(place, set())
        stated = tuple(columns.values())
        if stated in seen:
            self._reading.met(_DEAL)
            self._reading.supersede(_DEAL)
            return
        if seen:
            doubts.append(Doubt("deal_twice", f"another deal of board {place.board}", "one deal a board"))
        seen.add(stated)
        self._tell(element, doubts)
        self._deals.append(Record(place, columns | {"line": line_of(element)}))

    def _line(self, element: etree._Element, place: Place) -> None:
        texts = fields(element)
        if place.board is None:
            self._reject(element, _LINE, "no_board", "a line outside a <BOARD>", "a line in its <BOARD>")
        elif self._is_whole(element, _LINE):
            here = self._in_event(place)
            columns, doubts = line_columns(element, texts, here, self._teams.get(here.event, {}))
            if not KNOWN.issuperset(texts):
                doubts += self._unread(texts)
            self._tell(element, doubts)
            self._lines.append(Record(here, columns))
        # In nearly all there is nothing but texts.
        if len(texts) < len(element) or not self._handlers.keys().isdisjoint(texts):
            self._inside(element, place)

    def _unread(self, texts: dict[str, str]) -> list[Doubt]:
        """A doubt for what nobody reads of a line, once a file for each name."""
        new = [name for name, text in texts.items() if text and name not in KNOWN and name not in self._told]
        self._told.update(new)
        wanted = "an element that is known; this one is not read"
        return [Doubt("unknown_element", f"{name} {texts[name]}", wanted, "info") for name in new]

    def _contestant(self, element: etree._Element, place: Place) -> None:
        if is_contestant(element) and self._is_whole(element, _CONTESTANT):
            here = self._in_event(place)
            columns, doubts = contestant_columns(element)
            self._tell(element, doubts)
            self._reading.met(_CONTESTANT)
            key = {"event_id": here.event and here.event.event_id, "section": here.section or ""}
            self._reading.add_contestant(**key, session=_contestant_session(here), **columns)
        self._inside(element, place)


def _club(element: etree._Element) -> str | None:
    return next(filter(None, (fields(club).get("CLUB_NAME") for club in element.iter("CLUB"))), None)


def _board_labels(root: etree._Element) -> Iterator[str]:
    return map(_board_label, root.iter("BOARD"))


def _board_label(board: etree._Element) -> str:
    return field(board, "BOARD_NUMBER") or board.get("BOARD_NUMBER") or ""


def _teams(event: etree._Element) -> Iterator[tuple[str, str]]:
    for team in event.iter("TEAM"):
        for pair in team.iter("PAIR"):
            yield label(pair), label(team)


def _key(place: Place, session: str, section: str) -> dict[str, Any]:
    event_id = place.event.event_id if place.event else None
    return {"event_id": event_id, "session": session, "section": section, "board": place.board}


def _contestant_session(place: Place) -> str | None:
    """The session that a contestant's line is of; None: the event, as for one who plays matches over its rounds."""
    rounds = place.has_matches and (place.event is None or place.event.sessions < 2)
    return None if rounds or (place.session is None and place.section is None) else place.session_label
