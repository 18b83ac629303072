"""What became of a board at one table, from its texts: the same for a row of a table and for a game."""

import re
from typing import Any, NamedTuple

from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.values import (
    Awards,
    is_not_played,
    known,
    parse_card,
    parse_contract,
    parse_number,
    parse_seat,
    parse_tricks,
)
from neuberg.ingest.values import PASSED, Contract, Number, parse_integer

_HIGHEST_ROUND = 2**15 - 1
_ROUND_WORD = re.compile(r"r(?:oun)?d?\.?\s*(?=\d+$)", re.IGNORECASE | re.ASCII)
_ROOMS = {"open": "Open", "o": "Open", "closed": "Closed", "c": "Closed"}


class Given(NamedTuple):
    """The texts of a play and what its score texts say."""

    contract: str
    declarer: str
    result: str
    lead: str
    points: int | None
    awards: Awards | None
    award_given: str | None
    #: The line is marked as artificial (`^`), whether or not it says which percentage is given.
    artificial: bool
    not_played: bool


def outcome(given: Given, doubts: Doubts) -> dict[str, Any]:
    """The columns of `results` that say what was played and scored; what cannot be taken is null, with a doubt.

    An artificial score outranks what was played, and a board is passed out only where the contract says so.
    """
    contract = _contract(given.contract, doubts)
    columns = {} if contract == PASSED else _played(contract, given, doubts)
    kind = _kind(contract, given)
    points = 0 if kind == "passed_out" and given.points is None else given.points
    awards = given.awards or Awards(None, None)
    return columns | {
        "kind": kind,
        "ns_score": points,
        "ns_award": awards.ns,
        "ew_award": awards.ew,
        "award_given": given.award_given,
    }


def note_one_sided(line: dict[str, Any], doubts: Doubts) -> None:
    """Note an artificial score that does not say what each side is given."""
    if line["kind"] == "artificial" and None in (line["ns_award"], line["ew_award"]):
        found = line["award_given"] or "^"
        doubts.note("bad_award", found, "an artificial score of each side, such as A+ and A-")


def seat(text: str, code: str, doubts: Doubts) -> str | None:
    """The seat of a text; None, with a doubt where the text is not an unknown one."""
    if known(text) is None:
        return None
    found = parse_seat(text)
    if found is None:
        doubts.note(code, text, "N, E, S or W")
    return found


def figures(unit: str, ns: Number | None, ew: Number | None) -> dict[str, Any]:
    """The published columns of a unit (mp, pct, imp) and the most decimals printed; none where nothing is printed."""
    if ns is None and ew is None:
        return {}
    return {
        f"published_ns_{unit}": ns.value if ns else None,
        f"published_ew_{unit}": ew.value if ew else None,
        f"published_{unit}_decimals": max(number.decimals for number in (ns, ew) if number),
    }


def number(text: str, doubts: Doubts) -> Number | None:
    """A printed number; None where it is unknown, with a doubt where it is something else."""
    if known(text) is None:
        return None
    found = parse_number(text.strip().lstrip("^"))
    if found is None:
        doubts.note("bad_number", text, "a number")
    return found


def whole(number: Number | None) -> int | None:
    """The number where it is whole and of at most nine digits."""
    return int(number.value) if number and number.value.is_integer() and abs(number.value) < 10**9 else None


def round_number(text: str) -> int | None:
    """The round's number; None for a round that is named otherwise.

    >>> round_number("3"), round_number("Round 3"), round_number("R3"), round_number("Final.2")
    (3, 3, 3, None)
    """
    found = parse_integer(_ROUND_WORD.sub("", text.strip()))
    return found if found is not None and 0 <= found <= _HIGHEST_ROUND else None


def round_of_row(text: str, doubts: Doubts) -> int | None:
    """The round's number, or None, with a note where the row names its round otherwise."""
    found = round_number(text)
    if found is None and known(text) is not None:
        doubts.note("not_represented", text, "the number of a round", severity="info")
    return found


def parse_room(text: str, doubts: Doubts) -> str | None:
    """Open or Closed, or None, with a doubt where the text is neither nor unknown."""
    room = room_named(text)
    if room is None and known(text) is not None:
        doubts.note("bad_room", text, "Open or Closed")
    return room


def room_named(text: str) -> str | None:
    """Open or Closed; None for anything else.

    >>> room_named("OPEN"), room_named("c"), room_named("Closed room"), room_named("1")
    ('Open', 'Closed', 'Closed', None)
    """
    return _ROOMS.get(text.strip().lower().removesuffix(" room"))


def _contract(text: str, doubts: Doubts) -> Contract | str | None:
    if known(text) is None or is_not_played(text):
        return None
    contract = parse_contract(text.strip())
    if contract is None:
        doubts.note("bad_contract", text, "Pass, or a level, a denomination and doubles, such as 4SX")
    return contract


def _played(contract: Contract | str | None, given: Given, doubts: Doubts) -> dict[str, Any]:
    bid = contract if isinstance(contract, Contract) else None
    declarer = seat(given.declarer, "bad_declarer", doubts)
    tricks = None
    if known(given.result) is not None and not is_not_played(given.result):
        tricks = parse_tricks(given.result, bid, declarer, doubts)
    return {
        "level": bid.level if bid else None,
        "strain": bid.strain if bid else None,
        "doubled": bid.doubled if bid else None,
        "declarer": declarer,
        "tricks": tricks,
        "lead": lead(given.lead, doubts),
    }


def lead(text: str, doubts: Doubts) -> str | None:
    """The card led; None, with a doubt where the text is neither a card nor unknown."""
    if known(text.strip("*+")) is None:
        return None
    card = parse_card(text)
    if card is None:
        doubts.note("bad_lead", text, "a card, such as S9")
    return card


def _kind(contract: Contract | str | None, given: Given) -> str:
    if given.awards is not None or given.artificial:
        return "artificial"
    if given.not_played or is_not_played(given.contract):
        return "not_played"
    if contract == PASSED:
        return "passed_out"
    return "played" if contract is not None or given.points is not None else "unknown"
