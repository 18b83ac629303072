"""Printed places: against the places recomputed, and against what the printed totals alone would give."""

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import kinds
from neuberg.audit.contestants import Contestants
from neuberg.audit.totals.matched import Matched

#: The list that a place is a place of: by direction where it is, with or without its section.
_LISTS = (["event_id", "session", "direction"], ["event_id", "session", "section", "direction"])
#: The first and the last of the places that equals share: in the field, and in the section.
_ENDS = ("first", "last", "section_first", "section_last")
_SESSION = ["event_id", "session"]


def place_figures(found: Contestants, printed: Matched, sections: pl.DataFrame, *, profile: str) -> pl.DataFrame:
    """A row a printed place: whether it is `right`, and whether it `follows` from the printed percentages or totals.

    A place is right that is one of those that its equals share: which of them comes first need not follow from totals.
    Sections that are scored together may be ranked together or each by itself: as gives more of a session's places.
    `recomputed` is null where nothing could be recomputed for the pair; then what follows from the totals is right.
    `_own` is the place of the pair among the contestants.

    Args:
        found: the contestants.
        printed: the printed lines beside these.
        sections: a row a section of a session, with those that it is scored with.
        profile: whose places are recomputed.
    """
    placed = printed.lines["place"].is_not_null()
    # A line that finds its pair in another direction or section finds none.
    both = _once(printed.of(placed))
    several = sections["event_id"].filter(sections["scored_with"].ne_missing(sections["section"])).unique()
    ends = _recomputed(found, several)
    rest = placed.to_numpy().copy()
    rest[both["_line"].to_numpy()] = False
    shown = pl.concat(
        [
            both.select("_line", "_own", "own_section", "own_direction").hstack(ends[both["_own"]]),
            pl.DataFrame({"_line": np.flatnonzero(rest).astype(np.uint32)}),
        ],
        how="diagonal_relaxed",
    )
    held = _ranked_as_printed(shown.hstack(printed.lines[shown["_line"]]), several)
    # Only where a place is not the recomputed one need it be asked what the totals say.
    asked = held.filter(~pl.col("right").fill_null(False)).select(_SESSION).unique()
    # Equals of whom only the first shows the place are in the list too.
    of_asked = printed.lines.with_row_index("_line").join(asked, on=_SESSION, how="semi")
    # In a field of one winner the direction that a program prints beside a pair makes no list of its own.
    of_one_list = found.rows.filter(pl.col("direction").is_null())["event_id"].unique()
    of_two = ~pl.col("event_id").is_in(of_one_list.implode())
    of_asked = of_asked.with_columns(direction=pl.when(of_two).then("direction"))
    as_printed = of_asked.select("_line", follows=follows(_LISTS))
    return (
        held.join(as_printed, on="_line", how="left", maintain_order="left")
        .with_columns(
            level=pl.lit("place"),
            quantity=pl.lit("place"),
            published=pl.col("place").cast(pl.Float64),
            recomputed=pl.col("first").cast(pl.Float64),
            right=pl.coalesce("right", "follows"),
            profile=pl.lit(profile),
        )
        .with_columns(difference=pl.col("published") - pl.col("recomputed"))
    )


def _once(rows: pl.DataFrame) -> pl.DataFrame:
    """The first row of each printed line."""
    if np.bincount(rows["_line"].to_numpy()).max(initial=0) <= 1:
        return rows
    return rows.unique("_line", keep="first", maintain_order=True)


def _ranked_as_printed(held: pl.DataFrame, several: pl.Series) -> pl.DataFrame:
    """The places with whether each is `right`: in its field, or in its section where that gives more of a session's.

    Args:
        held: the places.
        several: the events in which sections are scored together.
    """
    by_field, by_section = (pl.col("place").is_between(*ends) for ends in (_ENDS[:2], _ENDS[2:]))
    given = [by.sum().over(_SESSION) for by in (by_section, by_field)]
    more = np.zeros(held.height, bool)
    rows = np.flatnonzero(held["event_id"].is_in(several.implode()).to_numpy())
    more[rows] = held[rows].select(given[0] > given[1]).to_series().to_numpy()
    by_own = pl.Series(more)
    ends = [
        pl.when(by_own).then(own).otherwise(whole).alias(whole) for whole, own in zip(_ENDS[:2], _ENDS[2:], strict=True)
    ]
    return held.with_columns(ends).with_columns(right=by_field).drop(_ENDS[2:])


def _recomputed(found: Contestants, several: pl.Series) -> pl.DataFrame:
    """Of each contestant the first and the last of the places that its equals share, in its field and its section.

    Args:
        found: the contestants.
        several: the events in which sections are scored together: in the others each is a field.
    """
    place = found.rows["place"].cast(pl.Int64)
    _, kind = kinds([found.rows["list_no"].to_numpy(), place.fill_null(0).to_numpy()])
    ends = pl.DataFrame({"first": place, "last": place + pl.Series(np.bincount(kind)[kind]) - 1})
    ends = ends.with_columns(section_first="first", section_last="last")
    rows = np.flatnonzero(found.rows["event_id"].is_in(several.implode()).to_numpy())
    if not rows.size:
        return ends
    section = ["event_id", "session", "direction", "section"]
    ranks = [pl.col("place").cast(pl.Int64).rank(way).over(section).cast(pl.Int64) for way in ("min", "max")]
    own = found.rows[rows].select(section_first=ranks[0], section_last=ranks[1])
    return ends.with_columns(ends[name].scatter(rows, own[name]) for name in own.columns)


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
