"""`neuberg report` and the prompt of `neuberg sql`, as a person types them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from neuberg import cli, season
from neuberg.cli import console, detecting, printing
from shared import ROOT


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run")
    season.run([ROOT / "data/samples/travellers"], out, season.Options(validation=False))
    return out


def _typed(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["neuberg", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0


def test_report_says_where_it_is_and_how_many_pages_and_notes_them(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _typed(monkeypatch, "report", str(run), "--all-pages", "--json")
    found = json.loads(capsys.readouterr().out)
    written = list((run / "report").rglob("*.html"))
    assert (found["report"], found["pages"]) == (str(run / "report" / "index.html"), len(written))
    assert json.loads((run / "run.json").read_text())["pages"] == {
        "written": found["pages"],
        "seconds": found["seconds"],
    }


def test_the_prompt_runs_statements_and_reports_by_name_and_helps(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["help", "SELECT 6", "* 7 AS n;", "flags_by_check;", "\\q"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    console.sql(run, None, as_json=False)
    shown = capsys.readouterr().out
    assert "rulings_needed" in shown
    assert "n\n42\n" in shown
    assert "score_contradicts_contract,error" in shown
    assert list(lines) == []


def test_the_prompt_remembers_what_was_typed(run: Path, tmp_path: Path) -> None:
    """At a terminal of its own, where a statement that fails is said and the next one read."""
    pty = pytest.importorskip("pty", reason="there are no terminals of this kind")
    control, terminal = pty.openpty()
    environment = os.environ | {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "pipelines"), "TERM": "dumb"}
    os.write(control, b"SELECT nothing;\nSELECT 6 * 7 AS n;\n\\q\n")
    command = [sys.executable, "-m", "neuberg", "sql", str(run)]
    done = subprocess.run(
        command, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, text=True, env=environment, timeout=60
    )
    shown = os.read(control, 10_000).decode()
    os.close(control)
    os.close(terminal)
    assert done.returncode == 0
    assert "│ 42 │" in shown
    assert "nothing" in done.stderr
    assert "SELECT 6 * 7 AS n;" in (tmp_path / ".neuberg_history").read_text()


@pytest.mark.parametrize("query", ["SELECT 1", "SELECT range FROM range(100000)"])
def test_a_reader_that_leaves_early_is_no_failure(run: Path, query: str) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "pipelines")}
    command = [sys.executable, "-m", "neuberg", "sql", str(run), query]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("width", "is_table"), [("80", True), ("30", False)])
def test_a_terminal_too_narrow_for_a_table_has_each_row_down_the_page(
    width: str, is_table: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    wide = pl.DataFrame(
        {"event": ["May\x1b Pairs", None], "board": [5, 6], "published": [1.5, 2.0], "class": ["a", "b"]}
    )
    printing.rows(wide)
    shown = capsys.readouterr().out
    assert ("│" in shown) is is_table
    down = ["    event: May\\x1b Pairs", "    board: 5", "published: 1.5", "    class: a", "", "    event: "]
    assert (shown.splitlines()[:6] == down) is not is_table


def test_events_of_one_name_are_told_apart_by_their_date_or_file() -> None:
    events = pl.LazyFrame(
        {"event_id": [1, 2, 3, 4], "name": ["Cup", "Cup", "Cup", None], "date": ["1999", "2001", "2001", "2001"]}
    ).with_columns(file_id="event_id")
    files = pl.LazyFrame({"file_id": [1, 2, 3], "path": ["a.pbn", "b.pbn", "c.pbn"]})
    named = {1: "Cup of 1999", 2: "Cup of 2001 (b.pbn)", 3: "Cup of 2001 (c.pbn)", 4: None}
    assert detecting._names(events, files) == named
