"""The scored lines of some events in numbers: which event, board and session each is of, and which boards are plain.

A board on which every line is compared with every other one says all by its N and its lines' S, which the run's own
scores have. Only the others, a few in a hundred, are ranked again.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.fields import KEPT, as_ranked, is_of_session, is_ranked_under, ranked
from neuberg.audit.book.one_form import NARROW, Shape, one_form
from neuberg.audit.book.pieces import pieces, rows_at
from neuberg.audit.book.placed import Placed, placed, sections_of
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.book.seated import Kinds, Seats, side_kinds
from neuberg.audit.book.shown import Shown, shown_on, with_decimals
from neuberg.rules import profile as profile_named
from neuberg.score.lines import READ
from neuberg.score.packed import Integers
from neuberg.score.stage import EXACT

#: A place for every number that there may be is kept while there are at most this many times the lines.
_ROOM = 8
#: What of a line's score says how it was ranked.
_SCORES = ("variant", "top", "ns_num", "ew_num", "den")


class Book(NamedTuple):
    """The lines of the events that are scored under one profile.

    Attributes:
        profile: its name.
        lines: their first answers, with the decimals that their event's columns have.
        both: the same with second answers.
        events: a row an event: `event_id` and `season`.
        event: of each line, its event's place in `events`.
        boards: a row a board: `field` (N), `line` (its first), `session_no`, `event_no`, `most`, `with_sit_out` and
            `is_plain`.
        board: of each line, its board's place in `boards`.
        sections: a row a section of a session, with those that it is scored with.
        section: of each line, its section's place in `sections`.
        seats: who sits N-S and E-W on each line.
        apart: the lines of boards of several forms, and of others that are not plain perhaps, as `fields.ranked` gives
            them, in the columns `NARROW`.
        kinds: the sides of all lines of boards that are not plain.
        shown: of each column of printed figures that has any, such as `ns_mp`, what it shows.
    """

    profile: str
    lines: pl.DataFrame
    both: pl.DataFrame
    events: pl.DataFrame
    event: Integers
    boards: pl.DataFrame
    board: Integers
    sections: pl.DataFrame
    section: Integers
    seats: Seats
    apart: pl.DataFrame
    kinds: Kinds
    shown: dict[str, Shown]

    def boards_of(self, differences: pl.DataFrame) -> Booleans:
        """Of each board whether a line of it is among some differences."""
        found = np.zeros(self.boards.height, bool)
        lines = self._lines_of(differences["event_id"].unique())
        asked = self.lines["result_id"].gather(lines).is_in(differences["result_id"].unique().implode())
        found[self.board[lines[asked.to_numpy()]]] = True
        return found

    def _lines_of(self, events: pl.Series) -> Integers:
        """The places of the lines of some events."""
        asked = self.events["event_id"].is_in(events.implode()).to_numpy()
        return np.flatnonzero(asked[self.event]) if asked.any() else np.zeros(0, np.int64)

    def of_events(self, events: pl.Series, columns: Sequence[str]) -> pl.DataFrame:
        """The lines of some events, with their first answers, in some columns."""
        return self.lines.select(columns)[self._lines_of(events)]

    def ranked(self, boards: Booleans) -> pl.DataFrame:
        """The lines of some boards as `fields.ranked` gives them."""
        return _ranked(self.lines, self.boards, self.board, np.flatnonzero(boards[self.board]), self.profile)


def book(scored: pl.DataFrame, profile: str, *, one_field: bool, plain_only: bool = False) -> Book:
    """The book of some scored lines.

    Args:
        scored: as `neuberg.score.exact` gives them under the profile, whole events.
        profile: its name.
        one_field: whether it ignores the forms of a fouled board.
        plain_only: whether only those lines are asked for that are on plain boards: the others take most of the time.
    """
    scored_with, alone = _scored_with(scored)
    both = scored.with_columns(scored_with=scored_with)
    lines = both.filter(pl.col("variant") == 1) if (both["variant"] == 2).any() else both
    own = placed(lines)
    if lines.height < both.height:
        both = with_decimals(both, placed(both))
    lines = with_decimals(lines, own)
    seats = Seats.of(lines)
    boards = _boards(lines, own, seats, one_field=one_field)
    wanted = ~boards["is_plain"].to_numpy() & (not plain_only)
    kinds, apart = _adjusted(lines, boards, own.board, wanted, profile)
    sections, section = sections_of(lines, own, alone=alone)
    return Book(
        profile=profile,
        lines=lines,
        both=both if lines.height < both.height else lines,
        events=lines.select("event_id", "season")[own.events],
        event=own.event[own.session][own.board],
        boards=boards,
        board=own.board,
        sections=sections,
        section=section,
        seats=seats,
        apart=apart,
        kinds=kinds,
        shown=shown_on(lines),
    )


def _scored_with(lines: pl.DataFrame) -> tuple[pl.Series, bool]:
    """The sections that each line is scored with, its own where none are named; and whether that is all its own."""
    if lines["scored_with"].null_count() == lines.height:
        return lines["section"], True
    found = lines.select(pl.coalesce("scored_with", "section")).to_series()
    return found, found.equals(lines["section"])


def _boards(lines: pl.DataFrame, own: Placed, seats: Seats, *, one_field: bool) -> pl.DataFrame:
    """A row a board."""
    field = lines["field"].gather(own.boards).cast(pl.Int64).to_numpy()
    most = np.zeros(own.sessions.size, np.int64)
    np.maximum.at(most, own.session, field)
    sitting = _with_sit_out(lines, seats, own)
    return pl.DataFrame(
        {
            "field": field,
            "line": own.boards,
            "event_no": own.event[own.session],
            "session_no": own.session,
            "most": np.maximum(_stated(lines, own, most[own.session]), field),
            "with_sit_out": np.maximum(sitting[own.session], field),
            "is_plain": _are_plain(lines, own.board, field.size, one_field=one_field),
        }
    )


def _stated(lines: pl.DataFrame, own: Placed, otherwise: Integers) -> Integers:
    """Of each board the scores expected, where it is said."""
    there = lines.select(pl.col("expected").is_not_null().arg_true()).to_series().to_numpy()
    if not there.size:
        return otherwise
    least = np.iinfo(np.int64).min
    stated = np.full(otherwise.size, least)
    np.maximum.at(stated, own.board[there], lines["expected"].gather(there).cast(pl.Int64).to_numpy())
    return np.where(stated > least, stated, otherwise)


def _are_plain(lines: pl.DataFrame, board: Integers, boards: int, *, one_field: bool) -> Booleans:
    """Of each board whether all its lines are compared with one another, and with nothing else."""
    apart = (pl.col("method") != "plain").fill_null(True) | pl.col("ns_components").is_not_null()
    if one_field:
        apart |= pl.col("given_group").is_not_null()
    plain = np.ones(boards, bool)
    plain[board[lines.select(apart.arg_true()).to_series().to_numpy()]] = False
    return plain


def _with_sit_out(lines: pl.DataFrame, seats: Seats, own: Placed) -> Integers:
    """Of each session the tables that its pairs fill, half ones whole: in one ranking, or those of one direction."""
    sessions = own.sessions.size
    one_ranking = (lines["winners"].gather(own.sessions).fill_null(2) == 1).to_numpy()
    # A line without a pair has the label -1.
    count = seats.labels.len() + 1
    begins = [(np.where(one_ranking, 0, side) * sessions + np.arange(sessions)) * count + 1 for side in (0, 1)]
    seat = _used([(begin[own.session], label) for begin, label in zip(begins, (seats.ns, seats.ew), strict=True)], own)
    ns, ew = np.bincount(seat[seat % count > 0] // count, minlength=2 * sessions).reshape(2, -1)
    return np.where(one_ranking, (ns + 1) // 2, np.maximum(ns, ew)).astype(np.int64)


def _used(sides: list[tuple[Integers, Integers]], own: Placed) -> Integers:
    """The seats that are taken, each once: of each side where those of a board begin, and of each line its label."""
    most = 1 + max(int(begins.max(initial=0)) + int(label.max(initial=0)) for begins, label in sides)
    if most > _ROOM * own.board.size:
        return pl.Series(np.concatenate([begins[own.board] + label for begins, label in sides])).unique().to_numpy()
    used = np.zeros(most, bool)
    for begins, label in sides:
        for part in pieces(label.size):
            used[begins[own.board[part]] + label[part]] = True
    return np.flatnonzero(used)


def _adjusted(
    lines: pl.DataFrame, boards: pl.DataFrame, board: Integers, wanted: Booleans, profile: str
) -> tuple[Kinds, pl.DataFrame]:
    """The sides of the lines of the wanted boards, none of them plain; and those lines that are not of a single form.

    A single form need not be ranked as others are.
    """
    there = np.flatnonzero(wanted[board])
    quick = wanted & _are_ranked(lines, board, wanted.size, profile)
    several = lines.select((pl.col("comparison_group") > 1).arg_true()).to_series()
    quick[board[several.to_numpy()]] = False
    field, most, with_sit_out = (boards[name].to_numpy() for name in ("field", "most", "with_sit_out"))
    is_quick = quick[board[there]]
    one = one_form(lines, Shape(field, most, with_sit_out, board), there[is_quick], profile_named(profile))
    if is_quick.all():
        return one, pl.DataFrame(schema=NARROW)
    apart = _ranked(lines, boards, board, there[~is_quick], profile).select(*NARROW)
    return one.and_those(side_kinds(apart, board)), apart


def _ranked(lines: pl.DataFrame, boards: pl.DataFrame, board: Integers, there: Integers, profile: str) -> pl.DataFrame:
    """The lines at some places, whole boards, ranked; those of an average of the session among all of their event."""
    own = _numbered(lines, boards, board, there)
    known = _are_ranked(own, board[there], boards.height, profile)[board[there]]
    scored, again = own.filter(known), own.filter(~known)
    scored = as_ranked(scored, profile_named(profile))
    if again.is_empty():
        return ranked(again.lazy(), scored=scored).collect()
    bare = lines.select(name for name in dict.fromkeys((*READ, *KEPT)) if name in lines.columns and name not in EXACT)
    asked = again.filter(is_of_session(again, profile_named(profile)))
    whole = bare.join(asked.select("event_id").unique(), on="event_id", how="semi") if asked.height else None
    names = [*bare.columns, "line_no", "most", "with_sit_out"]
    return ranked(again.select(names).lazy(), whole, scored=scored).collect()


def _numbered(lines: pl.DataFrame, boards: pl.DataFrame, board: Integers, there: Integers) -> pl.DataFrame:
    """The lines at some places with these, and what is known of their session."""
    taken = dict.fromkeys((*READ, *KEPT, *_SCORES))
    own = rows_at(lines.select(name for name in taken if name in lines.columns), there)
    expected = boards.select("most", "with_sit_out")[board[there]]
    return own.with_columns(line_no=pl.Series(there)).hstack(expected)


def _are_ranked(lines: pl.DataFrame, board: Integers, boards: int, profile: str) -> Booleans:
    """Of each board whether the run's own scores of its lines are those that it would be ranked with again.

    So they are where every group is scored by the formula, and no award is what the session makes of it.
    """
    alike = np.zeros(boards, bool)
    if not is_ranked_under(profile_named(profile)):
        return alike
    alike[:] = True
    # A line without a method has no score under any rule.
    other = (~pl.col("method").is_in(["plain", "formula", "artificial"])).fill_null(False).arg_true()
    alike[board[lines.select(other).to_series().to_numpy()]] = False
    given = lines.select(pl.col("award_given").is_not_null().arg_true()).to_series()
    awards = lines.select("kind", "award_given")[given]
    of_session = awards.select(is_of_session(awards, profile_named(profile)).arg_true()).to_series()
    alike[board[given[of_session].to_numpy()]] = False
    return alike
