"""Boards and rounds in their order, where rounds and tables are known (Laws 7 and 8)."""

import polars as pl

from neuberg.validate.check import joined
from neuberg.validate.halls import where_known

_TABLE_ROUND = ("hall", "round", "table")
#: Table-rounds that must hold one set of neighbouring boards for the movement to be taken as one of sets.
_NEARLY_ALL = 0.9
_FEW = 0.1


def out_of_order(seated: pl.DataFrame, rounds: pl.DataFrame) -> pl.DataFrame:
    """The lines out of their order, a row a line: `not_of_round` and `after_last_round` say how, or are null.

    Looks only at the halls in which there may be such.

    Args:
        seated: the lines as `halls.in_halls` gives them.
        rounds: the tables of each round, as `halls.table_rounds` counts them.
    """
    lines = where_known(seated, "round", "table").select("result_id", *_TABLE_ROUND, "board")
    found = {
        "not_of_round": _not_of_round(_of(lines, _halls_of_several_sets(rounds))),
        "after_last_round": _after_last_round(_of(lines, _halls_of_uneven_rounds(rounds))),
    }
    parts = [rows.with_columns(kind=pl.lit(name)) for name, rows in found.items()]
    said = {name: pl.col("said").filter(pl.col("kind") == name).first() for name in found}
    return pl.concat(pl.collect_all(parts)).group_by("result_id").agg(**said)


def _of(lines: pl.DataFrame, halls: pl.Series) -> pl.LazyFrame:
    return lines.filter(pl.col("hall").is_in(halls.implode())).lazy()


def _halls_of_several_sets(rounds: pl.DataFrame) -> pl.Series:
    """The halls in which a table has boards of several sets in a round."""
    sizes = rounds.group_by("hall", "here").agg(lines=pl.col("here").sum())
    largest = sizes.sort("hall", "lines", "here").group_by("hall", maintain_order=True).agg(size=pl.col("here").last())
    sets = rounds.join(largest, on="hall").filter(pl.col("size") > 1)
    several = (pl.col("least_board") - 1) // pl.col("size") != (pl.col("most_board") - 1) // pl.col("size")
    return sets.filter(several)["hall"].unique()


def _halls_of_uneven_rounds(rounds: pl.DataFrame) -> pl.Series:
    """The halls whose last round has less than half of the tables of another."""
    tables = rounds.group_by("hall", "round").agg(tables=pl.len())
    last = (
        tables.sort("hall", "round")
        .group_by("hall", maintain_order=True)
        .agg(last=pl.col("tables").last(), most=pl.col("tables").max())
    )
    return last.filter(pl.col("last") * 2 < pl.col("most"))["hall"]


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
