"""Boards and rounds in their order, where rounds and tables are known (Laws 7 and 8)."""

import polars as pl

from neuberg.validate.check import joined

_TABLE_ROUND = ("hall", "round", "table")
#: Table-rounds that must hold one set of neighbouring boards for the movement to be taken as one of sets.
_NEARLY_ALL = 0.9
_FEW = 0.1


def out_of_order(seated: pl.LazyFrame) -> pl.LazyFrame:
    """The lines out of their order, a row a line: `not_of_round` and `after_last_round` say how, or are null.

    Takes the lines as `seating.in_halls` numbers their halls.
    """
    known = pl.all_horizontal(pl.col("round", "table").is_not_null())
    lines = seated.filter(known).select("result_id", *_TABLE_ROUND, "board")
    parts = [_not_of_round(lines).with_columns(kind=pl.lit("not_of_round"))]
    parts.append(_after_last_round(lines).with_columns(kind=pl.lit("after_last_round")))
    return (
        pl.concat(parts)
        .group_by("result_id")
        .agg(
            pl.col("said").filter(pl.col("kind") == name).first().alias(name)
            for name in ("not_of_round", "after_last_round")
        )
    )


def _not_of_round(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Boards that a table has in a round, though they are not of the set that it plays then.

    A set is as many neighbouring boards as most tables have in a round; a section in which tables do not keep to such
    sets is not judged. A board played late or at another table's place, and a wrong number, look the same.
    """
    sized = lines.with_columns(here=pl.len().over(_TABLE_ROUND))
    size = pl.col("here").mode().max().over("hall")
    sets = sized.with_columns(size=size, set=(pl.col("board") - 1) // size, hall_lines=pl.len().over("hall"))
    # The sets of a table that has boards of several: nearly none, and only there is the usual one to be looked for.
    several = sets.filter(pl.col("set").min().over(_TABLE_ROUND) != pl.col("set").max().over(_TABLE_ROUND))
    told = several.with_columns(usual=pl.col("set").mode().min().over(_TABLE_ROUND), here_of_set=_of_set())
    unusual = told.filter(pl.col("set") != pl.col("usual"))
    kept = (pl.col("hall_lines") - pl.len().over("hall")) / pl.col("hall_lines") >= _NEARLY_ALL
    stray = pl.col("here") > pl.col("here_of_set")
    first = pl.col("usual") * pl.col("size") + 1
    expected = joined("boards ", first, " to ", first + pl.col("size") - 1)
    return unusual.filter(kept & stray & (pl.col("size") > 1)).select(
        "result_id", said=joined("in round ", pl.col("round"), " at table ", pl.col("table"), ", which has ", expected)
    )


def _of_set() -> pl.Expr:
    return pl.len().over(*_TABLE_ROUND, "set")


def _after_last_round(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Results of a round that only few tables have, after the last one that most tables have."""
    rounds = lines.group_by("hall", "round").agg(tables=pl.col("table").n_unique())
    most = pl.col("tables") * 2 >= pl.col("tables").max().over("hall")
    last = rounds.filter(most).group_by("hall").agg(last=pl.col("round").max())
    late = lines.join(last, on="hall").filter(pl.col("round") > pl.col("last"))
    few = late.with_columns(late=pl.len().over("hall")).join(lines.group_by("hall").agg(lines=pl.len()), on="hall")
    return few.filter(pl.col("late") <= _FEW * pl.col("lines")).select(
        "result_id",
        said=joined("round ", pl.col("round"), " at table ", pl.col("table"), "; the last is ", pl.col("last")),
    )
