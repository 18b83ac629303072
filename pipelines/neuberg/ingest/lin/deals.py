"""The `md` field as four hands: seats in the order South, West, North, East, the last often left out."""

import re
from typing import NamedTuple

from neuberg.ingest.outcomes import Doubt

_RANKS = "AKQJT98765432"
_SEATS = ("south", "west", "north", "east")
_DEALERS = {"1": "S", "2": "W", "3": "N", "4": "E"}
_VULNERABLE = {"0": "None", "O": "None", "N": "NS", "E": "EW", "B": "All"}
_HAND = re.compile(r"(?:S([^SHDC]*))?(?:H([^SHDC]*))?(?:D([^SHDC]*))?(?:C([^SHDC]*))?")
_HAND_CARDS = 13


class Deal(NamedTuple):
    """What a deal field states; None for what it does not."""

    dealer: str | None = None
    vulnerable: str | None = None
    north: str | None = None
    east: str | None = None
    south: str | None = None
    west: str | None = None


def parse_deal(md: str, sv: str) -> tuple[Deal, list[Doubt]]:
    """The deal of a `md` and a `sv` value, and what is doubtful; three whole hands of different cards give the fourth.

    >>> deal, doubts = parse_deal("4SAKQJT98765432,HAKQJT98765432,DAKQJT98765432", "b")
    >>> deal.dealer, deal.vulnerable, deal.west, deal.east, doubts
    ('E', 'All', '.AKQJT98765432..', '...AKQJT98765432', [])
    """
    doubts: list[Doubt] = []
    text = md.strip()
    dealer = _DEALERS.get(text[:1])
    if dealer is None:
        doubts.append(Doubt("bad_dealer", text[:1], "1 South, 2 West, 3 North or 4 East"))
    vulnerable = _VULNERABLE.get(sv.strip().upper())
    if vulnerable is None and sv.strip():
        doubts.append(Doubt("bad_vulnerable", sv, "o, n, e or b"))
    hands = dict(zip(_SEATS, (_hand(part, doubts) for part in _hands(text)), strict=False))
    _complete(hands)
    return Deal(dealer, vulnerable, **hands), doubts


def _hands(text: str) -> list[str]:
    return text.lstrip("01234").split(",")[: len(_SEATS)]


def _hand(text: str, doubts: list[Doubt]) -> str | None:
    """The hand as `S.H.D.C`, None where no card is given; one that is no hand is kept as its text, with a doubt."""
    plain = text.strip().upper().replace("10", "T")
    match = _HAND.fullmatch(plain)
    suits = [suit or "" for suit in match.groups()] if match else []
    if not plain or (match and not any(suits)):
        return None
    if match is None or set("".join(suits)) - set(_RANKS):
        doubts.append(Doubt("bad_hand", text, "the cards of each suit behind S, H, D and C"))
        return text.strip()
    return ".".join("".join(sorted(suit, key=_RANKS.index)) for suit in suits)


def _complete(hands: dict[str, str | None]) -> None:
    """Fill the one hand that is missing beside three whole ones."""
    missing = [seat for seat in _SEATS if hands.get(seat) is None]
    given = [hand for hand in hands.values() if hand is not None]
    if len(missing) != 1 or any(hand.count(".") != 3 for hand in given):
        return
    suits = [[hand.split(".")[suit] for hand in given] for suit in range(4)]
    rest = ["".join(rank for rank in _RANKS if rank not in "".join(held)) for held in suits]
    whole = all(len(hand) == _HAND_CARDS + 3 for hand in given)
    if whole and sum(map(len, rest)) == _HAND_CARDS:
        hands[missing[0]] = ".".join(rest)
