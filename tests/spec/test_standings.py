"""Standings: sessions and events, boards played unequally, penalties, carry-over, ties, one ranking or two."""

import polars as pl

import neuberg
from neuberg.rules import profile
from neuberg.score import standings


def event(*sessions: list[tuple[int, str, str, int]]) -> pl.DataFrame:
    """An event's lines: (board, N-S pair, E-W pair, score), session by session."""
    rows = [(1, str(number), "A", *line) for number, lines in enumerate(sessions, start=1) for line in lines]
    names = ["event_id", "session", "section", "board", "ns_pair", "ew_pair", "ns_score"]
    return pl.DataFrame(rows, schema=names, orient="row").with_row_index("result_id")


# Pair 1 beats pair 3 on both boards: 2 of 2 each; on the second day 3 beats 1 once, of one board.
TWO_DAYS = event(
    [(1, "1", "2", 620), (1, "3", "4", 170), (2, "1", "2", 50), (2, "3", "4", -50)],
    [(1, "1", "4", -50), (1, "3", "2", 420)],
)


def of_pair(pair: str, frame: pl.DataFrame, **more: pl.LazyFrame) -> list[tuple[object, ...]]:
    scored = neuberg.score(frame, profile="wbf-1991").lazy()
    found = standings(scored, profile="wbf-1991", **more).filter(pl.col("pair") == pair).collect()
    return found.sort("session").select("session", "boards", "mp", "percent", "place").rows()


def test_an_event_of_two_sessions_has_totals_of_its_own() -> None:
    assert of_pair("1", TWO_DAYS) == [(None, 3, 4.0, 66.67, 1), ("1", 2, 4.0, 100.0, 1), ("2", 1, 0.0, 0.0, 2)]
    assert of_pair("3", TWO_DAYS) == [(None, 3, 2.0, 33.33, 2), ("1", 2, 0.0, 0.0, 2), ("2", 1, 2.0, 100.0, 1)]


def pairs(rows: list[tuple[str | None, str, list[str], float | None]]) -> pl.LazyFrame:
    """Published lines: session, pair, players, carry-over."""
    schema = {"session": pl.String, "pair": pl.String, "players": pl.List(pl.String), "carryover": pl.Float64}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return frame.with_columns(event_id=1, section=pl.lit("A"), direction=pl.lit("NS")).lazy()


def test_contestants_who_change_their_number_are_told_by_their_names() -> None:
    named = pairs(
        [
            ("1", "1", ["Ann", "Bea"], None),
            ("2", "3", ["Bea", "Ann"], None),
            ("1", "3", ["Cy", "Di"], None),
            ("2", "1", ["Cy", "Di"], None),
        ]
    )
    # Ann and Bea: two tops on the first day as pair 1, one on the second as pair 3.
    assert of_pair("1", TWO_DAYS, pairs=named)[0] == (None, 3, 6.0, 100.0, 1)


def test_what_was_carried_over_counts_in_the_events_total_and_place() -> None:
    carried = pairs([(None, "3", [], 2.5)])
    assert of_pair("3", TWO_DAYS, pairs=carried)[0] == (None, 3, 4.5, 33.33, 1)
    assert of_pair("1", TWO_DAYS, pairs=carried)[0] == (None, 3, 4.0, 66.67, 2)


def test_what_a_pair_carried_over_is_its_own_and_not_its_numbers() -> None:
    # Number 1 is another pair on the second day; the event's line of Ann and Bea has 3.5.
    lines = [("1", "1", ["Ann", "Bea"], None), ("2", "1", ["New", "Pair"], None), (None, "1", ["Bea", "Ann"], 3.5)]
    found = standings(
        neuberg.score(TWO_DAYS, profile="wbf-1991").lazy(), profile="wbf-1991", pairs=pairs(lines)
    ).filter(pl.col("session").is_null(), pl.col("pair").is_in(["1", "1 of session 2"]))
    # Two tops of 2 on the first day, and 3.5; nothing on the second.
    assert sorted(found.collect()["mp"].to_list()) == [0.0, 7.5]


def test_a_penalty_of_one_full_board_comes_off_the_session() -> None:
    taken = pl.LazyFrame({"event_id": [1], "session": ["1"], "section": ["A"], "pair": ["1"], "per_cent": [100]})
    assert of_pair("1", TWO_DAYS, penalties=taken)[1:] == [("1", 2, 2.0, 50.0, 1), ("2", 1, 0.0, 0.0, 2)]


def test_a_penalty_of_a_direction_leaves_the_other_pair_of_that_number_alone() -> None:
    """Two winners: pair 1 N-S beats pair 2, and E-W the pair 1 of that direction beats pair 2."""
    frame = event([(1, "1", "2", 620), (1, "2", "1", 170)])
    taken = pl.LazyFrame({"event_id": [1], "session": ["1"], "section": ["A"], "pair": ["1"], "per_cent": [50]})
    assert [row[2] for row in of_pair("1", frame, penalties=taken)] == [1.0, 1.0]
    one = taken.with_columns(direction=pl.lit("EW"))
    assert sorted(row[2] for row in of_pair("1", frame, penalties=one)) == [1.0, 2.0]


def test_pairs_that_played_different_numbers_of_boards_are_ranked_by_percentage() -> None:
    # Pair 3 sits out the second board: one top of one board is 100 per cent, more than pair 1's 50.
    frame = event([(1, "1", "2", 50), (1, "3", "4", 420), (2, "1", "2", 620), (2, "5", "4", 170)])
    assert of_pair("1", frame) == [("1", 2, 2.0, 50.0, 2)]
    assert of_pair("3", frame) == [("1", 1, 2.0, 100.0, 1)]


def test_equal_percentages_share_the_better_place() -> None:
    frame = event([(1, "1", "2", 620), (1, "3", "4", 170), (2, "1", "2", -50), (2, "3", "4", 50)])
    assert of_pair("1", frame) == [("1", 2, 2.0, 50.0, 1)]
    assert of_pair("3", frame) == [("1", 2, 2.0, 50.0, 1)]


def test_a_body_that_ranks_by_the_printed_percentage_shares_what_differs_in_less_than_a_hundredth() -> None:
    # 1/3 of 30001 against 1/3 of 30003: 33.3322 and 33.3333 per cent, both printed 33.33.
    scored = pl.LazyFrame(
        {
            "result_id": [1, 2], "event_id": [1, 1], "session": ["1", "1"], "scored_with": ["A", "A"],
            "section": ["A", "A"], "board": [1, 2], "ns_pair": ["1", "3"], "ew_pair": [None, None],
            "winners": [2, 2], "variant": [1, 1], "top": [30001, 30003], "ns_mp": [10000.0, 10001.0],
            "ew_mp": [0.0, 0.0],
        },
        schema_overrides={"ew_pair": pl.String, "variant": pl.Int8},
    )  # fmt: skip
    exact = standings(scored, profile="wbf-1991").sort("pair").collect()
    shared = standings(scored, profile=profile("acbl-1991")).sort("pair").collect()
    assert (exact["percent"].to_list(), exact["place"].to_list()) == ([33.33, 33.33], [2, 1])
    assert shared["place"].to_list() == [1, 1]


def test_what_was_carried_into_an_event_of_one_session_counts() -> None:
    """Pair 3 has a third of the matchpoints and carries five over; the session itself stays as it was played."""
    one_day = TWO_DAYS.filter(pl.col("session") == "1")
    for session in (None, "1"):
        carried = pairs([(session, "3", [], 5.0)])
        event, own = of_pair("3", one_day, pairs=carried)
        assert (event[0], event[-1]) == (None, 1)
        assert event[2] == own[2] + 5
    assert [row[0] for row in of_pair("3", one_day)] == ["1"]
