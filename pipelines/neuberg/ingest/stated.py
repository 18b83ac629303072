"""What `neuberg.toml` states of files that say otherwise themselves: the file's word stands, and that is told."""

import datetime as dt

import polars as pl

from neuberg import schemas
from neuberg.ingest.settings import FILE_NAME, Settings

_ANOTHER_DAY = "; a rule of another day is asked for by its name, with --profile"
_YEAR = pl.when(pl.col("season") != "unknown").then("season")
#: What is stated for files that do not say it: the table and what these say there, and what a person can do.
_FALLBACKS = {
    "date": ("events", pl.coalesce(pl.col("date").cast(pl.String), _YEAR), _ANOTHER_DAY),
    "year": ("events", _YEAR, _ANOTHER_DAY),
    "expected": ("results", pl.col("expected"), ""),
}


def tell_unused(tables: dict[str, pl.DataFrame], settings: Settings) -> dict[str, pl.DataFrame]:
    """The tables of files with a problem (info) for each that has another date, year or number expected than stated."""
    settings = settings if settings.date is None else settings._replace(year=None)
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
    """A row of `problems` a file whose own values are others."""
    table, own, advice = _FALLBACKS[name]
    said = tables[table].with_columns(_own=own)
    others = said.filter(pl.col("_own").cast(pl.String) != str(value))
    if isinstance(value, dt.date):
        # A day of the year that a file says is not another.
        others = others.filter(pl.col("_own") != str(value.year))
    least, most = (getattr(pl.col("_own"), end)().cast(pl.String) for end in ("min", "max"))
    span = pl.when(least == most).then(least).otherwise(pl.concat_str(least, pl.lit(" to "), most))
    rows = others.group_by("file_id", maintain_order=True).agg(
        pl.col("line").min(),
        code=pl.lit("stated_otherwise"),
        severity=pl.lit("info"),
        found=pl.concat_str(pl.lit(f"{name}: "), span),
        wanted=pl.lit(f"{value}, as {FILE_NAME} states for files that say none: the file's own stands{advice}"),
    )
    return schemas.conform(rows.lazy(), schemas.PROBLEMS).collect()
