"""Reading an archive into tables beside endplay and beside merely splitting its bytes into lines, interleaved.

`python tests/bench/reading.py [megabytes]`, 20 where nothing is said; `make bench` takes 200.
"""

import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

import polars as pl
from archive import write_archive
from measuring import BENCHMARKS, processor, with_section
from read_alone import Spent, spent

_ROUNDS = 3
_KINDS = {"tables": "PBN with ScoreTables", "deals": "PBN, deals only", "usebio": "USEBIO"}
#: endplay takes one file after the other, so a share of the archive tells its speed.
_ENDPLAY_BYTES = 2_000_000
_ENDPLAY, _FLOOR = "endplay 0.5.12 (one core; reads no ScoreTable)", "split into lines (one core)"
_READ, _CHECKED, _AGAIN = "neuberg, into tables", "neuberg, with every check", "neuberg, nothing has changed"
_HEAD = (
    "| archive | way | MB/s | MB a CPU second | times endplay | times endplay, CPU | share of the floor |\n"
    + "|---" * 7
    + "|"
)


class Rate(NamedTuple):
    """MB a second of wall and of CPU."""

    wall: float
    cpu: float


def main(megabytes: int) -> None:
    """Measure each kind of archive in turn and write the tables to BENCHMARKS.md."""
    rates, peaks = [], []
    for kind, called in _KINDS.items():
        with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
            root = Path(folder)
            found, most = _measured(kind, root, megabytes)
            rates += [f"| {called} | {row}" for row in _rows(found)]
            peaks += [f"| {called} | {row}" for row in most]
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    lines = [
        f"Made by `python tests/bench reading` on {os.cpu_count()} cores of {processor()}, polars {pl.__version__}; "
        f"{megabytes} MB of generated files of each kind, a session a file; medians of {_ROUNDS} interleaved rounds; "
        f"load average at the end {load}. Another load costs wall time, less CPU time.\n",
        _HEAD, *rates, "",
        "Peak memory of reading and checking, in MB:\n",
        "| archive | MB of files | of the process | of a worker |\n|---|---|---|---|", *peaks,
    ]  # fmt: skip
    page = with_section(BENCHMARKS.read_text(encoding="utf-8"), "Reading an archive", "\n".join(lines))
    BENCHMARKS.write_text(page, encoding="utf-8")
    sys.stdout.write("\n".join(lines) + "\n")


def _measured(kind: str, root: Path, megabytes: int) -> tuple[dict[str, Rate], list[str]]:
    """The rates of each way, and the peaks of reading a quarter and all of the archive."""
    some, every = root / "some", root / "files"
    for folder, size in ((some, megabytes / 4), (every, megabytes)):
        folder.mkdir()
        write_archive(folder, kind, int(size * 1_000_000))
    peaks = []
    for folder, checked in ((some, False), (every, False), (some, True), (every, True)):
        size = sum(file.stat().st_size for file in folder.iterdir()) // 1_000_000
        most = _fresh(folder, root / "out", checked=checked)
        how = ", every check" if checked else ""
        peaks.append(f"{size}{how} | {most.peak} | {most.worker} |")
    return _rates(kind, every, root), peaks


def _rates(kind: str, folder: Path, root: Path) -> dict[str, Rate]:
    files = sorted(folder.iterdir())
    size = sum(file.stat().st_size for file in files) / 1e6
    spent(folder, root / "kept", checked=False)
    ways: dict[str, Callable[[], Rate]] = {
        _READ: lambda: _rate(size, _fresh(folder, root / "out", checked=False)),
        _CHECKED: lambda: _rate(size, _fresh(folder, root / "out", checked=True)),
        _AGAIN: lambda: _rate(size, spent(folder, root / "kept", checked=False)),
        _FLOOR: lambda: _alone(files, lambda file: file.read_bytes().split(b"\n")),
    }
    if kind != "usebio":
        ways[_ENDPLAY] = lambda: _alone(files, _endplay, _ENDPLAY_BYTES)
    found: dict[str, list[Rate]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, way in ways.items():
            found[name].append(way())
    return {
        name: Rate(median(each.wall for each in all_), median(each.cpu for each in all_))
        for name, all_ in found.items()
    }


def _fresh(folder: Path, out: Path, *, checked: bool) -> Spent:
    shutil.rmtree(out, ignore_errors=True)
    return spent(folder, out, checked=checked)


def _rate(size: float, found: Spent) -> Rate:
    return Rate(size / found.wall, size / found.cpu)


def _alone(files: list[Path], read: Callable[[Path], object], enough: float = float("inf")) -> Rate:
    """The rate of a way that takes one file after the other, on the first files that are enough."""
    wall, cpu, size = time.perf_counter(), time.process_time(), 0
    for file in files:
        read(file)
        size += file.stat().st_size
        if size >= enough:
            break
    return Rate(size / 1e6 / (time.perf_counter() - wall), size / 1e6 / (time.process_time() - cpu))


def _endplay(file: Path) -> None:
    from endplay.parsers import pbn

    warnings.simplefilter("ignore")
    with file.open(encoding="latin-1") as opened:
        pbn.load(opened)


def _rows(found: dict[str, Rate]) -> list[str]:
    base, floor = found.get(_ENDPLAY), found[_FLOOR]
    rows = []
    for name, rate in found.items():
        times = f"{rate.wall / base.wall:.1f} | {rate.cpu / base.cpu:.1f}" if base else "- | -"
        rows.append(f"{name} | {rate.wall:.1f} | {rate.cpu:.1f} | {times} | {rate.wall / floor.wall:.3f} |")
    return rows


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
