"""The account of a run: every record met is somewhere, and what `run.json` says of it."""

import json
from pathlib import Path
from typing import Any

import polars as pl

from neuberg.errors import ConservationError
from neuberg.ingest.settings import FORMAT as SETTINGS


def conservation(account: pl.DataFrame) -> dict[str, Any]:
    """The totals a kind of record.

    Raises:
        ConservationError: a file in which records were found that are nowhere.
    """
    kept = pl.col("loaded") + pl.col("rejected") + pl.col("superseded") + pl.col("ignored")
    if not (gaps := account.filter(pl.col("found") != kept)).is_empty():
        gap = gaps.row(0, named=True)
        raise ConservationError(
            f"file {gap['file_id']}: found {gap['found']} of kind {gap['kind']!r}, but loaded {gap['loaded']}, "
            f"rejected {gap['rejected']}, superseded {gap['superseded']}, ignored {gap['ignored']} "
            f"({gaps.height} such accounts); please report this file"
        )
    totals = account.group_by("kind", maintain_order=True).agg(
        pl.col("found", "loaded", "rejected", "superseded", "ignored").sum()
    )
    return {row.pop("kind"): row for row in totals.to_dicts()}


def counted(values: pl.Series) -> dict[str, int]:
    """How often each value stands in a column, the most frequent first; of those as frequent the first met."""
    found = values.cast(pl.String).to_frame("value").group_by("value", maintain_order=True).len()
    return dict(found.sort("len", descending=True, maintain_order=True).iter_rows())


def files_counted(files: pl.DataFrame) -> dict[str, int]:
    """How many files each thing became of, the most frequent first; a `neuberg.toml` is no file of the archive."""
    status = pl.when(pl.col("format") == SETTINGS).then(pl.lit(SETTINGS)).otherwise(pl.col("status").cast(pl.String))
    return counted(files.select(status.alias("status")).to_series())


def write_json(file: Path, data: dict[str, Any]) -> None:
    """Put the data into a file as JSON; a kill leaves the file as it was."""
    temporary = file.with_suffix(".json.tmp")
    temporary.write_text(json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n", encoding="utf-8")
    temporary.replace(file)
