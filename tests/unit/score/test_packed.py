"""The ranking of many groups in one sort, against counting pair by pair."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuberg
from neuberg.score.packed import distinct, ranked

#: Scores far apart and codes far apart: together they do not fit into one number unless they are renumbered.
lines = st.lists(
    st.tuples(
        st.sampled_from((0, 1, 2, 2**40)), st.sampled_from((-(2**31), -50, 0, 420, 2**31 - 1)), st.integers(1, 3)
    ),
    max_size=30,
)


@given(lines=lines)
def test_a_line_has_two_for_each_lower_score_of_its_group_and_one_for_each_equal(
    lines: list[tuple[int, int, int]],
) -> None:
    codes, scores, tables = (
        (np.array(values, dtype=np.int64) for values in zip(*lines, strict=True))
        if lines
        else (np.empty(0, np.int64) for _ in range(3))
    )
    found = ranked(codes, scores, tables)
    wanted = [
        sum(2 * m * (other < score) + m * (other == score) for group, other, m in lines if group == code) - 1
        for code, score, _ in lines
    ]
    assert found.s.tolist() == wanted
    assert dict(zip(found.code.tolist(), found.n.tolist(), strict=True)) == {
        code: sum(m for group, _, m in lines if group == code) for code, _, _ in lines
    }


@pytest.mark.parametrize("tables", [None, np.array([1, 1, 1])])
def test_a_table_each_is_the_same_said_or_not(tables: np.ndarray | None) -> None:  # type: ignore[type-arg]
    found = ranked(np.array([4, 4, 4]), np.array([50, 50, -100]), tables)
    assert found.s.tolist() == [3, 3, 0]


@pytest.mark.parametrize("far", [0, 2**20], ids=["sixteen bits hold the scores", "they do not"])
def test_many_groups_of_a_size_are_ranked_as_each_is_alone(far: int) -> None:
    """Sizes of which there are many, the largest that is compared pair by pair, a larger one, and a size met once."""
    sizes = np.array([1, 2, 3, 11, 64, 65] * 50 + [40])
    code = np.repeat(np.arange(sizes.size), sizes)
    score = np.random.default_rng(1).choice([-620 - far, -100, -50, 0, 110, 420 + far], code.size)
    # One group in which everyone beats the next.
    score[code == 4] = np.arange(64)
    found = ranked(code, score)
    for group in range(sizes.size):
        own = score[code == group]
        wanted = 2 * (own[:, None] > own).sum(1) + (own[:, None] == own).sum(1) - 1
        assert found.s[found.group == group].tolist() == wanted.tolist()
    assert found.n.tolist() == sizes.tolist()


def test_rows_too_wide_for_one_number_are_told_apart() -> None:
    wide = np.array([2**40, 2**40, 2**39, 2**40])
    firsts, kind = distinct(iter([wide, wide, np.array([1, 0, 1, 1])]))
    assert kind[0] == kind[3]
    assert len({*kind.tolist()}) == firsts.size == 3
    assert kind[firsts].tolist() == [0, 1, 2]


@given(lines=st.lists(st.tuples(st.integers(0, 3), st.sampled_from((-50, 0, 110, 420))), max_size=40))
def test_the_expression_gives_the_same(lines: list[tuple[int, int]]) -> None:
    """`neuberg.matchpoints` is the definition."""
    frame = pl.DataFrame(lines, schema={"code": pl.Int64, "score": pl.Int64}, orient="row")
    wanted = frame.select(neuberg.matchpoints(pl.col("score")).over("code")).to_series()
    found = ranked(frame["code"].to_numpy(), frame["score"].to_numpy())
    assert found.s.tolist() == wanted.to_list()
