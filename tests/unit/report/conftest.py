"""A small run on disk, written as the archive writes one: Parquet, partitioned by season where large."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg import schemas

Rows = dict[str, list[dict[str, Any]]]

SOUND = {
    "north": "AKQJT98765432...",
    "east": ".AKQJT98765432..",
    "south": "..AKQJT98765432.",
    "west": "...AKQJT98765432",
}
#: East has twelve cards: the two of hearts is nowhere.
SHORT = SOUND | {"east": ".AKQJT9876543.."}
_MAY = {"event_id": 7, "session": "1", "section": "A", "season": "1999", "file_id": 1}

RUN: Rows = {
    "files": [
        {"file_id": 1, "path": "may.pbn", "format": "pbn", "bytes": 2048, "records": 4, "status": "read"},
        {"file_id": 2, "path": "notes.doc", "format": "unknown", "bytes": 512, "records": 0, "status": "no_reader"},
    ],
    "problems": [
        {"file_id": 2, "code": "no_reader", "severity": "warning", "found": "D0CF", "wanted": "one of the formats pbn"}
    ],
    "conservation": [
        {"file_id": 1, "kind": "deal", "found": 2, "loaded": 2, "rejected": 0, "superseded": 0, "ignored": 0}
    ],
    "events": [{"event_id": 7, "season": "1999", "name": "May Pairs", "file_id": 1, "line": 1}],
    "boards": [
        _MAY | SOUND | {"deal_id": 11, "board": 1},
        _MAY | SHORT | {"deal_id": 12, "board": 2},
        {"deal_id": 13, "event_id": 8, "season": "unknown"} | SOUND,
    ],
    "results": [_MAY | {"result_id": 21, "board": 1, "kind": "played", "strain": "S", "lead": "HA"}],
    "pairs": [_MAY | {"pair": "1", "players": ["Ada", "Bo"]}],
}


def write_run(directory: Path, rows: Rows) -> Path:
    """The directory, with the rows of each table below it; a missing column is null."""
    (directory / "tables").mkdir(parents=True, exist_ok=True)
    for name, table_rows in rows.items():
        table = schemas.TABLES[name]
        given = {key: [row.get(key) for row in table_rows] for key in table.schema.names()}
        _write(directory / "tables" / name, table, pl.DataFrame(given, schema=table.schema))
    return directory


def _write(folder: Path, table: schemas.Table, frame: pl.DataFrame) -> None:
    if not table.partitioned:
        folder.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(folder / "part-00000.parquet")
        return
    for (season,), part in frame.partition_by("season", as_dict=True).items():
        (folder / f"season={season}").mkdir(parents=True, exist_ok=True)
        part.drop("season").write_parquet(folder / f"season={season}" / "part-00000.parquet")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of one event, one of whose deals is a card short; flags, scores and the rest have no files."""
    return write_run(tmp_path / "run", RUN)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """A function that writes a run of the rows given, in a folder of the name given."""
    return lambda rows, name="given": write_run(tmp_path / name, rows)
