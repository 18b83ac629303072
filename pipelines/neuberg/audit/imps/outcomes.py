"""Did it matter, at IMPs and points: who wins as printed, by the run's profile, and by the others of its method."""

from typing import Any

import polars as pl

from neuberg.rules import ImpProfile, imp_profile, load_imp_profiles
from neuberg.score import exact
from neuberg.score import standings as ranked_by
from neuberg.score.matches import IN_ROOMS

_PAIR = ["event_id", "session", "section", "pair", "direction"]
_LIST = ["event_id", "session", "scored_with", "direction"]
#: Methods whose places go by the sum, not by the average a board.
_BY_SUM = ("match_imps", "total_points")


def imp_outcomes(lines: pl.LazyFrame, standings: pl.LazyFrame, pairs: pl.LazyFrame) -> dict[str, pl.DataFrame]:
    """The tables `outcomes` and `place_changes` of the events that are not matchpointed; none where there are none.

    The margin is in the method's own unit, and no least change of one board is given: a score that changes changes the
    datum, or the comparisons of all others, with it.

    Args:
        lines: every traveller line.
        standings: of the run, with `session`.
        pairs: the printed lines of contestants.
    """
    profiles = list(load_imp_profiles())
    own = standings.filter(pl.col("profile").is_in(profiles) & (pl.col("variant") == 1)).collect()
    if own.is_empty():
        return {}
    events = own.select("event_id").unique()
    played = lines.join(events.lazy(), on="event_id", how="semi").collect()
    ranked = [_ranked(own, own, played)]
    for (name,), part in own.partition_by("profile", as_dict=True).items():
        ranked += [_ranked(own, again, played) for again in _by_others(imp_profile(str(name)), part, played)]
    every = _with_own(pl.concat(ranked), _printed(pairs, events))
    seasons = own.select("event_id", "season").unique("event_id")
    moved = every.filter((pl.col("move") != 0) & (pl.col("profile") != pl.col("own")))
    return {
        "outcomes": _listed(every).join(seasons, on="event_id"),
        "place_changes": moved.join(seasons, on="event_id"),
    }


def _by_others(own: ImpProfile, standings: pl.DataFrame, lines: pl.DataFrame) -> list[pl.DataFrame]:
    """The standings of the events with a fouled or adjusted board, under each other profile of the method."""
    moves = pl.col("given_group").is_not_null() | pl.col("kind").cast(pl.String).is_in(["artificial", "weighted"])
    of_own = lines.join(standings.select("event_id").unique(), on="event_id", how="semi")
    touched = of_own.filter(moves.any().over("event_id"))
    if touched.is_empty():
        return []
    others = [other for other in load_imp_profiles().values() if other.method == own.method and other.name != own.name]
    found = []
    for other in others:
        scored = exact(touched, profile=other.name).lazy()
        ranks = ranked_by(scored, profile=other.name).collect().filter(pl.col("variant") == 1)
        found.append(ranks.with_columns(own=pl.lit(own.name)))
    return found


def _ranked(own: pl.DataFrame, ranks: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """The rows of standings with `own`, the list that each is in, and `value`, what places go by."""
    names = own.select("event_id", own="profile").unique("event_id")
    whole = ranks if "own" in ranks.columns else ranks.join(names, on="event_id")
    fields = lines.select("event_id", "session", "section", scored_with=pl.coalesce("scored_with", "section"))
    one = fields.unique(["event_id", "session", "section"], keep="first", maintain_order=True)
    total = pl.coalesce("imp", "mp", pl.col("points").cast(pl.Float64))
    # The teams of all matches are one ranking at board-a-match; at IMPs each match is one, named in the standings.
    of_match = _is_of("match_imps") | (_is_of("board_a_match") & pl.col("pair").is_in([*IN_ROOMS.values()]))
    own_list = pl.when(of_match).then("section").when(~_is_of("board_a_match")).then("scored_with")
    return whole.join(one, on=["event_id", "session", "section"], how="left").select(
        *_PAIR, "own", "profile", "place", "boards",
        scored_with=own_list, value=total,
    )  # fmt: skip


def _is_of(method: str) -> pl.Expr:
    """Whether a row's profile is one of the method."""
    return pl.col("profile").is_in([name for name, rule in load_imp_profiles().items() if rule.method == method])


def _printed(pairs: pl.LazyFrame, events: pl.DataFrame) -> pl.DataFrame:
    printed = pairs.filter(pl.col("place").is_not_null()).join(events.lazy(), on="event_id", how="semi")
    return printed.select(
        "event_id", "pair", "direction", _session="session", published_place=pl.col("place").cast(pl.Int32)
    ).collect()


def _with_own(every: pl.DataFrame, printed: pl.DataFrame) -> pl.DataFrame:
    """The places beside the run's own and the printed ones; an event's list is that of its only session."""
    own = every.filter(pl.col("profile") == pl.col("own")).select(*_PAIR, "own", place_own="place")
    joined = every.join(own, on=[*_PAIR, "own"], how="left", nulls_equal=True)
    sessions = every.group_by("event_id").agg(_only=pl.col("session").drop_nulls().unique())
    only = sessions.filter(pl.col("_only").list.len() == 1).select("event_id", _only=pl.col("_only").list.first())
    shown = printed.join(only, on="event_id", how="left").with_columns(session=pl.coalesce("_session", "_only"))
    shown = shown.unique(["event_id", "session", "pair", "direction"], keep="first", maintain_order=True)
    key = ["event_id", "session", "pair"]
    with_direction = shown.filter(pl.col("direction").is_not_null()).select(*key, "direction", _one="published_place")
    without = shown.filter(pl.col("direction").is_null()).select(*key, _other="published_place")
    return (
        joined.join(with_direction, on=[*key, "direction"], how="left", nulls_equal=True)
        .join(without, on=key, how="left", nulls_equal=True)
        .with_columns(published_place=pl.coalesce("_one", "_other"), move=pl.col("place_own") - pl.col("place"))
        # The places of an event of several matches are in a ranking of all of its teams.
        .with_columns(published_place=pl.when(~_is_of("match_imps") | _only_match()).then("published_place"))
    )


def _only_match() -> pl.Expr:
    return pl.col("section").n_unique().over("event_id") == 1


def _listed(every: pl.DataFrame) -> pl.DataFrame:
    """A row a list and profile: who is first, and what moves."""
    first = {
        "winner": pl.col("place") == 1,
        "winner_own": pl.col("place_own") == 1,
        "winner_published": pl.col("published_place") == 1,
    }
    names = {name: pl.col("pair").filter(there).sort().str.join(" and ") for name, there in first.items()}
    listed = every.group_by(*_LIST, "own", "profile").agg(
        pairs=pl.len().cast(pl.Int32),
        **names,
        places_changed=(pl.col("move") != 0).sum().cast(pl.Int32),
        largest_move=pl.col("move").abs().max(),
    )
    margins = pl.DataFrame([_margin(part) for part in _own_lists(every)], schema=_MARGINS)
    whole = listed.join(margins, on=[*_LIST, "own"], how="left", nulls_equal=True)
    shown = pl.when(pl.col("winner_published") != "").then("winner_published")
    return whole.with_columns(winner_published=shown, section="scored_with").with_columns(
        winner_changes=(pl.col("profile") != pl.col("own")) & (pl.col("winner") != pl.col("winner_own")),
        winner_not_as_published=pl.col("winner_published") != pl.col("winner"),
    )


_MARGINS: dict[str, Any] = {
    **dict.fromkeys(_LIST, pl.String), "event_id": pl.Int64, "own": pl.String, "runner_up": pl.String,
    "margin": pl.Float64,
}  # fmt: skip


def _own_lists(every: pl.DataFrame) -> list[pl.DataFrame]:
    own = every.filter((pl.col("profile") == pl.col("own")) & pl.col("place").is_not_null())
    return own.sort("place", "pair").partition_by(*_LIST, "own", maintain_order=True)


def _margin(ranked: pl.DataFrame) -> dict[str, Any]:
    """Who is next in a list, and what it lacks: at IMPs a board's average counts, so of as many boards as it played."""
    key = ranked.select(*_LIST, "own").row(0, named=True)
    if ranked.height < 2:
        return key
    one, two = ranked.head(2).iter_rows(named=True)
    by_sum = imp_profile(one["own"]).method in _BY_SUM or one["boards"] == two["boards"]
    lead = one["value"] if by_sum else one["value"] / one["boards"] * two["boards"]
    return key | {"runner_up": two["pair"], "margin": round(lead - two["value"], 4)}
