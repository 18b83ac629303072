"""The account of an event's figures: how many are printed of each kind, and what became of them."""

from collections.abc import Collection

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.domain.differences import (
    BOARDS_MISSING,
    EXPLAINED,
    NO_COMPARISON,
    NOT_COMPARED,
    UNEXPLAINED,
    WRONG,
    counting_as,
)
from neuberg.score.fields import run_starts

#: Why a figure of a line that the file lets be scored has nothing to be held against.
_NOTHING_DUE = "the line has neither a score nor an award in the file"
_BOARDS_MISSING = "the file has fewer boards of theirs than are printed of them"
_FIGURE = ["event_id", "level", "quantity"]
_COUNTED = {
    "event_id": pl.Int64, "level": pl.String, "quantity": pl.String, "season": pl.String, "published": pl.Int64,
}  # fmt: skip
_PRINTED = ("event_id", "season", "printed", "level", "quantity")
_OF_TEAMS = "the totals and places of teams hang on a scale of victory points that is not in the file"


def counted(own: Book, others: list[pl.DataFrame], differences: pl.DataFrame) -> pl.DataFrame:
    """A row an event, level and quantity that was held against the profile of its book.

    Args:
        own: the book: the figures of its lines are counted here. Sums of boards are printed nowhere, and not counted.
        others: a row a figure of a contestant, with `event_id`, `level`, `quantity` and `season`: of sessions and of
            whole events, which are counted together as their differences are.
        differences: the differences of all levels.
    """
    keys = [*_FIGURE, "season"]
    of_pairs = [_in_runs(frame.select(keys)).select(*keys, "published") for frame in others if frame.height]
    if of_pairs:
        of_pairs = [pl.concat(of_pairs).group_by(keys).agg(pl.col("published").sum())]
    compared = pl.concat([pl.DataFrame(schema=_COUNTED), *_of_lines(own), *of_pairs])
    became = differences.group_by(_FIGURE).agg(
        _differ=pl.len().cast(pl.Int64),
        _due=(pl.col("class") == NO_COMPARISON).sum().cast(pl.Int64),
        _missing=(pl.col("class") == BOARDS_MISSING).sum().cast(pl.Int64),
        **_counted_as(),
    )
    names = [*_counted_as(), "_differ", "_due", "_missing"]
    whole = compared.join(became, on=_FIGURE, how="left").with_columns(pl.col(names).fill_null(0))
    return whole.with_columns(
        profile=pl.lit(own.profile),
        reproduced=pl.col("published") - pl.col("_differ"),
        why=pl.when(pl.col("_missing") > 0).then(pl.lit(_BOARDS_MISSING))
        .when(pl.col("_due") < pl.col("not_compared")).then(pl.lit(_NOTHING_DUE))
        .otherwise(why_alone()),
    ).drop("_due", "_missing")  # fmt: skip


def why_alone() -> pl.Expr:
    """Why some figures of lines, `not_compared`, could not be held against anything; null where all could."""
    return pl.when(pl.col("not_compared") > 0).then(pl.lit("no other score of the board is in the file"))


def _counted_as() -> dict[str, pl.Expr]:
    """How many of some differences each column of the account counts."""
    counts = {name: pl.col("class").is_in(counting_as(name)) for name in (EXPLAINED, WRONG, NOT_COMPARED)}
    counts[UNEXPLAINED] = pl.col("class") == UNEXPLAINED
    return {name: is_so.sum().cast(pl.Int64) for name, is_so in counts.items()}


def _in_runs(figures: pl.DataFrame) -> pl.DataFrame:
    """The rows that are alike counted, `published`: most stand together, so runs of them are."""
    starts = run_starts(figures, figures.columns)
    runs = figures[starts].with_columns(published=pl.Series(np.diff(starts, append=figures.height)))
    return runs.group_by(figures.columns).agg(pl.col("published").sum().cast(pl.Int64))


def _of_lines(own: Book) -> list[pl.DataFrame]:
    """The printed figures of lines, counted by event."""
    events, parts = own.events.height, []
    lines = np.bincount(own.event, minlength=events)
    for name, shown in own.shown.items():
        without = np.bincount(own.event[np.flatnonzero(~shown.is_there)], minlength=events)
        parts.append(_counts(own, lines - without, "result", name))
    return parts


def _counts(own: Book, published: np.ndarray, level: str, quantity: str) -> pl.DataFrame:
    some = np.flatnonzero(published)
    return own.events[some].select(
        "event_id", level=pl.lit(level), quantity=pl.lit(quantity), season="season",
        published=pl.Series(published[some].astype(np.int64)),
    )  # fmt: skip


def not_compared(
    lines: pl.LazyFrame,
    pairs: pl.LazyFrame,
    known: pl.DataFrame,
    scored: pl.Series,
    unranked: pl.DataFrame,
    matches: Collection[int] = (),
) -> pl.DataFrame:
    """Printed figures with nothing to hold them against, counted, with why.

    Args:
        lines: every traveller line.
        pairs: the printed lines of contestants.
        known: the account so far.
        scored: the events that the run scores at matchpoints.
        unranked: the events in which nobody is ranked in the whole, and why: `said`.
        matches: those that it scores as matches at IMPs.
    """
    printed = pl.concat([_printed_lines(lines, scored), _printed_pairs(pairs)])
    # Under two profiles a figure is held against both.
    compared = (
        known.group_by([*_FIGURE, "profile"])
        .agg(pl.col("published").sum())
        .group_by(_FIGURE)
        .agg(pl.col("published").max())
    )
    left = pl.col("printed") - pl.col("published").fill_null(0)
    none = pl.lit(0, dtype=pl.Int64)
    counts = printed.join(compared, on=_FIGURE, how="left").filter(left > 0)
    named = lines.filter(pl.col("event_id").is_in(counts["event_id"].unique().implode())).group_by("event_id")
    has_pairs = pl.any_horizontal(pl.col("ns_pair", "ew_pair").is_not_null()).any()
    counts = counts.join(named.agg(_named=has_pairs).collect(), on="event_id", how="left")
    counts = _with_unranked(counts, pairs, unranked)
    held = pl.concat([scored, known.filter(pl.col("profile").is_not_null())["event_id"]])
    return counts.select(
        *_FIGURE,
        "season",
        published=left,
        not_compared=left,
        **dict.fromkeys(("reproduced", "explained", "wrong", "unexplained"), none),
        why=_why_not(held, matches),
    )


def _why_not(held: pl.Series, matches: Collection[int]) -> pl.Expr:
    """Why a figure is not compared, of the columns `said` and `_named`; `held` are the events that some rule scores."""
    is_scored = pl.col("event_id").is_in(held.unique().implode())
    return (
        pl.when(pl.col("event_id").is_in([*matches]) & pl.col("level").is_in(["pair", "place"])).then(pl.lit(_OF_TEAMS))
        .when(~is_scored).then(pl.lit("no rule that scores the event gives such figures"))
        .when(pl.col("said").is_not_null()).then("said")
        .when(pl.col("_named").fill_null(False)).then(pl.lit("no line of theirs is found in the sessions"))
        .otherwise(pl.lit("no line of the event names its pairs"))
    )  # fmt: skip


def _with_unranked(counts: pl.DataFrame, pairs: pl.LazyFrame, unranked: pl.DataFrame) -> pl.DataFrame:
    """The counts, with what is `said` of those of figures of a whole event in which nobody is ranked."""
    if unranked.is_empty():
        return counts.with_columns(said=pl.lit(None, dtype=pl.String))
    of_event = pairs.filter(pl.col("session").is_null(), pl.col("event_id").is_in(unranked["event_id"].implode()))
    said = _printed_pairs(of_event).select(_FIGURE).unique().join(unranked, on="event_id")
    return counts.join(said, on=_FIGURE, how="left")


def _printed_lines(lines: pl.LazyFrame, scored: pl.Series) -> pl.DataFrame:
    """The printed figures of lines of events that are scored by no rule for them; of others all are in the account."""
    names = [f"{side}_{unit}" for unit in ("mp", "pct", "imp") for side in ("ns", "ew")]
    others = lines.filter(~pl.col("event_id").is_in(scored.unique().implode()))
    wide = others.group_by("event_id", "season").agg(pl.col(f"published_{name}").count().alias(name) for name in names)
    return _long(wide.collect()).with_columns(level=pl.lit("result")).select(_PRINTED)


def _printed_pairs(pairs: pl.LazyFrame) -> pl.DataFrame:
    wide = pairs.group_by("event_id", "season").agg(pl.col("total", "percent", "place").count())
    is_place = pl.col("quantity") == "place"
    level = pl.when(is_place).then(pl.lit("place")).otherwise(pl.lit("pair"))
    return _long(wide.collect()).with_columns(level=level).select(_PRINTED)


def _long(wide: pl.DataFrame) -> pl.DataFrame:
    """Counts of an event's figures as a row a quantity that has any."""
    long = wide.unpivot(index=["event_id", "season"], variable_name="quantity", value_name="printed")
    return long.filter(pl.col("printed") > 0).with_columns(pl.col("printed").cast(pl.Int64))
