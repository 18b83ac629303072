"""The archive on disk: Parquet, one folder a table, the large ones partitioned by season; swapped in whole."""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.ingest.lent import DAMAGE, Lent, Stretch
from neuberg.ingest.workers import Workers
from neuberg.schemas.parquet import check_whole

TABLES = "tables"
_NEXT, _PREVIOUS = ".tables-next", ".tables-previous"
#: Stands in a folder from the moment a run begins to write there: what is in it is ours to replace, and no input.
MARK = ".neuberg"
#: Rows of a table held before they are written as a part.
_PART_ROWS = 500_000
_Rows = pl.DataFrame | Lent


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
        self._workers: Workers | None = None
        self._held: dict[str, list[_Rows]] = {}
        self._writing: list[tuple[Future[None], str, str, list[_Rows]]] = []
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

    @contextmanager
    def written_by(self, workers: Workers | None) -> Iterator[None]:
        """Have processes write the parts, meanwhile, whose rows are lent; at the end all such are written."""
        self._workers = workers
        try:
            yield
            for table in [name for name, held in self._held.items() if any(isinstance(rows, Lent) for rows in held)]:
                self._flush(table)
            self.settle()
        finally:
            self._workers = None

    def scan(self, table: str) -> pl.LazyFrame:
        """A table with all that was appended to it so far."""
        self._flush(table)
        self.settle()
        return scan_folder(self._root / table, schemas.TABLES[table])

    def files(self, table: str) -> list[Path]:
        """The files of a table with all that was added to it so far, in their order."""
        self._flush(table)
        self.settle()
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

    def append(self, table: str, rows: _Rows) -> None:
        """Add rows to a table; they are written in parts of half a million or more, each of whole files."""
        self.rows[table] += rows.height
        while (end := _part_end(rows, _PART_ROWS - self._filled[table])) is not None:
            self._hold(table, rows[:end])
            self._flush(table)
            rows = rows[end:]
        self._hold(table, rows)

    def _hold(self, table: str, rows: _Rows) -> None:
        if rows.height:
            self._held.setdefault(table, []).append(rows)
            self._filled[table] += rows.height

    def end_part(self) -> None:
        """Write what is held of every table: the parts end here, and the events in them are whole."""
        for table in list(self._held):
            self._flush(table)
        self.settle()

    def _flush(self, table: str) -> None:
        self._filled[table] = 0
        if not (held := self._held.pop(table, [])):
            return
        name = f"part-{self._parts[table]:05}.parquet"
        self._parts[table] += 1
        stretches = [rows.stretch for rows in held if isinstance(rows, Lent)]
        is_whole = sum(rows.height for rows in held) >= _PART_ROWS
        if self._workers is not None and len(stretches) == len(held) and (is_whole or self._workers.started):
            self._writing.append((self._workers.submit(_write_lent, self._root, name, stretches), table, name, held))
        else:
            self._write_held(table, name, held)

    def settle(self) -> None:
        """Wait until every part is written; one whose kept rows proved damaged is written of the files themselves."""
        while self._writing:
            future, table, name, held = self._writing.pop()
            try:
                # Rather than wait for it, write what no other process has begun to.
                if future.cancel():
                    self._write_held(table, name, held)
                else:
                    future.result()
            except DAMAGE:
                self._write_held(table, name, held)

    def _write_held(self, table: str, name: str, held: list[_Rows]) -> None:
        frames = (rows.frame() if isinstance(rows, Lent) else rows for rows in held)
        _write_part(self._root, schemas.TABLES[table], name, frames)

    def rewrite(self, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Change all rows that were added to a table so far, part by part, each within its season."""
        self._flush(table)
        self.settle()
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


def _write_lent(root: Path, name: str, stretches: list[Stretch]) -> None:
    """Write a part whose rows are lent, in whatever process."""
    _write_part(root, schemas.TABLES[stretches[0].table], name, (stretch.read() for stretch in stretches))


def _write_part(root: Path, table: schemas.Table, name: str, frames: Iterable[pl.DataFrame]) -> None:
    """Write rows as a part of a table, or as a part of each season that they are of."""
    folder = root / table.name
    if not table.partitioned:
        _write(list(frames), table.schema, folder / name)
        return
    of_season: dict[str, list[pl.DataFrame]] = {}
    for frame in frames:
        known = frame.with_columns(season=pl.col("season").fill_null("unknown"))
        for (season,), rows in known.partition_by("season", as_dict=True, maintain_order=True).items():
            of_season.setdefault(str(season), []).append(rows.drop("season"))
    columns = pl.Schema({name: dtype for name, dtype in table.schema.items() if name != "season"})
    for season in list(of_season):
        _write(of_season.pop(season), columns, folder / f"season={season}" / name)


def _write(frames: list[pl.DataFrame], columns: pl.Schema, file: Path) -> None:
    """Write a part as one row group: what reads a row group at a time never meets half an event."""
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = pl.concat(_alike(frames, columns), rechunk=True)
    nothing = {name: pl.lit(None, dtype=dtype) for name, dtype in columns.items() if name not in rows.columns}
    frame = rows.with_columns(**nothing).select(list(columns))
    frame.write_parquet(file, row_group_size=max(1, frame.height))


def _alike(frames: list[pl.DataFrame], columns: pl.Schema) -> list[pl.DataFrame]:
    """The frames with the columns that any of them has; those that all lack cost less when they come last."""
    said = {name for frame in frames for name in frame.columns}
    return [
        frame.select(
            pl.col(name) if name in frame.columns else pl.lit(None, dtype=dtype).alias(name)
            for name, dtype in columns.items()
            if name in said
        )
        for frame in frames
    ]


def _part_end(rows: _Rows, wanted: int) -> int | None:
    """Where a part ends that wants so many rows more: behind the file that they end in; None where they are too few.

    So parts do not depend on how many files' rows are added at a time.
    """
    if isinstance(rows, Lent):
        return rows.part_end(wanted)
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
