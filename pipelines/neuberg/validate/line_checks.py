"""Checks of a traveller line beside the others of its section: who sat where, and in which round."""

import polars as pl

from neuberg.validate.check import Check, Suite, Tables, column, text
from neuberg.validate.progress import out_of_order
from neuberg.validate.score_checks import RESULT_CHECKS, impossible, with_leader, with_possible
from neuberg.validate.seating import in_halls, misplaced


def lines(tables: Tables) -> pl.LazyFrame:
    """The traveller lines, with their leader's hand and how they do not go with the others."""
    # Collected: two plans that each read all lines several times would be worked out within each other.
    seated = in_halls(tables.plays).collect().lazy()
    found = (misplaced(seated), out_of_order(seated), impossible(tables.plays))
    apart = [part.collect(engine="streaming").lazy() for part in found]
    joined_lines = tables.plays.pipe(with_possible).pipe(with_leader)
    for part in apart:
        joined_lines = joined_lines.join(part, on="result_id", how="left", maintain_order="left")
    return joined_lines


def _said(name: str, meaning: str, severity: str, law: str | None, where: str, expected: str) -> Check:
    """A check that fails where a column says how."""
    return Check(name, meaning, severity, law, lambda: pl.col(where).is_not_null(), column(where), text(expected))


_SEAT_CHECKS = (
    _said(
        "pair_plays_itself",
        "a pair has both directions of a line",
        "error",
        None,
        "own_opponent",
        "another pair",
    ),
    _said(
        "pair_twice_on_board",
        "a pair stands in several lines of a board",
        "error",
        None,
        "twice_on_board",
        "each board once",
    ),
    _said(
        "pair_at_two_tables",
        "a pair stands at several tables in a round",
        "error",
        None,
        "two_tables",
        "one table a round",
    ),
    _said(
        "board_twice_at_table",
        "a table has a board in several lines",
        "warning",
        None,
        "board_twice",
        "each board once",
    ),
    _said(
        "directions_crossed",
        "the pairs sit the other way round than on the table's other boards, or than they do in other rounds while "
        "most tables have not turned",
        "warning",
        None,
        "crossed",
        "the usual sides",
    ),
    _said(
        "board_not_of_round",
        "a table has a board in a round that is not of its set: played out of its turn, postponed, or misnumbered",
        "warning",
        "Law 8",
        "not_of_round",
        "a board of the table's set",
    ),
    _said(
        "after_last_round",
        "a result is of a round after the last that most tables have",
        "warning",
        "Law 8",
        "after_last_round",
        "a round of the session",
    ),
)

RESULTS = Suite(
    "results",
    "a traveller line",
    ("result_id", "event_id", "board", "line"),
    lines,
    (*RESULT_CHECKS, *_SEAT_CHECKS),
)
