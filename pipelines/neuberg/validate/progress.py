"""Boards and rounds in their order, where rounds and tables are known (Laws 7 and 8)."""

import polars as pl

from neuberg.validate.check import joined
from neuberg.validate.seating import HALL

_TABLE_ROUND = (*HALL, "round", "table")
#: Table-rounds that must hold one set of neighbouring boards for the movement to be taken as one of sets.
_NEARLY_ALL = 0.9
_FEW = 0.1


def out_of_order(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The lines out of their order, a row a line: `not_of_round` and `after_last_round` say how, or are null."""
    lines = plays.filter(
        pl.all_horizontal(pl.col("round", "table").is_not_null()) & (pl.col("multiplicity").fill_null(1) == 1)
    ).select("result_id", *_TABLE_ROUND, "board")
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
    size = pl.col("here").mode().max().over(HALL)
    sets = sized.with_columns(size=size, set=(pl.col("board") - 1) // size)
    usual = sets.with_columns(usual=pl.col("set").mode().min().over(_TABLE_ROUND), here_of_set=_of_set())
    kept = (pl.col("set") == pl.col("usual")).mean().over(HALL) >= _NEARLY_ALL
    stray = (pl.col("set") != pl.col("usual")) & (pl.col("here") > pl.col("here_of_set"))
    first = pl.col("usual") * pl.col("size") + 1
    expected = joined("boards ", first, " to ", first + pl.col("size") - 1)
    return usual.filter(kept & stray & (pl.col("size") > 1)).select(
        "result_id", said=joined("in round ", pl.col("round"), " at table ", pl.col("table"), ", which has ", expected)
    )


def _of_set() -> pl.Expr:
    return pl.len().over(*_TABLE_ROUND, "set")


def _after_last_round(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Results of a round that only few tables have, after the last one that most tables have."""
    rounds = lines.group_by(*HALL, "round").agg(tables=pl.col("table").n_unique())
    most = pl.col("tables") * 2 >= pl.col("tables").max().over(HALL)
    last = rounds.filter(most).group_by(HALL).agg(last=pl.col("round").max())
    late = lines.join(last, on=HALL, nulls_equal=True).filter(pl.col("round") > pl.col("last"))
    few = late.with_columns(late=pl.len().over(HALL)).join(
        lines.group_by(HALL).agg(lines=pl.len()), on=HALL, nulls_equal=True
    )
    return few.filter(pl.col("late") <= _FEW * pl.col("lines")).select(
        "result_id",
        said=joined("round ", pl.col("round"), " at table ", pl.col("table"), "; the last is ", pl.col("last")),
    )
