"""The audit of printed IMPs: each line's, and the totals and places of pairs, by the method that explains the event."""

from typing import Any, Literal

import polars as pl

from neuberg.audit.accounts import why_alone
from neuberg.audit.book.precision import agrees_in_units, in_units
from neuberg.audit.explanations import explained_imps
from neuberg.audit.imps.events import beside_sums
from neuberg.audit.imps.methods import METHODS, award_of, imp_figures, imp_lines, imp_tries, is_artificial
from neuberg.audit.totals.matched import same_direction, same_section, single_session
from neuberg.audit.totals.pairs import as_printed
from neuberg.domain.differences import NO_COMPARISON
from neuberg.score.contestants import CONTESTANT_KEY, sides, with_winners

_KEEP = ("event_id", "session", "section", "board", "result_id", "file_id", "line", "season")
_HAIR = 1e-6
#: At least this share of an event's figures must be right but for their sign before a sign is said to be wrong.
_SHARE = 0.5
#: The list that a place is a place of: of a session or (null) the event, with or without its section.
_LISTS = (["event_id", "session", "own_direction"], ["event_id", "session", "own_direction", "own_section"])
_ENDS: tuple[Literal["min", "max"], ...] = ("min", "max")
#: Sums, by what they are of; rounded, since polars adds in no order that it promises.
_ADDED = {"exact": "mp", "rounded": "shown", "printed": "printed", "mixed": "mixed", "off": "off"}
_DECIMALS = 9
#: Why nothing is said of the IMPs of a board's lines; what weighted scores are worth is not tried for each method.
_WEIGHTED = "a score of the board is weighted: what it makes of the IMPs is not tried"


def audit_imps(lines: pl.LazyFrame, pairs: pl.LazyFrame) -> dict[str, pl.DataFrame]:
    """The tables of the audit for the events with printed IMPs; none where there are none.

    Args:
        lines: every traveller line with its points and `winners`.
        pairs: the printed lines of contestants.
    """
    valued = imp_lines(lines)
    if valued.is_empty():
        return {}
    figures = imp_figures(valued)
    tries = imp_tries(figures)
    best = tries.sort("event_id", "reproduced", "method", descending=[False, True, False]).unique(
        "event_id", keep="first"
    )
    chosen = _by_best(figures, best).with_columns(turned=pl.col("turned") & _mostly_given())
    seated = _by_best(valued, best)
    totals = _totals(seated, chosen, pairs)
    counted = _counted(chosen, totals)
    seasons = valued.select("event_id", "season").unique("event_id", keep="first")
    return {
        "differences": pl.concat([_differences(chosen), _total_differences(totals)], how="diagonal_relaxed"),
        "audited": counted,
        "explanations": explained_imps(tries).join(seasons, on="event_id", how="left"),
    }


def _by_best(frame: pl.DataFrame, best: pl.DataFrame) -> pl.DataFrame:
    """The frame with `value`, N-S's IMPs by the best method of its event, E-W's `ew_value`, and `profile`.

    A figure has `right` too, and `turned` where it is right with the other sign.
    """
    parts = []
    for (number,), events in best.partition_by("method", as_dict=True).items():
        part = frame.join(events.select("event_id"), on="event_id", how="semi")
        method = METHODS[int(str(number))]
        den = pl.when(is_artificial()).then(1).otherwise(f"den_{number}")
        value = pl.col(f"num_{number}") / den
        columns = [
            value.alias("value"),
            pl.when(is_artificial()).then(award_of("ew", method)).otherwise(-value).alias("ew_value"),
            pl.lit(method.name).alias("profile"),
        ]
        if f"right_{number}" in part.columns:
            right = pl.col(f"right_{number}")
            columns += [right.alias("right"), (~right & _turned(pl.col(f"num_{number}"), den)).alias("turned")]
        parts.append(part.with_columns(columns))
    dropped = pl.selectors.matches(r"^(num|den|right)_\d+$")
    return pl.concat(parts).drop(dropped)


def _turned(num: pl.Expr, den: pl.Expr) -> pl.Expr:
    """Whether a figure is what its method gives the other side."""
    figure = in_units(-pl.col("published"), pl.col("decimals"))
    return agrees_in_units(figure, pl.col("decimals"), pl.col("sign") * num, den).fill_null(False)


def _mostly_given() -> pl.Expr:
    """Whether the method gives enough of the event's figures, whatever their sign: of few it does by chance."""
    return (pl.col("right") | pl.col("turned")).mean().over("event_id") >= _SHARE


def _differences(figures: pl.DataFrame) -> pl.DataFrame:
    wrong = figures.filter(~pl.col("right"))
    alone = _cannot_be_told()
    recomputed = pl.when(~alone).then(pl.col("sign") * pl.col("value"))
    kind = pl.when(alone).then(pl.lit(NO_COMPARISON)).when("turned").then(pl.lit("wrong_direction"))
    only = (
        pl.when("weighted").then(pl.lit(_WEIGHTED)).when(alone).then(pl.lit("the only score of the board in the file"))
    )
    text = only.when("turned").then(pl.lit("right for the other side: it is printed with the other sign"))
    return wrong.select(
        *_KEEP,
        "profile",
        "published",
        level=pl.lit("result"),
        quantity=pl.col("side") + "_imp",
        recomputed=recomputed,
        difference=pl.col("published") - recomputed,
        evidence=text,
        **{"class": kind.otherwise(pl.lit("unexplained"))},
    )


def _cannot_be_told() -> pl.Expr:
    """Which figures have nothing to be held against: of an only score, or beside a weighted one."""
    return (pl.col("compared").fill_null(0) <= 1) | pl.col("weighted")


def _totals(seated: pl.DataFrame, figures: pl.DataFrame, pairs: pl.LazyFrame) -> pl.DataFrame:
    """A row a printed total or place of these events that can be compared, and whether it is right."""
    lines = _with_shown(seated, figures)
    sums = _sums(lines)
    printed = pairs.join(seated.lazy().select("event_id").unique(), on="event_id", how="semi")
    own = sums.rename({"direction": "own_direction", "section": "own_section"})
    joined = single_session(printed, lines.lazy()).join(own.lazy(), on=["event_id", "session", "pair"], how="inner")
    of_sessions = joined.filter(same_direction() & same_section()).collect()
    matched = pl.concat([of_sessions, beside_sums(sums, printed.collect(), tuple(_ADDED))], how="diagonal_relaxed")
    matched = matched.join(seated.select("event_id", "profile").unique("event_id"), on="event_id", how="left")
    return pl.concat([_held_totals(matched), _held_places(matched)], how="diagonal_relaxed")


def _with_shown(seated: pl.DataFrame, figures: pl.DataFrame) -> pl.DataFrame:
    """The lines with the IMPs of each side: exact, as printed where that is right, as printed, and exact where that is.

    The last, `mixed`, is as printed elsewhere, where it may be `off` by half of the last place.
    """
    shown = figures.filter(pl.col("side") == "ns").select("result_id", _shown=pl.when("right").then("published"))
    is_right = pl.col("_shown").is_not_null()
    half = 0.5 / pl.lit(10.0).pow(pl.col("published_imp_decimals").fill_null(0))
    off = pl.when(is_right).then(0.0).otherwise(half)
    return seated.join(shown, on="result_id", how="left", maintain_order="left").with_columns(
        ns_mp="value", ew_mp="ew_value", ns_shown=pl.coalesce("_shown", "value"),
        ew_shown=pl.when(is_artificial()).then("ew_value").otherwise(-pl.coalesce("_shown", "value")),
        ns_printed="published_ns_imp", ew_printed="published_ew_imp", ns_off=off, ew_off=off,
        ns_mixed=pl.when(is_right).then("value").otherwise(pl.coalesce("published_ns_imp", "value")),
        ew_mixed=pl.when(is_right & ~is_artificial()).then("ew_value").otherwise(
            pl.coalesce("published_ew_imp", "ew_value")
        ),
    )  # fmt: skip


def _sums(lines: pl.DataFrame) -> pl.DataFrame:
    """A row a contestant of a session: the sums `_ADDED` of its boards."""
    return (
        sides(with_winners(lines.lazy()), "shown", "printed", "mixed", "off")
        .filter(pl.any_horizontal(pl.col("mp", "mixed").is_not_null()))
        .group_by(CONTESTANT_KEY)
        .agg(boards=pl.len(), **{name: pl.col(of).sum().round(_DECIMALS) for name, of in _ADDED.items()})
        .collect()
    )


def _held_totals(matched: pl.DataFrame) -> pl.DataFrame:
    """The printed totals beside what their boards come to."""
    half = 0.5 / pl.lit(10.0).pow(pl.col("total_decimals").fill_null(0)) + _HAIR
    near = [(figure - pl.col(name)).abs() <= half for figure in as_printed("total") for name in ("exact", "rounded")]
    return matched.filter(pl.col("total").is_not_null()).with_columns(
        quantity=pl.lit("total"),
        level=pl.lit("pair"),
        published="total",
        recomputed="exact",
        right=pl.any_horizontal(near),
        follows=(_apart_from("printed") <= half) | (_apart_from("mixed") <= half + pl.col("off")),
    )


def _apart_from(added: str) -> pl.Expr:
    """How far the printed total is from a sum."""
    return (as_printed("total")[0] - pl.col(added)).abs()


def _held_places(matched: pl.DataFrame) -> pl.DataFrame:
    """The printed places beside those of the recomputed totals, rounded as printed: equal ones share.

    Who played more boards than another may be ranked by the average a board instead, as the standings are; sections
    together or each by itself.
    """
    with_it = (pl.col("rounded") + pl.col("carryover").fill_null(0)).round(6)
    average = (pl.col("rounded") / pl.col("boards")).round(_DECIMALS)
    placed = matched.filter(pl.col("place").is_not_null()).with_columns(rounded=with_it, average=average)
    return placed.with_columns(
        quantity=pl.lit("place"),
        level=pl.lit("place"),
        published=pl.col("place").cast(pl.Float64),
        recomputed=pl.col("rounded").rank("min", descending=True).over(_LISTS[0]).cast(pl.Float64),
        right=(_is_place_of("rounded") | _is_place_of("average")).fill_null(False),
        follows=_is_place_of("total"),
    )


def _is_place_of(name: str) -> pl.Expr:
    """Whether the printed place is one of those that equals in a value share, in one of the lists."""
    ranks = ([pl.col(name).rank(way, descending=True).over(names) for way in _ENDS] for names in _LISTS)
    return pl.any_horizontal(pl.col("place").is_between(first, last) for first, last in ranks)


def _total_differences(totals: pl.DataFrame) -> pl.DataFrame:
    wrong = totals.filter(~pl.col("right"))
    follows = pl.col("follows").fill_null(False)
    is_place = pl.col("level") == "place"
    kind = (
        pl.when(follows & is_place).then(pl.lit("follows_its_total")).when(follows).then(pl.lit("follows_its_boards"))
        .when(is_place).then(pl.lit("place_does_not_follow")).otherwise(pl.lit("not_the_sum"))
    )  # fmt: skip
    text = pl.concat_str(pl.lit("its boards as printed add up to "), pl.col("printed").round(4).cast(pl.String))
    return wrong.select(
        "event_id", "session", "pair", "file_id", "line", "season", "level", "quantity", "published", "recomputed",
        "profile", section="own_section", difference=pl.col("published") - pl.col("recomputed"),
        evidence=pl.when(~is_place).then(text), **{"class": kind},
    )  # fmt: skip


def _counted(figures: pl.DataFrame, totals: pl.DataFrame) -> pl.DataFrame:
    """A row an event, level and quantity: what became of its figures."""
    alone = _cannot_be_told()
    unexplained = ~pl.col("right") & ~alone & ~pl.col("turned")
    keys: list[Any] = ["event_id", "season", "profile"]
    results = figures.group_by(*keys, level=pl.lit("result"), quantity=pl.col("side") + "_imp").agg(
        published=pl.len().cast(pl.Int64),
        reproduced=pl.col("right").sum().cast(pl.Int64),
        unexplained=unexplained.sum().cast(pl.Int64),
        not_compared=(~pl.col("right") & alone).sum().cast(pl.Int64),
        # Figures of the other side's sign.
        wrong=(~pl.col("right") & ~alone & pl.col("turned")).sum().cast(pl.Int64),
        weighted=(~pl.col("right") & pl.col("weighted")).any(),
    )
    others = totals.group_by(*keys, "level", "quantity").agg(
        published=pl.len().cast(pl.Int64),
        reproduced=pl.col("right").sum().cast(pl.Int64),
        unexplained=pl.lit(0, dtype=pl.Int64),
        not_compared=pl.lit(0, dtype=pl.Int64),
        wrong=(~pl.col("right") & ~pl.col("follows").fill_null(False)).sum().cast(pl.Int64),
        weighted=pl.lit(False),
    )
    whole = pl.concat([results, others.select(results.columns)])
    rest = ("reproduced", "unexplained", "not_compared", "wrong")
    why = pl.when("weighted").then(pl.lit(_WEIGHTED)).otherwise(why_alone())
    return whole.with_columns(explained=pl.col("published") - pl.sum_horizontal(rest), why=why).drop("weighted")
