"""`neuberg ingest`: the tables and the account, and the first error where it is asked to end there."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import neuberg
from neuberg.cli import app
from neuberg.errors import ReadError, UsageError

HEAD = "board,ns,ew,contract,declarer,tricks,score\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "a.csv").write_text(HEAD + "1,1,2,3NT,N,9,400\n1,3,4,2S,N,8,110\n")
    (folder / "b.csv").write_text(HEAD + "1,1,2,3NT,N,9,400\n1,3,4,8NT,N,9,\n1,5,6,9NT,N,9,\n")
    return folder


def ingest(*arguments: object) -> str:
    done = CliRunner().invoke(app, ["ingest", *map(str, arguments)])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


def test_it_leaves_the_tables_and_the_account_and_nothing_else(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = ingest(archive, "--out", out)
    assert said.splitlines() == [
        "files: 1 read, 1 read with problems",
        "events: 2 found, 2 loaded",
        "deals: 0 found, 0 loaded",
        "traveller lines: 5 found, 5 loaded",
        "contestant's lines: 0 found, 0 loaded",
        "problems: 2 error",
        f"tables: {out / 'tables'}",
    ]
    assert neuberg.scan(out, "results").collect().height == 5
    assert sorted(path.name for path in out.iterdir() if not path.name.startswith(".")) == ["run.json", "tables"]
    account = json.loads((out / "run.json").read_text())
    assert account["conservation"]["traveller line"]["loaded"] == account["counts"]["results"] == 5


def test_strict_ends_at_the_first_error_and_leaves_the_earlier_tables(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ingest(archive / "a.csv", "--out", out)
    with pytest.raises(ReadError, match=r"^b\.csv:3: bad_contract: found 8NT; wanted ") as raised:
        ingest(archive, "--out", out, "--strict")
    assert raised.value.exit_code == 1
    assert neuberg.scan(out, "results").collect().height == 2
    assert list(out.glob(".next*")) == []
    assert "2 loaded" in ingest(archive / "a.csv", "--out", out, "--strict")


def test_what_an_earlier_run_made_of_other_tables_goes(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    CliRunner().invoke(app, ["run", str(archive), "--out", str(out), "--no-validation"])
    assert (out / "report/index.html").exists()
    ingest(archive / "a.csv", "--out", out)
    assert not (out / "report").exists()
    assert neuberg.scan(out, "scores").collect().is_empty()


def test_a_run_after_it_is_a_whole_run_again(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ["run", str(archive), "--out", str(out), "--no-validation"]
    CliRunner().invoke(app, command)
    before = neuberg.scan(out, "scores").collect()
    assert before.height
    ingest(archive, "--out", out)
    assert neuberg.scan(out, "scores").collect().is_empty()
    CliRunner().invoke(app, command)
    assert neuberg.scan(out, "scores").collect().equals(before)


def test_a_folder_of_something_else_is_left_alone(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "mine/tables").mkdir(parents=True)
    with pytest.raises(UsageError, match="is not of a run"):
        ingest(archive, "--out", tmp_path / "mine")
