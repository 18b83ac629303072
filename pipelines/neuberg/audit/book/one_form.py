"""The lines of boards with awards that were played in one form: what a rule takes of them is had from their scores."""

from typing import Any, NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import as_columns, kinds, numbered
from neuberg.audit.book.fields import as_ranked, had_back
from neuberg.audit.book.pieces import rows_at
from neuberg.audit.book.seated import Kinds, side_kinds
from neuberg.audit.rule import OF_BOARD
from neuberg.rules import Profile
from neuberg.score.arithmetic import award_units
from neuberg.score.packed import Integers

_AWARDS = ("ns_award", "ew_award")
_NUMS = ("ns_num", "ew_num")
#: What is taken of the lines as they are scored.
_TAKEN = ("n", "top", "den", *_NUMS, *_AWARDS, "multiplicity")
#: What sides are made of, and where their lines are found.
NARROW: dict[str, Any] = {
    **dict.fromkeys(
        ("line_no", "event_id", "result_id", "n", "n1", "unit", "ns_s", "ew_s", "ns_s1", "ew_s1"), pl.Int64
    ),
    **dict.fromkeys(_AWARDS, pl.Float64),
    **dict.fromkeys(("ns_session", "ew_session", *OF_BOARD), pl.Int64),
}


class Shape(NamedTuple):
    """Boards and their lines: of each board N, E and the tables of its session; of each line its board."""

    field: Integers
    most: Integers
    with_sit_out: Integers
    board: Integers


def one_form(lines: pl.DataFrame, shape: Shape, there: Integers, profile: Profile) -> Kinds:
    """The sides of some lines by kind.

    Args:
        lines: all lines, as they are scored under the profile.
        shape: of all boards.
        there: the places of the lines that are asked for: whole boards, each played in one form, or not at all.
        profile: one of those that `fields.is_ranked_under` names.
    """
    rows = rows_at(lines.select(_TAKEN), there)
    wanted, place = numbered(shape.board[there])
    boards = _boards(rows, place, wanted, shape)
    first, kind = _kinds(rows, kinds(as_columns(boards))[1][place])
    own = pl.concat([lines.select("event_id", "result_id", "field")[there[first]], rows[first]], how="horizontal")
    own = as_ranked(own, profile).with_columns(line_no=pl.Series(there[first]))
    own = own.select("line_no", "event_id", "result_id", pl.col("n").cast(pl.Int64), *_AWARDS, **had_back())
    own = own.with_columns(n1="n", ns_s1="ns_s", ew_s1="ew_s").hstack(boards[place[first]])
    sides = side_kinds(own.select(*NARROW), shape.board)
    return Kinds(sides.rows, there, sides.ns[kind], sides.ew[kind])


def _kinds(rows: pl.DataFrame, board: Integers) -> tuple[Integers, Integers]:
    """The place of the first of each kind of line, and each line's kind, from the kind of its board."""
    in_group = rows["n"].is_not_null().to_numpy()
    units = rows.select(award_units(pl.col(name)).alias(name) for name in _AWARDS)
    firsts, kind, known = [], np.empty(board.size, np.int64), 0
    # Those in a group have the board's own n, and numerators far below those of awards, which have no denominator.
    for there, names in ((np.flatnonzero(in_group), ("den", *_NUMS)), (np.flatnonzero(~in_group), ("top", *_NUMS))):
        own = rows_at(rows.select(names).hstack(units), there)
        first, alike = kinds([board[there], *as_columns(own)])
        firsts.append(there[first])
        kind[there] = known + alike
        known += first.size
    return np.concatenate(firsts), kind


def _boards(rows: pl.DataFrame, place: Integers, wanted: Integers, shape: Shape) -> pl.DataFrame:
    """A row a wanted board: what is the same for all its lines."""
    count, n = (rows[name].fill_null(value).to_numpy() for name, value in (("multiplicity", 1), ("n", 0)))
    compared, tables = (np.bincount(place, part, wanted.size).astype(np.int64) for part in (count * (n > 0), count))
    largest = np.zeros(wanted.size, np.int64)
    in_group = np.flatnonzero(n)
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
    ).select(OF_BOARD)
