"""What a check is: a named boolean expression on the rows of a frame, with what it found and expected."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl


class Check(NamedTuple):
    """A check on the rows of a frame.

    Attributes:
        name: as it stands in `flags`.
        meaning: what a failure says, in a sentence.
        severity: error, warning or info.
        law: the law it rests on, by its number; None where it rests on none.
        fails: true where a row fails; null and false pass.
        found: what stands there, as text.
        expected: what would pass, as text.
    """

    name: str
    meaning: str
    severity: str
    law: str | None
    fails: Callable[[], pl.Expr]
    found: Callable[[], pl.Expr]
    expected: Callable[[], pl.Expr]


class Tables(NamedTuple):
    """What the checks look at: the tables as read, and the traveller lines with their board's facts.

    Attributes:
        events: the table `events`.
        boards: the table `boards`.
        plays: the traveller lines with their board's dealer, vulnerability and hands, `date` and `score_from`.
        pairs: the table `pairs`.
        copies: what `copies` finds in the whole archive of which these are a part; None: these are the whole.
        deals: the boards with their cards counted, as `deals` does; None: they are counted where it is needed.
    """

    events: pl.LazyFrame
    boards: pl.LazyFrame
    plays: pl.LazyFrame
    pairs: pl.LazyFrame
    copies: pl.LazyFrame | None = None
    deals: pl.LazyFrame | None = None


def _no_row() -> pl.Expr:
    return pl.repeat(value=False, n=pl.len(), dtype=pl.Boolean)


def _as_they_are(_tables: Tables, rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows


class Suite(NamedTuple):
    """The checks that judge one kind of row.

    Attributes:
        name: the table, or the kind of row, that they judge.
        row: what a row is.
        key: the columns by which a person finds a failing row.
        frame: the rows with all that `sound` looks at.
        checks: the checks.
        sound: true only where a row passes every check, by a cheap test that most rows meet; the checks decide of
            the others alone.
        closely: those others with all that the checks look at, in their order.
    """

    name: str
    row: str
    key: tuple[str, ...]
    frame: Callable[[Tables], pl.LazyFrame]
    checks: tuple[Check, ...]
    sound: Callable[[], pl.Expr] = _no_row
    closely: Callable[[Tables, pl.LazyFrame], pl.LazyFrame] = _as_they_are


def column(name: str) -> Callable[[], pl.Expr]:
    """The column as text."""
    return lambda: pl.col(name).cast(pl.String)


def text(words: str) -> Callable[[], pl.Expr]:
    """The same text for every row."""
    return lambda: pl.lit(words)


def joined(*parts: str | pl.Expr) -> pl.Expr:
    """Texts and columns in a row as one text, a missing one left out."""
    # Not pl.format: it panics on an empty part of a streamed frame (polars 2.1).
    texts = (pl.lit(part) if isinstance(part, str) else part.cast(pl.String) for part in parts)
    return pl.concat_str(*texts, ignore_nulls=True)
