"""Who of one session is who of another: a whole event has each contestant once, with all its boards, or nobody."""

import polars as pl
import pytest

import neuberg
from neuberg import schemas
from neuberg.parts.choices import with_not_added
from neuberg.score import standings
from neuberg.score.whole_events import MOVED, ONE_AND_TWO

#: A session: (board, N-S pair, E-W pair, score). Pair 4 wins both its boards, 1 and 3 one each, 2 none.
HOWELL = [(1, "1", "2", 420), (1, "3", "4", 50), (2, "4", "1", 420), (2, "2", "3", 50)]
#: Pairs 1 and 3 N-S, 2 and 4 E-W on both boards.
MITCHELL = [(3, "1", "2", 420), (3, "3", "4", 50), (4, "1", "4", 420), (4, "3", "2", 50)]
Names = dict[tuple[str, str], list[str]]


def lines_of(sessions: list[list[tuple[int, str, str, int]]]) -> pl.DataFrame:
    """The sessions' lines, numbered from 1."""
    rows = [(1, str(number), "A", *line) for number, lines in enumerate(sessions, start=1) for line in lines]
    names = ["event_id", "session", "section", "board", "ns_pair", "ew_pair", "ns_score"]
    return pl.DataFrame(rows, schema=names, orient="row").with_row_index("result_id")


def pairs_of(named: Names) -> pl.LazyFrame:
    """Published lines of contestants: the players by session and number."""
    told = [(1, session, "A", pair, None, players, None) for (session, pair), players in named.items()]
    schema = {
        "event_id": pl.Int64, "session": pl.String, "section": pl.String, "pair": pl.String, "direction": pl.String,
        "players": pl.List(pl.String), "carryover": pl.Float64,
    }  # fmt: skip
    return pl.DataFrame(told, schema=schema, orient="row").lazy()


def totals(sessions: list[list[tuple[int, str, str, int]]], named: Names) -> list[tuple[object, ...]]:
    """The rows of the whole event."""
    scored = neuberg.exact(lines_of(sessions), profile="wbf-1991").lazy()
    found = standings(scored, profile="wbf-1991", pairs=pairs_of(named)).filter(pl.col("session").is_null())
    return found.sort("pair", "direction", "boards").select("pair", "boards", "mp", "place").collect().rows()


TWICE = [("1", 4, 4.0, 2), ("2", 4, 0.0, 4), ("3", 4, 4.0, 2), ("4", 4, 8.0, 1)]
FOUR = {"1": ["Ann", "Bob"], "2": ["Eve", "Fay"], "3": ["Guy", "Hal"], "4": ["Cy", "Di"]}


def test_players_who_are_named_in_one_session_are_those_of_their_number_in_the_other() -> None:
    assert totals([HOWELL, HOWELL], {("1", pair): players for pair, players in FOUR.items()}) == TWICE
    assert totals([HOWELL, HOWELL], {("2", "3"): FOUR["3"]}) == TWICE


def test_two_numbers_of_a_session_with_the_same_players_stay_two() -> None:
    guests = FOUR | {"2": ["Guest", "Guest"], "3": ["Guest", "Guest"]}
    both = {(session, pair): players for session in "12" for pair, players in guests.items()}
    assert totals([HOWELL, HOWELL], both) == TWICE
    # And where only one session names them.
    assert totals([HOWELL, HOWELL], {key: players for key, players in both.items() if key[0] == "1"}) == TWICE


def test_players_whose_number_guests_have_in_another_session_are_still_one() -> None:
    guests = ["Guest", "Guest"]
    first = {("1", "1"): FOUR["1"], ("1", "2"): guests, ("1", "3"): guests, ("1", "4"): FOUR["4"]}
    second = {("2", "1"): guests, ("2", "2"): FOUR["1"], ("2", "3"): guests, ("2", "4"): FOUR["4"]}
    # Ann and Bob sit as 1 and as 2: 2 + 0 on four boards. Guests are known by their numbers: 3 in both, 1 and 2 once.
    assert totals([HOWELL, HOWELL], first | second) == [
        ("1", 4, 2.0, 4),
        ("1 of session 2", 2, 2.0, 2),
        ("2", 2, 0.0, 5),
        ("3", 4, 4.0, 2),
        ("4", 4, 8.0, 1),
    ]


def test_a_carry_over_of_guests_is_that_of_their_number() -> None:
    carried = {"1": 0.1, "2": 4.1, "3": 0.3, "4": 0.0}
    named = FOUR | {"2": ["Guest", "Guest"], "3": ["Guest", "Guest"]}
    pairs = pairs_of({("1", pair): players for pair, players in named.items()}).with_columns(
        carryover=pl.col("pair").replace_strict(carried)
    )
    scored = neuberg.exact(lines_of([HOWELL]), profile="wbf-1991").lazy()
    event = standings(scored, profile="wbf-1991", pairs=pairs).filter(pl.col("session").is_null()).sort("pair")
    # 2 + 0.1, 0 + 4.1, 2 + 0.3 and 4.
    assert event.select("pair", "mp", "place").collect().rows() == [
        ("1", 2.1, 4),
        ("2", 4.1, 1),
        ("3", 2.3, 3),
        ("4", 4.0, 2),
    ]


def test_a_number_whose_players_are_others_is_another_contestant() -> None:
    changed = {("1", "1"): ["Ann", "Bob"], ("2", "1"): ["New", "Pair"]}
    # Pair 1 has one top of two in each session; nobody else is named, and stays one.
    assert totals([HOWELL, HOWELL], changed) == [
        ("1", 2, 2.0, 2),
        ("1 of session 2", 2, 2.0, 2),
        ("2", 4, 0.0, 5),
        ("3", 4, 4.0, 2),
        ("4", 4, 8.0, 1),
    ]


def test_players_who_take_another_number_leave_theirs_to_whom_nobody_names() -> None:
    # Ann and Bob sit as 1 and then as 4, a winner each time on two boards: 2 and 4. Nobody is named who sits as 1 then.
    moved = {("1", "1"): ["Ann", "Bob"], ("2", "4"): ["Ann", "Bob"]}
    assert totals([HOWELL, HOWELL], moved) == [
        ("1", 4, 6.0, 2),
        ("1 of session 2", 2, 2.0, 3),
        ("2", 4, 0.0, 5),
        ("3", 4, 4.0, 3),
        ("4", 2, 4.0, 1),
    ]


def test_one_ranking_in_a_session_and_two_in_another_are_not_added() -> None:
    assert totals([HOWELL, MITCHELL], {}) == []
    # Two rankings in each session are added, each direction for itself.
    assert [row[1] for row in totals([MITCHELL, MITCHELL], {})] == [4] * 4


def test_pairs_that_change_their_direction_are_not_added() -> None:
    turned = [(board, ew, ns, score) for board, ns, ew, score in MITCHELL]
    assert totals([MITCHELL, turned], {}) == []


def test_a_second_answer_of_one_session_is_completed_with_the_other_session() -> None:
    """Three scores and three of a board of six: the ACBL's text leaves two answers, and one for the other session."""
    fouled = [(1, str(pair), str(10 + pair), 50 * pair) for pair in range(1, 7)]
    rows = [
        (1, session, "A", *line, "x" if session == "1" and line[1] > "3" else None)
        for session in "12"
        for line in fouled
    ]
    names = ["event_id", "session", "section", "board", "ns_pair", "ew_pair", "ns_score", "given_group"]
    frame = pl.DataFrame(rows, schema=names, orient="row", infer_schema_length=None).with_row_index("result_id")
    found = standings(neuberg.exact(frame, profile="acbl-1991").lazy(), profile="acbl-1991").collect()
    event = found.filter(pl.col("session").is_null(), pl.col("pair") == "6").sort("variant")
    # By the formula 6·2/3 + 3/6 = 4.5, or 70 per cent of 5, and 5 in the other session.
    assert event.select("variant", "boards", "mp").rows() == [(1, 2, 9.5), (2, 2, 8.5)]


@pytest.mark.parametrize(("sessions", "why"), [([HOWELL, MITCHELL], ONE_AND_TWO), ([HOWELL, HOWELL], None)])
def test_the_choice_of_an_event_whose_sessions_are_not_added_says_why(
    sessions: list[list[tuple[int, str, str, int]]], why: str | None
) -> None:
    scored = neuberg.exact(lines_of(sessions), profile="wbf-1991")
    found = standings(scored.lazy(), profile="wbf-1991").collect()
    chosen = pl.DataFrame({"event_id": [1], "event": ["E"], "profile": ["wbf-1991"], "why": ["asked for"]})
    none = pairs_of({})
    said = f"asked for; nobody is ranked in the whole event: {why}" if why else "asked for"
    lines = schemas.conform(lines_of(sessions).lazy(), schemas.RESULTS)
    assert with_not_added(chosen, found, lines, none)["why"].to_list() == [said]


def test_a_carry_over_that_is_nobody_s_is_told() -> None:
    """Pair 1 carries 2.5 over; so does a pair 9, which did not play, and a 2 of other players than the session has."""
    others = pl.LazyFrame({"event_id": [1] * 3, "session": [None] * 3, "section": ["A"] * 3, "pair": ["1", "9", "2"]})
    carried = others.with_columns(
        pl.col("session").cast(pl.String),
        direction=pl.lit(None, dtype=pl.String),
        players=pl.Series([[], [], ["Not", "They"]], dtype=pl.List(pl.String)),
        carryover=pl.lit(2.5),
    )
    printed = pl.concat([pairs_of({("1", "2"): FOUR["2"]}), carried.cast({"event_id": pl.Int64})])
    scored = neuberg.exact(lines_of([HOWELL]), profile="wbf-1991").lazy()
    found = standings(scored, profile="wbf-1991", pairs=printed).collect()
    chosen = pl.DataFrame({"event_id": [1], "event": ["E"], "profile": ["wbf-1991"], "why": ["asked for"]})
    lines = schemas.conform(lines_of([HOWELL]).lazy(), schemas.RESULTS)
    said = with_not_added(chosen, found, lines, printed)["why"].to_list()
    assert said == ["asked for; what 2 contestant(s) carried over is in nobody's total"]
    assert found.filter(pl.col("carryover").is_not_null()).select("pair", "mp", "place").rows() == [("1", 4.5, 1)]


def test_a_carry_over_in_the_list_of_one_session_of_several_is_in_no_total_and_told() -> None:
    """The second session's list carries over what pairs 1 and 4 won in the first: added, it would count twice."""
    named = pairs_of({("2", pair): players for pair, players in FOUR.items()})
    carried = pl.when(pl.col("pair") == "1").then(2.0).when(pl.col("pair") == "4").then(4.0).otherwise(0.0)
    printed = named.with_columns(carryover=carried)
    scored = neuberg.exact(lines_of([HOWELL, HOWELL]), profile="wbf-1991").lazy()
    found = standings(scored, profile="wbf-1991", pairs=printed).collect()
    event = found.filter(pl.col("session").is_null()).sort("pair")
    assert event.select("pair", "boards", "mp", "place").rows() == TWICE
    chosen = pl.DataFrame({"event_id": [1], "event": ["E"], "profile": ["wbf-1991"], "why": ["asked for"]})
    lines = schemas.conform(lines_of([HOWELL, HOWELL]).lazy(), schemas.RESULTS)
    assert with_not_added(chosen, found, lines, printed)["why"].to_list() == [
        "asked for; what the lists of single sessions say that 2 contestant(s) carried over is in no total of the "
        "event: it may be of its own earlier sessions"
    ]


def test_a_carry_over_that_may_be_of_either_of_two_is_nobody_s() -> None:
    """Pair 1 sits N-S, another pair 1 E-W, and each direction is ranked for itself; the list tells no direction."""
    same = [(3, "1", "1", 420), (3, "2", "2", 50)]
    printed = pairs_of({("1", "1"): ["Ann", "Bob"]}).with_columns(
        session=pl.lit(None, pl.String), players=pl.lit([], pl.List(pl.String)), carryover=pl.lit(2.5)
    )
    scored = neuberg.exact(lines_of([same]), profile="wbf-1991").lazy()
    found = standings(scored, profile="wbf-1991", pairs=printed).collect()
    assert found.filter(pl.col("carryover").is_not_null()).is_empty()
    chosen = pl.DataFrame({"event_id": [1], "event": ["E"], "profile": ["wbf-1991"], "why": ["asked for"]})
    lines = schemas.conform(lines_of([same]).lazy(), schemas.RESULTS)
    said = with_not_added(chosen, found, lines, printed)["why"].to_list()
    assert said == ["asked for; what 1 contestant(s) carried over is in nobody's total"]


def test_players_of_a_list_that_does_not_tell_a_direction_are_those_of_the_only_pair_of_the_number() -> None:
    """Number 1 wins 4 and then 3, number 3 wins 0 and 1. Ann and Bob are 1 and then 3, Guy and Hal 3 and then 1."""
    later = [(5, "1", "2", 420), (5, "3", "4", 50), (6, "1", "4", 50), (6, "3", "2", 50)]
    moved = {("1", "1"): FOUR["1"], ("1", "3"): FOUR["3"], ("2", "3"): FOUR["1"], ("2", "1"): FOUR["3"]}
    assert [row[2] for row in totals([MITCHELL, later], {}) if row[0] in "13"] == [7.0, 1.0]
    assert [row[2] for row in totals([MITCHELL, later], moved) if row[0] in "13"] == [5.0, 3.0]


def test_pairs_that_change_their_lists_are_told_under_two_profiles_as_under_one() -> None:
    """Ann and Bob sit in section A and then in B, each a list of its own."""
    lines = lines_of([HOWELL, HOWELL])
    other = pl.when(pl.col("session") == "2").then(pl.lit("B")).otherwise("section")
    both = pl.concat([lines, lines.with_columns(section=pl.lit("B"), result_id=pl.col("result_id") + 100)])
    frame = both.with_columns(scored_with="section")
    named = pairs_of({("1", "1"): FOUR["1"], ("2", "1"): FOUR["1"]}).with_columns(section=other)
    profiles = ["wbf-1991", "acbl-1991"]
    found = pl.concat(
        [standings(neuberg.exact(frame, profile=name).lazy(), profile=name, pairs=named).collect() for name in profiles]
    )
    assert found.filter(pl.col("session").is_null()).is_empty()
    chosen = pl.DataFrame({"event_id": [1, 1], "event": ["E"] * 2, "profile": profiles, "why": ["asked for"] * 2})
    said = with_not_added(chosen, found, schemas.conform(frame.lazy(), schemas.RESULTS), named)["why"].to_list()
    assert said == [f"asked for; nobody is ranked in the whole event: {MOVED}"] * 2
