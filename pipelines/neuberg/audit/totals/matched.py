"""The printed lines of contestants, each beside those that it may be of: looked up once for all their figures."""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import joined_by
from neuberg.audit.contestants import Contestants

#: The number of a contestant in its session, in whatever section and direction.
NUMBER = ["event_id", "session", "pair"]
#: Of the printed lines, what a comparison does not take: texts and lists, that a join would copy.
_UNNEEDED = ("players", "player_ids", "place_given")


class Matched(NamedTuple):
    """Printed lines of sessions, and whose they may be.

    Attributes:
        lines: the printed lines that have a session.
        near: a row a line and contestant of its number: their places `_line` and `_own`, the key of both, and the
            `section` and `direction` of the line and of the contestant, `own_section` and `own_direction`.
        both: those that are of one contestant.
    """

    lines: pl.DataFrame
    near: pl.DataFrame
    both: pl.DataFrame

    def of(self, lines: pl.Series) -> pl.DataFrame:
        """The rows of some lines that are of one contestant, where there are no lines but these."""
        return self.both if lines.all() else _of_one(self.near.filter(lines[self.near["_line"]]))


def matched(pairs: pl.DataFrame, found: Contestants, sections: pl.DataFrame) -> Matched:
    """The printed lines of a book's events beside its contestants.

    Args:
        pairs: the printed lines.
        found: the contestants.
        sections: a row a section of a session.
    """
    lines = single_session(pairs.lazy().drop(_UNNEEDED, strict=False), sections.lazy()).collect()
    key = lines.select(*NUMBER, "section", "direction").with_row_index("_line")
    own = found.rows.with_row_index("_own").filter(pl.col("session").is_not_null())
    known = own.select(*NUMBER, "_own", own_section="section", own_direction="direction")
    near = _beside(key, known)
    return Matched(lines, near, _of_one(near))


def _of_one(near: pl.DataFrame) -> pl.DataFrame:
    return near.filter(_are_of_direction(near) & _are_of_section(near))


def _beside(printed: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """The printed lines, each beside those of its number in its session; in its section where all its event's have one.

    Args:
        printed: the lines, with a session.
        known: `event_id`, `session`, `pair`, `own_section` and what is known of that contestant.
    """
    unnamed = printed["event_id"].filter(printed["section"].fill_null("") == "").unique()
    is_named = ~printed["event_id"].is_in(unnamed.implode())
    # A number stands in every section of a session: each with each is many times the lines.
    of_section = known.with_columns(section="own_section")
    return pl.concat(
        [
            joined_by(printed.filter(~is_named), known, NUMBER, "inner"),
            joined_by(printed.filter(is_named), of_section, [*NUMBER, "section"], "inner"),
        ]
    )


def single_session(pairs: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """The published lines with a session: an event's line takes the only session that the event has."""
    only = (
        lines.group_by("event_id")
        .agg(_sessions=pl.col("session").n_unique(), _only=pl.col("session").first())
        .filter(pl.col("_sessions") == 1)
        .select("event_id", "_only")
    )
    return (
        pairs.rename({"boards": "boards_printed"})
        .join(only, on="event_id", how="left")
        .with_columns(session=pl.coalesce("session", "_only"))
        .drop("_only")
        .filter(pl.col("session").is_not_null())
    )


def same_direction() -> pl.Expr:
    """The published direction is the contestant's, or this has none; or is not stated of a number that only one has."""
    alone = pl.len().over("event_id", "session", "pair", "section", "own_section") == 1
    return _is_direction() | (pl.col("direction").is_null() & alone)


def _is_direction() -> pl.Expr:
    return pl.col("direction").eq_missing(pl.col("own_direction")) | pl.col("own_direction").is_null()


def _are_of_direction(some: pl.DataFrame) -> pl.Series:
    """As `same_direction`, of lines of which most events state their directions: the others' alone are counted."""
    same = some.select(_is_direction()).to_series().to_numpy().copy()
    unstated = some["event_id"].filter(some["direction"].is_null() & ~pl.Series(same)).unique()
    rows = np.flatnonzero(some["event_id"].is_in(unstated.implode()).to_numpy())
    same[rows] = some[rows].select(same_direction()).to_series().to_numpy()
    return pl.Series(same)


def same_section() -> pl.Expr:
    """The published section is the contestant's, or is not stated while the number is unique in the session."""
    alone = pl.len().over("event_id", "session", "pair", "direction", "own_direction") == 1
    return (pl.col("section") == pl.col("own_section")) | ((pl.col("section") == "") & alone)


def _are_of_section(some: pl.DataFrame) -> pl.Series:
    """As `same_section`, of lines of which most events name their sections: the others' alone are counted."""
    unnamed = some["event_id"].filter(some["section"] == "").unique()
    same = (some["section"] == some["own_section"]).fill_null(False).to_numpy().copy()
    rows = np.flatnonzero(some["event_id"].is_in(unnamed.implode()).to_numpy())
    same[rows] = some[rows].select(same_section().fill_null(False)).to_series().to_numpy()
    return pl.Series(same)
