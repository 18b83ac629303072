"""Every line ranked once: what any rule needs to know of it, so that rules are only arithmetic on the same columns."""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score import exact_of_a_run
from neuberg.score.averages import of_the_session
from neuberg.score.fields import numbered, run_starts

#: Gives S, n and N of every line with the groups of its board kept; every other rule's figure follows from them.
RANKED_UNDER = "ebu-article"
_ONE_FIELD, _GROUPS_IGNORED = "one-field", "one_field"
#: A line; among hypotheses a result_id stands once in each.
_LINE = ["event_id", "result_id"]
#: The columns of lines that stay with what is worked out.
KEPT = (
    "event_id", "session", "section", "scored_with", "board", "result_id", "comparison_group", "n", "field", "method",
    "multiplicity", "expected", "ns_pair", "ew_pair", "kind", "winners", "ns_award", "ew_award", "award_given",
    "published_ns_mp", "published_ew_mp", "published_mp_decimals",
    "line_no", "published_ns_pct", "published_ew_pct", "published_pct_decimals",
)  # fmt: skip


def is_ranked_under(profile: Profile) -> bool:
    """Whether a line that a profile scores by the formula has the same S from it as from `RANKED_UNDER`.

    So it has with the same N, whatever scale the profile has: see `as_ranked`.
    """
    return profile.regime != _GROUPS_IGNORED and profile.field == profile_named(RANKED_UNDER).field


def as_ranked(lines: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """The lines with the denominators and tops that their scores have under `RANKED_UNDER`, on 2-1-0."""
    halves = profile_named(RANKED_UNDER).scale // profile.scale
    return lines.with_columns(pl.col("den") // halves, pl.col("top") * halves) if halves > 1 else lines


def is_of_session(lines: pl.DataFrame, profile: Profile) -> pl.Expr:
    """Whether an award of some lines may be what its session makes of it, under a profile or under `RANKED_UNDER`."""
    given = frozenset(lines["award_given"].unique().drop_nulls())
    either = {word for rule in (profile, profile_named(RANKED_UNDER)) for word in of_the_session(rule, given)}
    words = pl.Series(sorted(either), dtype=pl.String).implode()
    return (pl.col("kind") == "artificial") & pl.col("award_given").is_in(words)


def ranked(
    lines: pl.LazyFrame, whole: pl.DataFrame | None = None, *, scored: pl.DataFrame | None = None
) -> pl.LazyFrame:
    """The lines with what every rule's arithmetic takes: S and the counts of their board.

    Adds, besides `n` and `field` (N): `ns_s` and `ew_s`, each side's matchpoints in the
    group on 2-1-0, in units of 1/`unit`; `compared`, scores of the board
    that compare; `tables`, its lines with those not played; `most`, E; `with_sit_out`, the
    tables that its session's pairs fill, half ones whole; `groups`, `single_groups`, `largest`,
    `largest_groups` (sizes of its forms); `ns_s1`, `ew_s1` and `n1`, the same where the forms are ignored;
    `ns_session` and `ew_session`, an award in units, raised or lowered to the session's percentage;
    `special`, where rules may differ.

    Args:
        lines: whole boards. Where they have `most` and `with_sit_out` these are taken, else whole sessions are wanted.
        whole: all lines of the events in which an award is to be the session's; the boards' own where none is.
        scored: lines of other boards, with the scores that these have under `RANKED_UNDER`; all have `line_no` then.
    """
    asked = lines.collect()
    if scored is None or scored.is_empty():
        return _completed(_scored(asked, whole), asked)
    if asked.is_empty():
        return _completed(scored.lazy(), scored)
    again = _scored(asked, whole).collect()
    names = [name for name in scored.columns if name in again.columns]
    both = pl.concat([again.select(names), scored.select(names)]).sort("line_no")
    own = pl.concat([asked, scored.select(asked.columns)]).sort("line_no")
    return _completed(both.lazy(), own)


def _scored(asked: pl.DataFrame, whole: pl.DataFrame | None) -> pl.LazyFrame:
    scored = exact_of_a_run(asked if whole is None else whole, profile=RANKED_UNDER).lazy()
    known: list[str] = [name for name in ("most", "with_sit_out") if name in asked.columns]
    if whole is not None:
        rest = exact_of_a_run(
            asked.join(whole.select("event_id").unique(), on="event_id", how="anti"), profile=RANKED_UNDER
        )
        own = asked.select(*_LINE, "line_no", *known)
        scored = own.lazy().join(
            pl.concat([scored, rest.select(scored.collect_schema().names()).lazy()]), on=_LINE, how="left"
        )
    return scored


def _completed(scored: pl.LazyFrame, asked: pl.DataFrame) -> pl.LazyFrame:
    """The scored lines in the columns of `ranked`."""
    known: list[str] = [name for name in ("most", "with_sit_out") if name in asked.columns]
    frame = _based(scored, known).collect()
    frame = frame.with_columns(_field=_numbers(frame))
    boards = _boards(frame.lazy(), known=bool(known)).collect()
    joined = frame.drop(known).hstack(boards.drop("_field")[frame["_field"]]).drop("_field")
    return _with_one_field(joined, asked.lazy()).lazy()


def _numbers(lines: pl.DataFrame) -> pl.Series:
    """Each line's field as a number."""
    starts = run_starts(lines, schemas.FIELD_KEY)
    number, _ = numbered(lines.select(schemas.FIELD_KEY)[starts])
    return pl.Series(np.repeat(number, np.diff(starts, append=lines.height)))


def _based(scored: pl.LazyFrame, known: list[str]) -> pl.LazyFrame:
    present = scored.collect_schema().names()
    columns = [name if name in present else pl.lit(None).alias(name) for name in KEPT]
    return (
        scored.filter(pl.col("variant") == 1)
        .select(*columns, *known, **had_back())
        .with_columns(
            pl.col("n", "field").cast(pl.Int64),
            pl.col("multiplicity").fill_null(1).cast(pl.Int64),
            scored_with=pl.coalesce("scored_with", "section"),
        )
    )


def had_back() -> dict[str, pl.Expr]:
    """What the lines' scores say of their S, with its `unit`, and of the awards that their session has raised."""
    in_group = pl.col("n").is_not_null()
    awarded = ~in_group & (pl.col("top") > 0)
    return {
        "unit": pl.when(in_group).then(pl.col("den") // pl.col("n")).otherwise(1),
        "ns_s": _s("ns"),
        "ew_s": _s("ew"),
        "ns_session": pl.when(awarded).then(pl.col("ns_num") // pl.col("top")),
        "ew_session": pl.when(awarded).then(pl.col("ew_num") // pl.col("top")),
    }


def _s(side: str) -> pl.Expr:
    """A side's S in units of 1/unit, had back from M = (N·S + (N − n)·u)/(n·u) without a second ranking."""
    field, n = pl.col("field").cast(pl.Int64), pl.col("n").cast(pl.Int64)
    return pl.when(n.is_not_null() & (field > 0)).then(
        (pl.col(f"{side}_num") - (field - n) * (pl.col("den") // n)) // field
    )


def _boards(based: pl.LazyFrame, *, known: bool) -> pl.LazyFrame:
    """A row a field: its counts and the sizes of its forms; `most` and `with_sit_out` as they are known."""
    count, in_group = pl.col("multiplicity"), pl.col("n").is_not_null()
    groups = pl.col("comparison_group").max().fill_null(0).cast(pl.Int64)
    plain = based.group_by("_field").agg(
        compared=count.filter(in_group).sum(),
        tables=count.sum(),
        field=pl.col("field").max(),
        groups=groups,
        largest=pl.col("n").max(),
        stated=pl.col("expected").max().cast(pl.Int64),
        **{name: pl.col(name).first() for name in ("most", "with_sit_out") if known},
    )
    sizes = _sizes(based)
    session = ["event_id", "session", "scored_with"]
    if not known:
        plain = _with_session(plain, based, session)
    return (
        plain.join(sizes, on="_field", how="left")
        .with_columns(
            single_groups=pl.coalesce("single_groups", (pl.col("largest") == 1).cast(pl.Int64)),
            largest_groups=pl.coalesce("largest_groups", pl.lit(1, dtype=pl.Int64)),
        )
        .with_columns(
            special=(pl.col("groups") != 1)
            | (pl.col("compared") != pl.col("field"))
            | (pl.col("tables") != pl.col("field"))
            | (pl.col("most") != pl.col("field"))
            | (pl.col("with_sit_out") != pl.col("field"))
        )
        .drop("field", "stated")
        .sort("_field")
    )


def _sizes(based: pl.LazyFrame) -> pl.LazyFrame:
    """A row a field of several forms: how many were played once, and how many are as large as the largest."""
    several = pl.col("comparison_group").max().over("_field") > 1
    size = pl.col("n")
    return (
        based.filter(several & size.is_not_null())
        .unique(["_field", "comparison_group"])
        .group_by("_field")
        .agg(
            single_groups=(size == 1).sum().cast(pl.Int64),
            largest_groups=(size == size.max()).sum().cast(pl.Int64),
        )
    )


def _with_session(plain: pl.LazyFrame, based: pl.LazyFrame, session: list[str]) -> pl.LazyFrame:
    """The fields with `most` and `with_sit_out`, of a frame of whole sessions."""
    most = pl.col("field").max().over(session)
    seats = [pl.col(f"{side}_pair").drop_nulls() for side in ("ns", "ew")]
    apart = pl.max_horizontal(seat.n_unique() for seat in seats)
    halves = (seats[0].append(seats[1]).n_unique() + 1) // 2
    one_ranking = pl.col("winners").first().fill_null(2) == 1
    sitting = based.group_by(session).agg(
        with_sit_out=pl.when(one_ranking).then(halves).otherwise(apart).cast(pl.Int64)
    )
    key = based.group_by("_field").agg(pl.col(session).first())
    return (
        plain.join(key, on="_field")
        .join(sitting, on=session, how="left", nulls_equal=True)
        .with_columns(most=pl.max_horizontal(pl.coalesce("stated", most), "field"))
        .with_columns(with_sit_out=pl.max_horizontal("with_sit_out", "field"))
        .drop(session)
    )


def _with_one_field(frame: pl.DataFrame, lines: pl.LazyFrame) -> pl.DataFrame:
    """The frame with `s1` and `n1`; only fouled boards are ranked again, all in one field."""
    frame = frame.with_columns(ns_s1="ns_s", ew_s1="ew_s", n1="n")
    fouled = frame.filter(pl.col("groups") > 1)
    if fouled.is_empty():
        return frame
    of_fouled = lines.join(fouled.select(*_LINE).lazy(), on=_LINE, how="semi")
    whole = (
        exact_of_a_run(of_fouled, profile=_ONE_FIELD)
        .filter(pl.col("n").is_not_null())
        .select(*_LINE, _ns_s1=_s("ns"), _ew_s1=_s("ew"), _n1=pl.col("n").cast(pl.Int64))
    )
    names = ("ns_s1", "ew_s1", "n1")
    return (
        frame.join(whole.collect(), on=_LINE, how="left", maintain_order="left")
        .with_columns(pl.coalesce(f"_{name}", name).alias(name) for name in names)
        .drop(f"_{name}" for name in names)
    )
