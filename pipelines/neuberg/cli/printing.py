"""How rows are printed: a table for people on a terminal, CSV elsewhere, JSON where it is asked for."""

import json
import sys
from collections.abc import Iterator
from math import isfinite
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from neuberg.domain.plain_text import NOT_SHOWN, plain

__all__ = ["as_json_text", "plain", "plain_lines", "rows"]

#: Letters of a column below which a longer value in it can no longer be read; and those between two columns.
_READABLE, _RULES = 7, 3


def plain_lines(text: str) -> str:
    """As `plain`, the text's own lines kept: for messages that have several."""
    return "\n".join(map(plain, text.split("\n")))


def as_json_text(value: Any) -> str:
    """The value as JSON, in which no character is left that a terminal obeys, and no value changed by that."""
    text = _json(value, indent=1)
    return "\n".join(NOT_SHOWN.sub(lambda match: f"\\u{ord(match[0]):04x}", line) for line in text.split("\n"))


def rows(frame: pl.DataFrame, *, as_json: bool = False) -> None:
    """Print a frame on stdout."""
    if as_json:
        print(as_json_text(frame.to_dicts()))
    elif sys.stdout.isatty():
        console = Console()
        if _fits(frame, console.width):
            console.print(_table(frame))
        else:
            print("\n\n".join(_down(frame)))
    else:
        sys.stdout.write(_flat(frame).write_csv())


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with its lists and structures as text, which is all that CSV has: a list's parts, else JSON."""
    return frame.with_columns(_as_text(frame[name]) for name, dtype in frame.schema.items() if dtype.is_nested())


def _as_text(values: pl.Series) -> pl.Series:
    inner = values.dtype.inner if isinstance(values.dtype, pl.List) else None
    if isinstance(inner, pl.DataType) and not inner.is_nested():
        return values.cast(pl.List(pl.String)).list.join("; ")
    texts = [None if value is None else _json(value) for value in values.to_list()]
    return pl.Series(values.name, texts, dtype=pl.String)


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(_without_nan(value), ensure_ascii=False, default=str, indent=indent, allow_nan=False)


def _without_nan(value: Any) -> Any:
    """The value with null for what is no number: JSON has no word for it."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(part) for key, part in value.items()}
    return [_without_nan(part) for part in value] if isinstance(value, list | tuple) else value


def _fits(frame: pl.DataFrame, width: int) -> bool:
    """Whether a table has room for each column to be read: some letters, or all where there are fewer."""
    needed = (min(_READABLE, max(map(len, [name, *_shown(frame[name])]))) for name in frame.columns)
    return sum(needed) + _RULES * frame.width + 1 <= width


def _down(frame: pl.DataFrame) -> Iterator[str]:
    """Each row down the page, a line a column."""
    widest = max(map(len, frame.columns), default=0)
    for row in zip(*(_shown(frame[name]) for name in frame.columns), strict=True):
        yield "\n".join(f"{name:>{widest}}: {value}" for name, value in zip(frame.columns, row, strict=True))


def _shown(values: pl.Series) -> list[str]:
    return ["" if value is None else plain(str(value)) for value in values.to_list()]


def _table(frame: pl.DataFrame) -> Table:
    table = Table(*frame.columns)
    for column, dtype in zip(table.columns, frame.dtypes, strict=True):
        column.justify = "right" if dtype.is_numeric() else "left"
    for row in zip(*(_shown(frame[name]) for name in frame.columns), strict=True):
        table.add_row(*map(Text, row))
    return table
