"""The printed matchpoints and percentages of lines, and the same counted: what is alike on many lines is tried once."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, kinds, numbered
from neuberg.audit.book.plain import OF_SHAPE, Plain, kinds_of
from neuberg.audit.book.precision import decimals_of_event, in_units
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.book.shown import QUANTITIES
from neuberg.audit.rule import TAKEN
from neuberg.score.arithmetic import award_units
from neuberg.score.packed import Integers

#: The columns of printed figures, each after `published_`.
COLUMNS = tuple(f"{side}_{quantity}" for quantity in QUANTITIES for side in ("ns", "ew"))
#: What a rule's arithmetic takes, besides the side's S and awards.
_COUNTS = (
    "unit", "n", "n1", "field", "compared", "tables", "most", "with_sit_out",
    "groups", "single_groups", "largest", "largest_groups",
)  # fmt: skip
#: What makes two printed figures one kind, whatever event they stand in.
KIND = (*TAKEN, "side", "figure", "decimals")
_KINDS = {**dict.fromkeys(KIND, pl.Int64), "side": pl.String, "decimals": pl.Int8}
#: A place for every event and kind is kept while there are at most so many times the figures.
_ROOM = 8


def printed(ranked: pl.LazyFrame, columns: Iterable[str] = COLUMNS) -> pl.LazyFrame:
    """A row a printed figure of a line: its quantity, the side, the figure in units, and what a rule needs of the line.

    Args:
        ranked: the lines as `fields.ranked` gives them.
        columns: those of `COLUMNS` that have figures.
    """
    none = ranked.limit(0).pipe(_of_side, *COLUMNS[0].split("_"))
    parts = [_of_side(ranked, *name.split("_")).filter(pl.col("figure").is_not_null()) for name in columns]
    return pl.concat([none, *parts])


def _of_side(ranked: pl.LazyFrame, side: str, quantity: str) -> pl.LazyFrame:
    decimals = decimals_of_event(f"published_{quantity}_decimals").fill_null(0).cast(pl.Int8)
    flat = award_units(pl.col(f"{side}_award"))
    return ranked.select(
        "event_id",
        "result_id",
        *_COUNTS,
        quantity=pl.lit(quantity),
        side=pl.lit(side),
        s=f"{side}_s",
        s1=f"{side}_s1",
        award_flat=flat,
        award_session=pl.coalesce(f"{side}_session", flat),
        decimals=decimals,
        figure=in_units(pl.col(f"published_{side}_{quantity}"), decimals),
    )


class Facts(NamedTuple):
    """The printed figures of events by kind.

    Attributes:
        patterns: a row a kind of figure: what a rule takes of its side, `side`, `figure` and `decimals`.
        events: a row an event and quantity: `event_id` and `quantity`.
        event: of each fact, its place in `events`.
        pattern: of each fact, its place in `patterns`.
        many: of each fact, how many figures it is.
    """

    patterns: pl.DataFrame
    events: pl.DataFrame
    event: Integers
    pattern: Integers
    many: Integers

    def only(self, kept: Booleans) -> "Facts":
        """Some of the facts, with the events and the patterns that these have."""
        (events, event), (patterns, pattern) = numbered(self.event[kept]), numbered(self.pattern[kept])
        return Facts(self.patterns[patterns], self.events[events], event, pattern, self.many[kept])


class _Part(NamedTuple):
    """Some facts of one quantity; events and patterns have places of their own."""

    quantity: str
    patterns: pl.DataFrame
    event: Integers
    pattern: Integers
    many: Integers


def facts(books: Iterable[Book]) -> Facts:
    """The printed figures of the books' lines, counted by event and kind.

    A line of a plain board is known by its S and its board's counts alone. An event that is scored under two profiles
    is in two books, and its figures are taken from the first.
    """
    parts: list[_Part] = []
    seen = pl.Series("event_id", [], dtype=pl.Int64)
    for book in books:
        new = ~book.events["event_id"].is_in(seen.implode())
        if new.any():
            before, of_new = seen.len(), new.to_numpy()
            place = before + np.cumsum(of_new) - 1
            found = chain(_plain(book, of_new), _adjusted(book, of_new))
            parts += [part._replace(event=place[part.event]) for part in found]
            seen = seen.append(book.events["event_id"].filter(new))
    return _together(parts, seen)


def _together(parts: list[_Part], event_ids: pl.Series) -> Facts:
    """The parts as one: each kind and each event once."""
    frames = [pl.DataFrame(schema=_KINDS), *(part.patterns.select(_typed()) for part in parts)]
    patterns = pl.concat(frames)
    first, same = kinds(as_columns(patterns))
    begins = np.cumsum([0, *(part.patterns.height for part in parts)])
    numbers = [QUANTITIES.index(part.quantity) for part in parts]
    event = _joined(part.event * len(QUANTITIES) + number for part, number in zip(parts, numbers, strict=True))
    pattern = _joined(same[part.pattern + begin] for part, begin in zip(parts, begins, strict=False))
    used, event = numbered(event)
    events = pl.DataFrame(
        {
            "event_id": event_ids[used // len(QUANTITIES)],
            "quantity": pl.Series(QUANTITIES, dtype=pl.String)[used % len(QUANTITIES)],
        }
    )
    count = _joined(part.many for part in parts)
    return Facts(patterns[first], events, *_counted(event, pattern, count, (used.size, first.size)))


def _typed() -> list[pl.Expr]:
    return [pl.col(name).cast(dtype) for name, dtype in _KINDS.items()]


def _joined(parts: Iterable[Integers]) -> Integers:
    return np.concatenate([np.zeros(0, np.int64), *parts])


def _counted(
    event: Integers, pattern: Integers, count: Integers, size: tuple[int, int]
) -> tuple[Integers, Integers, Integers]:
    """The facts, those of one event and pattern as one where a place for each that may be is not too much."""
    events, patterns = size
    if events * patterns > _ROOM * event.size:
        return event, pattern, count
    whole = np.bincount(event * patterns + pattern, count, events * patterns)
    some = np.flatnonzero(whole)
    return some // patterns, some % patterns, whole[some].astype(np.int64)


def _adjusted(book: Book, events: Booleans) -> Iterator[_Part]:
    """The facts of the lines that are ranked again, a part a column of figures."""
    line, rows = book.kinds.line, book.kinds.rows
    event = book.event[line]
    for name, shown in book.shown.items():
        side, quantity = name.split("_")
        kind = book.kinds.ns if side == "ns" else book.kinds.ew
        there = np.flatnonzero(shown.is_there[line] & events[event])
        figure, decimals = shown.figures(line[there]), shown.decimals[line[there]].astype(np.int64)
        first, pattern = kinds([kind[there], figure, decimals])
        patterns = rows[kind[there[first]]].with_columns(
            figure=pl.Series(figure[first]), decimals=pl.Series(decimals[first])
        )
        yield _Part(quantity, patterns, event[there], pattern, np.ones(there.size, np.int64))


def _plain(book: Book, events: Booleans) -> Iterator[_Part]:
    """The facts of the lines of plain boards."""
    event, *counts = (book.boards[name].to_numpy() for name in ("event_no", *OF_SHAPE))
    first, shape = kinds([event, *counts])
    taken = book.boards["is_plain"].to_numpy() & events[event]
    shapes = book.boards.select(*OF_SHAPE, "line")[first]
    alike, form = kinds(as_columns(shapes.select(OF_SHAPE)))
    plain = Plain(book, taken, shape, shapes)
    for quantity in QUANTITIES:
        for part in kinds_of(plain, quantity):
            own = part.place
            kind, pattern = kinds([form[own.shape], own.s, own.is_ew.astype(np.int64), part.figure, part.decimals])
            patterns = shapes.drop("line")[alike[form[own.shape[kind]]]].with_columns(
                s=pl.Series(own.s[kind]),
                side=pl.when(pl.Series(own.is_ew[kind])).then(pl.lit("ew")).otherwise(pl.lit("ns")),
                figure=pl.Series(part.figure[kind]),
                decimals=pl.Series(part.decimals[kind]),
            )
            yield _Part(quantity, of_plain(patterns), event[first[own.shape]], pattern, part.many)


def of_plain(plain: pl.DataFrame) -> pl.DataFrame:
    """The kinds of sides of plain boards with the columns that follow from a board's N, and from `s`."""
    n, one, nothing = pl.col("field"), pl.lit(1, dtype=pl.Int64), pl.lit(None, dtype=pl.Int64)
    same = dict.fromkeys(("n", "n1", "compared", "tables", "largest"), n)
    return plain.with_columns(
        s1=pl.col("s"), unit=one, groups=one, largest_groups=one, single_groups=(n == 1).cast(pl.Int64),
        award_flat=nothing, award_session=nothing, **same,
    )  # fmt: skip
