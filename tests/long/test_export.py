"""The real archives through every format: nothing raises, and no line becomes another kind than an unknown one."""

import polars as pl
import pytest

from neuberg.export.events import files
from neuberg.export.format import TABLES, Format
from neuberg.export.formats import FORMATS
from neuberg.export.left_out import comparable
from neuberg.ingest import stage
from shared import shared

pytestmark = pytest.mark.long

LARGEST = 1_000_000


@pytest.mark.parametrize("format", [FORMATS[name] for name in ("pbn", "usebio", "csv")], ids=lambda format: format.name)
def test_the_kinds_of_the_archives_lines(format: Format) -> None:
    written = 0
    assert format.read is not None
    for given in stage.inputs([shared("corpus")]):
        tables = stage.read(given)
        for key in tables["events"]["event_id"] if tables["files"]["bytes"][0] < LARGEST else ():
            for _, some in files({name: tables[name].filter(event_id=key) for name in TABLES}, format):
                found = format.read(format.write(some))
                before, after = (comparable("results", each)["kind"].cast(pl.String) for each in (some, found))
                assert before.len() == after.len()
                assert set(after.filter(before != after)) <= {"unknown"}, given.path
                written += 1
    assert written > 50
