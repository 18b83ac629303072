"""What `neuberg.toml` states of files that say otherwise themselves: the file's word stands, and that is told."""

import datetime as dt

import polars as pl

from neuberg import schemas
from neuberg.ingest.settings import FILE_NAME, Settings

#: What is stated for files that do not say it: the table and column where these say it, and what a person can do.
_FALLBACKS = {
    "date": ("events", "; a rule of another day is asked for by its name, with --profile"),
    "expected": ("results", ""),
}


def tell_unused(tables: dict[str, pl.DataFrame], settings: Settings) -> dict[str, pl.DataFrame]:
    """The tables of files with a problem (info) for each file that has another date or number expected than stated."""
    stated = [(name, value) for name in _FALLBACKS if (value := getattr(settings, name)) is not None]
    new = [rows for name, value in stated if not (rows := _of(name, value, tables)).is_empty()]
    if not new:
        return tables
    told = pl.concat(new)
    counted = tables["files"].join(
        told.group_by("file_id").len("_told"), on="file_id", how="left", maintain_order="left"
    )
    files = counted.with_columns(problems=pl.col("problems") + pl.col("_told").fill_null(0)).drop("_told")
    return tables | {"problems": pl.concat([tables["problems"], told]), "files": files}


def _of(name: str, value: dt.date | int, tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """A row of `problems` a file whose own values of a column are others."""
    table, advice = _FALLBACKS[name]
    others = tables[table].filter(pl.col(name) != pl.lit(value))
    least, most = (getattr(pl.col(name), end)().cast(pl.String) for end in ("min", "max"))
    span = pl.when(least == most).then(least).otherwise(pl.concat_str(least, pl.lit(" to "), most))
    rows = others.group_by("file_id", maintain_order=True).agg(
        pl.col("line").min(),
        code=pl.lit("stated_otherwise"),
        severity=pl.lit("info"),
        found=pl.concat_str(pl.lit(f"{name}: "), span),
        wanted=pl.lit(f"{value}, as {FILE_NAME} states for files that say none: the file's own stands{advice}"),
    )
    return schemas.conform(rows.lazy(), schemas.PROBLEMS).collect()
