"""What a run was made from and what it left, so that a run of the same does nothing and one of less redoes little."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import resources, schemas
from neuberg._version import version
from neuberg.ingest import archive, kept
from neuberg.ingest.stage import Input
from neuberg.report import warehouse
from neuberg.season.account import RUN_FILE
from neuberg.season.options import Options

FILE = "manifest.json"
#: What has no bearing on the results.
_IMMATERIAL = ("jobs", "engine", "scheduler", "exchange")
_LEFT = ("tables", "validation", "report", RUN_FILE)


def of_files(found: list[Input], out: Path) -> str | None:
    """A digest of the input files; None where one has changed since it was read, or was not read."""
    memory = kept.Kept(out)
    digest = hashlib.sha256()
    for given in found:
        entry = memory.find(given, kept.location(given))
        if entry is None:
            return None
        digest.update(f"{entry.location}\0{entry.settings}\0{entry.sha256}\n".encode())
    return digest.hexdigest()


def of_tables(directory: Path, tables: Iterable[str]) -> str:
    """A digest of some tables' files in a run's folder, by their names, sizes and times."""
    return _listed(directory / archive.TABLES / table for table in tables)


def made_from(inputs: str, options: Options) -> dict[str, Any]:
    """What a run is made from, as it stands in the manifest."""
    asked = {name: value for name, value in options._asdict().items() if name not in _IMMATERIAL}
    rulings = hashlib.sha256(options.rulings.read_bytes()).hexdigest() if options.rulings else None
    text = {name: value if value is None else str(value) for name, value in asked.items()}
    return {"inputs": inputs, "options": text, "rulings": rulings, "version": version(), "code": _everything()}


def write(out: Path, made: dict[str, Any], parts: dict[str, list[str]]) -> None:
    """Write the manifest of what is in a run's folder.

    Args:
        out: the folder.
        made: as `made_from` gives it.
        parts: for each part the keys of what its stages made.
    """
    text = json.dumps(made | {"parts": parts, "outputs": _outputs(out)}, indent=1)
    temporary = out / f".{FILE}"
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(out / FILE)


def read(out: Path) -> dict[str, Any]:
    """The manifest of a run's folder; empty where there is none that can be read."""
    try:
        found = json.loads((out / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def is_current(out: Path, made: dict[str, Any]) -> bool:
    """Whether the folder holds, untouched, what a run makes from this."""
    found = read(out)
    is_same = all(found.get(name) == value for name, value in made.items())
    return is_same and (out / warehouse.FILE_NAME).exists() and found.get("outputs") == _outputs(out)


def has_read(out: Path, inputs: str, options: Options) -> bool:
    """Whether the tables in the folder, untouched, hold what is read from these inputs."""
    found = read(out)
    is_same = found.get("inputs") == inputs and found.get("options", {}).get("body") == options.body
    return is_same and found.get("outputs", {}).get("tables") == _outputs(out)["tables"]


def _outputs(out: Path) -> dict[str, str]:
    return {name: _listed([out / name]) for name in _LEFT}


def _listed(places: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for place in places:
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        for file in files:
            if file.is_file():
                stat = file.stat()
                digest.update(f"{file.relative_to(place.parent)}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _everything() -> str:
    """A digest of the whole package, its SQL and its data, and polars' version."""
    package = Path(schemas.__file__).parents[1]
    roots = [package, *(resources.folder(name) for name in ("sql", "data/rules", "data/reference"))]
    digest = hashlib.sha256(pl.__version__.encode())
    for root in roots:
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                digest.update(file.name.encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
