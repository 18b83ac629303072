"""What each line may come to: a group of a size, method and field has few outcomes, so each is worked out once.

A line's matchpoints depend on its group's shape (n, N, method) and on S alone. A season has hundreds of shapes and
thousands of outcomes, where it has millions of lines: the expressions of `arithmetic` run on the outcomes.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.rules import Profile
from neuberg.score.arithmetic import with_exact, with_rounded
from neuberg.score.fields import numbered
from neuberg.score.packed import Integers

#: What the arithmetic needs of a line that is in a group; its awards are null.
SHAPE = ("n", "full", "field", "comparison_group", "method", "variant")
#: What an outcome says of its lines.
SCORED = (
    "variant", "comparison_group", "n", "field", "ns_mp", "ew_mp", "ns_pct", "ew_pct", "top", "method",
    "ns_num", "ew_num", "den",
)  # fmt: skip
#: Outcomes beyond this many a tie are not laid out in advance: absurd multiplicities make absurd sizes.
_MOST_A_TIE = 4
_FEW = 100_000


class Outcomes(NamedTuple):
    """The outcomes of some ties: a frame with the columns `SCORED`, and the row of it that each tie has."""

    rows: pl.DataFrame
    of_tie: Integers


def of_groups(groups: pl.DataFrame, group: Integers, s: Integers, profile: Profile) -> Outcomes:
    """The outcomes of ties, lines of one group with equal scores.

    Args:
        groups: a row a group, with the columns `SHAPE`.
        group: of each tie, its group.
        s: of each tie, a line's matchpoints inside the group.
        profile: the rule that they are scored under.
    """
    shape, firsts = numbered(groups.select(SHAPE))
    shapes = groups.select(SHAPE)[firsts]
    possible = 2 * shapes["n"].to_numpy() - 1
    if possible.sum() <= _MOST_A_TIE * s.size + _FEW:
        shape_of_row = np.repeat(np.arange(possible.size), possible)
        begins = np.cumsum(possible) - possible
        s_of_row = np.arange(shape_of_row.size) - begins[shape_of_row]
        of_tie = begins[shape][group] + s
    else:
        pairs = pl.DataFrame({"shape": shape[group], "s": s})
        of_tie, rows = numbered(pairs)
        shape_of_row, s_of_row = pairs["shape"].to_numpy()[rows], s[rows]
    laid_out = shapes[shape_of_row].with_columns(
        s=pl.Series(s_of_row),
        opposite=2 * (pl.col("n") - 1) - pl.Series(s_of_row),
        unit=pl.lit(1, pl.Int64),
        ns_award=pl.lit(None, pl.Float64),
        ew_award=pl.lit(None, pl.Float64),
    )
    return Outcomes(worked_out(laid_out, profile), of_tie)


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
