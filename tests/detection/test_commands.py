"""`neuberg detect` and `neuberg fit` on a run's folder: what is written, what is printed, how they end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import neuberg
from detection import seasons
from detection.modelled import drawn, random_deals, seating
from neuberg.detect import load_coefficients
from neuberg.detect.double_dummy import log10_factor, trick_probability
from neuberg.detect.fields import fields
from neuberg.detect.fitting import FitError, choice_loss, fit, minimise
from neuberg.ingest.archive import Archive
from neuberg.validate.rulings import read_rulings


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "neuberg", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, encoding="utf-8", check=False)


def archive(directory: Path, boards: int, results: int, *, fouled: bool, seed: int = 1) -> None:
    """A run's folder with one session of boards of the model; the first fouled from its fifth result on."""
    draw = np.random.default_rng(seed)
    known = random_deals(boards, draw)
    lines, deals = [], []
    for board in range(boards):
        rows = drawn(known, board, results, draw)
        if fouled and board == 0:
            rows = np.vstack([rows[:4], drawn(known, board, results - 4, draw, seating("ESWN"))])
        deals.append(seasons.deal(1, board + 1, known.hands.cards[board].tolist()))
        lines += [seasons.line(1, board + 1, place, row) for place, row in enumerate(rows.tolist(), start=1)]
    run = Archive(directory)
    for name, frame in zip(("results", "boards", "events"), seasons.tables(lines, deals), strict=True):
        run.append(name, frame)
    run.commit()


def suspected(directory: Path) -> list[dict[str, Any]]:
    """The boards that the table suspects to have been fouled."""
    return neuberg.scan(directory, "suspicions").filter(pl.col("finding") == "fouled board").collect().to_dicts()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("run")
    archive(directory, 6, 9, fouled=True)
    return directory


def test_detect_says_writes_and_scores_nothing(run: Path) -> None:
    done = command("detect", run, "--calibrate", 2)
    assert done.returncode == 0, done.stderr
    assert "1 suspicion of a board or a table:" in done.stdout
    assert (
        "Session 1, session 1, board 1: fouled board (almost certainly), rotated 90°: results 5 to 9 of 9"
        in done.stdout
    )
    assert "A suspicion is no ruling: nothing is scored anew by it." in done.stdout
    assert "How sure: boards by their factor" in done.stdout
    assert [row["board"] for row in suspected(run)] == [1]
    assert neuberg.scan(run, "scores").collect().height == 0
    [ruling] = read_rulings(run / "proposed_rulings.toml")
    assert ruling.data["groups"] == [{"form": "changed", "from_round": 5}]
    page = (run / "report" / "index.html").read_text(encoding="utf-8")
    assert "board rotated: N has the hand of E" in page
    measured = json.loads((run / "calibration.json").read_text(encoding="utf-8"))
    assert measured["shuffles"] == 2
    assert sum(row["boards"] for row in measured["rates"]) == sum(row["shuffled"] for row in measured["rates"]) == 6
    assert "6 boards whose order of play is known, each shuffled 2 times" in page


def test_detect_again_leaves_the_same_and_json_is_whole(run: Path) -> None:
    once, again = command("detect", run, "--json"), command("detect", run, "--json")
    assert once.stdout == again.stdout
    found = json.loads(once.stdout)
    assert found["suspicions"][0]["finding"] == "fouled board"
    assert found["boards"]["tested in order of play"] == 6
    assert sorted(file.name for file in (run / "tables" / "suspicions").iterdir()) == ["part-00000.parquet"]
    assert not list(run.glob(".suspicions*"))
    # What was measured of other suspicions, if anything, does not stand beside these.
    assert not (run / "calibration.json").exists()
    assert 'id="calibration"' not in (run / "report" / "index.html").read_text(encoding="utf-8")


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    for name in ("detect", "fit"):
        done = command(name, tmp_path)
        assert done.returncode == 2
        assert "holds no run" in done.stderr


def test_a_small_archive_is_not_fitted_on(run: Path) -> None:
    done = command("fit", run)
    assert done.returncode == 1
    assert "6 deals with results; wanted 500 at least" in done.stderr
    assert not (run / "coefficients.toml").exists()


def test_a_fit_that_is_no_better_is_refused(tmp_path: Path) -> None:
    """On results of the model itself nothing is better than its own coefficients, but by chance."""
    archive(tmp_path, 510, 3, fouled=False, seed=2)
    tables = [neuberg.scan(tmp_path, name) for name in ("results", "boards", "events")]
    numbers = load_coefficients()
    with pytest.raises(FitError, match="no better and is not written"):
        fit(fields(*tables, numbers, fewest=1))
    wrong = numbers._replace(choice=numbers.choice * 0.5)
    fitted = fit(fields(*tables, wrong, fewest=1))
    assert fitted.fitted > fitted.shipped
    assert np.abs(fitted.numbers.choice - numbers.choice).sum() < np.abs(wrong.choice - numbers.choice).sum()


def test_newtons_method_finds_the_least() -> None:
    """Three outcomes, one feature, counts 1, 2 and 1: at 0 but for nothing, as the ridge pulls there too."""
    features = np.array([[[-1.0], [0.0], [1.0]]])
    even = minimise(
        lambda now: choice_loss([(features, np.array([[1.0, 2.0, 1.0]]))], np.zeros(1), 4.0, now), np.ones(1)
    )
    assert even == pytest.approx([0], abs=1e-6)
    more = minimise(
        lambda now: choice_loss([(features, np.array([[0.0, 0.0, 9.0]]))], np.zeros(1), 4.0, now), np.zeros(1)
    )
    share = np.exp(more[0] * np.array([-1, 0, 1]))
    # Where it is least, 9·(1 − mean) = ridge·w.
    assert 9 * (1 - (share * [-1, 0, 1]).sum() / share.sum()) == pytest.approx(4 * more[0], abs=1e-6)


def test_tricks_are_weighed_by_their_distance_from_double_dummy() -> None:
    assert sum(trick_probability(tricks, 7) for tricks in range(14)) == pytest.approx(1)
    line = {"side": 0, "partner": 0, "strain": 3, "tricks": 10}
    record, other = {("N", "S"): 9}, {("N", "S"): 10}
    assert log10_factor([line], record, other) == pytest.approx(np.log10(0.577 / 0.180))
    assert log10_factor([line | {"tricks": None}, line | {"side": 2}], record, other) == 0


def test_the_solver_weighs_the_tricks_of_suspicious_boards(tmp_path: Path) -> None:
    pytest.importorskip("endplay", reason="the extra neuberg[dds] is not installed")
    archive(tmp_path, 4, 9, fouled=True, seed=1)
    file = next((tmp_path / "tables" / "results").rglob("*.parquet"))
    pl.read_parquet(file).with_columns(tricks=pl.lit(8, pl.Int8)).write_parquet(file)
    done = command("detect", tmp_path, "--double-dummy")
    assert done.returncode == 0, done.stderr
    [row] = suspected(tmp_path)
    assert row["double_dummy_factor"] > 0
    assert "By double dummy the tricks fit those cards" in row["why"]
