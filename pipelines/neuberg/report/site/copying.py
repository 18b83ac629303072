"""A run's tables and account copied with people's names and numbers replaced, and a warehouse of the copy."""

import json
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.report import queries, warehouse
from neuberg.report.site.pseudonyms import Pseudonyms
from neuberg.report.site.summary import RUN_FILE

_TABLES = "tables"


def write(directory: Path, out: Path, names: Pseudonyms) -> None:
    """Write into `out` a run's tables and account without names, and a warehouse that holds the rows themselves.

    What the account says of findings is asked of that warehouse again: their sentences have names of no column.
    """
    for table in schemas.TABLES.values():
        _write_table(directory / _TABLES, out / _TABLES, table, names)
    (out / _TABLES).mkdir(exist_ok=True)
    warehouse.build(out, whole=True)
    account = _account(directory / RUN_FILE, names)
    if account is None:
        return
    if "findings" in account:
        with warehouse.open(out) as connection:
            account["findings"] = queries.run(connection, "findings", most=len(account["findings"])).to_dicts()
    text = json.dumps(account, indent=1, ensure_ascii=False, default=str)
    (out / RUN_FILE).write_text(text + "\n", encoding="utf-8")


def _write_table(source: Path, target: Path, table: schemas.Table, names: Pseudonyms) -> None:
    for file in sorted((source / table.name).rglob("*.parquet")):
        hidden = names.hide(pl.read_parquet(file, hive_partitioning=False, glob=False))
        made = target / file.relative_to(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        hidden.write_parquet(made)


def _account(source: Path, names: Pseudonyms) -> dict[str, Any] | None:
    """The run's account, of whose sources only the last part of the path is left; None where there is none."""
    try:
        account = json.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(account, dict):
        return None
    if "sources" in account:
        account["sources"] = [Path(name).name for name in account["sources"]]
    account.get("options", {}).pop("rulings", None)
    account.get("rulings_dropped", {}).pop("file", None)
    hidden: dict[str, Any] = names.hide_value(account)
    return hidden
