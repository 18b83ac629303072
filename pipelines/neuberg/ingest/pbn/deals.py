"""The Deal tag as four hands: seats put in their place, cards never repaired."""

import re
from functools import lru_cache
from typing import NamedTuple

from neuberg.ingest.pbn.values import known

_HAND = re.compile(r"[AKQJT2-9]*(?:\.[AKQJT2-9]*){3}")
_CLOCKWISE = "NESW"
_SUITS, _NO_CARDS = 4, "..."


class Hands(NamedTuple):
    """The four hands as `S.H.D.C` with T for ten; None for a hand that is not given."""

    north: str | None = None
    east: str | None = None
    south: str | None = None
    west: str | None = None

    def any(self) -> bool:
        """Whether a hand is given."""
        return self != NO_HANDS


class Doubt(NamedTuple):
    """What is doubtful in a deal: the problem's code, what stands there and what was wanted."""

    code: str
    found: str
    wanted: str


NO_HANDS = Hands()


@lru_cache(maxsize=1024)
def parse_deal(text: str) -> tuple[Hands, tuple[Doubt, ...]]:
    """The hands of a Deal tag and the doubts about them; a hand that is not four suits stays as its text.

    >>> hands, doubts = parse_deal("E:a.kq10.. - .5..2 -")
    >>> hands
    Hands(north=None, east='A.KQT..', south=None, west='.5..2')
    """
    stripped = text.strip()
    if known(stripped) is None:
        return NO_HANDS, ()
    first, colon, rest = stripped.partition(":")
    seat = first.strip().upper()
    if not colon or seat not in ("N", "E", "S", "W"):
        return NO_HANDS, (Doubt("bad_deal", text, "the first hand's seat, a colon and four hands"),)
    texts = rest.split()
    doubts = [] if len(texts) == 4 else [Doubt("bad_deal", text, "four hands")]
    given = [_hand(hand) for hand in texts[:4]] + [None] * (4 - len(texts))
    doubts += [
        Doubt("bad_hand", hand, "four suits of ranks, as S.H.D.C")
        for hand in given
        if hand is not None and not _HAND.fullmatch(hand)
    ]
    turn = _CLOCKWISE.index(seat)
    return Hands(*(given[(place - turn) % 4] for place in range(4))), tuple(doubts)


def _hand(text: str) -> str | None:
    """The hand; None for one that is not given, or has no card: such stand for hands that nobody knows."""
    if known(text) is None or text == _NO_CARDS:
        return None
    suits = text.upper().replace("10", "T").split(".")
    # Some mark a void with a dash.
    return ".".join("" if suit == "-" else suit for suit in suits) if len(suits) == _SUITS else ".".join(suits)
