"""Who a contestant is: a pair number is one contestant, or one in each direction where each is ranked for itself."""

import polars as pl

#: The columns that name a contestant of a session.
CONTESTANT_KEY = ("event_id", "session", "scored_with", "section", "pair", "direction")
#: The columns within which contestants are ranked, with the direction where there are two winners.
RANKING_KEY = ("event_id", "session", "scored_with")
_DIRECTIONS = {"ns": "NS", "ew": "EW"}


def with_winners(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `winners` filled where it was null: 2 where each direction is ranked for itself, else 1.

    Sections scored together may differ: a Howell beside two Mitchells. Not said, two are taken where no number sits
    both ways, or where one does on the same board: a contestant plays a board once, so those are two contestants.
    """
    seats = pl.concat(
        lines.select(*RANKING_KEY, "section", "board", pair=f"{side}_pair", side=pl.lit(side)) for side in _DIRECTIONS
    ).drop_nulls("pair")
    sits = (
        seats.unique()
        .with_columns(_twice=pl.len().over(*RANKING_KEY, "section", "board", "pair") > 1)
        .group_by(*RANKING_KEY, "section", "pair")
        .agg(_twice=pl.col("_twice").any(), _both=pl.col("side").n_unique() > 1)
        .group_by(*RANKING_KEY, "section")
        .agg(_twice=pl.col("_twice").any(), _both=pl.col("_both").any())
    )
    inferred = pl.when(pl.col("_twice") | ~pl.col("_both")).then(2).otherwise(1).cast(pl.Int8)
    return (
        lines.join(sits, on=[*RANKING_KEY, "section"], how="left", nulls_equal=True)
        .with_columns(winners=pl.coalesce("winners", inferred))
        .drop("_twice", "_both")
    )


def with_known_winners(lines: pl.DataFrame) -> pl.LazyFrame:
    """As `with_winners`, of lines in memory: where all say it, nobody's seats are looked at."""
    return with_winners(lines.lazy()) if lines["winners"].null_count() else lines.lazy()


def sides(lines: pl.LazyFrame, *values: str) -> pl.LazyFrame:
    """Each line twice, once for each pair: the key of the contestant, and that side's `mp` and other values.

    A side whose pair is not known has no row.

    Args:
        lines: traveller lines with `winners`, `ns_mp` and `ew_mp`.
        values: further quantities that stand in an `ns_` and an `ew_` column, such as `num`.
    """
    return pl.concat(
        lines.with_columns(
            *(pl.col(f"{side}_{value}").alias(value) for value in ("mp", *values)),
            pair=f"{side}_pair",
            direction=direction_of(side),
        ).drop_nulls("pair")
        for side in _DIRECTIONS
    )


def direction_of(side: str) -> pl.Expr:
    """The direction in a contestant's key: the side where there are two winners, null in one ranking."""
    return pl.when(pl.col("winners") == 2).then(pl.lit(_DIRECTIONS[side]))


def whole_units(mp: pl.Expr, unit: int) -> pl.Expr:
    """Matchpoints as a whole number of 1/unit, so that they add up exactly."""
    return (mp * unit).round().cast(pl.Int64)


def names() -> pl.Expr:
    """The players of a contestant's line in one text, whatever their order.

    >>> pl.DataFrame({"players": [["Li", "Ann"], []]}).select(names()).to_series().to_list()
    ['Ann & Li', '']
    """
    return pl.col("players").list.drop_nulls().list.sort().list.join(" & ")
