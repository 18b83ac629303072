"""A frame's rows as text for a page: numbers as people write them, long text cut, and no more rows than asked for."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from neuberg.report.site.charts import COLOURS

#: Between a column's name and the rule under which its figures are.
UNDER = " under "
_TEXT_LIMIT = 300
_DECIMALS = 4
#: From so many characters on a text is a sentence, and up to so many it stands on one line.
_SENTENCE, _SHORT = 40, 15
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
_NAMED = {
    "path": "File",
    "given_group": "Form",
    "ruled_group": "Form as ruled",
    "own": "The run’s rule",
    "n": "n",
    "field": "N",
    "s": "S",
    "multiplicity": "Tables",
    "line": "Line of file",
    "importance": "No.",
}
_LABELS = {"ns": "N-S", "ew": "E-W", "mp": "MP", "pct": "%", "imp": "IMPs", "percent": "%", "both": "N-S – E-W"}


class Heading(NamedTuple):
    """A column's heading.

    Attributes:
        label: its words.
        is_number: whether its cells are numbers.
        under: the rule under which they are.
        width: `short` where its texts are better not broken, `wide` where some are sentences.
    """

    label: str
    is_number: bool
    under: str = ""
    width: str = ""


class Cell(NamedTuple):
    """A cell's text, and the page that it leads to, if there is one."""

    text: str
    href: str | None = None


class Tabulation(NamedTuple):
    """Headings, rows of cells as long as the headings, how many rows more there are, and a colour's number a row."""

    headings: list[Heading]
    rows: list[list[Cell]]
    more: int
    colours: list[int | None] | None = None


NOTHING = Tabulation([], [], 0)


def tabulate(
    frame: pl.DataFrame,
    columns: Sequence[str] = (),
    *,
    most: int | None = None,
    in_all: int | None = None,
    links: Mapping[str, str] | None = None,
    colour: str | None = None,
) -> Tabulation:
    """The frame as text.

    Args:
        frame: the rows.
        columns: those to show, in order; all where none is named.
        most: rows to show at most.
        in_all: rows that there are, where the frame holds only some of them.
        links: for a column, the column that holds the address that its cells lead to.
        colour: the column with the number of each row's group, from 1, which gives the row its colour.

    >>> tabulate(pl.DataFrame({"ns_mp": [1234.5, None]}), most=1)
    Tabulation(headings=[Heading(label='N-S MP', is_number=True, under='', width='')],
    rows=[[Cell(text='1,234.5', href=None)]], more=1, colours=None)
    """
    shown = frame.head(most) if most is not None else frame
    names = list(columns or [name for name in frame.columns if name not in (links or {}).values()])
    texts = [_texts(shown[name]) for name in names]
    headings = [_heading(name, frame[name].dtype.is_numeric(), found) for name, found in zip(names, texts, strict=True)]
    cells = [_cells(found, shown, (links or {}).get(name)) for name, found in zip(names, texts, strict=True)]
    rows = [list(row) for row in zip(*cells, strict=True)]
    colours = [number and min(number, COLOURS) - 1 for number in shown[colour].to_list()] if colour else None
    return Tabulation(headings, rows, (frame.height if in_all is None else in_all) - shown.height, colours)


def label(name: str) -> str:
    """A column's name as a heading.

    >>> label("published_ns_mp")
    'Published N-S MP'
    """
    if name in _NAMED:
        return _NAMED[name]
    words = " ".join(_LABELS.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]


def _heading(name: str, is_number: bool, texts: list[str]) -> Heading:
    plain, _, under = name.partition(UNDER)
    longest = 0 if is_number else max(map(len, texts), default=0)
    width = "wide" if longest > _SENTENCE else "short" if 0 < longest <= _SHORT else ""
    return Heading(label(plain), is_number, under, width)


def _cells(texts: list[str], frame: pl.DataFrame, link: str | None) -> list[Cell]:
    if link is None:
        return [Cell(text) for text in texts]
    return [Cell(text, href) for text, href in zip(texts, frame[link].to_list(), strict=True)]


def _texts(values: pl.Series) -> list[str]:
    found = values.to_list()
    if values.dtype.is_float():
        decimals = max((_decimals(value) for value in found if value is not None), default=0)
        return ["" if value is None else f"{value:,.{decimals}f}" for value in found]
    return [_text(values.name, value) for value in found]


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
    if name in _TOKENS:
        text = _TOKENS[name](text)
    if name == "status":
        return _STATUSES.get(text, text)
    if name == "outcome":
        text = _CAPITALS.sub(lambda found: found[0].lower().replace("_", " "), text)
    return text if len(text) <= _TEXT_LIMIT else f"{text[: _TEXT_LIMIT - 1]}…"


def _spaced(text: str) -> str:
    return text.replace("_", " ")


def _ruled(text: str) -> str:
    """What is ruled of a line, its columns as headings say them.

    >>> _ruled("given_group: x for none; ns_score: 620 for 170")
    'Form: x for none; N-S score: 620 for 170'
    """
    parts = (part.partition(": ") for part in text.split("; "))
    return "; ".join(label(name) + between + values for name, between, values in parts)


#: Columns with words of ours, and how a page says these; the CSV has them as they stand in the tables.
_TOKENS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("class", "method", "runner_up", "scoring", "competition", "code"), _spaced),
    "quantity": label,
    "ruling": _ruled,
}
