"""The scored lines of some events in numbers: which event, board and session each is of, and which boards are plain.

A board on which every line is compared with every other one says all by its N and its lines' S, which the run's own
scores have. Only the others, a few in a hundred, are ranked again.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.book.fields import KEPT, is_ranked_under, ranked
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.book.seated import Kinds, Seats, side_kinds
from neuberg.rules import profile as profile_named
from neuberg.score.contestants import RANKING_KEY
from neuberg.score.fields import numbered, run_starts
from neuberg.score.lines import READ
from neuberg.score.packed import Integers
from neuberg.score.stage import EXACT

QUANTITIES = ("mp", "pct")
_MP, _PCT = "published_mp_decimals", "published_pct_decimals"
_MOST_DECIMALS = 6
_TENS = 10 ** np.arange(_MOST_DECIMALS + 1)
#: A place for every number that there may be is kept while there are at most this many times the lines.
_ROOM = 8
#: What of a line's score says how it was ranked.
_SCORES = ("variant", "top", "ns_num", "ew_num", "den")
_SECTION = ("event_id", "session", "section", "scored_with")


class Shown(NamedTuple):
    """A column of printed figures.

    Attributes:
        figure: of each line, in units of the last place; nought where there is none.
        decimals: of each line, the places that its event shows.
        is_there: whether the line has one.
        is_exact: whether it is the profile's own value, to the last fraction.
    """

    figure: Integers
    decimals: Integers
    is_there: Booleans
    is_exact: Booleans


class Book(NamedTuple):
    """The lines of the events that are scored under one profile.

    Attributes:
        profile: its name.
        lines: their first answers, with the decimals that their event's columns have.
        both: the same with second answers.
        events: a row an event: `event_id` and `season`.
        event: of each line, its event's place in `events`.
        boards: a row a board: its key, `field` (N), `session_no`, `event_no`, `most`, `with_sit_out` and `is_plain`.
        board: of each line, its board's place in `boards`.
        sections: a row a section of a session, with those that it is scored with.
        section: of each line, its section's place in `sections`.
        seats: who sits N-S and E-W on each line.
        adjusted: the lines of the boards that are not plain, as `fields.ranked` gives them.
        kinds: the sides of those.
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
    adjusted: pl.DataFrame
    kinds: Kinds
    shown: dict[str, Shown]

    def boards_of(self, differences: pl.DataFrame) -> Booleans:
        """Of each board whether a line of it is among some differences."""
        found = np.zeros(self.boards.height, bool)
        lines = self.lines["result_id"].is_in(differences["result_id"].unique().implode())
        found[self.board[lines.to_numpy()]] = True
        return found

    def of_events(self, events: pl.Series) -> pl.DataFrame:
        """The lines of some events, with their second answers."""
        if self.both.height > self.lines.height:
            return self.both.filter(pl.col("event_id").is_in(events.implode()))
        return self.lines[np.flatnonzero(self.events["event_id"].is_in(events.implode()).to_numpy()[self.event])]

    def ranked(self, boards: Booleans) -> pl.DataFrame:
        """The lines of some boards as `fields.ranked` gives them."""
        return _ranked(self.lines, self.boards, self.board, boards, self.profile)


def book(scored: pl.DataFrame, profile: str, *, one_field: bool) -> Book:
    """The book of some scored lines.

    Args:
        scored: as `neuberg.score.exact` gives them under the profile, whole events.
        profile: its name.
        one_field: whether it ignores the forms of a fouled board.
    """
    both = scored.with_columns(*_decimals_of_event(scored), scored_with=_scored_with(scored))
    lines = both.filter(pl.col("variant") == 1) if (both["variant"] == 2).any() else both
    heads, board = _heads(lines)
    event_no, event_firsts = numbered(heads.select("event_id"))
    session_no, session_firsts = numbered(heads.select(RANKING_KEY))
    boards = heads.with_columns(
        event_no=pl.Series(event_no),
        session_no=pl.Series(session_no),
        stated=_stated(lines, board, heads.height),
        is_plain=pl.Series(_are_plain(lines, board, heads.height, one_field=one_field)),
    )
    seats = Seats.of(lines)
    # Where each is its own field, a section is what a session's boards have in common.
    alone = lines["section"].equals(lines["scored_with"])
    one_each = (heads.select(_SECTION)[session_firsts], session_no[board])
    sections, section = one_each if alone else _sections(lines)
    sitting = _with_sit_out(lines, seats, session_no[board], session_firsts.size)
    boards = boards.with_columns(
        most=pl.max_horizontal(pl.coalesce("stated", pl.col("field").max().over("session_no")), "field"),
        with_sit_out=pl.max_horizontal(pl.Series(sitting)[session_no], "field"),
    ).drop("stated")
    adjusted = _ranked(lines, boards, board, ~boards["is_plain"].to_numpy(), profile)
    return Book(
        profile=profile,
        lines=lines,
        both=both,
        events=heads.select("event_id", "season")[event_firsts],
        event=event_no[board],
        boards=boards,
        board=board,
        sections=sections,
        section=section,
        seats=seats,
        adjusted=adjusted,
        kinds=side_kinds(adjusted, board),
        shown=_shown(lines),
    )


def _scored_with(lines: pl.DataFrame) -> pl.Series:
    """The sections that each line is scored with: its own where none are named."""
    if lines["scored_with"].null_count() == lines.height:
        return lines["section"]
    return lines.select(pl.coalesce("scored_with", "section")).to_series()


def _heads(lines: pl.DataFrame) -> tuple[pl.DataFrame, Integers]:
    """A row a board, and of each line its board's place there."""
    starts = run_starts(lines, schemas.FIELD_KEY)
    runs = lines.select(*schemas.FIELD_KEY, "section", "field", "season")[starts]
    number, firsts = numbered(runs.select(schemas.FIELD_KEY))
    board = np.repeat(number, np.diff(starts, append=lines.height))
    return runs[firsts].with_columns(pl.col("field").cast(pl.Int64)), board


def _decimals_of_event(lines: pl.DataFrame) -> list[pl.Expr]:
    """The columns of decimals, the event's most in place of each line's own."""
    least, most = (lines.select(getattr(pl, way)(_MP, _PCT)).row(0) for way in ("min", "max"))
    several = [
        name
        for name, low, high in zip((_MP, _PCT), least, most, strict=True)
        # Where there are no lines there is no most.
        if lines[name].null_count() or low != high or (high or 0) > _MOST_DECIMALS
    ]
    return [pl.col(name).max().over("event_id").clip(upper_bound=_MOST_DECIMALS) for name in several]


def _shown(lines: pl.DataFrame) -> dict[str, Shown]:
    """What each column of printed figures shows that has any."""
    names = [(side, quantity) for quantity in QUANTITIES for side in ("ns", "ew")]
    return {
        f"{side}_{quantity}": _column(lines, side, quantity)
        for side, quantity in names
        if lines[f"published_{side}_{quantity}"].null_count() < lines.height
    }


def _column(lines: pl.DataFrame, side: str, quantity: str) -> Shown:
    shown = lines[f"published_{quantity}_decimals"]
    decimals = shown.fill_null(0).cast(pl.Int64).to_numpy()
    unit = _TENS[decimals[:1] if shown.min() == shown.max() and not shown.null_count() else decimals]
    units = (lines[f"published_{side}_{quantity}"] * pl.Series(unit)).round().cast(pl.Int64)
    is_there, figure = units.is_not_null().to_numpy(), units.fill_null(0).to_numpy()
    num, den = (lines[name].cast(pl.Int64).fill_null(0).to_numpy() for name in (f"{side}_num", "den"))
    if quantity == "pct":
        num, den = 100 * num, den * lines["top"].cast(pl.Int64).fill_null(0).to_numpy()
    return Shown(figure, decimals, is_there, is_there & (figure * den == num * unit) & (den > 0))


def _stated(lines: pl.DataFrame, board: Integers, boards: int) -> pl.Series:
    """Of each board the scores expected, null where it is not said."""
    found = pl.DataFrame({"board": board, "expected": lines["expected"].cast(pl.Int64)}).drop_nulls()
    most = found.group_by("board").agg(pl.col("expected").max())
    whole = pl.DataFrame({"board": np.arange(boards)}).join(most, on="board", how="left", maintain_order="left")
    return whole["expected"]


def _are_plain(lines: pl.DataFrame, board: Integers, boards: int, *, one_field: bool) -> Booleans:
    """Of each board whether all its lines are compared with one another, and with nothing else."""
    apart = (pl.col("method") != "plain").fill_null(True) | pl.col("ns_components").is_not_null()
    if one_field:
        apart |= pl.col("given_group").is_not_null()
    plain = np.ones(boards, bool)
    plain[board[lines.select(apart.arg_true()).to_series().to_numpy()]] = False
    return plain


def _sections(lines: pl.DataFrame) -> tuple[pl.DataFrame, Integers]:
    starts = run_starts(lines, _SECTION)
    runs = lines.select(_SECTION)[starts]
    number, firsts = numbered(runs)
    return runs[firsts], np.repeat(number, np.diff(starts, append=lines.height))


def _with_sit_out(lines: pl.DataFrame, seats: Seats, session: Integers, sessions: int) -> Integers:
    """Of each session the tables that its pairs fill, half ones whole: in one ranking, or those of one direction."""
    first = np.zeros(sessions, np.int64)
    first[session[::-1]] = np.arange(session.size)[::-1]
    one_ranking = (lines["winners"][first].fill_null(2) == 1).to_numpy()
    # A line without a pair has the label -1.
    count, taken = seats.labels.len() + 1, []
    for side, label in enumerate((seats.ns, seats.ew)):
        first_of = (np.where(one_ranking, 0, side * sessions) + np.arange(sessions)) * count + 1
        taken.append(first_of[session] + label)
    seat = _used(taken, 2 * sessions * count)
    ns, ew = np.bincount(seat[seat % count > 0] // count, minlength=2 * sessions).reshape(2, -1)
    return np.where(one_ranking, (ns + 1) // 2, np.maximum(ns, ew)).astype(np.int64)


def _used(numbers: list[Integers], most: int) -> Integers:
    """The numbers that there are, each once, all below `most`."""
    if most > _ROOM * numbers[0].size:
        return pl.Series(np.concatenate(numbers)).unique().to_numpy()
    used = np.zeros(most, bool)
    for some in numbers:
        used[some] = True
    return np.flatnonzero(used)


def _ranked(lines: pl.DataFrame, boards: pl.DataFrame, board: Integers, wanted: Booleans, profile: str) -> pl.DataFrame:
    """The lines of the wanted boards ranked; those whose average is the session's, among all lines of their event."""
    known = wanted & _are_ranked(lines, board, wanted.size, profile)
    scored, again = (_numbered(lines, boards, board, some) for some in (known, wanted & ~known))
    if again.is_empty():
        return ranked(again.lazy(), scored=scored).collect()
    bare = lines.select(name for name in dict.fromkeys((*READ, *KEPT)) if name in lines.columns and name not in EXACT)
    asked = again.filter(pl.col("kind") == "artificial", pl.col("award_given").is_not_null())
    whole = bare.join(asked.select("event_id").unique(), on="event_id", how="semi") if asked.height else None
    names = [*bare.columns, "line_no", "most", "with_sit_out"]
    return ranked(again.select(names).lazy(), whole, scored=scored).collect()


def _numbered(lines: pl.DataFrame, boards: pl.DataFrame, board: Integers, wanted: Booleans) -> pl.DataFrame:
    """The lines of the wanted boards with their place among all, and what is known of their session."""
    there = np.flatnonzero(wanted[board])
    taken = dict.fromkeys((*READ, *KEPT, *_SCORES))
    own = lines.select(name for name in taken if name in lines.columns)[there]
    expected = boards.select("most", "with_sit_out")[board[there]]
    return own.with_columns(line_no=pl.Series(there)).hstack(expected)


def _are_ranked(lines: pl.DataFrame, board: Integers, boards: int, profile: str) -> Booleans:
    """Of each board whether the run's own scores are those that it would be ranked with again.

    So they are where every group is scored by the formula, and no award is what the session makes of it.
    """
    alike = np.zeros(boards, bool)
    if not is_ranked_under(profile_named(profile)):
        return alike
    alike[:] = True
    other = (~pl.col("method").is_in(["plain", "formula", "artificial"])).fill_null(True)
    other |= (pl.col("kind") == "artificial") & pl.col("award_given").is_not_null()
    alike[board[lines.select(other.arg_true()).to_series().to_numpy()]] = False
    return alike
