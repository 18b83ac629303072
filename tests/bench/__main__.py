"""`make bench`: speed and memory as ratios within one run; `python tests/bench reading` for one part of it."""

import runpy
import sys
from pathlib import Path

PARTS = ("scoring", "reading", "checks", "auditing", "running")
#: What a part is asked for here: as much as its figures are to be trusted for.
GIVEN = {"reading": ["200"]}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        sys.argv = [part, *GIVEN.get(part, [])]
        runpy.run_path(str(Path(__file__).with_name(f"{part}.py")), run_name="__main__")
