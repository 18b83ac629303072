"""The audit of traveller lines: printed matchpoints and percentages of each against the profile's."""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.book.books import Book
from neuberg.audit.book.precision import agrees, decimals_of_event
from neuberg.audit.rule import scales_of
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score.fouled import REGIMES

_SIDES = ("ns", "ew")
_LINE = ["event_id", "result_id"]


def result_differences(scored: pl.LazyFrame, *, profile: str) -> pl.LazyFrame:
    """A row of `differences`, level `result`, for each printed figure of a line that the profile does not give.

    A figure that was printed where the profile gives none has a null `recomputed`. Under a profile with two answers
    a figure agrees if either gives it, and is compared with the first.

    Args:
        scored: traveller lines as `neuberg.score.exact` gives them under the profile.
        profile: a name of the rulebook.
    """
    lines = scored.with_columns(_times=pl.lit(1, dtype=pl.Int64))
    return _of_columns(lines, profile_named(profile), [f"{side}_{unit}" for unit in ("mp", "pct") for side in _SIDES])


def differences_of(book: Book, choices: pl.DataFrame) -> pl.DataFrame:
    """As `result_differences`, of a book's lines: only what the unrounded value does not give is looked at.

    Args:
        book: the lines.
        choices: as `times_printed` takes them.
    """
    rule = profile_named(book.profile)
    lines = _suspected(book).with_columns(_times=times_printed(rule, choices))
    return _of_columns(lines.lazy(), rule, list(book.shown)).collect()


def times_printed(rule: Profile, choices: pl.DataFrame) -> pl.Expr:
    """How many printed units are one matchpoint: in tens, where the profile's program prints them and its events are.

    Args:
        rule: the profile.
        choices: the best `scale` of each event and quantity.
    """
    in_tens = choices.filter(pl.col("quantity") == "mp", pl.col("scale").is_in(scales_of(rule)[1:]))["event_id"]
    is_so = pl.col("event_id").is_in(in_tens.implode())
    return pl.when(is_so).then(pl.lit(rule.printed, dtype=pl.Int64)).otherwise(1)


def _of_columns(scored: pl.LazyFrame, rule: Profile, columns: list[str]) -> pl.LazyFrame:
    if not columns:
        return schemas.empty(schemas.DIFFERENCES).lazy()
    scored = scored.with_columns(
        _mp_decimals=decimals_of_event("published_mp_decimals"),
        _pct_decimals=decimals_of_event("published_pct_decimals"),
    )
    parts = [_differing(scored, side, unit, rule) for side, unit in (name.split("_") for name in columns)]
    return pl.concat(parts).pipe(schemas.conform, schemas.DIFFERENCES)


def _suspected(book: Book) -> pl.DataFrame:
    """The lines of a book, with their second answers, that have a figure which the unrounded value does not give."""
    away = [shown.are_away() for shown in book.shown.values()]
    found = book.lines[np.unique(np.concatenate([np.zeros(0, np.int64), *away]))]
    both = book.both.height > book.lines.height
    return book.both.join(found.select(_LINE), on=_LINE, how="semi") if both else found


def _by_either_answer(right: pl.Expr, *, two_answers: bool) -> pl.Expr:
    return right.any().over("result_id") if two_answers else right


def _differing(scored: pl.LazyFrame, side: str, unit: str, rule: Profile) -> pl.LazyFrame:
    published, decimals = pl.col(f"published_{side}_{unit}"), pl.col(f"_{unit}_decimals")
    num, den = _ratio(side, unit)
    right = agrees(published, decimals, num, den)
    step, two_answers = rule.step, REGIMES[rule.regime]().second is not None
    if step is not None:
        rounded = (pl.col(f"{side}_mp") * step).round().cast(pl.Int64)
        whole = 100 * rounded if unit == "pct" else rounded
        den_of = step * pl.col("top") if unit == "pct" else pl.lit(step)
        right = right | agrees(published, decimals, whole if unit == "pct" else pl.col("_times") * whole, den_of)
    # In whole numbers a top of 0 would agree with everything: no percentage is due there.
    right = right.fill_null(False) & (den > 0)
    return (
        scored.filter(published.is_not_null())
        .with_columns(_right=_by_either_answer(right, two_answers=two_answers))
        .filter(~pl.col("_right") & (pl.col("variant") == 1))
        .with_columns(
            level=pl.lit("result"),
            quantity=pl.lit(f"{side}_{unit}"),
            published=published,
            recomputed=pl.when(den > 0).then(num / den),
        )
        .with_columns(
            difference=pl.col("published") - pl.col("recomputed"),
            **{"class": pl.lit("unexplained")},
        )
    )


def _ratio(side: str, unit: str) -> tuple[pl.Expr, pl.Expr]:
    num, den = pl.col(f"{side}_num"), pl.col("den")
    return (100 * num, den * pl.col("top")) if unit == "pct" else (pl.col("_times") * num, den)
