"""A command that would write into a folder in which another is at work says so, and stops."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from neuberg import season
from runs import TABLES_ONLY, bytes_of
from shared import ROOT

SAMPLE = ROOT / "data" / "samples" / "travellers" / "fouled_board_1994.csv"
HOLDER = """
import sys
from pathlib import Path
from neuberg.season.alone import alone

with alone(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def neuberg(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "neuberg", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    """The folder of a run, and the process that holds it."""
    out = tmp_path_factory.mktemp("held") / "out"
    season.run([SAMPLE], out, TABLES_ONLY)
    command = [sys.executable, "-c", HOLDER, str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        yield out, other.pid
        other.kill()


@pytest.mark.parametrize("command", ["ingest", "detect", "report"])
def test_another_command_at_work(held: tuple[Path, int], command: str) -> None:
    out, process = held
    before = bytes_of(out)
    found = neuberg(command, SAMPLE, "--out", out) if command == "ingest" else neuberg(command, out)
    assert found.returncode == 2
    assert found.stderr.startswith(f"neuberg: another command is at work in {str(out)!r}: found process {process}, ")
    assert found.stdout == ""
    assert bytes_of(out) == before
    assert not (out / "report").exists()


def test_a_folder_that_is_none_of_a_run_is_left_alone(tmp_path: Path) -> None:
    assert neuberg("report", tmp_path).returncode == 2
    assert list(tmp_path.iterdir()) == []
