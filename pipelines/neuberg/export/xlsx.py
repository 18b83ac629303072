"""An Excel workbook: a sheet a table, every text written as text, so that none is run as a formula."""

import io
import json

import polars as pl

from neuberg.errors import UsageError
from neuberg.export.format import GUIDES, TABLES, Format, Tables
from neuberg.export.left_out import SCHEMA

#: What a cell may hold, and a sheet.
_LONGEST_TEXT, _MOST_ROWS = 32_767, 1_048_575


def write(tables: Tables) -> bytes:
    """The workbook of an event.

    Raises:
        UsageError: the extra `neuberg[xlsx]` is not installed, or the event has more rows than a sheet.
    """
    try:
        from xlsxwriter import Workbook
    except ImportError as error:
        raise UsageError("--format xlsx needs a writer of workbooks: pip install 'neuberg[xlsx]'") from error
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with Workbook(data, options) as book:
        for table in TABLES:
            sheet(tables[table]).write_excel(book, worksheet=table, autofit=False)
    return data.getvalue()


def sheet(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows as cells can hold them: lists as JSON, keys as text, for a cell's number is a float of 53 bits.

    Raises:
        UsageError: there are more rows than a sheet has.
    """
    if frame.height > _MOST_ROWS:
        raise UsageError(f"an event of {frame.height} lines; wanted at most {_MOST_ROWS}, the rows of a sheet")
    return _plain(frame).with_columns(pl.col(pl.String).str.slice(0, _LONGEST_TEXT))


def cut(tables: Tables) -> pl.DataFrame:
    """The columns with texts longer than a cell holds, and how many."""
    rows = [
        (table, column.name, int((column.str.len_chars() > _LONGEST_TEXT).sum()), 0)
        for table in TABLES
        for column in _plain(tables[table]).select(pl.col(pl.String)).iter_columns()
    ]
    return pl.DataFrame([row for row in rows if row[2]], schema=SCHEMA, orient="row")


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    own = frame.drop(GUIDES, strict=False)
    return own.with_columns(_cells(own[name]) for name in own.columns)


def _cells(column: pl.Series) -> pl.Series:
    if isinstance(column.dtype, pl.List):
        texts = [None if value is None else json.dumps(value, ensure_ascii=False) for value in column.to_list()]
        return pl.Series(column.name, texts, dtype=pl.String)
    return column.cast(pl.String) if isinstance(column.dtype, pl.Enum | pl.Int64) else column


XLSX = Format("xlsx", ".xlsx", {}, ("session", "board", "result_id"), write, None, False, False, cut=cut)
