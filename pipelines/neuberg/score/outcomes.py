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
_LINE: dict[str, Any] = {
    **dict.fromkeys(("n", "full", "field", "s", "opposite", "unit"), pl.Int64),
    **dict.fromkeys(("ns_award", "ew_award"), pl.Float64),
    "comparison_group": pl.Int32,
    "method": schemas.METHOD,
    "variant": pl.Int8,
}
#: Groups of more scores than this have outcomes that mostly do not occur: those that do are worked out.
_MOST_LAID_OUT = 64


class Outcomes(NamedTuple):
    """The outcomes of some lines: a frame with the columns `SCORED`, and the row of it that each line has."""

    rows: pl.DataFrame
    of_line: Integers


class Book:
    """Every outcome of the shapes met under one profile, worked out when a shape is first met.

    It grows with the shapes of small groups, of which there are few, never with the lines; threads may share it.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._begins: dict[tuple[Any, ...], int] = {}
        self._rows = worked_out(pl.DataFrame(schema=_LINE), profile)
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
        begins[small], rows = self._laid_out(shapes.filter(pl.Series(small)))
        of_line = begins[shape][group] + s
        if small.all():
            return Outcomes(rows, of_line)
        large = np.flatnonzero(~small[shape][group])
        firsts, kind = distinct(iter((shape[group[large]], s[large])))
        of_line[large] = rows.height + kind
        first = large[firsts]
        return Outcomes(rows.vstack(self._of_lines(shapes[shape[group[first]]], s[first])), of_line)

    def _laid_out(self, shapes: pl.DataFrame) -> tuple[Integers, pl.DataFrame]:
        """Of each shape the row at which its outcomes begin, in the order of S; and all rows."""
        keys = shapes.select(SHAPE).rows()
        with self._lock:
            new = [place for place, key in enumerate(keys) if key not in self._begins]
            if new:
                self._lay_out(shapes[new], [keys[place] for place in new])
            return np.array([self._begins[key] for key in keys], np.int64), self._rows

    def _lay_out(self, shapes: pl.DataFrame, keys: list[tuple[Any, ...]]) -> None:
        possible = 2 * shapes["n"].to_numpy() - 1
        begins = np.cumsum(possible) - possible
        shape = np.repeat(np.arange(possible.size), possible)
        begun = self._rows.height
        self._rows = self._rows.vstack(self._of_lines(shapes[shape], np.arange(shape.size) - begins[shape])).rechunk()
        self._begins |= zip(keys, (begun + begins).tolist(), strict=True)

    def _of_lines(self, shapes: pl.DataFrame, s: Integers) -> pl.DataFrame:
        lines = shapes.select(SHAPE).with_columns(
            s=pl.Series(s),
            opposite=2 * (pl.col("n") - 1) - pl.Series(s),
            unit=pl.lit(1, pl.Int64),
            ns_award=pl.lit(None, pl.Float64),
            ew_award=pl.lit(None, pl.Float64),
        )
        return worked_out(lines, self.profile)


def worked_out(lines: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """The lines' scores, a row a line: the columns `SCORED`.

    Args:
        lines: `SHAPE`, `s`, `opposite`, `unit` and the awards.
        profile: the rule that they are scored under.
    """
    exact = lines.lazy().pipe(with_exact, profile).collect()
    # Where a denominator is the same in every row polars keeps it as one number, and divides by its reciprocal, which
    # is off by a last bit: as a series of its own it is a row's like any other.
    exact = exact.with_columns(exact["den"].clone())
    return exact.lazy().pipe(with_rounded, profile).select(SCORED).collect()
