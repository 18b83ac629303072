"""`python tests/bench/running.py [rows …]`: whole runs of a simulated season beside a bare copy of its results.

`SCALE=full` adds a hundred million; `BENCH_DIR` says where the seasons are made, which take 0.2 GB a million then.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from alone import alone
from copying import bare_copy
from measuring import BENCHMARKS, processor, with_section

SIZES = (1_000_000, 10_000_000)
FULL = 100_000_000
_TITLE = "A whole run"
_SAMPLE_SECONDS = 0.2
_HEAD = (
    "| results | run, wall us a result | CPU us a result | bare copy, wall us | run / copy | without the report's "
    "queries | again, of the run | peak MB, all processes |\n" + "|---" * 8 + "|"
)


class Measured(NamedTuple):
    """One season: seconds of its run, of one more with nothing changed, and of copies; MB at most; the run's account.

    Attributes:
        rows: traveller lines.
        wall: seconds of the run.
        cpu: seconds of CPU, of all its processes.
        peak: resident memory of all its processes together at any time, in MB; what they share counts for each.
        again: seconds of the second run.
        copy: seconds of a copy of the results, the mean of one before and one after.
        account: `run.json`.
    """

    rows: int
    wall: float
    cpu: float
    peak: int
    again: float
    copy: float
    account: dict[str, Any]


def measure(size: int) -> Measured:
    """A season simulated, copied, run, copied and run again; it is gone in the end."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as scratch:
        season, out = Path(scratch, "season"), Path(scratch, "run")
        rows = alone("simulate", season, size)["rows"]
        before = _copied(season, Path(scratch, "copy"))
        wall, cpu, peak = _run(season, out)
        after = _copied(season, Path(scratch, "copy"))
        again = _run(season, out)[0]
        account = json.loads((out / "run.json").read_text(encoding="utf-8"))
    return Measured(rows, wall, cpu, peak, again, (before + after) / 2, account)


def _copied(season: Path, to: Path) -> float:
    start = time.perf_counter()
    bare_copy(sorted((season / "tables/results").rglob("*.parquet")), to)
    taken = time.perf_counter() - start
    shutil.rmtree(to)
    return taken


def _run(season: Path, out: Path) -> tuple[float, float, int]:
    """Seconds of wall and of CPU, and the most memory, of the command in a process of its own."""
    command = [sys.executable, "-m", "neuberg", "run", str(season), "--out", str(out), "--no-report"]
    start, before = time.perf_counter(), _cpu()
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None:
            peak = max(peak, sum(map(_resident, _family(run.pid))))
            time.sleep(_SAMPLE_SECONDS)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {run.returncode}")
    return time.perf_counter() - start, _cpu() - before, peak // 1000


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _family(process: int) -> Iterator[int]:
    yield process
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = listed.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from _family(int(child))


def _resident(process: int) -> int:
    """KB in memory; none of a process that has just ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def _row(one: Measured) -> str:
    queries = one.account["seconds"]["report"]
    micro = 1e6 / one.rows
    return (
        f"| {one.rows:,} | {one.wall * micro:.2f} | {one.cpu * micro:.2f} | {one.copy * micro:.3f} "
        f"| {one.wall / one.copy:.1f} | {(one.wall - queries) / one.copy:.1f} "
        f"| {one.again / one.wall:.1%} | {one.peak:,} |"
    )


def _steps(measured: list[Measured]) -> Iterator[str]:
    """A row a step: microseconds a result at each size."""
    yield "| step, us a result, added up over the processes | " + " | ".join(f"{one.rows:,}" for one in measured) + " |"
    yield "|---" * (1 + len(measured)) + "|"
    for step in measured[-1].account["seconds"]:
        taken = (one.account["seconds"].get(step, 0) * 1e6 / one.rows for one in measured)
        yield f"| {step} | " + " | ".join(f"{each:.2f}" for each in taken) + " |"


def main(sizes: list[int]) -> None:
    """Measure each size and write the tables to BENCHMARKS.md."""
    measured = [measure(size) for size in sizes]
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    text = "\n".join(
        [
            f"`neuberg run SEASON --out DIR --no-report` of a simulated season whose tables are there, in a process of "
            f"its own on {os.cpu_count()} cores of {processor()}; the copy is of the results alone, with all columns, "
            f"before and after the run; load average at the end {load}.\n",
            _HEAD, *map(_row, measured), "", *_steps(measured),
        ]
    )  # fmt: skip
    BENCHMARKS.write_text(with_section(BENCHMARKS.read_text(encoding="utf-8"), _TITLE, text), encoding="utf-8")
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    given = [int(float(size)) for size in sys.argv[1:]]
    main(given or [*SIZES, *([FULL] if os.environ.get("SCALE") == "full" else [])])
