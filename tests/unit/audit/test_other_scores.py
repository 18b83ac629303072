"""A fouled board's lines under the rules that the run does not score by: as if the run had scored by them."""

import polars as pl
import pytest

import neuberg
from unit.audit.events import audited, awarded, fouled, lines

_FIGURES = ["ns_mp", "ew_mp", "ns_pct", "ew_pct"]


def _event() -> pl.DataFrame:
    """Board 2 in two forms, of seven and two lines; board 3 in one form with an award of average plus."""
    return awarded(awarded(fouled(lines(), 2, (8, 9)), 2, 1, 60, 60, "AVE+/AVE+"), 3, 4, 60, 40)


def test_only_a_fouled_boards_lines_are_there_once_a_rule_and_answer() -> None:
    found = audited(_event())["other_scores"]
    assert found.filter(pl.col("result_id") // 100 % 1000 != 2).is_empty()
    assert found.select("result_id", "profile", "variant").is_unique().all()
    assert found["own"].unique().to_list() == ["wbf-1991"]
    assert {"acbl-hand", "one-field", "ebu-2025"} <= set(found["profile"])
    assert "wbf-1991" not in found["profile"]


def test_without_a_fouled_board_there_are_none() -> None:
    assert audited(lines())["other_scores"].is_empty()


@pytest.mark.parametrize("profile", ["acbl-hand", "one-field", "ebu-2025", "ebu-article"])
def test_they_are_what_a_run_under_that_rule_gives(profile: str) -> None:
    frame = _event()
    found = audited(frame)["other_scores"].filter(pl.col("profile") == profile)
    whole = neuberg.score(frame, profile=profile).filter(pl.col("board") == 2)
    key = ["result_id", "variant"]
    assert found.sort(key).select(*key, *_FIGURES).rows() == whole.sort(key).select(*key, *_FIGURES).rows()
    assert found.height >= 9


def test_a_line_of_the_greater_form_by_hand() -> None:
    """By the older rule: the matchpoints in the own form, and a half for the one line of the other."""
    frame = fouled(lines(tables=4), 2, (4,))
    board = frame.filter(pl.col("board") == 2).sort("round")
    scores = board["ns_score"].to_list()[:3]
    own = [sum(1.0 * (score > other) + 0.5 * (score == other) for other in scores) - 0.5 for score in scores]
    found = audited(frame)["other_scores"].filter(pl.col("profile") == "acbl-hand").sort("result_id")
    assert found["ns_mp"].to_list()[:3] == [points + 0.5 for points in own]
