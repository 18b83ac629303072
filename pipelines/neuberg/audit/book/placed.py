"""Which event, session and board each line is of, by number: a session's texts are looked at once, not once a board."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import in_order
from neuberg.score.contestants import RANKING_KEY
from neuberg.score.fields import numbered, run_starts
from neuberg.score.packed import Integers

_SECTION = ("event_id", "session", "section", "scored_with")


class Placed(NamedTuple):
    """The events, sessions and boards of some lines, each numbered in the order of their first lines.

    Attributes:
        board: of each line, its board.
        session: of each board, its session.
        event: of each session, its event.
        boards: of each board, its first line.
        sessions: of each session, its first line.
        events: of each event, its first line.
    """

    board: Integers
    session: Integers
    event: Integers
    boards: Integers
    sessions: Integers
    events: Integers


def placed(lines: pl.DataFrame) -> Placed:
    """Where the lines belong; a board's lines, and a session's, may stand in several places."""
    session_starts = run_starts(lines, RANKING_KEY)
    session, firsts = numbered(lines.select(RANKING_KEY)[session_starts])
    sessions = session_starts[firsts]
    event, event_firsts = numbered(lines.select("event_id")[sessions])
    starts = _merged(lines.height, [session_starts, run_starts(lines, ("board",))])
    of_run = session[np.searchsorted(session_starts, starts, side="right") - 1]
    number, first_runs = _boards(of_run, lines["board"].gather(starts))
    return Placed(
        board=np.repeat(number, np.diff(starts, append=lines.height)),
        session=of_run[first_runs],
        event=event,
        boards=starts[first_runs],
        sessions=sessions,
        events=sessions[event_firsts],
    )


def _merged(lines: int, starts: Sequence[Integers]) -> Integers:
    """The places where a run of any of some columns begins."""
    begins = np.zeros(lines, bool)
    for own in starts:
        begins[own] = True
    return np.flatnonzero(begins)


def _boards(session: Integers, board: pl.Series) -> tuple[Integers, Integers]:
    """Of each run of lines the number of its board, and of each board its first run."""
    # A board without a number is a board like any other.
    numbers = board.cast(pl.Int64)
    low = numbers.min()
    least = low - 1 if isinstance(low, int) else 0
    place = numbers.fill_null(least).to_numpy() - least
    code = session * (int(place.max(initial=0)) + 1) + place
    if (code[1:] > code[:-1]).all():
        own = np.arange(code.size)
        return own, own
    return in_order(code)


def sections_of(lines: pl.DataFrame, own: Placed, *, alone: bool) -> tuple[pl.DataFrame, Integers]:
    """A row a section of a session, with those that it is scored with; and of each line its section's place there.

    Args:
        lines: the lines.
        own: where they belong.
        alone: whether each section is a field of its own: then it is what a session's boards have in common.
    """
    if alone:
        return lines.select(_SECTION)[own.sessions], own.session[own.board]
    starts = run_starts(lines, _SECTION)
    runs = lines.select(_SECTION)[starts]
    number, firsts = numbered(runs)
    return runs[firsts], np.repeat(number, np.diff(starts, append=lines.height))
