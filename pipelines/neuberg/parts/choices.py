"""Which profiles each event is scored under, and why."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.rules import ImpProfile, in_force, rule_named
from neuberg.rules.choice import MATCHPOINTS
from neuberg.rules.days import when_of
from neuberg.rules.imp_tables import doubt_of_imps
from neuberg.score.matches import untold
from neuberg.score.unranked import unranked_events

#: With more lines on its boards than these, an event at IMPs is no match: each score is held against all others.
_TABLES_OF_A_MATCH = 2
#: The scoring of an event, as the files say it, and the method that scores it.
_METHODS = {
    "matchpoints": MATCHPOINTS,
    "butler": "butler",
    "cross_imps": "cross_imps",
    "imps": "match_imps",
    "board_a_match": "board_a_match",
    "aggregate": "total_points",
}
_AT_IMPS = ("butler", "cross_imps", "match_imps")
#: The methods that compare the two tables of a match.
_OF_TEAMS = ("match_imps", "board_a_match")
_CHOICES = {"event_id": pl.Int64, "event": pl.String, "profile": pl.String, "why": pl.String}


def choices(events: pl.DataFrame, lines: pl.LazyFrame, asked: tuple[str, ...]) -> pl.DataFrame:
    """A row an event and profile it is scored under, with why; a null profile where it is not scored.

    Args:
        events: the table `events`, or some of it.
        lines: the traveller lines of these.
        asked: the profiles asked for by name; none: those in force.
    """
    rows = [
        {
            "event_id": event["event_id"],
            "event": event["name"],
            "profile": name,
            "why": why + _imps_in_doubt(event, name),
        }
        for event in _with_tables(events, lines).iter_rows(named=True)
        for name, why in _profiles_of(event, asked)
    ]
    return _with_unranked(pl.DataFrame(rows, schema=_CHOICES), lines)


def _with_unranked(chosen: pl.DataFrame, lines: pl.LazyFrame) -> pl.DataFrame:
    """The choices, those of team events with how many of their matches have nobody ranked, and why."""
    of_teams = [event for event, method in methods(chosen).items() if method in _OF_TEAMS]
    if not of_teams:
        return chosen
    causes = unranked(lines.filter(pl.col("event_id").is_in(of_teams)))
    added = pl.concat_str("why", pl.lit("; "), "unranked")
    return chosen.join(causes, on="event_id", how="left", maintain_order="left").select(
        *chosen.columns[:-1], why=pl.coalesce(added, "why")
    )


def unranked(lines: pl.LazyFrame) -> pl.DataFrame:
    """A row an event of which a match has nobody ranked: `unranked`, how many of each cause, in words.

    Args:
        lines: the traveller lines of events that are scored in matches.
    """
    counted = untold(lines).group_by("event_id", "untold").len().sort("event_id", "untold")
    text = pl.concat_str(pl.lit("nobody is ranked in "), "len", pl.lit(" match(es): "), "untold")
    return counted.group_by("event_id", maintain_order=True).agg(unranked=text.str.join("; ")).collect()


def with_not_added(
    chosen: pl.DataFrame, standings: pl.DataFrame, lines: pl.LazyFrame, pairs: pl.LazyFrame
) -> pl.DataFrame:
    """The choices, with why sessions are not added to a ranking of their whole event, and what is left out of it.

    Args:
        chosen: as `choices` gives them.
        standings: of these events.
        lines: their traveller lines.
        pairs: the table `pairs`.
    """
    chosen = _with_lost_carryover(chosen, standings, pairs)
    key = ["event_id", "session", "section"]
    fields = lines.select(*key, scored_with=pl.coalesce("scored_with", "section")).unique(key)
    causes = unranked_events(standings, fields, pairs)
    return chosen if causes.is_empty() else _saying(chosen, causes)


def _with_lost_carryover(chosen: pl.DataFrame, standings: pl.DataFrame, pairs: pl.LazyFrame) -> pl.DataFrame:
    """The choices, those of events with how many printed carry-overs are in nobody's total."""
    lines = pairs.filter(pl.col("carryover").fill_null(0) != 0).collect()
    if lines.is_empty():
        return chosen
    sessions = standings.group_by("event_id").agg(_sessions=pl.col("session").drop_nulls().n_unique())
    known = lines.join(sessions, on="event_id")
    of_event = pl.col("session").is_null() | (pl.col("_sessions") == 1)
    counted = standings.filter(pl.col("session").is_null(), pl.col("variant") == 1, pl.col("carryover") != 0)
    per_profile = counted.group_by("event_id", "profile").len().group_by("event_id").agg(_counted=pl.col("len").min())
    both = _carriers(known.filter(of_event)).join(per_profile, on="event_id", how="left")
    lost = pl.col("_carriers").cast(pl.Int64) - pl.col("_counted").fill_null(0)
    said = pl.concat_str(pl.lit("what "), lost, pl.lit(" contestant(s) carried over is in nobody's total"))
    chosen = _saying(chosen, both.filter(lost > 0).select("event_id", said=said))
    # A later session's list carries over what the event's own earlier ones gave, or a stage before the event did.
    of_lists = pl.concat_str(
        pl.lit("what the lists of single sessions say that "), "_carriers",
        pl.lit(" contestant(s) carried over is in no total of the event: it may be of its own earlier sessions"),
    )  # fmt: skip
    return _saying(chosen, _carriers(known.filter(~of_event)).select("event_id", said=of_lists))


def _carriers(lines: pl.DataFrame) -> pl.DataFrame:
    """A row an event of some printed lines: `_carriers`, how many contestants they are of."""
    return lines.group_by("event_id").agg(_carriers=pl.struct("section", "pair", "direction", "players").n_unique())


def _saying(chosen: pl.DataFrame, causes: pl.DataFrame) -> pl.DataFrame:
    """The choices, those of some events with what is `said` of them."""
    added = pl.concat_str("why", pl.lit("; "), "said")
    return chosen.join(causes, on="event_id", how="left", maintain_order="left").select(
        *chosen.columns[:-1], why=pl.coalesce(added, "why")
    )


def by_profile(lines: pl.LazyFrame, chosen: pl.DataFrame) -> Iterator[tuple[str, pl.LazyFrame]]:
    """Each profile with the lines of the events that are scored under it."""
    scored = chosen.filter(pl.col("profile").is_not_null())
    for (name,), events in scored.partition_by("profile", as_dict=True, maintain_order=True).items():
        yield str(name), lines.filter(pl.col("event_id").is_in(events["event_id"].implode()))


def _with_tables(events: pl.DataFrame, lines: pl.LazyFrame) -> pl.DataFrame:
    """The events with `tables`, the median of lines in a board's field, and what is printed; null without lines."""
    printed = {unit: pl.col(f"published_ns_{unit}").is_not_null().any() for unit in ("mp", "pct", "imp")}
    fields = lines.group_by(schemas.FIELD_KEY).agg(_lines=pl.len(), **printed).group_by("event_id")
    only_imps = pl.col("imp").any() & ~(pl.col("mp") | pl.col("pct")).any()
    points = (pl.col("mp") | pl.col("pct")).any()
    known = fields.agg(tables=pl.col("_lines").median(), prints_imps=only_imps, prints_points=points).collect()
    return events.join(known, on="event_id", how="left", maintain_order="left")


def _profiles_of(event: dict[str, Any], asked: tuple[str, ...]) -> list[tuple[str | None, str]]:
    # An event that does not say its scoring, and prints IMPs and nothing else, was scored at IMPs.
    unsaid = "imps" if event["prints_imps"] else MATCHPOINTS
    method = _METHODS.get(event["scoring"] or unsaid)
    if event["competition"] == "teams" and event["scoring"] is None:
        method = "match_imps"
    is_match = (event["tables"] or 0) <= _TABLES_OF_A_MATCH
    if event["competition"] == "teams":
        # Matchpoints between two tables are board-a-match; where they are printed they are held against the lines.
        is_bam = method == MATCHPOINTS and is_match and not event["prints_points"]
        method = "board_a_match" if is_bam else method
    elif method == "match_imps" and not is_match:
        method = "cross_imps"
    if method is None:
        return [(None, f"its scoring is {event['scoring']}: no rule for it")]
    # A profile that is asked for says the method of an event that does not say its own.
    fit = [name for name in asked if event["scoring"] is None or _method_of(name) == method]
    if fit:
        return [(name, "asked for") for name in fit]
    if event["stated_profile"] is not None:
        return [(rule_named(event["stated_profile"]).name, "stated in neuberg.toml")]
    found = in_force(event["body"], when_of(event["date"], event["season"]), event["producer"], method=method)
    unfit = f" ({', '.join(asked)} is no rule for {method.replace('_', ' ')})" if asked else ""
    taken = "" if event["scoring"] else f"; its scoring is not said, {method.replace('_', ' ')} is taken"
    return [(name, f"{why}{unfit}{taken}") for name, why in found]


def _imps_in_doubt(event: dict[str, Any], name: str | None) -> str:
    """What is to be said of the table of IMPs of an event under a profile, after why it was chosen."""
    at_imps = name is not None and _method_of(name) in _AT_IMPS
    doubt = doubt_of_imps(when_of(event["date"], event["season"])) if at_imps else None
    return f"; {doubt}" if doubt else ""


def methods(chosen: pl.DataFrame) -> dict[int, str]:
    """By event, the method of the profile that it is scored under."""
    scored = chosen.filter(pl.col("profile").is_not_null()).select("event_id", "profile")
    return {event_id: _method_of(name) for event_id, name in scored.iter_rows()}


def _method_of(name: str) -> str:
    rule = rule_named(name)
    return rule.method if isinstance(rule, ImpProfile) else MATCHPOINTS
