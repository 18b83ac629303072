"""Which deal each line played: the one of its board that stands nearest to it, where there is one and no doubt."""

from collections import defaultdict
from typing import Any, NamedTuple

from neuberg.ingest.usebio.places import Event, Place


class Record(NamedTuple):
    """A deal or a traveller line: where it stands (its board included) and its other columns."""

    place: Place
    columns: dict[str, Any]

    @property
    def board(self) -> tuple[Event | None, int | None]:
        """The event and the board's number."""
        return self.place.event, self.place.board


def link(deals: list[Record], lines: list[Record]) -> list[int | None]:
    """The index of each line's deal; None where its board has none, or several as near.

    A deal that names no session is linked only if its board was played in one: a number comes back in every session
    and in every round, on other cards.
    """
    of_board: dict[Any, list[int]] = defaultdict(list)
    for index, deal in enumerate(deals):
        of_board[deal.board].append(index)
    nearest: dict[Place, int | None] = {}
    found: list[int | None] = []
    at, here = None, None
    for line in lines:
        if line.place is not at:
            at = line.place
            if at not in nearest:
                nearest[at] = _nearest(deals, of_board[line.board], at)
            here = nearest[at]
        found.append(here)
    played: dict[int | None, set[str]] = defaultdict(set)
    for place, deal_index in nearest.items():
        played[deal_index].add(place.session_label)
    return [None if len(played[deal_index]) > 1 else deal_index for deal_index in found]


def _nearest(deals: list[Record], candidates: list[int], place: Place) -> int | None:
    covering = [index for index in candidates if deals[index].place.covers(place)]
    said = [sum(part is not None for part in deals[index].place.stated) for index in covering]
    best = [index for index, count in zip(covering, said, strict=True) if count == max(said)]
    return best[0] if len(best) == 1 else None


def labels(deals: list[Record], lines: list[Record], linked: list[int | None]) -> list[tuple[str, str]]:
    """The session and the section of each deal: as stated, else those of its board's lines where they are one."""
    of_deal: dict[int, set[tuple[str, str]]] = defaultdict(set)
    sessions: dict[Event | None, set[str]] = defaultdict(set)
    at = None
    for line, index in zip(lines, linked, strict=True):
        place = line.place
        if place is at:
            continue
        at = place
        sessions[place.event].add(place.session_label)
        if index is not None:
            of_deal[index].add((place.session_label, place.section_label))
    return [_label(deal.place, of_deal[index], sessions[deal.place.event]) for index, deal in enumerate(deals)]


def _label(place: Place, played: set[tuple[str, str]], sessions: set[str]) -> tuple[str, str]:
    session, section = place.session_label, place.section_label
    if place.session is None and place.round is None:
        session = _only({session for session, _ in played}) or _only(sessions) or session
    return session, section or _only({section for _, section in played}) or ""


def _only(found: set[str]) -> str | None:
    return next(iter(found)) if len(found) == 1 else None
