"""A season by several processes of this machine: the same bytes; a part that fails or kills its process is named."""

from pathlib import Path

import pytest

from neuberg import season
from neuberg.errors import PartError
from neuberg.season import engines, sharing
from neuberg.simulate import simulate
from runs import TABLES_ONLY, bytes_of, damaged, die_of_the_second

ONE = TABLES_ONLY._replace(part_rows=700, jobs=1)
TWO = ONE._replace(jobs=2)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "season"
    simulate(out, 1_500, 6)
    return out


def refuse(_: object) -> None:
    raise AssertionError("no process was to be started")


def test_processes_give_the_bytes_of_one(simulated: Path, tmp_path: Path) -> None:
    account = season.run([simulated], tmp_path / "one", ONE)
    assert account["parts"]["all"] >= 3
    assert season.run([simulated], tmp_path / "two", TWO)["counts"] == account["counts"]
    assert bytes_of(tmp_path / "two") == bytes_of(tmp_path / "one")


def test_a_part_that_kills_its_process_is_named_and_the_last_run_stays(
    simulated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.run([simulated], tmp_path, ONE)
    before = bytes_of(tmp_path)
    monkeypatch.setattr(sharing, "work", die_of_the_second)
    said = r"the part 00001 \(\d+ events, from event -?\d+ on\): the process at work on it was killed by signal 9"
    with pytest.raises(PartError, match=said):
        season.run([simulated], tmp_path, TWO._replace(body="EBU"))
    assert bytes_of(tmp_path) == before
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".next")] == []


def test_a_part_that_fails_in_a_process_is_named(simulated: Path, tmp_path: Path) -> None:
    source = damaged(simulated, tmp_path / "damaged", "ns_score")
    with pytest.raises(PartError, match=r"the part 0000\d \(\d+ events?, from event -?\d+ on\): ComputeError"):
        season.run([source], tmp_path / "out", TWO)


def test_few_rows_are_worth_no_process(simulated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines.on_processes, "on", refuse)
    account = season.run([simulated], tmp_path, ONE._replace(jobs=None))
    assert account["parts"]["all"] >= 3
