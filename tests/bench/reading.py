"""Reading an archive into tables beside endplay and beside merely splitting its bytes into lines, interleaved."""

import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median

from archive import write_archive

_ROUNDS = 3
#: endplay takes one file after the other, so a share of the archive tells its speed.
_ENDPLAY_BYTES = 2_000_000
_CHILD = """
import json, resource, sys, time
from pathlib import Path
from neuberg.ingest import archive, incremental, stage
from neuberg.validate import Tables, judge
from neuberg.domain.plays import plays, with_points

if __name__ == "__main__":
    folder, out, checked = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "checked"
    start = time.perf_counter()
    made = archive.Archive(out)
    for tables in incremental.read_all(stage.inputs([folder]), out):
        for name, frame in tables.items():
            made.append(name, frame)
    ingested = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if checked:
        lines = with_points(plays(made.scan("results"), made.scan("boards"), made.scan("events"))).collect().lazy()
        made.append("flags", judge(Tables(made.scan("events"), made.scan("boards"), lines, made.scan("pairs"))).flags)
    made.commit()
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(json.dumps({"seconds": time.perf_counter() - start, "peak": ingested, "worker": workers}))
"""


def main(megabytes: int) -> None:
    """Measure each kind of archive in turn."""
    for kind in ("tables", "deals", "usebio"):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "files").mkdir()
            files = write_archive(root / "files", kind, megabytes * 1_000_000)
            _measure(kind, files, root)


def _measure(kind: str, files: list[Path], root: Path) -> None:
    size = sum(file.stat().st_size for file in files)
    (root / "read.py").write_text(_CHILD, encoding="utf-8")
    ways: dict[str, Callable[[], float]] = {
        "neuberg, read into tables": lambda: _neuberg(root, size, "read"),
        "neuberg, with every check": lambda: _neuberg(root, size, "checked"),
        "neuberg, nothing has changed": lambda: _neuberg(root, size, "again"),
        "split into lines": lambda: _lines(files),
    }
    if kind != "usebio":
        ways["endplay 0.5.12"] = lambda: _endplay(files)
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, way in ways.items():
            rates[name].append(way())
    base = median(rates.get("endplay 0.5.12") or rates["split into lines"])
    sys.stdout.write(f"{kind}: {size / 1e6:,.0f} MB in {len(files):,} files, median of {_ROUNDS} rounds\n")
    for name, found in rates.items():
        sys.stdout.write(f"{median(found):9.1f} MB/s {median(found) / base:8.2f}  {name}\n")
    peak = max(_peaks)
    sys.stdout.write(f"peak memory of ingest: {peak[0] / 1000:,.0f} MB, of a worker {peak[1] / 1000:,.0f} MB\n")
    _peaks.clear()


_peaks: list[tuple[int, int]] = []


def _neuberg(root: Path, size: int, how: str) -> float:
    """MB/s of a process that reads all files into the tables of a folder."""
    out = root / ("kept" if how == "again" else f"{how}-{time.monotonic_ns()}")
    command = [sys.executable, str(root / "read.py"), str(root / "files"), str(out), how]
    if how == "again" and not out.exists():
        subprocess.run(command, check=True, capture_output=True)
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    _peaks.append((found["peak"], found["worker"]))
    return size / 1e6 / float(found["seconds"])


def _lines(files: list[Path]) -> float:
    start, size = time.perf_counter(), 0
    for file in files:
        data = file.read_bytes()
        size += len(data)
        data.split(b"\n")
    return size / 1e6 / (time.perf_counter() - start)


def _endplay(files: list[Path]) -> float:
    """MB/s of endplay on the first files."""
    from endplay.parsers import pbn

    warnings.simplefilter("ignore")
    start, size = time.perf_counter(), 0
    for file in files:
        with file.open(encoding="latin-1") as opened:
            pbn.load(opened)
        size += file.stat().st_size
        if size > _ENDPLAY_BYTES:
            break
    return size / 1e6 / (time.perf_counter() - start)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
