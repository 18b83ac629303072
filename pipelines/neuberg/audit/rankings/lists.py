"""The ranked lists of a part under the run's profile, and under each other that a fouled or adjusted board allows."""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.contestants import PAIR, Contestants
from neuberg.audit.rankings.other_rules import FINE, different, others_of
from neuberg.rules import profile as profile_named
from neuberg.score.packed import Integers
from neuberg.score.whole_events import label, of_first_session, with_players


class Lists(NamedTuple):
    """Ranked lists under the run's own profile and under others.

    Attributes:
        profiles: their names, the run's own first.
        contestants: a row a contestant: its key, `list_no`, `units` and `top` on 2-1-0, `place`, `published_place`.
        lists: a row a list.
        others: a row a contestant, of a list that another profile totals otherwise: `row` (its place among the
            contestants), `list_no`, `profile` (its place in `profiles`), `units`, `top` and `place`, the run's own of
            these, and the places that it gains, `move`.
        same: a row a list and other profile that has a board that it may score otherwise, and comes to the same.
        seats: of each line, the places among the contestants of N-S and of E-W.
    """

    profiles: list[str]
    contestants: pl.DataFrame
    lists: pl.DataFrame
    others: pl.DataFrame
    same: pl.DataFrame
    seats: tuple[Integers, Integers]

    def named(self) -> pl.Expr:
        """The name of the profile whose place the column `profile` has."""
        return pl.col("profile").replace_strict(dict(enumerate(self.profiles)), return_dtype=pl.String)


def ranked_lists(book: Book, ranked: Contestants, published: pl.Series, pairs: pl.LazyFrame) -> Lists:
    """The lists of a book's events.

    Only boards on which rules may differ are scored again; the others are alike under every rule.

    Args:
        book: the lines.
        ranked: the contestants, as the run ranks them under the book's profile.
        published: of each, its printed place.
        pairs: the printed lines of contestants, by whose players those of a whole event are known.
    """
    profile = profile_named(book.profile)
    halves = 3 - profile.scale
    contestants = ranked.rows.select(
        *PAIR, "place", "scored_with", "list_no",
        published_place=published,
        units=(pl.col("mp") * FINE * halves).round().cast(pl.Int64),
        top=pl.col("top").cast(pl.Int64) * halves,
    )  # fmt: skip
    rest = different(profile)
    whole = _of_event(contestants, pairs)
    others, same = others_of([profile, *rest], contestants, book, ranked.seats, whole)
    names = [profile.name, *(other.name for other in rest)]
    return Lists(names, contestants, ranked.lists, _with_own(others, contestants), same, ranked.seats)


def _of_event(contestants: pl.DataFrame, pairs: pl.LazyFrame) -> Integers:
    """Of each contestant of a session, its place among them as one of the whole event; -1 where there is none.

    There is none in a list in which someone's sessions do not add up to its total, as with something carried over.
    """
    whole = np.full(contestants.height, -1, np.int64)
    is_event = contestants["session"].is_null()
    if not is_event.any():
        return whole
    rows = contestants.with_row_index("row").with_columns(pl.col("row").cast(pl.Int64))
    asked = pl.col("event_id").is_in(contestants["event_id"].filter(is_event).unique().implode())
    key = ["event_id", "section", "pair", "direction"]
    sessions = (
        with_players(rows.lazy().filter(asked, ~is_event), pairs.filter(asked))
        .group_by("event_id", "scored_with", "who", "direction", maintain_order=True)
        .agg(*of_first_session(), pl.col("units", "top").sum(), of_sessions="row")
        .with_columns(label())
        .collect()
    )
    events = rows.filter(is_event).select(*key, "row", "list_no", _units="units", _top="top")
    added = events.join(sessions, on=key, how="left", nulls_equal=True)
    same = ((pl.col("units") == pl.col("_units")) & (pl.col("top") == pl.col("_top"))).fill_null(False)
    known = added.filter(same.all().over("list_no")).explode("of_sessions")
    whole[known["of_sessions"].to_numpy()] = known["row"].to_numpy()
    return whole


def _with_own(others: pl.DataFrame, contestants: pl.DataFrame) -> pl.DataFrame:
    """The other totals and places beside the run's own, and how many places each gains."""
    own = contestants.select(units_own="units", top_own="top", place_own="place")
    return others.hstack(own[others["row"]]).with_columns(move=pl.col("place_own").cast(pl.Int32) - pl.col("place"))
