"""The warehouse: a DuckDB file of views over a run's Parquet tables, which it scans in place and never copies."""

import glob
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import duckdb
import polars as pl

from neuberg import resources, schemas
from neuberg.errors import NeubergError, UsageError
from neuberg.schemas.parquet import check_whole

FILE_NAME = "neuberg.duckdb"
_TABLES = "tables"
#: The view whose comment is the signature; every warehouse has it.
_SIGNED = next(iter(schemas.TABLES))
PolarsType = pl.DataType | type[pl.DataType]
_TYPES: dict[PolarsType, str] = {
    pl.String: "VARCHAR",
    pl.Int8: "TINYINT",
    pl.Int16: "SMALLINT",
    pl.Int32: "INTEGER",
    pl.Int64: "BIGINT",
    pl.Float64: "DOUBLE",
    pl.Boolean: "BOOLEAN",
    pl.Date: "DATE",
}


def build(directory: Path, *, whole: bool = False) -> Path:
    """The warehouse of a run's directory, written anew and swapped in whole: a view a table, and those of `sql/views`.

    Args:
        directory: the run's.
        whole: the tables themselves are in it, and no path; it opens anywhere, without the Parquet beside it.

    Raises:
        UsageError: the directory holds no run.
        NeubergError: a table's files cannot be read.
    """
    statements = _tables(directory, whole=whole)
    # DuckDB cannot write below a folder with a question mark in its name, though it can read there.
    with tempfile.TemporaryDirectory() as elsewhere:
        made = Path(elsewhere) / FILE_NAME
        with duckdb.connect(made) as connection:
            _fill(connection, statements, "TABLE" if whole else "VIEW", _signature(directory, statements))
        return _swap_in(made, directory / FILE_NAME)


def open(directory: Path) -> duckdb.DuckDBPyConnection:
    """A read-only connection to the warehouse, rebuilt first where the directory was moved or its tables changed.

    One that holds the tables themselves goes on holding them.

    Where the directory cannot be written to, the views are made in memory.

    Raises:
        UsageError: the directory holds no run.
        NeubergError: a table's files cannot be read.
    """
    target = directory / FILE_NAME
    whole, signed = _signed(target)
    statements = _tables(directory, whole=whole)
    signature = _signature(directory, statements)
    if signed != signature:
        try:
            build(directory, whole=whole)
        except OSError:
            return _silent(_in_memory(statements, "TABLE" if whole else "VIEW", signature))
    return _silent(duckdb.connect(target, read_only=True))


def _silent(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection without a bar of progress, which DuckDB writes among the results where a query takes seconds."""
    return connection.execute("SET enable_progress_bar_print = false")


def limit(connection: duckdb.DuckDBPyConnection, memory: str) -> None:
    """Let a connection take no more memory than this, such as `2GB`; what needs more goes to a file beside it."""
    connection.execute("SET memory_limit = $memory", {"memory": memory})


def lock(connection: duckdb.DuckDBPyConnection, directory: Path) -> None:
    """Keep what is asked of a connection to the run's own tables: no other file can be read or written, nor a setting.

    Args:
        connection: as `open` gives it.
        directory: the run's.
    """
    tables = str(directory.resolve() / _TABLES).replace("'", "''")
    connection.execute(f"SET allowed_directories = ['{tables}']")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def create_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the views of `sql/views` over the tables that the connection has, each after those that it reads.

    Then the macros of `sql/macros`.

    Raises:
        duckdb.Error: a view does not fit the tables, or two read each other.
    """
    waiting = {file.stem: file.read_text(encoding="utf-8") for file in view_files()}
    while waiting:
        refused: dict[str, duckdb.Error] = {}
        for name, text in waiting.items():
            try:
                connection.execute(f"CREATE VIEW {name} AS {text}")
            except duckdb.CatalogException as error:
                refused[name] = error
        if len(refused) == len(waiting):
            raise next(iter(refused.values()))
        waiting = {name: waiting[name] for name in refused}
    for file in macro_files():
        connection.execute(file.read_text(encoding="utf-8"))


def view_files() -> list[Path]:
    """The files of `sql/views`, in the order of their names; the stem is the view's name."""
    return sorted(resources.folder("sql/views").glob("*.sql"))


def macro_files() -> list[Path]:
    """The files of `sql/macros`, in the order of their names; the stem is the macro's name."""
    return sorted(resources.folder("sql/macros").glob("*.sql"))


def _swap_in(made: Path, target: Path) -> Path:
    temporary = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        shutil.copyfile(made, temporary)
        # A log left by a process that died belongs to the old file.
        target.with_name(f"{target.name}.wal").unlink(missing_ok=True)
        return temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _in_memory(statements: list[str], kind: str, signature: str) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    _fill(connection, statements, kind, signature)
    return connection


def _fill(connection: duckdb.DuckDBPyConnection, statements: list[str], kind: str, signature: str) -> None:
    try:
        for statement in statements:
            connection.execute(statement)
        create_views(connection)
    except duckdb.Error as error:
        raise NeubergError(f"the tables cannot be read: {error}") from error
    connection.execute(f"COMMENT ON {kind} {_SIGNED} IS '{signature}'")


def _signature(directory: Path, statements: list[str]) -> str:
    """A digest of what is in the warehouse: the views' places, the tables' columns, and the text of `sql`."""
    files = (*view_files(), *macro_files())
    texts = [*statements, *(file.stem + file.read_text(encoding="utf-8") for file in files)]
    if statements[0].startswith("CREATE TABLE"):
        # Tables that are held stand for themselves wherever the folder is.
        texts = [text.replace(_quoted(directory.resolve()), "") for text in texts]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _signed(file: Path) -> tuple[bool, str | None]:
    """Whether a warehouse holds the tables themselves, and its signature; None where it has none."""
    text = """
    SELECT true, comment FROM duckdb_tables() WHERE table_name = $name
    UNION ALL SELECT false, comment FROM duckdb_views() WHERE view_name = $name
    """
    if not file.exists():
        return False, None
    try:
        with duckdb.connect(file, read_only=True) as connection:
            found = connection.sql(text, params={"name": _SIGNED}).fetchall()
    except duckdb.Error:
        return False, None
    return (bool(found[0][0]), found[0][1]) if found else (False, None)


def _tables(directory: Path, *, whole: bool) -> list[str]:
    root = directory.resolve() / _TABLES
    if not root.is_dir():
        raise UsageError(f"{str(directory)!r} holds no run: there is no folder {_TABLES!r} in it")
    tables = schemas.TABLES.values()
    kind = "TABLE" if whole else "VIEW"
    return [f"CREATE {kind} {table.name} AS {_table_query(root / table.name, table)}" for table in tables]


def _quoted(folder: Path) -> str:
    """A folder in a statement: what stands in its own name is not a pattern, nor the end of the text."""
    return glob.escape(folder.as_posix()).replace("'", "''")


def _table_query(folder: Path, table: schemas.Table) -> str:
    pattern = "season=*/*.parquet" if table.partitioned else "*.parquet"
    files = sorted(folder.glob(pattern))
    for file in files:
        check_whole(file)
    if not files:
        return f"SELECT {', '.join(_columns(table, present=set()))} WHERE false"
    present = _present(files[0]) | ({"season"} if table.partitioned else set())
    place = f"{_quoted(folder)}/{pattern}"
    hive = "true, hive_types = {'season': VARCHAR}" if table.partitioned else "false"
    return f"SELECT {', '.join(_columns(table, present))} FROM read_parquet('{place}', hive_partitioning = {hive})"


def _present(file: Path) -> set[str]:
    try:
        return set(pl.scan_parquet(file, glob=False).collect_schema())
    except (OSError, pl.exceptions.PolarsError) as error:
        raise NeubergError(f"the table's file {str(file)!r} cannot be read: {error}") from error


def _columns(table: schemas.Table, present: set[str]) -> Iterator[str]:
    """Each column of the table in its type, null where the files lack it."""
    for column in table.columns:
        value = f'"{column.name}"' if column.name in present else "NULL"
        yield f'CAST({value} AS {_type(column.dtype)}) AS "{column.name}"'


def _type(dtype: PolarsType) -> str:
    if isinstance(dtype, pl.Enum):
        return "VARCHAR"
    if isinstance(dtype, pl.List):
        return f"{_type(cast(PolarsType, dtype.inner))}[]"
    if isinstance(dtype, pl.Struct):
        fields = (f"{field.name} {_type(cast(PolarsType, field.dtype))}" for field in dtype.fields)
        return f"STRUCT({', '.join(fields)})"
    return _TYPES[dtype]
