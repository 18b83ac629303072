"""Did it matter: the rankings under the run's profile, and under each other that a fouled or adjusted board allows."""

from typing import Any, NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.books import Book
from neuberg.audit.distinct import as_columns, kinds
from neuberg.audit.rounding import Rounding, in_steps
from neuberg.audit.rule import TAKEN, Sides, matchpoints_by, rule_of
from neuberg.rules import Profile, load_profiles
from neuberg.rules import profile as profile_named
from neuberg.score.arithmetic import award_units
from neuberg.score.packed import Integers

#: Totals are added in units of this many to a matchpoint.
FINE = 1_000_000
PAIR = ["event_id", "session", "section", "pair", "direction"]
LIST = ["event_id", "session", "scored_with", "direction"]


class Lists(NamedTuple):
    """Ranked lists under the run's own profile and under others.

    Attributes:
        own: the run's own profile.
        contestants: a row a contestant: its key, `list_no`, `units` and `top` on 2-1-0, `place`, `published_place`.
        lists: a row a list.
        others: a row a contestant and other profile, of the lists with a board that it may score otherwise: `row` (its
            place among the contestants), `profile`, `units`, `top` and `place`.
    """

    own: str
    contestants: pl.DataFrame
    lists: pl.DataFrame
    others: pl.DataFrame


def ranked_lists(book: Book, standings: pl.DataFrame, published: pl.DataFrame) -> Lists:
    """The lists of a book's events.

    Only boards on which rules may differ are scored again; the others are alike under every rule.

    Args:
        book: the lines.
        standings: of the run, under the book's profile.
        published: `event_id, session, section, pair, direction, published_place` of the printed lists.
    """
    profile = profile_named(book.profile)
    halves = 3 - profile.scale
    first = (
        standings.filter(pl.col("variant") == 1)
        .join(book.sections, on=["event_id", "session", "section"], how="left", maintain_order="left")
        .join(published, on=PAIR, how="left", nulls_equal=True, maintain_order="left")
        .select(
            *PAIR, "scored_with", "place", "published_place",
            units=(pl.col("mp") * FINE * halves).round().cast(pl.Int64),
            top=pl.col("top").cast(pl.Int64) * halves,
        )
    )  # fmt: skip
    list_first, list_no = kinds(as_columns(first.select(LIST)))
    contestants = first.with_columns(list_no=pl.Series(list_no, dtype=pl.Int64))
    return Lists(
        book.profile, contestants, first.select(LIST)[list_first], _others(profile, contestants, _special(book))
    )


def _special(book: Book) -> pl.DataFrame:
    """The lines of boards on which rules may differ: those ranked again, and plain ones with fewer scores than E."""
    short = (book.boards["is_plain"] & (book.boards["most"] != book.boards["field"])).to_numpy()
    parts = [book.adjusted.filter("special"), *([book.ranked(short)] if short.any() else [])]
    return pl.concat(parts)


def _others(own: Profile, contestants: pl.DataFrame, special: pl.DataFrame) -> pl.DataFrame:
    """The totals and places under the other profiles."""
    sides = _sides(special, contestants)
    touched = contestants["list_no"].is_in(contestants["list_no"][sides["row"]].unique().implode())
    kept = contestants.with_row_index("row").filter(touched).select(pl.col("row").cast(pl.Int64), "list_no")
    first, kind = kinds(as_columns(sides.select(*TAKEN, "is_ew")))
    patterns = sides[first]
    lines, is_ew = Sides(patterns), patterns["is_ew"].to_numpy()
    place, row = kept["row"].to_numpy(), sides["row"].to_numpy()

    def sums(profile: Profile) -> tuple[Integers, Integers]:
        found = _units(lines, is_ew, profile)
        return tuple(np.bincount(row, part[kind], contestants.height).astype(np.int64)[place] for part in found)

    units, top = (contestants[name].fill_null(0).to_numpy()[place] for name in ("units", "top"))
    own_units, own_top = sums(own)
    parts = [pl.DataFrame(schema=_OTHERS)]
    for other in _different(own):
        other_units, other_top = sums(other)
        totals = kept.with_columns(
            profile=pl.lit(other.name),
            units=pl.Series(units + other_units - own_units),
            top=pl.Series(top + other_top - own_top),
        )
        parts.append(_placed(totals).select(pl.col(name).cast(dtype) for name, dtype in _OTHERS.items()))
    return pl.concat(parts)


_OTHERS: dict[str, Any] = {
    "row": pl.Int64, "list_no": pl.Int64, "profile": pl.String, "units": pl.Int64, "top": pl.Int64, "place": pl.Int32
}  # fmt: skip


def _different(own: Profile) -> list[Profile]:
    """A profile for each other rule for fouled and adjusted boards; Ascherman's is one for every board."""
    kept: dict[tuple[Any, ...], Profile] = {_kind(own): own}
    for other in load_profiles().values():
        if other.regime != "ascherman" or own.regime == "ascherman":
            kept.setdefault(_kind(other), other)
    return [profile for profile in kept.values() if profile is not own]


def _kind(profile: Profile) -> tuple[Any, ...]:
    return (*rule_of(profile), profile.step, profile.half, profile.scale if profile.step else 0)


def _sides(special: pl.DataFrame, contestants: pl.DataFrame) -> pl.DataFrame:
    """The lines once for each contestant of a session, as `row`, with what a rule takes of that side."""
    known = contestants.with_row_index("row").filter(pl.col("session").is_not_null()).select("row", *PAIR)
    parts = []
    for side in ("ns", "ew"):
        flat = award_units(pl.col(f"{side}_award"))
        own = special.with_columns(
            pair=f"{side}_pair",
            s=f"{side}_s",
            s1=f"{side}_s1",
            award_flat=flat,
            award_session=pl.coalesce(f"{side}_session", flat),
            is_ew=pl.lit(side == "ew"),
        )
        here = known.filter(pl.col("direction").is_null() | (pl.col("direction") == side.upper()))
        parts.append(own.join(here, on=PAIR[:-1], how="inner").select("row", "is_ew", *TAKEN))
    return pl.concat(parts)


def _units(sides: Sides, is_ew: np.ndarray, profile: Profile) -> tuple[Integers, Integers]:
    """The sides' matchpoints under a profile, in fine units of 2-1-0, and their tops; nought where none are due."""
    points = matchpoints_by(rule_of(profile), sides)
    due, halves = points.den > 0, 3 - profile.scale
    if profile.step is None:
        den = np.maximum(points.den, 1)
        units = (2 * points.num * FINE + den) // (2 * den)
    else:
        value = points._replace(den=points.den * halves, top=points.top // halves)
        units = in_steps(value, Rounding(profile.step, profile.half), is_ew) * (FINE // profile.step) * halves
    return units * due, points.top * due


def _placed(totals: pl.DataFrame) -> pl.DataFrame:
    ratio = pl.when(pl.col("top") > 0).then(pl.col("units") / pl.col("top"))
    return totals.with_columns(place=ratio.rank("min", descending=True).over("list_no").cast(pl.Int32))


def place_changes(found: Lists) -> pl.DataFrame:
    """A row a contestant whose place under some profile is not that of the run's own, with what was printed."""
    moved = _with_own(found).filter(pl.col("move") != 0)
    return moved.select(
        *(pl.Series(name, found.contestants[name][moved["row"]]) for name in (*PAIR, "published_place")),
        pl.col("profile", "place", "place_own", "move"),
        own=pl.lit(found.own),
        percent=_percent("units", "top"),
        percent_own=_percent("units_own", "top_own"),
    )


def _with_own(found: Lists) -> pl.DataFrame:
    """The other totals and places beside the run's own, and how many places each gains."""
    own = found.contestants.select(units_own="units", top_own="top", place_own="place")
    return found.others.hstack(own[found.others["row"]]).with_columns(
        move=pl.col("place_own").cast(pl.Int32) - pl.col("place")
    )


def _percent(units: str, top: str) -> pl.Expr:
    return pl.when(pl.col(top) > 0).then((100 * pl.col(units) / (FINE * pl.col(top))).round(2))


def outcomes(found: Lists, book: Book) -> pl.DataFrame:
    """A row a list and profile: who wins, as printed and by it, what moves, and how little would change the winner."""
    own = found.contestants.with_row_index("row").select(
        pl.col("row").cast(pl.Int64), "list_no", "units", "top", "place", profile=pl.lit(found.own)
    )
    every = pl.concat([own.select(pl.col(name).cast(dtype) for name, dtype in _OTHERS.items()), found.others])
    changes = _with_own(found).group_by("list_no", "profile").agg(
        places_changed=(pl.col("move") != 0).sum().cast(pl.Int32), largest_move=pl.col("move").abs().max()
    )  # fmt: skip
    is_own = pl.col("profile") == found.own
    winners = _first(found, every.filter(pl.col("place") == 1), "profile")
    of_own = winners.filter(pl.col("profile") == found.own).select("list_no", winner_own="who")
    printed = _first(found, own.filter(found.contestants["published_place"] == 1))
    sizes = own.group_by("list_no").agg(pairs=pl.len().cast(pl.Int32))
    listed = (
        every.select("list_no", "profile").unique()
        .join(winners.rename({"who": "winner"}), on=["list_no", "profile"], how="left")
        .join(of_own, on="list_no", how="left")
        .join(printed.rename({"who": "winner_published"}), on="list_no", how="left")
        .join(sizes, on="list_no", how="left")
        .join(changes, on=["list_no", "profile"], how="left")
        .join(margins(found, book), on="list_no", how="left")
        .with_columns(pl.col("winner", "winner_own").fill_null(""), pl.col("places_changed").fill_null(0))
        .with_columns(largest_move=pl.when(is_own & (pl.col("winner") != "")).then(0).otherwise("largest_move"))
    )  # fmt: skip
    changed = ~is_own & (pl.col("winner") != pl.col("winner_own"))
    return listed.hstack(found.lists[listed["list_no"]]).with_columns(
        own=pl.lit(found.own),
        section="scored_with",
        winner_changes=changed,
        winner_not_as_published=pl.col("winner_published") != pl.col("winner"),
    )


def _first(found: Lists, rows: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Who is among some rows, `who`, a list and key."""
    named = rows.select("list_no", *keys, pair=found.contestants["pair"][rows["row"]])
    return named.group_by("list_no", *keys).agg(who=pl.col("pair").sort().str.join(" and "))


def margins(found: Lists, book: Book) -> pl.DataFrame:
    """How much on one board would bring the runner-up level, in matchpoints on 2-1-0, and a board on which it can.

    Where the two met on a board, what one loses the other gains there; else the runner-up must have it all.
    """
    two = _leaders(found)
    ways = pl.concat([_ways(book, two, side, rival) for side, rival in (("ns", "ew"), ("ew", "ns"))])
    possible = ways.filter(pl.col("room") >= pl.col("needed"))
    best = possible.sort("needed", "board").unique("list_no", keep="first", maintain_order=True)
    return two.select("list_no", runner_up="b", margin="need").join(
        best.select("list_no", needed="needed", needed_board="board"), on="list_no", how="left"
    )


def _leaders(found: Lists) -> pl.DataFrame:
    """A row a list: its first and second, `a` and `b`, and what the second lacks."""
    ranked = found.contestants.filter(pl.col("top") > 0).with_columns(_ratio=pl.col("units") / pl.col("top"))
    # The two are among those with the two best places, and few others are.
    ranked = ranked.sort("list_no", "_ratio", "pair", descending=[False, True, False], nulls_last=True)
    ranked = ranked.with_columns(_place=pl.int_range(pl.len()).over("list_no"))
    one = ranked.filter(pl.col("_place") == 0).select("list_no", a="pair", _units="units", _top="top")
    second = ranked.filter(pl.col("_place") == 1).join(one, on="list_no", maintain_order="left")
    units, top, one_units, one_top = (pl.col(name) for name in ("units", "top", "_units", "_top"))
    return second.select(
        "list_no", "event_id", "session", "section", "direction", "a", b="pair",
        met_need=(one_units * top - units * one_top) / (one_top + top) / FINE,
        need=(one_units * top / one_top - units) / FINE,
    )  # fmt: skip


def _ways(book: Book, two: pl.DataFrame, side: str, rival: str) -> pl.DataFrame:
    """The boards that a list's second played on a side: the `room` there, and what is `needed`."""
    here = two.filter(pl.col("direction").is_null() | (pl.col("direction") == side.upper()))
    sections = book.sections.with_row_index("section_no").with_columns(pl.col("section_no").cast(pl.Int64))
    labels = pl.DataFrame({"b": book.seats.labels}).with_row_index("label").with_columns(pl.col("label").cast(pl.Int64))
    here = here.join(sections, on=["event_id", "session", "section"]).join(labels, on="b")
    # A line without a pair has the label -1.
    count = labels.height + 1
    seat = pl.Series(book.section * count + (book.seats.ns if side == "ns" else book.seats.ew) + 1)
    wanted = here.select((pl.col("section_no") * count + pl.col("label") + 1).alias("seat"))["seat"]
    places = seat.is_in(wanted.unique().implode()).arg_true()
    lines = _room(book, places, side).with_columns(seat=seat[places])
    joined = lines.join(here.with_columns(seat=wanted), on="seat")
    met = joined.filter((pl.col(f"{rival}_pair") == pl.col("a")) & pl.col("direction").is_null())
    return pl.concat(
        rows.select("list_no", "board", "room", needed=need) for rows, need in ((met, "met_need"), (joined, "need"))
    )


def _room(book: Book, places: pl.Series, side: str) -> pl.DataFrame:
    """Some lines, and how many more matchpoints (2-1-0) a side could have in its group; null where it has none."""
    lines = book.lines.select("event_id", "result_id", "board", "ns_pair", "ew_pair", "n", num=f"{side}_num")[places]
    plain = book.boards["is_plain"][book.board[places]]
    s = pl.when(plain).then(pl.col("num") // pl.col("n")) / 1
    again = book.adjusted.select("event_id", "result_id", _n="n", _s=pl.col(f"{side}_s") / pl.col("unit"))
    return (
        lines.with_columns(s=s, n=pl.when(plain).then(pl.col("n").cast(pl.Int64)))
        .join(again, on=["event_id", "result_id"], how="left", maintain_order="left")
        .with_columns(room=2 * (pl.coalesce("n", "_n") - 1) - pl.coalesce("s", "_s"))
    )
