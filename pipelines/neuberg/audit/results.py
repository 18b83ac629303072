"""The audit of traveller lines: printed matchpoints and percentages of each against the profile's."""

import polars as pl

from neuberg import schemas
from neuberg.audit.books import Book
from neuberg.audit.precision import agrees, decimals_of_event, in_units
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
    scored = scored.with_columns(
        _mp_decimals=decimals_of_event("published_mp_decimals"),
        _pct_decimals=decimals_of_event("published_pct_decimals"),
    )
    rule = profile_named(profile)
    parts = [_differing(scored, side, unit, rule) for side in _SIDES for unit in ("mp", "pct")]
    return pl.concat(parts).pipe(schemas.conform, schemas.DIFFERENCES)


def suspected(book: Book) -> pl.DataFrame:
    """The lines of a book, with their second answers, that have a figure which is not the exact value itself."""
    lines = book.lines
    columns = [(side, unit) for side in _SIDES for unit in ("mp", "pct")]
    shown = [(side, unit) for side, unit in columns if lines[f"published_{side}_{unit}"].null_count() < lines.height]
    if not shown:
        return book.both.clear()
    other = pl.any_horizontal(_is_other(side, unit) for side, unit in shown)
    found = lines.filter(other)
    return found if book.both.height == lines.height else book.both.join(found.select(_LINE), on=_LINE, how="semi")


def _is_other(side: str, unit: str) -> pl.Expr:
    published, (num, den) = pl.col(f"published_{side}_{unit}"), _ratio(side, unit)
    decimals = pl.col(f"published_{unit}_decimals").fill_null(0)
    figure, scale = in_units(published, decimals), pl.lit(10, dtype=pl.Int64).pow(decimals.cast(pl.UInt32))
    same = (figure * den == num * scale) & (den > 0)
    return published.is_not_null() & ~same.fill_null(False)


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
        right = right | agrees(published, decimals, whole, step * pl.col("top") if unit == "pct" else pl.lit(step))
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
    return (100 * num, den * pl.col("top")) if unit == "pct" else (num, den)
