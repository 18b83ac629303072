"""The scoring stage: traveller lines in, each with its matchpoints under one profile out."""

from typing import Any, overload

import polars as pl

from neuberg import schemas
from neuberg.rules import ImpProfile, Profile, Rule, rule_named
from neuberg.score.arithmetic import with_exact, with_rounded
from neuberg.score.assigned import with_matchpoints
from neuberg.score.averages import with_session_averages
from neuberg.score.compared import score_compared
from neuberg.score.fouled import REGIMES
from neuberg.score.lines import ROW, lines

MATCHPOINTS = ("profile", "variant", "comparison_group", "n", "field", "ns_mp", "ew_mp", "ns_pct", "ew_pct")
ADDED = (*MATCHPOINTS, "ns_imp", "ew_imp", "top", "method")
EXACT = (*ADDED, "ns_num", "ew_num", "den")


@overload
def score(frame: pl.DataFrame, *, profile: str | Rule) -> pl.DataFrame: ...
@overload
def score(frame: pl.LazyFrame, *, profile: str | Rule) -> pl.LazyFrame: ...
def score(frame: pl.DataFrame | pl.LazyFrame, *, profile: str | Rule) -> pl.DataFrame | pl.LazyFrame:
    """The lines in their order, each with its score under the profile.

    Adds `profile, variant, comparison_group, n, field, ns_mp, ew_mp, ns_pct, ew_pct, ns_imp, ew_imp, top, method`, in
    place of columns of these names; IMPs are null at matchpoints, and matchpoints at IMPs. Where the rule's source
    leaves two answers, every line of that board stands twice, the second time as variant 2. Matchpoints are on the
    profile's scale and carry its rounding.

    Args:
        frame: at least `board` and `ns_score`; of the other columns of `results` those that matter: `event_id`,
            `session`, `section`, `scored_with`, `kind`, `ns_award`, `ew_award`, `award_given`, `multiplicity`,
            `given_group`, `expected`, `date`, `ns_pair`, `ew_pair`, `ns_components`, `ew_components`. What is
            missing takes its default.
        profile: a name of the rulebook, see `neuberg.profiles()`, or a rule of it, changed perhaps.

    Raises:
        RuleError: there is no such profile.
        UsageError: the frame lacks `board` or `ns_score`.

    >>> travellers = pl.DataFrame({"board": [1, 1, 1], "ns_score": [620, 170, -100]})
    >>> score(travellers, profile="wbf-1991").select("ns_score", "ns_mp", "ew_mp", "ns_pct").rows()
    [(620, 4.0, 0.0, 100.0), (170, 2.0, 2.0, 50.0), (-100, 0.0, 4.0, 0.0)]
    """
    return _scored(frame, rule_named(profile), ADDED)


@overload
def exact(frame: pl.DataFrame, *, profile: str | Rule) -> pl.DataFrame: ...
@overload
def exact(frame: pl.LazyFrame, *, profile: str | Rule) -> pl.LazyFrame: ...
def exact(frame: pl.DataFrame | pl.LazyFrame, *, profile: str | Rule) -> pl.DataFrame | pl.LazyFrame:
    """As `score`, with the unrounded matchpoints as integers besides: `ns_num` / `den` and `ew_num` / `den`.

    Raises:
        RuleError, UsageError: as `score` does.

    >>> fouled = pl.DataFrame({"board": [1] * 3, "ns_score": [50, -50, None], "ns_award": [None, None, 60.0],
    ...                        "ew_award": [None, None, 40.0]})
    >>> exact(fouled, profile="wbf-1991").select("ns_num", "ew_num", "den", "top").row(0)
    (7, 1, 2, 4)
    """
    return _scored(frame, rule_named(profile), EXACT)


def _scored(frame: pl.DataFrame | pl.LazyFrame, profile: Rule, added: tuple[str, ...]) -> pl.DataFrame | pl.LazyFrame:
    table = frame.lazy()
    scores = score_lines(lines(table, profile), profile).pipe(_complete).select(ROW, *added)
    kept = table.drop(added, strict=False).with_row_index(ROW).with_columns(pl.col(ROW).cast(pl.Int64))
    whole = kept.join(scores, on=ROW, how="inner").sort(ROW, "variant").drop(ROW)
    return whole if isinstance(frame, pl.LazyFrame) else whole.collect()


def _complete(scored: pl.LazyFrame) -> pl.LazyFrame:
    """The scored lines with the columns of the other methods, null: no IMPs at matchpoints, no tops at IMPs."""
    present = scored.collect_schema().names()
    types: dict[str, Any] = {**schemas.SCORES.schema, "ns_num": pl.Int64, "ew_num": pl.Int64, "den": pl.Int64}
    return scored.with_columns(pl.lit(None, dtype=types[name]).alias(name) for name in EXACT if name not in present)


def score_lines(table: pl.LazyFrame, profile: Rule) -> pl.LazyFrame:
    """The frame of `lines`, scored: every line once, and again as variant 2 where its board has two answers."""
    if isinstance(profile, ImpProfile):
        return score_compared(table, profile)
    grouped = table.pipe(with_matchpoints).pipe(_with_field, profile).pipe(_with_method, profile)
    # Used several times below: worked out once.
    nominal = grouped.pipe(with_exact, profile).cache()
    averaged = with_session_averages(nominal, profile)
    return averaged.pipe(with_exact, profile).pipe(with_rounded, profile)


def _with_field(table: pl.LazyFrame, profile: Profile) -> pl.LazyFrame:
    """The lines with `field` and `full` (N, and E where it counts), and the number and sizes of the groups."""
    counted = pl.when(pl.col("kind") != "not_played").then("multiplicity").otherwise(0)
    first_of_group = pl.col(ROW) == pl.col("group_no")
    n = pl.col("n")
    full = _expected() if profile.field == "expected" else pl.col("field")
    return (
        table.with_columns(
            field=counted.sum().over("field_no"),
            groups=first_of_group.sum().over("field_no"),
            single_groups=(first_of_group & (n == 1)).sum().over("field_no"),
            largest=n.max().over("field_no"),
        )
        .with_columns(
            largest_groups=(first_of_group & (n == pl.col("largest"))).sum().over("field_no"),
            comparison_group=pl.when(n.is_not_null()).then(
                pl.col("group_no").rank("dense").over("field_no").cast(pl.Int32)
            ),
        )
        .with_columns(full=full)
    )


def _expected() -> pl.Expr:
    """E: the scores expected where stated, else the most lines of any board scored with it; never below N."""
    stated = pl.col("expected").max().over("field_no").cast(pl.Int64)
    most = pl.col("field").max().over("event_id", "session", "scored_with")
    return pl.max_horizontal(pl.coalesce(stated, most), "field")


def _with_method(table: pl.LazyFrame, profile: Profile) -> pl.LazyFrame:
    """The lines with `method` and `variant`; a board with two answers stands twice."""
    methods = REGIMES[profile.regime]()
    once = table.with_columns(method=_method(methods.first, profile), variant=pl.lit(1, dtype=pl.Int8))
    once = once.with_columns(profile=pl.lit(profile.name)).cache()
    if methods.second is None:
        return once
    second = methods.second.is_not_null()
    again = once.filter(second.any().over("field_no")).with_columns(
        method=pl.coalesce(pl.when(pl.col("n").is_not_null()).then(methods.second).cast(schemas.METHOD), "method"),
        variant=pl.lit(2, dtype=pl.Int8),
    )
    return pl.concat([once, again])


def _method(by_regime: pl.Expr, profile: Profile) -> pl.Expr:
    """What the regime says for a line in a group, `plain` where the group is the field; artificial lines; else null."""
    in_group = pl.col("n").is_not_null()
    awarded = pl.col("ns_award").is_not_null() | pl.col("ew_award").is_not_null()
    artificial = (pl.col("kind") == "artificial") & awarded
    plain = in_group & (pl.col("n") == pl.col("full")) & (profile.regime != "ascherman")
    method = (
        pl.when(plain).then(pl.lit("plain")).when(in_group).then(by_regime).when(artificial).then(pl.lit("artificial"))
    )
    return method.cast(schemas.METHOD)
