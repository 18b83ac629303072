"""What other sections made of the same deal speaks for its record, and no more than a mistake of theirs allows."""

import numpy as np
import polars as pl

from detection.modelled import drawn, seating
from detection.seasons import line, tables
from detection.test_detect import Club, detected
from neuberg.detect.hands import Ints
from neuberg.detect.urns import PASSED, Results, counted

Frames = tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]


def test_results_are_counted_in_the_urns_of_their_deal() -> None:
    """3NT by N, 4S by S and passed out on one deal; 3NT by W on the other."""
    rows = np.array([[0, 4, 0, 2, -1], [0, 3, 1, 3, -1], [PASSED, 0, 0, 0, -1], [1, 4, 1, 2, -1]])
    found = counted(np.array([0, 0, 0, 1]), Results(*rows.T), 2)
    sides, strains, seats, levels = np.split(found, [3, 13, 33], axis=1)
    assert sides.tolist() == [[2, 0, 1], [0, 1, 0]]
    assert np.flatnonzero(strains[0]).tolist() == [3, 4]
    assert np.flatnonzero(strains[1]).tolist() == [5 + 4]
    assert np.flatnonzero(seats[0]).tolist() == [2 * 3 + 1, 2 * 4]
    assert np.flatnonzero(levels[1]).tolist() == [7 * 9 + 2]


def with_section_b(club: Club, played: list[Ints]) -> Frames:
    """The club's session with another section beside it, which played its boards so."""
    results, boards, events = club.tables()
    rows = [
        line(1, board, place, row) for board, of in enumerate(played, 1) for place, row in enumerate(of.tolist(), 1)
    ]
    more, _, _ = tables(rows, [])
    of_b = {"section": pl.lit("B"), "deal_id": pl.col("deal_id") + 1000}
    more = more.with_columns(**of_b, result_id=pl.col("result_id") + 1000)
    return pl.concat([results, more]), pl.concat([boards, boards.with_columns(**of_b)]), events


def factor(frames: Frames, board: int) -> float:
    found = detected(*frames).suspicions().filter((pl.col("section") == "") & (pl.col("board") == board))
    return float(found["bayes_factor"].max() or 0)


def test_a_foul_is_surer_once_another_section_shows_what_the_record_is_worth() -> None:
    """Thirty results of one draw, eighteen here and twelve there; the last four here are then of the board turned."""
    club = Club(4, seed=6)
    played = [drawn(club.known, board, 30, club.draw) for board in range(4)]
    played[2][14:18] = drawn(club.known, 2, 4, club.draw, seating("ESWN"))
    for of in played:
        of[:, 4] = -1
    club.rows = [of[:18].tolist() for of in played]
    alone, beside = factor(club.tables(), 3), factor(with_section_b(club, [of[18:] for of in played]), 3)
    assert beside > 100 * alone > 100_000


def test_a_clean_board_is_not_suspected_for_what_another_section_played_from_a_wrong_record() -> None:
    club = Club(4, seed=12)
    wrong = [drawn(club.known, (board + 1) % 4, 12, club.draw, seating("WNES")) for board in range(4)]
    found = detected(*with_section_b(club, wrong)).suspicions()
    assert found.filter(pl.col("section") == "")["finding"].to_list() == []
