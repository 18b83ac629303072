"""A deal as the diagram of its four hands, with what is wrong in its cards."""

from typing import Any, NamedTuple

SEATS = ("north", "east", "south", "west")
_SUITS = (("♠", "spades"), ("♥", "hearts"), ("♦", "diamonds"), ("♣", "clubs"))
_HAND = 13
_NOT_RECORDED = "not recorded"
_SIDES = {"None": "neither side", "NS": "North-South", "EW": "East-West", "All": "both sides"}
_SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_ORIGINS = {
    "record": "the hand record",
    "as_played": "the cards found at a table",
    "reconstructed": "reconstructed",
    "unknown": "the file does not say whether record or as played",
}


class Hand(NamedTuple):
    """A seat's hand: each suit with its cards, how many cards in all, and the seat; no suits where it is not given."""

    seat: str
    suits: list[tuple[str, str, str]]
    cards: int

    @property
    def is_whole(self) -> bool:
        """Whether it has thirteen cards."""
        return self.cards == _HAND


class Deal(NamedTuple):
    """A deal's hands with its dealer, vulnerability, origin, place in the file and faults, in words."""

    hands: list[Hand]
    dealer: str
    vulnerable: str
    origin: str
    line: int | None
    fault: str

    @property
    def is_given(self) -> bool:
        """Whether any hand is."""
        return any(hand.suits for hand in self.hands)


def hand(seat: str, text: str | None) -> Hand:
    """A hand of its text `S.H.D.C`.

    >>> hand("north", "AKT.-..2").suits[:2], hand("north", None).suits
    ([('♠', 'spades', 'A K 10'), ('♥', 'hearts', '–')], [])
    """
    if text is None:
        return Hand(seat, [], 0)
    suits = [*text.replace("-", "").split("."), "", "", ""][:4]
    shown = [
        (sign, name, " ".join("10" if rank == "T" else rank for rank in ranks) or "–")
        for (sign, name), ranks in zip(_SUITS, suits, strict=True)
    ]
    return Hand(seat, shown, sum(map(len, suits)))


def deal(row: dict[str, Any], fault: dict[str, Any] | None) -> Deal:
    """The diagram of a row of `boards` with its standard conditions, and with the row of `card_faults` that it has."""
    return Deal(
        [hand(seat, row[seat]) for seat in SEATS],
        _dealer(row),
        _vulnerable(row),
        _ORIGINS.get(row["deal_origin"] or "unknown", row["deal_origin"]),
        row["line"],
        _fault(fault) if fault else "",
    )


def _dealer(row: dict[str, Any]) -> str:
    if row["dealer"] is None and row["standard_dealer"] is None:
        return _NOT_RECORDED
    if row["dealer"] is None:
        return f"{_SEAT_NAMES[row['standard_dealer']]} by the board’s number; none is recorded"
    return _SEAT_NAMES[row["dealer"]]


def _vulnerable(row: dict[str, Any]) -> str:
    if row["vulnerable"] is None and row["standard_vulnerable"] is None:
        return _NOT_RECORDED
    if row["vulnerable"] is None:
        return f"{_SIDES[row['standard_vulnerable']]} by the board’s number; none is recorded"
    return _SIDES[row["vulnerable"]]


def _fault(row: dict[str, Any]) -> str:
    counts = "-".join(str(row[f"{seat}_cards"]) for seat in SEATS)
    twice = f"; twice in the pack: {row['duplicated']}" if row["duplicated"] else ""
    missing = f"; missing: {row['missing']}" if row["missing"] else ""
    return f"{row['pattern']} ({row['law']}): hands of {counts}{twice}{missing}"
