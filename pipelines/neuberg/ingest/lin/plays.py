"""What an auction and a play come to: the contract, its declarer, and the tricks that were won."""

import re
from typing import NamedTuple

_BID = re.compile(r"([1-7])(NT?|[SHDC])")
_TURN = "NESW"
_RANKS = "23456789TJQKA"
_PASSES = ("P", "PASS", "-")
_DECK, _SEATS = 52, 4
_Card = tuple[str, str]


class Final(NamedTuple):
    """The last call of an auction: `PASS` where all passed; the declarer's seat where the dealer is known."""

    contract: str
    declarer: str


def final_contract(calls: list[str], dealer: str | None) -> Final | None:
    """The contract of an auction that is over; None where it is not, or a call is none that can be read.

    >>> final_contract(["1S", "p", "2N!", "d", "p", "p", "p"], "W")
    Final(contract='2NX', declarer='E')
    """
    plain = [call.strip().rstrip("!?").upper() for call in calls]
    bids: list[tuple[int, str, str]] = []
    doubled = ""
    for turn, call in enumerate(plain):
        match = _BID.fullmatch(call)
        if match:
            bids.append((turn, match[1], match[2][0]))
            doubled = ""
        elif call in ("D", "X", "DBL"):
            doubled = "X"
        elif call in ("R", "XX", "RDBL"):
            doubled = "XX"
        elif call not in _PASSES:
            return None
    if not bids:
        return Final("PASS", "") if len(plain) >= _SEATS else None
    if len(plain) < bids[-1][0] + _SEATS or any(call not in _PASSES for call in plain[-3:]):
        return None
    turn, level, strain = bids[-1]
    # Declarer is the one of the two partners who named the strain first.
    first = next(own for own, _, named in bids if named == strain and (turn - own) % 2 == 0)
    return Final(f"{level}{strain}{doubled}", "" if dealer is None else _seat(dealer, first))


def _seat(dealer: str, turn: int) -> str:
    return _TURN[(_TURN.index(dealer) + turn) % _SEATS]


def tricks_won(cards: list[str], declarer: str, strain: str) -> int | None:
    """Declarer's tricks in a play of all 52 cards in turn; None where a card is missing, or is none.

    Args:
        cards: the cards as they were played, suit then rank, the first by the player after declarer.
        declarer: the seat.
        strain: the denomination's first letter.
    """
    played = [
        (card.strip().upper().replace("10", "T")[:1], card.strip().upper().replace("10", "T")[1:]) for card in cards
    ]
    if len(set(played)) != _DECK or any(suit not in "SHDC" or rank not in _RANKS for suit, rank in played):
        return None
    leader, won = (_TURN.index(declarer) + 1) % _SEATS, 0
    for start in range(0, _DECK, _SEATS):
        trick = played[start : start + _SEATS]
        leader = (leader + trick.index(max(trick, key=lambda card: _strength(card, trick[0], strain)))) % _SEATS
        won += (leader - _TURN.index(declarer)) % 2 == 0
    return won


def _strength(card: _Card, led: _Card, strain: str) -> tuple[bool, bool, int]:
    return card[0] == strain, card[0] == led[0], _RANKS.index(card[1])
