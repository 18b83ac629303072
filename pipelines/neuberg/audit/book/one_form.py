"""The lines of boards with awards that were played in one form: what a rule takes of them is had from their scores."""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.fields import had_back
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.rule import OF_BOARD
from neuberg.score.packed import Integers

#: What is taken of the lines as they are scored.
_TAKEN = (
    "event_id", "result_id", "n", "field", "multiplicity", "ns_award", "ew_award", "top", "ns_num", "ew_num", "den",
)  # fmt: skip
#: What sides are made of, and where their lines are found.
NARROW = (
    "line_no", "event_id", "result_id", "n", "n1", "unit", "ns_s", "ew_s", "ns_s1", "ew_s1", "ns_award", "ew_award",
    "ns_session", "ew_session", *OF_BOARD,
)  # fmt: skip


class Shape(NamedTuple):
    """Boards and their lines: of each board N, E and the tables of its session; of each line its board."""

    field: Integers
    most: Integers
    with_sit_out: Integers
    board: Integers


def one_form(lines: pl.DataFrame, shape: Shape, wanted: Booleans) -> pl.DataFrame:
    """The lines of the wanted boards in the columns `NARROW`, as `fields.ranked` gives them.

    Args:
        lines: all lines, as they are scored under `fields.RANKED_UNDER`.
        shape: of all boards.
        wanted: of each board, whether its lines are; each has been played in one form, or not at all.
    """
    there = np.flatnonzero(wanted[shape.board])
    place = (np.cumsum(wanted) - 1)[shape.board[there]]
    rows = lines.select(_TAKEN)[there].with_columns(line_no=pl.Series(there), _place=pl.Series(place))
    whole = rows.select(
        "line_no", "event_id", "result_id", "ns_award", "ew_award", "_place", pl.col("n").cast(pl.Int64),
        count=pl.col("multiplicity").fill_null(1).cast(pl.Int64), **had_back(),
    )  # fmt: skip
    boards = _boards(whole, np.flatnonzero(wanted), shape)
    return whole.with_columns(n1="n", ns_s1="ns_s", ew_s1="ew_s").hstack(boards[place]).select(NARROW)


def _boards(lines: pl.DataFrame, wanted: Integers, shape: Shape) -> pl.DataFrame:
    """A row a wanted board: what is the same for all its lines."""
    place, count = lines["_place"].to_numpy(), lines["count"].to_numpy()
    n, in_group = lines["n"].fill_null(0).to_numpy(), lines["n"].is_not_null().to_numpy()
    compared, tables = (np.bincount(place, part, wanted.size).astype(np.int64) for part in (count * in_group, count))
    largest = np.zeros(wanted.size, np.int64)
    largest[place[in_group]] = n[in_group]
    board = pl.DataFrame(
        {
            "field": shape.field[wanted],
            "compared": compared,
            "tables": tables,
            "most": shape.most[wanted],
            "with_sit_out": shape.with_sit_out[wanted],
            "largest": largest,
        }
    )
    played, one = pl.col("largest") > 0, pl.lit(1, dtype=pl.Int64)
    return board.with_columns(
        groups=played.cast(pl.Int64),
        single_groups=pl.when(played).then((pl.col("largest") == 1).cast(pl.Int64)),
        largest=pl.when(played).then("largest"),
        largest_groups=one,
    )
