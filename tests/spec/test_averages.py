"""Average plus and minus, awards that may be either, and a table that could not play (Law 12C; art. 96 of 1982)."""

import polars as pl
import pytest

import neuberg
from neuberg.score import standings

AWARDED = 3


def session(award: str, ns_award: float, ew_award: float) -> pl.DataFrame:
    """Pair 1 beats the other table on boards 1 and 2, pair 2 loses there; on board 3 table 1 has an award.

    Of pair 1's two other boards each is a top of 2, so its percentage is 100; that of pair 2, its opponents, is 0.
    """
    played = {"ns_pair": ["1", "3"], "ew_pair": ["2", "4"], "ns_score": [420, 50]}
    boards = [pl.DataFrame({"board": [board] * 2, **played}) for board in (1, 2)]
    third = pl.DataFrame({"board": [AWARDED] * 2, **played}).with_columns(
        ns_score=pl.Series([None, 50], dtype=pl.Int64),
        award_given=pl.Series([award, None], dtype=pl.String),
        ns_award=pl.Series([ns_award, None], dtype=pl.Float64),
        ew_award=pl.Series([ew_award, None], dtype=pl.Float64),
    )
    return pl.concat([*boards, third], how="diagonal")


def answers(award: str, ns_award: float, ew_award: float, profile: str) -> list[tuple[int, float, float]]:
    """The variants of the awarded line, with both sides' percentages of the full top."""
    scored = neuberg.score(session(award, ns_award, ew_award), profile=profile)
    line = scored.filter((pl.col("board") == AWARDED) & (pl.col("ns_pair") == "1")).sort("variant")
    return line.select("variant", "ns_pct", "ew_pct").rows()


@pytest.mark.parametrize(
    ("award", "percents", "found"),
    [
        # Average plus is at least 60 and rises to the pair's 100; average minus at most 40 and falls to its 0.
        ("AVE+/AVE-", (60.0, 40.0), [(1, 100.0, 0.0)]),
        ("AVE/AVE", (50.0, 50.0), [(1, 50.0, 50.0)]),
        # A fixed award stays.
        ("60-40", (60.0, 40.0), [(1, 60.0, 40.0)]),
        # USEBIO's code is either: both answers, the fixed one first.
        ("A6040", (60.0, 40.0), [(1, 60.0, 40.0), (2, 100.0, 0.0)]),
        ("A4060", (40.0, 60.0), [(1, 40.0, 60.0)]),
        ("A5050", (50.0, 50.0), [(1, 50.0, 50.0)]),
        ("A6060", (60.0, 60.0), [(1, 60.0, 60.0), (2, 100.0, 60.0)]),
        # Nobody at fault: average plus for both.
        ("PREVENTED", (60.0, 60.0), [(1, 100.0, 60.0)]),
    ],
)
def test_an_award_against_the_pairs_percentage(
    award: str, percents: tuple[float, float], found: list[tuple[int, float, float]]
) -> None:
    assert answers(award, *percents, "wbf-1991") == found


def test_a_body_that_does_not_look_at_the_session_gives_the_code_as_it_stands() -> None:
    assert answers("A6040", 60.0, 40.0, "magic-contest") == [(1, 60.0, 40.0)]


def test_article_96_gives_a_prevented_table_half_the_top_or_its_session_if_that_is_higher() -> None:
    # Alone in its form: no matchpoint there and one for the other score, 1 of 2; pair 1's session is 100 per cent.
    assert answers("PREVENTED", 60.0, 60.0, "nbb-1982") == [(1, 100.0, 50.0)]


def test_before_1998_no_text_lowers_an_average_minus_to_the_pairs_own_percentage() -> None:
    assert answers("AVE+/AVE-", 60.0, 40.0, "nbb-1982") == [(1, 100.0, 40.0)]


def test_no_line_is_lost_where_the_event_is_not_named() -> None:
    frame = session("AVE+/AVE-", 60.0, 40.0).with_columns(event_id=pl.lit(None, dtype=pl.Int64))
    scored = neuberg.score(frame, profile="wbf-1991")
    assert scored.height == frame.height
    assert scored.filter(pl.col("award_given").is_not_null())["ns_pct"].to_list() == [100.0]


def test_a_cancelled_score_is_none_of_the_other_boards() -> None:
    # Pair 1's one real board has two scores where three are expected: (3·2 + 1)/2 = 3.5 of 4, 87.5 per cent. On another
    # its form was played once, which is cancelled at 60: with that it would be 73.75.
    played = pl.DataFrame({"board": [1, 1], "ns_pair": ["1", "3"], "ew_pair": ["2", "4"], "ns_score": [420, 50]})
    cancelled = played.with_columns(board=pl.lit(2, dtype=pl.Int64), given_group=pl.Series(["x", "y"]))
    more = played.tail(1).with_columns(
        board=pl.lit(2, dtype=pl.Int64), ns_pair=pl.lit("5"), ew_pair=pl.lit("6"), given_group=pl.lit("y")
    )
    awarded = played.head(1).with_columns(
        board=pl.lit(3, dtype=pl.Int64), ns_score=None, award_given=pl.lit("AVE+/AVE-"), ns_award=60.0, ew_award=40.0
    )
    other = played.tail(1).with_columns(board=pl.lit(3, dtype=pl.Int64))
    frame = pl.concat([played, cancelled, more, awarded, other], how="diagonal_relaxed")
    line = neuberg.score(frame, profile="ebu-2025").filter(pl.col("award_given").is_not_null())
    assert line["ns_pct"].to_list() == [87.5]


def test_both_answers_of_a_code_reach_the_standings() -> None:
    scored = neuberg.score(session("A6040", 60.0, 40.0).with_row_index("result_id"), profile="wbf-1991")
    totals = standings(scored.lazy(), profile="wbf-1991").collect()
    first = totals.filter(pl.col("pair") == "1").sort("variant").select("variant", "boards", "mp")
    # Two tops of 2 and 1.2, or a third top.
    assert first.rows() == [(1, 3, 5.2), (2, 3, 6.0)]


def test_average_plus_is_rounded_from_its_exact_value() -> None:
    # Pair 1 has 3, 3, 2.5 and 0 of 3 on its four boards: 8.5 of 12, 70.8333 per cent, which are 2.125 of 3: 2.13.
    won = {1: [50, 0, 0, 0], 2: [50, 0, 0, 0], 3: [50, 50, 0, 0], 4: [-50, 0, 0, 0]}
    pairs = {"ns_pair": ["1", "2", "3", "4"], "ew_pair": ["5", "6", "7", "8"]}
    boards = [pl.DataFrame({"board": [board] * 4, **pairs, "ns_score": scores}) for board, scores in won.items()]
    fifth = pl.DataFrame({"board": [5] * 4, **pairs}).with_columns(
        ns_score=pl.Series([None, 0, 0, 0], dtype=pl.Int64),
        award_given=pl.Series(["AVE+/AVE-", None, None, None]),
        ns_award=pl.Series([60.0, None, None, None]),
        ew_award=pl.Series([40.0, None, None, None]),
    )
    scored = neuberg.exact(pl.concat([*boards, fifth], how="diagonal"), profile="acbl-1991")
    line = scored.filter(pl.col("award_given").is_not_null())
    # Their opponents have 3.5 of 12, 29.1667 per cent: 0.875, 0.88.
    assert line.select("ns_mp", "ew_mp", "ns_pct").rows() == [(2.13, 0.88, 71.0)]
    assert line.select(ns=pl.col("ns_num") / pl.col("den"), ew=pl.col("ew_num") / pl.col("den")).row(0) == (
        2.125,
        0.875,
    )
