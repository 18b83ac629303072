"""Which rule, scale and rounding give an event's printed matchpoints: all tried, and each one's figures counted.

Figures that are alike are tried once, whatever event they stand in: a season has millions of figures and some
thousands of kinds. What a rule gives of each kind is a bit, so an event's counts are one product of two tables.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.distinct import kinds
from neuberg.audit.book.facts import Facts
from neuberg.audit.book.rounding import Booleans, Printed, Rounding, printed_by, rounded_per_cent, roundings
from neuberg.audit.book.steps import COARSEST, PLACES, with_coarsest
from neuberg.audit.rule import PER_CENT, SCALES, Ratio, Rule, Sides, in_scale, matchpoints_by, rules
from neuberg.score.packed import Integers

KEY = ("event_id", "quantity")
RULES = tuple(rules())
ROUNDINGS = tuple(roundings())
#: Every scale with every rule; Ascherman's points are per cents already.
CANDIDATES = tuple(
    (scale, number)
    for scale, (number, rule) in product(SCALES, enumerate(RULES))
    if rule.regime != "ascherman" or scale == PER_CENT
)
#: Steps that are tried already while the scale is looked for.
_COMMON_STEPS = (1, 2, 10, 100)
#: A percentage that ends in a half is seldom one that was rounded to halves.
_STEPS_OF_PER_CENT = (1, 10, 100)
_EXACT_IN_32 = 1 << 24
#: A product of tables of so many multiplications is worked out by one thread.
_BY_ONE_THREAD = 1 << 18
#: Kinds that are tried at once.
_AT_ONCE = 20_000

Bits = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int32]
Floats = npt.NDArray[np.floating]


class Found(NamedTuple):
    """What a search found.

    Attributes:
        events: a row an event and quantity: how many figures are `published`, and the places of its own rules.
        reproduced: of each of them, how many figures those candidates give that give the same, a column each.
        alike: of each of `CANDIDATES`, its column there.
        preference: of each of `CANDIDATES`, which of two that give as many comes first, the lower; a row for events
            that have the same rules of their own.
        own: of each event, its row there.
        best: of each of them, the place in `CANDIDATES` of the first that gives most.
        after: the same of those that give fewer; -1 where none gives any.
        tested: how many of its figures tell roundings apart, by the best scale and rule.
        rounded: of each of them, and each of `TRIED`, how many of those are so rounded.
    """

    events: pl.DataFrame
    reproduced: Counts
    alike: Integers
    preference: Counts
    own: Integers
    best: Integers
    after: Integers
    tested: Counts
    rounded: Counts

    def given_by(self, candidates: Integers) -> Integers:
        """Of each event, how many of its figures its candidate gives; nought where it has none."""
        given = self.reproduced[np.arange(candidates.size), self.alike[candidates]].astype(np.int64)
        return np.where(candidates >= 0, given, 0)


#: What was rounded (1 or 2, a percentage's matchpoints on 2-1-0 or 1-½-0; 0, the figure itself), and to which of
#: `ROUNDINGS`; in the order in which they are named.
TRIED = tuple((by, number) for number, by in product(range(len(ROUNDINGS)), (0, 1, 2)))


def search(facts: Facts, preferred: pl.DataFrame) -> Found:
    """Every scale and rule counted on every fact, and every rounding on what the best of them gives.

    Args:
        facts: the printed figures by kind.
        preferred: `event_id` and `rule` of the rules that the run scores it by: first among equals.
    """
    if facts.events.is_empty():
        return _nothing()
    facts = with_coarsest(facts)
    counts = _Counts(facts)
    rules = preferred.group_by("event_id").agg(pl.col("rule").drop_nulls())
    events = facts.events.join(rules, on="event_id", how="left", maintain_order="left")
    events = events.with_columns(published=pl.Series(counts.whole()))
    reproduced, alike = counts.by(_bits(map(_given, _figures(facts.patterns))), len(CANDIDATES))
    preference, own = _preference(events["rule"])
    most = reproduced.max(axis=1)
    less = np.where(reproduced < most[:, None], reproduced, 0)
    next_best = less.max(axis=1)
    best, after = (
        _first(there, alike, preference, own) for there in (reproduced == most[:, None], less == next_best[:, None])
    )
    tested, rounded = _rounded(facts.patterns, counts, np.where(most > 0, best, -1))
    rounded = np.where(_is_too_coarse(events[COARSEST].to_numpy()), 0, rounded)
    return Found(events, reproduced, alike, preference, own, best, np.where(next_best > 0, after, -1), tested, rounded)


def _first(there: Booleans, alike: Integers, preference: Counts, own: Integers) -> Integers:
    """Of each event the first of the candidates whose columns are there."""
    columns = there.shape[1]
    least = np.full((preference.shape[0], columns), np.iinfo(np.int32).max, np.int32)
    first = np.zeros(least.shape, np.int64)
    for row, order in enumerate(np.argsort(preference, axis=1)[:, ::-1]):
        # Those that come first are written last.
        least[row, alike[order]], first[row, alike[order]] = preference[row, order], order
    column = np.where(there, least[own], np.iinfo(np.int32).max).argmin(axis=1)
    found: Integers = first[own, column]
    return found


def _nothing() -> Found:
    events = pl.DataFrame(schema={"event_id": pl.Int64, "quantity": pl.String, "published": pl.Int64})
    events = events.with_columns(pl.lit(0, dtype=pl.Int64).alias(COARSEST))
    none, table, places = np.zeros(0, np.int32), np.zeros((0, 1), np.int32), np.zeros(0, np.int64)
    alike, preference = np.zeros(len(CANDIDATES), np.int64), np.zeros((1, len(CANDIDATES)), np.int32)
    tried = np.zeros((0, len(TRIED)), np.int32)
    return Found(events, table, alike, preference, places, places, places, none, tried)


def _figures(patterns: pl.DataFrame) -> Iterator["Figures"]:
    return (Figures(part) for part in patterns.iter_slices(_AT_ONCE))


def best_of(found: Found) -> pl.DataFrame:
    """A row an event and quantity: the first `scale` and `rule` of those that give most, with the counts.

    And `coarsest`, the place of the coarsest step that its figures may have been rounded to.
    """
    scales, numbers = zip(*CANDIDATES, strict=True)
    return found.events.select(*KEY, "published", COARSEST).with_columns(
        scale=pl.Series(scales, dtype=pl.String)[found.best],
        rule=pl.Series(numbers, dtype=pl.Int16)[found.best],
        reproduced=pl.Series(found.given_by(found.best), dtype=pl.Int64),
    )


def rights(figures: pl.DataFrame, rule: Rule, scale: str) -> pl.Series:
    """Whether each figure, of `facts.facts` or of `facts.printed`, is as a rule and scale give it."""
    return pl.Series(Figures(figures).rights(rule, scale))


class Figures:
    """Printed figures, and the sides of the lines that they stand on."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.sides = Sides(frame)
        unit = 10 ** frame["decimals"].cast(pl.Int64).to_numpy()
        self.printed = Printed(frame["figure"].to_numpy(), unit, (frame["side"] == "ew").to_numpy())
        coarsest = frame[COARSEST].fill_null(0).to_numpy() if COARSEST in frame.columns else np.zeros(1, np.int64)
        #: Of each step, the figures that are multiples of it, in columns that may be so coarse.
        self.multiples = {step: self._multiples(step) & (coarsest <= place) for step, place in PLACES.items()}

    def _multiples(self, step: int) -> Booleans:
        figure, unit, _ = self.printed
        multiple: Booleans = (figure * step % unit if step else figure % (10 * unit)) == 0
        return multiple

    def answers(self, rule: Rule) -> list[Ratio]:
        """The matchpoints under a rule; twice where it has two answers, two groups of three being the largest."""
        two = rule.regime == "awards_below_four" and self.sides.two_answers
        return [matchpoints_by(rule, self.sides, second=second) for second in ((False, True) if two else (False,))]

    def rights(self, rule: Rule, scale: str) -> Booleans:
        """Whether each figure is as a rule and scale give it, by either answer."""
        return either(_may_be(self, points, scale) for points in self.answers(rule))


def either(answers: Iterable[Booleans]) -> Booleans:
    """Whether any of some answers holds, figure by figure."""
    first, *others = answers
    for other in others:
        first = first | other
    return first


class _Counts:
    """How many figures of each pattern each event has."""

    def __init__(self, facts: Facts) -> None:
        self._event, self._pattern = facts.event, facts.pattern
        self._of = facts.many.astype(np.float64)
        self._events, self._patterns = facts.events.height, facts.patterns.height

    def whole(self) -> Integers:
        """Of each event its figures."""
        return np.bincount(self._event, self._of, self._events).astype(np.int64)

    def of_events(self, events: Booleans) -> tuple["_Counts", Integers]:
        """Those of some events alone, of the patterns that these have; and which patterns these are."""
        kept = np.flatnonzero(events[self._event])
        used = np.zeros(self._patterns, bool)
        used[self._pattern[kept]] = True
        part = copy(self)
        part._event, part._of = (np.cumsum(events) - 1)[self._event[kept]], self._of[kept]
        part._pattern = (np.cumsum(used) - 1)[self._pattern[kept]]
        part._events, part._patterns = int(events.sum()), int(used.sum())
        return part, np.flatnonzero(used)

    def by(self, bits: Bits, tries: int) -> tuple[Counts, Integers]:
        """Of each event the figures that each of so many tries gives, those that give the same in one column.

        Besides, of each try its column.

        Args:
            bits: of each pattern, a bit a try.
            tries: how many there are.
        """
        # Patterns that the same tries give are counted as one.
        first, member = _alike(bits)
        given = np.unpackbits(bits[first], axis=1, count=tries)
        place = self._event * first.size + member[self._pattern]
        table = np.bincount(place, self._of, self._events * first.size).reshape(self._events, -1)
        # Whole numbers below 2²⁴, or 2⁵³, are added exactly.
        floats = np.float32 if table.sum(axis=1).max(initial=0) < _EXACT_IN_32 else np.float64
        first, column = _alike(np.packbits(given.T, axis=1))
        return _product(table.astype(floats), given[:, first].astype(floats)).astype(np.int32), column


def _product(left: Floats, right: Floats) -> Floats:
    """The product of two tables, some rows at a time: a second thread's waiting would cost many times as much."""
    rows = _BY_ONE_THREAD // max(right.size, 1) or left.shape[0]
    # All are finite: what a product says of invalid values is of registers that it fills up, by chance.
    with np.errstate(all="ignore"):
        parts = [left[begin : begin + rows] @ right for begin in range(0, left.shape[0], rows or 1)]
    return np.concatenate(parts) if parts else left @ right


def _alike(bits: Bits) -> tuple[Integers, Integers]:
    """The place of the first of each kind of row, and each row's kind."""
    rows = np.ascontiguousarray(bits).view(np.dtype((np.void, bits.shape[1]))).reshape(-1)
    known: dict[object, int] = {}
    kind = np.array([known.setdefault(row, len(known)) for row in rows.tolist()], np.int64)
    return kinds([kind])


def _bits(parts: Iterable[Booleans]) -> Bits:
    """Of each pattern, a bit a try, of tables with a row a try."""
    found = [np.packbits(part, axis=0).T for part in parts]
    return np.concatenate(found) if found else np.zeros((0, 1), np.uint8)


def _given(figures: Figures) -> Booleans:
    """Of each of `CANDIDATES`, which figures it gives."""
    known: dict[tuple[int, ...], int] = {}
    points: list[list[Ratio]] = []
    of_rule: list[int] = []
    figures.sides.prepare(RULES)
    for rule in RULES:
        of_rule.append(known.setdefault(figures.sides.taken_by(rule), len(points)))
        if of_rule[-1] == len(points):
            points.append(figures.answers(rule))
    by_scale = {
        scale: [either(_may_be(figures, one, scale) for one in answers) for answers in points] for scale in SCALES
    }
    return np.array([by_scale[scale][of_rule[number]] for scale, number in CANDIDATES])


def _is_too_coarse(coarsest: Integers) -> Booleans:
    """Of each event, which of `TRIED` round its figures in steps that others of them are no multiples of."""
    place = [-1 if by else PLACES.get(ROUNDINGS[number].step or -1, len(PLACES)) for by, number in TRIED]
    too_coarse: Booleans = (np.array(place) >= 0) & (np.array(place) < coarsest[:, None])
    return too_coarse


def _may_be(figures: Figures, points: Ratio, scale: str) -> Booleans:
    """Whether a figure is the value, exact or after one of the roundings that are common, either way at a half."""
    figure, unit, is_ew = figures.printed
    value = in_scale(points, scale)
    off, full = 2 * np.abs(figure * value.den - unit * value.num), unit * value.den
    right = off <= value.den
    if scale == PER_CENT:
        for by, step in product((1, 2), (10, 100)):
            right |= printed_by(figures.printed, rounded_per_cent(points, by, Rounding(step), is_ew), Rounding())
    if scale.startswith("tens"):
        # Whole matchpoints, then times ten: the step is ten.
        right |= figures.multiples[0] & (off <= 10 * full)
    # A multiple of the step that is no further than half a step: rounded to it, whichever way.
    for step in _STEPS_OF_PER_CENT if scale == PER_CENT else _COMMON_STEPS:
        right |= figures.multiples[step] & (step * off <= full)
    return right & (value.den > 0)


def _preference(own: pl.Series) -> tuple[Counts, Integers]:
    """Of each candidate its place in order: by scale, and within one an event's own rules first; a row for each own.

    Besides, of each event its row.
    """
    # No two alike, for an event may have two rules of its own.
    order = np.array([2 * len(RULES) * SCALES.index(scale) + number for scale, number in CANDIDATES])
    numbers = np.array([number for _, number in CANDIDATES])
    places: dict[tuple[int, ...], int] = {}
    alike = [places.setdefault(tuple(rules or ()), len(places)) for rules in own.to_list()]
    table = [np.where(np.isin(numbers, rules), order, order + len(RULES)) for rules in places]
    return np.array(table, np.int32).reshape(len(places), order.size), np.array(alike, np.int64)


def _rounded(patterns: pl.DataFrame, counts: _Counts, best: Integers) -> tuple[Counts, Counts]:
    """Of each event, its figures that are not whole by its best candidate, and those so rounded by each of `TRIED`."""
    tested, rounded = np.zeros(best.size, np.int32), np.zeros((best.size, len(TRIED)), np.int32)
    for candidate in np.unique(best[best >= 0]):
        scale, number = CANDIDATES[candidate]
        events = best == candidate
        own, used = counts.of_events(events)
        bits = _bits(_so_rounded(part, RULES[number], scale) for part in _figures(patterns[used]))
        found, column = own.by(bits, len(TRIED) + 1)
        tested[events], rounded[events] = found[:, column[-1]], found[:, column[:-1]]
    return tested, rounded


def _so_rounded(figures: Figures, rule: Rule, scale: str) -> Booleans:
    """Of each of `TRIED`, which of the figures that are not whole are so rounded; and at last those that are not."""
    points = figures.answers(rule)[0]
    value = in_scale(points, scale)
    telling = (value.den > 0) & (value.num % np.maximum(value.den, 1) != 0)
    right = np.zeros((len(TRIED) + 1, telling.size), bool)
    right[-1] = telling
    for place, (by, number) in enumerate(TRIED):
        if by and scale != PER_CENT:
            continue
        rounding = ROUNDINGS[number]
        made = rounded_per_cent(points, by, rounding, figures.printed.is_ew) if by else value
        right[place] = telling & printed_by(figures.printed, made, Rounding() if by else rounding)
    return right
