"""Standings: each contestant's total of a session and of the event and its place, under one profile and variant."""

from functools import partial
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.rules import ImpProfile, Profile, Rule, rule_named
from neuberg.score.arithmetic import decimal, hundredths_of_per_cent
from neuberg.score.averages import EXACT_UNIT
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY, names, sides, whole_units, with_winners
from neuberg.score.matches import IN_ROOMS, with_sides
from neuberg.score.parts import in_pieces
from neuberg.score.totals import TOTALS, WHOLE, totals

_ORDER = ("event_id", "session", "section", "variant", "direction", "place", "pair", "boards")
_SEATS = ("result_id", *RANKING_KEY, "section", "board", "ns_pair", "ew_pair", "winners", "season")
#: Of a matchpointed line, what its pairs' totals are made of.
_COUNTED = (*_SEATS, "variant", "top", "ns_mp", "ew_mp")
_PLACE_KEY = (*RANKING_KEY, "variant", "direction")
#: IMPs are added as the ratios that they are, and the sum is kept in units of this many to one.
_IMP_UNIT = 1_000_000
#: What a line has besides matchpoints, where the frame has it.
_OTHER_FIGURES = {
    "team": pl.String,
    "ew_team": pl.String,
    "room": pl.String,
    "ns_imp": pl.Float64,
    "ew_imp": pl.Float64,
    "ns_score": pl.Int32,
    "kind": schemas.KIND,
}


def standings(
    scored: pl.LazyFrame,
    *,
    profile: str | Rule,
    pairs: pl.LazyFrame | None = None,
    penalties: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """A row a contestant, session and variant, as the table `standings`; and one a contestant with `session` null.

    The latter stands for an event of several sessions, whose contestants are told apart by their players where
    `pairs` names them, else by their number. A board without a score (not played) counts neither for nor against.
    Places go by the share of what could be won, at IMPs by the average a board, at total points by the sum; equal ones
    share the better place. A match is a ranking of its two teams by the IMPs that each won, its boards compared once;
    nobody is ranked where it is not told who they are. Matches of several teams are not added up, for which a scale of
    victory points would be needed that no file gives. Where boards have a second answer, variant 2 takes it and the
    first of every other board.

    Args:
        scored: traveller lines as `neuberg.score` gives them, with `winners` of their event where it is known; as
            `neuberg.exact` gives them, averages of IMPs are added as the fractions that they are.
        profile: the profile they were scored under.
        pairs: the table `pairs`: the players, and what was carried over into the event.
        penalties: procedural penalties, taken from the session's total: `event_id`, `session`, `section`, `pair`,
            perhaps `direction`, and `per_cent` of the top of a board (100: one full board; at IMPs one IMP).
    """
    rule = rule_named(profile)
    present = scored.collect_schema().names()
    types: dict[str, Any] = {**_OTHER_FIGURES, **dict.fromkeys(("ns_num", "ew_num", "den"), pl.Int64)}
    known = [
        (pl.col(name) if name in present else pl.lit(None)).cast(dtype).alias(name) for name, dtype in types.items()
    ]
    seated = [(pl.col(seat) if seat in present else pl.lit(None)).alias(seat) for seat in _SEATS]
    lines = scored.select(*seated, *known, "variant", "top", "ns_mp", "ew_mp").with_columns(
        pl.col("winners").cast(pl.Int8)
    )
    if isinstance(rule, Profile):
        counted = lines.map_batches(partial(_session_totals, unit=_unit(rule)), schema=TOTALS, **WHOLE)
        sessions = counted.pipe(with_players, pairs).pipe(_penalised, penalties, rule)
    else:
        counted = _counted(with_winners(_complete_variants(lines)), rule).pipe(with_players, pairs)
        sessions = counted.pipe(_totals, (*CONTESTANT_KEY, "who")).pipe(_penalised, penalties, rule)
    # Used several times below: worked out once.
    sessions = sessions.cache()
    # A side that has no name but its room may be another team in another session.
    named = sessions if isinstance(rule, Profile) else sessions.filter(_has_name())
    both = pl.concat([sessions, _of_events(named, pairs)], how="diagonal")
    # In an order that polars promises: the same files give the same bytes in every run.
    placed = both.pipe(_figures, rule).pipe(_placed, rule).with_columns(section=_list(rule))
    return placed.pipe(schemas.conform, schemas.STANDINGS).sort(_ORDER)


def _is_match(rule: Rule) -> bool:
    return isinstance(rule, ImpProfile) and rule.method == "match_imps"


def _has_name() -> pl.Expr:
    return ~pl.col("pair").is_in([*IN_ROOMS.values()])


def _list(rule: Rule) -> pl.Expr:
    """The section of a contestant's list: a match is one of its own."""
    of_match = pl.coalesce("scored_with", "section")
    return of_match if _is_match(rule) else pl.when(_has_name()).then("section").otherwise(of_match)


def _complete_variants(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Variant 2 of a session completed with variant 1 of the boards that have one answer."""
    several = pl.col("variant").max().over(RANKING_KEY) == 2
    answers = pl.col("variant").max().over("result_id", *RANKING_KEY)
    shared = lines.filter(several & (answers == 1)).with_columns(variant=pl.lit(2, dtype=pl.Int8))
    return pl.concat([lines, shared])


def _session_totals(lines: pl.DataFrame, unit: int) -> pl.DataFrame:
    """The sessions' totals at matchpoints, pieces of whole events at a time."""
    return in_pieces(lines, lambda piece: _piece_totals(piece, unit))


def _piece_totals(lines: pl.DataFrame, unit: int) -> pl.DataFrame:
    """The totals of whole events; what few of them need is not worked out for all."""
    # In one chunk: a row looked up in a column of several costs many times more.
    lines = lines.select(_COUNTED).rechunk()
    if lines["winners"].null_count():
        lines = with_winners(lines.lazy()).collect()
    second = lines["variant"] == 2
    if not second.any():
        return totals(lines, unit)
    twice = lines["event_id"].is_in(lines["event_id"].filter(second).unique().implode(), nulls_equal=True)
    completed = _complete_variants(lines.filter(twice).lazy()).collect()
    return pl.concat([totals(lines.filter(~twice), unit), totals(completed.rechunk(), unit)])


def _unit(rule: Rule) -> int:
    """So many units are one matchpoint, IMP or point: what is added is whole numbers."""
    if isinstance(rule, Profile):
        return rule.step or EXACT_UNIT
    return {"board_a_match": 2, "total_points": 1}.get(rule.method, _IMP_UNIT)


def _counted(lines: pl.LazyFrame, rule: ImpProfile) -> pl.LazyFrame:
    """A row a side and line with a score: the contestant's key, `units` won and `whole`, what they are a share of."""
    unit = _unit(rule)
    if rule.method == "board_a_match":
        # Boards won are added over matches: all teams that have names are one ranking.
        teams = _of_teams(lines).with_columns(
            scored_with=pl.when(_has_name()).then(pl.lit("")).otherwise("scored_with")
        )
        return _units(teams, whole_units(pl.col("mp"), unit), pl.col("top").cast(pl.Int64))
    if rule.method == "total_points":
        counts = pl.col("kind").is_in(["played", "passed_out"]).fill_null(True)
        points = pl.when(counts).then(pl.col("ns_score").cast(pl.Int64))
        both = sides(lines.with_columns(ns_points=points, ew_points=-points), "points")
        return _units(both, pl.col("points"), pl.lit(1, dtype=pl.Int64))
    # Averages of cross-IMPs are thirds, sevenths …: rounded one by one, equal totals would drift apart.
    exact = pl.coalesce(pl.col("num") / pl.col("den"), "imp")
    if _is_match(rule):
        against = pl.coalesce(pl.col("against_num") / pl.col("den"), "against_imp")
        # What one side wins the other does not have to lose: a match is 34-3, not 31 and −31.
        won = pl.when(exact + against == 0).then(exact.clip(lower_bound=0)).otherwise(exact)
        return _units(_of_teams(lines), unit * won, pl.lit(1, dtype=pl.Int64))
    return _units(sides(lines, "imp", "num"), unit * exact, pl.lit(1, dtype=pl.Int64))


def _units(both: pl.LazyFrame, units: pl.Expr, whole: pl.Expr) -> pl.LazyFrame:
    return both.with_columns(units=units, whole=whole).drop_nulls("units")


def _of_teams(lines: pl.LazyFrame) -> pl.LazyFrame:
    """A row a side of a match and board: that of the line where it sits N-S, which has the score of both its pairs.

    Of a board with one line, such as an award, the side that sits E-W there has a row too.
    """
    seated = with_sides(lines)
    alone = seated.filter(pl.len().over(*RANKING_KEY, "board", "variant") == 1)
    return pl.concat([_seen_by(seated, "ns", "ew"), _seen_by(alone, "ew", "ns")])


def _seen_by(lines: pl.LazyFrame, side: str, other: str) -> pl.LazyFrame:
    own = {name: f"{side}_{name}" for name in ("imp", "mp", "num")}
    against = {f"against_{name}": f"{other}_{name}" for name in ("imp", "num")}
    one_ranking = pl.lit(None, dtype=pl.String)
    return lines.with_columns(pair=f"{side}_side", direction=one_ranking, **own, **against).drop_nulls("pair")


def with_players(counted: pl.LazyFrame, pairs: pl.LazyFrame | None) -> pl.LazyFrame:
    """With `who`: the players' names in order where the contestant's line has them, else its number."""
    number = pl.concat_str("section", pl.lit("/"), pl.col("pair").fill_null(""), ignore_nulls=True)
    if pairs is None:
        return counted.with_columns(who=number)
    named = (
        pairs.filter(pl.col("session").is_not_null())
        .select("event_id", "session", "section", "pair", "direction", _names=names())
        .filter(pl.col("_names") != "")
    )
    by_number = named.group_by("event_id", "session", "section", "pair", "direction").agg(pl.col("_names").first())
    key = ["event_id", "session", "section", "pair", "direction"]
    return (
        counted.join(by_number, on=key, how="left", nulls_equal=True)
        .with_columns(who=pl.coalesce("_names", number))
        .drop("_names")
    )


def _totals(counted: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    return counted.group_by(*key, "season", "variant").agg(
        pl.col("units").sum().round().cast(pl.Int64),
        pl.col("whole").sum(),
        boards=pl.len(),
        board=pl.col("whole").max(),
    )


def _penalised(totals: pl.LazyFrame, penalties: pl.LazyFrame | None, rule: Rule) -> pl.LazyFrame:
    """The sessions' totals less their penalties, each a part of the top of one board."""
    if penalties is None:
        return totals
    key = ["event_id", "session", "section", "pair", "_direction"]
    if "direction" not in penalties.collect_schema().names():
        penalties = penalties.with_columns(direction=pl.lit(None, dtype=pl.String))
    # In one ranking nobody has a direction, and a penalty that names none is of either.
    either, own = pl.lit(["NS", "EW", ""]), pl.concat_list(pl.col("direction"), pl.lit(""))
    of_direction = pl.when(pl.col("direction").is_null()).then(either).otherwise(own)
    taken = penalties.with_columns(_direction=of_direction).explode("_direction").group_by(key)
    per_cent = pl.col("per_cent").fill_null(0)
    less = (per_cent * pl.col("board") * _unit(rule) / 100).round().cast(pl.Int64)
    return (
        totals.with_columns(_direction=pl.col("direction").fill_null(""))
        .join(taken.agg(pl.col("per_cent").sum()), on=key, how="left")
        .with_columns(units=pl.col("units") - less)
        .drop("per_cent", "_direction")
    )


def _of_events(sessions: pl.LazyFrame, pairs: pl.LazyFrame | None) -> pl.LazyFrame:
    """A row a contestant of an event of several sessions, or with something carried over: its sessions added.

    What it carried over stands beside.
    """
    several = pl.col("session").n_unique().over("event_id", "scored_with") > 1
    key = ["event_id", "scored_with", "section", "who", "direction", "season", "variant"]
    carried = None if pairs is None else _carried(sessions, pairs)
    if carried is None:
        chosen = sessions.filter(several)
    else:
        with_carry = carried.select("event_id").unique().with_columns(_carried=pl.lit(True))
        chosen = sessions.join(with_carry, on="event_id", how="left").filter(several | pl.col("_carried"))
    totals = chosen.group_by(key).agg(
        pl.col("pair").sort_by("session").first(),
        pl.col("units", "whole", "boards").sum(),
        pl.col("board").max(),
    )
    if carried is None:
        return totals.with_columns(carryover=pl.lit(None, dtype=pl.Float64))
    return _with_carryover(totals, carried)


def _carried(sessions: pl.LazyFrame, pairs: pl.LazyFrame) -> pl.LazyFrame:
    """The lines that name a carry-over into the event: the event's own, and those of its only session."""
    count = sessions.group_by("event_id").agg(_sessions=pl.col("session").n_unique())
    known = pairs.filter(pl.col("carryover").is_not_null()).join(count, on="event_id", how="left")
    return known.filter(pl.col("session").is_null() | (pl.col("_sessions") == 1)).drop("_sessions")


def _with_carryover(totals: pl.LazyFrame, carried: pl.LazyFrame) -> pl.LazyFrame:
    """The events' totals with what each contestant carried over, by its names or else by its number."""
    named = carried.with_columns(who=names()).filter(pl.col("who") != "")
    by_name = named.group_by("event_id", "who").agg(named=pl.col("carryover").first())
    numbered = carried.filter(names().fill_null("") == "")
    key = ["event_id", "section", "pair", "direction"]
    by_number = numbered.group_by(key).agg(numbered=pl.col("carryover").first())
    none = pl.lit(None, pl.Float64)
    return (
        totals.join(by_name, on=["event_id", "who"], how="left")
        .join(by_number, on=key, how="left", nulls_equal=True)
        .with_columns(carryover=pl.coalesce("named", "numbered", none))
        .drop("named", "numbered")
    )


def _figures(totals: pl.LazyFrame, rule: Rule) -> pl.LazyFrame:
    """With the total in the method's own column, and the percentage where a total is a share of a top."""
    unit = _unit(rule)
    total = decimal(pl.col("units"), unit) if unit != 2 else pl.col("units") / unit
    with_carry = total + pl.col("carryover").fill_null(0)
    named = totals.with_columns(profile=pl.lit(rule.name))
    if isinstance(rule, ImpProfile) and rule.method != "board_a_match":
        points = rule.method == "total_points"
        return named.with_columns(
            imp=pl.lit(None, dtype=pl.Float64) if points else with_carry, points=pl.col("units") if points else None
        )
    percent = decimal(hundredths_of_per_cent(pl.col("units"), pl.lit(unit), pl.col("whole")), 100)
    return named.with_columns(mp=with_carry, top=pl.col("whole"), percent=percent)


def _placed(totals: pl.LazyFrame, rule: Rule) -> pl.LazyFrame:
    """With places by the exact ratio: correctly rounded, equal ratios are equal floats.

    Where something was carried over into an event, its places go by the totals with it.
    """
    ratio: pl.Expr = pl.when(pl.col("whole") > 0).then(pl.col("units") / pl.col("whole"))
    if isinstance(rule, Profile):
        carried = pl.col("carryover").is_not_null().any().over(_PLACE_KEY)
        shared = pl.col("percent") if rule.ties == "equal hundredths of a per cent" else ratio
        ratio = pl.when(carried).then("mp").otherwise(shared)
    elif rule.method in ("match_imps", "total_points"):
        ratio = pl.col("units")
    return totals.with_columns(place=ratio.rank("min", descending=True).over(_PLACE_KEY))
