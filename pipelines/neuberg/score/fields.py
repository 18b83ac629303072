"""Where each line belongs, as numbers: its field, and the form of the deal that it was played in."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.score.packed import Integers

_SESSION_KEY = ("event_id", "session", "scored_with")
_ALL = np.True_
_NOT_PLAYED = schemas.KINDS.index("not_played")


class Fields(NamedTuple):
    """The fields of some lines, numbered from 0 in the order of their first lines.

    Attributes:
        of_line: each line's field.
        size: of each field N, its lines.
        full: of each field N, or E where that is compared with.
    """

    of_line: Integers
    size: Integers
    full: Integers


def fields(lines: pl.DataFrame, *, expected: bool) -> Fields:
    """The fields of the lines.

    Args:
        lines: as `completed` gives them.
        expected: whether `full` is the scores expected in place of the lines that there are.
    """
    starts = run_starts(lines, schemas.FIELD_KEY)
    runs = lines[list(schemas.FIELD_KEY)][pl.Series(starts)]
    number, firsts = numbered(runs)
    of_line = np.repeat(number, np.diff(starts, append=lines.height))
    lengths = np.bincount(of_line, minlength=firsts.size)
    size = _sizes(lines, of_line, lengths)
    if not expected:
        return Fields(of_line, size, size)
    heads = runs[list(_SESSION_KEY)][pl.Series(firsts)].with_columns(field=pl.Series(size))
    return Fields(of_line, size, _expected(heads, lines, of_line))


def run_starts(rows: pl.DataFrame, key: Sequence[str]) -> Integers:
    """The places where a run of rows with the same key begins."""
    if not rows.height:
        return np.empty(0, np.int64)
    changed = pl.repeat(False, rows.height - 1, dtype=pl.Boolean, eager=True)
    for name in key:
        values = rows[name]
        last, next_ = values[:-1], values[1:]
        changed |= next_.ne_missing(last) if values.null_count() else next_ != last
    return np.append(0, np.flatnonzero(changed.to_numpy()) + 1)


def numbered(rows: pl.DataFrame) -> tuple[Integers, Integers]:
    """A number for each row, the same for equal rows, in the order of their first; and the place of each first."""
    starts = run_starts(rows, rows.columns)
    if rows[pl.Series(starts)].hash_rows().n_unique() == starts.size:
        # No two are equal, as no two hashes are: each run is the only one of its rows.
        return np.repeat(np.arange(starts.size), np.diff(starts, append=rows.height)), starts
    # The places are a column: an expression for them would count within each group.
    runs = rows[starts].with_columns(_place=pl.Series(starts))
    first = runs.select(pl.col("_place").min().over(rows.columns)).to_series().to_numpy()
    own = first == starts
    number = (np.cumsum(own) - 1)[np.searchsorted(starts, first)]
    return np.repeat(number, np.diff(starts, append=rows.height)), starts[own]


def _sizes(lines: pl.DataFrame, of_line: Integers, lengths: Integers) -> Integers:
    """Of each field N, from the lines that it has: each for its tables, and a table that did not play for none."""
    absent = lines["kind_no"].to_numpy() == _NOT_PLAYED
    tables = lines["multiplicity"]
    if (tables == 1).all():
        return lengths - np.bincount(of_line[absent], minlength=lengths.size)
    counted = np.where(absent, 0, tables.to_numpy())
    return np.bincount(of_line, weights=counted, minlength=lengths.size).astype(np.int64)


def _expected(heads: pl.DataFrame, lines: pl.DataFrame, of_line: Integers) -> Integers:
    """E: the scores expected where stated, else the most lines of any board scored with it; never below N."""
    most = pl.col("field").max().over(_SESSION_KEY)
    if lines["expected"].null_count() == lines.height:
        return heads.select(most).to_series().to_numpy()
    stated = (
        lines.select(pl.col("expected").cast(pl.Int64), field_no=pl.Series(of_line))
        .drop_nulls()
        .group_by("field_no")
        .agg(pl.col("expected").max())
    )
    return (
        heads.with_columns(field_no=pl.int_range(pl.len(), dtype=pl.Int64))
        .join(stated, on="field_no", how="left", maintain_order="left")
        .select(pl.max_horizontal(pl.coalesce("expected", most), "field"))
        .to_series()
        .to_numpy()
    )


def forms(
    given: pl.Series, of_line: Integers, comparable: npt.NDArray[np.bool_] | np.bool_ = _ALL
) -> tuple[Integers, int]:
    """Each line's form within its field, from 0 in the order of their first lines, and the most forms of a field.

    Args:
        given: the form as it stands; null is a form like any other.
        of_line: each line's field.
        comparable: whether each line has a form at all; the others are as if they were of form 0.
    """
    form = np.zeros(given.len(), np.int64)
    told = np.flatnonzero(given.is_not_null().to_numpy() & comparable)
    if not told.size:
        return form, 1
    several = np.zeros(int(of_line.max()) + 1, bool)
    several[of_line[told]] = True
    rows = np.flatnonzero(several[of_line] & comparable)
    first = pl.col("row").min().over("field_no", "form")
    numbers = (
        pl.DataFrame({"row": rows, "field_no": of_line[rows], "form": given[pl.Series(rows)]})
        .select(first=first, field_no="field_no")
        .select(pl.col("first").rank("dense").over("field_no").cast(pl.Int64) - 1)
        .to_series()
    )
    form[rows] = numbers.to_numpy()
    return form, int(form.max()) + 1
