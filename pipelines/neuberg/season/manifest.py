"""What a run was made from and what it left, so that a run of the same does nothing and one of less redoes little."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
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
_LEFT = ("validation", "report", RUN_FILE)
#: The table that `neuberg detect` fills, and no run.
_DETECTED = "suspicions"


def of_files(found: list[Input], out: Path) -> str | None:
    """A digest of the input files; None where one has changed since it was read, or was not read."""
    memory = kept.Kept(out)
    digest = hashlib.sha256()
    for given in found:
        entry = memory.find(given, kept.status_of(given))
        if entry is None:
            return None
        digest.update(f"{entry.location}\0{entry.settings}\0{entry.sha256}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def of_tables(directory: Path, tables: Iterable[str]) -> str:
    """A digest of some tables' files in a run's folder, by their names, sizes and times."""
    return _listed(directory / archive.TABLES / table for table in tables)


def made_from(options: Options, *, is_whole: bool) -> dict[str, Any]:
    """What the results are made from besides the inputs, and whether by all stages, as it stands in the manifest."""
    asked = {name: value for name, value in options._asdict().items() if name not in _IMMATERIAL}
    if options.rulings:
        # A stage anew may be asked for from another place.
        asked["rulings"] = options.rulings.resolve()
    text = {name: value if value is None else str(value) for name, value in asked.items()}
    ruled = of_rulings(options.rulings)
    return {"whole": is_whole, "options": text, "rulings": ruled, "version": version(), "code": _everything()}


def of_rulings(file: Path | None) -> str | None:
    """A digest of a rulings file; None where there is none."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest() if file else None
    except OSError:
        return None


def write(staged: Path, made: dict[str, Any], parts: dict[str, list[str]], left: Mapping[str, Path]) -> None:
    """Write the manifest of results that are about to be moved into a run's folder, beside them.

    Args:
        staged: the folder in which they are made.
        made: as `made_from` gives it, with the inputs.
        parts: for each part the keys of what its stages made.
        left: what stays as it is of the run's folder, by its name.
    """
    text = json.dumps(made | {"parts": parts, "outputs": _outputs(staged, left)}, indent=1)
    (staged / FILE).write_text(text + "\n", encoding="utf-8")


def read(out: Path) -> dict[str, Any]:
    """The manifest of a run's folder; empty where there is none that can be read."""
    try:
        found = json.loads((out / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if _is_manifest(found) else {}


def _is_manifest(found: Any) -> bool:
    if not isinstance(found, dict):
        return False
    texts = [found.get("inputs"), found.get("rulings")]
    for name in ("options", "outputs"):
        if not isinstance(found.get(name), dict):
            return False
        texts += found[name].values()
    return all(text is None or isinstance(text, str) for text in texts)


def is_current(out: Path, made: dict[str, Any]) -> bool:
    """Whether the folder holds what a run makes from this, untouched but for what `neuberg detect` adds to it."""
    found = read(out)
    if not all(found.get(name) == value for name, value in made.items()) or not (out / warehouse.FILE_NAME).exists():
        return False
    held, noted = _outputs(out), found["outputs"]
    if held[_DETECTED] != noted.get(_DETECTED) and (out / "report" / "index.html").exists():
        # Its report tells of the suspicions too.
        noted = noted | {name: held[name] for name in (_DETECTED, "report")}
    return bool(held == noted)


def inputs_of(out: Path) -> str | None:
    """The digest of what the tables in the folder were read from; None where they were touched, or it is not said."""
    found = read(out)
    is_untouched = bool(found) and found["outputs"].get(archive.TABLES) == _of_results(out)
    return found.get("inputs") or None if is_untouched else None


def has_read(out: Path, inputs: str, options: Options) -> bool:
    """Whether the tables in the folder, untouched, hold what is read from these inputs."""
    return inputs_of(out) == inputs and read(out)["options"].get("body") == options.body


def _outputs(out: Path, left: Mapping[str, Path] = MappingProxyType({})) -> dict[str, str]:
    kept = {name: _listed([left.get(name, out / name)]) for name in _LEFT}
    return {archive.TABLES: _of_results(out), _DETECTED: of_tables(out, [_DETECTED]), **kept}


def _of_results(out: Path) -> str:
    return of_tables(out, [table for table in schemas.TABLES if table != _DETECTED])


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
