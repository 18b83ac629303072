"""An archive read, or read and checked, in a process of its own: its seconds, and its peak memory and its workers'."""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from neuberg.ingest import archive, incremental, same_events, stage


class Spent(NamedTuple):
    """Seconds of wall and of CPU, of all processes; peak memory of the process and of its largest worker, in MB."""

    wall: float
    cpu: float
    peak: int
    worker: int


def spent(folder: Path, out: Path, *, checked: bool) -> Spent:
    """What it takes to read the files of a folder into the tables of another, and to make every check where asked."""
    command = [sys.executable, __file__, str(folder), str(out), "checked" if checked else "read"]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return Spent(*json.loads(found.stdout))


def _read(folder: Path, out: Path) -> archive.Archive:
    written = archive.Archive(out)
    for _ in incremental.read_into(written, stage.inputs([folder]), out):
        pass
    same_events.join(written)
    return written


def _check(written: archive.Archive, out: Path) -> None:
    """As a run does it, part by part."""
    # Not above: each process that reads would import it as well, which no command of neuberg's has it do.
    from neuberg.parts import shelf
    from neuberg.parts.plan import plan
    from neuberg.parts.work import VALIDATE
    from neuberg.season import sharing
    from neuberg.season.options import Options
    from neuberg.validate import copies

    options, kept = Options(), out / shelf.FOLDER
    index = copies(written.scan("boards"), written.scan("events").collect().lazy(), written.scan("results"))
    given = sharing.Given(index, {}, (VALIDATE,))
    for done in sharing.outcomes(written, kept, plan(written, options.part_rows), given, options, lambda *_: None):
        for key, made in done.made.items():
            shelf.take(written, kept, key, made, done.part)


def _main(folder: Path, out: Path, how: str) -> None:
    wall, cpu = time.perf_counter(), _cpu()
    written = _read(folder, out)
    if how == "checked":
        _check(written, out)
    written.commit()
    peaks = [resource.getrusage(who).ru_maxrss // 1000 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    sys.stdout.write(json.dumps([time.perf_counter() - wall, _cpu() - cpu, *peaks]))


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
