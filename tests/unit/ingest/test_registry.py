"""The registry: every reader says what it cannot represent, in its own words and on the page of formats."""

import inspect

import pytest

from neuberg.ingest import registry
from shared import ROOT

READERS = [format for format in registry.FORMATS if format.read is not None]


@pytest.mark.parametrize("format", READERS, ids=lambda format: format.name)
def test_a_reader_says_what_it_cannot_represent(format: registry.Format) -> None:
    said = inspect.cleandoc(format.read.__doc__ or "")
    assert "\n\nNot represented: " in said
    assert f"### `{format.name}`\n\n{said}\n" in (ROOT / "docs/formats.md").read_text(encoding="utf-8")
