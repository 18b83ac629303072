"""The printed figures of plain boards by kind: most are the profile's own values, and are counted by these."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import counted, distinct, numbered
from neuberg.audit.book.pieces import frames
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.book.seated import SIDES
from neuberg.audit.book.shown import ABOVE, AWAY, Shown, whole
from neuberg.rules import profile as profile_named
from neuberg.score.packed import Integers

#: What a plain board's shape is, besides its event.
OF_SHAPE = ("field", "most", "with_sit_out")
#: A figure is away from its value, below it, the value itself, or above it; and so are those of both sides.
_BESIDE = ABOVE + 1
_BOTH = _BESIDE * _BESIDE


class Place(NamedTuple):
    """Of some figures the shape of their board, their S, and whether they are E-W's, where that is told apart."""

    shape: Integers
    s: Integers
    is_ew: Booleans


class Figures(NamedTuple):
    """Figures of plain boards by kind."""

    place: Place
    figure: Integers
    decimals: Integers
    many: Integers


class Plain:
    """The lines of plain boards by the shape of their board: its event, its N and what else may be counted.

    Each shape has a place for each S, and as many for E-W's where that is to be told apart.

    Attributes:
        book: the lines.
        kept: of each board, whether its lines are among them.
        full: of each shape, its N.
        line: of each shape, a line that has it.
    """

    def __init__(self, book: Book, kept: Booleans, shape: Integers, shapes: pl.DataFrame) -> None:
        self.book, self.kept, self._shape = book, kept, shape
        self.full, self.line = np.maximum(shapes["field"].to_numpy(), 1), shapes["line"].to_numpy()
        one = pl.all_horizontal(pl.col(name) == pl.col("field") for name in ("most", "with_sit_out"))
        # Where every rule is one, no figure need be known as E-W's.
        self._of_ew = np.where(shapes.select(one).to_series().to_numpy(), 0, 2 * self.full - 1)
        # The last place is that of all lines that are not asked for.
        room = 2 * self.full + self._of_ew
        self._begins = np.cumsum(room) - room
        self._last = self._begins + room - 1

    def near(self, shown: dict[str, Shown]) -> tuple[Integers, Integers, Integers]:
        """Each place, what a figure there is beside its value if it is not away, and how many figures are so.

        Args:
            shown: what each side shows.
        """
        none = np.zeros(self.book.lines.height, np.int8)
        ns, ew = (shown[side].beside if side in shown else none for side in SIDES)
        both, many = counted(self._both(np.int8(_BESIDE) * ns + ew), _BOTH * (int(self._last.max(initial=-1)) + 1))
        place, (of_ns, of_ew) = both // _BOTH, np.divmod(both % _BOTH, _BESIDE)
        asked = place < self._last[self._shapes_at(place)]
        place, of_ns, of_ew, many = (part[asked] for part in (place, of_ns, of_ew, many))
        code = np.concatenate([place * _BESIDE + of_ns, self._of_opponents(place) * _BESIDE + of_ew])
        known, kind = numbered(code)
        figures = np.bincount(kind, np.tile(many, 2), known.size).astype(np.int64)
        near = known % _BESIDE != AWAY
        return known[near] // _BESIDE, known[near] % _BESIDE, figures[near]

    def _both(self, beside: npt.NDArray[np.int8]) -> Iterator[Integers]:
        """Of each line N-S's place and what both sides show, as one number; beyond all others on another board."""
        full = self.full[self._shape]
        # The num of a side is N times its S there: what is off by less than half of one in its last bits is cut off.
        share = np.where(self.kept, 1 / full, 0)
        begins = np.where(self.kept, self._begins[self._shape], self._last[self._shape]) + 0.5
        for part, own in frames(self.book.lines.select("ns_num")):
            board = self.book.board[part]
            place = whole(own["ns_num"]) * share[board]
            place += begins[board]
            code = place.astype(np.int64)
            code *= _BOTH
            code += beside[part]
            yield code

    def _of_opponents(self, places: Integers) -> Integers:
        """The places of E-W's sides of the lines on which N-S's have these: the S of both come to twice N - 1."""
        shape = self._shapes_at(places)
        opposite: Integers = 2 * (self._begins + self.full - 1)[shape] + self._of_ew[shape] - places
        return opposite

    def place(self, side: str, line: Integers) -> Integers:
        """Of some lines the place of their side: on a plain board M is S, and the num of it N times."""
        shape = self._shape[self.book.board[line]]
        num = self.book.lines[f"{side}_num"][pl.Series(line)].fill_null(0).to_numpy()
        placed: Integers = num // self.full[shape] + self._begins[shape] + self._of_ew[shape] * (side == "ew")
        return placed

    def at(self, places: Integers) -> Place:
        """What some places are."""
        shape = self._shapes_at(places)
        s, of_ew = places - self._begins[shape], self._of_ew[shape]
        is_ew = (of_ew > 0) & (s >= of_ew)
        return Place(shape, s - is_ew * of_ew, is_ew)

    def _shapes_at(self, places: Integers) -> Integers:
        found: Integers = np.searchsorted(self._begins, places, side="right") - 1
        return found


def kinds_of(plain: Plain, quantity: str) -> Iterator[Figures]:
    """Each kind of figure: those of either side as one where these are not told apart."""
    shown = {side: plain.book.shown[name] for side in SIDES if (name := f"{side}_{quantity}") in plain.book.shown}
    if not shown:
        return
    for side, own in shown.items():
        line = own.are_away()
        line = line[plain.kept[plain.book.board[line]]]
        place, figure = plain.place(side, line), own.figures(line)
        found = distinct([place, figure])
        place, figure, decimals = (part[found.first] for part in (place, figure, own.decimals[line].astype(np.int64)))
        yield Figures(plain.at(place), figure, decimals, found.many)
    places, beside, many = plain.near(shown)
    near = plain.at(places)
    decimals = own.decimals[plain.line].astype(np.int64)[near.shape]
    # What is not the value itself is the whole unit below it, or the next one.
    yield Figures(near, _values(plain, near, quantity, decimals) + (beside == ABOVE), decimals, many)


def _values(plain: Plain, place: Place, quantity: str, decimals: Integers) -> Integers:
    """The profile's own values at some places, in units of the last place; what is less than one is cut off."""
    in_units: Integers = 10**decimals * place.s
    by = 3 - profile_named(plain.book.profile).scale
    if quantity == "pct":
        in_units, by = 100 * in_units, np.maximum(2 * (plain.full[place.shape] - 1), 1)
    values: Integers = in_units // by
    return values
