"""A play with what is known of its board: the facts that both the checks and the scorer need, joined once."""

from collections.abc import Sequence

import polars as pl

from neuberg import schemas
from neuberg.domain.boards import cycle_vulnerable
from neuberg.domain.contracts import possible_points

_DEAL = ("dealer", "vulnerable", "north", "east", "south", "west")
#: What tells a contract's score.
_CONTRACT = ("level", "strain", "doubled", "declarer", "tricks", "date", "board", "vulnerable")


def plays(results: pl.LazyFrame, boards: pl.LazyFrame, events: pl.LazyFrame) -> pl.LazyFrame:
    """The traveller lines with the dealer, vulnerability and hands of their board, and their event's date and winners.

    A line that names no deal takes its board's where all records of it agree; else these are null. Where only the year
    of an event is known its date here is the last of that year.
    """
    lines, facts = results.collect(), boards.select("deal_id", *_DEAL).collect()
    # Where a board's facts stand is joined, a number a line, and they are taken from there: joining texts takes longer.
    place = _place_of(lines, facts.select("deal_id"), "deal_id")
    lonely = _lonely(lines.lazy()).collect()
    if lonely.height:
        agreed = _agreed_facts(boards, lonely.lazy())
        known = lonely.with_columns(_place=_place_of(lonely, agreed, schemas.BOARD_KEY) + facts.height)
        of_line = lines.lazy().select("result_id").join(known.lazy(), on="result_id", how="left", maintain_order="left")
        place = place.zip_with(place.is_not_null(), of_line.collect()["_place"])
        facts = pl.concat([facts.select(_DEAL), agreed.select(_DEAL)], rechunk=True)
    dated = events.select("event_id", "winners", date=last_day()).collect()
    event = _place_of(lines, dated, "event_id")
    return lines.lazy().with_columns(
        *(facts[name].gather(place) for name in _DEAL), *(dated[name].gather(event) for name in ("date", "winners"))
    )


def last_day() -> pl.Expr:
    """The date of an event; where only its year is known, the last day of that; null where neither is.

    >>> events = pl.DataFrame({"date": [None, None], "season": ["1962", "unknown"]}, schema_overrides={"date": pl.Date})
    >>> events.select(last_day()).to_series().to_list()
    [datetime.date(1962, 12, 31), None]
    """
    return pl.coalesce("date", pl.date(pl.col("season").cast(pl.Int32, strict=False), 12, 31))


def _place_of(rows: pl.DataFrame, others: pl.DataFrame, key: str | Sequence[str]) -> pl.Series:
    """For each row the place of the other that has its key; null where there is none."""
    numbered = others.lazy().select(key).with_row_index("_place")
    return rows.lazy().select(key).join(numbered, on=key, how="left", maintain_order="left").collect()["_place"]


def _agreed_facts(boards: pl.LazyFrame, lonely: pl.LazyFrame) -> pl.DataFrame:
    """For each board of the lines that name no deal, the facts in which all records of it agree."""
    return (
        boards.join(lonely, on=schemas.BOARD_KEY, how="semi")
        .group_by(schemas.BOARD_KEY)
        .agg(*(_agreed(name) for name in _DEAL))
        .collect()
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
    lines = plays.with_columns(score_from=pl.lit(None, dtype=pl.String)).collect()
    needed = lines.select((pl.col("ns_score").is_null() & (pl.col("kind") == "played")).fill_null(False).arg_true())
    at = needed.to_series()
    if at.is_empty():
        return lines.lazy()
    made = lines.select(pl.col(_CONTRACT).gather(at)).select(**_points())
    return lines.with_columns(lines[name].scatter(at, made[name]) for name in made.columns).lazy()


def _points() -> dict[str, pl.Expr]:
    """The score that a contract makes where there is one answer, at the recorded vulnerability or the cycle's."""
    recorded = _the_only(possible_points(pl.col("vulnerable")))
    by_number = pl.when(pl.col("vulnerable").is_null()).then(
        _the_only(possible_points(cycle_vulnerable(pl.col("board"))))
    )
    how = (
        pl.when(recorded.is_not_null())
        .then(pl.lit("contract"))
        .when(by_number.is_not_null())
        .then(pl.lit("contract and board number"))
    )
    return {"ns_score": pl.coalesce(recorded, by_number), "score_from": how}


def _the_only(possible: tuple[pl.Expr, ...]) -> pl.Expr:
    """The score where the tables that may have been in force agree; else null: two answers are no score."""
    latest, earlier = possible
    return pl.when(earlier.is_null() | (earlier == latest)).then(latest)
