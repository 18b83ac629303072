"""The floor of all that goes from Parquet to Parquet: the rows copied as they are."""

from pathlib import Path

import polars as pl


def bare_copy(files: list[Path], out: Path) -> None:
    """Copy each file, streaming, into a folder of its season below `out`."""
    for file in files:
        target = out / file.parent.name / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        pl.scan_parquet(file, glob=False).sink_parquet(target)
