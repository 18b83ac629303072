"""Events at IMPs, board-a-match and total points through the public interface: scores, awards, tables and standings."""

import datetime as dt

import polars as pl
import pytest

import neuberg
from neuberg import schemas
from neuberg.domain.plays import plays
from neuberg.parts.choices import choices
from neuberg.score import standings


def board(scores: list[int | None], **columns: object) -> pl.DataFrame:
    size = len(scores)
    pairs = {"ns_pair": [f"{2 * i + 1}" for i in range(size)], "ew_pair": [f"{2 * i + 2}" for i in range(size)]}
    return pl.DataFrame({"board": [1] * size, "ns_score": scores, **pairs, **columns}).with_row_index("result_id")


def numbered(number: int, scores: list[int]) -> pl.DataFrame:
    number_of = pl.lit(number, dtype=pl.Int64)
    return board(scores).with_columns(board=number_of, result_id=pl.col("result_id") + 10 * number)


def imps(frame: pl.DataFrame, profile: str) -> list[float | None]:
    return neuberg.score(frame, profile=profile)["ns_imp"].to_list()


def test_butler_against_the_datum_without_the_best_and_worst() -> None:
    # Left are 170 and 140, mean 155, to 160 away from nought: 420 is 260 above, worth 6.
    assert imps(board([420, 170, 140, -50]), "butler") == [6.0, 0.0, -1.0, -5.0]


def test_butler_with_three_scores_drops_none() -> None:
    # 420 + 170 − 50 = 540, datum 180.
    assert imps(board([420, 170, -50]), "butler") == [6.0, 0.0, -6.0]


def test_the_datum_of_acblscore_goes_to_the_even_ten() -> None:
    # Mean 425: 420 there, 430 by the EBU's rounding; 450 is 30 or 20 above, 1 IMP by either.
    assert imps(board([450, 400]), "butler-acblscore") == [1.0, -1.0]
    assert imps(board([450, 400]), "butler-mean") == [1.0, -1.0]
    # Mean 435: 440, so 390 loses 50 points, 2 IMPs, where 430 would leave 40, 1 IMP.
    assert imps(board([480, 390]), "butler-acblscore") == [1.0, -2.0]


def test_each_form_of_a_fouled_board_has_its_own_datum() -> None:
    found = imps(board([420, 400, -50, -70], given_group=["a", "a", "b", "b"]), "butler-mean")
    assert found == [0.0, 0.0, 0.0, 0.0]  # data 410 and −60: nobody is 20 off


def test_cross_imps_averaged_added_and_brought_to_the_board() -> None:
    # 420 against 170 is 6 and against −50 is 10; 170 against −50 is 6.
    frame = board(
        [420, 170, -50, None],
        kind=["played"] * 3 + ["artificial"],
        ns_award=[None] * 3 + [60.0],
        ew_award=[None] * 3 + [40.0],
    )
    assert imps(frame, "cross-imps") == [8.0, 0.0, -8.0, 3.0]
    assert imps(frame, "cross-imps-scores") == [5.3333, 0.0, -5.3333, 3.0]
    # ACBLscore: times (4 − 1)/(3 − 1), and three IMPs for each of three comparisons.
    assert imps(frame, "cross-imps-total") == [24.0, 0.0, -24.0, 9.0]
    # EBU: 16 · 4/3 / (4 − 1).
    assert imps(frame, "cross-imps-ebu") == [7.1111, 0.0, -7.1111, 3.0]


def test_XI_04_a_comparison_of_the_polish_cavendish_is_worth_seventeen_at_most() -> None:
    # Printed by turniejebrydza.pl, but for its last figure: −7.25, and the board would not add up to nought.
    assert imps(board([730, -170, 100, -420, -400]), "cross-imps-poland") == [14.0, -2.25, 4.25, -8.25, -7.75]
    # Against −1000 half of 22 IMPs, of which 17 count, for 2000, and half of 14 for nought.
    parts = [[{"score": 2000, "weight": 5000}, {"score": 0, "weight": 5000}], None]
    frame = board([None, -1000], kind=["weighted", "played"]).with_columns(ns_components=pl.Series(parts))
    assert imps(frame, "cross-imps-poland") == [15.5, -15.5]
    assert imps(frame, "cross-imps") == [18.0, -18.0]


def test_a_line_for_several_tables_counts_as_so_many() -> None:
    # 420 against two of −50: 10 each over two comparisons.
    assert imps(board([420, -50], multiplicity=[1, 2]), "cross-imps") == [10.0, -5.0]


@pytest.mark.parametrize(
    ("day", "worth"),
    # 60 points: 2 IMPs since September 1962, 1 by the table of 1960; no table is known for 1950.
    [(dt.date(1962, 9, 1), 2.0), (dt.date(1961, 5, 1), 1.0), (None, 2.0), (dt.date(1950, 1, 1), None)],
)
def test_the_table_in_force_at_the_date(day: dt.date | None, worth: float | None) -> None:
    frame = board([110, 50], date=pl.Series([day, day], dtype=pl.Date))
    assert imps(frame, "match-imps")[0] == worth


def test_a_match_is_scored_between_its_two_tables() -> None:
    scored = neuberg.score(board([620, 170]), profile="match-imps")
    assert scored.select("ns_imp", "ew_imp", "method").rows() == [(10.0, -10.0, "plain"), (-10.0, 10.0, "plain")]


def test_one_table_alone_and_a_board_met_in_two_forms_have_no_imps() -> None:
    assert imps(board([620]), "match-imps") == [None]
    assert imps(board([620, 170], given_group=["a", "b"]), "match-imps") == [None, None]


def test_an_award_in_a_match_stands_for_both_its_tables() -> None:
    frame = board([None, 620], kind=["artificial", "played"], ns_award=[60.0, None], ew_award=[40.0, None])
    # Average plus is 3 IMPs to the team that sat N-S at the first table and E-W at the second.
    scored = neuberg.score(frame, profile="match-imps")
    assert scored.select("ns_imp", "ew_imp").rows() == [(3.0, -3.0), (-3.0, 3.0)]


def matches(forms: list[str | None]) -> pl.DataFrame:
    """Two matches of two tables on one board: N-S have 620 and −100 in the first, 170 and 140 in the second."""
    return pl.DataFrame(
        {
            "result_id": [1, 2, 3, 4],
            "board": [1] * 4,
            "scored_with": ["A-B", "A-B", "C-D", "C-D"],
            "team": ["A", "B", "C", "D"],
            "ns_score": [620, -100, 170, 140],
            "given_group": forms,
        }
    )


def test_board_a_match_in_one_form() -> None:
    scored = neuberg.score(matches([None] * 4), profile="board-a-match")
    assert scored.select("ns_mp", "ew_mp").rows() == [(2.0, 0.0), (0.0, 2.0), (2.0, 0.0), (0.0, 2.0)]
    totals = standings(scored.lazy(), profile="board-a-match").sort("pair").collect()
    assert totals.select("pair", "boards", "mp", "percent", "place").rows() == [
        ("A", 1, 2.0, 100.0, 1),
        ("B", 1, 0.0, 0.0, 3),
        ("C", 1, 2.0, 100.0, 1),
        ("D", 1, 0.0, 0.0, 3),
    ]


@pytest.mark.parametrize(
    ("profile", "answers"),
    [
        # Table 1 and 3 met form x (620 beats 170), 2 and 4 form y (140 beats −100). Team A: N-S all of 620's field, E-W
        # all of the other: 200 per cent, won. Team C: 0 and 0, lost. Both rules agree.
        ("bam-acbl-1976", [(1, 2.0, 0.0), (1, 0.0, 2.0), (1, 0.0, 2.0), (1, 2.0, 0.0)]),
        ("bam-nbb-1982", [(1, 2.0, 0.0), (1, 0.0, 2.0), (1, 0.0, 2.0), (1, 2.0, 0.0)]),
        ("board-a-match", [(1, None, None)] * 4),
    ],
)
def test_a_team_that_met_the_board_in_two_forms(profile: str, answers: list[tuple[int, float, float]]) -> None:
    scored = neuberg.score(matches(["x", "y", "x", "y"]), profile=profile)
    assert scored.select("variant", "ns_mp", "ew_mp").rows() == answers


def with_weighted(scores: list[int], parts: list[tuple[int, int]]) -> pl.DataFrame:
    """A board whose last line has a score of several parts: (points, per cent)."""
    rows = [{"score": score, "weight": 100 * weight} for score, weight in parts]
    components = pl.Series([None] * len(scores) + [rows], dtype=schemas.COMPONENTS)
    return board([*scores, None], kind=["played"] * len(scores) + ["weighted"], ns_components=components)


def test_each_part_of_a_weighted_score_is_made_imps_and_weighted_then() -> None:
    # 100 against 420 loses 320, 8 IMPs: half of it against the weighted score, so −12 over two comparisons.
    assert imps(with_weighted([100, 420], [(100, 50), (420, 50)]), "cross-imps") == [-6.0, 6.0, 0.0]
    # In a match half of 8 IMPs, and of none.
    assert imps(with_weighted([100], [(100, 50), (420, 50)]), "match-imps") == [-4.0, 4.0]


def test_a_datum_with_a_weighted_score_is_not_guessed() -> None:
    assert imps(with_weighted([100, 420], [(100, 50), (420, 50)]), "butler-mean") == [None, None, None]


def test_total_points_are_added() -> None:
    frame = pl.concat([numbered(1, [620, 170]), numbered(2, [-50, 0])])
    totals = standings(neuberg.score(frame, profile="total-points").lazy(), profile="total-points").collect()
    found = totals.filter(pl.col("pair").is_in(["1", "2"])).sort("pair").select("pair", "boards", "points").rows()
    assert found == [("1", 2, 570), ("2", 2, -570)]


def test_equal_totals_of_thirds_share_a_place() -> None:
    # 30 is 20 above 10 (1 IMP) and 440 above −410 (10): 11 over three comparisons. 20 beats only −410: 10.
    # Pairs 1 and 3 change places on the second board.
    top, same = [30, 20, 10, -410], [20, 30, 10, -410]
    frame = pl.concat([numbered(1, top), numbered(2, same), numbered(3, [0, 0, 0, 0])])
    totals = standings(neuberg.exact(frame, profile="cross-imps").lazy(), profile="cross-imps").collect()
    found = totals.filter(pl.col("pair").is_in(["1", "3"])).sort("pair").select("pair", "imp", "place").rows()
    assert found == [("1", 7.0, 1), ("3", 7.0, 1)]  # 11/3 + 10/3


@pytest.mark.parametrize("teams", [["A", "B", "A"], [None, None, None]])
def test_an_award_at_the_only_line_of_a_board_counts_for_both_teams(teams: list[str | None]) -> None:
    """Board 1: 470 points are 10 IMPs. Board 2 was not played: 60-40 is 3 IMPs to A, which sat N-S: 13-0."""
    frame = pl.DataFrame(
        {
            "result_id": [1, 2, 3],
            "board": [1, 1, 2],
            "ns_score": [420, -50, None],
            "kind": ["played", "played", "artificial"],
            "ns_award": [None, None, 60.0],
            "ew_award": [None, None, 40.0],
            "ns_pair": ["A", "B", "A"],
            "ew_pair": ["B", "A", "B"],
            "team": pl.Series(teams, dtype=pl.String),
        }
    )
    scored = neuberg.exact(frame, profile="match-imps").lazy()
    found = standings(scored, profile="match-imps").sort("pair").select("pair", "boards", "imp").collect()
    assert found.rows() == [("A", 2, 13.0), ("B", 2, 0.0)]


@pytest.mark.parametrize(
    ("date", "season", "said"),
    [
        (dt.date(1961, 7, 1), "1961", "IMPs by imps-1960, which may not have been in force on 1961-07-01"),
        # Only the year is known: the table changed on 1 September, and that of its last day is taken.
        (None, "1962", "IMPs by imps-1962, which may not have been in force in 1962"),
        (None, "1955", "no table of IMPs that was in force in 1955 is known"),
        (None, "1963", None),
        (None, "unknown", None),
    ],
)
def test_the_choice_of_an_event_says_where_its_table_of_imps_is_in_doubt(
    date: dt.date | None, season: str, said: str | None
) -> None:
    row = {"event_id": 1, "scoring": "cross_imps", "date": date, "season": season}
    events = schemas.conform(pl.LazyFrame([row], schema_overrides={"date": pl.Date}), schemas.EVENTS)
    lines = board([110, 50]).with_columns(event_id=pl.lit(1, dtype=pl.Int64), session=pl.lit("1"), section=pl.lit(""))
    results = schemas.conform(lines.lazy(), schemas.RESULTS)
    [chosen] = choices(events.collect(), results, ()).to_dicts()
    assert chosen["why"] == "the body is not known; the default" + (f"; {said}" if said else "")
    # 60 points are 1 IMP by the table of 1960 and 2 since 1962.
    scored = neuberg.score(plays(results, schemas.empty(schemas.BOARDS).lazy(), events).collect(), profile="cross-imps")
    worth = {"1961": 1.0, "1955": None}.get(season, 2.0)
    assert scored["ns_imp"][0] == worth
