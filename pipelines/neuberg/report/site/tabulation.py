"""A frame's rows as text for a page: numbers as people write them, long text cut, and no more rows than asked for."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

_TEXT_LIMIT = 300
_DECIMALS = 4
#: Numbers that name a thing rather than count it.
_NAMES = frozenset({"board", "line", "event_id", "season"})
#: What becomes of a file, in words.
_STATUSES = {
    "read": "read",
    "read_with_problems": "read, with problems",
    "duplicate": "the same bytes as another file",
    "no_reader": "no reader for its format",
    "unreadable": "could not be read",
}
#: The answers of the laws, such as SPLIT_INTO_GROUPS; a body's name is shorter.
_CAPITALS = re.compile(r"\b[A-Z]{5,}\b|\b[A-Z]+(?:_[A-Z]+)+\b")
_NAMED = {"given_group": "Form", "line": "Line of file", "importance": "No."}
_LABELS = {"ns": "N-S", "ew": "E-W", "mp": "MP", "pct": "%", "imp": "IMPs", "percent": "%"}


class Heading(NamedTuple):
    """A column's heading, and whether its cells are numbers."""

    label: str
    is_number: bool


class Cell(NamedTuple):
    """A cell's text, and the page that it leads to, if there is one."""

    text: str
    href: str | None = None


class Tabulation(NamedTuple):
    """Headings, rows of cells as long as the headings, and how many rows more there are."""

    headings: list[Heading]
    rows: list[list[Cell]]
    more: int


NOTHING = Tabulation([], [], 0)


def tabulate(
    frame: pl.DataFrame,
    columns: Sequence[str] = (),
    *,
    most: int | None = None,
    in_all: int | None = None,
    links: Mapping[str, str] | None = None,
) -> Tabulation:
    """The frame as text.

    Args:
        frame: the rows.
        columns: those to show, in order; all where none is named.
        most: rows to show at most.
        in_all: rows that there are, where the frame holds only some of them.
        links: for a column, the column that holds the address that its cells lead to.

    >>> tabulate(pl.DataFrame({"ns_mp": [1234.5, None]}), most=1)
    Tabulation(headings=[Heading(label='N-S MP', is_number=True)], rows=[[Cell(text='1,234.5', href=None)]],
    more=1)
    """
    shown = frame.head(most) if most is not None else frame
    names = list(columns or [name for name in frame.columns if name not in (links or {}).values()])
    headings = [Heading(label(name), frame.schema[name].is_numeric()) for name in names]
    texts = [_texts(shown[name]) for name in names]
    hrefs = [_hrefs(shown, (links or {}).get(name)) for name in names]
    rows = [[Cell(text[at], href[at]) for text, href in zip(texts, hrefs, strict=True)] for at in range(shown.height)]
    return Tabulation(headings, rows, (frame.height if in_all is None else in_all) - shown.height)


def label(name: str) -> str:
    """A column's name as a heading.

    >>> label("published_ns_mp")
    'Published N-S MP'
    """
    if name in _NAMED:
        return _NAMED[name]
    words = " ".join(_LABELS.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]


def _hrefs(frame: pl.DataFrame, name: str | None) -> list[str | None]:
    return [None] * frame.height if name is None else frame[name].to_list()


def _texts(values: pl.Series) -> list[str]:
    if values.dtype.is_float():
        decimals = max((_decimals(value) for value in values if value is not None), default=0)
        return ["" if value is None else f"{value:,.{decimals}f}" for value in values.to_list()]
    return [_text(values.name, value) for value in values.to_list()]


def _decimals(value: float) -> int:
    """The decimals that the value needs, at most four: a column's figures then stand below each other."""
    digits = f"{value:.{_DECIMALS}f}".rstrip("0")
    return len(digits) - digits.index(".") - 1


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if name in _NAMES else f"{value:,}"
    if isinstance(value, list):
        value = "; ".join("" if entry is None else str(entry) for entry in value)
    text = str(value)
    if name == "status":
        return _STATUSES.get(text, text)
    if name == "outcome":
        text = _CAPITALS.sub(lambda found: found[0].lower().replace("_", " "), text)
    return text if len(text) <= _TEXT_LIMIT else f"{text[: _TEXT_LIMIT - 1]}…"
