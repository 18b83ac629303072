"""The halls in which a contestant or a board may stand where it cannot: told by numbers, in one look at each line.

Every line that a rule of `seating` finds is in a hall that is told here; most halls are not, and are looked at no
further. What makes a group is told by a hash, so that a hall may be told for nothing, and never missed.
"""

from collections.abc import Mapping

import polars as pl

#: Repetitions in more of a hall's lines than this are how it numbers its pairs or boards, not faults.
TOO_MANY = 0.25
FEW = 0.1
#: From so many lines on it is said that a pair keeps its side.
ENOUGH_ROUNDS = 4


def halls_in_doubt(lines: pl.DataFrame, seated: pl.DataFrame, halls: pl.DataFrame) -> Mapping[str, pl.Series]:
    """For each rule the numbers of the halls in which it may find something.

    Args:
        lines: as `halls.in_halls` gives them, with `shared`, whether their hall's sides share one numbering.
        seated: the labels of each hall, as `halls.sides` counts them.
        halls: the halls, as `halls.numbering` knows them.
    """
    at_table = lines if lines["table"].null_count() == 0 else lines.filter(pl.col("table").is_not_null())
    in_rounds = at_table if at_table["round"].null_count() == 0 else at_table.filter(pl.col("round").is_not_null())
    # Two pairs can only have changed sides where a label stands on both.
    twofold = in_rounds.filter(pl.col("hall").is_in(halls.filter("either")["hall"].implode()))
    own = lines.select(pl.col("hall").filter(pl.col("shared") & (pl.col("ns_pair") == pl.col("ew_pair"))))
    return {
        "own_opponent": own["hall"].unique(),
        "twice_on_board": _crowded(_by_contestant(lines, "board", "deal_id")),
        "two_tables": _at_several(_by_contestant(in_rounds, "round"), "table"),
        "board_twice": _crowded([_keyed(at_table, "hall", "room", "board", "deal_id", "table")]),
        "both_ways": _at_several([_both_orders(twofold)], "ordered"),
        "unusual_sides": _unusual(seated),
    }


def _keyed(lines: pl.DataFrame, *key: str | pl.Expr) -> pl.DataFrame:
    """The lines' halls and tables with the hash of some columns: `key`."""
    return lines.select("hall", "table", key=pl.struct(*key).hash())


def _by_contestant(lines: pl.DataFrame, *key: str) -> list[pl.DataFrame]:
    """The lines' keys with each side's contestant; in a shared numbering a label is the same on both sides."""
    parts = []
    for side, is_apart in (("ns_pair", pl.lit(value=False)), ("ew_pair", ~pl.col("shared"))):
        known = lines if lines[side].null_count() == 0 else lines.filter(pl.col(side).is_not_null())
        parts.append(_keyed(known, "hall", pl.col(side).alias("pair"), is_apart.alias("apart"), *key))
    return parts


def _crowded(parts: list[pl.DataFrame]) -> pl.Series:
    """The halls in which a key stands more than once."""
    keys = pl.concat([part["key"] for part in parts]).sort()
    several = keys.filter(keys == keys.shift()).implode()
    if several.list.len().item() == 0:
        return pl.Series(dtype=pl.UInt32)
    return pl.concat([part.filter(pl.col("key").is_in(several))["hall"] for part in parts]).unique()


def _at_several(parts: list[pl.DataFrame], value: str) -> pl.Series:
    """The halls in which a key stands with several values of a column."""
    hashed = pl.concat([part.select("hall", "key", value=pl.col(value).hash()) for part in parts])
    groups = hashed.group_by("key").agg(pl.col("hall").first(), least=pl.col("value").min(), most=pl.col("value").max())
    return groups.filter(pl.col("least") != pl.col("most"))["hall"].unique()


def _both_orders(lines: pl.DataFrame) -> pl.DataFrame:
    """The keys of a table's round and the two pairs at it, and which of them is N-S: `ordered`."""
    known = lines.filter(pl.all_horizontal(pl.col("ns_pair", "ew_pair").is_not_null()))
    pairs = known.select("hall", "round", "table", ns=pl.col("ns_pair").hash(), ew=pl.col("ew_pair").hash())
    low, high = pl.min_horizontal("ns", "ew").alias("low"), pl.max_horizontal("ns", "ew").alias("high")
    return pairs.select(
        "hall", key=pl.struct("hall", "round", "table", low, high).hash(), ordered=pl.col("ns") < pl.col("ew")
    )


def _unusual(seated: pl.DataFrame) -> pl.Series:
    """The halls in which nearly every pair keeps its side, and one sat on the side that it hardly ever has."""
    ns, known = pl.col("ns_known"), pl.col("ns_known") + pl.col("ew_known")
    usual = seated.filter(known > 0).select("hall", usual=ns / known, seen=known)
    between = pl.col("usual").is_between(TOO_MANY, 1 - TOO_MANY, closed="none").mean().over("hall")
    seldom = (pl.col("usual") > 0) & (pl.col("usual") < TOO_MANY) & (pl.col("seen") >= ENOUGH_ROUNDS)
    return usual.filter((between <= FEW) & seldom)["hall"].unique()
