"""The matchpoints of whole sessions: those of their fields, and the awards that a pair's other boards decide."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score.averages import of_the_session, with_session_averages
from neuberg.score.book import Book
from neuberg.score.contestants import with_winners
from neuberg.score.field_scores import Scores, score_fields
from neuberg.score.fields import run_starts
from neuberg.score.outcomes import worked_out
from neuberg.score.packed import Integers
from neuberg.score.shares import with_exact_shares

_ARTIFICIAL = schemas.KINDS.index("artificial")
#: Of a line, what an award that depends on the session needs besides the line's score.
_NEEDED = [
    "event_id", "session", "section", "scored_with", "board", "kind", "ns_pair", "ew_pair", "winners",
    "ns_award", "ew_award", "award_given",
]  # fmt: skip
_SEATS = ["event_id", "session", "section", "ns_pair", "ew_pair"]


def matchpointed(table: pl.DataFrame, book: Book) -> Scores:
    """The lines' scores, in the order of the lines, a second answer after the first.

    Args:
        table: as `completed` gives it, every session whole.
        book: the outcomes under the profile to score under.
    """
    scores = score_fields(table, book)
    asked = _asked(table, book.profile)
    if not asked.size:
        return scores
    touched = _touched(table, asked)
    nominal = _nominal(touched, scores, book.profile)
    lines = nominal[np.flatnonzero(np.isin(nominal["line"].to_numpy(), asked))]
    others = nominal[np.flatnonzero(nominal["variant"].to_numpy() == 1)]
    lines = with_session_averages(lines, others, book.profile).sort("line", "variant")
    nothing = dict.fromkeys(("s", "opposite"), pl.lit(None, pl.Int64))
    again = worked_out(lines.with_columns(unit=pl.lit(1, pl.Int64), **nothing), book.profile)
    again = with_exact_shares(again, lines, book.profile)
    return scores.replaced(lines["line"].to_numpy(), again)


def _asked(table: pl.DataFrame, profile: Profile) -> Integers:
    """The places of the lines whose award may come to what the pairs' other boards make it."""
    given = table["award_given"]
    if given.null_count() == table.height:
        return np.empty(0, np.int64)
    place = np.flatnonzero(table["kind_no"].to_numpy() == _ARTIFICIAL)
    given = given[pl.Series(place)]
    due = of_the_session(profile, frozenset(given.unique().drop_nulls()))
    asked: Integers = place[given.is_in(due).fill_null(False).to_numpy()]
    return asked


def _touched(table: pl.DataFrame, asked: Integers) -> pl.DataFrame:
    """The lines at which the pairs of the lines asked about sit, with their places `line` and with `winners`.

    Some others may be among them: all lines of their events where it is not known who is ranked with whom.
    """
    place = _of_their_events(table, asked)
    if table["winners"][pl.Series(place)].null_count():
        return with_winners(_at(table, _NEEDED, place).lazy()).collect().sort("line")
    sits = np.zeros(place.size, bool)
    lines = table[_SEATS][pl.Series(place)]
    pairs = pl.concat(_seats(table[_SEATS][pl.Series(asked)]))
    for seats in _seats(lines):
        sits |= seats.is_in(pairs.implode()).to_numpy()
    return _at(table, _NEEDED, np.union1d(asked, place[sits]))


def _of_their_events(table: pl.DataFrame, asked: Integers) -> Integers:
    """The places of the lines of the events of the lines asked about."""
    event = table["event_id"]
    starts = run_starts(event.to_frame(), ("event_id",))
    wanted = event[pl.Series(starts)].is_in(event[pl.Series(asked)].unique().implode(), nulls_equal=True)
    return np.flatnonzero(np.repeat(wanted.to_numpy(), np.diff(starts, append=table.height)))


def _seats(lines: pl.DataFrame) -> Iterator[pl.Series]:
    """Each side's pairs as numbers: the same for the same pair, and hardly ever for two.

    A contestant is of one section: the same number in another is another pair.
    """
    for side in ("ns", "ew"):
        yield lines.select("event_id", "session", "section", f"{side}_pair").hash_rows()


def _at(table: pl.DataFrame, columns: list[str], place: Integers) -> pl.DataFrame:
    """Columns of the lines at some places, with the places as `line`."""
    at = pl.Series("line", place)
    return table[columns][at].with_columns(at)


def _nominal(touched: pl.DataFrame, scores: Scores, profile: Profile) -> pl.DataFrame:
    """The lines with their scores so far, twice where there are two answers."""
    line = touched["line"].to_numpy()
    due = scores.places(line)
    place = np.searchsorted(line, scores.line[due])
    full = (pl.col("top") * (3 - profile.scale) // 2 + 1).cast(pl.Int64)
    return touched[pl.Series(place)].hstack(scores._replace(outcome=scores.outcome[due]).rows()).with_columns(full=full)
