"""Printed places: against the places recomputed, and against what the printed totals alone would give."""

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from neuberg.audit.totals.pairs import UNNEEDED, beside, same_section, single_session

#: The list that a place is a place of: by direction where it is, with or without its section.
_LISTS = (["event_id", "session", "direction"], ["event_id", "session", "section", "direction"])
#: The first and the last of the places that equals share: in the field, and in the section.
_ENDS = ("first", "last", "section_first", "section_last")


def place_figures(pairs: pl.LazyFrame, standings: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """A row a printed place: whether it is `right`, and whether it `follows` from the printed percentages or totals.

    A place is right that is one of those that its equals share: which of them comes first need not follow from totals.
    Sections that are scored together may be ranked together or each by itself: as gives more of a session's places.
    `recomputed` is null where nothing could be recomputed for the pair; then what follows from the totals is right.

    Args:
        pairs: the table `pairs`.
        standings: the standings under the run's profiles.
        lines: the traveller lines, or a row a section of a session: with `scored_with`.
    """
    # Equals of whom only the first shows the place are in the list too.
    listed = single_session(pairs.drop(UNNEEDED, strict=False).with_row_index("_row"), lines).collect()
    own = _recomputed(standings, lines).collect()
    printed = listed.filter(pl.col("place").is_not_null())
    same = pl.col("direction").eq_missing(pl.col("own_direction")) | pl.col("own_direction").is_null()
    # A line that finds its pair in another direction or section finds none.
    fits = (same & same_section()).fill_null(False)
    joined = beside(printed, own, "left").with_columns(_fits=fits)
    found = joined.filter("_fits")
    known = [pl.when("_fits").then(name).alias(name) for name in (*_ENDS, "profile")]
    rest = joined.filter(~pl.col("_fits")).join(found, on="_row", how="anti", maintain_order="left")
    held = pl.concat([_once(found), _once(rest.with_columns(known))])
    held = _ranked_as_printed(held)
    # Only where a place is not the recomputed one need it be asked what the totals say.
    asked = held.filter(~pl.col("right").fill_null(False)).select("event_id", "session").unique()
    of_asked = listed.join(asked, on=["event_id", "session"], how="semi")
    as_printed = of_asked.select("_row", follows=follows(_LISTS))
    return (
        held.join(as_printed, on="_row", how="left", maintain_order="left")
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


def _ranked_as_printed(held: pl.DataFrame) -> pl.DataFrame:
    """The places with whether each is `right`: in its field, or in its section where that gives more of a session's."""
    by_field, by_section = (pl.col("place").is_between(*ends) for ends in (_ENDS[:2], _ENDS[2:]))
    more = by_section.sum().over("event_id", "session", "profile") > by_field.sum().over(
        "event_id", "session", "profile"
    )
    ends = [pl.when(more).then(own).otherwise(whole).alias(whole) for whole, own in zip(_ENDS, _ENDS[2:], strict=False)]
    return held.with_columns(ends).with_columns(right=by_field).drop(_ENDS[2:])


def _recomputed(standings: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """The first and the last of the places that a contestant's equals share, in its field and in its section."""
    key = ["event_id", "session", "section"]
    fields = lines.select(*key, scored_with=pl.coalesce("scored_with", "section")).unique(key, keep="any")
    own = standings.filter((pl.col("variant") == 1) & pl.col("session").is_not_null())
    own = own.join(fields, on=key, how="left", nulls_equal=True)
    ranked = ["event_id", "session", "profile", "direction"]
    of_field, of_section = [*ranked, "scored_with"], [*ranked, "section"]
    place = pl.col("place").cast(pl.Int64)
    return own.select(
        "event_id",
        "session",
        "pair",
        "profile",
        own_section="section",
        own_direction="direction",
        first="place",
        last=place + pl.len().over([*of_field, "place"]).cast(pl.Int64) - 1,
        section_first=place.rank("min").over(of_section),
        section_last=place.rank("max").over(of_section),
    )


def follows(lists: Iterable[Sequence[str]]) -> pl.Expr:
    """Whether the place is that of its printed percentage or total in its list; null where no list has any.

    Args:
        lists: the columns that tell one list from another, each way in which they may be told.
    """
    answers = []
    for value in ("percent", "total"):
        for names in lists:
            first = pl.col(value).rank("min", descending=True).over(names)
            last = pl.col(value).rank("max", descending=True).over(names)
            answers.append(pl.col("place").is_between(first, last))
    return pl.any_horizontal(answers)
