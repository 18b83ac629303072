"""The other scoring methods against the slow ones, on generated boards, several at once."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuberg.domain.weights import WHOLE, components
from neuberg.score.ascherman import ascherman_percent
from neuberg.score.board_a_match import Pair, fouled_acbl_1976, fouled_nbb_1982
from neuberg.score.butler import Half, datum, ebu_datum
from neuberg.score.cross_imps import cross_imps
from neuberg.score.imps import imps
from neuberg.score.matchpoints import matchpoints
from neuberg.score.victory_points import by_margin, victory_points, wbf_discrete_limits
from neuberg.score.weighted import weighted, weighted_matchpoints
from oracle import methods

SCORE = pl.col("ns_score")
points = st.integers(-250, 250).map(lambda tens: 10 * tens)
#: Few different scores, so that many are equal; none where the line has no score.
board = st.lists(st.one_of(st.sampled_from((-420, -50, 50, 420, 425, 435)), points, st.none()), min_size=1, max_size=9)
boards = st.lists(board, min_size=1, max_size=4)
tables = pytest.mark.parametrize("table", list(methods.LIMITS))
halves = pytest.mark.parametrize("half", ["even ten", "away from zero"])

thorough = settings(derandomize=True, deadline=None, max_examples=60)


def frame_of(lists: Sequence[Sequence[int | None]]) -> pl.DataFrame:
    """The boards as one frame of Int32 scores."""
    rows = [(number, score) for number, scores in enumerate(lists) for score in scores]
    return pl.DataFrame(rows, schema={"board": pl.Int32, "ns_score": pl.Int32}, orient="row")


def known(scores: Sequence[int | None]) -> list[int]:
    return [score for score in scores if score is not None]


def per_line(lists: Sequence[Sequence[int | None]], values: Sequence[Sequence[object]]) -> list[object]:
    """The values of the known scores in their places, null in the others."""
    found: list[object] = []
    for scores, own in zip(lists, values, strict=True):
        left = iter(own)
        found += [None if score is None else next(left) for score in scores]
    return found


@tables
@thorough
@given(differences=st.lists(st.integers(-5000, 5000), min_size=1, max_size=40))
def test_imps(table: str, differences: list[int]) -> None:
    frame = pl.DataFrame({"difference": differences}, schema={"difference": pl.Int32})
    found = frame.select(imps(pl.col("difference"), table=table)).to_series().to_list()
    assert found == [methods.imps(difference, table) for difference in differences]


@tables
@pytest.mark.parametrize("cap", [None, 17, 3])
@thorough
@given(lists=boards)
def test_cross_imps(table: str, cap: int | None, lists: list[list[int | None]]) -> None:
    found = frame_of(lists).select(cross_imps(SCORE, table=table, cap=cap).over("board")).to_series().to_list()
    assert found == per_line(lists, [methods.cross_imps(known(scores), table, cap) for scores in lists])


@halves
@pytest.mark.parametrize("dropped", [0, 1, 2])
@thorough
@given(lists=boards)
def test_datum(half: Half, dropped: int, lists: list[list[int | None]]) -> None:
    found = frame_of(lists).select(datum(SCORE, half=half, dropped=dropped).over("board")).to_series().to_list()
    wanted = [methods.datum(known(scores), dropped, half) for scores in lists]
    assert found == [value for value, scores in zip(wanted, lists, strict=True) for _ in scores]


@thorough
@given(lists=boards, surplus=st.integers(0, 9))
def test_ebu_datum(lists: list[list[int | None]], surplus: int) -> None:
    frame = frame_of(lists).with_columns(expected=SCORE.count().over("board") + surplus)
    found = frame.select(ebu_datum(SCORE, expected=pl.col("expected")).over("board")).to_series().to_list()
    wanted = [
        methods.ebu_datum(known(scores), len(known(scores)) + surplus) if known(scores) else None for scores in lists
    ]
    assert found == [value for value, scores in zip(wanted, lists, strict=True) for _ in scores]


@st.composite
def weighted_pairs(draw: st.DrawFn) -> list[list[tuple[int, int]]]:
    """Pairs, each with one score or with several and their weights in hundredths of a per cent."""
    pairs = []
    for _ in range(draw(st.integers(1, 6))):
        cuts = draw(st.sets(st.integers(1, WHOLE - 1), max_size=3))
        weights = [b - a for a, b in pairwise([0, *sorted(cuts), WHOLE])]
        pairs.append([(draw(st.sampled_from((-300, -100, 50, 650))), weight) for weight in weights])
    return pairs


@thorough
@given(pairs=weighted_pairs())
def test_weighted_matchpoints(pairs: list[list[tuple[int, int]]]) -> None:
    """Every pair's, to a millionth of a matchpoint, and the board's sum, which the weights do not change."""
    rows = [(pair, score, weight) for pair, parts in enumerate(pairs) for score, weight in parts]
    frame = pl.DataFrame(rows, schema={"pair": pl.Int32, "ns_score": pl.Int32, "weight": pl.Int32}, orient="row")
    weight = pl.col("weight")
    scored = frame.with_columns(units=weighted_matchpoints(SCORE, weight))
    found = scored.group_by("pair", maintain_order=True).agg(mp=weighted(pl.col("units"), weight) / WHOLE)
    wanted = methods.weighted_matchpoints(
        [[(score, Fraction(weight, WHOLE)) for score, weight in parts] for parts in pairs]
    )
    assert found["mp"].to_list() == pytest.approx([float(value) for value in wanted], abs=1e-6)
    assert found["mp"].sum() == pytest.approx(len(pairs) * (len(pairs) - 1))


@thorough
@given(lists=boards)
def test_whole_scores_have_plain_matchpoints(lists: list[list[int | None]]) -> None:
    plain = frame_of(lists).with_columns(weight=pl.lit(WHOLE), s=matchpoints(SCORE).over("board"))
    units = weighted_matchpoints(SCORE, pl.col("weight")).over("board")
    found = plain.select(units=units, s=WHOLE * pl.col("s"))
    assert found["units"].to_list() == found["s"].to_list()


@thorough
@given(lists=boards)
def test_aschermans_percentages_have_a_mean_of_fifty(lists: list[list[int | None]]) -> None:
    scores = frame_of(lists).drop_nulls()
    means = scores.with_columns(pct=ascherman_percent(SCORE).over("board")).group_by("board").agg(pl.col("pct").mean())
    assert means["pct"].to_list() == pytest.approx([50] * means.height)


percentage = st.tuples(st.integers(0, 24), st.integers(0, 24)).map(lambda two: (min(two), max(two)))


@thorough
@given(pairs=st.lists(st.tuples(percentage, percentage), min_size=1, max_size=20))
def test_a_fouled_board_at_board_a_match(pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    rows = [(*one, *other) for one, other in pairs]
    frame = pl.DataFrame(rows, schema=["a", "top_a", "b", "top_b"], orient="row")
    one, other = Pair(pl.col("a"), pl.col("top_a")), Pair(pl.col("b"), pl.col("top_b"))
    answers = fouled_acbl_1976(one, other)
    nbb = fouled_nbb_1982(one, other)
    found = frame.select(first=answers.first, second=answers.second, nbb=nbb).rows()
    assert found == [fouled(*row) for row in rows]


def fouled(a: int, top_a: int, b: int, top_b: int) -> tuple[int | None, int | None, int | None]:
    if 0 in (top_a, top_b):
        return None, None, None
    shares = Fraction(a, top_a), Fraction(b, top_b)
    added = 100 * (shares[0] + shares[1])
    acbl = {Fraction(120): (2, 1), Fraction(80): (1, 0)}.get(added) or (
        (2 if added > 120 else 1 if added > 80 else 0),
        None,
    )
    above, below = (sum(s > Fraction(1, 2) for s in shares), sum(s < Fraction(1, 2) for s in shares))
    return (*acbl, 2 if above > below else 1 if above == below else 0)


@pytest.mark.parametrize("length", range(1, 65))
def test_the_wbfs_continuous_scale(length: int) -> None:
    scale = by_margin("wbf-continuous", length)
    assert list(scale) == methods.wbf_continuous(length)
    steps = [after - before for before, after in pairwise(scale)]
    assert steps == sorted(steps, reverse=True), "no IMP is worth more than the one before"
    assert (scale[0], scale[-1]) == (1000, 2000)


@pytest.mark.parametrize("length", range(1, 65))
def test_the_wbfs_discrete_scale(length: int) -> None:
    limits = wbf_discrete_limits(length)
    widths = [2 * limits[0] + 1, *(b - a for a, b in pairwise(limits))]
    assert widths == sorted(widths), "no step holds fewer margins than the one before"
    scale = by_margin("wbf-discrete", length)
    assert [scale[most] for most in limits] == list(range(1000, 2000, 100))
    assert (scale[-1], len(scale)) == (2000, limits[-1] + 2)


@pytest.mark.parametrize(
    ("scale", "pool"), [("wbf-continuous", 20), ("wbf-discrete", 20), ("acbl-20", 20), ("acbl-30", 30)]
)
def test_both_sides_share_the_pool(scale: str, pool: int) -> None:
    frame = pl.DataFrame({"imps": range(-80, 81)})
    ours, theirs = (victory_points(sign * pl.col("imps"), boards=7, scale=scale) for sign in (1, -1))
    found = frame.select(ours=ours, both=(ours + theirs).round(10))
    assert found["both"].unique().to_list() == [pool]
    assert found["ours"].is_sorted()


@given(cuts=st.sets(st.integers(1, 99), max_size=4))
def test_weights_that_make_a_hundred_are_taken(cuts: set[int]) -> None:
    weights = [b - a for a, b in pairwise([0, *sorted(cuts), 100])]
    assert [part.weight for part in components((50, weight) for weight in weights)] == [100 * w for w in weights]
