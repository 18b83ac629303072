"""A run again, and one of its stages, as a person types them."""

import subprocess
import sys
from pathlib import Path

import pytest

from neuberg.cli import running

TRAVELLERS = "event,date,board,ns,ew,score,mp_ns,mp_ew\n" + "".join(
    f"Pairs,1994-03-05,1,{pair},{pair + 10},{430 - 10 * pair},{6 - 2 * pair},{2 * pair - 2}\n" for pair in (1, 2, 3)
)


def neuberg(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "neuberg", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    (folder / "in").mkdir()
    (folder / "in" / "pairs.csv").write_text(TRAVELLERS, encoding="utf-8")
    done = neuberg("run", folder / "in", "--out", folder / "out", "--no-validation", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "scored under wbf-1991: 1 event(s)" in done.stdout
    assert "report:" not in done.stdout
    return folder / "out"


def test_a_run_again_says_that_nothing_has_changed(out: Path) -> None:
    done = neuberg("run", out.parent / "in", "--out", out, "--no-validation", "--no-report")
    assert done.returncode == 0
    assert done.stderr == "neuberg: nothing has changed since the last run\n"
    assert "traveller lines: 3 found, 3 loaded" in done.stdout


def test_a_stage_anew(out: Path) -> None:
    done = neuberg("score", out, "--profile", "ebu-2025", "--profile", "acbl-1991", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "scored under ebu-2025: 1 event(s), asked for\nscored under acbl-1991: 1 event(s), asked for" in done.stdout
    assert "neuberg: score done" in done.stderr
    assert "validate" not in done.stderr
    done = neuberg("validate", out, "--no-validation", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "scored under ebu-2025: 1 event(s), asked for" in done.stdout


def test_other_rulings_for_a_stage_are_said_to_make_both_anew(out: Path) -> None:
    rulings = out.parent / "rulings.toml"
    rulings.write_text(
        '[[ruling]]\nwhat = "correction"\nevent = "Pairs"\nboard = 1\nplays = { pairs = ["1"] }\nfield = "ns_score"\n'
        'value = -50\nguard = { ns_score = 420 }\nsource = "a test"\n',
        encoding="utf-8",
    )
    done = neuberg("score", out, "--rulings", rulings, "--no-report")
    assert done.returncode == 0, done.stderr
    assert "neuberg: validate was done anew too, for the rulings are others than those of the run" in done.stderr


def test_an_engine_without_its_scheduler_is_wrong_usage(out: Path) -> None:
    done = neuberg("validate", out, "--engine", "dask")
    assert done.returncode == 2
    assert done.stderr == (
        "neuberg: the engine dask needs --scheduler, the address of its scheduler, such as tcp://host:8786\n"
    )


def test_a_season_of_many_days_has_few_reasons_in_its_summary() -> None:
    days = [{"profile": "acbl-1991", "why": f"the rule of ACBL on 2010-01-{day:02}"} for day in (1, 1, *range(2, 21))]
    lines = running._scored({"profiles": days, "not_scored": []})
    assert lines[0] == "scored under acbl-1991: 2 event(s), the rule of ACBL on 2010-01-01"
    assert lines[5:] == ["scored under acbl-1991: 15 event(s) more, for 15 such reasons (see run.json)"]
