"""Whether it mattered: each ranking under every rule that a fouled or adjusted board could fall under, and who wins."""

from typing import Any

import polars as pl

from neuberg.audit.rounding import Rounding, in_steps
from neuberg.audit.rule import matchpoints_by, rule_of, with_full
from neuberg.rules import Profile, load_profiles
from neuberg.rules import profile as profile_named
from neuberg.score.arithmetic import award_units
from neuberg.score.contestants import direction_of, with_winners

#: Totals are added in units of this many to a matchpoint.
_FINE = 1_000_000
_PAIR = ["event_id", "session", "section", "pair", "direction"]
_LIST = ["event_id", "session", "scored_with", "direction"]


def places(ranked: pl.DataFrame, standings: pl.DataFrame, own: str) -> pl.DataFrame:
    """A row a contestant and profile: its total and place, of the lists that have a fouled or adjusted board.

    Only special boards are scored again; the others are alike under every rule.

    Args:
        ranked: the lines as `fields.ranked` gives them.
        standings: of the run, under the profile `own`.
        own: the profile's name.
    """
    first = standings.filter((pl.col("profile") == own) & (pl.col("variant") == 1))
    special = _special_sides(ranked, first)
    if special.is_empty() or first.is_empty():
        return pl.DataFrame(schema=_PLACES)
    profile = profile_named(own)
    fields = ranked.select("event_id", "session", "section", "scored_with").unique()
    base = first.join(special.select("event_id", "session").unique(), on=["event_id", "session"], how="semi")
    base = base.join(fields, on=["event_id", "session", "section"], how="left")
    halves = 3 - profile.scale
    totals = base.select(
        *_PAIR,
        "scored_with",
        units=(pl.col("mp") * _FINE * halves).round().cast(pl.Int64),
        top=pl.col("top").cast(pl.Int64) * halves,
    )
    own_part = _sums(special, profile)
    parts = []
    for other in _different(profile):
        change = _sums(special, other).join(own_part, on=_PAIR, nulls_equal=True, suffix="_own")
        moved = totals.join(change, on=_PAIR, how="left", nulls_equal=True)
        parts.append(
            moved.select(
                *_PAIR,
                "scored_with",
                profile=pl.lit(other.name),
                units=pl.col("units") + (pl.col("sum") - pl.col("sum_own")).fill_null(0),
                top=pl.col("top") + (pl.col("tops") - pl.col("tops_own")).fill_null(0),
            )
        )
    return _placed(pl.concat(parts)).with_columns(own=pl.lit(own))


_PLACES = pl.Schema(
    {
        "event_id": pl.Int64, "session": pl.String, "section": pl.String, "pair": pl.String, "direction": pl.String,
        "scored_with": pl.String, "profile": pl.String, "units": pl.Int64, "top": pl.Int64, "place": pl.Int32,
        "own": pl.String,
    }
)  # fmt: skip


def _different(own: Profile) -> list[Profile]:
    """The profile, and one for each other rule for fouled and adjusted boards; Ascherman's is one for every board."""
    kept: dict[tuple[Any, ...], Profile] = {_kind(own): own}
    for other in load_profiles().values():
        if other.regime != "ascherman" or own.regime == "ascherman":
            kept.setdefault(_kind(other), other)
    return list(kept.values())


def _kind(profile: Profile) -> tuple[Any, ...]:
    return (*rule_of(profile), profile.step, profile.half, profile.scale if profile.step else 0)


def _special_sides(ranked: pl.DataFrame, standings: pl.DataFrame) -> pl.DataFrame:
    """The lines of boards on which rules may differ, once for each pair, with what a rule takes of that side."""
    sessions = standings.select("event_id").unique()
    lines = ranked.join(sessions, on="event_id", how="semi")
    touched = lines.filter("special").select("event_id").unique()
    seated = with_winners(lines.join(touched, on="event_id", how="semi").lazy()).filter("special")
    sides = [
        seated.with_columns(
            pair=f"{side}_pair",
            direction=direction_of(side),
            s=f"{side}_s",
            s1=f"{side}_s1",
            award_flat=award_units(pl.col(f"{side}_award")),
            award_session=pl.coalesce(f"{side}_session", award_units(pl.col(f"{side}_award"))),
        ).drop_nulls("pair")
        for side in ("ns", "ew")
    ]
    return pl.concat(sides).collect()


def _sums(special: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """A row a contestant: the sum of its special boards under a profile, in fine units of 2-1-0, and of their tops."""
    rule = rule_of(profile)
    points = matchpoints_by(rule)
    halves = 3 - profile.scale
    if profile.step is None:
        units = (2 * points.num * _FINE + points.den) // (2 * points.den)
    else:
        value = points._replace(den=points.den * halves, top=points.top // halves)
        units = in_steps(value, Rounding(profile.step, profile.half)) * (_FINE // profile.step) * halves
    scored = with_full(special.lazy(), rule.counted).with_columns(_units=units, _top=points.top)
    due = scored.filter(pl.col("_units").is_not_null())
    return due.group_by(_PAIR).agg(sum=pl.col("_units").sum(), tops=pl.col("_top").sum()).collect()


def _placed(totals: pl.DataFrame) -> pl.DataFrame:
    ratio = pl.when(pl.col("top") > 0).then(pl.col("units") / pl.col("top"))
    place = ratio.rank("min", descending=True).over([*_LIST, "profile"]).cast(pl.Int32)
    return totals.with_columns(place=place)


def place_changes(placed: pl.DataFrame, published: pl.DataFrame) -> pl.DataFrame:
    """A row a contestant whose place under some profile is not that of the run's own, with what was printed.

    Args:
        placed: as `places` gives them.
        published: `event_id, session, pair, direction, section, published_place` of the printed lists.
    """
    own = placed.filter(pl.col("profile") == pl.col("own")).select(
        *_PAIR, place_own="place", _units="units", _top="top"
    )
    joined = placed.filter(pl.col("profile") != pl.col("own")).join(own, on=_PAIR, nulls_equal=True)
    percent = 100 * pl.col("units") / (_FINE * pl.col("top"))
    moved = joined.with_columns(
        move=pl.col("place_own") - pl.col("place"),
        percent=pl.when(pl.col("top") > 0).then(percent.round(2)),
        percent_own=pl.when(pl.col("_top") > 0).then((100 * pl.col("_units") / (_FINE * pl.col("_top"))).round(2)),
    ).filter(pl.col("move") != 0)
    return moved.join(published, on=_PAIR, how="left", nulls_equal=True)


def outcomes(
    standings: pl.DataFrame, placed: pl.DataFrame, published: pl.DataFrame, ranked: pl.DataFrame
) -> pl.DataFrame:
    """A row a list and profile: who wins, as printed and by it, what moves, and how little would change the winner.

    Args:
        standings: of the run; each list has a row under its own profile.
        placed: as `places` gives them.
        published: as `place_changes` takes them.
        ranked: the lines as `fields.ranked` gives them.
    """
    fields = ranked.select("event_id", "session", "section", "scored_with").unique()
    own = standings.filter(pl.col("variant") == 1).join(fields, on=["event_id", "session", "section"], how="left")
    halves = pl.when(pl.col("scale") == 1).then(2).otherwise(1)
    scales = pl.DataFrame(
        [(name, profile.scale) for name, profile in load_profiles().items()], schema=["profile", "scale"], orient="row"
    )
    whole = own.join(scales, on="profile", how="left").select(
        *_PAIR, "scored_with", "profile", "place",
        units=(pl.col("mp") * _FINE * halves).round().cast(pl.Int64),
        top=pl.col("top").cast(pl.Int64) * halves,
        own="profile",
    )  # fmt: skip
    others = placed.filter(pl.col("profile") != pl.col("own"))
    every = pl.concat([whole, others.select(whole.columns).cast(whole.schema)])
    every = every.join(published, on=_PAIR, how="left", nulls_equal=True)
    before = whole.select(*_PAIR, own="own", _place_own="place")
    every = every.join(before, on=[*_PAIR, "own"], how="left", nulls_equal=True)
    listed = every.group_by(*_LIST, "own", "profile").agg(
        pairs=pl.len().cast(pl.Int32),
        winner=pl.col("pair").filter(pl.col("place") == 1).sort().str.join(" and "),
        winner_own=pl.col("pair").filter(pl.col("_place_own") == 1).sort().str.join(" and "),
        winner_published=pl.col("pair").filter(pl.col("published_place") == 1).sort().str.join(" and "),
        places_changed=(pl.col("place") != pl.col("_place_own")).sum().cast(pl.Int32),
        largest_move=(pl.col("place").cast(pl.Int32) - pl.col("_place_own").cast(pl.Int32)).abs().max(),
    )
    listed = listed.with_columns(winner_published=pl.when(pl.col("winner_published") != "").then("winner_published"))
    listed = listed.with_columns(
        winner_changes=(pl.col("profile") != pl.col("own")) & (pl.col("winner") != pl.col("winner_own"))
    )
    margins = _margins(whole, ranked)
    return listed.join(margins, on=[*_LIST, "own"], how="left", nulls_equal=True).with_columns(
        winner_not_as_published=pl.col("winner_published") != pl.col("winner"), section="scored_with"
    )


def _margins(whole: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """How much on one board would bring the runner-up level, in matchpoints on 2-1-0, and a board on which it can.

    Where the two met on a board, what one loses the other gains there; else the runner-up must have it all.
    """
    ordered = whole.filter(pl.col("top") > 0).with_columns(_ratio=pl.col("units") / pl.col("top"))
    ordered = ordered.sort(*_LIST, "own", "_ratio", "pair", descending=[False] * 5 + [True, False], nulls_last=True)
    keys = [*_LIST, "own"]
    two = (
        ordered.group_by(keys, maintain_order=True)
        .agg(pl.col("pair", "section", "units", "top").head(2), _n=pl.len())
        .filter(pl.col("_n") > 1)
    )
    names = {name: [pl.col(name).list.get(place) for place in (0, 1)] for name in ("pair", "section", "units", "top")}
    (first, second), (one, other), (top, top2) = names["pair"], names["units"], names["top"]
    pairs = two.select(*keys, a=first, b=second, b_section=names["section"][1],
                       met_need=(one * top2 - other * top) / (top + top2) / _FINE,
                       need=(one * top2 / top - other) / _FINE)  # fmt: skip
    wanted = pairs.select("event_id", "session").unique()
    lines = ranked.join(wanted, on=["event_id", "session"], how="semi").select(
        "event_id", "session", "scored_with", "section", "board", "ns_pair", "ew_pair", "ns_s", "ew_s", "unit", "n"
    )
    met, alone = [], []
    for side, rival in (("ns", "ew"), ("ew", "ns")):
        joined = lines.join(
            pairs.filter(pl.col("direction").is_null() | (pl.col("direction") == side.upper())),
            left_on=["event_id", "session", "scored_with", "section", f"{side}_pair"],
            right_on=["event_id", "session", "scored_with", "b_section", "b"],
        ).with_columns(room=2 * (pl.col("n") - 1) - pl.col(f"{side}_s") / pl.col("unit"))
        alone.append(joined.select(*keys, "board", "room", needed="need"))
        met.append(
            joined.filter((pl.col(f"{rival}_pair") == pl.col("a")) & pl.col("direction").is_null()).select(
                *keys, "board", "room", needed="met_need"
            )
        )
    ways = pl.concat([*met, *alone]).filter(pl.col("room") >= pl.col("needed"))
    best = ways.sort("needed", "board").unique(keys, keep="first", maintain_order=True)
    margin = pairs.select(*keys, runner_up="b", margin="need")
    return margin.join(
        best.select(*keys, needed=pl.col("needed"), needed_board="board"), on=keys, how="left", nulls_equal=True
    )
