"""The contestants of a part: a row of the standings each, the list it is ranked in, and the lines that it sits at."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, kinds
from neuberg.audit.book.seated import contestants_of
from neuberg.score.packed import Integers

PAIR = ["event_id", "session", "section", "pair", "direction"]
LIST = ["event_id", "session", "scored_with", "direction"]


class Contestants(NamedTuple):
    """The contestants of a book's events.

    Attributes:
        rows: a row of the standings each, of the first answers, with `scored_with` and `list_no`.
        lists: a row a list.
        seats: of each line, the places among them of N-S and of E-W; -1 where there is none.
    """

    rows: pl.DataFrame
    lists: pl.DataFrame
    seats: tuple[Integers, Integers]

    def numbered(self, some: pl.DataFrame, key: Sequence[str]) -> Integers:
        """The places of those whose key is among some."""
        asked = self.rows["event_id"].is_in(some["event_id"].unique().implode()).to_numpy()
        near = np.flatnonzero(asked)
        rows = self.rows.select(key)[near].with_columns(_place=pl.Series(near))
        return rows.join(some, on=list(key), how="semi", nulls_equal=True)["_place"].to_numpy()

    def sit_at(self, some: Integers) -> Integers:
        """The places of the lines at which any of some sits."""
        # The last place is that of the lines without a pair.
        asked = np.zeros(self.rows.height + 1, bool)
        asked[some] = True
        ns, ew = self.seats
        return np.flatnonzero(asked[ns] | asked[ew])


def contestants(book: Book, standings: pl.DataFrame) -> Contestants:
    """The contestants of a book's events, as the standings of the run under its profile have them."""
    first = standings.filter(pl.col("variant") == 1)
    seats = contestants_of(first, book.sections, book.section, book.seats)
    rows = _with_event_lists(first.with_columns(scored_with=_scored_with(book, seats, first.height)), book)
    list_first, list_no = kinds(as_columns(rows.select(LIST)))
    return Contestants(
        rows.with_columns(list_no=pl.Series(list_no, dtype=pl.Int64)), rows.select(LIST)[list_first], seats
    )


def _scored_with(book: Book, seats: tuple[Integers, Integers], contestants: int) -> pl.Series:
    """Of each contestant of a session, the sections that those are scored with that it plays in; null of an event."""
    section = np.full(contestants + 1, -1, np.int64)
    for rows in seats:
        section[rows] = book.section
    known = pl.DataFrame({"section": section[:-1]}).select(pl.when(pl.col("section") >= 0).then("section"))
    return book.sections["scored_with"].gather(known.to_series())


def _with_event_lists(contestants: pl.DataFrame, book: Book) -> pl.DataFrame:
    """The contestants, those of a whole event too with the sections that theirs is scored with in its sessions."""
    if not contestants["session"].null_count():
        return contestants
    of_event = book.sections.group_by("event_id", "section").agg(_whole=pl.col("scored_with").first())
    joined = contestants.join(of_event, on=["event_id", "section"], how="left", nulls_equal=True, maintain_order="left")
    return joined.with_columns(scored_with=pl.coalesce("scored_with", "_whole")).drop("_whole")


def seated(book: Book, found: Contestants, some: Integers) -> Integers:
    """The places of the lines at which some contestants sit.

    Where it is not said how many winners there are, of all lines of their events: the seats of all of them say it.
    """
    line = found.sit_at(some)
    if book.lines["winners"][line].null_count():
        return np.flatnonzero(np.isin(book.event, book.event[line]))
    return line
