"""The validate stage: the checks over the tables, and a row of `flags` for each failure."""

from collections.abc import Iterable

import polars as pl

from neuberg import schemas
from neuberg.validate.checks import DEAL_CHECKS, RESULT_CHECKS, Check
from neuberg.validate.deals import deals


def flags(boards: pl.LazyFrame, plays: pl.LazyFrame) -> pl.LazyFrame:
    """A row of the table `flags` for each check that a row fails, in the order of the checks.

    Args:
        boards: the table `boards`.
        plays: the traveller lines with their board's dealer and vulnerability, `date` and `score_from`.
    """
    counted = deals(boards).with_columns(result_id=pl.lit(None, dtype=pl.Int64))
    parts = [*_failures(counted, DEAL_CHECKS), *_failures(plays, RESULT_CHECKS)]
    return pl.concat(parts)


def _failures(frame: pl.LazyFrame, checks: Iterable[Check]) -> list[pl.LazyFrame]:
    """The failures of each check. Every check is a boolean column first, so the frame is worked out once for all."""
    checks = list(checks)
    judged = frame.with_columns(check.fails().fill_null(False).alias(_column(check)) for check in checks)
    return [judged.filter(_column(check)).pipe(_failure, check) for check in checks]


def _column(check: Check) -> str:
    return f"fails_{check.name}"


def _failure(failing: pl.LazyFrame, check: Check) -> pl.LazyFrame:
    return failing.with_columns(
        check=pl.lit(check.name),
        severity=pl.lit(check.severity),
        found=check.found(),
        expected=check.expected(),
        law=pl.lit(check.law, dtype=pl.String),
    ).pipe(schemas.conform, schemas.FLAGS)
