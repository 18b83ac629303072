"""What speed is measured on: files that the readers take without a problem, the same for the same seed."""

from pathlib import Path

import pytest

from bench.archive import write_archive
from neuberg.ingest import stage


@pytest.mark.parametrize(("kind", "lines"), [("tables", True), ("deals", False), ("usebio", True)])
def test_an_archive(tmp_path: Path, kind: str, lines: bool) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
        files = write_archive(folder, kind, 20_000, boards=4)
    assert [file.read_bytes() for file in files] == [(first / file.name).read_bytes() for file in files]
    assert sum(file.stat().st_size for file in files) >= 20_000
    given = stage.inputs([first])
    tables = stage.read_opened(given, [stage.opened(one) for one in given])
    assert tables["problems"].is_empty()
    assert tables["events"].height == len(files)
    assert tables["boards"].height == 4 * len(files)
    assert 8 * 4 * len(files) * lines <= tables["results"].height <= 14 * 4 * len(files) * lines
