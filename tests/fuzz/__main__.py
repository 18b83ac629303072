"""Fuzz the readers with atheris: `python tests/fuzz [--seconds N] [TARGET...]`, each target for so many seconds.

Each target runs in a process of its own. An exception, an input that takes more than ten seconds, or more memory than
1.5 GB ends it, and the input is kept in the folder that is named.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

sys.path.insert(0, str(Path(__file__).parents[1]))

_SLOWEST_SECONDS, _MOST_MEMORY_MB, _LONGEST = 10, 1500, 45_000


def main() -> int:
    """Run the targets one after the other; how many failed."""
    parser = argparse.ArgumentParser(prog="python tests/fuzz")
    parser.add_argument("targets", nargs="*", help="the readers to fuzz; every one by default")
    parser.add_argument("--seconds", type=int, default=60, help="seconds a target (60)")
    parser.add_argument("--folder", type=Path, help="keeps the inputs found so far, and those that fail")
    given = parser.parse_args()
    from fuzz.targets import TARGETS

    folder = given.folder or Path(mkdtemp(prefix="neuberg-fuzz-"))
    failed = [name for name in given.targets or TARGETS if not _run(name, given.seconds, folder / name)]
    print(f"inputs in {folder}; " + (f"failed: {', '.join(failed)}" if failed else "none failed"))
    return len(failed)


def _run(name: str, seconds: int, folder: Path) -> bool:
    (folder / "inputs").mkdir(parents=True, exist_ok=True)
    (folder / "failing").mkdir(exist_ok=True)
    command = [
        *(sys.executable, str(Path(__file__)), "--child", name, str(folder / "inputs")),
        *(f"-max_total_time={seconds}", f"-timeout={_SLOWEST_SECONDS}", f"-rss_limit_mb={_MOST_MEMORY_MB}"),
        *(f"-max_len={_LONGEST}", f"-artifact_prefix={folder / 'failing'}/", "-print_final_stats=1", "-verbosity=0"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    runs = next((line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line), "?")
    print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'}, {runs} inputs in {seconds} s", flush=True)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("INFO:")]
        print("\n".join(said[-40:]), flush=True)
    return done.returncode == 0


def _fuzz(name: str, folder: str, options: list[str]) -> None:
    """Take inputs until the time is over; libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["neuberg.ingest", "neuberg.domain"]):
        from fuzz.targets import TARGETS, every, seeds
    for number, data in enumerate(seeds(name)):
        (Path(folder) / f"seed-{number}").write_bytes(data)
    atheris.Setup([sys.argv[0], folder, *options], TARGETS.get(name, every))
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _fuzz(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        sys.exit(main())
