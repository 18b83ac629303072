"""The audit of contestants: printed totals and percentages of a session against the sums of its boards."""

from typing import Literal

import polars as pl

from neuberg import schemas
from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import joined_by
from neuberg.audit.book.precision import agrees, decimals_of_event
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY, sides, whole_units, with_known_winners, with_winners

#: Unrounded matchpoints are added in units of this many to one: fine enough for any printed total, and within 64 bits.
FINE = 100_000
_QUANTITIES = ("total", "percent")
#: The class of a figure that is right where every board is brought to one top before it is added.
OTHER_ADDING = "other_adding"
#: A sum as num / den, and how many numbers in it were rounded.
_Reading = tuple[pl.Expr, pl.Expr, pl.Expr | int]
#: Of the printed lines, what a comparison does not take: texts and lists, that a join would copy.
UNNEEDED = ("players", "player_ids", "place_given")
_CONTESTANT = ["event_id", "session", "pair"]
#: How many decimals an event's totals and percentages show.
_DECIMALS = ("_total_decimals", "_percent_decimals")
_OF_EVENT = [decimals_of_event(name.removeprefix("_")).alias(name) for name in _DECIMALS]
#: Of a line, what is added.
_ADDED = (
    *RANKING_KEY, "section", "board", "ns_pair", "ew_pair", "winners", "top", "ns_mp", "ew_mp", "ns_num", "ew_num",
    "den",
)  # fmt: skip


def pair_differences(scored: pl.LazyFrame, pairs: pl.LazyFrame, *, profile: str) -> pl.LazyFrame:
    """A row of `differences`, level `pair`, for each printed total or percentage that its boards do not add up to.

    Class `other_adding` has what they add up to when they are brought to one top.

    Args:
        scored: as `pair_figures` takes them.
        pairs: the table `pairs`.
        profile: a name of the rulebook.
    """
    wrong = pair_figures(scored, pairs, profile=profile).filter(~pl.col("right"))
    kind = pl.when("brought").then(pl.lit(OTHER_ADDING)).otherwise(pl.lit("unexplained"))
    unexplained = wrong.with_columns(**{"class": kind})
    return unexplained.pipe(schemas.conform, schemas.DIFFERENCES)


def pair_figures(scored: pl.LazyFrame, pairs: pl.LazyFrame, *, profile: str) -> pl.LazyFrame:
    """A row a printed total or percentage that can be held against its boards, and whether it is `right`.

    Two readings of a total are right: the sum of the boards as the profile rounds them, and that of the unrounded
    ones. What is the sum with every board brought to the session's largest field by the formula, and the whole to the
    most boards that anyone played, as programs of the EBU do, is not right by the profile but `brought`. Which way
    such a program rounds a board that it brings up is not known, so each adds half a unit to what agrees. A carry-over
    is no part of the sum, and may be in the total or not; so may a printed adjustment. A line of the whole event is
    compared where the event has one session.

    Args:
        scored: traveller lines with `winners`, as `neuberg.score.exact` gives them under the profile, whole sessions.
        pairs: the table `pairs`.
        profile: a name of the rulebook.
    """
    rule = profile_named(profile)
    lines = with_winners(scored.filter(pl.col("variant") == 1))
    matched = _matched(single_session(pairs, scored).join(_totals(lines, rule), on=_CONTESTANT))
    return _held(matched.with_columns(_OF_EVENT), rule)


def pair_figures_of(own: Book, pairs: pl.DataFrame, standings: pl.DataFrame) -> pl.DataFrame:
    """As `pair_figures`, of a book's lines: boards are added only for whom a figure is not what the standings have.

    A total that the standings have is right, with the penalties that were ruled.

    Args:
        own: the lines.
        pairs: the printed lines of contestants of its events.
        standings: under its profile.
    """
    rule = profile_named(own.profile)
    numbered = pairs.lazy().drop(UNNEEDED, strict=False).with_row_index("_row")
    printed = single_session(numbered, own.sections.lazy()).collect()
    known = _of_standings(standings, rule).collect()
    matched = _matched(beside(printed, known, "inner").lazy())
    quick = _held(matched.with_columns(_OF_EVENT), rule, added=False).collect()
    wrong = quick.filter(~pl.col("right"))
    if wrong.is_empty():
        return quick
    totals = _totals(with_known_winners(own.of_events(wrong["event_id"].unique(), _ADDED)), rule)
    asked = printed.lazy().join(wrong.lazy(), on=_CONTESTANT, how="semi")
    of_event = wrong.lazy().select("event_id", *_DECIMALS).unique("event_id")
    again = _held(_matched(asked.join(totals, on=_CONTESTANT)).join(of_event, on="event_id"), rule).collect()
    of_right = quick.filter("right").select("_row", "quantity", _known="right")
    slow = again.join(of_right, on=["_row", "quantity"], how="left", maintain_order="left")
    slow = slow.with_columns(right=pl.col("right") | pl.col("_known").fill_null(False)).select(quick.columns)
    return pl.concat([quick.join(wrong, on=_CONTESTANT, how="anti", maintain_order="left"), slow])


def beside(printed: pl.DataFrame, known: pl.DataFrame, how: Literal["inner", "left"]) -> pl.DataFrame:
    """The printed lines, each beside those of its number in its session; in its section where all its event's have one.

    Args:
        printed: the lines, with a session.
        known: `event_id`, `session`, `pair`, `own_section` and what is known of that contestant.
        how: whether a line without any is kept.
    """
    unnamed = printed["event_id"].filter(printed["section"].fill_null("") == "").unique()
    is_named = ~printed["event_id"].is_in(unnamed.implode())
    # A number stands in every section of a session: each with each is many times the lines.
    of_section = known.with_columns(section="own_section")
    return pl.concat(
        [
            joined_by(printed.filter(~is_named), known, _CONTESTANT, how),
            joined_by(printed.filter(is_named), of_section, [*_CONTESTANT, "section"], how),
        ]
    )


def _matched(joined: pl.LazyFrame) -> pl.LazyFrame:
    """The printed lines beside the sums that are of the same contestant."""
    same = pl.col("direction").eq_missing(pl.col("own_direction")) | pl.col("own_direction").is_null()
    return joined.filter(same & same_section())


def _held(matched: pl.LazyFrame, rule: Profile, *, added: bool = True) -> pl.LazyFrame:
    """The printed totals and percentages, each beside its contestant's sums; `added` of boards, or those alone."""
    parts = [_compared(matched, quantity, rule.step or FINE, added=added) for quantity in _QUANTITIES]
    return pl.concat(parts).with_columns(profile=pl.lit(rule.name))


def _of_standings(standings: pl.DataFrame, rule: Profile) -> pl.LazyFrame:
    """The standings of sessions in the columns of `_totals`; what only boards can tell is null."""
    own = standings.lazy().filter((pl.col("variant") == 1) & pl.col("session").is_not_null())
    top, unknown = pl.col("top").cast(pl.Int64), pl.lit(None, dtype=pl.Int64)
    boards = pl.col("boards").cast(pl.Int64)
    return own.select(
        "event_id", "session", "pair", own_section="section", own_direction="direction",
        rounded=whole_units(pl.col("mp"), rule.step or FINE), unrounded=unknown, common=unknown,
        top=top, common_top=unknown, brought_up=unknown, boards=boards, most_boards=boards,
    )  # fmt: skip


def _totals(lines: pl.LazyFrame, rule: Profile) -> pl.LazyFrame:
    """A row a contestant: the sums `rounded`, `unrounded` and `common` in whole units, and their tops."""
    top = pl.col("top").cast(pl.Int64)
    return (
        sides(lines.with_columns(_most=top.max().over(RANKING_KEY)), "num")
        .drop_nulls("mp")
        .group_by(CONTESTANT_KEY)
        .agg(
            rounded=whole_units(pl.col("mp"), rule.step or FINE).sum(),
            unrounded=_nearest(pl.col("num") * FINE, pl.col("den")).sum(),
            common=_on_common_top(rule.scale).sum(),
            top=top.sum(),
            common_top=pl.col("_most").first(),
            brought_up=(top < pl.col("_most")).sum().cast(pl.Int64),
            boards=pl.len().cast(pl.Int64),
        )
        .with_columns(most_boards=pl.col("boards").max().over("event_id", "session", "scored_with"))
        .rename({"direction": "own_direction", "section": "own_section"})
        .drop("scored_with")
    )


def _on_common_top(scale: int) -> pl.Expr:
    """A side's matchpoints brought to the session's largest field: (M + u)·E/N − u, u half the scale, in fine units."""
    field, largest = pl.col("top").cast(pl.Int64) // scale + 1, pl.col("_most") // scale + 1
    num = (2 * pl.col("num") + scale * pl.col("den")) * largest * FINE
    return _nearest(num, 2 * pl.col("den") * field) - scale * FINE // 2


def _nearest(num: pl.Expr, den: pl.Expr) -> pl.Expr:
    return (2 * num + den) // (2 * den)


def single_session(pairs: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """The published lines with a session: an event's line takes the only session that the event has."""
    only = (
        lines.group_by("event_id")
        .agg(_sessions=pl.col("session").n_unique(), _only=pl.col("session").first())
        .filter(pl.col("_sessions") == 1)
        .select("event_id", "_only")
    )
    return (
        pairs.drop("boards")
        .join(only, on="event_id", how="left")
        .with_columns(session=pl.coalesce("session", "_only"))
        .drop("_only")
        .filter(pl.col("session").is_not_null())
    )


def same_section() -> pl.Expr:
    """The published section is the contestant's, or is not stated while the number is unique in the session."""
    alone = pl.len().over("event_id", "session", "pair", "direction", "own_direction") == 1
    return (pl.col("section") == pl.col("own_section")) | ((pl.col("section") == "") & alone)


def _compared(matched: pl.LazyFrame, quantity: str, unit: int, *, added: bool) -> pl.LazyFrame:
    percent = quantity == "percent"
    top, boards, most = pl.col("top"), pl.col("boards"), pl.col("most_boards")
    common = pl.col("common")
    readings: tuple[_Reading, ...] = (
        (pl.col("rounded"), unit * top if percent else pl.lit(unit), 1),
        (pl.col("unrounded"), FINE * top if percent else pl.lit(FINE), 1),
    )
    on_one_top: _Reading = (
        (common, FINE * pl.col("common_top") * boards, 1)
        if percent
        else (common * most, FINE * boards, 1 + pl.col("brought_up"))
    )
    factor = 100 if percent else 1

    def agreeing(*ways: _Reading) -> pl.Expr:
        return pl.any_horizontal(
            agrees(printed, pl.col(f"_{quantity}_decimals"), factor * num, den, roundings).fill_null(False)
            for printed in as_printed(quantity)
            for num, den, roundings in ways
        )

    right = agreeing(*(readings if added else readings[:1]))
    recomputed = pl.when(top > 0).then(factor * readings[0][0] / readings[0][1])
    return (
        matched.filter(pl.col(quantity).is_not_null())
        .with_columns(
            level=pl.lit("pair"),
            quantity=pl.lit(quantity),
            published=pl.col(quantity),
            recomputed=recomputed,
            right=(right & (top > 0)).fill_null(False),
            brought=(agreeing(on_one_top) & (top > 0)).fill_null(False) if added else pl.lit(False),
            on_one_top=factor * on_one_top[0] / on_one_top[1],
        )
        .with_columns(difference=next(iter(as_printed(quantity))) - pl.col("recomputed"))
    )


def as_printed(quantity: str) -> tuple[pl.Expr, ...]:
    """The printed figure without its carry-over, or with it, and a printed adjustment left in, taken out, or added."""
    if quantity == "percent":
        return (pl.col("percent"),)
    penalty = pl.col("penalty").fill_null(0)
    without = pl.col("total") - pl.col("carryover").fill_null(0)
    return tuple(total + sign * penalty for total in (without, pl.col("total")) for sign in (0, -1, 1))
