"""A PBN text read as the reader reads a file, for tests: each reading made here must account for its records."""

from typing import Any

import polars as pl

from neuberg.ingest import pbn
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source

Tables = dict[str, pl.DataFrame]
DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
OTHER_DEAL = "E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def read(text: str | bytes, path: str = "file.pbn") -> Tables:
    """The tables of a PBN text."""
    data = text.encode("latin-1") if isinstance(text, str) else text
    reading = Reading(source(path, data), "pbn")
    pbn.read(reading)
    tables = reading.tables()
    assert_conserved(tables, data)
    return tables


def assert_conserved(tables: Tables, data: bytes) -> None:
    account = tables["conservation"]
    kept = pl.sum_horizontal("loaded", "rejected", "superseded", "ignored")
    unaccounted = account.filter(pl.col("found") != kept)
    assert unaccounted.is_empty(), (unaccounted.rows(), data)


def account(tables: Tables, kind: str) -> dict[str, int]:
    """The account of a kind of record, without what is 0."""
    row = tables["conservation"].filter(pl.col("kind") == kind).drop("file_id", "kind").row(0, named=True)
    return {name: number for name, number in row.items() if number}


def line(tables: Tables, *columns: str) -> tuple[Any, ...]:
    """The columns of the only traveller line."""
    return tables["results"].select(columns).rows()[0] if tables["results"].height == 1 else ("not one line",)


#: What a small text has against the standard where no record comes from; the tests of that look at it themselves.
_OF_NO_RECORD = ("bad_auction", "bad_play", "bad_note", "bad_annotation", "bad_tag_value")


def codes(tables: Tables) -> list[str]:
    """The codes of the problems of records, in order."""
    return [code for code in tables["problems"]["code"] if code not in _OF_NO_RECORD]
