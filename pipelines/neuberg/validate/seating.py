"""Who sat where: contestants and boards that stand where they cannot, by section and session.

A number says who somebody is only where it is known how the section numbers its pairs. Where N-S and E-W share one
numbering (one winner, or seen to be so) pair 3 is the same pair on both sides; else it is two pairs, and only lines
of one side are compared. A line that stands for several tables says nothing of who sat at them.
"""

import polars as pl

from neuberg.validate.check import joined

#: Where lines are of one room full of players: a section, or in teams a match.
HALL = ("event_id", "session", "section", "scored_with")
#: A numbering is taken as shared, where the file does not say so, from this many lines on.
_ENOUGH_LINES = 20
_FEW = 0.1
#: Repetitions in more of a hall's lines than this are how it numbers its pairs or boards, not faults.
_TOO_MANY = 0.25
_COLUMNS = ("result_id", "board", "round", "table", "room", "deal_id", "line", "ns_pair", "ew_pair")


def misplaced(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The lines that cannot stand beside the others, a row a line: each column says how, or is null.

    `own_opponent, twice_on_board, two_tables, board_twice` and `crossed`.
    """
    single = plays.filter(pl.col("multiplicity").fill_null(1) == 1)
    hall = single.select(*HALL, *_COLUMNS, "winners").with_columns(
        _when_person(side) for side in ("ns_pair", "ew_pair")
    )
    numbered = hall.join(_numbering(hall), on=HALL, how="left", nulls_equal=True)
    seats = pl.concat([_seat(numbered, "ns_pair", "N-S"), _seat(numbered, "ew_pair", "E-W")])
    at_tables = hall.filter(pl.col("table").is_not_null())
    in_rounds = seats.filter(pl.all_horizontal(pl.col("round", "table").is_not_null()))
    found = {
        "own_opponent": _own_opponents(numbered),
        "twice_on_board": _repeated(seats, ("board", "deal_id", "who"), pl.len() > 1),
        "two_tables": _repeated(in_rounds, ("round", "who"), pl.col("table").n_unique() > 1),
        "board_twice": _repeated(
            at_tables.with_columns(who=_at_table()), ("room", "board", "deal_id", "who"), pl.len() > 1
        ),
        "crossed": pl.concat([_both_ways(hall), _on_unusual_sides(hall)]),
    }
    parts = [rows.select("result_id", "said", kind=pl.lit(name)) for name, rows in found.items()]
    return (
        pl.concat(parts)
        .group_by("result_id")
        .agg(pl.col("said").filter(pl.col("kind") == name).first().alias(name) for name in found)
    )


def _when_person(side: str) -> pl.Expr:
    """The contestant's label; null where it cannot be one, as two players of one name (robots, unknown ones)."""
    names = pl.col(side).str.split(" - ")
    return pl.when((names.list.len() != 2) | (names.list.first() != names.list.last())).then(pl.col(side)).alias(side)


def _numbering(hall: pl.LazyFrame) -> pl.LazyFrame:
    """For each hall whether N-S and E-W share one numbering: `shared`; false where that is not known."""
    of_board = hall.group_by(*HALL, "board").agg(
        winners=pl.col("winners").first(),
        lines=pl.len(),
        ns=pl.col("ns_pair").drop_nulls().unique(),
        ew=pl.col("ew_pair").drop_nulls().unique(),
    )
    both = pl.col("ns").list.set_intersection("ew").list.len()
    of_hall = (
        of_board.with_columns(both=both)
        .group_by(HALL)
        .agg(pl.col("winners").first(), pl.col("lines", "both").sum(), pl.col("ns", "ew").list.explode().unique())
    )
    either = pl.col("ns").list.set_intersection("ew").list.len() > 0
    seen = (pl.col("lines") >= _ENOUGH_LINES) & either & (pl.col("both") <= _FEW * pl.col("lines"))
    named = pl.col("ns").list.eval(pl.element().str.contains(" - ", literal=True)).list.all() & (
        pl.col("ns").list.len() > 0
    )
    return of_hall.select(*HALL, shared=(pl.col("winners") == 1).fill_null(seen) | named)


def _seat(hall: pl.LazyFrame, side: str, called: str) -> pl.LazyFrame:
    """A row a contestant of a line; `who` has the side in it, unless the sides share a numbering."""
    who = pl.when("shared").then(joined("pair ", pl.col(side))).otherwise(joined("pair ", pl.col(side), f" {called}"))
    return hall.filter(pl.col(side).is_not_null()).select(*HALL, *_COLUMNS, who=who)


def _at_table() -> pl.Expr:
    return joined("table ", pl.col("table"))


def _own_opponents(hall: pl.LazyFrame) -> pl.LazyFrame:
    return hall.filter(pl.col("shared") & (pl.col("ns_pair") == pl.col("ew_pair"))).select(
        "result_id", said=joined("pair ", pl.col("ns_pair"), " on both sides")
    )


def _repeated(rows: pl.LazyFrame, within: tuple[str, ...], holds: pl.Expr) -> pl.LazyFrame:
    """The lines of every group, within its hall, of which the condition holds; none in a hall where that is usual."""
    columns = dict.fromkeys((*HALL, *within, "result_id", "table", "line"))
    lines = rows.select(*columns, _lines=pl.len().over(HALL)).filter(
        pl.all_horizontal(pl.col(name).is_not_null() for name in within if name not in ("deal_id", "room"))
    )
    places = pl.col("line").sort().cast(pl.String)
    groups = lines.group_by(*HALL, *within).agg(
        pl.col("result_id"),
        pl.col("_lines").first(),
        holds=holds,
        said=pl.concat_str(pl.lit("on lines "), places.str.join(", ")),
    )
    several = groups.filter("holds").explode("result_id")
    usual = pl.len().over(HALL) > (_TOO_MANY * pl.col("_lines")).clip(lower_bound=4)
    return (
        several.filter(~usual)
        .select("result_id", said=joined(pl.col("who"), " ", pl.col("said")))
        .sort("result_id", "said")
    )


def _both_ways(hall: pl.LazyFrame) -> pl.LazyFrame:
    """The lines of a table's round in which two pairs sit the other way round than in most of its lines."""
    ordered = pl.col("ns_pair") < pl.col("ew_pair")
    table = (*HALL, "round", "table", "low", "high")
    lines = hall.filter(pl.all_horizontal(pl.col("round", "table", "ns_pair", "ew_pair").is_not_null())).with_columns(
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
    known = hall.filter(pl.all_horizontal(pl.col("round", "ns_pair", "ew_pair").is_not_null()))
    sides = pl.concat(
        [
            known.select(*HALL, "result_id", pair="ns_pair", ns=pl.lit(1)),
            known.select(*HALL, "result_id", pair="ew_pair", ns=pl.lit(0)),
        ]
    )
    usual = sides.group_by(*HALL, "pair").agg(usual=pl.col("ns").mean(), seen=pl.len())
    rare = pl.col("usual").is_between(_TOO_MANY, 1 - _TOO_MANY, closed="none").mean().over(HALL) > _FEW
    keeping = usual.filter(~rare & (pl.col("seen") >= 4)).select(*HALL, "pair", "usual")
    crossed = (pl.col("usual") < _TOO_MANY) & (pl.col("usual_right") > 1 - _TOO_MANY)
    return (
        known.join(keeping, left_on=[*HALL, "ns_pair"], right_on=[*HALL, "pair"], nulls_equal=True)
        .join(keeping, left_on=[*HALL, "ew_pair"], right_on=[*HALL, "pair"], nulls_equal=True)
        .with_columns(crossed=crossed)
        .filter((pl.col("crossed").mean().over(*HALL, "round") <= 0.5) & pl.col("crossed"))
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
