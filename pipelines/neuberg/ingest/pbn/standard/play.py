"""A play held against the deal, the rule of following suit, and the tricks that the tags say."""

import re

from neuberg.ingest.pbn.deals import parse_deal
from neuberg.ingest.pbn.standard.auction import SEATS
from neuberg.ingest.pbn.standard.games import Game, Section
from neuberg.ingest.pbn.standard.marks import Tell, Word, words

_RANKS = "23456789TJQKA"
_CARD = re.compile(f"([SHDC])([{_RANKS}])", re.IGNORECASE)
#: Annotations by these numbers are for calls.
_FOR_CALLS = range(1, 7)
#: From so many cards on that are not held, the cards stand in another order: that of their play, or of another deal.
_OTHER_ORDER = 4
_NEEDED = ("Deal", "Declarer", "Contract")


def tell_play(game: Game, section: Section, used: set[int], tell: Tell) -> None:
    """Tell what is wrong with a play."""
    cards = words(section, _FOR_CALLS, used, tell)
    first = section.value.strip().upper()
    if first == "#":
        tell(section.line, "bad_play", "#", "a play of the game's own")
        return
    missing = [name for name in _NEEDED if not game.has(name)]
    # A position to be played has no declarer.
    if missing and not (missing == ["Declarer"] and game.value("Contract") in ("S", "H", "D", "C", "N", "NT")):
        tell(section.line, "bad_play", "a play in a game without " + " and ".join(missing), "their tags")
        return
    if first in SEATS and first:
        _Play(game, SEATS.index(first), tell).take(cards, section.line)


class _Play:
    """A play as far as it has come; the columns are those of the first leader and the seats behind it."""

    def __init__(self, game: Game, first: int, tell: Tell) -> None:
        self._game, self._first, self._tell = game, first, tell
        hands = parse_deal(game.value("Deal"))[0]
        self._hands = [_cards(hand) for hand in hands]
        denomination = re.search(r"[SHDC]|N", game.value("Contract").upper())
        self._trump = denomination[0] if denomination else ""
        self._leader: int | None = first
        self._played: set[str] = set()
        self._won = [0, 0]
        self._faults: list[tuple[int, str, str]] = []
        self._not_held = 0

    def take(self, cards: list[Word], line: int) -> None:
        """Take the tricks one after the other, and tell what is wrong with them."""
        self._take(cards)
        if self._not_held < _OTHER_ORDER:
            for fault in self._faults:
                self._tell(fault[0], "bad_play", *fault[1:])
        else:
            found = f"{self._not_held} cards that the hands in their columns do not hold"
            self._tell(line, "bad_play", found, "a column for each hand, the first leader's first")

    def _take(self, cards: list[Word]) -> None:
        ended: Word | None = None
        row: list[Word] = []
        for card in cards:
            if card.text in ("*", "") and not card.marks:
                ended = card
                break
            row.append(card)
            if len(row) == 4:
                self._trick(row)
                row = []
        if row and not (len(row) == 1 and row[0].text == "+"):
            self._trick(row)
        if ended is not None or not cards:
            self._tell_result()

    def _trick(self, row: list[Word]) -> None:
        by_seat = {(self._first + place) % 4: card for place, card in enumerate(row)}
        cards = {seat: self._card(seat, card) for seat, card in by_seat.items()}
        out_of_turn = [seat for seat, card in by_seat.items() if "^L" in card.marks]
        for seat in out_of_turn:
            if seat == self._leader or len(out_of_turn) > 1:
                self._wrong(by_seat[seat], seat, "^L before a card that is led out of turn, once a trick")
        leader = out_of_turn[0] if out_of_turn else self._leader
        if leader is not None:
            self._in_turn(by_seat, cards, leader)
        self._leader = self._winner(cards, leader)
        if self._leader is not None:
            self._won[self._leader % 2] += 1

    def _card(self, seat: int, card: Word) -> str:
        """The card as suit and rank; empty where it is not known."""
        if card.text in ("-", "+", "*"):
            return ""
        match = _CARD.fullmatch(card.text)
        if match is None:
            self._wrong(card, seat, "a card: a suit and a rank")
            return ""
        found = card.text.upper()
        held = self._hands[seat]
        if found in self._played or (len(held) == 13 and found not in held):
            self._not_held += 1
            self._wrong(card, seat, "a card that the hand holds and has not played")
        self._played.add(found)
        return found

    def _in_turn(self, by_seat: dict[int, Word], cards: dict[int, str], leader: int) -> None:
        """Tell revokes, and what stands behind a `+`, of a trick in the order of its play."""
        led, interrupted = cards.get(leader, ""), False
        for place in range(4):
            seat = (leader + place) % 4
            card = by_seat.get(seat)
            if card is None:
                continue
            if interrupted and card.text != "-":
                self._wrong(card, seat, "no card behind the +")
            interrupted = interrupted or card.text == "+"
            if led and cards[seat] in self._hands[seat]:
                revokes = cards[seat][0] != led[0] and any(
                    held[0] == led[0] and held not in self._played for held in self._hands[seat]
                )
                if revokes != ("^R" in card.marks) or card.marks.count("^R") > 1:
                    self._wrong(card, seat, "^R before a revoke and no other card")

    def _winner(self, cards: dict[int, str], leader: int | None) -> int | None:
        if leader is None or len(cards) < 4 or not all(cards.values()):
            return None
        led = cards[leader][0]
        return max(
            cards, key=lambda seat: (cards[seat][0] == self._trump, cards[seat][0] == led, _RANKS.index(cards[seat][1]))
        )

    def _wrong(self, card: Word, seat: int, wanted: str) -> None:
        found = " ".join([*card.marks, card.text])
        self._faults.append((card.line, f"{found} by {SEATS[seat]}", wanted))

    def _tell_result(self) -> None:
        """Tell where the tricks that the tag says cannot be had with those that were played."""
        result, declarer = self._game.first("Result"), self._game.value("Declarer").lstrip("^").upper()
        # ^ says that the tricks agreed are not those won.
        if (
            result is None
            or "^" in result.value
            or len(declarer) != 1
            or declarer not in SEATS
            or not result.value.strip().isdecimal()
        ):
            return
        side, tricks = SEATS.index(declarer) % 2, int(result.value)
        won, lost = self._won[side], self._won[1 - side]
        if not won <= tricks <= 13 - lost:
            wanted = f"{won} to {13 - lost} tricks, for the play has {won} won and {lost} lost"
            self._faults.append((result.line, f"result {result.value}", wanted))


def _cards(hand: str | None) -> set[str]:
    if hand is None or hand.count(".") != 3:
        return set()
    return {suit + rank for suit, held in zip("SHDC", hand.upper().split("."), strict=True) for rank in held}
