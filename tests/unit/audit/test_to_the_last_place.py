"""What gives all figures of a board to the last place is believed before what gives them rounded; and not played, 0."""

import polars as pl
import pytest

from unit.audit.events import audited, changed, lines, published

#: Five scores of six tables, in play order; the fourth pair's stands in the absent sixth's place, too.
BOARDS = {1: (480, 450, 420, 420, 140), 2: (50, -400, -460, -400, -460)}
#: In tens of 2-1-0 among six: 480, 450, three of 420 and 140; then 50, three of -400 and two of -460.
PRINTED = {1: (100, 80, 40, 40, 0), 2: (100, 60, 10, 60, 10)}


@pytest.fixture(scope="module")
def found() -> pl.DataFrame:
    """Eight boards in tens, two of them played at five of the six tables."""
    frame = published(lines(boards=8, tables=6), "wbf-1991", scale=10, decimals=0)
    for board, scores in BOARDS.items():
        for table, (score, ns) in enumerate(zip(scores, PRINTED[board], strict=True), start=1):
            frame = changed(frame, board, [table], ns_score=score, published_ns_mp=ns, published_ew_mp=100 - ns)
        frame = changed(frame, board, [4], ew_pair="12").filter((pl.col("board") != board) | (pl.col("table") != "6"))
    return audited(frame, profile="nz-scorer")["differences"].filter(pl.col("level") == "result")


def test_a_line_that_counts_twice_for_an_absent_one_is_no_rounding(found: pl.DataFrame) -> None:
    """The formula brings 480 of five to (6/5)·9 − 1 = 9.8, which only a rounding to whole matchpoints prints as 100."""
    assert found.select("board", "class").unique().sort("board").rows() == [(1, "counted_twice"), (2, "counted_twice")]
    # 9.8, 7.4, 3.8 three times; no figure of the first board is that of the formula.
    assert found.filter(pl.col("board") == 1).height == 10


def test_of_several_lines_that_of_the_same_pairs_is_named(found: pl.DataFrame) -> None:
    said = found.filter(pl.col("board") == 1)["evidence"].unique().to_list()
    assert said == [
        "all figures of the board follow if the line of 4 against 12 (420) in line 14 counts twice "
        "(or one of 1 other lines); so it is with these pairs on 1 other board(s)"
    ]


def test_figures_in_whole_matchpoints_alone_stay_rounded() -> None:
    """Six of seven: 11.83, 9.5, 7.17, 4.83, 2.5 and 0.17 as 12, 10, 7, 5, 2 and 0: no line twice does it."""
    frame = published(lines(boards=8, tables=7), "wbf-1991", scale=10, decimals=0)
    short = (pl.col("board") == 1) & (pl.col("table") == "7")
    frame = frame.filter(~short)
    for table, (score, ns) in enumerate(
        zip((600, 500, 400, 300, 200, 100), (120, 100, 70, 50, 20, 0), strict=True), start=1
    ):
        frame = changed(frame, 1, [table], ns_score=score, published_ns_mp=ns, published_ew_mp=120 - ns)
    rows = audited(frame, profile="nz-scorer")["differences"].filter(pl.col("level") == "result")
    assert rows.filter(pl.col("board") == 1)["class"].unique().to_list() == ["rounding"]


def test_a_line_not_played_that_has_figures_may_have_counted_as_passed_out() -> None:
    """Of 100, 50, -50 and -100 a fifth with 0 is the middle: 4 of 8 each side, as all others are of 8."""
    frame = lines(boards=4, tables=5)
    for table, score in enumerate((100, 50, 0, -50, -100), start=1):
        frame = changed(frame, 1, [table], ns_score=score)
    frame = changed(published(frame, "wbf-1991"), 1, [3], ns_score=None, kind="not_played")
    rows = audited(frame)["differences"].filter(pl.col("level") == "result", pl.col("board") == 1)
    against = frame.filter(pl.col("board") == 1, pl.col("table") == "3")["ew_pair"].item()
    assert rows["class"].unique().to_list() == ["wrong_score"]
    assert rows["evidence"].unique().to_list() == [
        f"all figures of the board follow if the line of 3 against {against} (not played) in line 13 counts as 0, "
        "as if it were passed out (any between -40 and 40 would do)"
    ]
