"""What a source folder may hold: links, pipes and names that must not end a run or make it wait."""

import os
from pathlib import Path

import pytest

from neuberg.ingest import stage
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX systems")
def test_links_pipes_and_names(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("board,ns,ew,score\n1,1,2,50\n")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")).write_text("board,ns,ew,score\n1,1,2,60\n")
    files = [stage.read(given)["files"] for given in stage.inputs([tmp_path])]
    assert {file["path"].item(): file["status"].item() for file in files} == {
        "a.csv": "read",
        "loop": "unreadable",
        "\\xff.csv": "read",
    }


def test_more_tables_than_any_event_had_are_rejected() -> None:
    reading = Reading(source("x", b""), "pbn")
    reading.met("traveller line")
    reading.add_result(multiplicity=999_999_999, line=3)
    assert reading.tables()["problems"].select("line", "code", "rejects").rows() == [
        (3, "bad_multiplicity", "traveller line")
    ]
    assert reading.tables()["results"].is_empty()
