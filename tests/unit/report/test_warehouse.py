import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest

from neuberg import schemas
from neuberg.errors import NeubergError, UsageError
from neuberg.report import warehouse


def _faults(connection: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    return connection.sql("SELECT season, board, pattern FROM card_faults").fetchall()


def _opened(file: Path, text: str) -> list[tuple[object, ...]]:
    with duckdb.connect(file, read_only=True) as connection:
        return connection.sql(text).fetchall()


def test_it_holds_nothing_but_a_view_for_each_table_and_each_file_of_views(run: Path) -> None:
    file = warehouse.build(run)
    names = {name for (name,) in _opened(file, "SELECT view_name FROM duckdb_views() WHERE NOT internal")}
    assert names == {*schemas.TABLES, *(view.stem for view in warehouse.view_files())}
    assert {"season_summary", "fouled_boards", "card_faults", "travellers", "rank_list"} <= names
    assert {"rescored_differences", "pair_history"} <= names
    assert _opened(file, "SELECT count(*) FROM duckdb_tables()") == [(0,)]
    assert sorted(path.name for path in run.iterdir()) == ["neuberg.duckdb", "tables"]


@pytest.mark.parametrize("table", schemas.TABLES.values(), ids=lambda table: table.name)
def test_a_view_has_its_tables_columns_and_types_with_and_without_files(run: Path, table: schemas.Table) -> None:
    expected = schemas.TABLES[table.name].schema
    with warehouse.open(run) as connection:
        found = connection.sql(f"FROM {table.name}").pl().schema
    texts = {name: pl.String if isinstance(dtype, pl.Enum) else dtype for name, dtype in expected.items()}
    assert dict(found) == texts


def test_the_season_comes_from_the_folders_name(run: Path) -> None:
    with warehouse.open(run) as connection:
        assert connection.sql("SELECT season, deal_id FROM boards ORDER BY deal_id").fetchall() == [
            ("1999", 11),
            ("1999", 12),
            ("unknown", 13),
        ]


def test_a_season_reads_its_own_files_only(run: Path) -> None:
    with warehouse.open(run) as connection:
        plan = connection.sql("EXPLAIN SELECT board FROM card_faults WHERE season = '1999'").fetchall()[0][1]
    assert "Scanning Files: 1/2" in plan


def test_it_opens_from_any_working_directory(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.parent)
    file = warehouse.build(Path(run.name))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert _opened(run / file.name, "SELECT count(*) FROM boards") == [(3,)]


@pytest.mark.parametrize("name", ["it's here", 'so "called"', "a[1]*?", "two  spaces", "{brace}", "é😀"])
def test_a_directory_may_have_any_name(run: Path, name: str) -> None:
    moved = run.rename(run.with_name(name))
    with warehouse.open(moved) as connection:
        assert _faults(connection) == [("1999", 2, "14-law")]


def test_a_pattern_in_the_name_takes_no_neighbours_files(run: Path, write: Callable[..., Path]) -> None:
    write({"events": [{"event_id": 99}]}, "ab")
    moved = run.rename(run.with_name("a?"))
    with warehouse.open(moved) as connection:
        assert connection.sql("SELECT event_id FROM events").fetchall() == [(7,)]


def test_a_moved_directory_has_its_views_renewed(run: Path) -> None:
    warehouse.build(run)
    moved = run.rename(run.with_name("moved"))
    with pytest.raises(duckdb.IOException):
        _opened(moved / "neuberg.duckdb", "SELECT count(*) FROM boards")
    with warehouse.open(moved) as connection:
        assert _faults(connection) == [("1999", 2, "14-law")]
    assert _opened(moved / "neuberg.duckdb", "SELECT count(*) FROM boards") == [(3,)]


def test_a_table_that_came_later_is_seen(run: Path, write: Callable[..., Path]) -> None:
    warehouse.build(run)
    write({"flags": [{"check": "hand_count", "season": "1999"}]}, run.name)
    with warehouse.open(run) as connection:
        assert connection.sql('SELECT "check", season FROM flags').fetchall() == [("hand_count", "1999")]


def test_a_warehouse_that_is_current_is_left_alone(run: Path) -> None:
    file = warehouse.build(run)
    os.utime(file, (1, 1))
    warehouse.open(run).close()
    assert file.stat().st_mtime == 1


def test_a_file_that_is_no_warehouse_is_replaced_with_its_log(run: Path) -> None:
    (run / "neuberg.duckdb").write_text("not a database")
    (run / "neuberg.duckdb.wal").write_text("nor its log")
    with warehouse.open(run) as connection:
        assert _faults(connection) == [("1999", 2, "14-law")]
    assert not (run / "neuberg.duckdb.wal").exists()


def test_where_the_file_cannot_be_written_the_views_are_in_memory(run: Path) -> None:
    (run / "neuberg.duckdb").mkdir()
    with warehouse.open(run) as connection:
        assert _faults(connection) == [("1999", 2, "14-law")]
    assert sorted(path.name for path in run.iterdir()) == ["neuberg.duckdb", "tables"]


def test_it_is_read_only(run: Path) -> None:
    with warehouse.open(run) as connection, pytest.raises(duckdb.InvalidInputException, match="read-only"):
        connection.execute("CREATE TABLE mine AS SELECT 1 AS one")


def test_a_column_that_the_files_lack_is_null(run: Path) -> None:
    file = run / "tables" / "events" / "part-00000.parquet"
    pl.read_parquet(file).drop("winners").write_parquet(file)
    with warehouse.open(run) as connection:
        assert connection.sql("SELECT winners, name FROM events").fetchall() == [(None, "May Pairs")]


def test_a_directory_without_tables_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        warehouse.open(tmp_path)
    with pytest.raises(UsageError, match="holds no run"):
        warehouse.build(tmp_path / "absent")
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_is_not_parquet_is_named(run: Path) -> None:
    file = run / "tables" / "events" / "part-00000.parquet"
    file.write_text("not Parquet")
    with pytest.raises(NeubergError, match=r"events.*cannot be read"):
        warehouse.open(run)


def test_a_failed_build_leaves_the_warehouse_before_it(run: Path) -> None:
    file = warehouse.build(run)
    before = file.read_bytes()
    (run / "tables" / "files" / "part-00000.parquet").write_text("not Parquet")
    with pytest.raises(NeubergError):
        warehouse.build(run)
    assert file.read_bytes() == before
    assert sorted(path.name for path in run.iterdir()) == ["neuberg.duckdb", "tables"]


def test_the_macros_of_the_field(run: Path, write: Callable[..., Path]) -> None:
    with warehouse.open(run) as connection:
        percents = connection.sql("SELECT mp_percent(5.63, 6), mp_percent(3, 8), mp_percent(0, 0)").fetchall()
        assert percents == [(93.83, 37.5, None)]
        rows = connection.sql("SELECT line, ns_pair, profile FROM board_travellers(7, '1', 1)").fetchall()
        assert rows == [(None, None, None)]
        assert connection.sql("FROM board_travellers(7, '1', 2)").fetchall() == []


def test_a_connection_takes_no_more_memory_than_it_is_let(run: Path) -> None:
    with warehouse.open(run) as connection:
        warehouse.limit(connection, "512MiB")
        assert connection.sql("SELECT current_setting('memory_limit')").fetchall() == [("512.0 MiB",)]


def test_no_query_writes_a_bar_of_progress_among_the_results(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with warehouse.open(run) as connection:
        connection.execute("SET progress_bar_time = 1")
        connection.sql("SELECT sum(hash(a.i)) FROM range(20000) AS a (i), range(10000) AS b (i)").pl()
    assert capfd.readouterr() == ("", "")
