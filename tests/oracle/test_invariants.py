"""What must hold of every board before anything is rounded, whatever its scores are."""

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import neuberg
from neuberg.score import exact
from oracle.frames import Row, frame_of
from oracle.scorer import PROFILES
from oracle.strategies import seasons

GROUP = ("event_id", "session", "scored_with", "board", "variant", "comparison_group")
BY_FORMULA = pl.col("method").is_in(["plain", "formula"])
SHARED = BY_FORMULA | (pl.col("method") == "added")
AWARDED = pl.col("method").is_in(["award", "cancelled"])
TOP = pl.col("top") * pl.col("den")
BOTH_SIDES = pl.col("ns_num") + pl.col("ew_num")

thorough = settings(derandomize=True, deadline=None, max_examples=8, suppress_health_check=[HealthCheck.too_slow])
every_profile = pytest.mark.parametrize("profile", PROFILES)


def offenders(frame: pl.DataFrame, of: pl.Expr, must: pl.Expr) -> list[dict[str, object]]:
    """The rows of a kind for which something does not hold; what is null does not hold."""
    return frame.filter(of & ~must.fill_null(False)).to_dicts()


@every_profile
@thorough
@given(rows=seasons())
def test_both_sides_share_the_top_or_have_120_per_cent_of_it(profile: str, rows: list[Row]) -> None:
    scores = exact(frame_of(rows), profile=profile)
    assert offenders(scores, SHARED, BOTH_SIDES == TOP) == []
    assert offenders(scores, AWARDED, 5 * BOTH_SIDES == 6 * TOP) == []


@every_profile
@thorough
@given(rows=seasons())
def test_a_group_scored_by_the_formula_keeps_the_boards_average(profile: str, rows: list[Row]) -> None:
    scores = exact(frame_of(rows), profile=profile).filter(SHARED)
    tables = pl.col("multiplicity")
    means = scores.group_by(GROUP).agg(
        (2 * pl.col("ns_num") * tables).sum().alias("twice_total"), (TOP * tables).sum().alias("tops")
    )
    assert offenders(means, pl.lit(True), pl.col("twice_total") == pl.col("tops")) == []


@every_profile
@thorough
@given(rows=seasons())
def test_the_best_of_a_part_of_the_field_has_less_than_the_top(profile: str, rows: list[Row]) -> None:
    scores = exact(frame_of(rows), profile=profile)
    # By comparisons a clean top of a short board is a full one: that is what its rule says.
    in_a_part = (pl.col("n") < pl.col("field")) & (pl.col("method") != "factored_by_comparisons")
    below = (pl.col("ns_num") < TOP) & (pl.col("ew_num") < TOP)
    assert offenders(scores, in_a_part, below) == []


@every_profile
@thorough
@given(rows=seasons(), data=st.data())
def test_the_order_of_the_lines_does_not_matter(profile: str, rows: list[Row], data: st.DataObject) -> None:
    """All but the groups' numbers, which follow the first line of each."""
    frame = frame_of(rows)
    shuffled = frame[data.draw(st.permutations(range(len(rows))))]
    scored, again = (
        neuberg.score(lines, profile=profile).drop("comparison_group").sort("result_id", "variant")
        for lines in (frame, shuffled)
    )
    assert again.equals(scored)


@thorough
@given(rows=seasons())
def test_the_two_scales_are_one_rule(rows: list[Row]) -> None:
    """The ACBL's matchpoints are half of the WBF's: the same law with half matchpoints as the unit."""
    frame = frame_of(rows)
    ones, twos = (exact(frame, profile=profile) for profile in ("acbl-1991", "wbf-1991"))
    assert halves(ones, twos)


def test_the_two_scales_are_one_rule_on_every_small_board() -> None:  # NB-04
    """Every n ≤ N ≤ 15, n different scores in one group and N − n tables without one."""
    sizes = [(field, n) for field in range(2, 16) for n in range(2, field + 1)]
    scores = [
        (number, 10 * place if place < n else None) for number, (field, n) in enumerate(sizes) for place in range(field)
    ]
    frame = pl.DataFrame(scores, schema={"board": pl.Int32, "ns_score": pl.Int32}, orient="row")
    ones, twos = (exact(frame, profile=profile) for profile in ("acbl-1991", "wbf-1991"))
    assert ones["ns_num"].count() == sum(n for _, n in sizes)
    assert halves(ones, twos)


def halves(ones: pl.DataFrame, twos: pl.DataFrame) -> bool:
    """Whether each value of the first frame is half of the second's, and so its top."""
    return (
        all(
            ((2 * ones[side] * twos["den"]).eq_missing(twos[side] * ones["den"])).all() for side in ("ns_num", "ew_num")
        )
        and (2 * ones["top"]).eq_missing(twos["top"]).all()
    )
