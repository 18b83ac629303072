"""Faults planted in published figures, one at a time and several at once: each found as what it is."""

from collections.abc import Callable

import polars as pl
import pytest

import neuberg
from unit.audit.events import as_event, audited, awarded, changed, fouled, lines, printed_pairs, published

BOARD = 3


def hidden_award(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    """Table 4 was given 60-40, and the file still shows what it played."""
    printed = published(awarded(truth, board, 4, 60.0, 40.0), "wbf-1991")
    return _with_printed(truth, printed)


def wrong_score(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    """The file has a score that is the lowest of the board, where the figures are of the highest."""
    high = changed(truth, board, [4], ns_score=1430)
    return _with_printed(changed(truth, board, [4], ns_score=-800), published(high, "wbf-1991"))


def fouled_unknown(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    """The last four plays were of another form, which the file does not say."""
    return _with_printed(truth, published(fouled(truth, board, [6, 7, 8, 9]), "wbf-1991"))


def ignored_groups(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    """The file says the forms, and the figures are those of one field."""
    return fouled(_with_printed(truth, published(truth, "one-field", decimals=2)), board, [6, 7, 8, 9])


def left_out(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    """A line that was entered after the figures were made, and has none."""
    printed = published(changed(truth, board, [4], kind="not_played", ns_score=None), "wbf-1991")
    return _with_printed(truth, printed)


def counted_twice(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    return _with_printed(truth, published(changed(truth, board, [4], multiplicity=2), "wbf-1991"))


def exchanged(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    there = (pl.col("board") == board) & (pl.col("table") == "4")
    frame = published(truth, "wbf-1991")
    ns, ew = pl.col("published_ns_mp"), pl.col("published_ew_mp")
    return frame.with_columns(
        published_ns_mp=pl.when(there).then(ew).otherwise(ns), published_ew_mp=pl.when(there).then(ns).otherwise(ew)
    )


def unlike_equals(truth: pl.DataFrame, board: int = BOARD) -> pl.DataFrame:
    """Two tables with one score, of which one has 3 more on both sides."""
    frame = published(changed(truth, board, [4, 5], ns_score=110), "wbf-1991")
    there = (pl.col("board") == board) & (pl.col("table") == "4")
    return frame.with_columns(
        pl.when(there).then(pl.col(name) + 3).otherwise(name).alias(name)
        for name in ("published_ns_mp", "published_ew_mp")
    )


def _with_printed(frame: pl.DataFrame, printed: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(printed[name] for name in ("published_ns_mp", "published_ew_mp", "published_mp_decimals"))


PLANTED: dict[str, tuple[Callable[[pl.DataFrame, int], pl.DataFrame], str]] = {
    "an award hidden behind a result": (hidden_award, "hidden_award"),
    "another score": (wrong_score, "wrong_score"),
    "a fouled board that is not said": (fouled_unknown, "fouled_otherwise"),
    "a fouled board scored as one field": (ignored_groups, "other_rule"),
    "a line left out": (left_out, "left_out"),
    "a line counted twice": (counted_twice, "counted_twice"),
    "figures exchanged": (exchanged, "wrong_direction"),
    "equal scores with other figures": (unlike_equals, "equal_scores_differ"),
}
_SEEDS = range(1, 7)
_SEVERAL = 9999


@pytest.fixture(scope="module")
def found() -> dict[str, pl.DataFrame]:
    """Each fault in six events of its own, and all of them in one more, audited at once."""
    events = [
        as_event(plant(lines(seed=seed), BOARD), 100 * number + seed)
        for number, (plant, _) in enumerate(PLANTED.values(), start=1)
        for seed in _SEEDS
    ]
    return audited(pl.concat([*events, as_event(several(), _SEVERAL)]))


def several() -> pl.DataFrame:
    """A fault on each board from the first on, of an event whose last two have none."""
    truth = lines(boards=len(PLANTED) + 2, seed=3)
    frame = published(truth, "wbf-1991")
    for board, (plant, _) in enumerate(PLANTED.values(), start=1):
        there = pl.col("board") == board
        frame = pl.concat([frame.filter(~there), plant(truth, board).filter(there).select(frame.columns)])
    return frame.sort("result_id")


def classes(found: dict[str, pl.DataFrame], event_id: int, board: int) -> set[str]:
    rows = found["differences"].filter(
        (pl.col("event_id") == event_id) & (pl.col("level") == "result") & (pl.col("board") == board)
    )
    return set(rows["class"])


@pytest.mark.parametrize("fault", PLANTED)
def test_one_fault_is_found_as_what_it_is(found: dict[str, pl.DataFrame], fault: str) -> None:
    number, kind = list(PLANTED).index(fault) + 1, PLANTED[fault][1]
    assert [classes(found, 100 * number + seed, BOARD) for seed in _SEEDS] == [{kind}] * len(_SEEDS)


def test_no_other_board_is_touched(found: dict[str, pl.DataFrame]) -> None:
    others = found["differences"].filter((pl.col("event_id") != _SEVERAL) & (pl.col("board") != BOARD))
    assert others.is_empty()


def test_several_faults_at_once(found: dict[str, pl.DataFrame]) -> None:
    by_board = [classes(found, _SEVERAL, board) for board in range(1, len(PLANTED) + 3)]
    assert by_board == [*({kind} for _, kind in PLANTED.values()), set(), set()]


def test_the_evidence_names_the_line_and_the_field() -> None:
    """1NT by North made with nine tricks, 150, entered as eight tricks and 120 by its contract: one field says it."""
    truth = changed(
        lines(), BOARD, [4], ns_score=150, level=1, strain="NT", doubled=0, declarer="N", tricks=9, vulnerable="None"
    )
    frame = changed(_with_printed(truth, published(truth, "wbf-1991")), BOARD, [4], ns_score=-150)
    rows = audited(frame)["differences"].filter(pl.col("board") == BOARD)
    assert set(rows["class"]) == {"wrong_score"}
    evidence = rows["evidence"][0]
    assert "in line 34" in evidence
    assert "score the contract's (150)" in evidence
    assert "sign the other (150)" in evidence


def totals(frame: pl.DataFrame, pairs: pl.DataFrame) -> dict[str, pl.DataFrame]:
    found = audited(frame, pairs)
    return {level: found["differences"].filter(pl.col("level") == level) for level in ("pair", "place")}


def other_total(pairs: pl.DataFrame, pair: str, by: float) -> pl.DataFrame:
    changed_total = pl.when(pl.col("pair") == pair).then(pl.col("total") + by).otherwise("total")
    return pairs.with_columns(total=changed_total)


def test_a_total_without_a_board_with_one_twice_less_a_penalty_or_not_the_sum() -> None:
    frame = published(lines(), "wbf-1991")
    pairs = printed_pairs(frame, "wbf-1991")
    own = frame.filter((pl.col("ns_pair") == "2") & (pl.col("board") == 1))["published_ns_mp"].item()
    assert own > 0
    without = totals(frame, other_total(pairs, "2", -own))["pair"]
    assert without.select("pair", "class").rows() == [("2", "board_left_out")]
    twice = totals(frame, other_total(pairs, "2", own))["pair"]
    assert twice.select("pair", "class").rows() == [("2", "board_counted_twice")]
    # A tenth of a top of 16; no board of pair 3 has 1.6.
    less = totals(frame, other_total(pairs, "3", -1.6))["pair"]
    assert less.select("pair", "class").rows() == [("3", "penalty_not_recorded")]
    other = totals(frame, other_total(pairs, "3", 0.7))["pair"]
    assert other.select("pair", "class").rows() == [("3", "not_the_sum")]


@pytest.mark.parametrize(("scale", "of_totals", "less"), [(0.5, 0.5, 0.8), (10, 10, 16), (10, 1, 1.6)])
def test_a_penalty_is_a_part_of_the_top_on_the_scale_that_the_lines_are_printed_on(
    scale: float, of_totals: float, less: float
) -> None:
    """A tenth of a top of 8 on 1-½-0, of 160 in tens; and of 16 where totals in matchpoints follow lines in tens."""
    frame = published(lines(), "wbf-1991", scale=scale)
    printed = printed_pairs(lines(), "wbf-1991").with_columns(pl.col("total") * of_totals)
    found = totals(frame, other_total(printed, "3", -less))["pair"]
    assert found.filter(pair="3", quantity="total")["class"].to_list() == ["penalty_not_recorded"]


def test_totals_that_follow_a_wrong_figure_and_places_that_follow_the_totals() -> None:
    frame = exchanged(lines(), BOARD)
    truth = neuberg.score(lines(), profile="wbf-1991")
    line = truth.filter((pl.col("board") == BOARD) & (pl.col("table") == "4")).row(0, named=True)
    shift = line["ew_mp"] - line["ns_mp"]
    assert shift
    pairs = other_total(printed_pairs(lines(), "wbf-1991"), "4", shift)
    found = totals(frame, pairs)["pair"]
    assert found.select("pair", "quantity", "class").rows() == [("4", "total", "follows_its_boards")]


def test_a_total_of_more_boards_than_the_file_has_is_held_against_nothing() -> None:
    whole = lines(boards=4)
    pairs = printed_pairs(whole, "wbf-1991").with_columns(boards=pl.lit(4, pl.Int32))
    found = totals(published(whole.filter(pl.col("board") <= 2), "wbf-1991"), pairs)["pair"]
    totals_of = found.filter(pl.col("quantity") == "total")
    assert totals_of["class"].unique().to_list() == ["boards_missing"]
    assert totals_of["evidence"].unique().to_list() == ["the file has 2 boards of it, where 4 are printed"]
    unsaid = totals(published(whole.filter(pl.col("board") <= 2), "wbf-1991"), pairs.with_columns(boards=None))["pair"]
    assert "boards_missing" not in unsaid["class"].to_list()


def test_a_place_that_does_not_follow() -> None:
    frame = published(lines(), "wbf-1991")
    pairs = printed_pairs(frame, "wbf-1991")
    first = pairs.filter(pl.col("place") == 1)["pair"].item()
    moved = pairs.with_columns(place=pl.when(pl.col("pair") == first).then(9).otherwise("place").cast(pl.Int32))
    found = totals(frame, moved)["place"]
    assert found.select("pair", "published", "recomputed", "class").rows() == [
        (first, 9.0, 1.0, "place_does_not_follow")
    ]


@pytest.mark.parametrize(
    ("scores", "true", "text"),
    [
        ((420, 400, 170, -50, 140), 450, "has more than 420"),
        ((-200, -180, -190, -170, 140), -300, "has less than -200"),
        ((420, 400, 170, -50, 140), 300, "has between 180 and 390"),
        ((420, 400, 170, -50, 140), 60, "has between -40 and 160"),
    ],
)
def test_a_score_that_fits_is_named_as_one_that_exists(scores: tuple[int, ...], true: int, text: str) -> None:
    """The last of five lines had another score than the one in the file; its 140 is what is wrong."""
    frame = lines(boards=2, tables=5)
    for table, score in enumerate(scores, start=1):
        frame = changed(frame, 1, [table], ns_score=score)
    printed = published(changed(frame, 1, [5], ns_score=true), "wbf-1991")
    board = _with_printed(frame, printed)
    rows = audited(changed(board, 1, [5], ns_score=-60 if true > 0 else 140))["differences"]
    evidence = set(rows.filter(pl.col("level") == "result", pl.col("class") == "wrong_score")["evidence"])
    assert any(f"the line of 5 against {_opponent(frame)} " in said and text in said for said in evidence), evidence


def _opponent(frame: pl.DataFrame) -> str:
    return str(frame.filter(pl.col("board") == 1, pl.col("table") == "5")["ew_pair"].item())
