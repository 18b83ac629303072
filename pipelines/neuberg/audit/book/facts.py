"""The printed matchpoints and percentages of lines, and the same counted: what is alike on many lines is tried once."""

from collections.abc import Iterable, Iterator

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, distinct, kinds
from neuberg.audit.book.precision import decimals_of_event, in_units
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.book.seated import SIDES
from neuberg.audit.book.shown import QUANTITIES
from neuberg.score.arithmetic import award_units
from neuberg.score.packed import Integers

#: The columns of printed figures, each after `published_`.
COLUMNS = tuple(f"{side}_{quantity}" for quantity in QUANTITIES for side in ("ns", "ew"))
#: What a rule's arithmetic takes, besides the side's S and awards.
_COUNTS = (
    "unit", "n", "n1", "field", "compared", "tables", "most", "with_sit_out",
    "groups", "single_groups", "largest", "largest_groups",
)  # fmt: skip
_SIDE = ("side", "s", "s1", "award_flat", "award_session", "figure", "decimals")
#: What makes two printed figures of an event one fact.
FACT = ("event_id", "quantity", *_SIDE, *_COUNTS)
_FACTS = {
    **dict.fromkeys(FACT, pl.Int64), "quantity": pl.String, "side": pl.String, "decimals": pl.Int8, "count": pl.Int64
}  # fmt: skip
#: What a plain board's shape is.
_OF_BOARD = ("field", "most", "with_sit_out")


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


def facts(books: Iterable[Book]) -> pl.DataFrame:
    """The printed figures of the books' lines, each kind once, with `count`, how many there are of it.

    A line of a plain board is known by its S and its board's counts alone. An event that is scored under two profiles
    is in two books, and its figures are taken from the first.
    """
    parts: list[pl.DataFrame] = []
    seen = pl.Series("event_id", [], dtype=pl.Int64)
    for book in books:
        new = ~book.events["event_id"].is_in(seen.implode())
        if new.any():
            of_new = new.to_numpy()
            parts += [*_plain(book, of_new), *_adjusted(book, of_new)]
            seen = seen.append(book.events["event_id"].filter(new))
    if not parts:
        return pl.DataFrame(schema=_FACTS)
    return pl.concat(part.select(pl.col(name).cast(dtype) for name, dtype in _FACTS.items()) for part in parts)


def _adjusted(book: Book, events: Booleans) -> Iterator[pl.DataFrame]:
    """The facts of the lines that are ranked again, a frame a column of figures."""
    line, rows = book.kinds.line, book.kinds.rows
    event = book.event[line]
    for name, shown in book.shown.items():
        side, quantity = name.split("_")
        kind = book.kinds.ns if side == "ns" else book.kinds.ew
        there = np.flatnonzero(shown.is_there[line] & events[event])
        figure = shown.figure[line[there]]
        found = distinct([event[there], kind[there], figure])
        own = there[found.first]
        yield rows[kind[own]].with_columns(
            event_id=book.events["event_id"][event[own]],
            quantity=pl.lit(quantity),
            figure=pl.Series(figure[found.first]),
            decimals=pl.Series(shown.decimals[line[own]]),
            count=pl.Series(found.many),
        )


def _plain(book: Book, events: Booleans) -> Iterator[pl.DataFrame]:
    """The facts of the lines of plain boards."""
    boards = book.boards.select("event_no", *_OF_BOARD)
    first, shape = kinds(as_columns(boards))
    shapes = boards[first]
    taken = book.boards["is_plain"].to_numpy() & events[boards["event_no"].to_numpy()]
    plain = _Plain(book, taken[book.board], shape[book.board], shapes)
    for quantity in QUANTITIES:
        for part in _kinds_of(plain, quantity):
            own = shapes[part["shape"].to_numpy()]
            yield _whole(part.hstack(own.select(_OF_BOARD))).with_columns(
                event_id=book.events["event_id"][own["event_no"]],
                quantity=pl.lit(quantity),
                side=pl.when("is_ew").then(pl.lit("ew")).otherwise(pl.lit("ns")),
            )


class _Plain:
    """The lines of plain boards by the shape of their board: its event, its N and what else may be counted.

    Each shape has a place for each S, and as many for E-W's where that is to be told apart.

    Attributes:
        kept: of each line, whether it is one.
        shape: of each line, the shape of its board.
        places: how many places there are.
    """

    def __init__(self, book: Book, kept: Booleans, shape: Integers, shapes: pl.DataFrame) -> None:
        self.book, self.kept, self.shape = book, kept, shape
        self._full = np.maximum(shapes["field"].to_numpy(), 1)
        one = pl.all_horizontal(pl.col(name) == pl.col("field") for name in ("most", "with_sit_out"))
        # Where every rule is one, no figure need be known as E-W's.
        self._of_ew = np.where(shapes.select(one).to_series().to_numpy(), 0, 2 * self._full - 1)
        self._room = 2 * self._full - 1 + self._of_ew
        self._begins = np.cumsum(self._room) - self._room
        self.places = int(self._room.sum())

    def place(self, side: str) -> Integers:
        """Of each line the place of its side: on a plain board M is S, and the num of it N times."""
        s = self.book.lines[f"{side}_num"].fill_null(0).to_numpy() // self._full[self.shape]
        begins: Integers = self._begins + self._of_ew if side == "ew" else self._begins
        placed: Integers = begins[self.shape] + s
        return placed

    def at(self, places: Integers) -> dict[str, Integers | Booleans]:
        """Of some places the `shape`, `s` and whether it `is_ew`."""
        shape = np.searchsorted(self._begins, places, side="right") - 1
        s, of_ew = places - self._begins[shape], self._of_ew[shape]
        is_ew = (of_ew > 0) & (s >= of_ew)
        return {"shape": shape, "s": s - is_ew * of_ew, "is_ew": is_ew}


def _kinds_of(plain: _Plain, quantity: str) -> Iterator[pl.DataFrame]:
    """Each kind of figure: `shape`, `s`, `is_ew`, `figure`, `decimals` and `count`."""
    exact = {name: np.zeros(plain.places, np.int64) for name in ("figure", "decimals", "count")}
    for side in SIDES:
        shown = plain.book.shown.get(f"{side}_{quantity}")
        if shown is None:
            continue
        there, place = shown.is_there & plain.kept, plain.place(side)
        # Figures that are the very value are as many as there are S: counted in a place for each.
        line = np.flatnonzero(there & shown.is_exact)
        count, one = np.bincount(place[line], minlength=plain.places), np.zeros(plain.places, np.int64)
        one[place[line]] = line
        seen = np.flatnonzero(count)
        exact["count"] += count
        exact["figure"][seen], exact["decimals"][seen] = shown.figure[one[seen]], shown.decimals[one[seen]]
        line = np.flatnonzero(there & ~shown.is_exact)
        found = distinct([place[line], shown.figure[line]])
        line = line[found.first]
        others = {"figure": shown.figure[line], "decimals": shown.decimals[line], "count": found.many}
        yield pl.DataFrame(plain.at(place[line]) | others)
    some = np.flatnonzero(exact["count"])
    yield pl.DataFrame(plain.at(some) | {name: values[some] for name, values in exact.items()})


def _whole(plain: pl.DataFrame) -> pl.DataFrame:
    """The facts with the columns that follow from a plain board's N."""
    n, one, nothing = pl.col("field"), pl.lit(1, dtype=pl.Int64), pl.lit(None, dtype=pl.Int64)
    same = dict.fromkeys(("n", "n1", "compared", "tables", "largest"), n)
    return plain.with_columns(
        s1=pl.col("s"), unit=one, groups=one, largest_groups=one, single_groups=(n == 1).cast(pl.Int64),
        award_flat=nothing, award_session=nothing, **same,
    )  # fmt: skip
