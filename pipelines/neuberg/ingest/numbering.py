"""Boards by number: one without a number takes the first that no board has, one with another label one far above."""

from collections.abc import Iterable
from itertools import count

from neuberg.domain.boards import LAST_NUMBERED
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

    Nothing may be concluded from the number of a board with a label of its own, such as who dealt.

    >>> numbers = BoardNumbers(["1", "A", "3", "B"])
    >>> numbers.of("A"), numbers.of("3"), numbers.of("B"), numbers.of("A"), numbers.of("")
    ((10001, True), (3, False), (10002, True), (10001, False), (2, True))
    """

    def __init__(self, labels: Iterable[str]) -> None:
        taken = {number for label in labels if (number := board_number(label)) is not None}
        self._free, self._unnumbered = (
            (number for number in count(first) if number not in taken) for first in (1, LAST_NUMBERED + 1)
        )
        self._placed: dict[str, int] = {}

    def of(self, label: str, *, named: bool = True) -> tuple[int, bool]:
        """The board's number, and whether it was given one just now; without a label it is a new board.

        Args:
            label: what the board is known by.
            named: whether that is a label of the file's own, and not what else is known of a board without one.
        """
        number = board_number(label)
        if number is not None:
            return number, False
        if label and label in self._placed:
            return self._placed[label], False
        self._placed[label] = number = next(self._unnumbered if label and named else self._free)
        return number, True
