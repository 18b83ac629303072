"""Printed places: against the places recomputed, and against what the printed totals alone would give."""

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import joined_by
from neuberg.audit.totals.pairs import UNNEEDED, same_section, single_session

#: The list that a place is a place of: by direction where it is, with or without its section.
_LISTS = (["event_id", "session", "direction"], ["event_id", "session", "section", "direction"])


def place_figures(pairs: pl.LazyFrame, standings: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """A row a printed place: whether it is `right`, and whether it `follows` from the printed percentages or totals.

    A place is right that is one of those that its equals share: which of them comes first need not follow from totals.
    `recomputed` is null where nothing could be recomputed for the pair; then what follows from the totals is right.

    Args:
        pairs: the table `pairs`.
        standings: the standings under the run's profiles.
        lines: the traveller lines.
    """
    # Equals of whom only the first shows the place are in the list too.
    listed = single_session(pairs.drop(UNNEEDED, strict=False).with_row_index("_row"), lines).collect()
    own = _recomputed(standings).collect()
    printed = listed.filter(pl.col("place").is_not_null())
    same = pl.col("direction").eq_missing(pl.col("own_direction")) | pl.col("own_direction").is_null()
    # A line that finds its pair in another direction or section finds none.
    fits = (same & same_section()).fill_null(False)
    joined = joined_by(printed, own, ["event_id", "session", "pair"], how="left").with_columns(_fits=fits)
    found = joined.filter("_fits")
    known = [pl.when("_fits").then(name).alias(name) for name in ("first", "last", "profile")]
    rest = joined.filter(~pl.col("_fits")).join(found, on="_row", how="anti", maintain_order="left")
    held = pl.concat([_once(found), _once(rest.with_columns(known))])
    held = held.with_columns(right=pl.col("place").is_between("first", "last"))
    # Only where a place is not the recomputed one need it be asked what the totals say.
    asked = held.filter(~pl.col("right").fill_null(False)).select("event_id").unique()
    follows = listed.join(asked, on="event_id", how="semi").select("_row", _follows())
    return (
        held.join(follows, on="_row", how="left", maintain_order="left")
        .lazy()
        .with_columns(
            level=pl.lit("place"),
            quantity=pl.lit("place"),
            published=pl.col("place").cast(pl.Float64),
            recomputed=pl.col("first").cast(pl.Float64),
            right=pl.coalesce("right", "follows"),
        )
        .with_columns(difference=pl.col("published") - pl.col("recomputed"))
    )


def _once(rows: pl.DataFrame) -> pl.DataFrame:
    """The first row of each printed line and profile."""
    if np.bincount(rows["_row"].to_numpy()).max(initial=0) <= 1:
        return rows
    return rows.unique(["_row", "profile"], keep="first", maintain_order=True)


def _recomputed(standings: pl.LazyFrame) -> pl.LazyFrame:
    """The first and the last of the places that a contestant's equals share."""
    list_key = ["event_id", "session", "profile", "direction"]
    own = standings.filter((pl.col("variant") == 1) & pl.col("session").is_not_null())
    return own.select(
        "event_id",
        "session",
        "pair",
        "profile",
        own_section="section",
        own_direction="direction",
        first="place",
        last=pl.col("place").cast(pl.Int64) + pl.len().over([*list_key, "place"]).cast(pl.Int64) - 1,
    )


def _follows() -> pl.Expr:
    """Whether the place is that of its printed percentage or total in its list; null where the list has none."""
    answers = []
    for value in ("percent", "total"):
        for names in _LISTS:
            rank = pl.col(value).rank("min", descending=True).over(names)
            last = pl.col(value).rank("max", descending=True).over(names)
            answers.append(pl.col("place").is_between(rank, last))
    return pl.any_horizontal(answers).alias("follows")
