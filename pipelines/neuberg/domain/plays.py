"""A play with what is known of its board: the facts that both the checks and the scorer need, joined once."""

import polars as pl

from neuberg import schemas
from neuberg.domain.boards import cycle_vulnerable
from neuberg.domain.contracts import possible_points

_DEAL = ("dealer", "vulnerable", "north", "east", "south", "west")


def plays(results: pl.LazyFrame, boards: pl.LazyFrame, events: pl.LazyFrame) -> pl.LazyFrame:
    """The traveller lines with the dealer, vulnerability and hands of their board, and their event's date and winners.

    A line that names no deal takes its board's where all records of it agree; else these are null.
    """
    own = boards.select("deal_id", *_DEAL)
    agreed = (
        boards.join(_lonely(results), on=schemas.BOARD_KEY, how="semi")
        .group_by(schemas.BOARD_KEY)
        .agg(*(_agreed(name) for name in _DEAL))
        .with_row_index("_board")
        .with_columns(_board=-1 - pl.col("_board").cast(pl.Int64))
    )
    # A board's facts are joined by one number, its deal's or that of what its records agree on, not by four texts.
    found = _lonely(results).join(agreed, on=schemas.BOARD_KEY).select("result_id", "_board")
    facts = pl.concat([own, agreed.select(pl.col("_board").alias("deal_id"), *_DEAL)]).rename({"deal_id": "_board"})
    return (
        results.join(found, on="result_id", how="left", maintain_order="left")
        .with_columns(_board=pl.coalesce("deal_id", "_board"))
        .join(facts, on="_board", how="left", maintain_order="left")
        .drop("_board")
        .join(events.select("event_id", "date", "winners"), on="event_id", how="left", maintain_order="left")
    )


def _lonely(results: pl.LazyFrame) -> pl.LazyFrame:
    """The lines that name no deal."""
    return results.filter(pl.col("deal_id").is_null()).select("result_id", *schemas.BOARD_KEY)


def _agreed(name: str) -> pl.Expr:
    return pl.when(pl.col(name).n_unique() == 1).then(pl.col(name).first()).alias(name)


def with_points(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The plays with `ns_score` filled from the contract where the file gives none, and how: `score_from`.

    `score_from` is `contract` (its vulnerability is recorded) or `contract and board number` (taken from the cycle),
    and null where the file gave the score or none can be found.
    """
    needed = pl.col("ns_score").is_null() & (pl.col("kind") == "played")
    recorded = pl.when(needed).then(_the_only(possible_points(pl.col("vulnerable"))))
    unrecorded = needed & pl.col("vulnerable").is_null()
    by_number = pl.when(unrecorded).then(_the_only(possible_points(cycle_vulnerable(pl.col("board")))))
    how = (
        pl.when(recorded.is_not_null())
        .then(pl.lit("contract"))
        .when(by_number.is_not_null())
        .then(pl.lit("contract and board number"))
    )
    return plays.with_columns(ns_score=pl.coalesce("ns_score", recorded, by_number), score_from=how)


def _the_only(possible: tuple[pl.Expr, ...]) -> pl.Expr:
    """The score where the tables that may have been in force agree; else null: two answers are no score."""
    latest, earlier = possible
    return pl.when(earlier.is_null() | (earlier == latest)).then(latest)
