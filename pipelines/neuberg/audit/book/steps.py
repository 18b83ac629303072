"""How coarsely a column may be rounded: a step that some of its exact figures are no multiple of rounded none of it."""

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import kinds, numbered
from neuberg.audit.book.facts import Facts
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.rule import UNITS
from neuberg.score.packed import Integers

#: Steps a unit from the coarsest on, each with its place: tens of units, units, halves, tenths, hundredths.
PLACES = {0: 0, 1: 1, 2: 2, 10: 3, 100: 4}
#: The column of the place of the coarsest step that an event's figures of one quantity allow.
COARSEST = "coarsest"
#: The place of a column in which nothing is rounded to any step.
NO_STEP = len(PLACES)
#: By the decimals of a column, the place of the first step that is none coarser than its last place.
_FINEST = {0: 1, 1: 3, 2: 4}
_TENS = 10
_MOST = 0.5


def is_coarser_than_print() -> pl.Expr:
    """Whether figures, with `decimals` and `coarsest`, may have been rounded to more than their last place.

    >>> frame = pl.DataFrame({"decimals": [0, 0, 1, 1, 2], "coarsest": [0, 1, 2, 3, 3]})
    >>> frame.select(is_coarser_than_print()).to_series().to_list()
    [True, False, True, False, True]
    """
    finest = pl.col("decimals").replace_strict(_FINEST, default=NO_STEP, return_dtype=pl.Int64)
    return pl.col(COARSEST).fill_null(0) < finest


def with_coarsest(facts: Facts) -> Facts:
    """The facts with `coarsest`, by event and by pattern: patterns of columns that are differently fine are apart.

    What a column's scale is, the figures of plain boards show: that which gives most of them as they are.
    """
    plain = facts.patterns.select(
        (pl.col("groups") == 1) & (pl.col("n") == pl.col("field")) & (pl.col("compared") == pl.col("field"))
    ).to_series()
    is_plain = plain.fill_null(False).to_numpy()
    exact = _exact(facts.patterns) & is_plain
    *counts, whole = _counted(facts, np.array([*exact, is_plain]))
    scale, most = np.argmax(counts, axis=0), np.max(counts, axis=0)
    # Where no scale gives most of them, what one gives it gives by chance.
    is_known = most > _MOST * whole
    shown = exact[scale[facts.event], facts.pattern] & is_known[facts.event]
    coarsest = _coarsest(facts, shown, facts.events.height)
    first, pattern = kinds([facts.pattern, coarsest[facts.event]])
    place = pl.Series(COARSEST, coarsest[facts.event[first]])
    return facts._replace(
        patterns=facts.patterns[facts.pattern[first]].with_columns(place),
        events=facts.events.with_columns(pl.Series(COARSEST, coarsest)),
        pattern=pattern,
    )


def _counted(facts: Facts, bits: Booleans) -> Integers:
    """Of each of some bits of patterns, how many figures of each event have it; patterns of the same are one."""
    places = np.arange(len(bits))
    known, kind = numbered((bits << places[:, None]).sum(axis=0))
    place = facts.event * known.size + kind[facts.pattern]
    table = np.bincount(place, facts.many, facts.events.height * known.size).reshape(-1, known.size)
    counts: Integers = (table.astype(np.int64) @ (known[:, None] >> places & 1)).T
    return counts


def _exact(patterns: pl.DataFrame) -> Booleans:
    """Of each scale of matchpoints and each pattern, whether its figure is its S on that scale, to the last place."""
    s, figure = (patterns[name].fill_null(-1).to_numpy() for name in ("s", "figure"))
    unit = 10 ** patterns["decimals"].cast(pl.Int64).to_numpy()
    rows = [figure * by == times * s * unit for times, by in UNITS.values()]
    top = 2 * (patterns["n"].fill_null(1).to_numpy() - 1)
    return np.array([*rows, (2 * np.abs(figure * top - 100 * s * unit) <= top) & (top > 0)])


def _coarsest(facts: Facts, shown: Booleans, events: int) -> Integers:
    """Of each event the place of the coarsest step that all of some of its figures are multiples of."""
    figure = facts.patterns["figure"].to_numpy()
    unit = 10 ** facts.patterns["decimals"].cast(pl.Int64).to_numpy()
    place = np.zeros(figure.size, np.int64)
    for steps, number in PLACES.items():
        off = figure % (_TENS * unit) if not steps else (figure * steps) % unit
        place[(off != 0) & (place == number)] = number + 1
    found = np.zeros(events, np.int64)
    some = np.flatnonzero(shown)
    np.maximum.at(found, facts.event[some], place[facts.pattern[some]])
    return found
