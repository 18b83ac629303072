"""The rows of a table as Parquet files, one a season; a column that says one thing, or nothing, costs hardly any time.

Polars asks as much of such a column as of any other, and the more where it is of texts without a letter.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from neuberg import schemas
from neuberg.schemas import Table

#: Texts that seldom stand twice: to look for them in a dictionary is in vain.
_TOLD_ONCE = ("north", "east", "south", "west", "found", "raw", "path", "sha256")
#: Other whole numbers come in runs, or are few bytes, which the compression takes faster than a dictionary does.
_OF_MANY_ROWS = ("event_id", "file_id")
#: Values encoded at a time.
_BATCH = 1 << 16


def write(rows: pl.DataFrame, table: Table, folder: Path) -> dict[str, int]:
    """The files in which a table's rows stand now, each of one row group, and how many it has.

    They are named `events.parquet`, or `results/season=1994.parquet` where the table is partitioned; those of a season
    stay in their order. What reads a row group at a time never meets half an event.
    """
    written: dict[str, int] = {}
    for name, some in _split(rows, table) if rows.height else ():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        _write(some, table, folder / name)
        written[name] = some.num_rows
    return written


def table_of(file: str) -> str:
    """The table that a file has rows of, by its name.

    >>> table_of("results/season=1994.parquet"), table_of("events.parquet")
    ('results', 'events')
    """
    return file.removesuffix(".parquet").partition("/")[0]


def _split(rows: pl.DataFrame, table: Table) -> Iterator[tuple[str, pa.Table]]:
    """The files by name."""
    if not table.partitioned:
        yield f"{table.name}.parquet", _arrow(rows)
        return
    rows = rows.with_columns(pl.col("season").fill_null("unknown"))
    if not rows["season"].is_sorted():
        rows = rows.sort("season", maintain_order=True)
    every, begin = _arrow(rows.drop("season")), 0
    for season, height in rows["season"].rle().struct.unnest().select("value", "len").iter_rows():
        yield f"{table.name}/season={season}.parquet", every.slice(begin, height)
        begin += height


def _arrow(rows: pl.DataFrame) -> pa.Table:
    return pa.table([_column(values) for values in rows.rechunk()], names=rows.columns)


def _column(values: pl.Series) -> pa.Array:
    """A column as Arrow has it; where it has one value, or few by its type, as places among these."""
    height, nulls = len(values), values.null_count()
    if nulls == height:
        return pa.nulls(height, _kind(values.dtype))
    if isinstance(values.dtype, pl.Enum):
        return pa.DictionaryArray.from_arrays(values.to_physical().to_arrow(), values.dtype.categories.to_arrow())
    if not (nulls or values.dtype.is_nested()) and values[0] == values[-1] and (values == values[0]).all():
        # Not of NumPy: Arrow would look for pandas, which takes longer to come than all of this.
        places = pl.zeros(height, pl.UInt8, eager=True).to_arrow()
        return pa.DictionaryArray.from_arrays(places, _as_arrow(values[:1]))
    return _as_arrow(values)


def _as_arrow(values: pl.Series) -> pa.Array:
    return values.to_arrow(compat_level=pl.CompatLevel.oldest())


def _kind(dtype: pl.DataType) -> pa.DataType:
    return pa.large_string() if isinstance(dtype, pl.Enum) else _as_arrow(pl.Series([], dtype=dtype)).type


def _write(rows: pa.Table, table: Table, file: Path) -> None:
    told_apart = [name for name, dtype in table.schema.items() if name in _OF_MANY_ROWS or _has_few(name, dtype)]
    # Of the others nobody asks: which say one thing is what lets a reader leave a column out.
    alike = [name for name in rows.column_names if _says_one_thing(rows[name])]
    with pq.ParquetWriter(
        file,
        rows.schema,
        compression="lz4",
        use_dictionary=told_apart,
        write_statistics=alike,
        store_schema=False,
        write_batch_size=_BATCH,
    ) as opened:
        opened.write_table(rows, row_group_size=rows.num_rows)
        opened.add_key_value_metadata(_polars_types(table))


def _has_few(name: str, dtype: pl.DataType) -> bool:
    return name not in _TOLD_ONCE and (dtype in (pl.String, pl.Float64) or isinstance(dtype, pl.Enum))


def _says_one_thing(column: pa.ChunkedArray) -> bool:
    is_one_value = pa.types.is_dictionary(column.type) and len(column.chunk(0).dictionary) == 1
    return bool(column.null_count == len(column) or is_one_value)


@lru_cache(maxsize=len(schemas.TABLES))
def _polars_types(table: Table) -> dict[bytes, bytes]:
    """What polars notes in a file of the table to know its types again: Parquet itself has no enums."""
    empty = BytesIO()
    columns = [name for name in table.schema if name != "season" or not table.partitioned]
    schemas.empty(table).select(columns).write_parquet(empty)
    return dict(pq.read_metadata(empty).metadata or {})
