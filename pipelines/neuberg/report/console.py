"""A user's own SQL on the warehouse: one statement in, its rows out."""

import re
from collections.abc import Iterator

import duckdb
import polars as pl

from neuberg.errors import UsageError
from neuberg.report import queries

#: Where DuckDB stops at a word of SQL that is a column's name, too.
_NEAR = re.compile(r'at or near "(check|table)"')
#: Statements that read or write files of their own, or other warehouses: the run's tables are read only.
_WRITING = (
    duckdb.StatementType.COPY,
    duckdb.StatementType.COPY_DATABASE,
    duckdb.StatementType.EXPORT,
    duckdb.StatementType.ATTACH,
    duckdb.StatementType.DETACH,
    duckdb.StatementType.LOAD,
)


def query(connection: duckdb.DuckDBPyConnection, text: str) -> pl.DataFrame:
    """The rows of one statement; no rows for one that gives none.

    Raises:
        UsageError: there is not one statement, or DuckDB refuses it; the message is DuckDB's.
    """
    try:
        statements = connection.extract_statements(text)
        if len(statements) != 1:
            raise UsageError(f"one statement at a time: found {len(statements)}")
        if statements[0].type in _WRITING:
            kind = statements[0].type.name.replace("_", " ")
            raise UsageError(f"found a statement of kind {kind}; wanted one that reads the tables, such as SELECT")
        relation = connection.sql(text)
        rows: pl.DataFrame = pl.DataFrame() if relation is None else relation.pl()
    except duckdb.Error as error:
        raise UsageError(str(error) + _hint(str(error))) from error
    return rows


def _hint(message: str) -> str:
    """How a column is written whose name is a word of SQL, where DuckDB stops at one; else nothing."""
    near = _NEAR.search(message)
    return f'\na column of that name is written in double quotes: "{near[1]}"' if near else ""


def statements(connection: duckdb.DuckDBPyConnection, text: str) -> Iterator[str]:
    """The statements and reports' names of a text, each ended by a semicolon, one after the other."""
    try:
        yield from [statement.query for statement in connection.extract_statements(text)]
    except duckdb.Error:
        yield from _with_names(connection, text)


def _with_names(connection: duckdb.DuckDBPyConnection, text: str) -> Iterator[str]:
    """As `statements`; a name is none of DuckDB's, nor is a part that ends within a quotation."""
    held = ""
    for part in text.split(";"):
        held += f"{part};"
        if queries.called(part) or _is_whole(connection, held):
            yield held
            held = ""
    if held.strip(" \r\n\t;"):
        yield held


def _is_whole(connection: duckdb.DuckDBPyConnection, text: str) -> bool:
    try:
        return len(connection.extract_statements(text)) == 1
    except duckdb.Error:
        return False


def answer(connection: duckdb.DuckDBPyConnection, statement: str) -> pl.DataFrame:
    """The rows of one statement, of the report that is called (`findings most=5`), or of the table that is named.

    Raises:
        UsageError: as `query`, or the report needs parameters.
    """
    if call := queries.called(statement):
        name, parameters = call
        return queries.run(connection, name, **parameters)
    name = statement.strip().removesuffix(";").strip()
    return query(connection, f"FROM {name}" if name in _tables(connection) else statement)


def _tables(connection: duckdb.DuckDBPyConnection) -> set[str]:
    return {name for (name,) in connection.sql("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()}
