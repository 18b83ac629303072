"""Runs killed at every stage, a worker killed, a disk that is full: the last run stays, and a run again completes."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neuberg import season
from neuberg.errors import NeubergError
from neuberg.ingest import archive
from neuberg.simulate import simulate
from runs import TABLES_ONLY, bytes_of
from shared import ROOT

pytestmark = pytest.mark.long
#: Kills itself when a stage is as far as it is told: `argv` is the source, the folder, the stage and how far.
KILLED = """
import os, signal, sys
from pathlib import Path
from neuberg import season

def progress(stage, done, total):
    if stage == sys.argv[3] and done >= int(sys.argv[4]):
        os.kill(os.getpid(), signal.SIGKILL)

season.run([Path(sys.argv[1])], Path(sys.argv[2]), season.Options(part_rows=700, body="EBU"), progress)
"""
#: Kills itself when it moves the results in, before the folder of a number is renamed.
KILLED_MOVING = """
import os, signal, sys
from pathlib import Path
from neuberg import season
from neuberg.season import publish

rename, moved = Path.rename, []

def killing(self, target):
    moved.append(self)
    if len(moved) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    return rename(self, target)

settle = publish.settle

def settled(out):
    Path.rename = killing
    try:
        settle(out)
    finally:
        Path.rename = rename

publish.settle = settled
season.run([Path(sys.argv[1])], Path(sys.argv[2]), season.Options(part_rows=700, body="EBU"))
"""
FULL = season.Options(part_rows=700)
OTHER = FULL._replace(body="EBU")
STAGES = [
    ("ingest", 0), ("ingest", 1), ("plan", 1), ("copies", 1), ("validate", 1), ("score", 2), ("record", 0),
    ("record", 1), ("report", 0), ("pages", 0), ("report", 1),
]  # fmt: skip


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "season"
    simulate(out, 2_000, 6)
    return out


@pytest.fixture(scope="module")
def first(simulated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("first") / "run"
    season.run([simulated], out, FULL)
    return out


@pytest.fixture(scope="module")
def wanted(simulated: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("wanted") / "run"
    season.run([simulated], out, OTHER)
    return bytes_of(out)


def everything(out: Path) -> dict[str, bytes]:
    """All that a run leaves for a reader."""
    files = [file for name in ("validation", "report") for file in sorted((out / name).rglob("*")) if file.is_file()]
    files += [out / name for name in (season.RUN_FILE, "manifest.json")]
    return bytes_of(out) | {str(file.relative_to(out)): file.read_bytes() for file in files}


def killed(script: str, *arguments: object) -> None:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "pipelines")}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


@pytest.mark.parametrize(("stage", "done"), STAGES)
def test_killed_at_a_stage(
    stage: str, done: int, simulated: Path, first: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    shutil.copytree(first, out)
    before = everything(out)
    killed(KILLED, simulated, out, stage, done)
    assert everything(out) == before
    account = season.run([simulated], out, OTHER)
    assert bytes_of(out) == wanted
    assert account["options"]["body"] == "EBU"
    assert [file.name for file in out.iterdir() if file.name.startswith((".next", ".previous", ".publish"))] == []


@pytest.mark.parametrize("number", range(1, 11))
def test_killed_while_the_results_are_moved_in(
    number: int, simulated: Path, first: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    shutil.copytree(first, out)
    killed(KILLED_MOVING, simulated, out, number)
    season.run([simulated], out, OTHER)
    assert bytes_of(out) == wanted
    assert (out / "report" / "index.html").is_file()
    assert [file.name for file in out.iterdir() if file.name.startswith((".next", ".previous", ".publish"))] == []


def test_what_a_killed_run_had_done_is_not_done_again(simulated: Path, tmp_path: Path) -> None:
    killed(KILLED, simulated, tmp_path, "score", 2)
    account = season.run([simulated], tmp_path, OTHER)
    assert account["parts"]["redone"]["score"] == account["parts"]["all"] - 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes; only the superuser can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"no small disk can be mounted here: {made.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_is_full(small_disk: Path, tmp_path: Path) -> None:
    simulate(tmp_path / "small", 1_000, 6)
    simulate(tmp_path / "large", 60_000, 7)
    out = small_disk / "run"
    season.run([tmp_path / "small"], out, TABLES_ONLY)
    before = bytes_of(out)
    with pytest.raises((NeubergError, OSError)) as raised:
        season.run([tmp_path / "large"], out, TABLES_ONLY)
    assert "space" in str(raised.value) or "os error 28" in str(raised.value)
    assert bytes_of(out) == before
    subprocess.run(["mount", "-o", "remount,size=200m", str(small_disk)], check=True)
    season.run([tmp_path / "large"], out, TABLES_ONLY)
    season.run([tmp_path / "large"], tmp_path / "clean", TABLES_ONLY)
    assert bytes_of(out) == bytes_of(tmp_path / "clean")


def test_a_worker_killed_in_the_middle(simulated: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra neuberg[dask] is not installed")
    parts = TABLES_ONLY._replace(part_rows=300)
    season.run([simulated], tmp_path / "here", parts)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        killer = threading.Thread(target=_kill_a_worker_at_work, args=(cluster, tmp_path / "there" / ".parts"))
        killer.start()
        on_dask = parts._replace(engine="dask", scheduler=cluster.scheduler_address)
        account = season.run([simulated], tmp_path / "there", on_dask)
        killer.join()
    assert account["parts"]["all"] >= 4
    assert bytes_of(tmp_path / "there") == bytes_of(tmp_path / "here")


def _kill_a_worker_at_work(cluster: object, shelf: Path) -> None:
    """Wait until something is being made of a part, then kill a worker, which its nanny starts anew."""
    while not shelf.is_dir() or not any(name.name.startswith("validate") for name in shelf.iterdir()):
        time.sleep(0.01)
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)  # type: ignore[attr-defined]


#: Works on the parts by two processes: writes their ids to the file of `argv`, then waits to be killed or interrupted.
BY_PROCESSES = """
import multiprocessing, sys, time
from pathlib import Path
from neuberg import season

def progress(stage, done, total):
    if stage == "score" and done == 1:
        ids = [str(process.pid) for process in multiprocessing.active_children()]
        Path(sys.argv[3]).write_text(" ".join(ids))
        time.sleep(60)

season.run([Path(sys.argv[1])], Path(sys.argv[2]), season.Options(part_rows=300, jobs=2, body="EBU"), progress)
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_processes_of_a_run_that_is_ended_end_too(
    sent: signal.Signals, simulated: Path, first: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    out, ids = tmp_path / "run", tmp_path / "ids"
    shutil.copytree(first, out)
    before = everything(out)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "pipelines")}
    command = [sys.executable, "-c", BY_PROCESSES, str(simulated), str(out), str(ids)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as run:
        _wait_for(lambda: ids.exists() and len(ids.read_text().split()) == 2)
        workers = [int(process) for process in ids.read_text().split()]
        run.send_signal(sent)
        said = run.communicate(timeout=30)[1]
    assert ("KeyboardInterrupt" in said) == (sent == signal.SIGINT)
    _wait_for(lambda: not any(map(archive.is_running, map(str, workers))))
    assert everything(out) == before
    season.run([simulated], out, OTHER)
    assert bytes_of(out) == wanted


def _wait_for(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)
