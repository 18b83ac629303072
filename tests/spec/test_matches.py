"""Matches of teams: who the contestants are, their IMPs by hand, and where nobody is ranked.

Law 78B: 30 points are 1 IMP, 50 are 2, 450 and 470 are 10.
"""

import polars as pl
import pytest

import neuberg
from neuberg import schemas
from neuberg.audit.imps.outcomes import imp_outcomes
from neuberg.parts.choices import choices
from neuberg.schemas import PAIRS, RESULTS, empty
from neuberg.score import standings
from neuberg.score.matches import BOTH_SIDES, MANY, NOT_TOLD, ONE_WAY, untold

#: N-S of the open room have 10 IMPs for 620 against 170, the others 10 for 420 against −50, and 1 for 140 against 110.
BOARDS = ((620, 170), (-50, 420), (110, 140))


def match(
    boards: tuple[tuple[int | None, int | None], ...] = BOARDS,
    teams: tuple[str, str] | None = ("Home", "Visit"),
    session: str = "1",
    *,
    rooms: bool = True,
) -> pl.DataFrame:
    """The lines of a match, its first team N-S in the open room; a board that a room has no score of has no line there.

    The pairs are a team's first, in the open room, and its second.
    """
    sides = teams or ("X", "Y")
    rows = []
    for number, scores in enumerate(boards, start=1):
        for pair, (room, score) in enumerate(zip(("Open", "Closed"), scores, strict=True), start=1):
            ns, ew = sides if room == "Open" else sides[::-1]
            named = {"team": ns, "ew_team": ew} if teams else {"team": None, "ew_team": None}
            pairs = {"ns_pair": f"{ns}{pair}", "ew_pair": f"{ew}{pair}"}
            rows.append({"board": number, "ns_score": score, "room": room if rooms else None, **named, **pairs})
    given = pl.DataFrame(rows, schema={name: RESULTS.schema[name] for name in rows[0]}).drop_nulls("ns_score")
    label = pl.lit(" - ".join(sorted(teams)) if teams else "")
    return given.with_columns(event_id=pl.lit(1), session=pl.lit(session), section=pl.lit(""), scored_with=label)


def ranked(*matches: pl.DataFrame, profile: str = "match-imps") -> pl.DataFrame:
    lines = pl.concat(matches).with_row_index("result_id").with_columns(season=pl.lit("2020"))
    return standings(neuberg.exact(lines, profile=profile).lazy(), profile=profile).collect()


def totals(*matches: pl.DataFrame, session: str | None = "1") -> list[tuple[str, str, int, float, int]]:
    rows = ranked(*matches).filter(pl.col("session").eq_missing(pl.lit(session)))
    return rows.select("section", "pair", "boards", "imp", "place").rows()


def outcomes(*matches: pl.DataFrame) -> list[tuple[str | None, str, str, str, float]]:
    """Session, match, winner, the next and what it lacks."""
    lines = pl.concat(matches).with_columns(kind=pl.lit("played"), given_group=pl.lit(None, pl.String))
    ranks = ranked(*matches)
    found = imp_outcomes(lines.lazy(), ranks.lazy(), empty(PAIRS).lazy())["outcomes"].sort("session", "section")
    return found.select("session", "section", "winner", "runner_up", "margin").rows()


def test_both_rooms_are_one_comparison_and_a_team_wins() -> None:
    assert totals(match()) == [("Home - Visit", "Visit", 3, 11.0, 1), ("Home - Visit", "Home", 3, 10.0, 2)]
    assert outcomes(match()) == [("1", "Home - Visit", "Visit", "Home", 1.0)]


def test_a_board_of_one_room_alone_is_not_compared() -> None:
    lines = match(((620, 170), (-50, None), (110, 140)))
    assert totals(lines) == [("Home - Visit", "Home", 2, 10.0, 1), ("Home - Visit", "Visit", 2, 1.0, 2)]
    assert outcomes(lines) == [("1", "Home - Visit", "Home", "Visit", 9.0)]


def test_a_drawn_match_has_two_first() -> None:
    lines = match(BOARDS[:2])
    assert totals(lines) == [("Home - Visit", "Home", 2, 10.0, 1), ("Home - Visit", "Visit", 2, 10.0, 1)]
    assert outcomes(lines)[0][2:] == ("Home and Visit", "Visit", 0.0)


def test_the_segments_of_a_match_are_added_whoever_is_at_home() -> None:
    """A wins 10-0 and 11-10 and loses 0-1: 21-11, whether it is at home in the second segment or not."""
    segments = (
        match(BOARDS[:1], ("A", "B"), "1"),
        match(((170, 620), (420, -50), (140, 110)), ("A", "B"), "2"),
        match(BOARDS[2:], ("A", "B"), "3"),
    )
    # In the second A, N-S in the closed room, has 10 for 620 against 170, and B 10 and 1, or the other way round.
    assert totals(*segments, session="2") == [("A - B", "A", 3, 11.0, 1), ("A - B", "B", 3, 10.0, 2)]
    assert totals(*segments, session=None) == [("A - B", "A", 5, 21.0, 1), ("A - B", "B", 5, 11.0, 2)]
    swapped = (segments[0], match(BOARDS, ("B", "A"), "2"), segments[2])
    assert totals(*swapped, session=None) == [("A - B", "A", 5, 21.0, 1), ("A - B", "B", 5, 11.0, 2)]
    assert outcomes(*swapped)[0] == (None, "A - B", "A", "B", 10.0)


def test_the_matches_of_a_swiss_are_each_a_ranking_and_are_not_added_up() -> None:
    rounds = (
        match(BOARDS, ("A", "B"), "1"), match(BOARDS[:1], ("C", "D"), "1"),
        match(BOARDS[:1], ("C", "A"), "2"), match(BOARDS[1:], ("D", "B"), "2"),
    )  # fmt: skip
    assert totals(*rounds) == [
        ("A - B", "B", 3, 11.0, 1), ("A - B", "A", 3, 10.0, 2), ("C - D", "C", 1, 10.0, 1), ("C - D", "D", 1, 0.0, 2),
    ]  # fmt: skip
    assert totals(*rounds, session=None) == []
    assert outcomes(*rounds) == [
        ("1", "A - B", "B", "A", 1.0),
        ("1", "C - D", "C", "D", 10.0),
        ("2", "A - C", "C", "A", 10.0),
        ("2", "B - D", "B", "D", 11.0),
    ]


def test_sides_without_names_are_told_by_their_rooms_in_a_session() -> None:
    sessions = (match(teams=None), match(teams=None, session="2"))
    assert totals(*sessions) == [
        ("", "N-S in the closed room", 3, 11.0, 1),
        ("", "N-S in the open room", 3, 10.0, 2),
    ]
    # They may be other teams in another session.
    assert totals(*sessions, session=None) == []


def test_a_number_that_sits_both_ways_is_a_team_s() -> None:
    numbers = {"X1": "7", "X2": "7", "Y1": "2", "Y2": "2"}
    seats = [pl.col(name).replace(numbers) for name in ("ns_pair", "ew_pair")]
    lines = match(teams=None, rooms=False).with_columns(seats)
    assert totals(lines) == [("", "2", 3, 11.0, 1), ("", "7", 3, 10.0, 2)]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (match(teams=None, rooms=False), NOT_TOLD),
        (match(((620, None),), teams=None), NOT_TOLD),
        # One board names no teams, and no room.
        (match().with_columns(pl.when(pl.col("board") != 2).then(pl.col("team", "ew_team", "room"))), NOT_TOLD),
        (match().with_columns(team=pl.lit("Home"), ew_team=pl.lit("Visit")), ONE_WAY),
        (pl.concat([match(), match()]), MANY),
        # A pair of one team is later seen to sit where the other's should.
        (match().with_columns(pl.when(pl.col("board") < 3).then("ns_pair").otherwise(pl.lit("Visit1"))), BOTH_SIDES),
    ],
)  # fmt: skip
def test_where_the_teams_are_not_told_nobody_is_ranked(lines: pl.DataFrame, why: str) -> None:
    assert totals(lines) == []
    assert untold(lines.lazy()).collect()["untold"].to_list() == [why]


def test_a_match_whose_teams_are_told_is_not_among_the_others() -> None:
    assert untold(match().lazy()).collect().is_empty()


def test_boards_won_are_added_over_the_matches_of_named_teams() -> None:
    rows = ranked(match(teams=("A", "B")), match(BOARDS[:1], ("C", "D")), profile="board-a-match")
    assert rows.select("section", "pair", "mp", "top", "percent", "place").rows() == [
        ("", "C", 2.0, 2.0, 100.0, 1),
        ("", "B", 4.0, 6.0, 66.67, 2),
        ("", "A", 2.0, 6.0, 33.33, 3),
        ("", "D", 0.0, 2.0, 0.0, 4),
    ]


@pytest.mark.parametrize(
    ("lines", "scoring", "profile", "unranked"),
    [
        (match(), "imps", "match-imps", None),
        (match(teams=None, rooms=False), "imps", "match-imps", NOT_TOLD),
        # Of more tables a board, too, pairs are not ranked against one another.
        (pl.concat([match(teams=None), match(teams=None)]), None, "match-imps", MANY),
        (match(), "matchpoints", "board-a-match", None),
        (match(teams=None, rooms=False), "matchpoints", "board-a-match", NOT_TOLD),
    ],
)
def test_a_team_event_is_scored_in_matches_and_its_choice_says_where_nobody_is_ranked(
    lines: pl.DataFrame, scoring: str | None, profile: str, unranked: str | None
) -> None:
    event = pl.DataFrame({"event_id": [1], "competition": ["teams"], "scoring": pl.Series([scoring], dtype=pl.String)})
    events, results = (
        schemas.conform(frame.lazy(), table) for frame, table in ((event, schemas.EVENTS), (lines, schemas.RESULTS))
    )
    [chosen] = choices(events.collect(), results, ()).to_dicts()
    assert chosen["profile"] == profile
    said = f"nobody is ranked in 1 match(es): {unranked}"
    assert chosen["why"].endswith(said) if unranked else "nobody" not in chosen["why"]
