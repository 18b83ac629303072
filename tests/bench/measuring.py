"""Time and memory of several ways to do one thing, interleaved in one run, as rows of a table."""

import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

Way = Callable[[], object]
_STARTS = 7
#: What a command that needs them not must not wait for.
_HEAVY = ("great_expectations", "pandas", "dask")


BENCHMARKS = Path(__file__).parents[2] / "BENCHMARKS.md"


class Figure(NamedTuple):
    """What one way took for so many rows: seconds of wall and of CPU, and the wall time over that of the first way."""

    way: str
    rows: int
    wall: float
    cpu: float
    ratio: float


Figures = list[Figure]


def measured(ways: dict[str, Way], rows: int, rounds: int) -> Figures:
    """The medians of each way, all of them run once a round."""
    walls: dict[str, list[float]] = {name: [] for name in ways}
    cpus: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            wall, cpu = time.perf_counter(), time.process_time()
            way()
            walls[name].append(time.perf_counter() - wall)
            cpus[name].append(time.process_time() - cpu)
    ours = median(next(iter(walls.values())))
    return [Figure(name, rows, median(wall), median(cpus[name]), median(wall) / ours) for name, wall in walls.items()]


def rows_of(figures: Figures, leaves_out: dict[str, str]) -> list[str]:
    """A row of a Markdown table a figure."""
    return [
        f"| {way} | {rows:,} | {wall * 1e9 / rows:.0f} | {cpu * 1e9 / rows:.0f} | {ratio:.2f} "
        f"| {leaves_out.get(way, '')} |"
        for way, rows, wall, cpu, ratio in figures
    ]


def exponent(figures: Figures, way: str) -> str:
    """The power of the number of rows that a way's time grows with, from the fewest rows to the most."""
    own = sorted((figure.rows, figure.wall) for figure in figures if figure.way == way)
    (few, fast), (many, slow) = own[0], own[-1]
    if few == many:
        return "not measured at one size"
    return f"exponent {math.log(slow / fast) / math.log(many / few):.2f} from {few:,} to {many:,}"


def startup() -> list[str]:
    """A row a command: the median of its seconds, and which heavy packages it imports."""
    commands = {
        "python -c pass (the floor)": "pass",
        "import neuberg": "import neuberg",
        "neuberg --help": "import sys; sys.argv = ['neuberg', '--help']; from neuberg.cli import main; main()",
    }
    return [f"| {name} | {_seconds(code):.2f}{_imports(code)} |" for name, code in commands.items()]


def _seconds(code: str) -> float:
    found = []
    for _ in range(_STARTS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        found.append(time.perf_counter() - start)
    return median(found)


def _imports(code: str) -> str:
    imported = subprocess.run([sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True).stderr
    names = {line.rpartition("|")[2].strip().partition(".")[0] for line in imported.splitlines()}
    found = [name for name in _HEAVY if name in names]
    return f", imports {', '.join(found)}" if found else ""


def processor() -> str:
    """The name of the processor, where the system says it."""
    found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return found[0].partition(":")[2].strip() if found else "an unknown processor"


def with_section(page: str, title: str, text: str) -> str:
    """The page with a section of that title, in the place of one that it has; the others stay as they are."""
    sections = [part for part in page.split("\n## ") if not part.startswith(f"{title}\n")]
    return "\n## ".join([*(part.rstrip("\n") + "\n" for part in sections), f"{title}\n\n{text}\n"])


def carried_over(old: str, new: str) -> str:
    """The new page with the sections of the old one that it has not: those of other benchmarks."""
    for section in old.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        if f"\n## {title}\n" not in new:
            new = with_section(new, title, text.strip("\n"))
    return new
