"""The head of an EVENT: its name, date, kind of competition and scoring."""

from collections.abc import Iterator
from typing import Any

from lxml import etree

from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.usebio.document import fields, line_of
from neuberg.ingest.values import parse_date, parse_season

#: What stands for each way of scoring a board, the particular before the general.
_SCORINGS = {
    "butler": ("BUTLER",),
    "cross_imps": ("CROSS_IMP", "XIMP"),
    "matchpoints": ("MATCH_POINT", "MATCHPOINT", "MP_PAIRS"),
    "aggregate": ("AGGREGATE",),
    "board_a_match": ("BAM", "PAB", "BOARD_A_MATCH", "POINT_A_BOARD"),
    "imps": ("IMPS",),
    "hybrid": ("HYBRID",),
    "other": ("OTHER",),
}
_METHODS = ("BOARD_SCORING_METHOD", "PAIRWISE_SCORING_METHOD", "SCORING_METHOD")
#: The figures of a traveller line, and the scoring that they are of.
_PRINTED = {"NS_MATCH_POINTS": "matchpoints", "NS_BUTLER_POINTS": "butler", "NS_CROSS_IMP_POINTS": "cross_imps"}
_COMPETITIONS = {"teams": ("TEAM", "KO"), "individuals": ("INDIVIDUAL",), "pairs": ("PAIR", "CROSS_IMP", "BUTLER")}
_CONTESTANTS = {"teams": "TEAM", "pairs": "PAIR", "individuals": "PLAYER"}


def event_columns(event: etree._Element, club: str | None) -> tuple[dict[str, Any], list[Doubt]]:
    """The columns of `events`, and what is doubtful in them."""
    texts = fields(event)
    date = texts.get("DATE") or next(filter(None, _session_dates(event)), "")
    winners = texts.get("WINNER_TYPE", "")
    doubts = []
    if date and parse_date(date) is None:
        doubts.append(Doubt("bad_date", date, "a day, such as 31/05/2024 or 2024-05-31"))
    if winners not in ("", "1", "2"):
        doubts.append(Doubt("bad_winners", winners, "1 or 2"))
    columns = {
        "name": texts.get("EVENT_DESCRIPTION") or texts.get("TITLE") or None,
        "body": club,
        "date": parse_date(date),
        "date_given": date or None,
        "season": parse_season(date),
        "competition": _competition(event),
        "scoring": _scoring(event, texts),
        "winners": int(winners) if winners in ("1", "2") else None,
        "producer": " ".join(filter(None, (texts.get("PROGRAM_NAME"), texts.get("PROGRAM_VERSION")))) or None,
        "line": line_of(event),
    }
    return columns, doubts


def has(element: etree._Element, name: str) -> bool:
    """Whether an element of that name stands anywhere in another."""
    return next(element.iter(name), None) is not None


def _session_dates(event: etree._Element) -> Iterator[str]:
    for session in event.iter("SESSION"):
        texts = fields(session)
        yield texts.get("DATE") or texts.get("SESSION_DATE", "")


def _competition(event: etree._Element) -> str | None:
    """As the event's type says, else as its participants are."""
    kind = (event.get("EVENT_TYPE") or "").upper()
    for competition, words in _COMPETITIONS.items():
        if any(word in kind for word in words):
            return competition
    return next(
        (
            name
            for name, tag in _CONTESTANTS.items()
            for all_ in event.iter("PARTICIPANTS")
            if all_.find(tag) is not None
        ),
        None,
    )


def _scoring(event: etree._Element, texts: dict[str, str]) -> str | None:
    """As the event's type or a method says, the particular before the general; else as its lines show."""
    kind = (event.get("EVENT_TYPE") or "").upper()
    stated = [_named(texts.get(method, "").upper()) for method in _METHODS]
    stated = [name for name in (stated[0], _named(kind), *stated[1:]) if name is not None]
    particular = next((name for name in stated if name != "imps"), None)
    printed = next((name for tag, name in _PRINTED.items() if has(event, tag)), None)
    if particular is not None:
        return particular
    return printed or ("imps" if stated or has(event, "NS_IMPS") else None)


def _named(text: str) -> str | None:
    return next((name for name, words in _SCORINGS.items() if any(word in text for word in words)), None)


def owners(root: etree._Element) -> dict[etree._Element, etree._Element]:
    """The event of each HANDSET that stands in none: the one before it; in a file that begins with one, the next."""
    order = [element for element in root.iter("EVENT", "HANDSET") if element.tag == "EVENT" or not _in_event(element)]
    events = [element for element in order if element.tag == "EVENT"]
    if not events:
        return {}
    before = order[0].tag == "EVENT"
    nearest = events[0] if before else events[-1]
    found = {}
    for element in order if before else reversed(order):
        if element.tag == "EVENT":
            nearest = element
        else:
            found[element] = nearest
    return found


def _in_event(element: etree._Element) -> bool:
    return any(outer.tag == "EVENT" for outer in element.iterancestors())
