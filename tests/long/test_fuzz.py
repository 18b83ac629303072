"""Long runs: many more damaged samples than the quick tests try, and runs killed at any moment."""

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import neuberg
from neuberg.season.publish import settle
from read import damaged as damaged_copies
from read import read
from shared import ROOT, shared
from unit.ingest.test_damage import SAMPLES, check, name
from unit.ingest.test_damage_documents import DOCUMENTS

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("path", SAMPLES, ids=name)
def test_spliced_and_flipped(path: Path, seed: int) -> None:
    data, chance = path.read_bytes(), random.Random(f"{path.name}{seed}")
    for _ in range(2000):
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 30)):
            place, length = chance.randrange(len(damaged)), chance.randrange(40)
            other = chance.randrange(len(data))
            damaged[place : place + length] = data[other : other + chance.randrange(40)] or b"\0"
        check(name(path), bytes(damaged))


#: The offsets of a file are tried in this many tests, so that they run side by side.
SHARES = 8


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("path", SAMPLES, ids=name)
def test_truncated_at_every_byte(path: Path, share: int) -> None:
    data = path.read_bytes()
    for end in range(share, len(data), SHARES):
        check(name(path), data[:end])


@pytest.mark.parametrize("format", DOCUMENTS)
def test_other_formats_truncated_at_every_byte_and_spliced(format: str) -> None:
    data, chance = DOCUMENTS[format], random.Random(format)
    for end in range(len(data)):
        read(format, data[:end])
    for _ in range(4000):
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 30)):
            place, other = chance.randrange(len(damaged)), chance.randrange(len(data))
            damaged[place : place + chance.randrange(40)] = data[other : other + chance.randrange(40)] or b"\0"
        read(format, bytes(damaged))


def test_a_bridgemate_file_damaged_in_many_ways() -> None:
    for data in damaged_copies(shared("corpus/bws/club.bws").read_bytes(), seed=5, copies=60):
        read("bws", data)


def test_a_run_killed_after_its_input_changed_leaves_what_a_full_run_makes(tmp_path: Path) -> None:
    """Killed at any moment of a rerun that reads one file more, the next run makes the tables of a full run."""
    samples, out = tmp_path / "samples", tmp_path / "out"
    shutil.copytree(ROOT / "data/samples", samples)
    command = [sys.executable, "-m", "neuberg", "run", str(samples), "--out"]
    started = time.monotonic()
    subprocess.run([*command, str(out)], check=True, capture_output=True)
    whole = time.monotonic() - started
    chance = random.Random(4)
    for number in range(10):
        (samples / f"new-{number}.csv").write_text(f"board,ns,ew,score\n1,1,2,{10 * number}\n1,3,4,50\n")
        for _ in range(3):
            process = subprocess.Popen([*command, str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, whole))
            process.send_signal(signal.SIGKILL)
            process.wait()
        subprocess.run([*command, str(out)], check=True, capture_output=True)
    subprocess.run([*command, str(tmp_path / "full")], check=True, capture_output=True)
    assert _bytes(out) == _bytes(tmp_path / "full")


def _bytes(out: Path) -> dict[str, bytes]:
    root = out / "tables"
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*.parquet"))}


def test_a_killed_ingest_leaves_whole_tables_and_the_next_completes(tmp_path: Path) -> None:
    """Killed 40 times at any moment, the tables are those of before or of after, and a full reading's in the end."""
    samples, out = tmp_path / "samples", tmp_path / "out"
    shutil.copytree(ROOT / "data/samples", samples)
    command = [sys.executable, "-m", "neuberg", "ingest", str(samples), "--out"]
    subprocess.run([*command, str(out)], check=True, capture_output=True)
    before = neuberg.scan(out, "results").collect().height
    (samples / "new.csv").write_text("board,ns,ew,score\n1,1,2,50\n1,3,4,60\n")
    started = time.monotonic()
    subprocess.run([*command, str(tmp_path / "full")], check=True, capture_output=True)
    whole = time.monotonic() - started
    chance = random.Random(6)
    for _ in range(40):
        process = subprocess.Popen([*command, str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, whole))
        process.send_signal(signal.SIGKILL)
        process.wait()
        settle(out)
        assert neuberg.scan(out, "results").collect().height in (before, before + 2)
    subprocess.run([*command, str(out)], check=True, capture_output=True)
    assert _bytes(out) == _bytes(tmp_path / "full")


def test_a_killed_run_leaves_the_tables_of_the_run_before(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "neuberg", "run", str(ROOT / "data/samples"), "--out", str(tmp_path)]
    started = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    whole = time.monotonic() - started
    before = neuberg.scan(tmp_path, "scores").collect()
    chance = random.Random(3)
    for _ in range(40):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, whole))
        process.send_signal(signal.SIGKILL)
        process.wait()
        asked = [sys.executable, "-m", "neuberg", "sql", str(tmp_path), "SELECT count(*) AS n FROM scores"]
        answer = subprocess.run(asked, check=True, capture_output=True, text=True)
        assert answer.stdout.split() == ["n", str(before.height)]
    subprocess.run(command, check=True, capture_output=True)
    assert neuberg.scan(tmp_path, "scores").collect().equals(before)
