"""Traveller lines scored in points compared: IMPs of all kinds, board-a-match, total points; one function a method.

A method sees the lines of `score.lines` in their fields and groups and adds `ns_imp` and `ew_imp`, or `ns_mp`, `ew_mp`
and `top`, where `scorable`; a line that cannot be scored keeps them null and has no `method`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import polars as pl

from neuberg import schemas
from neuberg.domain.weights import WHOLE
from neuberg.rules.imp_profiles import ImpProfile
from neuberg.rules.imp_tables import load_imp_tables
from neuberg.score.butler import Half, butler, datum, dropped_per_cent, ebu_datum
from neuberg.score.cross_imps import award_total_imps, cross_imps
from neuberg.score.imp_averages import DECIMALS, with_own_averages
from neuberg.score.imps import award_imps, imps
from neuberg.score.lines import ROW
from neuberg.score.teams import team_points, with_form_matchpoints, with_other_table, without_other_table

#: A session is looked at as a whole: nothing may be taken from the frame before.
_WHOLE: dict[str, Any] = dict.fromkeys(("predicate_pushdown", "projection_pushdown", "slice_pushdown"), False)
_LEAST_TO_DROP = 4
_FIVE = 5

_SCORE, _N, _FIELD = pl.col("score"), pl.col("n"), pl.col("field")
#: The group's scores, each as often as its line stands for tables.
_SCORES = _SCORE.repeat_by("multiplicity").explode()


def score_compared(lines: pl.LazyFrame, profile: ImpProfile) -> pl.LazyFrame:
    """The lines, scored: `profile, variant, comparison_group, n, field, full`, the score's columns and `method`."""
    nothing = pl.lit(None, dtype=pl.Float64)
    counted = lines.pipe(_with_counts).with_columns(
        profile=pl.lit(profile.name), variant=pl.lit(1, dtype=pl.Int8), ns_pct=nothing, ew_pct=nothing
    )
    scored = _METHODS[profile.method](counted, profile)
    # Where the sides' scores are split, no source was found to say what E-W's own is worth in IMPs.
    split = (pl.col("ew_components").is_not_null() & pl.col("comparable")).any().over("group_no").fill_null(False)
    names = [name for name in ("ew_imp", "ew_num") if name in scored.collect_schema().names()]
    scored = scored.with_columns(pl.when(~split).then(pl.col(name)).alias(name) for name in names)
    return scored.map_batches(with_own_averages, **_WHOLE) if profile.average == "session" else scored


def _with_counts(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `field`, N, and `n`, the scores in their group, and the group's ordinal in its field."""
    counted = pl.when(pl.col("kind") != "not_played").then("multiplicity").otherwise(0)
    scored = pl.col("group_no").is_not_null()
    return lines.with_columns(
        field=counted.sum().over("field_no"),
        n=pl.when(scored).then(pl.col("multiplicity").sum().over("group_no")),
        comparison_group=pl.when(scored).then(pl.col("group_no").rank("dense").over("field_no").cast(pl.Int32)),
    ).with_columns(full=_expected())


def _expected() -> pl.Expr:
    stated = pl.col("expected").max().over("field_no").cast(pl.Int64)
    return pl.max_horizontal(pl.coalesce(stated, _FIELD.max().over("event_id", "session", "scored_with")), "field")


def by_table_in_force(lines: pl.LazyFrame, scored: Callable[[pl.LazyFrame, str], pl.LazyFrame]) -> pl.LazyFrame:
    """The lines, each scored with the IMP table that was in force at its date; today's where it has no date.

    Lines of before the oldest table that is known come back without a score.
    """
    parts: list[pl.LazyFrame] = []
    rest, undated = lines, pl.col("date").is_null()
    for table in reversed([*load_imp_tables().values()]):
        mine = undated | (pl.col("date") >= table.days.begins)
        parts.append(scored(rest.filter(mine), table.name))
        rest = rest.filter(~mine)
    return pl.concat([*parts, rest], how="diagonal")


def _with_imps(
    lines: pl.LazyFrame, num: pl.Expr, award: Callable[[pl.Expr], pl.Expr], den: pl.Expr | None = None
) -> pl.LazyFrame:
    """The lines with `ns_imp`, `ew_imp` and `method`: the IMPs `num / den` where they are due, else those of an award.

    The ratio stands beside them as `ns_num`, `ew_num` and `den`, whole numbers that add up exactly.
    """
    artificial = pl.col("kind") == "artificial"
    den = pl.lit(1, dtype=pl.Int64) if den is None else pl.when(artificial).then(1).otherwise(den)
    given = {side: pl.when(artificial).then(award(pl.col(f"{side}_award"))) for side in ("ns", "ew")}
    short = pl.col("comparable") & (_N < _FIELD)
    return (
        lines.with_columns(ns_num=pl.coalesce(num, given["ns"]), ew_num=pl.coalesce(-num, given["ew"]), den=den)
        .with_columns(
            (pl.col(f"{side}_num") / pl.col("den")).round(DECIMALS).alias(f"{side}_imp") for side in ("ns", "ew")
        )
        .with_columns(method=_method(pl.col("ns_imp").is_not_null() | pl.col("ew_imp").is_not_null(), short))
    )


def _method(scored: pl.Expr, short: pl.Expr) -> pl.Expr:
    artificial = pl.col("kind") == "artificial"
    group = pl.when(short).then(pl.lit("formula")).otherwise(pl.lit("plain"))
    return pl.when(scored).then(pl.when(artificial).then(pl.lit("artificial")).otherwise(group)).cast(schemas.METHOD)


def _butler(lines: pl.LazyFrame, profile: ImpProfile) -> pl.LazyFrame:
    """IMPs against the datum of the line's own group: a board played in two forms has two (ACBLscore)."""
    # What a weighted score does to a datum no source says: such a group has none.
    weighted = (pl.col("comparable") & _SCORE.is_null()).any()
    datum_of = pl.when(~weighted).then(_datum(profile))
    with_datum = lines.with_columns(_datum=datum_of.over("group_no"))

    def scored(part: pl.LazyFrame, table: str) -> pl.LazyFrame:
        worth = pl.when("comparable").then(butler(_SCORE, pl.col("_datum"), table=table))
        return _with_imps(part, worth, award_imps)

    return by_table_in_force(with_datum, scored).drop("_datum")


def _datum(profile: ImpProfile) -> pl.Expr:
    half = profile.half
    if profile.dropped == "one of those expected":
        return ebu_datum(_SCORES, expected=pl.col("full"))
    count = _SCORES.count()
    dropped = {
        "none": pl.lit(0),
        "best and worst": (count >= _LEAST_TO_DROP).cast(pl.Int64),
        "5 per cent": dropped_per_cent(count, per_cent=_FIVE, rounding="nearest"),
    }[profile.dropped]
    return datum(_SCORES, half=cast(Half, half), dropped=dropped)


def _cross_imps(lines: pl.LazyFrame, profile: ImpProfile) -> pl.LazyFrame:
    """The IMPs against every other score of the group, brought to the board and divided as the profile has it."""
    n, board = _N, pl.col("full" if profile.divisor == "comparisons of the board" else "field").cast(pl.Int64)
    factor = {"none": (pl.lit(1), pl.lit(1)), "comparisons": (board - 1, n - 1), "scores": (board, n)}[profile.short]
    by = {"none": pl.lit(1), "comparisons": n - 1, "scores": n, "comparisons of the board": board - 1}[profile.divisor]
    whole = factor[1] * by

    def scored(part: pl.LazyFrame, table: str) -> pl.LazyFrame:
        total = cross_imps(_SCORE, against=_SCORES, table=table, cap=profile.cap).over("group_no")
        part, total, over = _with_weighted(part, table, total, whole, profile.cap)
        due = pl.when(pl.col("comparable") & (whole > 0)).then(total * factor[0])
        return _with_imps(part, due, partial(_cross_award, profile), over)

    return by_table_in_force(lines, scored)


def _with_weighted(
    part: pl.LazyFrame, table: str, total: pl.Expr, over: pl.Expr, cap: int | None = None
) -> tuple[pl.LazyFrame, pl.Expr, pl.Expr]:
    """The lines, the sum of IMPs and its divisor; where a score of the group is weighted, by its parts."""
    weighted = (pl.col("comparable") & pl.col("score").is_null()).any().over("group_no").fill_null(False)
    marked = part.with_columns(_weighted=weighted)
    sums = weighted_imps(marked.filter("_weighted"), table, cap)
    units = pl.when("_weighted").then(WHOLE**2).otherwise(1)
    joined = marked.join(sums, on=ROW, how="left")
    return joined, pl.when("_weighted").then("_units").otherwise(total), over * units


def weighted_imps(lines: pl.LazyFrame, table: str, cap: int | None = None) -> pl.LazyFrame:
    """A row a line: `_units`, N-S's IMPs against every other score of the group, in units of 1/`WHOLE`².

    Args:
        lines: those of groups with a weighted score.
        table: of IMPs.
        cap: the most that one comparison is worth, of each two parts.
    """
    single = pl.concat_list(pl.struct(score="score", weight=pl.lit(WHOLE, dtype=pl.Int32)))
    part = pl.coalesce("ns_components", single)
    parts = (
        lines.filter("comparable")
        .select(ROW, "group_no", "multiplicity", part=part)
        .explode("part")
        .select(
            ROW,
            "group_no",
            score=pl.col("part").struct.field("score").cast(pl.Int64),
            weight=pl.col("part").struct.field("weight").cast(pl.Int64),
            times="multiplicity",
        )
    )
    worth = imps(pl.col("score") - pl.col("score_right"), table=table)
    worth = worth if cap is None else worth.clip(-cap, cap)
    units = worth * pl.col("weight") * pl.col("weight_right") * pl.col("times_right")
    return parts.join(parts, on="group_no").group_by(ROW).agg(_units=units.sum())


def _cross_award(profile: ImpProfile, award: pl.Expr) -> pl.Expr:
    return award_total_imps(award, _FIELD) if profile.divisor == "none" else award_imps(award)


def _match_imps(lines: pl.LazyFrame, _profile: ImpProfile) -> pl.LazyFrame:
    """The IMPs of the difference between the two tables of a match; an award at either stands at both (Law 86A)."""

    def scored(part: pl.LazyFrame, table: str) -> pl.LazyFrame:
        difference = _SCORE.cast(pl.Int64) - pl.col("other_score")
        part, worth, units = _with_weighted(part, table, imps(difference, table=table), pl.lit(1, dtype=pl.Int64))
        due = _with_imps(part, pl.when("one_form").then(worth), award_imps, units)
        # The team of a line's N-S pair sits E-W at the other table, where it may have an award.
        return due.with_columns(
            ns_num=pl.coalesce("ns_num", pl.col("den") * award_imps(pl.col("other_ew_award"))),
            ew_num=pl.coalesce("ew_num", pl.col("den") * award_imps(pl.col("other_ns_award"))),
        ).with_columns(
            ns_imp=(pl.col("ns_num") / pl.col("den")).round(DECIMALS),
            ew_imp=(pl.col("ew_num") / pl.col("den")).round(DECIMALS),
            method=_method(pl.col("ns_num").is_not_null() | pl.col("ew_num").is_not_null(), pl.lit(False)),
        )

    return by_table_in_force(lines.pipe(with_other_table), scored).pipe(without_other_table)


def _board_a_match(lines: pl.LazyFrame, profile: ImpProfile) -> pl.LazyFrame:
    """2, 1 or 0 a team and board; by the profile's rule where the team's pairs played different forms."""
    both = lines.pipe(with_form_matchpoints).pipe(with_other_table)
    first, second = team_points(profile.fouled)
    two_answers = second.ns.is_not_null() | second.ew.is_not_null()
    variants = [both.with_columns(ns_mp=first.ns, ew_mp=first.ew)]
    if profile.fouled == "acbl-1976":
        again = both.with_columns(ns_mp=pl.coalesce(second.ns, first.ns), ew_mp=pl.coalesce(second.ew, first.ew))
        variants.append(again.filter(two_answers).with_columns(variant=pl.lit(2, dtype=pl.Int8)))
    fouled = ~pl.col("one_form").fill_null(False)
    return (
        pl.concat(variants)
        .with_columns(ns_pct=50.0 * pl.col("ns_mp"), ew_pct=50.0 * pl.col("ew_mp"), top=pl.lit(2, dtype=pl.Int64))
        .with_columns(method=_method(pl.col("ns_mp").is_not_null(), fouled))
        .pipe(without_other_table)
    )


def _total_points(lines: pl.LazyFrame, _profile: ImpProfile) -> pl.LazyFrame:
    """Each side's own points are its score, and stand in the results already: only what counts is said."""
    return lines.with_columns(method=_method(pl.col("comparable"), pl.lit(False)))


_METHODS: dict[str, Callable[[pl.LazyFrame, ImpProfile], pl.LazyFrame]] = {
    "butler": _butler,
    "cross_imps": _cross_imps,
    "match_imps": _match_imps,
    "board_a_match": _board_a_match,
    "total_points": _total_points,
}
