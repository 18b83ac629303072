"""What a stage of a run anew leaves out: as it was in the run, or in the last stage anew."""

from pathlib import Path
from typing import Any

from neuberg.errors import UsageError
from neuberg.ingest.archive import TABLES
from neuberg.parts.work import SCORE, VALIDATE
from neuberg.season import account, manifest
from neuberg.season.options import AUTO, Options


def as_before(directory: Path, options: Options) -> Options:
    """The options, with what they leave out as it is in the folder: the profile, the rulings, the body.

    Raises:
        UsageError: the rulings that hold there are gone, or have changed.
    """
    before = _asked(directory)
    options = of_the_same_body(directory, options)
    if options.profile is None:
        options = options._replace(profile=before.get("profile") or AUTO)
    if options.rulings is None and before.get("rulings"):
        options = options._replace(rulings=_the_same(directory, Path(before["rulings"])))
    return options


def of_the_same_body(directory: Path, options: Options) -> Options:
    """The options with the body that was put into the events of the folder's tables, unless they have one."""
    return options._replace(body=options.body or _asked(directory).get("body"))


def has_rulings_of(directory: Path, options: Options) -> bool:
    """Whether the rulings are those that the tables in the folder were made under."""
    return manifest.of_rulings(options.rulings) == manifest.read(directory).get("rulings")


def dropped_rulings(directory: Path, options: Options) -> dict[str, Any]:
    """The rulings that held in the folder and that a run without any leaves out, under `rulings_dropped`; else nothing.

    They are those of the folder's account: the file, and how many stood in it.
    """
    held = account.rows_left(directory, "rulings")
    if options.rulings is not None or not held:
        return {}
    return {"rulings_dropped": {"rulings": held, "file": _asked(directory).get("rulings")}}


def is_of_earlier_layout(directory: Path) -> bool:
    """Whether the files of flags in the folder are not named for the stages that made them."""
    files = (directory / TABLES / "flags").rglob("*.parquet")
    return any(file.name.partition("-")[0] not in (VALIDATE, SCORE) for file in files)


def _asked(directory: Path) -> dict[str, Any]:
    """What was asked for; where there is no manifest, as the account has it."""
    found = manifest.read(directory).get("options") or account.read(directory).get("options")
    return {name: value for name, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}


def _the_same(directory: Path, file: Path) -> Path:
    wanted, found = manifest.read(directory).get("rulings"), manifest.of_rulings(file)
    if found is not None and found == wanted:
        return file
    what = "no such file" if found is None else f"one of sha256 {found[:12]}"
    was = f"of sha256 {wanted[:12]}" if wanted else "of a digest that is not known any more"
    raise UsageError(
        f"the rulings of the run in {str(directory)!r} are not as they were: found {what}, wanted {str(file)!r} {was}; "
        "name the rulings that are to hold with --rulings, or run the archive again"
    )
