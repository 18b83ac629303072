"""The package against the slow reference scorer: every row, every profile, on generated travellers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import neuberg
from oracle.frames import Place, Row, answers_of, frame_of
from oracle.scorer import PROFILES, Answer, Line
from oracle.strategies import seasons

#: Names, whole numbers and null are equal or not; matchpoints and percentages are floats of a fraction.
WHOLE = ("variant", "comparison_group", "n", "field", "method")
DECIMAL = ("ns_mp", "ew_mp", "ns_pct", "ew_pct")
NEAR = 1e-9

#: A profile with awards and two answers, one with E, one without rounding.
ONE_OF_EACH_KIND = ("acbl-1991", "ebu-2025", "nbb-1982")

thorough = settings(derandomize=True, deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


def unequal(row: dict[str, Any], answer: Answer) -> list[str]:
    """The columns in which the package's row is not the reference's answer."""
    wrong = [name for name in WHOLE if row[name] != getattr(answer, name)]
    return wrong + [name for name in DECIMAL if not near(row[name], getattr(answer, name))]


def near(found: float | None, wanted: Fraction | None) -> bool:
    if found is None or wanted is None:
        return found is None and wanted is None
    return abs(found - float(wanted)) <= NEAR


def test_a_field_is_the_lines_that_it_has_where_more_are_expected() -> None:
    """`field` is N, the lines; E shows in the matchpoints: (6/3)(S + 1) − 1 of a top of 10."""
    frame = frame_of([Row(Place(), Line(score, expected=6)) for score in (620, 170, -100)])
    scored = neuberg.score(frame, profile="ebu-2025")
    assert scored.select("ns_mp", "n", "field").rows() == [(9.0, 3, 3), (5.0, 3, 3), (1.0, 3, 3)]


def test_an_award_that_is_known_for_one_side_is_that_sides() -> None:
    """60 per cent of a top of 4 for N-S, and nothing for E-W, whose award is missing."""
    one_sided = Line(kind="artificial", ns_award=Fraction(60))
    frame = frame_of([Row(Place(), line) for line in (Line(620), Line(170), one_sided)])
    scored = neuberg.score(frame, profile="wbf-1991")
    assert scored.select("ns_mp", "ew_mp", "method").row(2) == (2.4, None, "artificial")


def check(rows: Sequence[Row], scored: pl.DataFrame, profile: str) -> None:
    wanted = [(number, answer) for number, given in enumerate(answers_of(rows, profile)) for answer in given]
    assert scored["result_id"].to_list() == [number for number, _ in wanted], "rows in their order, once a variant"
    for row, (number, answer) in zip(scored.iter_rows(named=True), wanted, strict=True):
        assert not unequal(row, answer), f"{profile}: row {number} {rows[number]}: found {row}, wanted {answer}"


@pytest.mark.parametrize("profile", PROFILES)
@thorough
@given(rows=seasons())
def test_every_row_is_the_reference_scorers(profile: str, rows: list[Row]) -> None:
    scored = neuberg.score(frame_of(rows), profile=profile)
    assert scored["profile"].unique().to_list() == [profile]
    check(rows, scored, profile)


@pytest.mark.parametrize("profile", ONE_OF_EACH_KIND)
@settings(thorough, max_examples=4)
@given(rows=seasons(largest=12))
def test_a_lazy_frame_is_scored_as_a_frame(profile: str, rows: list[Row]) -> None:
    frame = frame_of(rows)
    lazy = neuberg.score(frame.lazy(), profile=profile)
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(neuberg.score(frame, profile=profile))


@pytest.mark.parametrize("profile", ONE_OF_EACH_KIND)
@settings(thorough, max_examples=8)
@given(scores=st.lists(st.none() | st.sampled_from((-100, 50, 110, 420)), min_size=1, max_size=12))
def test_a_board_and_its_scores_are_enough(profile: str, scores: list[int | None]) -> None:
    """A missing score counts in N and gets nothing; every other column takes its default."""
    whole = pl.DataFrame({"board": [7] * len(scores), "ns_score": scores}, schema_overrides={"ns_score": pl.Int64})
    said = whole.with_columns(
        kind=pl.when(pl.col("ns_score").is_null()).then(pl.lit("unknown")).otherwise(pl.lit("played"))
    )
    scored = neuberg.score(whole, profile=profile)
    assert scored.equals(neuberg.score(said, profile=profile).drop("kind"))
    assert scored["field"].to_list() == [len(scores)] * len(scores)
    assert scored["n"].is_null().to_list() == [score is None for score in scores]
