"""`neuberg ingest`: files into tables, the account on stdout; with --strict the first error ends it."""

from pathlib import Path
from typing import Any

from neuberg import season
from neuberg.cli import printing
from neuberg.cli.progress import Shown
from neuberg.cli.running import account, statuses
from neuberg.ingest.account import write_json
from neuberg.ingest.archive import MARK
from neuberg.ingest.whole import ingest
from neuberg.season.publish import Staging


def run(sources: list[Path], out: Path, strict: bool, jobs: int | None, as_json: bool) -> None:
    """Read, showing progress, and print the account.

    Raises:
        UsageError: a source is not there, `out` is no folder for tables, or another command is at work in it.
        ReadError: `strict`, and something could not be taken.
    """
    season.check_out(out, sources)
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).touch()
    # What an earlier run made of other tables goes as the new ones come, at one stroke.
    with season.alone(out), Staging(out) as staging:
        with Shown() as shown:
            made = ingest(sources, staging.folder, out, jobs=jobs, strict=strict, progress=shown.update)
        write_json(staging.folder / season.RUN_FILE, made)
        staging.publish()
    print(printing.as_json_text(made) if as_json else "\n".join(map(printing.plain, _lines(made, out))))


def _lines(made: dict[str, Any], out: Path) -> list[str]:
    severities = ", ".join(f"{count} {severity}" for severity, count in made["problems"].items())
    return [
        statuses(made["files"]),
        *(account(kind, row) for kind, row in made["conservation"].items()),
        f"problems: {severities or 'none'}",
        f"tables: {out / 'tables'}",
    ]
