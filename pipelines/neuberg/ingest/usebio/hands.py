"""The hands of a BOARD, and what else it states of its deal."""

from typing import Any

from lxml import etree

from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.seats import parse_seat, parse_vulnerable
from neuberg.ingest.usebio.document import field, fields

_HANDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
#: A holding of these alone stands as it is.
_PLAIN = frozenset("AKQJT98765432")
_NO_CARDS = "..."


def states_deal(board: etree._Element) -> bool:
    """Whether a BOARD says something of its deal, and not of its results alone."""
    return board.find("HAND") is not None or any(field(board, name) for name in ("DEALER", "VULNERABILITY"))


def deal_columns(board: etree._Element) -> tuple[dict[str, Any], list[Doubt]]:
    """The columns of `boards` that say what the deal is, and what is doubtful in them."""
    doubts: list[Doubt] = []
    dealer, vulnerability = field(board, "DEALER"), field(board, "VULNERABILITY")
    columns: dict[str, Any] = {
        "dealer": _known("dealer", dealer, parse_seat(dealer), doubts),
        "vulnerable": _known("vulnerable", vulnerability, parse_vulnerable(vulnerability), doubts),
        **dict.fromkeys(_HANDS.values()),
    }
    for hand in board.findall("HAND"):
        _add_hand(hand, columns, doubts)
    if not any(columns.values()):
        doubts.append(Doubt("no_cards", "a board without cards", "a deal"))
    columns["deal_origin"] = "record" if any(columns[name] for name in _HANDS.values()) else "unknown"
    return columns, doubts


def _add_hand(hand: etree._Element, columns: dict[str, Any], doubts: list[Doubt]) -> None:
    texts = fields(hand)
    direction = texts.get("DIRECTION") or hand.get("DIRECTION") or ""
    seat = parse_seat(direction)
    cards = ".".join(_holding(texts.get(suit, "")) for suit in _SUITS)
    if seat is None:
        doubts.append(Doubt("bad_direction", direction or "no direction", "North, East, South or West", "error"))
    elif columns[_HANDS[seat]] not in (None, cards):
        doubts.append(Doubt("hand_twice", cards, f"one hand for {seat}; the first is taken", "error"))
    elif cards != _NO_CARDS:
        columns[_HANDS[seat]] = cards


def _holding(text: str) -> str:
    """A suit's ranks as they stand, ten as T; a dash stands for none."""
    if _PLAIN.issuperset(text):
        return text
    return "".join(text.upper().split()).replace("10", "T").replace(",", "").strip("-")


def _known(name: str, text: str, value: str | None, doubts: list[Doubt]) -> str | None:
    if text and value is None:
        wanted = "N, E, S or W" if name == "dealer" else "None, NS, EW or All"
        doubts.append(Doubt(f"bad_{name}", text, wanted))
    return value
