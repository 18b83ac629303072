"""Every view, report and check on small inputs: a folder a case, a CSV file an input table, `expect.csv` what it gives.

A file has only the columns that the case needs; the others are null. A list stands as `a|b`, one of rows as
JSON, an empty text as `""`.
A view's rows are in no order; those of a report or check are in the order of `expect.csv`.
"""

import tomllib
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from neuberg import resources, schemas
from neuberg.report import queries, warehouse

_HERE = Path(__file__).parent
_CASES = sorted(file.parent for file in _HERE.glob("*/*/expect.csv"))
_VIEWS = {file.stem for file in warehouse.view_files()}
_QUERIES = {*queries.names(queries.REPORTS), *queries.names(queries.CHECKS)}


def _read(file: Path, schema: pl.Schema) -> pl.DataFrame:
    """The CSV file in the types of the schema, of which it may lack columns."""
    text = pl.read_csv(file, infer_schema=False)
    return text.select(_typed(pl.col(name), schema[name]) for name in text.columns)


def _typed(text: pl.Expr, dtype: pl.DataType) -> pl.Expr:
    if dtype == schemas.CHANGES:
        return text.str.json_decode(dtype)
    if isinstance(dtype, pl.List):
        return text.str.split("|").cast(dtype)
    if dtype == pl.Date:
        return text.str.to_date()
    if dtype == pl.Boolean:
        return text.replace_strict(["true", "false"], [True, False], return_dtype=pl.Boolean)
    return text.cast(dtype)


def _connection(case: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    for table in schemas.TABLES.values():
        file = case / f"{table.name}.csv"
        rows = _read(file, table.schema) if file.exists() else schemas.empty(table)
        connection.register(table.name, schemas.conform(rows.lazy(), table).collect().to_arrow())
    warehouse.create_views(connection)
    return connection


def _rows(case: Path) -> pl.DataFrame:
    name, parameters = case.parent.name, case / "parameters.toml"
    with _connection(case) as connection:
        if name in _VIEWS:
            rows: pl.DataFrame = connection.sql(f"FROM {name}").pl()
            return rows
        given = tomllib.loads(parameters.read_text(encoding="utf-8")) if parameters.exists() else {}
        return queries.run(connection, name, **given)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_it_gives_the_rows_expected(case: Path) -> None:
    rows = _rows(case)
    expected = _read(case / "expect.csv", rows.schema)
    assert_frame_equal(rows.select(expected.columns), expected, check_row_order=case.parent.name not in _VIEWS)


@pytest.mark.parametrize("name", sorted(_VIEWS | _QUERIES))
def test_every_column_of_it_stands_in_a_case(name: str) -> None:
    cases = [case for case in _CASES if case.parent.name == name]
    assert cases, f"{name} has no case under tests/sql/{name}"
    shown = {column for case in cases for column in pl.read_csv(case / "expect.csv", infer_schema=False).columns}
    assert shown == set(_rows(cases[0]).columns)


def test_no_case_is_of_something_else() -> None:
    assert {case.parent.name for case in _CASES} <= _VIEWS | _QUERIES
    assert not _VIEWS & _QUERIES


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_its_files_are_tables(case: Path) -> None:
    known = {*schemas.TABLES, "expect"}
    assert {file.stem for file in case.glob("*.csv")} <= known


def test_every_file_begins_with_what_it_gives() -> None:
    files = [file for kind in ("views", "reports", "checks") for file in resources.folder(f"sql/{kind}").glob("*.sql")]
    openings = {file.name: file.read_text(encoding="utf-8").splitlines()[0] for file in files}
    assert len(openings) >= 20
    assert [name for name, line in openings.items() if not line.startswith("-- ")] == []
