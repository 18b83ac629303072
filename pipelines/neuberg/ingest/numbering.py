"""Boards by number: a label that is no number takes the first that no board of the file has."""

from collections.abc import Iterable
from itertools import count

from neuberg.ingest.values import parse_integer


def board_number(label: str) -> int | None:
    """The number that a label is, or None; boards are numbered from 1.

    >>> board_number("07"), board_number("0"), board_number("A7")
    (7, None, None)
    """
    number = parse_integer(label)
    return number if number is not None and number > 0 else None


class BoardNumbers:
    """The numbers of a file's boards.

    >>> numbers = BoardNumbers(["1", "A", "3", "B"])
    >>> numbers.of("A"), numbers.of("3"), numbers.of("B"), numbers.of("A")
    ((2, True), (3, False), (4, True), (2, False))
    """

    def __init__(self, labels: Iterable[str]) -> None:
        taken = {number for label in labels if (number := board_number(label)) is not None}
        self._free = (number for number in count(1) if number not in taken)
        self._placed: dict[str, int] = {}

    def of(self, label: str) -> tuple[int, bool]:
        """The board's number, and whether it was given one by place just now; without a label it is a new board."""
        number = board_number(label)
        if number is not None:
            return number, False
        if label and label in self._placed:
            return self._placed[label], False
        self._placed[label] = number = next(self._free)
        return number, True
