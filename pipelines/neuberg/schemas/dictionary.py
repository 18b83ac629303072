"""All tables by name, frames made to fit them, and the data dictionary."""

from collections.abc import Iterable

import polars as pl

from neuberg.schemas.judged import FLAGS, LAW_OUTCOMES, QUARANTINE, RULINGS, SUSPICIONS
from neuberg.schemas.recorded import BOARDS, CONSERVATION, EVENTS, FILES, PAIRS, PROBLEMS, RESULTS
from neuberg.schemas.scored import (
    AUDITED,
    DIFFERENCES,
    EXPLANATIONS,
    OTHER_SCORES,
    OUTCOMES,
    PLACE_CHANGES,
    SCORES,
    STANDINGS,
)
from neuberg.schemas.table import Table

TABLES = {
    table.name: table
    for table in (
        FILES, PROBLEMS, CONSERVATION, EVENTS, BOARDS, RESULTS, PAIRS, RULINGS,
        LAW_OUTCOMES, FLAGS, QUARANTINE, SCORES, STANDINGS, SUSPICIONS, DIFFERENCES, AUDITED, EXPLANATIONS, OUTCOMES,
        PLACE_CHANGES, OTHER_SCORES,
    )
}  # fmt: skip


def conform(frame: pl.LazyFrame, table: Table) -> pl.LazyFrame:
    """The frame with exactly the table's columns, in its order and types; a missing column is null.

    Raises:
        polars.exceptions.PolarsError: when it is collected, a value does not fit the column's type.

    >>> conform(pl.LazyFrame({"line": [3], "code": ["bad_deal"]}), PROBLEMS).collect().columns[:3]
    ['file_id', 'line', 'code']
    """
    present = frame.collect_schema().names()
    return frame.select(
        (pl.col(column.name) if column.name in present else pl.lit(None)).cast(column.dtype).alias(column.name)
        for column in table.columns
    )


def empty(table: Table) -> pl.DataFrame:
    """No rows of the table, with its columns and types."""
    return pl.DataFrame(schema=table.schema)


def dictionary(tables: Iterable[Table] = TABLES.values()) -> str:
    """The data dictionary as Markdown: a heading and a row a column for each table.

    >>> print(dictionary([CONSERVATION]).splitlines()[0])
    ### `conservation`
    """
    return "\n".join(line for table in tables for line in _section(table))


def _section(table: Table) -> Iterable[str]:
    partition = "; partitioned by `season`" if table.partitioned else ""
    yield f"### `{table.name}`\n\nA row is {table.row}{partition}.\n"
    yield "| column | type | meaning |\n|---|---|---|"
    for column in table.columns:
        yield f"| `{column.name}` | {_type_name(column.dtype)} | {column.meaning} |"
    yield ""


def _type_name(dtype: pl.DataType | type[pl.DataType]) -> str:
    if isinstance(dtype, pl.Enum):
        names = dtype.categories.to_list()
        return "card" if len(names) == 52 else "enum: " + ", ".join(names)
    return str(dtype)
