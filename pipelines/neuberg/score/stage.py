"""The scoring stage: traveller lines in, each with its matchpoints under one profile out."""

from collections.abc import Sequence
from typing import Any, overload

import polars as pl

from neuberg import schemas
from neuberg.rules import ImpProfile, Profile, Rule, rule_named
from neuberg.score.book import Book
from neuberg.score.compared import score_compared
from neuberg.score.given import check_given, check_values
from neuberg.score.lines import ROW, completed, lines
from neuberg.score.outcomes import SCORED
from neuberg.score.parts import in_pieces
from neuberg.score.sessions import matchpointed

MATCHPOINTS = ("profile", "variant", "comparison_group", "n", "field", "ns_mp", "ew_mp", "ns_pct", "ew_pct")
ADDED = (*MATCHPOINTS, "ns_imp", "ew_imp", "top", "method")
EXACT = (*ADDED, "ns_num", "ew_num", "den")
#: What `scores` has of a line's matchpoints.
NARROW = tuple(name for name in SCORED if name in schemas.SCORES.schema)
#: A field is scored as a whole: nothing may be taken from the frame before.
_WHOLE: dict[str, Any] = dict.fromkeys(("predicate_pushdown", "projection_pushdown", "slice_pushdown"), False)


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
        UsageError: the frame lacks `board` or `ns_score`, or a column has something that it cannot have: which, what
            was found and what was wanted. Of a lazy frame the values are looked at when it is collected.

    >>> travellers = pl.DataFrame({"board": [1, 1, 1], "ns_score": [620, 170, -100]})
    >>> score(travellers, profile="wbf-1991").select("ns_score", "ns_mp", "ew_mp", "ns_pct").rows()
    [(620, 4.0, 0.0, 100.0), (170, 2.0, 2.0, 50.0), (-100, 0.0, 4.0, 0.0)]
    """
    return _scored(frame, rule_named(profile), ADDED)


@overload
def exact_of_a_run(frame: pl.DataFrame, *, profile: str | Rule) -> pl.DataFrame: ...
@overload
def exact_of_a_run(frame: pl.LazyFrame, *, profile: str | Rule) -> pl.LazyFrame: ...
def exact_of_a_run(frame: pl.DataFrame | pl.LazyFrame, *, profile: str | Rule) -> pl.DataFrame | pl.LazyFrame:
    """As `exact`, of lines that a reader has typed: they are not held against the columns' values again."""
    return _scored(frame, rule_named(profile), EXACT, checked=False)


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


@overload
def _scored(frame: pl.DataFrame, profile: Rule, added: tuple[str, ...], *, checked: bool = True) -> pl.DataFrame: ...
@overload
def _scored(frame: pl.LazyFrame, profile: Rule, added: tuple[str, ...], *, checked: bool = True) -> pl.LazyFrame: ...
def _scored(
    frame: pl.DataFrame | pl.LazyFrame, profile: Rule, added: tuple[str, ...], *, checked: bool = True
) -> pl.DataFrame | pl.LazyFrame:
    if checked:
        check_given(frame)
    if isinstance(frame, pl.DataFrame):
        return _with_scores(frame, profile, added, checked=checked)
    schema = _with_scores(frame.collect_schema().to_frame(), profile, added, checked=False).schema
    return frame.map_batches(
        lambda whole: _with_scores(whole, profile, added, checked=checked), schema=schema, **_WHOLE
    )


def _with_scores(frame: pl.DataFrame, profile: Rule, added: tuple[str, ...], *, checked: bool) -> pl.DataFrame:
    if checked:
        check_values(frame)
    if isinstance(profile, ImpProfile):
        scored = score_compared(lines(frame.lazy(), profile), profile)
        scores = scored.pipe(_complete).sort(ROW, "variant").select(ROW, *added).collect()
    else:
        table = completed(frame)
        book = Book(profile)
        made = in_pieces(table, lambda piece: score_lines(piece, profile, SCORED, book))
        scores = made.lazy().pipe(_complete).select(ROW, *added).collect()
    kept = frame.drop(added, strict=False)
    if scores.height != frame.height:
        kept = kept[scores[ROW]]
    return kept.hstack(scores.select(added))


def _complete(scored: pl.LazyFrame) -> pl.LazyFrame:
    """The scored lines with the columns of the other methods, null: no IMPs at matchpoints, no tops at IMPs."""
    present = scored.collect_schema().names()
    types: dict[str, Any] = {**schemas.SCORES.schema, "ns_num": pl.Int64, "ew_num": pl.Int64, "den": pl.Int64}
    return scored.with_columns(pl.lit(None, dtype=types[name]).alias(name) for name in EXACT if name not in present)


def score_lines(
    table: pl.DataFrame, profile: Profile, columns: Sequence[str] = SCORED, book: Book | None = None
) -> pl.DataFrame:
    """The lines' matchpoints, in their order: `_row`, `profile` and the columns, a second answer after the first.

    Args:
        table: as `completed` gives it, every session whole.
        profile: the rule to score under.
        columns: those of `SCORED` that are wanted.
        book: the outcomes known so far; None: none are.
    """
    scores = matchpointed(table, book or Book(profile))
    rows = table[ROW] if scores.line.size == table.height else table[ROW].gather(scores.line)
    return scores.rows(columns).insert_column(0, rows).with_columns(profile=pl.lit(profile.name))
