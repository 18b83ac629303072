"""The validate stage: every check of every row, a row of `flags` for each failure, and the verdicts kept."""

from collections.abc import Sequence
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
    return Judged(pl.concat(flags), {name: verdicts for name, (_, verdicts) in judged.items()})


def _judge(suite: Suite, tables: Tables) -> tuple[list[pl.DataFrame], pl.DataFrame]:
    """The failures of each check, and all verdicts: the frame is worked out once, its texts for failing rows only."""
    passed = [(~check.fails().fill_null(False)).alias(_column(check)) for check in suite.checks]
    names = [_column(check) for check in suite.checks]
    frame = suite.frame(tables)
    judged = frame.with_columns(passed)
    failing = judged.select(*_shown(suite, frame), *names).filter(~pl.all_horizontal(names))
    verdicts, failures = pl.collect_all(
        [judged.select(*suite.key, *(pl.col(_column(check)).alias(check.name) for check in suite.checks)), failing]
    )
    return [failures.filter(~pl.col(_column(check))).pipe(_failure, check) for check in suite.checks], verdicts


def _shown(suite: Suite, frame: pl.LazyFrame) -> list[str]:
    """The columns that a row of `flags` is made of: to carry all of them costs more than the checks do."""
    texts = [text() for check in suite.checks for text in (check.found, check.expected)]
    wanted = {*schemas.FLAGS.schema, *(name for text in texts for name in text.meta.root_names())}
    return [name for name in frame.collect_schema().names() if name in wanted]


def _column(check: Check) -> str:
    return f"passes_{check.name}"


def _failure(failing: pl.DataFrame, check: Check) -> pl.DataFrame:
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
