"""The tables of events with the run's own figures in the place of the published ones."""

from collections.abc import Iterator, Mapping

import polars as pl

from neuberg import schemas
from neuberg.export.contestants import contestants
from neuberg.export.format import RECOMPUTED_UNDER, Tables
from neuberg.export.left_out import SCHEMA
from neuberg.export.shown import decimals, shown
from neuberg.rules import Profile, Rule, rule_named
from neuberg.score.averages import is_of_the_session

_UNITS = ("mp", "pct", "imp")
_LINE = ["event_id", "result_id"]
#: How a line was scored that its own score or award tells; for anything else no format has a word.
_TOLD = ("plain", "artificial")
_CUT = 1e-9
#: The scoring of an event whose rule's method has another name.
_SCORINGS = {"match_imps": "imps", "total_points": "aggregate"}


def recomputed(given: Mapping[str, pl.DataFrame], chosen: pl.DataFrame) -> tuple[Tables, pl.DataFrame]:
    """The tables of some events with recomputed figures; and what of these no file has: `event_id` and as `left_out`.

    The lines are as they were scored. The first answer is taken where the rule leaves two.

    Args:
        given: the tables of the run: `events`, `boards`, `pairs`, `scores`, `standings`, `rulings`, and `results` as
            they were scored, with rulings.
        chosen: `event_id` and `profile`, a row an event.
    """
    own = {name: frame.join(chosen, on="event_id", how="semi") for name, frame in given.items()}
    under = {name: own[name].join(chosen, on=["event_id", "profile"], how="semi") for name in ("scores", "standings")}
    first = {name: frame.filter(pl.col("variant") == 1) for name, frame in under.items()}
    lines = own["results"].join(chosen, on="event_id", maintain_order="left")
    results = _with_figures(lines, first["scores"]).with_columns(award_of_session=_of_the_session(chosen))
    pairs, unranked = contestants(first["standings"], own["pairs"], results, own["rulings"])
    tables = {
        "events": _told(own["events"], chosen),
        "boards": own["boards"],
        "results": results.select(*schemas.RESULTS.schema, "award_of_session"),
        "pairs": pairs,
    }
    left = pl.concat([*_of_scores(under["scores"], results), unranked])
    return tables, left.filter(pl.col("values") > 0)


def _told(events: pl.DataFrame, chosen: pl.DataFrame) -> pl.DataFrame:
    """The events with the rule of their figures; and with its way of scoring, where what was read does not say it."""
    ways = {name: _scoring(rule_named(name)) for name in chosen["profile"].unique()}
    way = pl.col("profile").replace_strict(ways, return_dtype=pl.String)
    scored = chosen.select("event_id", pl.col("profile").alias(RECOMPUTED_UNDER), _way=way)
    both = events.join(scored, on="event_id", maintain_order="left")
    return both.with_columns(scoring=pl.coalesce("scoring", "_way")).drop("_way")


def _scoring(rule: Rule) -> str:
    return "matchpoints" if isinstance(rule, Profile) else _SCORINGS.get(rule.method, rule.method)


def _with_figures(lines: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """The lines with the figures of their scores as published ones, with as few decimals as hold all of an event."""
    names = [f"{side}_{unit}" for unit in _UNITS for side in ("ns", "ew")]
    both = lines.join(scores.select(*_LINE, *names), on=_LINE, how="left", maintain_order="left")
    for unit in _UNITS:
        ns, ew = (pl.col(f"{side}_{unit}") for side in ("ns", "ew"))
        both = both.with_columns(_decimals=decimals(ns, ew)).with_columns(
            shown(ns, pl.col("_decimals")).alias(f"published_ns_{unit}"),
            shown(ew, pl.col("_decimals")).alias(f"published_ew_{unit}"),
            pl.when(ns.is_not_null() | ew.is_not_null()).then("_decimals").alias(f"published_{unit}_decimals"),
        )
    return both


def _of_the_session(chosen: pl.DataFrame) -> pl.Expr:
    """Whether a line's award may have been brought to what its pairs made of their other boards."""
    rules = [rule_named(name) for name in chosen["profile"].unique().sort()]
    may = [(pl.col("profile") == rule.name) & is_of_the_session(rule) for rule in rules if isinstance(rule, Profile)]
    return pl.any_horizontal(pl.lit(False), *may).fill_null(False)


def _of_scores(scores: pl.DataFrame, results: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """What of the scores stands in no file: a fraction that is cut, how a line was scored, a second answer."""
    for unit in ("mp", "imp"):
        for side in ("ns", "ew"):
            name = f"{side}_{unit}"
            is_cut = (pl.col(name) - pl.col(f"published_{name}")).abs() > _CUT
            yield _counted(results.filter(is_cut), "scores", name)
    yield _counted(scores.filter(pl.col("variant") == 1, ~pl.col("method").is_in(_TOLD)), "scores", "method")
    yield _counted(scores.filter(pl.col("variant") > 1), "scores", "variant")


def _counted(rows: pl.DataFrame, table: str, column: str) -> pl.DataFrame:
    counted = rows.group_by("event_id").agg(values=pl.len().cast(pl.Int64))
    told = counted.with_columns(table=pl.lit(table), column=pl.lit(column), added=pl.lit(0, pl.Int64))
    return told.select("event_id", *SCHEMA)
