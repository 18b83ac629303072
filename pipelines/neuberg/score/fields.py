"""Where each line belongs, as numbers: its field, and the form of the deal that it was played in."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.score.packed import Integers

_SESSION_KEY = ("event_id", "session", "scored_with")


class Fields(NamedTuple):
    """The fields of some lines, numbered from 0 in the order of their first lines.

    Attributes:
        of_line: each line's field.
        heads: a row a field: its key, `field` (N, its lines) and `full` (N, or E where that is compared with).
    """

    of_line: Integers
    heads: pl.DataFrame


def fields(lines: pl.DataFrame, *, expected: bool) -> Fields:
    """The fields of the lines.

    Args:
        lines: as `lines` gives them.
        expected: whether `full` is the scores expected in place of the lines that there are.
    """
    starts = run_starts(lines, schemas.FIELD_KEY)
    runs = lines.select(schemas.FIELD_KEY)[starts]
    number, first_runs = numbered(runs)
    of_line = np.repeat(number, np.diff(starts, append=lines.height))
    size = np.bincount(of_line, weights=_lines_counted(lines), minlength=len(first_runs)).astype(np.int64)
    heads = runs[first_runs].with_columns(field=pl.Series(size)).with_columns(full="field")
    return Fields(of_line, _with_expected(heads, lines, of_line) if expected else heads)


def run_starts(rows: pl.DataFrame, key: Sequence[str]) -> Integers:
    """The places where a run of rows with the same key begins."""
    changed = [pl.col(name).ne_missing(pl.col(name).shift()) for name in key]
    begins = pl.any_horizontal(*changed, pl.int_range(pl.len()) == 0)
    return rows.select(begins.arg_true()).to_series().to_numpy().astype(np.int64)


def numbered(rows: pl.DataFrame) -> tuple[Integers, Integers]:
    """A number for each row, the same for equal rows, in the order of their first; and the place of each first."""
    # The places are a column: an expression for them would count within each group.
    first = rows.with_row_index("_place").select(pl.col("_place").min().over(rows.columns)).to_series().to_numpy()
    firsts, number = np.unique(first, return_inverse=True)
    return number.astype(np.int64), firsts


def _lines_counted(lines: pl.DataFrame) -> Integers | None:
    """How many lines of its field each stands for, a table that did not play none; None: each for one."""
    counted = pl.when(pl.col("kind") != "not_played").then("multiplicity").otherwise(0)
    found = lines.select(counted).to_series()
    return None if (found == 1).all() else found.to_numpy()


def _with_expected(heads: pl.DataFrame, lines: pl.DataFrame, of_line: Integers) -> pl.DataFrame:
    """With E: the scores expected where stated, else the most lines of any board scored with it; never below N."""
    stated = (
        lines.select(pl.col("expected").cast(pl.Int64), field_no=pl.Series(of_line))
        .drop_nulls()
        .group_by("field_no")
        .agg(pl.col("expected").max())
    )
    most = pl.col("field").max().over(_SESSION_KEY)
    return (
        heads.with_columns(field_no=pl.int_range(pl.len(), dtype=pl.Int64))
        .join(stated, on="field_no", how="left", maintain_order="left")
        .with_columns(full=pl.max_horizontal(pl.coalesce("expected", most), "field"))
        .drop("field_no", "expected")
    )


def forms(given: pl.Series, of_line: Integers) -> tuple[Integers, int]:
    """Each line's form within its field, from 0 in the order of their first lines, and the most forms of a field.

    Args:
        given: the form as it stands; null is a form like any other.
        of_line: each line's field.
    """
    form = np.zeros(given.len(), np.int64)
    if given.null_count() == given.len():
        return form, 1
    several = np.zeros(int(of_line.max()) + 1, bool)
    several[of_line[given.is_not_null().to_numpy()]] = True
    rows = np.flatnonzero(several[of_line])
    first = pl.col("row").min().over("field_no", "form")
    numbers = (
        pl.DataFrame({"row": rows, "field_no": of_line[rows], "form": given[rows]})
        .select(first=first, field_no="field_no")
        .select(pl.col("first").rank("dense").over("field_no").cast(pl.Int64) - 1)
        .to_series()
    )
    form[rows] = numbers.to_numpy()
    return form, int(form.max()) + 1
