"""How rows are printed: a table for people on a terminal, CSV elsewhere, JSON where it is asked for."""

import json
import sys

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text


def rows(frame: pl.DataFrame, *, as_json: bool = False) -> None:
    """Print a frame on stdout."""
    if as_json:
        print(json.dumps(frame.to_dicts(), ensure_ascii=False, default=str, indent=1))
    elif sys.stdout.isatty():
        Console().print(_table(frame))
    else:
        sys.stdout.write(_flat(frame).write_csv())


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with its lists as text: CSV has no lists."""
    lists = [name for name, dtype in frame.schema.items() if isinstance(dtype, pl.List)]
    return frame.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join("; ") for name in lists)


def _table(frame: pl.DataFrame) -> Table:
    table = Table(*frame.columns)
    for column, dtype in zip(table.columns, frame.dtypes, strict=True):
        column.justify = "right" if dtype.is_numeric() else "left"
    for row in frame.iter_rows():
        table.add_row(*(Text("" if value is None else str(value)) for value in row))
    return table
