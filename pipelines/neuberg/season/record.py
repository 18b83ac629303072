"""The auditors' record of a run's checks, from the verdicts that were kept of each part."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from neuberg.ingest.archive import Archive
from neuberg.season import shelf
from neuberg.season.work import VERDICTS
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
    verdicts = {suite.name: _verdicts(suite, shelf.scan(kept, made, VERDICTS + suite.name)) for suite in SUITES}
    pages = expectations.Pages(written.scan("events").collect(), written.scan("files").collect())
    expectations.write(directory, Judged(written.scan("flags").collect(), verdicts), pages)


def _verdicts(suite: Suite, rows: pl.LazyFrame | None) -> pl.DataFrame:
    """The verdicts of a suite; with keys where so few rows fail that they are listed."""
    names = [check.name for check in suite.checks]
    if rows is None:
        return pl.DataFrame(schema=dict.fromkeys(names, pl.Boolean))
    failing = rows.select(pl.sum_horizontal((~pl.col(name)).sum().cast(pl.Int64) for name in names)).collect().item()
    keys = suite.key if 0 < failing <= MOST_LISTED else ()
    return rows.select(*keys, *names).collect()
