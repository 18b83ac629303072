"""The tables that a reader makes of one file's bytes, its account checked; those of a folder; damaged copies."""

import random
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from neuberg.ingest import registry, same_events, stage
from neuberg.ingest.archive import Archive
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source

Tables = dict[str, pl.DataFrame]


def read(format: str, data: str | bytes, path: str = "file") -> Tables:
    """The tables that the reader named `format` makes, whatever the bytes look like."""
    reader = next(known.read for known in registry.FORMATS if known.name == format)
    assert reader is not None
    content = data.encode() if isinstance(data, str) else data
    reading = Reading(source(path, content), format)
    reader(reading)
    tables = reading.tables()
    for row in tables["conservation"].iter_rows(named=True):
        kept = row["loaded"] + row["rejected"] + row["superseded"] + row["ignored"]
        assert row["found"] == kept, (row, len(content))
    return tables


def ingest(folder: Path, out: Path) -> None:
    """Leave the tables of a folder's files in another, as a run does before it checks and scores."""
    archive = Archive(out)
    for given in stage.inputs([folder]):
        for name, frame in stage.read(given).items():
            archive.append(name, frame)
    same_events.join(archive)
    archive.commit()


def codes(tables: Tables) -> list[str]:
    """The codes of the problems, in order."""
    return tables["problems"]["code"].to_list()


def account(tables: Tables, kind: str) -> dict[str, int]:
    """The account of a kind of record, without what is 0."""
    row = tables["conservation"].filter(pl.col("kind") == kind).drop("file_id", "kind").row(0, named=True)
    return {name: number for name, number in row.items() if number}


def damaged(data: bytes, *, seed: int, copies: int) -> Iterator[bytes]:
    """As many truncated copies of the bytes, and as many with bytes flipped, always the same ones."""
    chance = random.Random(seed)
    for _ in range(copies):
        yield data[: chance.randrange(len(data))]
        flipped = bytearray(data)
        for _ in range(chance.choice((1, 1, 3, 20))):
            flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        yield bytes(flipped)
