"""The lines of a frame as the scorer needs them: every column there, each line in its field and group."""

from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.rules import ImpProfile, Profile

#: What the scorer reads of a traveller line, and what stands for a column that a frame does not have.
_DEFAULTS: dict[str, Any] = {
    "event_id": 0,
    "session": "1",
    "section": "",
    "scored_with": None,
    "ns_pair": None,
    "ew_pair": None,
    "kind": None,
    "ns_award": None,
    "ew_award": None,
    "award_given": None,
    "multiplicity": 1,
    "given_group": None,
    "expected": None,
    "date": None,
    "ns_components": None,
    "ew_components": None,
}
_SCHEMA: dict[str, Any] = {**schemas.RESULTS.schema, "date": pl.Date}
_TYPES = {name: _SCHEMA[name] for name in (*_DEFAULTS, "board", "ns_score")}
#: The columns of `results` that the scorer reads where they are there.
READ = (*_TYPES, "winners")
#: Those of them that may be left out where nothing but this or null is in them.
SILENT = {**{name: value for name, value in _DEFAULTS.items() if value is None}, "multiplicity": 1}
_COMPARABLE = ("played", "passed_out")
ROW = "_row"


def lines(frame: pl.LazyFrame, profile: Profile | ImpProfile) -> pl.LazyFrame:
    """A row a traveller line: its place `_row`, the scorer's columns, its field and its group.

    Adds `score` (points that compare, or null), `comparable` (whether it has such points or parts of a weighted score),
    `field_no` and `group_no` (the place of the field's and of the group's first line; null for a line in no group) and
    `winners` where the frame has it.

    Raises:
        UsageError: the frame has no `board` or no `ns_score`.
    """
    groups = pl.lit(None, dtype=pl.String) if profile.regime == "one_field" else pl.col("given_group")
    return (
        complete(frame)
        .with_columns(field_no=pl.col(ROW).min().over(schemas.FIELD_KEY), _group=groups)
        .with_columns(group_no=pl.col(ROW).min().over("field_no", "_group", "comparable"))
        .with_columns(group_no=pl.when("comparable").then(pl.col("group_no")))
        .drop("_group")
    )


def complete(frame: pl.LazyFrame) -> pl.LazyFrame:
    """A row a traveller line: `_row`, the scorer's columns, `score`, `comparable`, and `winners` where there is one.

    `kind_no` is the place of the kind among `KINDS`.

    Raises:
        UsageError: the frame has no `board` or no `ns_score`.
    """
    return _with_score(_typed(frame, frozenset()))


def completed(frame: pl.DataFrame) -> pl.DataFrame:
    """As `complete`, of lines in memory: what is there already is not made again, and no column is in pieces.

    Raises:
        UsageError: the frame has no `board` or no `ns_score`.
    """
    # A row looked up in a column of several pieces costs many times more.
    frame = frame.rechunk()
    full = frozenset(name for name in frame.columns if not frame[name].null_count())
    return _with_score(_typed(frame.lazy(), full)).collect(engine="in-memory").rechunk()


def _with_score(lines: pl.LazyFrame) -> pl.LazyFrame:
    score = pl.when(pl.col("kind").is_in(_COMPARABLE)).then(pl.col("ns_score"))
    return lines.with_columns(score=score, kind_no=pl.col("kind").to_physical()).with_columns(
        comparable=pl.col("score").is_not_null() | _has_parts()
    )


def _has_parts() -> pl.Expr:
    """Whether a line is a weighted or split score whose parts are known."""
    return (pl.col("kind") == "weighted") & pl.col("ns_components").is_not_null()


def _typed(frame: pl.LazyFrame, full: frozenset[str]) -> pl.LazyFrame:
    """The scorer's columns in their types, what may be left out filled in.

    Args:
        frame: traveller lines.
        full: columns in which nothing is null, so that there is nothing to fill in.
    """
    present = frame.collect_schema().names()
    if "group" in present and "given_group" not in present:
        # The traveller CSV's word for it: a form that is not seen would be a fouled board scored as a sound one.
        frame, present = frame.rename({"group": "given_group"}), [*present, "given_group"]
    if missing := [name for name in ("board", "ns_score") if name not in present]:
        raise UsageError(f"a frame to score needs the column {missing[0]!r}; found: {', '.join(present)}")
    columns = [
        (pl.col(name) if name in present else pl.lit(_DEFAULTS[name])).cast(dtype).alias(name)
        for name, dtype in _TYPES.items()
    ]
    winners = pl.col("winners") if "winners" in present else pl.lit(None)
    filled = {
        "scored_with": pl.coalesce("scored_with", "section"),
        "multiplicity": pl.col("multiplicity").fill_null(1),
        "kind": pl.coalesce("kind", _kind_of_score()),
    }
    return (
        frame.with_row_index(ROW)
        .select(pl.col(ROW).cast(pl.Int64), *columns, winners.cast(pl.Int8).alias("winners"))
        .with_columns(**{name: value for name, value in filled.items() if name not in full})
        .with_columns(pl.col("multiplicity").cast(pl.Int64))
    )


def _kind_of_score() -> pl.Expr:
    """A line whose kind is not said: played where it has a score, artificial where it has an award."""
    kind = (
        pl.when(pl.col("ns_award").is_not_null() | pl.col("ew_award").is_not_null())
        .then(pl.lit("artificial"))
        .when(pl.col("ns_score").is_not_null())
        .then(pl.lit("played"))
        .otherwise(pl.lit("unknown"))
    )
    return kind.cast(schemas.KIND)
