"""The validate stage: every check of every row, a row of `flags` for each failure, and the verdicts kept."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.validate.check import Check, Suite, Tables
from neuberg.validate.checks import SUITES


class Judged(NamedTuple):
    """What became of the checks.

    Attributes:
        flags: the table `flags`: a row for each check that a row fails, in the order of the checks.
        verdicts: for each suite its rows' keys and, for each check by its name, whether the row passed.
    """

    flags: pl.DataFrame
    verdicts: dict[str, pl.DataFrame]


def judge(tables: Tables, suites: Sequence[Suite] = SUITES) -> Judged:
    """Every check of every row. Null is no verdict: a row that cannot be judged by a check passes it."""
    judged = {suite.name: _judge(suite, tables) for suite in suites}
    flags = [rows for failures, _ in judged.values() for rows in failures]
    verdicts = {name: verdicts for name, (_, verdicts) in judged.items()}
    return Judged(pl.concat([schemas.empty(schemas.FLAGS), *flags]), verdicts)


def _judge(suite: Suite, tables: Tables) -> tuple[list[pl.DataFrame], pl.DataFrame]:
    """The failures of each check, and all verdicts: rows that are plainly sound are not looked at twice."""
    rows = suite.frame(tables).collect()
    at = rows.select((~suite.sound().fill_null(value=False)).arg_true()).to_series()
    failures: list[pl.DataFrame] = []
    failed: dict[str, pl.Series] = {}
    if at.len():
        doubtful = suite.closely(tables, (rows if at.len() == rows.height else rows[at]).lazy()).collect()
        fails = doubtful.select(check.fails().fill_null(value=False).alias(check.name) for check in suite.checks)
        failing = {check: places for check in suite.checks if (places := fails[check.name].arg_true()).len()}
        failures = [_failures(doubtful[places], check) for check, places in failing.items()]
        failed = {check.name: at.gather(places) for check, places in failing.items()}
    return failures, rows.select(*suite.key, *(_passed(rows.height, check.name, failed) for check in suite.checks))


def _passed(rows: int, check: str, failed: Mapping[str, pl.Series]) -> pl.Series:
    passed = pl.repeat(value=True, n=rows, eager=True, dtype=pl.Boolean).alias(check)
    return passed.scatter(failed[check], values=False) if check in failed else passed


def _failures(failing: pl.DataFrame, check: Check) -> pl.DataFrame:
    """The rows of `flags` for the rows that a check fails; their texts are made of these alone."""
    rows = failing.lazy().with_columns(
        check=pl.lit(check.name),
        severity=pl.lit(check.severity),
        found=check.found(),
        expected=check.expected(),
        law=pl.lit(check.law, dtype=pl.String),
    )
    return rows.pipe(schemas.conform, schemas.FLAGS).collect()


def quarantine(judged: Judged) -> pl.DataFrame:
    """The table `quarantine`: each row that failed a check of severity error, with the checks that it failed."""
    suites = {check.name: suite.name for suite in SUITES for check in suite.checks}
    row = ["table", "event_id", "session", "section", "board", "result_id", "deal_id", "file_id", "line", "season"]
    critical = judged.flags.lazy().filter(pl.col("severity") == "error")
    named = critical.with_columns(table=pl.col("check").replace_strict(suites, return_dtype=pl.String))
    grouped = named.group_by(row, maintain_order=True).agg(checks=pl.col("check"))
    return grouped.pipe(schemas.conform, schemas.QUARANTINE).collect()
