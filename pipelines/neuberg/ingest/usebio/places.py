"""Where a record stands in a USEBIO file: its event, session, section and match, and how these are labelled."""

from typing import NamedTuple

from lxml import etree

from neuberg.ingest.usebio.document import fields


class Event(NamedTuple):
    """An event being read: its key, and what its lines are to be read by.

    Attributes:
        has_contracts: whether its lines give contracts; a score of 0 beside an empty one is then none to trust.
        sessions: how many SESSION elements it has.
    """

    event_id: int
    has_contracts: bool = False
    sessions: int = 0


class Match(NamedTuple):
    """The two sides of a MATCH as it names them; teams are the field of their boards, pairs play in the round's."""

    teams: bool
    first: str
    second: str


class Place(NamedTuple):
    """Where a record stands; None for what is not said there.

    Attributes:
        match_label: names a match of teams within its round and section.
        has_matches: whether what it stands in is played in matches, so that its contestants play all rounds.
        board: the board's number.
        is_handset: whether its boards are deals.
    """

    event: Event | None = None
    session: str | None = None
    round: str | None = None
    section: str | None = None
    match_label: str | None = None
    match: Match | None = None
    has_matches: bool = False
    board: int | None = None
    is_handset: bool = False

    @property
    def session_label(self) -> str:
        """The session of the tables: a round is a session of its own, for its boards have their own field."""
        if self.round is None:
            return self.session or "1"
        return f"{self.session}, round {self.round}" if self.session else f"round {self.round}"

    @property
    def section_label(self) -> str:
        """The section of the tables: a match of teams is a section of its own."""
        return ": ".join(filter(None, (self.section, self.match_label)))

    def covers(self, other: "Place") -> bool:
        """Whether all that is said of this place holds of another."""
        pairs = zip(self.stated, other.stated, strict=True)
        return self.event == other.event and all(own in (None, its) for own, its in pairs)

    @property
    def stated(self) -> tuple[str | None, ...]:
        """What is said of the place within its event."""
        return self.session, self.round, self.section, self.match_label


def section_labels(parent: etree._Element) -> dict[etree._Element, str | None]:
    """The label of each SECTION in an element: its own, else its place among several; None for one without."""
    sections = list(parent.iterchildren("SECTION"))
    return {
        section: section.get("SECTION_ID")
        or fields(section).get("SECTION_ID")
        or (str(number) if len(sections) > 1 else None)
        for number, section in enumerate(sections, start=1)
    }


def in_match(element: etree._Element, place: Place, seen: dict[Place, int]) -> Place:
    """The place of the boards of a MATCH; a label that a match of the same round has already gets a number."""
    texts = fields(element)
    teams = bool(texts.get("TEAM") or texts.get("OPPOSING_TEAM"))
    names = ("TEAM", "OPPOSING_TEAM") if teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
    match = Match(teams, *(texts.get(name, "") for name in names))
    round_ = texts.get("ROUND_NUMBER") or texts.get("ROUND") or None
    label = f"{match.first or '?'} v {match.second or '?'}" if teams else None
    found = place._replace(round=round_, match=match, match_label=label)
    if not teams:
        return found
    seen[found] = seen.get(found, 0) + 1
    return found if seen[found] == 1 else found._replace(match_label=f"{label} ({seen[found]})")
