"""The matchpoints of whole sessions: those of their fields, and the awards that a pair's other boards decide."""

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

_ARTIFICIAL = schemas.KINDS.index("artificial")
#: Of a line, what an award that depends on the session needs besides the line's score.
_NEEDED = [
    "event_id", "session", "section", "scored_with", "board", "kind", "ns_pair", "ew_pair", "winners",
    "ns_award", "ew_award", "award_given",
]  # fmt: skip
_SECTION = ["event_id", "session", "section"]


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

    All lines of their events where it is not known who is ranked with whom.
    """
    place = _of_the_same(table, np.arange(table.height), asked, ["event_id"])
    winners = table["winners"][pl.Series(place)]
    if winners.null_count():
        return with_winners(_at(table, _NEEDED, place).lazy()).collect().sort("line")
    # A contestant is of one section: the same number in another is another pair.
    place = _of_the_same(table, place, asked, _SECTION)
    pairs = _seats(table, asked).unique()
    seats = _seats(table, place).join(pairs, on=[*_SECTION, "pair"], how="semi", nulls_equal=True)
    return _at(table, _NEEDED, np.union1d(asked, seats["line"].to_numpy()))


def _of_the_same(table: pl.DataFrame, place: Integers, asked: Integers, key: list[str]) -> Integers:
    """Those of the places whose lines have the key of some line asked about; whole runs of lines are looked at."""
    lines = table[key][pl.Series(place)] if place.size < table.height else table[key]
    starts = run_starts(lines, key)
    wanted = table[key][pl.Series(asked)].unique().with_columns(_wanted=True)
    heads = lines[pl.Series(starts)].join(wanted, on=key, how="left", nulls_equal=True, maintain_order="left")
    found: Integers = place[np.repeat(heads["_wanted"].is_not_null().to_numpy(), np.diff(starts, append=place.size))]
    return found


def _seats(table: pl.DataFrame, place: Integers) -> pl.DataFrame:
    """The pairs at the lines of some places, each with its section and its `line`."""
    lines = _at(table, [*_SECTION, "ns_pair", "ew_pair"], place)
    return pl.concat([lines.select("line", *_SECTION, pair=f"{side}_pair") for side in ("ns", "ew")]).drop_nulls("pair")


def _at(table: pl.DataFrame, columns: list[str], place: Integers) -> pl.DataFrame:
    """Columns of the lines at some places, with the places as `line`."""
    at = pl.Series("line", place)
    return table[columns][at].with_columns(at)


def _nominal(touched: pl.DataFrame, scores: Scores, profile: Profile) -> pl.DataFrame:
    """The lines with their scores so far, twice where there are two answers."""
    is_touched = np.zeros(int(scores.line[-1]) + 1, bool)
    is_touched[touched["line"].to_numpy()] = True
    due = np.flatnonzero(is_touched[scores.line])
    place = np.searchsorted(touched["line"].to_numpy(), scores.line[due])
    full = (pl.col("top") * (3 - profile.scale) // 2 + 1).cast(pl.Int64)
    return touched[pl.Series(place)].hstack(scores._replace(outcome=scores.outcome[due]).rows()).with_columns(full=full)
