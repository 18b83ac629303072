"""The printed matchpoints and percentages of lines, and the same counted: what is alike on many lines is tried once."""

from collections.abc import Iterable, Iterator

import numpy as np
import polars as pl

from neuberg.audit.books import Book
from neuberg.audit.distinct import as_columns, distinct, kinds
from neuberg.audit.precision import decimals_of_event, in_units
from neuberg.audit.rounding import Booleans
from neuberg.score.arithmetic import award_units
from neuberg.score.packed import Integers

QUANTITIES = ("mp", "pct")
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


def printed(ranked: pl.LazyFrame) -> pl.LazyFrame:
    """A row a printed figure of a line: its quantity, the side, the figure in units, and what a rule needs of the line.

    Args:
        ranked: the lines as `fields.ranked` gives them.
    """
    parts = [
        _of_side(ranked, side, quantity).filter(pl.col("figure").is_not_null())
        for quantity in QUANTITIES
        for side in ("ns", "ew")
    ]
    return pl.concat(parts)


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
            parts += [*_plain(book, of_new), _adjusted(book, of_new)]
            seen = seen.append(book.events["event_id"].filter(new))
    if not parts:
        return pl.DataFrame(schema=_FACTS)
    return pl.concat(part.select(pl.col(name).cast(dtype) for name, dtype in _FACTS.items()) for part in parts)


def _adjusted(book: Book, events: Booleans) -> pl.DataFrame:
    """The facts of the lines that are ranked again."""
    own = book.adjusted.join(book.events.filter(pl.Series(events)), on="event_id", how="semi")
    figures = printed(own.lazy()).collect()
    found = distinct(as_columns(figures.select(FACT)))
    return figures.select(FACT)[found.first].with_columns(count=pl.Series(found.many))


def _plain(book: Book, events: Booleans) -> Iterator[pl.DataFrame]:
    """The facts of the lines of plain boards, one frame a quantity and side."""
    boards = book.boards.select("event_no", *_OF_BOARD)
    kept = boards["event_no"].to_numpy()
    first, shape = kinds(as_columns(boards))
    taken = book.boards["is_plain"].to_numpy() & events[kept]
    # Where every rule is one, no figure need be known as E-W's.
    is_one = (boards["most"] == boards["field"]) & (boards["with_sit_out"] == boards["field"])
    for quantity in QUANTITIES:
        for side in ("ns", "ew"):
            found = _plain_side(book, shape, taken, side, quantity)
            if found is None:
                continue
            shapes = boards[first][found["shape"].to_numpy()]
            apart = is_one[first][found["shape"].to_numpy()]
            yield _whole(
                found.hstack(shapes.select(_OF_BOARD)).with_columns(
                    event_id=book.events["event_id"][shapes["event_no"]],
                    quantity=pl.lit(quantity),
                    side=pl.when(apart).then(pl.lit("ns")).otherwise(pl.lit(side)),
                )
            )


def _plain_side(book: Book, shape: Integers, taken: Booleans, side: str, quantity: str) -> pl.DataFrame | None:
    """Each kind of figure of a side on plain boards: `shape`, `s`, `figure`, `decimals` and `count`."""
    column = f"published_{side}_{quantity}"
    if book.lines[column].null_count() == book.lines.height:
        return None
    decimals = pl.col(f"published_{quantity}_decimals").fill_null(0)
    numbers = book.lines.select(
        figure=in_units(pl.col(column), decimals), num=f"{side}_num", n="n", decimals=decimals.cast(pl.Int64)
    )
    there = taken[book.board] & numbers["figure"].is_not_null().to_numpy()
    values = {name: numbers[name].fill_null(0).to_numpy() for name in numbers.columns}
    values["shape"] = shape[book.board]
    if not there.all():
        values = {name: value[there] for name, value in values.items()}
    # On a plain board M is S, the num of it n times.
    values["s"] = values.pop("num") // np.maximum(values.pop("n"), 1).astype(np.int64)
    found = distinct([values["shape"], values["s"], values["figure"]])
    kept = {name: values[name][found.first] for name in ("shape", "s", "figure", "decimals")}
    return pl.DataFrame(kept).with_columns(count=pl.Series(found.many))


def _whole(plain: pl.DataFrame) -> pl.DataFrame:
    """The facts with the columns that follow from a plain board's N."""
    n, one, nothing = pl.col("field"), pl.lit(1, dtype=pl.Int64), pl.lit(None, dtype=pl.Int64)
    same = dict.fromkeys(("n", "n1", "compared", "tables", "largest"), n)
    return plain.with_columns(
        s1=pl.col("s"), unit=one, groups=one, largest_groups=one, single_groups=(n == 1).cast(pl.Int64),
        award_flat=nothing, award_session=nothing, **same,
    )  # fmt: skip
