"""What a source folder may hold: links, pipes and names that must not end a run or make it wait."""

import os
import socket
from pathlib import Path

import polars as pl
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
    (tmp_path / "nothing").symlink_to("not there")
    (tmp_path / "folder").symlink_to("..")
    read = [stage.read(given) for given in stage.inputs([tmp_path])]
    files = [tables["files"] for tables in read]
    assert {file["path"].item(): file["status"].item() for file in files} == {
        "a.csv": "read",
        "loop": "unreadable",
        "link": "unreadable",  # the pipe, by the first of its names
        "\\xff.csv": "read",
        "nothing": "unreadable",
        "folder": "unreadable",
    }
    told = {tables["files"]["path"].item(): tables["problems"]["found"].to_list() for tables in read}
    assert (told["nothing"], told["folder"]) == (["No such file or directory"], ["a link to a folder"])


def test_more_tables_than_any_event_had_are_rejected() -> None:
    reading = Reading(source("x", b""), "pbn")
    reading.met("traveller line")
    reading.add_result(multiplicity=999_999_999, line=3)
    assert reading.tables()["problems"].select("line", "code", "rejects").rows() == [
        (3, "bad_multiplicity", "traveller line")
    ]
    assert reading.tables()["results"].is_empty()


def test_what_cannot_be_opened_is_told_and_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.scandir

    def scandir(path: Path) -> object:
        if path.name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    (tmp_path / "locked").mkdir()
    (tmp_path / "z.csv").write_text("board,ns,ew,score\n1,1,2,50\n")
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
    tables = [stage.read(given) for given in stage.inputs([tmp_path])]
    told = [(table["files"]["path"].item(), *table["problems"].select("code", "found").rows()) for table in tables]
    assert [path for path, *_ in told] == ["locked", "pipe", "socket", "z.csv"]
    assert told[0][1][0] == "cannot_open"
    assert "Permission denied" in told[0][1][1]
    assert told[1][1:] == (("cannot_open", "a pipe, which is not opened"),)
    assert told[2][1:] == (("cannot_open", "a socket, which is not opened"),)
    assert told[3][1:] == ()
    # What cannot be opened is lost, so a gate on errors holds it.
    severities = [table["problems"]["severity"].cast(pl.String).to_list() for table in tables]
    assert severities == [["error"], ["error"], ["error"], []]
