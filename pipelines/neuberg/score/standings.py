"""Standings: each contestant's total of a session and of the event and its place, under one profile and variant."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.rules import ImpProfile, Profile, Rule, rule_named
from neuberg.score.arithmetic import AWARD_UNITS, award_units, decimal
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY, sides, whole_units, with_winners
from neuberg.score.matches import IN_ROOMS, with_sides
from neuberg.score.parts import in_pieces
from neuberg.score.ratios import PRINTED_UNIT, Totals, compared
from neuberg.score.totals import TOTALS, WHOLE, totals
from neuberg.score.whole_events import label, not_added, of_first_session, with_carryover, with_players

_ORDER = ("event_id", "session", "section", "variant", "direction", "place", "pair", "boards")
_SEATS = ("result_id", *RANKING_KEY, "section", "board", "ns_pair", "ew_pair", "winners", "season")
#: Of a matchpointed line, what its pairs' totals are made of.
_COUNTED = (*_SEATS, "variant", "top", "ns_mp", "ew_mp")
_PLACE_KEY = (*RANKING_KEY, "variant", "direction")
#: What a line has as a fraction, exactly.
_EXACT = ("ns_num", "ew_num", "den")
_NAMED = (*RANKING_KEY, "section", "pair", "direction", "season", "variant")
_COMPUTED: dict[str, Any] = {
    "boards": pl.UInt32,
    "carryover": pl.Float64,
    "whole": pl.Int64,
    "profile": pl.String,
    "total": pl.Float64,
    "order": pl.Float64,
    "hundredths": pl.Int64,
    "by_total": pl.Boolean,
}
_FIGURES: dict[str, Any] = {**{name: TOTALS[name] for name in _NAMED}, **_COMPUTED}
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
    `pairs` names them, else by their number; there is none where a contestant is not ranked with the same ones in all
    of them. A board without a score (not played) counts neither for nor against. Places go by the share of what could
    be won, at IMPs by the average a board, at total points by the sum; equal ones share the better place, for which
    totals are exact: only what is shown is rounded. A match is a ranking of its two teams by the IMPs that each won,
    its boards compared once; nobody is ranked where it is not told who they are. Matches of several teams are not
    added up, for which a scale of victory points would be needed that no file gives. Where boards have a second answer,
    variant 2 takes it and the first of every other board.

    Args:
        scored: traveller lines as `neuberg.exact` gives them, with `winners` of their event where it is known; as
            `neuberg.score` gives them, figures without rounding are added to the sixth decimal.
        profile: the profile they were scored under.
        pairs: the table `pairs`: the players, and what was carried over into the event.
        penalties: procedural penalties, taken from the session's total: `event_id`, `session`, `section`, `pair`,
            perhaps `direction`, and `per_cent` of the top of a board (100: one full board; at IMPs one IMP).
    """
    rule = rule_named(profile)
    present = scored.collect_schema().names()
    types: dict[str, Any] = {**_OTHER_FIGURES, **dict.fromkeys(_EXACT, pl.Int64)}
    known = [
        (pl.col(name) if name in present else pl.lit(None)).cast(dtype).alias(name) for name, dtype in types.items()
    ]
    seated = [(pl.col(seat) if seat in present else pl.lit(None)).alias(seat) for seat in _SEATS]
    lines = scored.select(*seated, *known, "variant", "top", "ns_mp", "ew_mp").with_columns(
        pl.col("winners").cast(pl.Int8)
    )
    if isinstance(rule, Profile):
        counted = lines.map_batches(partial(_session_totals, step=rule.step), schema=TOTALS, **WHOLE)
    else:
        counted = _totals(_counted(with_winners(_complete_variants(lines)), rule))
    ranked = counted.map_batches(
        partial(_ranked, rule=rule, pairs=pairs, penalties=penalties), schema=schemas.STANDINGS.schema, **WHOLE
    )
    # In an order that polars promises: the same files give the same bytes in every run.
    return ranked.sort(_ORDER)


def _ranked(
    sessions: pl.DataFrame, rule: Rule, pairs: pl.LazyFrame | None, penalties: pl.LazyFrame | None
) -> pl.DataFrame:
    """The sessions' totals, and those of whole events, with figures and places."""
    sessions = sessions.with_columns(pl.col("event_id").cast(pl.Int64))
    if penalties is not None:
        sessions = _penalised(sessions.lazy(), penalties).collect()
    # A side that has no name but its room may be another team in another session.
    named = sessions if isinstance(rule, Profile) else sessions.filter(_has_name())
    nothing = pl.lit(None, dtype=pl.Float64)
    both = pl.concat([sessions.with_columns(carryover=nothing), *_of_events(named, pairs, rule)], how="diagonal")
    placed = _placed(_with_figures(both, rule).lazy(), rule).with_columns(section=_list(rule))
    return placed.pipe(schemas.conform, schemas.STANDINGS).collect()


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


def _session_totals(lines: pl.DataFrame, step: int | None) -> pl.DataFrame:
    """The sessions' totals at matchpoints, pieces of whole events at a time."""
    return in_pieces(lines, lambda piece: _piece_totals(piece, step))


def _piece_totals(lines: pl.DataFrame, step: int | None) -> pl.DataFrame:
    """The totals of whole events; what few of them need is not worked out for all."""
    # In one chunk: a row looked up in a column of several costs many times more.
    lines = lines.select(*_COUNTED, *(() if step else _EXACT)).rechunk()
    if lines["winners"].null_count():
        lines = with_winners(lines.lazy()).collect()
    second = lines["variant"] == 2
    if not second.any():
        return totals(lines, step)
    twice = lines["event_id"].is_in(lines["event_id"].filter(second).unique().implode(), nulls_equal=True)
    completed = _complete_variants(lines.filter(twice).lazy()).collect()
    return pl.concat([totals(lines.filter(~twice), step), totals(completed.rechunk(), step)])


def _counted(lines: pl.LazyFrame, rule: ImpProfile) -> pl.LazyFrame:
    """A row a side and line with a score: the contestant's key, what it won, `num / den`, and `whole`, what of."""
    one = pl.lit(1, dtype=pl.Int64)
    if rule.method == "board_a_match":
        # Boards won are added over matches: all teams that have names are one ranking.
        teams = _of_teams(lines).with_columns(
            scored_with=pl.when(_has_name()).then(pl.lit("")).otherwise("scored_with")
        )
        return _won(teams, whole_units(pl.col("mp"), 2), pl.lit(2, dtype=pl.Int64), pl.col("top").cast(pl.Int64))
    if rule.method == "total_points":
        counts = pl.col("kind").is_in(["played", "passed_out"]).fill_null(True)
        points = pl.when(counts).then(pl.col("ns_score").cast(pl.Int64))
        both = sides(lines.with_columns(ns_points=points, ew_points=-points), "points")
        return _won(both, pl.col("points"), one, one)
    # Averages of cross-IMPs are thirds, sevenths …: rounded one by one, equal totals would drift apart.
    is_exact = pl.col("num").is_not_null() & pl.col("den").is_not_null()
    num = pl.when(is_exact).then("num").otherwise(whole_units(pl.col("imp"), PRINTED_UNIT))
    den = pl.when(is_exact).then("den").otherwise(PRINTED_UNIT)
    if _is_match(rule):
        against = whole_units(pl.col("against_imp"), PRINTED_UNIT)
        against = pl.when(is_exact).then("against_num").otherwise(against)
        # What one side wins the other does not have to lose: a match is 34-3, not 31 and −31.
        won = pl.when(num + against == 0).then(num.clip(lower_bound=0)).otherwise(num)
        return _won(_of_teams(lines), won, den, one)
    return _won(sides(lines, "imp", "num"), num, den, one)


def _won(both: pl.LazyFrame, num: pl.Expr, den: pl.Expr, whole: pl.Expr) -> pl.LazyFrame:
    return both.with_columns(num=num, den=den, whole=whole).drop_nulls("num")


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


def _totals(counted: pl.LazyFrame) -> pl.LazyFrame:
    """A row a contestant, session and variant, as `totals` gives them at matchpoints."""
    key = (*CONTESTANT_KEY, "season", "variant")
    by_den = counted.group_by(*key, "den").agg(
        pl.col("num", "whole").sum(), boards=pl.len(), board=pl.col("whole").max()
    )
    return by_den.group_by(key).agg(
        pl.struct("num", "den").alias("parts"), pl.col("whole", "boards").sum(), pl.col("board").max()
    )


def _penalised(totals: pl.LazyFrame, penalties: pl.LazyFrame | None) -> pl.LazyFrame:
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
    less = pl.struct(num=-pl.col("_taken") * pl.col("board"), den=pl.lit(100 * AWARD_UNITS, dtype=pl.Int64))
    with_penalty = pl.col("parts").list.concat(pl.concat_list(less))
    return (
        totals.with_columns(_direction=pl.col("direction").fill_null(""))
        .join(taken.agg(_taken=award_units(pl.col("per_cent")).sum()), on=key, how="left")
        .with_columns(parts=pl.when(pl.col("_taken").is_null()).then("parts").otherwise(with_penalty))
        .drop("_taken", "_direction")
    )


def _of_events(sessions: pl.DataFrame, pairs: pl.LazyFrame | None, rule: Rule) -> Iterator[pl.DataFrame]:
    """A row a contestant of an event of several sessions, or with something carried over: its sessions added.

    What it carried over stands beside. Of sessions that cannot be added there is none.
    """
    several = pl.col("session").n_unique().over("event_id", "scored_with") > 1
    carried = None
    if pairs is not None:
        pairs = pairs.with_columns(pl.col("event_id").cast(pl.Int64))
        carried = _carried(sessions, pairs)
        several = several | pl.col("event_id").is_in(carried["event_id"].unique().implode())
    chosen = sessions.filter(several)
    if chosen.is_empty():
        return
    chosen = with_players(_complete_sessions(chosen).lazy(), pairs).collect()
    if not _is_match(rule):
        chosen = chosen.join(not_added(chosen), on="event_id", how="anti", nulls_equal=True)
    totals = chosen.group_by("event_id", "scored_with", "who", "direction", "season", "variant").agg(
        *of_first_session(),
        pl.col("_names").drop_nulls().first(),
        pl.col("parts").list.explode(empty_as_null=False, keep_nulls=False),
        pl.col("whole", "boards").sum(),
        pl.col("board").max(),
    )
    yield (totals if carried is None else with_carryover(totals, carried)).with_columns(label()).drop("_first")


def _complete_sessions(sessions: pl.DataFrame) -> pl.DataFrame:
    """Variant 2 of an event completed with variant 1 of the sessions that have one answer."""
    several = pl.col("variant").max().over("event_id", "scored_with") == 2
    answers = pl.col("variant").max().over("event_id", "scored_with", "session")
    shared = sessions.filter(several & (answers == 1)).with_columns(variant=pl.lit(2, dtype=pl.Int8))
    return pl.concat([sessions, shared])


def _carried(sessions: pl.DataFrame, pairs: pl.LazyFrame) -> pl.DataFrame:
    """The lines that name a carry-over into the event: the event's own, and those of its only session."""
    named = pairs.filter(pl.col("carryover").is_not_null()).collect()
    if named.is_empty():
        return named
    several = sessions.group_by("event_id").agg(pl.col("session").n_unique()).filter(pl.col("session") > 1)
    known = named.filter(pl.col("event_id").is_in(sessions["event_id"].unique().implode()))
    of_several = pl.col("event_id").is_in(several["event_id"].implode())
    return known.filter(pl.col("session").is_null() | ~of_several)


def _with_figures(totals: pl.DataFrame, rule: Rule) -> pl.DataFrame:
    """With the total in the method's own column, the percentage where it is a share of a top, and the exact `order`."""
    is_share = isinstance(rule, Profile) or rule.method == "board_a_match"
    whole = totals["whole"].to_numpy()
    by_total = np.zeros(totals.height, bool)
    if totals["carryover"].count():
        by_total = totals.select(pl.col("carryover").is_not_null().any().over(_PLACE_KEY)).to_series().to_numpy()
    if isinstance(rule, ImpProfile) and rule.method in ("match_imps", "total_points"):
        by_total = np.ones(totals.height, bool)
    over = np.where(by_total | (whole < 1), 1, whole)
    tops = whole if is_share else np.zeros_like(whole)
    event = totals["event_id"].fill_null(-1).to_numpy()
    found = compared(Totals(event, totals["parts"], totals["carryover"], over, tops))
    frame = totals.select(*_NAMED, "boards", "carryover", "whole").with_columns(
        pl.lit(rule.name).alias("profile"),
        pl.Series("total", found.total),
        pl.Series("order", found.order),
        pl.Series("hundredths", found.hundredths),
        pl.Series("by_total", by_total),
    )
    return frame.select(pl.col(name).cast(dtype) for name, dtype in _FIGURES.items())


def _placed(figures: pl.LazyFrame, rule: Rule) -> pl.LazyFrame:
    """With the figures by their names, and places by the exact ratio.

    Where something was carried over into an event, its places go by the totals with it.
    """
    order: pl.Expr = pl.col("order")
    total, has_top = pl.col("total"), pl.col("whole") > 0
    named = {"imp": total}
    if isinstance(rule, Profile) or rule.method == "board_a_match":
        percent = decimal(pl.col("hundredths"), 100)
        named = {"mp": total, "top": pl.col("whole"), "percent": pl.when(has_top).then(percent)}
        # Where nobody could win anything nobody has a place.
        order = pl.when(has_top | pl.col("by_total")).then(order)
    elif rule.method == "total_points":
        named = {"points": total.round().cast(pl.Int64)}
    if isinstance(rule, Profile) and rule.ties == "equal hundredths of a per cent":
        shared = pl.when(has_top).then(pl.col("hundredths").cast(pl.Float64))
        order = pl.when("by_total").then(order).otherwise(shared)
    return figures.with_columns(**named, place=order.rank("min", descending=True).over(_PLACE_KEY))
