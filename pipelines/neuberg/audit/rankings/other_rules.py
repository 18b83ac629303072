"""What contestants come to under each other rule for fouled and adjusted boards: only those boards are scored again."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, kinds
from neuberg.audit.book.facts import of_plain
from neuberg.audit.book.places import places
from neuberg.audit.book.rounding import Booleans, Rounding, in_steps
from neuberg.audit.book.seated import SIDES, Kinds
from neuberg.audit.rankings.exact_ties import separated
from neuberg.audit.rule import TAKEN, Ratio, Sides, matchpoints_by, rule_of
from neuberg.rules import Profile, load_profiles
from neuberg.rules.rulebook import TIES
from neuberg.score.packed import Integers

#: Totals are added in units of this many to a matchpoint.
FINE = 1_000_000
#: In so many of these units is what no other rule changes.
_ROUNDED = 100
_IN_HUNDREDTHS = TIES[1]


def others_of(
    profiles: list[Profile], contestants: pl.DataFrame, book: Book, seats: tuple[Integers, Integers], whole: Integers
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The totals and places under all profiles but the first, and the lists that come to the same.

    Args:
        profiles: the run's own, and the others.
        contestants: with `list_no`, `units` and `top`.
        book: the lines.
        seats: of each line, the places among the contestants of N-S and of E-W.
        whole: of each contestant of a session its place as one of the whole event; -1 where there is none.
    """
    parties = [_Party(part, seats, whole) for part in _special(book)]
    for party in parties:
        party.sides.prepare(map(rule_of, profiles))
    list_no = contestants["list_no"].to_numpy()
    lists = np.zeros(int(list_no.max(initial=-1)) + 1, bool)
    for party in parties:
        lists[list_no[party.present()]] = True
    totals = [contestants[name].fill_null(0).to_numpy() for name in ("units", "top")]
    others = _changes(profiles, parties, contestants.height)
    by_ties = lists & _near_ties(totals[0], totals[1], list_no, lists.size)
    parts, same = [np.zeros((5, 0), np.int64)], [np.zeros((2, 0), np.int64)]
    for number, changes in enumerate(others, start=1):
        moved = np.zeros_like(lists)
        moved[list_no[np.flatnonzero((changes[0] != 0) | (changes[1] != 0))]] = True
        if profiles[number].ties != profiles[0].ties:
            moved |= by_ties
        row = np.flatnonzero(moved[list_no])
        units, top = (total[row] + change[row] for total, change in zip(totals, changes, strict=True))
        parts.append(np.stack([row, list_no[row], np.full_like(row, number), units, top]))
        still = np.flatnonzero(lists & ~moved)
        same.append(np.stack([still, np.full_like(still, number)]))
    alike = dict(zip(("list_no", "profile"), np.concatenate(same, axis=1), strict=True))
    exact = _Exact(profiles, parties, totals[0])
    return _placed(np.concatenate(parts, axis=1), lists.size, profiles, exact), pl.DataFrame(alike)


def _special(book: Book) -> list[Kinds]:
    """The sides on boards on which rules may differ: those ranked again, and plain ones with fewer scores than E."""
    short = (book.boards["is_plain"] & (book.boards["most"] != book.boards["field"])).to_numpy()
    return [book.kinds, *([_plain_kinds(book, short)] if short.any() else [])]


def _plain_kinds(book: Book, boards: Booleans) -> Kinds:
    """The sides of some plain boards by kind: M is S, and all else follows from the board."""
    line = np.flatnonzero(boards[book.board])
    board, lines = np.tile(book.board[line], 2), book.lines.select(f"{side}_num" for side in SIDES)[line]
    shapes = book.boards.select("field", "most", "with_sit_out")[board]
    num = np.concatenate([lines[name].fill_null(0).to_numpy() for name in lines.columns])
    s, is_ew = num // np.maximum(shapes["field"].to_numpy(), 1), np.repeat((0, 1), line.size)
    first, kind = kinds([*as_columns(shapes), s, is_ew])
    rows = of_plain(shapes[first].with_columns(s=pl.Series(s[first])))
    rows = rows.with_columns(side=pl.Series(np.array(SIDES)[is_ew[first]]))
    ns, ew = kind.reshape(2, -1)
    return Kinds(rows.select(*TAKEN, "side"), line, ns, ew)


class _Party:
    """The contestants on special boards, each side with its kind."""

    def __init__(self, part: Kinds, seats: tuple[Integers, Integers], whole: Integers) -> None:
        row = np.concatenate([seats[0][part.line], seats[1][part.line]])
        kind = np.concatenate([part.ns, part.ew])
        row, kind = row[row >= 0], kind[row >= 0]
        # A session's board is one of the whole event, too.
        of_event = np.flatnonzero(whole[row] >= 0)
        self._row, self._kind = (np.concatenate([every, every[of_event]]) for every in (row, kind))
        self._row[row.size :] = whole[row[of_event]]
        self._contestants = whole.size
        self.sides, self.is_ew = Sides(part.rows), (part.rows["side"] == "ew").to_numpy()
        self._known: dict[bytes, Integers] = {}

    def present(self) -> Integers:
        """The contestants that there are."""
        return np.flatnonzero(np.bincount(self._row, minlength=self._contestants))

    def kinds_of(self, row: int) -> Integers:
        """The kinds of the sides of a contestant."""
        rows, kinds = self._in_order
        begin, end = np.searchsorted(rows, (row, row + 1))
        return kinds[begin:end]

    @cached_property
    def _in_order(self) -> tuple[Integers, Integers]:
        """The contestants of the sides in their order, and the kinds."""
        order = np.argsort(self._row, kind="stable")
        return self._row[order], self._kind[order]

    def added(self, of_kind: Integers) -> Integers:
        """Of each contestant the sum of what stands for the kinds of its sides; floats add whole numbers exactly."""
        # Most rules give most kinds the same: what is the same for all of them is added once.
        known = of_kind.tobytes()
        if known not in self._known:
            side = np.flatnonzero((of_kind != 0)[self._kind])
            sums = np.bincount(self._row[side], of_kind[self._kind[side]], self._contestants)
            self._known[known] = sums.astype(np.int64)
        return self._known[known]


class _Exact:
    """What contestants come to under rules that do not round, as fractions."""

    def __init__(self, profiles: list[Profile], parties: list[_Party], units: Integers) -> None:
        self._profiles, self._parties, self._units = profiles, parties, units
        self._own = [_units(party.sides, party.is_ew, profiles[0])[0] for party in parties]
        self._points: dict[int, list[Ratio]] = {}

    def total(self, row: int, profile: int) -> Fraction:
        """A contestant's matchpoints on 2-1-0 under a profile, by its place among the profiles."""
        special, rest = Fraction(0), int(self._units[row])
        for party, own, points in zip(self._parties, self._own, self._by(profile), strict=True):
            some = party.kinds_of(row)
            rest -= int(own[some].sum())
            special += sum(Fraction(int(points.num[kind]), int(points.den[kind])) for kind in some if points.den[kind])
        # The boards on which rules cannot differ, and penalties: of what is rounded there is nothing left in them.
        return special + Fraction(round(rest / _ROUNDED), FINE // _ROUNDED)

    def _by(self, profile: int) -> list[Ratio]:
        """What the kinds of each party come to under a profile."""
        if profile not in self._points:
            rule = rule_of(self._profiles[profile])
            self._points[profile] = [matchpoints_by(rule, party.sides) for party in self._parties]
        return self._points[profile]


def _changes(profiles: list[Profile], parties: list[_Party], contestants: int) -> Iterator[tuple[Integers, Integers]]:
    """Of each profile but the first: by how much it changes the units and the top of each contestant."""
    own = [_units(party.sides, party.is_ew, profiles[0]) for party in parties]
    for profile in profiles[1:]:
        units, top = np.zeros(contestants, np.int64), np.zeros(contestants, np.int64)
        for party, before in zip(parties, own, strict=True):
            of_kind = _units(party.sides, party.is_ew, profile)
            units += party.added(of_kind[0] - before[0])
            top += party.added(of_kind[1] - before[1])
        yield units, top


def _units(sides: Sides, is_ew: np.ndarray, profile: Profile) -> tuple[Integers, Integers]:
    """The sides' matchpoints under a profile, in fine units of 2-1-0, and their tops; nought where none are due."""
    points = matchpoints_by(rule_of(profile), sides)
    due, halves = points.den > 0, 3 - profile.scale
    if profile.step is None:
        den = np.maximum(points.den, 1)
        units = (2 * points.num * FINE + den) // (2 * den)
    else:
        value = points._replace(den=points.den * halves, top=points.top // halves)
        units = in_steps(value, Rounding(profile.step, profile.half), is_ew) * (FINE // profile.step) * halves
    return units * due, points.top * due


def _near_ties(units: Integers, top: Integers, list_no: Integers, lists: int) -> Booleans:
    """Of each list whether two who have not the same share have it in hundredths of a per cent."""
    found = np.zeros(lists, bool)
    rows = np.flatnonzero(top > 0)
    ratio, number = units[rows] / top[rows], list_no[rows]
    _, kind = kinds([number, _hundredths(units[rows], top[rows])])
    least = np.full(int(kind.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, kind, ratio)
    found[number[ratio > least[kind]]] = True
    return found


def _hundredths(units: Integers, top: Integers) -> Integers:
    """Shares in hundredths of a per cent, as `arithmetic.hundredths_of_per_cent` has them."""
    whole = FINE * top
    share: Integers = (20_000 * units + whole) // (2 * whole)
    return share


def _placed(totals: Integers, lists: int, profiles: list[Profile], exact: _Exact) -> pl.DataFrame:
    """The rows of `Lists.others`, of the columns before their place: each profile ranks by what it says equals are."""
    frame = pl.DataFrame(dict(zip(("row", "list_no", "profile", "units", "top"), totals, strict=True)))
    row, list_no, profile, units, top = totals
    ratio, listed = units / np.maximum(top, 1), profile * lists + list_no
    unrounded = np.flatnonzero(np.array([own.step is None for own in profiles])[profile] & (top > 0))

    def share(place: int) -> Fraction:
        at = unrounded[place]
        return exact.total(int(row[at]), int(profile[at])) / int(top[at])

    ratio[unrounded] = separated(ratio[unrounded], top[unrounded], listed[unrounded], share)
    rounded = np.flatnonzero(np.array([own.ties == _IN_HUNDREDTHS for own in profiles])[profile] & (top > 0))
    ratio[rounded] = _hundredths(units[rounded], top[rounded])
    shares = pl.select(pl.when(pl.Series(top) > 0).then(pl.Series(ratio))).to_series()
    return frame.with_columns(place=places(shares, listed))


def different(own: Profile) -> list[Profile]:
    """A profile for each other rule for fouled and adjusted boards; Ascherman's is one for every board."""
    kept: dict[tuple[Any, ...], Profile] = {_kind(own): own}
    for other in load_profiles().values():
        if other.regime != "ascherman" or own.regime == "ascherman":
            kept.setdefault(_kind(other), other)
    return [profile for profile in kept.values() if profile is not own]


def _kind(profile: Profile) -> tuple[Any, ...]:
    return (*rule_of(profile), profile.step, profile.half, profile.scale if profile.step else 0)
