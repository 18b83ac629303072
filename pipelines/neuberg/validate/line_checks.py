"""Checks of a traveller line beside the others of its section: who sat where, and in which round."""

import polars as pl

from neuberg.validate.check import Check, Suite, Tables, column, text
from neuberg.validate.halls import in_halls, table_rounds
from neuberg.validate.leads import with_doubted_lead, with_leader
from neuberg.validate.progress import out_of_order
from neuberg.validate.score_checks import RESULT_CHECKS, is_plain, with_impossible, with_possible
from neuberg.validate.seating import misplaced


def lines(tables: Tables) -> pl.LazyFrame:
    """The traveller lines with how they do not go with the others, and `plain` where their score is right."""
    plays = tables.plays.collect()
    seated = in_halls(plays)
    rounds = table_rounds(seated)
    for found in (misplaced(seated, rounds), out_of_order(seated, rounds)):
        plays = _beside(plays, found)
    plain = is_plain(by_number=plays["vulnerable"].null_count() > 0)
    return plays.pipe(with_doubted_lead).lazy().with_columns(plain=plain)


def _beside(plays: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """The lines with the columns that were found of a few of them."""
    names = found.columns[1:]
    if found.is_empty():
        return plays.with_columns(pl.lit(None, dtype=found.schema[name]).alias(name) for name in names)
    at = plays.select(pl.col("result_id").is_in(found["result_id"].implode()).arg_true()).to_series()
    told = plays.select("result_id")[at].join(found, on="result_id", how="left", maintain_order="left")
    place = pl.repeat(None, plays.height, eager=True, dtype=pl.UInt32).scatter(at, pl.int_range(at.len(), eager=True))
    return plays.with_columns(told[name].gather(place) for name in names)


def _is_sound() -> pl.Expr:
    unsaid = pl.all_horizontal(pl.col(where).is_null() for where in _SAID)
    return pl.col("plain") & ~pl.col("doubted") & unsaid


def _closely(_tables: Tables, rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.pipe(with_possible).collect().pipe(with_impossible).lazy().pipe(with_leader)


#: Columns that are null but where a line does not go with the others.
_SAID = ("own_opponent", "twice_on_board", "two_tables", "board_twice", "crossed", "not_of_round", "after_last_round")


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
    _is_sound,
    _closely,
)
