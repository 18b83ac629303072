"""The auditors' record of a run's checks, from the verdicts that were kept of each part."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from neuberg.ingest.archive import Archive
from neuberg.parts import shelf
from neuberg.parts.work import VERDICTS
from neuberg.validate import Judged, expectations
from neuberg.validate.check import Suite
from neuberg.validate.checks import SUITES
from neuberg.validate.expectations.gate import MOST_LISTED


def write(directory: Path, written: Archive, kept: Path, made: Mapping[str, shelf.Made]) -> None:
    """Write `validation/` into a directory.

    Args:
        directory: the run's, or where it is made.
        written: its tables.
        kept: the shelf of its parts.
        made: what is on it, by its keys.
    """
    failing: dict[str, pl.DataFrame] = {}
    passing: dict[str, int] = {}
    for suite in SUITES:
        failing[suite.name], passing[suite.name] = _verdicts(suite, shelf.scan(kept, made, VERDICTS + suite.name))
    pages = expectations.Pages(written.scan("events").collect(), written.scan("files").collect())
    expectations.write(directory, Judged(written.scan("flags").collect(), failing), pages, passing)


def _verdicts(suite: Suite, rows: pl.LazyFrame | None) -> tuple[pl.DataFrame, int]:
    """The verdicts of a suite's failing rows, with keys where so few fail that they are listed; and the other rows."""
    names = [check.name for check in suite.checks]
    if rows is None:
        return pl.DataFrame(schema=dict.fromkeys(names, pl.Boolean)), 0
    failures = pl.sum_horizontal((~pl.col(name)).cast(pl.Int32) for name in names)
    every, failed = rows.select(pl.len(), failures.sum().cast(pl.Int64)).collect().row(0)
    keys = suite.key if failed <= MOST_LISTED else ()
    failing = rows.filter(~pl.all_horizontal(names)).select(*keys, *names).collect()
    return failing, every - failing.height
