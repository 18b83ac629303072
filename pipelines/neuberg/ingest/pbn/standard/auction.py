"""An auction held against the laws of bidding and against the tags: dealer, declarer, contract."""

import re

from neuberg.ingest.pbn.standard.games import Game, Section
from neuberg.ingest.pbn.standard.marks import Tell, Word, words

SEATS = "NESW"
_BID = re.compile(r"([1-7])(C|D|H|S|NT?)", re.IGNORECASE)
_ORDER = ("C", "D", "H", "S", "NT")
_PASSED = ("PASS", "PAS", "P", "AP")
_PASSES = ("PASS", "P")
#: Annotations by these numbers are for cards.
_FOR_CARDS = range(7, 13)


def tell_auction(game: Game, section: Section, used: set[int], tell: Tell) -> None:
    """Tell what is wrong with an auction."""
    calls = words(section, _FOR_CARDS, used, tell)
    first = section.value.strip().upper()
    if first == "#":
        tell(section.line, "bad_auction", "#", "an auction of the game's own")
    elif first not in SEATS or not first:
        return
    elif not game.has("Dealer"):
        tell(section.line, "bad_auction", "an auction without a dealer", "the tag Dealer")
    else:
        auction = _Auction(SEATS.index(first), game.value("Dealer").upper(), tell)
        for call in calls:
            auction.take(call)
        auction.tell_tags(game, section)


class _Auction:
    """An auction as far as it has come."""

    def __init__(self, seat: int, dealer: str, tell: Tell) -> None:
        self._seat, self._dealer, self._tell = seat, dealer, tell
        self._bid: tuple[int, int] | None = None
        self._by, self._doubled, self._passes = 0, 0, 0
        self._named: dict[tuple[int, int], int] = {}
        self._begun = self._open = self._ended = self._faulty = False

    def take(self, call: Word) -> None:
        text = call.text.upper()
        if self._open or (self._ended and text not in ("AP", "*")):
            self._wrong(call, "nothing behind the end of an auction or its +")
            return
        if "^S" in call.marks:
            self._seat += call.marks.count("^S")
            self._begun = True
        if text == "+":
            self._open = True
        elif text in ("AP", "*"):
            self._ended = True
        elif text == "-":
            self._seat += 1
        elif text:
            self._call(call, text)
            self._seat += 1

    def _call(self, call: Word, text: str) -> None:
        if not self._begun and self._dealer in SEATS and SEATS[self._seat % 4] != self._dealer:
            self._wrong(call, f"the first call by the dealer, {self._dealer}")
        self._begun = True
        bid = _BID.fullmatch(text)
        if text in _PASSES:
            self._passes += 1
            self._ended = self._passes >= (3 if self._bid else 4)
            return
        self._passes = 0
        if bid:
            self._take_bid(call, (int(bid[1]), _ORDER.index("NT" if bid[2].startswith("N") else bid[2])))
        elif text in ("X", "XX", "R", "D"):
            self._double(call, 2 if text in ("XX", "R") else 1)
        else:
            self._wrong(call, "a call: 1C to 7NT, Pass, X, XX, AP, -, * or +")

    def _take_bid(self, call: Word, bid: tuple[int, int]) -> None:
        sufficient = self._bid is None or bid > self._bid
        if sufficient == ("^I" in call.marks):
            self._wrong(call, "^I before an insufficient bid and no other")
        self._bid, self._by, self._doubled = bid, self._seat, 0
        self._named.setdefault((self._seat % 2, bid[1]), self._seat % 4)

    def _double(self, call: Word, doubled: int) -> None:
        of_opponents = (self._seat - self._by) % 2 == (1 if doubled == 1 else 0)
        if self._bid is None or self._doubled != doubled - 1 or not of_opponents:
            self._wrong(call, "X after an opponent's bid, XX after an opponent's X")
        self._doubled = doubled

    def _wrong(self, call: Word, wanted: str) -> None:
        self._faulty = True
        self._tell(call.line, "bad_auction", f"{call.text} by {SEATS[self._seat % 4]}", wanted)

    def tell_tags(self, game: Game, section: Section) -> None:
        """Tell where the tags say another contract or declarer than the auction comes to."""
        if not self._ended or self._open or self._faulty:
            return
        contract = game.value("Contract").upper()
        come_to = self._contract()
        said = "" if contract in _PASSED else contract
        if contract and _plain(said) != _plain(come_to):
            self._tell(section.line, "bad_auction", contract, f"{come_to or 'Pass'}, to which the auction comes")
        declarer = game.value("Declarer").upper()
        if self._bid is None or not declarer or contract in ("", "PASS"):
            return
        by = self._named[self._by % 2, self._bid[1]]
        wanted = SEATS[(by + 2) % 4] if declarer.startswith("^") else SEATS[by]
        if declarer.lstrip("^") != wanted:
            said = "^" + wanted if declarer.startswith("^") else wanted
            self._tell(section.line, "bad_auction", f"declarer {declarer}", f"{said}, who first named the denomination")

    def _contract(self) -> str:
        if self._bid is None:
            return ""
        return f"{self._bid[0]}{_ORDER[self._bid[1]]}{'X' * self._doubled}"


def _plain(contract: str) -> str:
    return re.sub(r"N(?!T)", "NT", contract.replace("R", "XX")).replace(" ", "")
