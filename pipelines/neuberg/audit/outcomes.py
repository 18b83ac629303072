"""Did it matter: the rankings under the run's profile, and under each other that a fouled or adjusted board allows."""

from typing import Any, NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, joined_by, kinds
from neuberg.audit.book.places import places
from neuberg.audit.book.precision import agrees
from neuberg.audit.book.rounding import Rounding, in_steps
from neuberg.audit.book.seated import SIDES, Kinds, contestants_of, side_kinds
from neuberg.audit.rule import Sides, matchpoints_by, rule_of
from neuberg.audit.totals.pairs import as_printed
from neuberg.rules import Profile, load_profiles
from neuberg.rules import profile as profile_named
from neuberg.score.packed import Integers

#: Between those who share a place.
_JOINED = " and "
#: Totals are added in units of this many to a matchpoint.
FINE = 1_000_000
PAIR = ["event_id", "session", "section", "pair", "direction"]
LIST = ["event_id", "session", "scored_with", "direction"]


class Lists(NamedTuple):
    """Ranked lists under the run's own profile and under others.

    Attributes:
        profiles: their names, the run's own first.
        contestants: a row a contestant: its key, `list_no`, `units` and `top` on 2-1-0, `place`, `published_place`.
        lists: a row a list.
        others: a row a contestant, of a list that another profile totals otherwise: `row` (its place among the
            contestants), `list_no`, `profile` (its place in `profiles`), `units`, `top` and `place`, the run's own of
            these, and the places that it gains, `move`.
        same: a row a list and other profile that has a board that it may score otherwise, and comes to the same.
        seats: of each line, the places among the contestants of N-S and of E-W.
    """

    profiles: list[str]
    contestants: pl.DataFrame
    lists: pl.DataFrame
    others: pl.DataFrame
    same: pl.DataFrame
    seats: tuple[Integers, Integers]


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
    first = standings.filter(pl.col("variant") == 1)
    if published.height:
        first = joined_by(first, published, PAIR, how="left")
    else:
        first = first.with_columns(published_place=pl.lit(None, dtype=pl.Int32))
    first = first.select(
        *PAIR, "place", "published_place",
        units=(pl.col("mp") * FINE * halves).round().cast(pl.Int64),
        top=pl.col("top").cast(pl.Int64) * halves,
    )  # fmt: skip
    seats = contestants_of(first, book.sections, book.section, book.seats)
    first = _with_event_lists(first.with_columns(scored_with=_scored_with(book, seats, first.height)), book)
    list_first, list_no = kinds(as_columns(first.select(LIST)))
    contestants = first.with_columns(list_no=pl.Series(list_no, dtype=pl.Int64))
    rest = different(profile)
    others, same = _others([profile, *rest], contestants, _special(book), seats)
    names = [profile.name, *(other.name for other in rest)]
    return Lists(names, contestants, first.select(LIST)[list_first], _with_own(others, contestants), same, seats)


def _scored_with(book: Book, seats: tuple[Integers, Integers], contestants: int) -> pl.Series:
    """Of each contestant of a session, the sections that those are scored with that it plays in; null of an event."""
    section = np.full(contestants + 1, -1, np.int64)
    for rows in seats:
        section[rows] = book.section
    found = pl.DataFrame({"section_no": section[:-1]}).join(
        book.sections.select("scored_with").with_row_index("section_no").cast({"section_no": pl.Int64}),
        on="section_no",
        how="left",
        maintain_order="left",
    )
    return found["scored_with"]


def _with_event_lists(contestants: pl.DataFrame, book: Book) -> pl.DataFrame:
    """The contestants, those of a whole event too with the sections that theirs is scored with in its sessions."""
    if not contestants["session"].null_count():
        return contestants
    of_event = book.sections.group_by("event_id", "section").agg(_whole=pl.col("scored_with").first())
    joined = contestants.join(of_event, on=["event_id", "section"], how="left", nulls_equal=True, maintain_order="left")
    return joined.with_columns(scored_with=pl.coalesce("scored_with", "_whole")).drop("_whole")


def _special(book: Book) -> list[Kinds]:
    """The sides on boards on which rules may differ: those ranked again, and plain ones with fewer scores than E."""
    short = (book.boards["is_plain"] & (book.boards["most"] != book.boards["field"])).to_numpy()
    return [book.kinds, *([side_kinds(book.ranked(short), book.board)] if short.any() else [])]


def _others(
    profiles: list[Profile], contestants: pl.DataFrame, special: list[Kinds], seats: tuple[Integers, Integers]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The totals and places under all profiles but the first, and the lists that come to the same."""
    parties = [_Party(part, seats, contestants.height) for part in special]
    list_no = contestants["list_no"].to_numpy()
    lists = np.zeros(int(list_no.max(initial=-1)) + 1, bool)
    for party in parties:
        lists[list_no[party.present()]] = True
    totals = [contestants[name].fill_null(0).to_numpy() for name in ("units", "top")]
    own, *others = (_sums(profile, parties, contestants.height) for profile in profiles)
    parts, same = [pl.DataFrame(schema=_OTHERS)], [pl.DataFrame(schema=_SAME)]
    for number, sums in enumerate(others, start=1):
        moved = np.zeros_like(lists)
        moved[list_no[(sums[0] != own[0]) | (sums[1] != own[1])]] = True
        row = np.flatnonzero(moved[list_no])
        units, top = ((total + part - before)[row] for total, part, before in zip(totals, sums, own, strict=True))
        columns = {"row": row, "list_no": list_no[row], "units": units, "top": top}
        parts.append(pl.DataFrame(columns).with_columns(profile=pl.lit(number), place=0).pipe(_typed, _OTHERS))
        still = np.flatnonzero(lists & ~moved)
        same.append(pl.DataFrame({"list_no": still}).with_columns(profile=pl.lit(number)).pipe(_typed, _SAME))
    return _placed(pl.concat(parts)), pl.concat(same)


class _Party:
    """The contestants on special boards, each side with its kind."""

    def __init__(self, part: Kinds, seats: tuple[Integers, Integers], contestants: int) -> None:
        row = np.concatenate([seats[0][part.line], seats[1][part.line]])
        kind = np.concatenate([part.ns, part.ew])
        self._row, self._kind = row[row >= 0], kind[row >= 0]
        self._contestants = contestants
        self.sides, self.is_ew = Sides(part.rows), (part.rows["side"] == "ew").to_numpy()

    def present(self) -> Integers:
        """The contestants that there are."""
        return np.flatnonzero(np.bincount(self._row, minlength=self._contestants))

    def added(self, of_kind: Integers) -> Integers:
        """Of each contestant the sum of what stands for the kinds of its sides; floats add whole numbers exactly."""
        return np.bincount(self._row, of_kind[self._kind], self._contestants).astype(np.int64)


def _sums(profile: Profile, parties: list[_Party], contestants: int) -> tuple[Integers, Integers]:
    """Of each contestant what it has on special boards under a profile, and the sum of their tops."""
    units, top = np.zeros(contestants, np.int64), np.zeros(contestants, np.int64)
    for party in parties:
        of_kind = _units(party.sides, party.is_ew, profile)
        units, top = units + party.added(of_kind[0]), top + party.added(of_kind[1])
    return units, top


_OTHERS: dict[str, Any] = {
    "row": pl.Int64, "list_no": pl.Int64, "profile": pl.Int64, "units": pl.Int64, "top": pl.Int64, "place": pl.Int32
}  # fmt: skip
_SAME: dict[str, Any] = {"list_no": pl.Int64, "profile": pl.Int64}


def _typed(frame: pl.DataFrame, schema: dict[str, Any]) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(dtype) for name, dtype in schema.items())


def different(own: Profile) -> list[Profile]:
    """A profile for each other rule for fouled and adjusted boards; Ascherman's is one for every board."""
    kept: dict[tuple[Any, ...], Profile] = {_kind(own): own}
    for other in load_profiles().values():
        if other.regime != "ascherman" or own.regime == "ascherman":
            kept.setdefault(_kind(other), other)
    return [profile for profile in kept.values() if profile is not own]


def _kind(profile: Profile) -> tuple[Any, ...]:
    return (*rule_of(profile), profile.step, profile.half, profile.scale if profile.step else 0)


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
    listed = pl.col("profile") * (pl.col("list_no").max() + 1) + pl.col("list_no")
    found = totals.select(ratio=ratio, listed=listed)
    place = places(found["ratio"].cast(pl.Float64), found["listed"].to_numpy())
    return totals.with_columns(place=place).pipe(_typed, _OTHERS)


def by_other_profile(wrong: pl.DataFrame, found: Lists) -> pl.DataFrame:
    """The differences of totals and percentages, those classed that are right under another profile than the event's.

    Args:
        wrong: rows of `pairs.pair_figures` with their class and `scales.PRINTED_SCALE`.
        found: the lists under every profile.
    """
    if wrong.is_empty() or found.others.is_empty():
        return wrong
    asked = found.contestants["event_id"].is_in(wrong["event_id"].unique().implode())
    others = found.others[np.flatnonzero(asked.to_numpy()[found.others["row"].to_numpy()])]
    totals = found.contestants.select("event_id", "session", "pair", own_section="section", own_direction="direction")[
        others["row"]
    ].hstack(others.select("profile", other_units="units", other_top="top"))
    key = ["event_id", "session", "pair", "own_section", "own_direction"]
    numbered = wrong.with_row_index("_wrong")
    tried = numbered.join(totals.with_columns(_names(found).alias("_other")).drop("profile"), on=key, nulls_equal=True)
    scales = {name: 3 - profile.scale for name, profile in load_profiles().items()}
    halves = pl.col("_other").replace_strict(scales, return_dtype=pl.Int64)
    times, by = pl.col("_times").fill_null(1), pl.coalesce("_by", halves)
    # Lines in tens have totals in tens, or in matchpoints.
    dens = (FINE * by, FINE * by * pl.when(times > 1).then(10).otherwise(1))
    total = [
        agrees(printed, pl.col("_total_decimals"), times * pl.col("other_units"), den)
        for printed in as_printed("total")
        for den in dens
    ]
    share = agrees(
        pl.col("percent"), pl.col("_percent_decimals"), 100 * pl.col("other_units"), FINE * pl.col("other_top")
    )
    right = pl.when(pl.col("quantity") == "total").then(pl.any_horizontal(total)).otherwise(share)
    names = tried.filter(right.fill_null(False)).group_by("_wrong").agg(pl.col("_other").unique(maintain_order=True))
    text = pl.concat_str(pl.lit("the sum of its boards under "), pl.col("_other").list.join(", "))
    is_other = pl.col("_other").is_not_null() & pl.col("class").is_in(["not_the_sum", "unexplained"])
    return numbered.join(names, on="_wrong", how="left", maintain_order="left").with_columns(
        pl.when(is_other).then(pl.lit("other_rule")).otherwise("class").alias("class"),
        evidence=pl.when(is_other).then(text).otherwise("evidence"),
        explaining_profiles=pl.when(is_other).then("_other"),
    )


def place_changes(found: Lists) -> pl.DataFrame:
    """A row a contestant whose place under some profile is not that of the run's own, with what was printed."""
    moved = found.others.filter(pl.col("move") != 0)
    return found.contestants.select(*PAIR, "published_place")[moved["row"]].with_columns(
        moved.select(
            _names(found),
            pl.col("place", "place_own", "move"),
            percent=_percent("units", "top"),
            percent_own=_percent("units_own", "top_own"),
        ),
        own=pl.lit(found.profiles[0]),
    )


def _names(found: Lists) -> pl.Expr:
    return pl.col("profile").replace_strict(dict(enumerate(found.profiles)), return_dtype=pl.String)


def _with_own(others: pl.DataFrame, contestants: pl.DataFrame) -> pl.DataFrame:
    """The other totals and places beside the run's own, and how many places each gains."""
    own = contestants.select(units_own="units", top_own="top", place_own="place")
    return others.hstack(own[others["row"]]).with_columns(move=pl.col("place_own").cast(pl.Int32) - pl.col("place"))


def _percent(units: str, top: str) -> pl.Expr:
    return pl.when(pl.col(top) > 0).then((100 * pl.col(units) / (FINE * pl.col(top))).round(2))


def outcomes(found: Lists, book: Book) -> pl.DataFrame:
    """A row a list and profile: who wins, as printed and by it, what moves, and how little would change the winner."""
    rows = found.contestants.with_row_index("row").select(
        pl.col("row").cast(pl.Int64), "list_no", "place", "published_place"
    )
    of_own = _first(found, rows.filter(pl.col("place") == 1)).rename({"who": "winner_own"})
    printed = _first(found, rows.filter(pl.col("published_place") == 1)).rename({"who": "winner_published"})
    own = (
        rows.group_by("list_no").agg(pairs=pl.len().cast(pl.Int32))
        .join(of_own, on="list_no", how="left")
        .join(printed, on="list_no", how="left")
        .join(margins(found, book), on="list_no", how="left")
        .with_columns(pl.col("winner_own").fill_null(""))
    )  # fmt: skip
    nobody = pl.when(pl.col("winner_own") != "").then(pl.lit(0, dtype=pl.Int32))
    alike = pl.concat([own.select("list_no", profile=pl.lit(0, dtype=pl.Int64)), found.same])
    stays = alike.join(own, on="list_no").with_columns(
        winner="winner_own", places_changed=pl.lit(0, dtype=pl.Int32), largest_move=nobody
    )
    moves = _moved(found).join(own, on="list_no").with_columns(pl.col("winner").fill_null(""))
    listed = pl.concat([stays, moves.select(stays.columns)])
    return listed.hstack(found.lists[listed["list_no"]]).with_columns(
        _names(found),
        own=pl.lit(found.profiles[0]),
        section="scored_with",
        # Where the run's own rule ranks nobody, no other one has another winner.
        winner_changes=(pl.col("winner") != pl.col("winner_own")) & (pl.col("winner_own") != ""),
        winner_not_as_published=_differ("winner", "winner_published"),
    )


def _differ(one: str, other: str) -> pl.Expr:
    """Whether nobody is among both; null where either is nobody.

    Sections that are scored together may be printed in lists of their own, each with its winner.
    """
    winners = [pl.col(name).str.split(_JOINED) for name in (one, other)]
    named = (pl.col(one) != "") & (pl.col(other) != "")
    return pl.when(named).then(winners[0].list.set_intersection(winners[1]).list.len() == 0)


def _moved(found: Lists) -> pl.DataFrame:
    """A row a list that another profile totals otherwise: its winner, and what moves."""
    changes = found.others.group_by("list_no", "profile").agg(
        places_changed=(pl.col("move") != 0).sum().cast(pl.Int32), largest_move=pl.col("move").abs().max()
    )
    winners = _first(found, found.others.filter(pl.col("place") == 1), "profile")
    return changes.join(winners.rename({"who": "winner"}), on=["list_no", "profile"], how="left")


def _first(found: Lists, rows: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Who is among some rows, `who`, a list and key."""
    named = rows.select("list_no", *keys, who=found.contestants["pair"][rows["row"]])
    # Most are alone in first place: only where several share it are names joined.
    shared = named.select(pl.struct("list_no", *keys).is_duplicated()).to_series()
    several = named.filter(shared).group_by("list_no", *keys).agg(pl.col("who").sort().str.join(_JOINED))
    return pl.concat([named.filter(~shared), several])


def margins(found: Lists, book: Book) -> pl.DataFrame:
    """How much on one board would bring the runner-up level, in matchpoints on 2-1-0, and a board on which it can.

    Where the two met on a board, what one loses the other gains there; else the runner-up must have it all.
    """
    two = _leaders(found)
    ways = pl.concat([_ways(found, book, two, side) for side in (0, 1)])
    possible = ways.filter(pl.col("room") >= pl.col("needed"))
    best = possible.sort("needed", "board").unique("list_no", keep="first", maintain_order=True)
    pair = found.contestants["pair"]
    return two.select("list_no", runner_up=pair[two["second"]], margin="need").join(
        best.select("list_no", needed="needed", needed_board="board"), on="list_no", how="left"
    )


def _leaders(found: Lists) -> pl.DataFrame:
    """A row a list: the places among the contestants of its `leader` and `second`, and what the second lacks."""
    ranked = found.contestants.with_row_index("row").filter(pl.col("top") > 0).select(
        pl.col("row").cast(pl.Int64), "list_no", "pair", "units", "top", ratio=pl.col("units") / pl.col("top")
    )  # fmt: skip
    # Only the best two ratios of a list are looked at, and whoever shares them.
    near = ranked.filter(pl.col("ratio").rank("ordinal", descending=True).over("list_no") <= 2)
    shared = ranked.join(near.group_by("list_no").agg(least=pl.col("ratio").min()), on="list_no")
    ordered = shared.filter(pl.col("ratio") >= pl.col("least")).sort(
        "list_no", "ratio", "pair", descending=[False, True, False]
    )
    two = ordered.group_by("list_no", maintain_order=True).agg(pl.col("row", "units", "top").head(2))
    two = two.filter(pl.col("row").list.len() == 2)
    (leader, second), (one, other), (top, top2) = (
        (pl.col(name).list.get(0), pl.col(name).list.get(1)) for name in ("row", "units", "top")
    )
    return two.select(
        "list_no", leader=leader, second=second,
        met_need=(one * top2 - other * top) / (top + top2) / FINE,
        need=(one * top2 / top - other) / FINE,
    )  # fmt: skip


def _ways(found: Lists, book: Book, two: pl.DataFrame, side: int) -> pl.DataFrame:
    """The boards that a list's second played on a side: the `room` there, and what is `needed`."""
    is_second = np.zeros(found.contestants.height + 1, bool)
    is_second[two["second"].to_numpy()] = True
    places = np.flatnonzero(is_second[found.seats[side]])
    rival = found.seats[1 - side][places]
    lines = _room(book, places, SIDES[side]).with_columns(
        second=pl.Series(found.seats[side][places]), rival=pl.Series(rival)
    )
    joined = lines.join(two, on="second")
    # In one ranking both sit in the same list.
    met = joined.filter(pl.col("rival") == pl.col("leader"))
    return pl.concat(
        rows.select("list_no", "board", "room", needed=need) for rows, need in ((met, "met_need"), (joined, "need"))
    )


def _room(book: Book, places: Integers, side: str) -> pl.DataFrame:
    """Some lines, and how many more matchpoints (2-1-0) a side could have in its group; null where it has none."""
    lines = book.lines.select("board", "n", num=f"{side}_num")[places].with_columns(line_no=pl.Series(places))
    plain = book.boards["is_plain"][book.board[places]]
    s = pl.when(plain).then(pl.col("num") // pl.col("n")) / 1
    again = book.adjusted.select("line_no", _n="n", _s=pl.col(f"{side}_s") / pl.col("unit"))
    return (
        lines.with_columns(s=s, n=pl.when(plain).then(pl.col("n").cast(pl.Int64)))
        .join(again, on="line_no", how="left", maintain_order="left")
        .select("board", room=2 * (pl.coalesce("n", "_n") - 1) - pl.coalesce("s", "_s"))
    )
