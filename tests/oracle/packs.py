"""The cards of four hands by plain counting over 52-card sets, from the laws and not from the expressions."""

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

SEATS = "NESW"
SUITS = "SHDC"
RANKS = "AKQJT98765432"
PACK = [suit + rank for suit in SUITS for rank in RANKS]


class Cards(NamedTuple):
    """What the cards of four hands are."""

    pattern: str | None
    counts: dict[str, int]
    twice: list[str]
    missing: list[str]
    in_step: int | None


def hand_cards(hand: str) -> list[str]:
    """The cards of a hand; what is no rank is no card, and a fifth suit is none."""
    return [suit + rank for suit, held in zip(SUITS, hand.split("."), strict=False) for rank in held if rank in RANKS]


def count(hands: tuple[str | None, ...]) -> Cards:
    """The pattern of four hands, with what is wrong; a hand that is not given is None."""
    given = {seat: hand_cards(hand) for seat, hand in zip(SEATS, hands, strict=True) if hand is not None}
    counts = {seat: len(cards) for seat, cards in given.items()}
    held = Counter(card for cards in given.values() for card in cards)
    twice = [card for card in PACK if held[card] > 1]
    incomplete = len(given) < 4 or (len(set(counts.values())) == 1 and counts["N"] < 13)
    missing = [] if incomplete else [card for card in PACK if held[card] == 0]
    pattern = "incomplete record" if incomplete else _pattern(counts, twice, missing)
    if not given or not all(_is_readable(hand) for hand in hands if hand is not None):
        pattern = None
    return Cards(pattern, counts, twice, missing, _in_step(hands, given, pattern))


def _pattern(counts: dict[str, int], twice: list[str], missing: list[str]) -> str | None:
    over = any(number > 13 for number in counts.values())
    short = any(number < 13 for number in counts.values())
    if not over and not short:
        return "bad pack" if missing else None
    if over and short and not twice and not missing:
        return "13-law"
    if short and not over and not twice:
        return "14-law"
    if over and sum(counts.values()) > 52:
        return "surplus card"
    return "mixed"


def _in_step(hands: tuple[str | None, ...], given: dict[str, list[str]], pattern: str | None) -> int | None:
    """Neighbours of the pack in step in the best of three ways; None where the deal is not sound as it is written."""
    written = [hand.split(".") if hand else [] for hand in hands]
    descending = all(len(suits) == 4 and all(_descends(held) for held in suits) for suits in written)
    if pattern is not None or not given or not descending:
        return None
    seat_of = {card: place for place, seat in enumerate(SEATS) for card in given[seat]}
    turns = [(seat_of[b] - seat_of[a]) % 4 for a, b in pairwise(PACK) if a[0] == b[0]]
    return max(turns.count(0), turns.count(1), turns.count(3))


def _is_readable(hand: str) -> bool:
    return hand.count(".") == 3 and all(letter in RANKS + "." for letter in hand)


def _descends(held: str) -> bool:
    places = [RANKS.find(rank) for rank in held]
    return -1 not in places and all(a < b for a, b in pairwise(places))
