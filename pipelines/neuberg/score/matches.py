"""The contestants of matches: the teams, told by names, numbers or rooms; or why nobody can be ranked."""

from typing import Any, NamedTuple

import polars as pl

from neuberg.score.contestants import RANKING_KEY

#: The side that sits N-S in a room, and E-W in the other, of a match whose teams have no names.
IN_ROOMS = {"Open": "N-S in the open room", "Closed": "N-S in the closed room"}
NOT_TOLD = "which pairs are one team is not told: neither the teams at every table nor the rooms"
MANY = "a board of a match has more than two results"
ONE_WAY = "two results of a board have the same team N-S"
BOTH_SIDES = "a pair sits on both sides of its match"
_TABLES = 2
_TEAMS, _PAIRS = ("team", "ew_team"), ("ns_pair", "ew_pair")
_READ: dict[str, Any] = dict.fromkeys((*_TEAMS, "room", *_PAIRS), pl.String)
_SIDES = ("ns_side", "ew_side")


class _Sides(NamedTuple):
    """Who sits N-S and who E-W, and whether that is told of a line."""

    ns: pl.Expr
    ew: pl.Expr
    told: pl.Expr


def with_sides(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `ns_side` and `ew_side`, the contestants of their match, and `untold`, why there are none.

    A match is the lines of a session that are scored together. Its sides are the two teams that its lines name; or two
    numbers that each sit both ways, which are the teams' own; or those who sit N-S in each room. A pair is never one,
    and there is none where a board has more than two results, or a team or pair sits where it cannot.

    Args:
        lines: traveller lines with `RANKING_KEY`, `board`, and what there is of teams, rooms and pairs.
    """
    present = lines.collect_schema().names()
    missing = [name for name in _READ if name not in present]
    ways = (_by_names(), _by_numbers(), _by_rooms())
    told = [way.told.fill_null(False).all().over(RANKING_KEY) for way in ways]
    chosen = {
        name: pl.coalesce(pl.when(is_told).then(way[of]) for is_told, way in zip(told, ways, strict=True))
        for of, name in enumerate(_SIDES)
    }
    return (
        lines.with_columns(pl.lit(None, dtype=_READ[name]).alias(name) for name in missing)
        .with_columns(**chosen)
        .pipe(_with_both_sides)
        .with_columns(untold=_why(present))
        .with_columns(pl.when(pl.col("untold").is_null()).then(name).alias(name) for name in _SIDES)
        .drop("_both_sides", *missing)
    )


def untold(lines: pl.LazyFrame) -> pl.LazyFrame:
    """A row a match of which nobody can be ranked: `RANKING_KEY` and `untold`, why.

    Args:
        lines: as `with_sides` takes them.
    """
    seen = lines.with_columns(scored_with=pl.coalesce("scored_with", "section"))
    why = with_sides(seen).group_by(RANKING_KEY).agg(pl.col("untold").first())
    return why.filter(pl.col("untold").is_not_null()).sort(RANKING_KEY)


def _ends(columns: tuple[str, str]) -> tuple[pl.Expr, pl.Expr]:
    """The first and the last, by their letters, of all that stands in two columns of a match."""
    least = pl.min_horizontal(pl.col(name).min().over(RANKING_KEY) for name in columns)
    return least, pl.max_horizontal(pl.col(name).max().over(RANKING_KEY) for name in columns)


def _are(ns: pl.Expr, ew: pl.Expr, ends: tuple[pl.Expr, pl.Expr]) -> pl.Expr:
    """Whether the two of a line are the two of the match."""
    first, last = ends
    return (first != last) & ((ns == first) & (ew == last) | (ns == last) & (ew == first))


def _by_names() -> _Sides:
    """The teams that the lines name, two in all; one that a line does not name is the other."""
    first, last = ends = _ends(_TEAMS)
    ns, ew = (
        pl.coalesce(name, pl.when(pl.col(other) == first).then(last).when(pl.col(other) == last).then(first))
        for name, other in zip(_TEAMS, reversed(_TEAMS), strict=True)
    )
    return _Sides(ns, ew, _are(ns, ew, ends))


def _by_numbers() -> _Sides:
    """The two numbers of a match whose pairs have their team's number: each sits N-S and E-W."""
    ns, ew = (pl.col(name) for name in _PAIRS)
    both_ways = ns.min().over(RANKING_KEY) != ns.max().over(RANKING_KEY)
    return _Sides(ns, ew, _are(ns, ew, _ends(_PAIRS)) & both_ways)


def _by_rooms() -> _Sides:
    """Those who sit N-S in each of the two rooms."""
    other = {"Open": IN_ROOMS["Closed"], "Closed": IN_ROOMS["Open"]}
    ns, ew = (pl.col("room").replace_strict(names, default=None, return_dtype=pl.String) for names in (IN_ROOMS, other))
    return _Sides(ns, ew, ns.is_not_null() & (ns.n_unique().over(RANKING_KEY) == len(IN_ROOMS)))


def _with_both_sides(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `_both_sides`: whether a pair of the match sits on both of its sides, by the rooms.

    A named team is the same in all sessions of its match; one that is known by its room is so in one session alone.
    """
    within = pl.when(~pl.col("ns_side").is_in([*IN_ROOMS.values()])).then(pl.lit("")).otherwise("session")
    key = ["event_id", "scored_with", "_within"]
    marked = lines.with_columns(_within=within)
    seats = pl.concat(
        marked.filter(pl.col("room").is_not_null()).select(*key, pair=pair, side=side)
        for pair, side in zip(_PAIRS, _SIDES, strict=True)
    )
    both = (
        seats.drop_nulls(["pair", "side"])
        .group_by(*key, "pair")
        .agg(_both_sides=pl.col("side").n_unique() > 1)
        .group_by(key)
        .agg(pl.col("_both_sides").any())
    )
    return marked.join(both, on=key, how="left", nulls_equal=True, maintain_order="left").drop("_within")


def _why(present: list[str]) -> pl.Expr:
    """Why a match has no sides; null where it has."""
    board = [*RANKING_KEY, "board", *(["variant"] if "variant" in present else [])]
    many = (pl.len().over(board) > _TABLES).any()
    one_way = ((pl.len().over(board) > 1) & (pl.col("ns_side").n_unique().over(board) == 1)).any()
    causes = {
        MANY: many.over(RANKING_KEY),
        NOT_TOLD: pl.col("ns_side").is_null(),
        ONE_WAY: one_way.over(RANKING_KEY),
        BOTH_SIDES: pl.col("_both_sides"),
    }
    return pl.coalesce(pl.when(is_so).then(pl.lit(text)) for text, is_so in causes.items())
