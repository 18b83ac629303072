"""Where lines are of one room full of players, by number, and how each such hall numbers its pairs."""

from collections.abc import Sequence

import polars as pl

#: Where lines are of one room full of players: a section, or in teams a match.
_HALL = ("event_id", "session", "section", "scored_with")
#: A numbering is taken as shared, where the file does not say so, from this many lines on.
_ENOUGH_LINES = 20
_FEW = 0.1
_COLUMNS = ("result_id", "board", "round", "table", "room", "deal_id", "line", "ns_pair", "ew_pair", "winners")
_BETWEEN_NAMES = " - "
_SIDES = (("ns_pair", "ns"), ("ew_pair", "ew"))


def numbers_of(rows: pl.DataFrame, key: Sequence[str]) -> pl.Series:
    """For each row the number of its key among those there are, from 0; quick where rows of one key stand together."""
    is_next = pl.any_horizontal(pl.col(name).ne_missing(pl.col(name).shift()) for name in key)
    starts = rows.select(is_next | (pl.int_range(pl.len()) == 0)).to_series()
    keys = rows.select(key).filter(starts)
    numbered = keys.lazy().unique(maintain_order=True).with_row_index("_number")
    numbers = keys.lazy().join(numbered, on=key, how="left", nulls_equal=True, maintain_order="left").collect()
    return numbers["_number"].gather(starts.cast(pl.UInt32).cum_sum() - 1)


def in_halls(plays: pl.DataFrame) -> pl.DataFrame:
    """The lines of one table each with what is known of who sat where, and `hall`, the number of their hall.

    A pair that cannot be one, two players of one name (robots, unknown ones), is null.
    """
    single = plays.filter(pl.col("multiplicity").fill_null(1) == 1)
    lines = single.select(_COLUMNS).with_columns(numbers_of(single, _HALL).alias("hall"))
    named = _labels(lines).str.split(_BETWEEN_NAMES)
    nobody = named.filter((named.list.len() == 2) & (named.list.first() == named.list.last()))
    labels = nobody.list.join(_BETWEEN_NAMES).implode()
    if nobody.is_empty():
        return lines
    return lines.with_columns(
        pl.when(~pl.col(side).is_in(labels)).then(pl.col(side)).alias(side) for side in ("ns_pair", "ew_pair")
    )


def _labels(lines: pl.DataFrame) -> pl.Series:
    """The pairs' labels that are of several names."""
    labels = pl.concat([lines[side].unique() for side in ("ns_pair", "ew_pair")])
    return labels.filter(labels.str.contains(_BETWEEN_NAMES, literal=True))


def sides(lines: pl.DataFrame) -> pl.DataFrame:
    """A row a label of a hall: on how many lines it stands N-S and E-W; `ns` and `ew`, in all, and in known rounds.

    A label is told by a hash of hall and text, `who`.
    """
    known = pl.all_horizontal(pl.col("round", "ns_pair", "ew_pair").is_not_null())
    counted = [
        where_known(lines, side)
        .lazy()
        .select("hall", pl.struct("hall", side).hash().alias("who"), known=known)
        .group_by("who")
        .agg(pl.col("hall").first(), pl.len().alias(name), pl.col("known").sum().alias(f"{name}_known"))
        .collect(engine="streaming")
        for side, name in _SIDES
    ]
    both = counted[0].join(counted[1].rename({"hall": "_hall"}), on="who", how="full", coalesce=True)
    return both.with_columns(pl.coalesce("hall", "_hall"), pl.col("^(ns|ew).*$").fill_null(0)).drop("_hall")


def table_rounds(lines: pl.DataFrame) -> pl.DataFrame:
    """A row a table of a round: how many lines it has, its lowest and highest board, and those of its pairs' hashes.

    A table of a round is told by a hash, a pair by that of its label.
    """
    known = where_known(lines, "round", "table")
    labels = {name: pl.col(side).hash() for side, name in _SIDES}
    told = known.select("hall", "round", "board", **labels, key=pl.struct("hall", "round", "table").hash())
    names = ("board", *labels)
    counted = (
        told.lazy()
        .group_by("key")
        .agg(
            pl.col("hall", "round").first(),
            pl.len().alias("here"),
            pl.col(names).min().name.prefix("least_"),
            pl.col(names).max().name.prefix("most_"),
        )
    )
    # By the streaming engine, which takes half the time over so many small groups; their order does not matter.
    return counted.collect(engine="streaming")


def where_known(lines: pl.DataFrame, *names: str) -> pl.DataFrame:
    """The lines that have these columns; the same frame where all do, for to copy it takes as long as to use it."""
    lacking = [name for name in names if lines[name].null_count()]
    return lines.filter(pl.all_horizontal(pl.col(name).is_not_null() for name in lacking)) if lacking else lines


def numbering(lines: pl.DataFrame, seated: pl.DataFrame) -> pl.DataFrame:
    """For each hall, in their order, how many lines it has and whether N-S and E-W share one numbering: `shared`.

    They do where the file says so, where pairs go by names, and where some pair is seen on both sides, but hardly ever
    of one board. `either` is whether any label is on both sides.
    """
    twofold = seated.filter((pl.col("ns") > 0) & (pl.col("ew") > 0))["hall"].unique().implode()
    halls = (
        lines.group_by("hall")
        .agg(pl.col("winners").first(), lines=pl.len())
        .sort("hall")
        .with_columns(either=pl.col("hall").is_in(twofold), named=pl.lit(value=False))
    )
    if _labels(lines).len():
        names = pl.col("ns_pair").drop_nulls()
        all_named = names.str.contains(_BETWEEN_NAMES, literal=True).all() & (names.len() > 0)
        halls = halls.with_columns(lines.group_by("hall").agg(named=all_named).sort("hall")["named"])
    asked = halls.filter(
        pl.col("winners").is_null() & pl.col("either") & ~pl.col("named") & (pl.col("lines") >= _ENOUGH_LINES)
    )
    both = _on_both_sides(lines.lazy().join(asked.lazy(), on="hall", how="semi")).collect()
    seen = pl.col("hall").is_in(asked["hall"].implode()) & (pl.col("both").fill_null(0) <= _FEW * pl.col("lines"))
    return halls.join(both, on="hall", how="left", maintain_order="left").with_columns(
        shared=(pl.col("winners") == 1).fill_null(seen) | pl.col("named")
    )


def _on_both_sides(lines: pl.LazyFrame) -> pl.LazyFrame:
    """How often a label stands on both sides of one board, over the boards of each hall: `both`."""
    sides = [lines.select("hall", "board", pair=side, ns=pl.lit(side == "ns_pair")) for side in ("ns_pair", "ew_pair")]
    labels = pl.concat(sides).filter(pl.col("pair").is_not_null())
    of_board = labels.group_by("hall", "board", "pair").agg(both=pl.col("ns").any() & ~pl.col("ns").all())
    return of_board.group_by("hall").agg(pl.col("both").sum())
