"""A frame's rows as text for a page: numbers as people write them, long text cut, and no more rows than asked for."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import polars as pl

_TEXT_LIMIT = 300
_DECIMALS = 4
#: Numbers that name a thing rather than count it.
_NAMES = frozenset({"board", "line", "event_id"})


class Heading(NamedTuple):
    """A column's heading, and whether its cells are numbers."""

    label: str
    is_number: bool


class Tabulation(NamedTuple):
    """Headings, rows of text as long as the headings, and how many rows more there are."""

    headings: list[Heading]
    rows: list[list[str]]
    more: int


def tabulate(
    frame: pl.DataFrame, columns: Sequence[str] = (), *, most: int | None = None, in_all: int | None = None
) -> Tabulation:
    """The frame as text.

    Args:
        frame: the rows.
        columns: those to show, in order; all where none is named.
        most: rows to show at most.
        in_all: rows that there are, where the frame holds only some of them.

    >>> tabulate(pl.DataFrame({"ns_mp": [1234.5, None]}), most=1)
    Tabulation(headings=[Heading(label='Ns mp', is_number=True)], rows=[['1,234.5']], more=1)
    """
    chosen = frame.select(columns) if columns else frame
    shown = chosen.head(most) if most is not None else chosen
    headings = [Heading(_label(name), dtype.is_numeric()) for name, dtype in chosen.schema.items()]
    rows = [[_text(name, value) for name, value in zip(chosen.columns, row, strict=True)] for row in shown.iter_rows()]
    return Tabulation(headings, rows, (frame.height if in_all is None else in_all) - shown.height)


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if name in _NAMES else f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.{_DECIMALS}f}".rstrip("0").rstrip(".")
    text = str(value)
    return text if len(text) <= _TEXT_LIMIT else f"{text[: _TEXT_LIMIT - 1]}…"
