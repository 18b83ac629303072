from pathlib import Path

import duckdb
import pytest

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.report import console, warehouse


def test_the_rows_of_a_statement(run: Path) -> None:
    with warehouse.open(run) as connection:
        rows = console.query(connection, "SELECT board, pattern FROM card_faults;")
    assert rows.rows() == [(2, "14-law")]


@pytest.mark.parametrize(("text", "found"), [("", 0), ("  -- nothing", 0), ("SELECT 1; SELECT 2", 2)])
def test_one_statement_at_a_time(run: Path, text: str, found: int) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match=f"found {found}"):
        console.query(connection, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT nothing FROM boards", "nothing"),
        ("SELECT check FROM flags", 'written in double quotes: "check"'),
        ("SELECT table, board FROM results", 'written in double quotes: "table"'),
        ("SELECT * FROM nowhere", "nowhere"),
        ("SELECT error('stopped') FROM boards", "stopped"),
        ("SELECT $board", "board"),
        ("CREATE TABLE mine AS SELECT 1 AS one", "read-only"),
    ],
)
def test_what_duckdb_refuses_is_the_users_error_in_its_words(run: Path, text: str, message: str) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match=message):
        console.query(connection, text)


def test_no_other_column_is_a_word_of_sql() -> None:
    names = {column.name for table in schemas.TABLES.values() for column in table.columns}
    with duckdb.connect() as connection:
        reserved = connection.sql("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'")
        assert names & {name for (name,) in reserved.fetchall()} == {"check", "table"}


def test_the_connection_goes_on_after_an_error(run: Path) -> None:
    with warehouse.open(run) as connection:
        with pytest.raises(UsageError):
            console.query(connection, "SELECT * FROM nowhere")
        assert console.query(connection, "SELECT 1 AS one").item() == 1


def test_a_statement_without_rows_gives_none(run: Path) -> None:
    with warehouse.open(run) as connection:
        assert console.query(connection, "SET threads = 1").is_empty()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("SELECT 1", 1),
        ("SELECT 1; SELECT ';' AS a;", 2),
        ("findings; SELECT ';' AS a; files_by_format;", 3),
        ("SELECT 1; SELEC 2;", 2),
        (" ; ", 0),
    ],
)
def test_statements_and_names_apart(run: Path, text: str, count: int) -> None:
    with warehouse.open(run) as connection:
        found = list(console.statements(connection, text))
    assert len(found) == count


def test_a_report_takes_its_values_behind_its_name(run: Path) -> None:
    with warehouse.open(run) as connection:
        assert console.answer(connection, "board_traveller event_id=7 session=1 board=1").height == 1
        assert console.answer(connection, "board_traveller event_id=7 session='2' board=1;").height == 0
        assert console.answer(connection, "findings most=1").height == 1
        with pytest.raises(UsageError, match="needs a value for: most; written 'findings most=…'"):
            console.answer(connection, "findings")


def test_the_name_of_a_table_gives_its_rows(run: Path) -> None:
    with warehouse.open(run) as connection:
        assert console.answer(connection, "card_faults;").select("board", "pattern").rows() == [(2, "14-law")]
