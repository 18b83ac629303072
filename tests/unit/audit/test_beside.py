"""The lines of leader and runner-up on one board: each with each, also where one of the two has several."""

import numpy as np

from neuberg.audit.rankings.beside import Lines, Scores, beside


def test_each_line_of_the_leader_is_beside_each_of_the_second_on_its_board_and_list() -> None:
    """Board 0: two of the leader's and one of the second's; board 1: one and two; 2: one alone; and another list's."""
    list_no = np.array([0, 0, 0, 0, 0, 0, 0, 1])
    board = np.array([0, 0, 0, 1, 1, 1, 2, 2])
    gains = np.array([-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0])
    blank = np.zeros(8)
    places = np.arange(8)
    lines = Lines(list_no, places, places, board, places, Scores(gains, *[blank] * 6))
    leader, second, alone = beside(lines, 3)
    assert sorted(zip(leader.tolist(), second.tolist(), strict=True)) == [(0, 2), (1, 2), (3, 4), (3, 5)]
    assert alone.tolist() == [6, 7]
