"""What the rows of a board state of its dealer and vulnerability: one deal, or several where they contradict."""

from typing import Any, NamedTuple


class Deal(NamedTuple):
    """A board's key with the form that was played, and what is stated of it, first on a line."""

    place: dict[str, Any]
    dealer: str | None
    vulnerable: str | None
    line: int


class Statements:
    """The deals of a file, in the order in which they are first stated.

    >>> statements, place = Statements(), {"board": 1}
    >>> statements.add(place, "N", None, 2), statements.add(place, None, "All", 3), statements.add(place, "E", None, 4)
    (0, 0, 1)
    >>> [(deal.dealer, deal.vulnerable) for deal in statements.deals], statements.only(place)
    ([('N', 'All'), ('E', None)], None)
    """

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self._at: dict[tuple[Any, ...], list[int]] = {}

    def add(self, place: dict[str, Any], dealer: str | None, vulnerable: str | None, line: int) -> int:
        """The index in `deals` of the deal that is stated: one that nothing here contradicts, else a new one."""
        at = self._at.setdefault(tuple(place.values()), [])
        for index in at:
            deal = self.deals[index]
            if _agree(deal.dealer, dealer) and _agree(deal.vulnerable, vulnerable):
                self.deals[index] = deal._replace(
                    dealer=deal.dealer or dealer, vulnerable=deal.vulnerable or vulnerable
                )
                return index
        at.append(len(self.deals))
        self.deals.append(Deal(place, dealer, vulnerable, line))
        return at[-1]

    def only(self, place: dict[str, Any]) -> int | None:
        """The index of a board's deal where there is exactly one, for a row that states nothing itself."""
        at = self._at.get(tuple(place.values()), [])
        return at[0] if len(at) == 1 else None


def _agree(first: str | None, second: str | None) -> bool:
    return first is None or second is None or first == second
