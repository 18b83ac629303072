"""What the stages made of each part, kept under a digest of all that it was made from, and found again by that."""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest.archive import Archive
from neuberg.parts import places

FOLDER = ".parts"
_LISTING = "made.json"


class Made(NamedTuple):
    """What a stage made of a part.

    Attributes:
        files: the rows of each file, by its name: `flags/season=1994.parquet`, or `choices.parquet`.
        seconds: how long each step took.
        sizes: the bytes of each file; none where the shelf is elsewhere.
    """

    files: dict[str, int]
    seconds: dict[str, float]
    sizes: dict[str, int] = {}  # noqa: RUF012 - never changed


def find(shelf: str, key: str) -> Made | None:
    """What is kept under a key; None where there is nothing, or not all of it."""
    try:
        listed: dict[str, Any] = json.loads(places.read_text(places.below(shelf, key, _LISTING)) or "")
        made = Made(**listed)
    except (ValueError, TypeError):
        return None
    if places.is_address(shelf) or _sizes(Path(shelf) / key, made.files) == made.sizes:
        return made
    return None


def _sizes(folder: Path, files: Iterable[str]) -> dict[str, int]:
    """The bytes of files, such as are there: a table of a run is the same file, and may be cut in its place."""
    return {name: (folder / name).stat().st_size for name in files if (folder / name).is_file()}


def put(shelf: str, key: str, tables: Mapping[str, pl.DataFrame], seconds: dict[str, float]) -> Made:
    """Keep some tables under a key; their listing is written last, and without it they are not there."""
    files: dict[str, int] = {}
    for table, frame in tables.items():
        for name, rows in _split(table, frame).items():
            places.write(places.below(shelf, key, name), rows)
            files[name] = rows.height
    made = Made(files, seconds, {} if places.is_address(shelf) else _sizes(Path(shelf) / key, files))
    places.write_text(places.below(shelf, key, _LISTING), json.dumps(made._asdict()))
    return made


def _split(table: str, frame: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """The files that a table is written in: one a season where it is partitioned; none where it has no rows."""
    if frame.is_empty():
        return {}
    if table not in schemas.TABLES or not schemas.TABLES[table].partitioned:
        return {f"{table}.parquet": frame}
    known = frame.with_columns(pl.col("season").fill_null("unknown"))
    return {
        f"{table}/season={season}.parquet": rows.drop("season")
        for (season,), rows in known.partition_by("season", as_dict=True, maintain_order=True).items()
    }


def take(written: Archive, shelf: Path, key: str, made: Made, part: str) -> None:
    """Add what was made of a part to the tables of a run; what is no table of a run is left."""
    for name, rows in made.files.items():
        table, _, season = name.removesuffix(".parquet").partition("/")
        if table in schemas.TABLES:
            # Two stages may have rows of one table.
            file = f"{key.partition('-')[0]}-{part}.parquet"
            written.take(table, shelf / key / name, f"{season}/{file}" if season else file, rows)


def scan(shelf: Path, kept: Mapping[str, Made], table: str) -> pl.LazyFrame | None:
    """A table that is none of a run, such as `choices`, of all the parts; None where no part has rows of it."""
    name = f"{table}.parquet"
    files = [shelf / key / name for key, made in kept.items() if name in made.files]
    return pl.scan_parquet(files, glob=False, hive_partitioning=False) if files else None


def fetch(source: str, shelf: Path, key: str, made: Made) -> None:
    """Bring what is kept elsewhere under a key to the shelf here."""
    if find(str(shelf), key) is None:
        for name in made.files:
            places.copy(places.below(source, key, name), str(shelf / key / name))
        own = made._replace(sizes=_sizes(shelf / key, made.files))
        places.write_text(str(shelf / key / _LISTING), json.dumps(own._asdict()))


def tidy(shelf: Path, keys: set[str]) -> None:
    """Remove all that is not under these keys, and what killed processes left half-written under them."""
    for folder in shelf.iterdir() if shelf.is_dir() else ():
        if folder.is_dir() and folder.name not in keys:
            shutil.rmtree(folder, ignore_errors=True)
        for left in folder.rglob(places.UNFINISHED) if folder.is_dir() else ():
            left.unlink(missing_ok=True)
