"""The ranking of many groups in one sort, against counting pair by pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuberg.score.packed import ranked

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
    assert found.to_lines(found.s).tolist() == wanted
    assert dict(zip(found.code.tolist(), found.n.tolist(), strict=True)) == {
        code: sum(m for group, _, m in lines if group == code) for code, _, _ in lines
    }


@pytest.mark.parametrize("tables", [None, np.array([1, 1, 1])])
def test_a_table_each_is_the_same_said_or_not(tables: np.ndarray | None) -> None:  # type: ignore[type-arg]
    found = ranked(np.array([4, 4, 4]), np.array([50, 50, -100]), tables)
    assert found.to_lines(found.s).tolist() == [3, 3, 0]
