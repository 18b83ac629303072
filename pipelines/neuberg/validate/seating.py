"""Who sat where: contestants and boards that stand where they cannot, by section and session.

A number says who somebody is only where it is known how the section numbers its pairs. Where N-S and E-W share one
numbering (one winner, or seen to be so) pair 3 is the same pair on both sides; else it is two pairs, and only lines
of one side are compared. A line that stands for several tables says nothing of who sat at them.
"""

import polars as pl

from neuberg.validate.check import joined

#: Where lines are of one room full of players: a section, or in teams a match.
_HALL = ("event_id", "session", "section", "scored_with")
#: A numbering is taken as shared, where the file does not say so, from this many lines on.
_ENOUGH_LINES = 20
_FEW = 0.1
#: Repetitions in more of a hall's lines than this are how it numbers its pairs or boards, not faults.
_TOO_MANY = 0.25
#: Columns that may be null in a group: a deal, or a room, that is not known is one for all.
_MAY_LACK = ("deal_id", "room")
_COLUMNS = ("result_id", "board", "round", "table", "room", "deal_id", "line", "ns_pair", "ew_pair")


def misplaced(seated: pl.LazyFrame) -> pl.LazyFrame:
    """The lines that cannot stand beside the others, a row a line: each column says how, or is null.

    `own_opponent, twice_on_board, two_tables, board_twice` and `crossed`. Takes the lines as `in_halls` gives them.
    """
    lines = seated.with_columns(_when_person(side) for side in ("ns_pair", "ew_pair"))
    # Collected: every rule below reads these lines, and a plan that is read twice is worked out twice.
    hall = lines.join(_numbering(lines), on="hall", how="left").collect().lazy()
    seats = pl.concat([_seat(hall, "ns_pair", "N-S"), _seat(hall, "ew_pair", "E-W")]).collect().lazy()
    at_tables = hall.filter(pl.col("table").is_not_null())
    in_rounds = seats.filter(pl.all_horizontal(pl.col("round", "table").is_not_null()))
    found = {
        "own_opponent": _own_opponents(hall),
        "twice_on_board": _repeated(seats, ("board", "deal_id", "who")),
        "two_tables": _repeated(in_rounds, ("round", "who"), at_several="table"),
        "board_twice": _repeated(at_tables.with_columns(who=_at_table()), ("room", "board", "deal_id", "who")),
        "crossed": pl.concat([_both_ways(hall), _on_unusual_sides(hall)]),
    }
    parts = [rows.select("result_id", "said", kind=pl.lit(name)) for name, rows in found.items()]
    return (
        pl.concat(parts)
        .group_by("result_id")
        .agg(pl.col("said").filter(pl.col("kind") == name).first().alias(name) for name in found)
    )


def in_halls(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The lines of one table each with what is known of who sat where, and `hall`, the number of their hall."""
    single = plays.filter(pl.col("multiplicity").fill_null(1) == 1).select(*_HALL, *_COLUMNS, "winners")
    halls = single.select(_HALL).unique().with_row_index("hall")
    return single.join(halls, on=_HALL, how="left", nulls_equal=True, maintain_order="left").drop(_HALL)


def _when_person(side: str) -> pl.Expr:
    """The contestant's label; null where it cannot be one, as two players of one name (robots, unknown ones)."""
    names = pl.col(side).str.split(" - ")
    return pl.when((names.list.len() != 2) | (names.list.first() != names.list.last())).then(pl.col(side)).alias(side)


def _numbering(lines: pl.LazyFrame) -> pl.LazyFrame:
    """For each hall whether N-S and E-W share one numbering: `shared`; false where that is not known."""
    halls = lines.group_by("hall").agg(
        pl.col("winners").first(),
        lines=pl.len(),
        ns=pl.col("ns_pair").drop_nulls().unique(),
        ew=pl.col("ew_pair").drop_nulls().unique(),
    )
    either = pl.col("ns").list.set_intersection("ew").list.len() > 0
    named = pl.col("ns").list.eval(pl.element().str.contains(" - ", literal=True)).list.all() & (
        pl.col("ns").list.len() > 0
    )
    told = halls.select("hall", "winners", "lines", either=either, named=named).collect().lazy()
    both = _on_both_sides(lines.join(told.filter("either"), on="hall", how="semi"))
    seen = (
        (pl.col("lines") >= _ENOUGH_LINES) & pl.col("either") & (pl.col("both").fill_null(0) <= _FEW * pl.col("lines"))
    )
    return told.join(both, on="hall", how="left").select(
        "hall", shared=(pl.col("winners") == 1).fill_null(seen) | pl.col("named")
    )


def _on_both_sides(lines: pl.LazyFrame) -> pl.LazyFrame:
    """How often a label stands on both sides of one board, over the boards of each hall: `both`."""
    sides = [lines.select("hall", "board", pair=side, ns=pl.lit(side == "ns_pair")) for side in ("ns_pair", "ew_pair")]
    labels = pl.concat(sides).filter(pl.col("pair").is_not_null())
    of_board = labels.group_by("hall", "board", "pair").agg(both=pl.col("ns").any() & ~pl.col("ns").all())
    return of_board.group_by("hall").agg(pl.col("both").sum())


def _seat(hall: pl.LazyFrame, side: str, called: str) -> pl.LazyFrame:
    """A row a contestant of a line; `who` has the side in it, unless the sides share a numbering."""
    who = pl.when("shared").then(joined("pair ", pl.col(side))).otherwise(joined("pair ", pl.col(side), f" {called}"))
    return hall.filter(pl.col(side).is_not_null()).select("hall", *_COLUMNS, who=who)


def _at_table() -> pl.Expr:
    return joined("table ", pl.col("table"))


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
    named = rows.filter(pl.all_horizontal(pl.col(name).is_not_null() for name in within if name not in _MAY_LACK))
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
    usual = pl.len().over("hall") > (_TOO_MANY * pl.col("lines")).clip(lower_bound=4)
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
            known.select("hall", "result_id", pair="ns_pair", ns=pl.lit(1)),
            known.select("hall", "result_id", pair="ew_pair", ns=pl.lit(0)),
        ]
    )
    usual = sides.group_by("hall", "pair").agg(usual=pl.col("ns").mean(), seen=pl.len())
    rare = pl.col("usual").is_between(_TOO_MANY, 1 - _TOO_MANY, closed="none").mean().over("hall") > _FEW
    keeping = usual.filter(~rare & (pl.col("seen") >= 4)).select("hall", "pair", "usual")
    crossed = (pl.col("usual") < _TOO_MANY) & (pl.col("usual_right") > 1 - _TOO_MANY)
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
