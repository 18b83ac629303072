"""The account of an event's figures: how many are printed of each kind, and what became of them."""

import numpy as np
import polars as pl

from neuberg.audit.books import Book

_FIGURE = ["event_id", "level", "quantity"]


def counted(own: Book, others: list[pl.DataFrame], differences: pl.DataFrame) -> pl.DataFrame:
    """A row an event, level and quantity that was held against the profile of its book.

    Args:
        own: the book: the figures of its lines and boards are counted here.
        others: a row a figure of a contestant, with `event_id`, `level`, `quantity` and `season`.
        differences: the differences of all levels.
    """
    of_pairs = [frame.group_by(*_FIGURE, "season").agg(published=pl.len().cast(pl.Int64)) for frame in others]
    compared = pl.concat([*_of_lines(own), *(frame.select(*_FIGURE, "season", "published") for frame in of_pairs)])
    unexplained = (pl.col("class") == "unexplained").sum().cast(pl.Int64)
    wrong = differences.group_by(_FIGURE).agg(_wrong=pl.len().cast(pl.Int64), unexplained=unexplained)
    whole = compared.join(wrong, on=_FIGURE, how="left").with_columns(pl.col("_wrong", "unexplained").fill_null(0))
    return whole.with_columns(
        profile=pl.lit(own.profile),
        not_compared=pl.lit(0),
        reproduced=pl.col("published") - pl.col("_wrong"),
        explained=pl.col("_wrong") - pl.col("unexplained"),
    )


def _of_lines(own: Book) -> list[pl.DataFrame]:
    """The printed figures of lines, and the boards that have all of them, counted by event."""
    events, parts = own.events.height, []
    for name, shown in own.shown.items():
        parts.append(_counts(own, np.bincount(own.event[shown.is_there], minlength=events), "result", name))
    if not {"ns_mp", "ew_mp"} <= own.shown.keys():
        return parts
    complete = np.ones(own.boards.height, bool)
    complete[own.board[~(own.shown["ns_mp"].is_there & own.shown["ew_mp"].is_there)]] = False
    of_board = own.boards["event_no"].to_numpy()[complete]
    return [*parts, _counts(own, np.bincount(of_board, minlength=events), "board", "sum_mp")]


def _counts(own: Book, published: np.ndarray, level: str, quantity: str) -> pl.DataFrame:
    some = np.flatnonzero(published)
    return own.events[some].select(
        "event_id", level=pl.lit(level), quantity=pl.lit(quantity), season="season",
        published=pl.Series(published[some].astype(np.int64)),
    )  # fmt: skip


def not_compared(pairs: pl.LazyFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Printed totals, percentages and places with nothing to hold them against, counted."""
    seasons = [
        pairs.filter(pl.col(quantity).is_not_null())
        .group_by("event_id", "season")
        .agg(printed=pl.len().cast(pl.Int64))
        .with_columns(level=pl.lit("place" if quantity == "place" else "pair"), quantity=pl.lit(quantity))
        for quantity in ("total", "percent", "place")
    ]
    # Under two profiles a figure is held against both.
    compared = (
        known.group_by([*_FIGURE, "profile"])
        .agg(pl.col("published").sum())
        .group_by(_FIGURE)
        .agg(pl.col("published").max())
    )
    counts = pl.concat(seasons).collect().join(compared, on=_FIGURE, how="left")
    left = pl.col("printed") - pl.col("published").fill_null(0)
    none = pl.lit(0, dtype=pl.Int64)
    return counts.filter(left > 0).select(
        *_FIGURE, "season", published=left, not_compared=left, reproduced=none, explained=none, unexplained=none
    )
