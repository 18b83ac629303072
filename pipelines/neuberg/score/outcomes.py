"""What each line may come to: a group of a size, method and field has few outcomes, so each is worked out once.

A line's matchpoints depend on its group's shape (n, N, method) and on S alone. A season has hundreds of shapes and
thousands of outcomes, where it has millions of lines: the expressions of `arithmetic` run on the outcomes.
"""

from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score.arithmetic import with_exact, with_rounded
from neuberg.score.packed import Integers

#: What the arithmetic needs of a line that is in a group; its awards are null.
SHAPE = ("n", "full", "field", "comparison_group", "method", "variant")
#: What an outcome says of its lines.
SCORED = (
    "variant", "comparison_group", "n", "field", "ns_mp", "ew_mp", "ns_pct", "ew_pct", "top", "method",
    "ns_num", "ew_num", "den",
)  # fmt: skip
#: No line, with all that the arithmetic needs of one.
NONE = pl.DataFrame(
    schema={
        **dict.fromkeys(("n", "full", "field", "s", "opposite", "unit"), pl.Int64),
        **dict.fromkeys(("ns_award", "ew_award"), pl.Float64),
        "comparison_group": pl.Int32,
        "method": schemas.METHOD,
        "variant": pl.Int8,
    }
)


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
    exact = exact.replace_column(exact.get_column_index("den"), exact["den"].clone())
    return exact.lazy().pipe(with_rounded, profile).select(SCORED).collect()
