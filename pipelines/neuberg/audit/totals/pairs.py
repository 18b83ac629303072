"""The audit of contestants: printed totals and percentages of a session against the sums of its boards."""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.book.books import Book
from neuberg.audit.book.precision import agrees, decimals_of_event
from neuberg.audit.contestants import Contestants, seated
from neuberg.audit.totals.matched import NUMBER, Matched, same_direction, same_section, single_session
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY, sides, whole_units, with_known_winners, with_winners
from neuberg.score.packed import Integers

#: Unrounded matchpoints are added in units of this many to one: fine enough for any printed total, and within 64 bits.
FINE = 100_000
_QUANTITIES = ("total", "percent")
#: The class of a figure that is right where every board is brought to one top before it is added.
OTHER_ADDING = "other_adding"
#: A sum as num / den, and how many numbers in it were rounded.
_Reading = tuple[pl.Expr, pl.Expr, pl.Expr | int]
#: How many decimals an event's totals and percentages show.
_DECIMALS = ("_total_decimals", "_percent_decimals")
_OF_EVENT = [decimals_of_event(name.removeprefix("_")).alias(name) for name in _DECIMALS]
#: Of a printed line, what says whether its figures are right.
_FIGURES = ("total", "total_decimals", "percent", "percent_decimals", "carryover", "penalty", "season")
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
    matched = _matched(single_session(pairs, scored).join(_totals(lines, rule), on=NUMBER))
    return _held(matched.with_columns(_OF_EVENT), rule)


def pair_figures_of(own: Book, found: Contestants, printed: Matched) -> pl.DataFrame:
    """As `pair_figures`, of a book's lines: boards are added only for whom a figure is not what the standings have.

    A total that the standings have is right, with the penalties that were ruled. Of right figures only the key, the
    level, the quantity and the season are given.

    Args:
        own: the lines.
        found: the contestants of its events.
        printed: the printed lines beside these.
    """
    rule = profile_named(own.profile)
    quick = _quick(found, printed, rule)
    wrong = quick.filter(~pl.col("right"))
    if wrong.is_empty():
        return quick.with_columns(brought=pl.lit(False))
    slow = _slow(own, found, printed.lines, wrong, rule)
    known = quick.filter(pl.col("event_id").is_in(wrong["event_id"].unique().implode()))
    of_right = known.filter("right").select("_line", "quantity", _known="right")
    slow = slow.join(of_right, on=["_line", "quantity"], how="left", maintain_order="left")
    slow = slow.with_columns(right=pl.col("right") | pl.col("_known").fill_null(False))
    others = np.ones(quick.height, bool)
    others[known.join(wrong, on=NUMBER, how="semi")["_figure"].to_numpy()] = False
    return pl.concat([quick.filter(pl.Series(others)), slow], how="diagonal_relaxed")


def _quick(found: Contestants, printed: Matched, rule: Profile) -> pl.DataFrame:
    """Whether each printed total and percentage is what the standings have."""
    own = found.rows.select("top", rounded=whole_units(pl.col("mp"), rule.step or FINE))
    both = printed.both
    held = both.hstack(printed.lines.select(_FIGURES)[both["_line"]]).hstack(own[both["_own"]])
    held = held.with_columns(pl.col("top").cast(pl.Int64), *_OF_EVENT)
    unit, top = rule.step or FINE, pl.col("top")
    parts = []
    for quantity in _QUANTITIES:
        full = unit * top if quantity == "percent" else pl.lit(unit)
        right = _agreeing(quantity, as_printed(quantity, held), (pl.col("rounded"), full, 1)) & (top > 0)
        parts.append(
            held.filter(pl.col(quantity).is_not_null()).select(
                *NUMBER, "_line", "season", *_DECIMALS,
                level=pl.lit("pair"), quantity=pl.lit(quantity), right=right.fill_null(False),
            )
        )  # fmt: skip
    return pl.concat(parts).with_row_index("_figure")


def _slow(own: Book, found: Contestants, lines: pl.DataFrame, wrong: pl.DataFrame, rule: Profile) -> pl.DataFrame:
    """The figures of the contestants of whom one is wrong, held against the sums of their boards.

    Args:
        own: the book.
        found: the contestants.
        lines: the printed lines.
        wrong: figures that are not what the standings have.
        rule: the book's profile.
    """
    asked = lines.with_row_index("_line").filter(pl.col("event_id").is_in(wrong["event_id"].unique().implode()))
    asked = asked.join(wrong, on=NUMBER, how="semi", maintain_order="left")
    of_event = wrong.select("event_id", *_DECIMALS).unique("event_id")
    totals = _totals_of(own, found, found.numbered(wrong, NUMBER), rule)
    matched = _matched(asked.lazy().join(totals, on=NUMBER)).join(of_event.lazy(), on="event_id")
    return _held(matched, rule, asked).collect()


def _totals_of(own: Book, found: Contestants, some: Integers, rule: Profile) -> pl.LazyFrame:
    """As `_totals`, of some contestants of a book."""
    line = seated(own, found, some)
    session = own.boards["session_no"].to_numpy()[own.board]
    most, boards = (np.zeros(own.boards["session_no"].n_unique(), np.int64) for _ in range(2))
    asked = np.zeros(most.size, bool)
    asked[session[line]] = True
    every = np.flatnonzero(asked[session])
    np.maximum.at(most, session[every], own.lines["top"][every].cast(pl.Int64).fill_null(0).to_numpy())
    scored = [every[own.lines[f"{side}_mp"][every].is_not_null().to_numpy()] for side in ("ns", "ew")]
    rows = np.concatenate([seats[own_lines] for seats, own_lines in zip(found.seats, scored, strict=True)])
    sessions = np.concatenate([session[own_lines] for own_lines in scored])
    played = np.bincount(rows + 1, minlength=found.rows.height + 1)
    np.maximum.at(boards, sessions[rows >= 0], played[rows[rows >= 0] + 1])
    known = {"_most": most[session[line]], "most_boards": boards[session[line]]}
    lines = own.lines.select(_ADDED)[line].hstack(pl.DataFrame(known))
    return _summed(with_known_winners(lines), rule, most_boards=pl.col("most_boards").first())


def _matched(joined: pl.LazyFrame) -> pl.LazyFrame:
    """The printed lines beside the sums that are of the same contestant."""
    return joined.filter(same_direction() & same_section())


def _held(matched: pl.LazyFrame, rule: Profile, among: pl.DataFrame | None = None) -> pl.LazyFrame:
    """The printed totals and percentages, each beside its contestant's sums; `among` as `as_printed` takes it."""
    parts = [_compared(matched, quantity, rule.step or FINE, as_printed(quantity, among)) for quantity in _QUANTITIES]
    return pl.concat(parts).with_columns(profile=pl.lit(rule.name))


def _totals(lines: pl.LazyFrame, rule: Profile) -> pl.LazyFrame:
    """A row a contestant: the sums `rounded`, `unrounded` and `common` in whole units, and their tops."""
    most = pl.col("top").cast(pl.Int64).max().over(RANKING_KEY)
    most_boards = pl.col("boards").max().over("event_id", "session", "scored_with")
    return _summed(lines.with_columns(_most=most), rule).with_columns(most_boards=most_boards).drop("scored_with")


def _summed(lines: pl.LazyFrame, rule: Profile, **known: pl.Expr) -> pl.LazyFrame:
    """A row a contestant: the sums of lines that have the largest top of their session, `_most`."""
    top = pl.col("top").cast(pl.Int64)
    return (
        sides(lines, "num")
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
            **known,
        )
        .rename({"direction": "own_direction", "section": "own_section"})
    )


def _on_common_top(scale: int) -> pl.Expr:
    """A side's matchpoints brought to the session's largest field: (M + u)·E/N − u, u half the scale, in fine units."""
    field, largest = pl.col("top").cast(pl.Int64) // scale + 1, pl.col("_most") // scale + 1
    num = (2 * pl.col("num") + scale * pl.col("den")) * largest * FINE
    return _nearest(num, 2 * pl.col("den") * field) - scale * FINE // 2


def _nearest(num: pl.Expr, den: pl.Expr) -> pl.Expr:
    return (2 * num + den) // (2 * den)


def _agreeing(quantity: str, shown: tuple[pl.Expr, ...], *ways: _Reading) -> pl.Expr:
    """Whether a printed figure, in one of the ways in which it may be shown, is one of some sums."""
    factor = 100 if quantity == "percent" else 1
    return pl.any_horizontal(
        agrees(printed, pl.col(f"_{quantity}_decimals"), factor * num, den, roundings).fill_null(False)
        for printed in shown
        for num, den, roundings in ways
    )


def _compared(matched: pl.LazyFrame, quantity: str, unit: int, shown: tuple[pl.Expr, ...]) -> pl.LazyFrame:
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
    recomputed = pl.when(top > 0).then(factor * readings[0][0] / readings[0][1])
    return (
        matched.filter(pl.col(quantity).is_not_null())
        .with_columns(
            level=pl.lit("pair"),
            quantity=pl.lit(quantity),
            published=pl.col(quantity),
            recomputed=recomputed,
            right=(_agreeing(quantity, shown, *readings) & (top > 0)).fill_null(False),
            brought=(_agreeing(quantity, shown, on_one_top) & (top > 0)).fill_null(False),
            on_one_top=factor * on_one_top[0] / on_one_top[1],
        )
        .with_columns(difference=shown[0] - pl.col("recomputed"))
    )


def as_printed(quantity: str, among: pl.DataFrame | None = None) -> tuple[pl.Expr, ...]:
    """The printed figure without its carry-over, or with it, and a printed adjustment left in, taken out, or added.

    Args:
        quantity: `total` or `percent`.
        among: the lines, where they are at hand: if none of them has either, the figure alone.
    """
    if quantity == "percent" or (among is not None and not (among["carryover"].count() or among["penalty"].count())):
        return (pl.col(quantity),)
    penalty = pl.col("penalty").fill_null(0)
    without = pl.col("total") - pl.col("carryover").fill_null(0)
    return tuple(total + sign * penalty for total in (without, pl.col("total")) for sign in (0, -1, 1))
