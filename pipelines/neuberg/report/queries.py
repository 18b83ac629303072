"""The named queries under `sql/`: reports, and checks, each of which returns the rows that are not right."""

import re
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from neuberg import resources
from neuberg.errors import UsageError

REPORTS, CHECKS = "reports", "checks"
_CALL = re.compile(r"(\w+)((?:\s+\w+\s*=\s*(?:'[^']*'|[^\s';]+))*)", re.ASCII)
_VALUE = re.compile(r"(\w+)\s*=\s*(?:'([^']*)'|([^\s';]+))", re.ASCII)


def names(kind: str = REPORTS) -> dict[str, str]:
    """Every query of a kind by name, with the line that says what it gives.

    >>> names()["flags_by_check"]
    'Flags by check, with a place to look at first'
    """
    return {file.stem: _headline(file) for file in sorted(resources.folder(f"sql/{kind}").glob("*.sql"))}


def run(connection: duckdb.DuckDBPyConnection, name: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a report or check, in its order.

    Args:
        connection: a warehouse, as `warehouse.open` gives it.
        name: a name of `names`.
        parameters: a value for each `$name` that the query's text has.

    Raises:
        UsageError: there is no such query, a parameter is missing or unknown, or a value does not fit.
    """
    text = _text(name)
    wanted = parameters_of(connection, name)
    if missing := wanted - parameters.keys():
        example = " ".join([name, *(f"{parameter}=…" for parameter in sorted(wanted))])
        raise UsageError(f"the report {name!r} needs a value for: {', '.join(sorted(missing))}; written {example!r}")
    if unknown := parameters.keys() - wanted:
        taken = ", ".join(sorted(wanted)) or "none"
        raise UsageError(f"the report {name!r} has no parameter {sorted(unknown)[0]!r}; it takes: {taken}")
    try:
        rows: pl.DataFrame = connection.sql(text, params=parameters).pl()
    except duckdb.Error as error:
        raise UsageError(f"the report {name!r} with {parameters}: {error}") from error
    return rows


def called(text: str) -> tuple[str, dict[str, str]] | None:
    """The report that a text names, with the values it gives; None where it is no such call.

    >>> called("board_traveller event_id=7 session='1' board=12;")
    ('board_traveller', {'event_id': '7', 'session': '1', 'board': '12'})
    >>> called("findings"), called("SELECT 1")
    (('findings', {}), None)
    """
    match = _CALL.fullmatch(text.strip().removesuffix(";").strip())
    if match is None or match[1] not in names():
        return None
    return match[1], {name: quoted or bare for name, quoted, bare in _VALUE.findall(match[2])}


def parameters_of(connection: duckdb.DuckDBPyConnection, name: str) -> set[str]:
    """The names of the parameters that a query's text has.

    Raises:
        UsageError: there is no such query.
    """
    found: set[str] = connection.extract_statements(_text(name))[0].named_parameters
    return found


def _text(name: str) -> str:
    for kind in (REPORTS, CHECKS):
        if name in names(kind):
            return (resources.folder(f"sql/{kind}") / f"{name}.sql").read_text(encoding="utf-8")
    known = ", ".join([*names(REPORTS), *names(CHECKS)])
    raise UsageError(f"there is no report {name!r}; wanted one of: {known}")


def _headline(file: Path) -> str:
    with file.open(encoding="utf-8") as lines:
        return lines.readline().removeprefix("--").strip()
