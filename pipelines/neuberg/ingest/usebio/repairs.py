"""What had to be repaired to read a file as XML: the first of each kind one by one, the rest counted."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

#: Repairs of a kind that are told one by one.
_MOST = 100


class Repair(NamedTuple):
    """A repair at a line; None: of the whole file."""

    line: int | None
    code: str
    found: str
    wanted: str
    severity: str


class Repairs:
    """The repairs of one file.

    >>> repairs = Repairs()
    >>> for line in range(1, 103):
    ...     repairs.add(line, "bare_ampersand", "&", "&amp;", severity="warning")
    >>> told = list(repairs)
    >>> len(told), told[0].line, told[-1].line, told[-1].found
    (101, 1, None, '2 more')
    """

    def __init__(self) -> None:
        self._told: list[Repair] = []
        self._count: Counter[tuple[str, str, str]] = Counter()

    def add(self, line: int | None, code: str, found: str, wanted: str, *, severity: str = "error") -> None:
        """Tell a repair, or count it where many of its kind are told."""
        kind = (code, wanted, severity)
        self._count[kind] += 1
        if self._count[kind] <= _MOST:
            self._told.append(Repair(line, code, found, wanted, severity))

    @property
    def count(self) -> int:
        """How many repairs there were."""
        return self._count.total()

    def __iter__(self) -> Iterator[Repair]:
        yield from self._told
        for (code, wanted, severity), count in self._count.items():
            if count > _MOST:
                yield Repair(None, code, f"{count - _MOST} more", wanted, severity)
