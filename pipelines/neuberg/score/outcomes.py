"""What each line may come to: a group of a size, method and field has few outcomes, so each is worked out once.

A line's matchpoints depend on its group's shape (n, N, method) and on S alone. A season has hundreds of shapes and
thousands of outcomes, where it has millions of lines: the expressions of `arithmetic` run on the outcomes.
"""

from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score.arithmetic import with_exact, with_rounded
from neuberg.score.packed import Integers, distinct

#: What the arithmetic needs of a line that is in a group; its awards are null.
SHAPE = ("n", "full", "field", "comparison_group", "method", "variant")
#: What an outcome says of its lines.
SCORED = (
    "variant", "comparison_group", "n", "field", "ns_mp", "ew_mp", "ns_pct", "ew_pct", "top", "method",
    "ns_num", "ew_num", "den",
)  # fmt: skip
#: No line, with all that the arithmetic needs of one.
_NONE = pl.DataFrame(
    schema={
        **dict.fromkeys(("n", "full", "field", "s", "opposite", "unit"), pl.Int64),
        **dict.fromkeys(("ns_award", "ew_award"), pl.Float64),
        "comparison_group": pl.Int32,
        "method": schemas.METHOD,
        "variant": pl.Int8,
    }
)
#: Groups of more scores than this have outcomes that mostly do not occur: those that do are worked out.
_MOST_LAID_OUT = 64


class Outcomes(NamedTuple):
    """The outcomes of some lines.

    Attributes:
        rows: outcomes worked out, with the columns `SCORED`.
        due: those that stand below them and are not worked out yet: `SHAPE`, `s`, `opposite`, `unit` and the awards.
        of_line: the row of each line.
    """

    rows: pl.DataFrame
    due: pl.DataFrame
    of_line: Integers

    def moved(self, lines: Integers, due: pl.DataFrame, row: Integers) -> "Outcomes":
        """With further outcomes that are due, for the lines at some places each its row of them."""
        self.of_line[lines] = self.rows.height + self.due.height + row
        return self._replace(due=self.due.vstack(due[self.due.columns]))

    def all_rows(self, profile: Profile) -> pl.DataFrame:
        """Those worked out and those due, all worked out."""
        return self.rows if self.due.is_empty() else self.rows.vstack(worked_out(self.due, profile)).rechunk()


class Book:
    """Every outcome of the shapes met under one profile, worked out when a shape is first met.

    It grows with the shapes of small groups, of which there are few, never with the lines; threads may share it.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._begins: dict[tuple[Any, ...], int] = {}
        self._rows = worked_out(_NONE, profile)
        self._lock = Lock()

    def outcomes(self, shapes: pl.DataFrame, shape: Integers, group: Integers, s: Integers) -> Outcomes:
        """The outcomes of lines.

        Args:
            shapes: a row a shape, with the columns `SHAPE`.
            shape: of each group, its shape.
            group: of each line, its group.
            s: of each line, its matchpoints inside the group.
        """
        small = shapes["n"].to_numpy() <= _MOST_LAID_OUT
        begins = np.zeros(shapes.height, np.int64)
        begins[small], rows = self._laid_out(shapes[np.flatnonzero(small)])
        made = Outcomes(rows, _NONE, begins[shape][group] + s)
        if small.all():
            return made
        large = np.flatnonzero(~small[shape][group])
        firsts, kind = distinct(iter((shape[group[large]], s[large])))
        first = large[firsts]
        return made.moved(large, _of_groups(shapes[shape[group[first]]], s[first]), kind)

    def _laid_out(self, shapes: pl.DataFrame) -> tuple[Integers, pl.DataFrame]:
        """Of each shape the row at which its outcomes begin, in the order of S; and all rows."""
        keys = shapes[list(SHAPE)].rows()
        with self._lock:
            new = [place for place, key in enumerate(keys) if key not in self._begins]
            if new:
                self._lay_out(shapes[new], [keys[place] for place in new])
            return np.array([self._begins[key] for key in keys], np.int64), self._rows

    def _lay_out(self, shapes: pl.DataFrame, keys: list[tuple[Any, ...]]) -> None:
        possible = 2 * shapes["n"].to_numpy() - 1
        begins = np.cumsum(possible) - possible
        shape = np.repeat(np.arange(possible.size), possible)
        lines = _of_groups(shapes[shape], np.arange(shape.size) - begins[shape])
        begun = self._rows.height
        self._rows = self._rows.vstack(worked_out(lines, self.profile)).rechunk()
        self._begins |= zip(keys, (begun + begins).tolist(), strict=True)


def _of_groups(shapes: pl.DataFrame, s: Integers) -> pl.DataFrame:
    """What the arithmetic needs of lines in groups."""
    return shapes.select(SHAPE).with_columns(
        s=pl.Series(s),
        opposite=2 * (pl.col("n") - 1) - pl.Series(s),
        unit=pl.lit(1, pl.Int64),
        ns_award=pl.lit(None, pl.Float64),
        ew_award=pl.lit(None, pl.Float64),
    )


def worked_out(lines: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """The lines' scores, a row a line: the columns `SCORED`.

    Args:
        lines: `SHAPE`, `s`, `opposite`, `unit` and the awards.
        profile: the rule that they are scored under.
    """
    methods = frozenset(lines["method"].unique().drop_nulls())
    exact = lines.lazy().pipe(with_exact, profile, methods).collect()
    # Where a denominator is the same in every row polars keeps it as one number, and divides by its reciprocal, which
    # is off by a last bit: as a series of its own it is a row's like any other.
    exact = exact.with_columns(exact["den"].clone())
    return exact.lazy().pipe(with_rounded, profile).select(SCORED).collect()
