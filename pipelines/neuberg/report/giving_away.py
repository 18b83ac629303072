"""A run's folder to give away: its tables with pseudonyms for people, a warehouse and a report of these, no more."""

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.report import warehouse
from neuberg.report.site import calibration
from neuberg.report.site.pseudonyms import Pseudonyms, pseudonyms
from neuberg.report.site.summary import RUN_FILE

_TABLES = "tables"
#: What marks a folder as a run's.
_MARK = ".neuberg"


def write_copy(directory: Path, out: Path) -> None:
    """Write the tables of a run with people's names and numbers replaced, and what can be made of them, into `out`.

    The record of the checks, proposed rulings, what was read, and the key of the pseudonyms are not among it.

    Raises:
        UsageError: the directory holds no run, or `out` holds something.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{str(out)!r} holds something already; wanted a new or an empty folder")
    if out.resolve().is_relative_to(directory.resolve()):
        raise UsageError(f"{str(out)!r} is in the folder of the run; wanted a place of its own")
    with warehouse.open(directory) as connection:
        names = pseudonyms(connection, directory)
    out.mkdir(parents=True, exist_ok=True)
    try:
        for table in schemas.TABLES.values():
            _write_table(directory / _TABLES, out / _TABLES, table, names)
        _write_account(directory / RUN_FILE, out / RUN_FILE, names)
        if (directory / calibration.FILE).exists():
            shutil.copyfile(directory / calibration.FILE, out / calibration.FILE)
        (out / _MARK).touch()
        warehouse.build(out)
    except BaseException:
        # Half of it could be taken for the whole.
        shutil.rmtree(out, ignore_errors=True)
        raise


def _write_table(source: Path, target: Path, table: schemas.Table, names: Pseudonyms) -> None:
    for file in sorted((source / table.name).rglob("*.parquet")):
        hidden = names.hide(pl.read_parquet(file, hive_partitioning=False, glob=False))
        made = target / file.relative_to(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        hidden.write_parquet(made)


def _write_account(source: Path, target: Path, names: Pseudonyms) -> None:
    """The run's account, of whose sources only the last part of the path is left."""
    try:
        account: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    if "sources" in account:
        account["sources"] = [Path(name).name for name in account["sources"]]
    account.get("options", {}).pop("rulings", None)
    target.write_text(json.dumps(names.hide_value(account), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
