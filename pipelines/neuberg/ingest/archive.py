"""The archive on disk: Parquet, one folder a table, the large ones partitioned by season; swapped in whole."""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import polars as pl

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.ingest import part_files
from neuberg.schemas.parquet import check_whole

TABLES = "tables"
_NEXT, _PREVIOUS = ".tables-next", ".tables-previous"
#: Stands in a folder from the moment a run begins to write there: what is in it is ours to replace, and no input.
MARK = ".neuberg"
#: Rows of a table held before they are written as a part.
_PART_ROWS = 500_000


def scan(directory: str | Path, table: str) -> pl.LazyFrame:
    """A table of a run's directory, lazily, with the columns of the data dictionary; no rows where it has no files.

    Raises:
        UsageError: there is no such table, or the directory holds no run.
    """
    if table not in schemas.TABLES:
        raise UsageError(f"there is no table {table!r}; wanted one of: {', '.join(schemas.TABLES)}")
    root = Path(directory) / TABLES
    if not root.is_dir():
        raise UsageError(f"{str(directory)!r} holds no run: there is no folder {TABLES!r} in it")
    return scan_folder(root / table, schemas.TABLES[table])


def scan_folder(folder: Path, table: schemas.Table) -> pl.LazyFrame:
    """A table's folder, lazily; no rows where it has no files."""
    return scan_files(sorted(folder.rglob("*.parquet")), table)


def scan_files(files: list[Path], table: schemas.Table) -> pl.LazyFrame:
    """Some files of a table, lazily; no rows where there is none.

    Raises:
        NeubergError: a file is cut, or is no Parquet file.
    """
    if not files:
        return schemas.empty(table).lazy()
    for file in files:
        check_whole(file)
    if not table.partitioned:
        return schemas.conform(pl.scan_parquet(files, glob=False), table)
    frame = pl.scan_parquet(files, glob=False, hive_partitioning=True, hive_schema={"season": pl.String})
    return schemas.conform(frame, table)


def replace(directory: Path, table: str, frame: pl.DataFrame) -> None:
    """Put these rows in the place of a table that is not partitioned, in a run's directory; a kill leaves the old ones.

    Raises:
        UsageError: the directory holds no run.
    """
    if not (directory / TABLES).is_dir():
        raise UsageError(f"{str(directory)!r} holds no run: there is no folder {TABLES!r} in it")
    target = directory / TABLES / table / "part-00000.parquet"
    target.parent.mkdir(exist_ok=True)
    # Beside the tables' folders, so that no reader of the table meets it; of this process alone.
    temporary = directory / f".{table}-{os.getpid()}.parquet"
    try:
        schemas.conform(frame.lazy(), schemas.TABLES[table]).collect().write_parquet(temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    for other in target.parent.glob("*.parquet"):
        if other != target:
            other.unlink()


class Archive:
    """The tables of a run being written, beside those of the run before, which stay until `commit`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        # Of this process alone: two runs into one folder must not write into each other's tables.
        self._root = directory / f"{_NEXT}-{os.getpid()}"
        self._held: dict[str, list[pl.DataFrame]] = {}
        self._parts: Counter[str] = Counter()
        self._filled: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        directory.mkdir(parents=True, exist_ok=True)
        (directory / MARK).touch()
        recover(directory)
        for left in directory.glob(f"{_NEXT}-*"):
            if left == self._root or not is_running(left.name.rpartition("-")[2]):
                shutil.rmtree(left, ignore_errors=True)
        self._root.mkdir()

    def scan(self, table: str) -> pl.LazyFrame:
        """A table with all that was appended to it so far."""
        self._flush(table)
        return scan_folder(self._root / table, schemas.TABLES[table])

    def files(self, table: str) -> list[Path]:
        """The files of a table with all that was added to it so far, in their order."""
        self._flush(table)
        return sorted((self._root / table).rglob("*.parquet"))

    def adopt(self, directory: Path, table: str, but_of: Collection[str] = ()) -> None:
        """Take a table over as it stands in a run's directory, but for the files of some stages, named for them.

        Raises:
            NeubergError: a file is cut, or is no Parquet file.
        """
        folder = directory / TABLES / table
        of_others = [file for file in folder.rglob("*.parquet") if file.name.partition("-")[0] not in but_of]
        for file in sorted(of_others):
            check_whole(file)
            self.take(table, file, str(file.relative_to(folder)), pl.scan_parquet(file, glob=False))

    def take(self, table: str, file: Path, name: str, rows: pl.LazyFrame | int) -> None:
        """Take a file over as a part of a table: the same file under another name where the system has such."""
        target = self._root / table / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(file, target)
        except OSError:
            shutil.copyfile(file, target)
        self.rows[table] += rows if isinstance(rows, int) else rows.select(pl.len()).collect().item()

    def add(self, folder: Path, files: Mapping[str, int]) -> None:
        """Add files that hold rows of tables, as `part_files.write` names them, each with its rows."""
        names = {table: self._next(table) for table in dict.fromkeys(map(part_files.table_of, files))}
        for file, rows in files.items():
            table, _, season = file.removesuffix(".parquet").partition("/")
            self.take(table, folder / file, f"{season}/{names[table]}" if season else names[table], rows)

    def append(self, table: str, rows: pl.DataFrame) -> None:
        """Add rows to a table; they are written in parts of half a million or more, each of whole files."""
        self.rows[table] += rows.height
        while (end := _part_end(rows, _PART_ROWS - self._filled[table])) is not None:
            self._hold(table, rows[:end])
            self._flush(table)
            rows = rows[end:]
        self._hold(table, rows)

    def _hold(self, table: str, rows: pl.DataFrame) -> None:
        if rows.height:
            self._held.setdefault(table, []).append(rows)
            self._filled[table] += rows.height

    def end_part(self) -> None:
        """Write what is held of every table: the parts end here, and the events in them are whole."""
        for table in list(self._held):
            self._flush(table)

    def _flush(self, table: str) -> None:
        self._filled[table] = 0
        if not (held := self._held.pop(table, [])):
            return
        name, made = self._next(table), self._root / f".{table}"
        rows = schemas.conform(pl.concat(held, rechunk=True).lazy(), schemas.TABLES[table]).collect()
        for file in part_files.write(rows, schemas.TABLES[table], made):
            season = Path(file).stem if "/" in file else ""
            target = self._root / table / season / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (made / file).rename(target)
        shutil.rmtree(made)

    def _next(self, table: str) -> str:
        """The name of the files of a table's next part."""
        self._parts[table] += 1
        return f"part-{self._parts[table] - 1:05}.parquet"

    def rewrite(self, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Change all rows that were added to a table so far, part by part, each within its season."""
        self._flush(table)
        for file in sorted((self._root / table).rglob("*.parquet")):
            frame = pl.read_parquet(file, glob=False, hive_partitioning=False)
            changed = change(frame)
            if not changed.equals(frame):
                # Never in place: another run's folder may hold the same file.
                changed.write_parquet(temporary := file.with_suffix(".rewritten"))
                temporary.replace(file)
                self.rows[table] += changed.height - frame.height

    def commit(self) -> Path:
        """Put the new tables in the place of the old; the folder they are in now."""
        self.end_part()
        tables, previous = self._directory / TABLES, self._directory / _PREVIOUS
        shutil.rmtree(previous, ignore_errors=True)
        if tables.exists():
            tables.rename(previous)
        self._root.rename(tables)
        shutil.rmtree(previous, ignore_errors=True)
        self._root = tables
        return tables


def _part_end(rows: pl.DataFrame, wanted: int) -> int | None:
    """Where a part ends that wants so many rows more: behind the file that they end in; None where they are too few.

    So parts do not depend on how many files' rows are added at a time.
    """
    if rows.height < wanted:
        return None
    if "file_id" not in rows.columns:
        return rows.height
    later = rows["file_id"][wanted - 1 :]
    return wanted - 1 + int((later == later[0]).cum_prod().sum())


def is_running(process: str) -> bool:
    """Whether the run that left a folder may still be going; asked only where the system can say."""
    if os.name != "posix" or not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def recover(directory: Path) -> None:
    """Put the previous tables back where a run was killed between the two renames of a commit."""
    tables, previous = directory / TABLES, directory / _PREVIOUS
    if previous.exists() and not tables.exists():
        previous.rename(tables)
