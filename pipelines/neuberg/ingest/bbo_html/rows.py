"""The rows of a page's tables, found by their tags alone: in one pass, however the page is nested or damaged."""

import html
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_END = re.compile(r"</(?:tr|table)\b", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b", re.IGNORECASE)
_CLASS = re.compile(r"\bclass\s*=\s*[\"']?([\w -]{1,80})", re.IGNORECASE)
_LIN = re.compile(r"\blin=([^\"'&\s]{1,20000})|hv_popuplin\(\s*'([^']{1,20000})'")
_LONGEST_CELL = 40_000


class Cell(NamedTuple):
    """A cell: its classes and all that stands in it, tags included."""

    classes: str
    inside: str

    @property
    def text(self) -> str:
        """What it shows."""
        return " ".join(html.unescape(_without_tags(self.inside)).split())

    @property
    def lin(self) -> str:
        """The LIN text that a link in it carries, empty where there is none."""
        match = _LIN.search(html.unescape(self.inside))
        return unquote((match[1] or match[2]), errors="replace") if match else ""


class Row(NamedTuple):
    """A row: its line, its classes, its cells, and whether it is there to its end."""

    line: int
    classes: str
    cells: list[Cell]
    is_whole: bool

    def named(self, name: str) -> list[Cell]:
        """The cells of a class."""
        return [cell for cell in self.cells if name in cell.classes.split()]

    def text(self, name: str) -> str:
        """What the first cell of a class shows, empty where there is none."""
        return next((cell.text for cell in self.named(name)), "")


def rows(text: str) -> Iterator[Row]:
    """The rows of a page in order."""
    pieces = _ROW.split(text)
    line = 1 + pieces[0].count("\n")
    for place, piece in enumerate(pieces[1:], start=1):
        head, *cells = _CELL.split(piece.partition("</table")[0])
        is_whole = place + 1 < len(pieces) or _END.search(piece) is not None
        yield Row(line, _classes(head), [_cell(cell) for cell in cells], is_whole)
        line += piece.count("\n")


def _cell(text: str) -> Cell:
    opening, _, inside = text[:_LONGEST_CELL].partition(">")
    return Cell(_classes(opening), re.split(r"</t[dhr]\b", inside, maxsplit=1, flags=re.IGNORECASE)[0])


def _classes(opening: str) -> str:
    match = _CLASS.search(opening[:200].partition(">")[0])
    return match[1] if match else ""


def _without_tags(text: str) -> str:
    """The text outside tags; what follows a `<` that no `>` ends is a tag cut short."""
    first, *others = text.split("<")
    return first + "".join(other.partition(">")[2] for other in others)
