"""Every notebook runs, on a run over the samples, and finds there what is planted."""

import importlib.util
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg import season
from shared import ROOT

_FOLDER = ROOT / "notebooks"
_PLAIN = {"first_look"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("demo")
    season.run([ROOT / "data/samples"], out, season.Options(validation=False))
    return out


def _defined(name: str, demo: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the cells of a notebook define, once all have run."""
    pytest.importorskip("marimo", reason="marimo is not installed: pip install 'neuberg[notebooks]'")
    monkeypatch.setenv("NEUBERG_RUN", str(demo))
    spec = importlib.util.spec_from_file_location(name, _FOLDER / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        # Those of other people's packages, of which a notebook imports many.
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
        return dict(module.app.run()[1])


def test_the_first_look_prints_what_it_finds(demo: Path) -> None:
    environment = os.environ | {"NEUBERG_RUN": str(demo), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, _FOLDER / "first_look.py"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "hand_over_and_short" in done.stdout


def test_the_first_look_says_what_it_wants_where_there_is_no_run(tmp_path: Path) -> None:
    command = [sys.executable, _FOLDER / "first_look.py"]
    environment = {name: value for name, value in os.environ.items() if name != "NEUBERG_RUN"}
    environment["PYTHONPATH"] = str(ROOT / "pipelines")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "'demo' holds no run; wanted the folder of one: run `make demo` here, or set NEUBERG_RUN\n"


def test_three_regimes_say_so_where_no_board_was_fouled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "club.csv"
    file.write_text("event,board,ns,ew,score\nClub,1,1,2,420\nClub,1,3,4,-50\n", encoding="utf-8")
    season.run([file], tmp_path / "run", season.Options(validation=False))
    found = _defined("three_regimes", tmp_path / "run", monkeypatch)
    assert found["scored"].is_empty()
    assert "chart" not in found


def test_an_audit_of_a_season(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _defined("audit_a_season", demo, monkeypatch)
    assert found["seasons"]["season"].to_list() == ["1994", "1998", "2019", "2021"]
    assert found["conservation"]["not_accounted_for"].sum() == 0
    assert "faulty deal" in found["findings"]["what"].to_list()


def test_one_event_under_three_regimes(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = _defined("three_regimes", demo, monkeypatch)["scored"]
    assert set(scored["regime"]) == {"acbl-1991", "acbl-hand", "one-field"}
    # Board 5 has seven lines of one form and three of the other: by the older rule a line's own group and a half for
    # each of the other's make up the nine that it is compared with.
    by_hand = scored.filter(regime="acbl-hand", board=5)
    assert (by_hand["ns_mp"] + by_hand["ew_mp"] - 9).abs().max() == 0
    assert scored.filter(regime="one-field", board=5)["comparison_group"].unique().to_list() == [1]


def test_three_regimes_of_a_season_whose_pairs_and_boards_stand_in_several_sections_and_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        f"Club,{session},{section},1,{pair},{pair + 10},{score},{'x' if pair == 1 else ''}"
        for session in (1, 2)
        for section in "AB"
        for pair, score in ((1, 420), (2, 420), (3, 420 if section == "A" else -50))
    ]
    file = tmp_path / "club.csv"
    file.write_text("\n".join(["event,session,section,board,ns,ew,score,group", *lines]), encoding="utf-8")
    season.run([file], tmp_path / "run", season.Options(validation=False))
    found = _defined("three_regimes", tmp_path / "run", monkeypatch)
    # Both sections are one field: six lines a session, three regimes.
    assert found["scored"].height == 2 * 6 * 3
    assert found["chart"].data.height == 6 * 3
    assert found["widest"].height == 2 * 6


def test_a_fouled_board_from_suspicion_to_ranking(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = _defined("a_fouled_board", demo, monkeypatch)["ranking"]
    assert ranking.height == 20
    assert ranking.filter(pl.col("percent") != pl.col("percent_before")).height > 10


def test_players_histories(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _defined("players_histories", demo, monkeypatch)
    assert found["history"].height > 10
    assert found["percents"].filter((pl.col("by_macro") - pl.col("percent")).abs() > 0.005).is_empty()


def test_a_check_of_ones_own(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = _defined("your_own_check", demo, monkeypatch)["failed"]
    assert failed.height
    assert (failed["level"] + 6 - failed["tricks"]).min() == 3


def test_each_has_prose_and_a_chart() -> None:
    texts = {file.stem: file.read_text(encoding="utf-8") for file in _FOLDER.glob("*.py")}
    assert len(texts) >= 6
    plain = {name for name, text in texts.items() if "mo.md(" not in text or "alt.Chart(" not in text}
    assert plain == _PLAIN
