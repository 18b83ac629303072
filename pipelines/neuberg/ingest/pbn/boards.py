"""The boards of a file: their numbers, and one row for each deal that is recorded of a board."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from neuberg.ingest.numbering import BoardNumbers, board_number
from neuberg.ingest.pbn.deals import Hands, parse_deal
from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import seat
from neuberg.ingest.pbn.values import known, parse_vulnerable
from neuberg.ingest.reading import Reading

KIND = "deal"
_LIN_BEHIND = re.compile(r"\s*([0-9]{1,4})\|")
_NAMED = re.compile(r"\s*(?:board|bd\.?|no\.?|#)\s*([0-9]{1,4})\s*", re.IGNORECASE)


class Numbers:
    """The board numbers of one event's games; a label that is no number gets one that no board of the event has."""

    def __init__(self, games: Iterable[Game], reading: Reading) -> None:
        self._reading = reading
        self._numbers = BoardNumbers(str(number) for game in games if (number := _labelled(game)) is not None)

    def number(self, game: Game, hands: Hands) -> int:
        """The board's number: its label, or one by its place, the same for the same label and deal."""
        label = game.value("Board")
        number = _labelled(game)
        if number is not None:
            if board_number(label) is None:
                self._note(game, label, number)
            return number
        is_alone = known(label) is None and not hands.any()
        # A game says who dealt and who is vulnerable: nothing need be concluded from the number.
        number, is_new = self._numbers.of("" if is_alone else f"{label}: {hands}", named=False)
        if is_new:
            self._note(game, label, number)
        return number

    def _note(self, game: Game, label: str, number: int) -> None:
        found = f'[Board "{label}"]' if "Board" in game.tags else "no Board"
        Doubts(self._reading, game.line_of("Board")).note("bad_board", found, f"a board number; {number} is taken")


def _labelled(game: Game) -> int | None:
    """The number that a Board tag gives, also as `Board 7`, or where a converter left a LIN line behind it."""
    label = game.value("Board")
    match = _LIN_BEHIND.match(label) or _NAMED.fullmatch(label)
    return board_number(match[1] if match else label)


class Place(NamedTuple):
    """Where a board belongs: the key that its deals and its traveller lines share."""

    event_id: int
    session: str
    section: str
    board: int


class _Record(NamedTuple):
    dealer: str | None
    vulnerable: str | None
    hands: Hands


class Deals:
    """The deals of a file: each loaded once, however many plays of the board record it."""

    def __init__(self, reading: Reading, origin: str) -> None:
        self._reading = reading
        self._origin = origin
        self._ids: dict[tuple[Place, _Record], int] = {}
        self._only: dict[Place, tuple[_Record, int] | None] = {}

    def deal_id(self, place: Place, game: Game) -> int:
        """The key of the deal that a game records, or continues; met here where the game itself records one."""
        if game.records_deal:
            self._reading.met(KIND)
        record = self._record(game)
        found = self._ids.get((place, record)) or self._agreeing(place, record)
        if found is not None:
            if game.records_deal:
                self._reading.supersede(KIND)
            return found
        if not game.records_deal:
            self._reading.met(KIND)
        return self._load(place, record, game)

    def _agreeing(self, place: Place, record: _Record) -> int | None:
        """The board's only deal, where the game gives no hands and nothing that contradicts it."""
        only = self._only.get(place)
        if only is None or record.hands.any():
            return None
        deal, deal_id = only
        agrees = record.dealer in (None, deal.dealer) and record.vulnerable in (None, deal.vulnerable)
        return deal_id if agrees else None

    def _record(self, game: Game) -> _Record:
        hands, _ = parse_deal(game.value("Deal"))
        return _Record(
            seat(game.value("Dealer"), "bad_dealer", self._doubts(game, "Dealer")),
            self._vulnerable(game),
            hands,
        )

    def _vulnerable(self, game: Game) -> str | None:
        text = game.value("Vulnerable")
        found = parse_vulnerable(text)
        if found is None and known(text) is not None:
            self._doubts(game, "Vulnerable").note("bad_vulnerable", text, "None, NS, EW or All")
        return found

    def _load(self, place: Place, record: _Record, game: Game) -> int:
        for doubt in parse_deal(game.value("Deal"))[1]:
            self._doubts(game, "Deal").note(*doubt)
        columns: dict[str, Any] = place._asdict() | record.hands._asdict()
        deal_id = self._reading.add_deal(
            **columns,
            dealer=record.dealer,
            vulnerable=record.vulnerable,
            deal_origin=self._origin,
            line=game.line_of("Deal") if "Deal" in game.tags else game.line_of("Board"),
        )
        self._ids[(place, record)] = deal_id
        self._only[place] = None if place in self._only else (record, deal_id)
        return deal_id

    def _doubts(self, game: Game, name: str) -> Doubts:
        text = game.value(name)
        return Doubts(self._reading, game.line_of(name), f'[{name} "{text}"]')
