"""A part of a page: a heading, a sentence, a table, and the same rows in full as CSV."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from neuberg.report.site.charts import Stacked
from neuberg.report.site.tabulation import Tabulation, tabulate

#: Rows of a table that a page shows; the CSV has them all.
ROWS = 200


class Section(NamedTuple):
    """A part of a page.

    Attributes:
        anchor: its name within the page, and its CSV's.
        title: its heading.
        says: a sentence on what is in it.
        empty: the sentence that stands where it has no rows.
        table: its rows.
        data: the frame for its CSV; None: it has none of its own.
        csv: the address of a CSV of its rows that is written elsewhere.
        chart: drawn above its table.
    """

    anchor: str
    title: str
    says: str
    empty: str
    table: Tabulation
    data: pl.DataFrame | None = None
    csv: str | None = None
    chart: Stacked | None = None


def section(
    anchor: str,
    title: str,
    says: str,
    frame: pl.DataFrame | None,
    columns: Sequence[str] = (),
    *,
    empty: str = "",
    links: Mapping[str, str] | None = None,
    most: int = ROWS,
    in_all: int | None = None,
    colour: str | None = None,
) -> Section:
    """A section of a frame, of the columns that the frame has; the CSV is offered where the page has not all rows."""
    if frame is None or frame.is_empty():
        return Section(anchor, title, says, empty, Tabulation([], [], 0))
    shown = [name for name in columns or frame.columns if name in frame.columns and name not in (links or {}).values()]
    shown = [name for name in shown if not _is_empty(frame[name])]
    given = {name: link for name, link in (links or {}).items() if name in shown and link in frame.columns}
    table = tabulate(frame, shown, most=most, in_all=in_all, links=given, colour=colour)
    return Section(anchor, title, says, empty, table, frame.select(shown) if frame.height > most else None)


def _is_empty(values: pl.Series) -> bool:
    """Whether a column has nothing to show."""
    if values.null_count() == values.len():
        return True
    # An expression of polars costs more than a page's few texts.
    return values.dtype == pl.String and not any(values.to_list())
