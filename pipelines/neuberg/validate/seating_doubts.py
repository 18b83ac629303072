"""The halls in which a contestant or a board may stand where it cannot: told by numbers, in one look at each line.

Every line that a rule of `seating` finds is in a hall that is told here; most halls are not, and are looked at no
further. Groups are told by hashes of 64 bits: the rules themselves decide by what stands in the lines.
"""

from collections.abc import Mapping

import polars as pl

from neuberg.validate.halls import where_known

#: Repetitions in more of a hall's lines than this are how it numbers its pairs or boards, not faults.
TOO_MANY = 0.25
FEW = 0.1
#: From so many lines on it is said that a pair keeps its side.
ENOUGH_ROUNDS = 4


def halls_in_doubt(
    lines: pl.DataFrame, seated: pl.DataFrame, rounds: pl.DataFrame, halls: pl.DataFrame
) -> Mapping[str, pl.Series]:
    """For each rule the numbers of the halls in which it may find something.

    Args:
        lines: as `halls.in_halls` gives them, with `shared`, whether their hall's sides share one numbering.
        seated: the labels of each hall, as `halls.sides` counts them.
        rounds: the tables of each round, as `halls.table_rounds` counts them.
        halls: the halls, as `halls.numbering` knows them.
    """
    at_table = where_known(lines, "table")
    # Two pairs can only have changed sides where a label stands on both.
    twofold = lines.filter(pl.col("hall").is_in(halls.filter("either")["hall"].implode()))
    own = lines.select(pl.col("hall").filter(pl.col("shared") & (pl.col("ns_pair") == pl.col("ew_pair"))))
    return {
        "own_opponent": own["hall"].unique(),
        "twice_on_board": _crowded(_by_contestant(lines, "ns_pair", "ew_pair", "board", "deal_id")),
        "two_tables": _at_two_tables(lines, rounds.with_columns(halls["shared"].gather(rounds["hall"]))),
        "board_twice": _crowded([_keyed(at_table, "hall", "room", "board", "deal_id", "table")]),
        "both_ways": _in_both_orders(where_known(twofold, "round", "table", "ns_pair", "ew_pair")),
        "unusual_sides": _unusual(seated),
    }


def _keyed(lines: pl.DataFrame, *key: str | pl.Expr, **others: pl.Expr) -> pl.DataFrame:
    """The lines' halls with the hash of some columns: `key`."""
    return lines.select("hall", key=pl.struct(*key).hash(), **others)


def _by_contestant(lines: pl.DataFrame, ns: str, ew: str, *key: str, **others: pl.Expr) -> list[pl.DataFrame]:
    """The lines' keys with each side's contestant; in a shared numbering a label is the same on both sides."""
    is_apart = {ns: pl.lit(value=False), ew: ~pl.col("shared")}
    return [
        _keyed(where_known(lines, side), "hall", pl.col(side).alias("pair"), apart.alias("apart"), *key, **others)
        for side, apart in is_apart.items()
    ]


def _crowded(parts: list[pl.DataFrame]) -> pl.Series:
    """The halls in which a key stands more than once."""
    keys = pl.concat([part["key"] for part in parts]).sort()
    several = keys.filter(keys == keys.shift())
    if several.is_empty():
        return pl.Series(dtype=pl.UInt32)
    return pl.concat([part.filter(pl.col("key").is_in(several.implode()))["hall"] for part in parts]).unique()


def _at_two_tables(lines: pl.DataFrame, rounds: pl.DataFrame) -> pl.Series:
    """The halls in which a contestant is at several tables of a round: told by the tables, whose pairs mostly stay."""
    changing = (pl.col("least_ns") != pl.col("most_ns")) | (pl.col("least_ew") != pl.col("most_ew"))
    moved = rounds.filter(changing)["hall"].unique().implode()
    steady = _crowded(_by_contestant(rounds, "least_ns", "least_ew", "round"))
    of_moved = where_known(lines.filter(pl.col("hall").is_in(moved)), "round", "table")
    table = pl.col("table").hash()
    seats = pl.concat(_by_contestant(of_moved, "ns_pair", "ew_pair", "round", value=table))
    groups = seats.group_by("key").agg(pl.col("hall").first(), several=pl.col("value").min() != pl.col("value").max())
    return pl.concat([steady, groups.filter("several")["hall"]]).unique()


def _in_both_orders(lines: pl.DataFrame) -> pl.Series:
    """The halls in which two pairs sit both ways at a table of a round."""
    pairs = lines.select("hall", "round", "table", ns=pl.col("ns_pair").hash(), ew=pl.col("ew_pair").hash())
    low, high = pl.min_horizontal("ns", "ew").alias("low"), pl.max_horizontal("ns", "ew").alias("high")
    key = pl.struct("hall", "round", "table", low, high).hash()
    ordered = pl.col("ordered")
    return (
        pairs.select("hall", key=key, ordered=pl.col("ns") < pl.col("ew"))
        .group_by("key")
        .agg(pl.col("hall").first(), both=ordered.any() & ~ordered.all())
        .filter("both")["hall"]
        .unique()
    )


def _unusual(seated: pl.DataFrame) -> pl.Series:
    """The halls in which nearly every pair keeps its side, and one sat on the side that it hardly ever has."""
    ns, known = pl.col("ns_known"), pl.col("ns_known") + pl.col("ew_known")
    usual = seated.filter(known > 0).select("hall", usual=ns / known, seen=known)
    between = pl.col("usual").is_between(TOO_MANY, 1 - TOO_MANY, closed="none").mean().over("hall")
    seldom = (pl.col("usual") > 0) & (pl.col("usual") < TOO_MANY) & (pl.col("seen") >= ENOUGH_ROUNDS)
    return usual.filter((between <= FEW) & seldom)["hall"].unique()
