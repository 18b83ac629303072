"""The matchpoints of whole sessions: those of their fields, and the awards that a pair's other boards decide."""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score.averages import is_of_the_session, with_session_averages
from neuberg.score.book import Book
from neuberg.score.contestants import with_winners
from neuberg.score.field_scores import Scores, score_fields
from neuberg.score.outcomes import worked_out
from neuberg.score.packed import Integers

_ARTIFICIAL = schemas.KINDS.index("artificial")
#: Of a line, what an award that depends on the session needs besides the line's score.
_NEEDED = [
    "event_id", "session", "section", "scored_with", "board", "kind", "ns_pair", "ew_pair", "winners",
    "ns_award", "ew_award", "award_given",
]  # fmt: skip


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
    artificial = table["kind_no"].to_numpy() == _ARTIFICIAL
    place = np.flatnonzero(artificial & given.is_not_null().to_numpy())
    lines = table[["kind", "award_given"]][pl.Series(place)]
    due: Integers = lines.select(is_of_the_session(profile).arg_true()).to_series().to_numpy()
    return place[due]


def _touched(table: pl.DataFrame, asked: Integers) -> pl.DataFrame:
    """The lines at which the pairs of the lines asked about sit, with their places `line` and with `winners`.

    All lines of their events where it is not known who is ranked with whom.
    """
    # A contestant is of one section: the same number in another is another pair.
    key = ["event_id", "session", "section", "pair"]
    lines = table[[*key[:3], "ns_pair", "ew_pair"]][pl.Series(asked)]
    of_events = table["event_id"].is_in(lines["event_id"].unique().implode(), nulls_equal=True)
    place = np.flatnonzero(of_events.to_numpy())
    if table["winners"].null_count():
        events = table[_NEEDED][pl.Series(place)].hstack([pl.Series("line", place)])
        return with_winners(events.lazy()).collect().sort("line")
    pairs = pl.concat([lines.select(*key[:3], pair=f"{side}_pair").drop_nulls("pair") for side in ("ns", "ew")])
    events = table[lines.columns][pl.Series(place)].hstack([pl.Series("line", place)])
    sits = np.zeros(table.height, bool)
    sits[asked] = True
    for side in ("ns", "ew"):
        seats = events.select("line", *key[:3], pair=f"{side}_pair")
        sits[seats.join(pairs, on=key, how="semi", nulls_equal=True)["line"].to_numpy()] = True
    touched = np.flatnonzero(sits)
    return table[_NEEDED][pl.Series(touched)].hstack([pl.Series("line", touched)])


def _nominal(touched: pl.DataFrame, scores: Scores, profile: Profile) -> pl.DataFrame:
    """The lines with their scores so far, twice where there are two answers."""
    is_touched = np.zeros(int(scores.line[-1]) + 1, bool)
    is_touched[touched["line"].to_numpy()] = True
    due = np.flatnonzero(is_touched[scores.line])
    place = np.searchsorted(touched["line"].to_numpy(), scores.line[due])
    full = (pl.col("top") * (3 - profile.scale) // 2 + 1).cast(pl.Int64)
    return touched[pl.Series(place)].hstack(scores._replace(outcome=scores.outcome[due]).rows()).with_columns(full=full)
