"""What a run made of its events that no exported file has: values that rulings changed, and figures recomputed."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from neuberg.export.left_out import SCHEMA
from neuberg.ingest.archive import scan

_FIGURES = ("ns_mp", "ew_mp", "ns_imp", "ew_imp")
#: Figures nearer than this are one figure, written with fewer decimals.
_SAME = 0.005


def own_figures(directory: Path) -> dict[int, pl.DataFrame]:
    """By event, how many values of each column of `scores` and of what is ruled stand in no file.

    A recomputed figure stands in a file where the one printed is the same; several rules' are counted once a line.
    """
    columns = pl.concat([*_scores(directory), _ruled(directory)])
    summed = columns.group_by("event_id", "table", "column").agg(pl.col("values").sum()).filter(pl.col("values") > 0)
    ordered = summed.with_columns(added=pl.lit(0, pl.Int64)).sort("event_id", "table", "column")
    parts = ordered.partition_by("event_id", as_dict=True, include_key=False)
    return {int(event): part.select(*SCHEMA) for (event,), part in parts.items()}


def _scores(directory: Path) -> Iterator[pl.DataFrame]:
    printed = [f"published_{name}" for name in _FIGURES]
    lines = scan(directory, "results").select("event_id", "result_id", *printed)
    both = (
        scan(directory, "scores").select("event_id", "result_id", *_FIGURES).join(lines, on=["event_id", "result_id"])
    )
    for name in _FIGURES:
        figure, beside = pl.col(name), pl.col(f"published_{name}")
        other = both.filter(figure.is_not_null(), beside.is_null() | ((figure - beside).abs() > _SAME))
        counted = other.group_by("event_id").agg(values=pl.col("result_id").n_unique().cast(pl.Int64)).collect()
        yield counted.select("event_id", table=pl.lit("scores"), column=pl.lit(name), values="values")


def _ruled(directory: Path) -> pl.DataFrame:
    """The values that rulings changed, by their column."""
    changes = (
        scan(directory, "rulings").select("event_id", "changes").collect().explode("changes").drop_nulls("changes")
    )
    fields = changes.select("event_id", column=pl.col("changes").struct.field("field"))
    counted = fields.group_by("event_id", "column").agg(values=pl.len().cast(pl.Int64))
    return counted.select("event_id", table=pl.lit("rulings"), column="column", values="values")
