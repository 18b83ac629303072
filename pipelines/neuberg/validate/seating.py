"""Who sat where: contestants and boards that stand where they cannot, by section and session.

A number says who somebody is only where it is known how the section numbers its pairs. Where N-S and E-W share one
numbering (one winner, or seen to be so) pair 3 is the same pair on both sides; else it is two pairs, and only lines
of one side are compared. A line that stands for several tables says nothing of who sat at them.
"""

import polars as pl

from neuberg.validate.check import joined
from neuberg.validate.halls import numbering, sides
from neuberg.validate.seating_doubts import ENOUGH_ROUNDS, FEW, TOO_MANY, halls_in_doubt

#: Columns that may be null in a group: a deal, or a room, that is not known is one for all.
_MAY_LACK = ("deal_id", "room")
_COLUMNS = ("result_id", "board", "round", "table", "room", "deal_id", "line", "ns_pair", "ew_pair")


def misplaced(lines: pl.DataFrame, rounds: pl.DataFrame) -> pl.DataFrame:
    """The lines that cannot stand beside the others, a row a line: each column says how, or is null.

    `own_opponent, twice_on_board, two_tables, board_twice` and `crossed`. Looks only at the halls in which there may
    be such.

    Args:
        lines: as `halls.in_halls` gives them.
        rounds: the tables of each round, as `halls.table_rounds` counts them.
    """
    seated = sides(lines)
    numbered = numbering(lines, seated)
    lines = lines.with_columns(numbered["shared"].gather(lines["hall"]))
    doubts = halls_in_doubt(lines, seated, rounds, numbered)

    def of(doubt: str) -> pl.LazyFrame:
        return lines.filter(pl.col("hall").is_in(doubts[doubt].implode())).lazy()

    found = {
        "own_opponent": _own_opponents(of("own_opponent")),
        "twice_on_board": _repeated(_seats(of("twice_on_board")), ("board", "deal_id", "who")),
        "two_tables": _repeated(
            _seats(of("two_tables")).filter(_has("round", "table")), ("round", "who"), at_several="table"
        ),
        "board_twice": _repeated(
            of("board_twice").filter(_has("table")).with_columns(who=joined("table ", pl.col("table"))),
            ("room", "board", "deal_id", "who"),
        ),
        "crossed": pl.concat([_both_ways(of("both_ways")), _on_unusual_sides(of("unusual_sides"))]),
    }
    parts = [rows.select("result_id", "said", kind=pl.lit(name)) for name, rows in found.items()]
    said = {name: pl.col("said").filter(pl.col("kind") == name).first() for name in found}
    told = pl.concat(pl.collect_all(parts)) if any(halls.len() for halls in doubts.values()) else _NONE
    return told.group_by("result_id").agg(**said)


_NONE = pl.DataFrame(schema={"result_id": pl.Int64, "said": pl.String, "kind": pl.String})


def _has(*names: str) -> pl.Expr:
    return pl.all_horizontal(pl.col(name).is_not_null() for name in names)


def _seats(hall: pl.LazyFrame) -> pl.LazyFrame:
    return pl.concat([_seat(hall, "ns_pair", "N-S"), _seat(hall, "ew_pair", "E-W")])


def _seat(hall: pl.LazyFrame, side: str, called: str) -> pl.LazyFrame:
    """A row a contestant of a line; `who` has the side in it, unless the sides share a numbering."""
    who = pl.when("shared").then(joined("pair ", pl.col(side))).otherwise(joined("pair ", pl.col(side), f" {called}"))
    return hall.filter(pl.col(side).is_not_null()).select("hall", *_COLUMNS, who=who)


def _own_opponents(hall: pl.LazyFrame) -> pl.LazyFrame:
    return hall.filter(pl.col("shared") & (pl.col("ns_pair") == pl.col("ew_pair"))).select(
        "result_id", said=joined("pair ", pl.col("ns_pair"), " on both sides")
    )


def _repeated(rows: pl.LazyFrame, within: tuple[str, ...], at_several: str | None = None) -> pl.LazyFrame:
    """The lines of every group of several, within its hall; none in a hall where that is usual.

    Args:
        rows: the lines.
        within: the columns that make a group; a row without one of them, but `deal_id` or `room`, is in none.
        at_several: a column of which a group must have several values, in place of several lines.
    """
    named = rows.filter(_has(*(name for name in within if name not in _MAY_LACK)))
    groups = (
        _candidates(named, within, at_several)
        .group_by("hall", *within)
        .agg(
            pl.col("result_id"),
            holds=pl.len() > 1 if at_several is None else pl.col(at_several).n_unique() > 1,
            said=pl.concat_str(pl.lit("on lines "), pl.col("line").sort().cast(pl.String).str.join(", ")),
        )
    )
    several = groups.filter("holds").explode("result_id")
    counted = several.join(rows.group_by("hall").agg(lines=pl.len()), on="hall", how="left")
    usual = pl.len().over("hall") > (TOO_MANY * pl.col("lines")).clip(lower_bound=4)
    return (
        counted.filter(~usual)
        .select("result_id", said=joined(pl.col("who"), " ", pl.col("said")))
        .sort("result_id", "said")
    )


def _candidates(rows: pl.LazyFrame, within: tuple[str, ...], at_several: str | None) -> pl.LazyFrame:
    """The rows whose group may hold several lines or values: told by a hash, so that few need be grouped exactly."""
    hashed = rows.with_columns(_group=pl.struct("hall", *within).hash())
    if at_several is None:
        return hashed.filter(pl.col("_group").is_duplicated())
    value = pl.col(at_several).hash()
    several = hashed.group_by("_group").agg(several=value.min() != value.max()).filter("several")
    return hashed.join(several, on="_group", how="semi")


def _both_ways(hall: pl.LazyFrame) -> pl.LazyFrame:
    """The lines of a table's round in which two pairs sit the other way round than in most of its lines."""
    ordered = pl.col("ns_pair") < pl.col("ew_pair")
    table = ("hall", "round", "table", "low", "high")
    lines = hall.filter(_has("round", "table", "ns_pair", "ew_pair")).with_columns(
        low=pl.min_horizontal("ns_pair", "ew_pair"), high=pl.max_horizontal("ns_pair", "ew_pair"), ordered=ordered
    )
    usual = pl.col("ordered").cast(pl.Int8).mean().over(table)
    return (
        lines.with_columns(usual=usual)
        .filter(
            (pl.col("low") != pl.col("high"))
            & pl.when("ordered")
            .then(pl.col("usual") <= 0.5)
            .otherwise((pl.col("usual") >= 0.5) & (pl.col("usual") > 0))
            & (pl.col("usual") < 1)
        )
        .select("result_id", said=_sides())
    )


def _on_unusual_sides(hall: pl.LazyFrame) -> pl.LazyFrame:
    """The lines of a round in which both pairs sit on the side that they hardly ever have, most tables not doing so.

    Only where nearly every pair keeps its side: in a Howell a side says nothing, and in an arrow-switched round
    every table has turned.
    """
    known = hall.filter(_has("round", "ns_pair", "ew_pair"))
    sides = pl.concat(
        [
            known.select("hall", "result_id", pair="ns_pair", ns=pl.lit(1)),
            known.select("hall", "result_id", pair="ew_pair", ns=pl.lit(0)),
        ]
    )
    usual = sides.group_by("hall", "pair").agg(usual=pl.col("ns").mean(), seen=pl.len())
    rare = pl.col("usual").is_between(TOO_MANY, 1 - TOO_MANY, closed="none").mean().over("hall") > FEW
    keeping = usual.filter(~rare & (pl.col("seen") >= ENOUGH_ROUNDS)).select("hall", "pair", "usual")
    crossed = (pl.col("usual") < TOO_MANY) & (pl.col("usual_right") > 1 - TOO_MANY)
    return (
        known.join(keeping, left_on=["hall", "ns_pair"], right_on=["hall", "pair"], nulls_equal=True)
        .join(keeping, left_on=["hall", "ew_pair"], right_on=["hall", "pair"], nulls_equal=True)
        .with_columns(crossed=crossed)
        .filter((pl.col("crossed").mean().over("hall", "round") <= 0.5) & pl.col("crossed"))
        .select("result_id", said=_sides())
    )


def _sides() -> pl.Expr:
    return joined(
        "N-S ",
        pl.col("ns_pair"),
        ", E-W ",
        pl.col("ew_pair"),
        " in round ",
        pl.col("round"),
        " at table ",
        pl.col("table"),
    )
