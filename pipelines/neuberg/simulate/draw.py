"""The schedule of some events: who met whom at which board, as arrays with an entry a traveller line."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

#: Tables of a section, and how often there are so many: most clubs have nine to thirteen.
_TABLES = np.arange(5, 21)
_TABLES_ODDS = np.array([2, 3, 5, 7, 9, 10, 11, 10, 9, 8, 7, 6, 5, 4, 2, 2]) / 100
#: Kinds of events: of one section, of several and two sessions, and simultaneous ones scored across all sections.
_KINDS = ("club", "tournament", "simultaneous")
_KIND_ODDS = (0.88, 0.119, 0.001)
_BOARDS_A_SESSION = 24
#: Events to choose from at least, so that some fit a small season.
_LEAST_DRAWN = 40


class Sessions(NamedTuple):
    """A season's sessions, an entry each: event, number in it, tables and sections, boards a round, kind."""

    event: Integers
    session: Integers
    tables: Integers
    sections: Integers
    boards_a_round: Integers
    across: npt.NDArray[np.bool_]

    @property
    def rounds(self) -> Integers:
        """A Mitchell of an even number of tables skips once, and has a round less."""
        return np.where(self.tables % 2 == 1, self.tables, self.tables - 1)

    @property
    def boards(self) -> Integers:
        """The boards of each."""
        return self.tables * self.boards_a_round

    @property
    def lines(self) -> Integers:
        """The traveller lines of each."""
        return self.boards * self.sections * self.rounds


class Lines(NamedTuple):
    """Traveller lines, an entry each, in the order of event, session, board and section.

    Attributes:
        session: the place in `Sessions`.
        deal: the board among all of the sessions' boards.
        board: its number, from 1.
        section: from 0.
        round: from 1.
        table: from 1, also the N-S pair.
        ew: the E-W pair, from 1.
    """

    session: Integers
    deal: Integers
    board: Integers
    section: Integers
    round: Integers
    table: Integers
    ew: Integers


def sessions(draw: np.random.Generator, lines: int) -> Sessions:
    """Whole events that have together as nearly so many lines as they can be made to."""
    count = _LEAST_DRAWN + lines // 200
    kind = draw.choice(len(_KINDS), size=count, p=_KIND_ODDS)
    tables = draw.choice(_TABLES, size=count, p=_TABLES_ODDS)
    sections = np.where(kind == 1, draw.integers(2, 5, count), np.where(kind == 2, draw.integers(10, 151, count), 1))
    each = np.where(kind == 1, 2, 1)
    event = np.repeat(np.arange(count), each)
    found = Sessions(
        event=event,
        session=np.arange(event.size) - (np.cumsum(each) - each)[event] + 1,
        tables=tables[event],
        sections=sections[event],
        boards_a_round=np.maximum(1, np.rint(_BOARDS_A_SESSION / tables).astype(np.int64))[event],
        across=kind[event] == 2,
    )
    kept = _kept(event, found.lines, lines)
    chosen = Sessions._make(values[kept] for values in found)
    # The events that are left are numbered without a gap.
    return chosen._replace(event=np.unique(chosen.event, return_inverse=True)[1])


def _kept(event: Integers, of_session: Integers, lines: int) -> npt.NDArray[np.bool_]:
    """The sessions of the events that fit, in their order, and of one more where that is nearer to the lines."""
    sizes = np.bincount(event, weights=of_session).astype(np.int64)
    kept, total = np.zeros(sizes.size, dtype=np.bool_), 0
    for number, size in enumerate(sizes.tolist()):
        if total + size <= lines:
            kept[number], total = True, total + size
    least = np.where(kept, lines + sizes.max(), sizes).argmin()
    kept[least] |= not total or total + sizes[least] - lines < lines - total
    return kept[event]


def lines(of: Sessions) -> Lines:
    """Every line of the sessions: a Mitchell movement, the boards going down a table and E-W up one."""
    session = np.repeat(np.arange(of.lines.size), of.lines)
    place = np.arange(session.size) - (np.cumsum(of.lines) - of.lines)[session]
    tables, rounds = of.tables[session], of.rounds[session]
    board, rest = np.divmod(place, of.sections[session] * rounds)
    section, turn = np.divmod(rest, rounds)
    table = (board // of.boards_a_round[session] - turn) % tables
    skip = (tables % 2 == 0) & (turn >= tables // 2)
    ew = (table - turn - skip) % tables
    deal = (np.cumsum(of.boards) - of.boards)[session] + board
    return Lines(session, deal, board + 1, section, turn + 1, table + 1, ew + 1)
