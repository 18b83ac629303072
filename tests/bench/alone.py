"""What is measured in a process of its own, so that what another way leaves in memory does not count."""

import json
import subprocess
import sys
from pathlib import Path

import neuberg
from neuberg.rules import profile
from neuberg.score.part_files import score_files
from neuberg.simulate import simulate

PROFILE = "acbl-1991"


def by_parts(folder: Path, out: Path) -> int:
    """Score a season file to file."""
    files = sorted((folder / "tables/results").rglob("*.parquet"))
    events = neuberg.scan(folder, "events").select("event_id", "winners").collect()
    return score_files(
        [(file, out / file.parent.name / file.name) for file in files], profile=profile(PROFILE), events=events
    )


def alone(what: str, folder: Path, last: Path | int) -> dict[str, int]:
    """The `rows` of a season that is simulated or scored, and the `peak` of the process that did it, in MB."""
    command = [sys.executable, __file__, what, str(folder), str(last)]
    found: dict[str, int] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def _main(what: str, folder: Path, last: str) -> None:
    rows = simulate(folder, int(last), seed=1)["results"] if what == "simulate" else by_parts(folder, Path(last))
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    sys.stdout.write(json.dumps({"rows": rows, "peak": int(peak.split()[1]) // 1000}))


if __name__ == "__main__":
    _main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
