"""Ties: places go by exact totals, whatever their denominators; what is shown is rounded at the end."""

import numpy as np
import polars as pl
import pytest

import neuberg
from neuberg.score import standings
from neuberg.score.ratios import PARTS, Compared, Totals, compared


def lines(boards: list[tuple[str, list[int]]]) -> pl.DataFrame:
    """Boards of three tables: the N-S pairs, a letter each, and the scores; E-W sit 11, 12 and 13."""
    rows = [
        (board, ns, str(11 + table), score)
        for board, (pairs, scores) in enumerate(boards, start=1)
        for table, (ns, score) in enumerate(zip(pairs, scores, strict=True))
    ]
    schema = ["board", "ns_pair", "ew_pair", "ns_score"]
    frame = pl.DataFrame(rows, schema=schema, orient="row").with_row_index("result_id")
    return frame.with_columns(event_id=1, session=pl.lit("1"), section=pl.lit(""))


# A is last of three and then second; B is tied for the last place twice.
THIRDS = lines([("ACD", [-50, 0, 50]), ("ACD", [0, -50, 50]), ("BCD", [-50, -50, 50]), ("BCD", [-50, 50, -50])])


def test_equal_sums_of_other_thirds_share_a_place() -> None:
    # Ascherman, 100 (S + 1) / 6: A has 16 2/3 and 50, B twice 33 1/3; D wins, and C has more than they.
    scored = neuberg.exact(THIRDS, profile="ascherman").lazy()
    found = standings(scored, profile="ascherman").filter(pl.col("pair").is_in(["A", "B"])).sort("pair").collect()
    assert found.select("pair", "mp", "top", "percent", "place").rows() == [
        ("A", 66.666667, 200.0, 33.33, 3),
        ("B", 66.666667, 200.0, 33.33, 3),
    ]


def test_equal_averages_over_unequal_numbers_of_boards_share_a_place() -> None:
    # 30 is 20 above 10 (1 IMP) and 440 above −410 (10): 11/3 a comparison. B has that twice, A once.
    scores = [30, 20, 10, -410]
    boards = [("ACDE", scores), ("BCDE", scores), ("BCDE", scores)]
    scored = neuberg.exact(lines(boards), profile="cross-imps").lazy()
    found = standings(scored, profile="cross-imps").filter(pl.col("pair").is_in(["A", "B"])).sort("pair").collect()
    assert found.select("boards", "imp", "place").rows() == [(1, 3.666667, 1), (2, 7.333333, 1)]


def pairs(carried: dict[str, float], players: list[str] | None = None) -> pl.LazyFrame:
    """Lines of the event, a pair's and its carry-over each, and the players in their order."""
    rows = [
        (1, None, "", pair, "NS", [players[i]] if players else [], over)
        for i, (pair, over) in enumerate(carried.items())
    ]
    schema = {
        "event_id": pl.Int64, "session": pl.String, "section": pl.String, "pair": pl.String, "direction": pl.String,
        "players": pl.List(pl.String), "carryover": pl.Float64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row").lazy()


@pytest.mark.parametrize("players", [None, ["Ann & Bea", "Cy & Di"]])
def test_what_is_carried_over_is_added_as_the_decimal_that_is_printed(players: list[str] | None) -> None:
    """1.2 + 10.7 = 0.8 + 11.1 = 11.9, which floats miss; the session names nobody, so the numbers say who has which."""
    frame = lines([("AB", [0, 0])]).with_columns(
        kind=pl.lit("artificial"), ns_score=None, ns_award=pl.Series([60, 40]), ew_award=pl.Series([40, 60])
    )
    scored = neuberg.exact(frame, profile="wbf-1991").lazy()
    found = standings(scored, profile="wbf-1991", pairs=pairs({"A": 10.7, "B": 11.1}, players))
    whole = found.filter(pl.col("session").is_null(), pl.col("direction") == "NS").collect()
    assert whole.select("pair", "mp", "carryover", "place").sort("pair").rows() == [
        ("A", 11.9, 10.7, 1),
        ("B", 11.9, 11.1, 1),
    ]


def test_a_penalty_is_taken_off_exactly() -> None:
    """Magic Contest rounds a board to 0.1, and no total."""
    frame = lines([("ABC", [50, 0, -50])]).with_columns(event_id=1)
    rows = {
        "event_id": [1] * 2,
        "session": ["1"] * 2,
        "section": [""] * 2,
        "pair": ["A", "B"],
        "per_cent": [51.25, 1.25],
    }
    scored = neuberg.exact(frame, profile="magic-contest").lazy()
    found = standings(scored, profile="magic-contest", penalties=pl.LazyFrame(rows)).filter(pl.col("direction") == "NS")
    # 4 − 2.05 and 2 − 0.05 of 4.
    assert found.sort("pair").select("pair", "mp", "percent", "place").collect().rows() == [
        ("A", 1.95, 48.75, 1),
        ("B", 1.95, 48.75, 1),
        ("C", 0.0, 0.0, 3),
    ]


def of_parts(rows: list[list[tuple[int, int]]], over: list[int]) -> Compared:
    """Totals of one event with these fractions, each a share of so much."""
    parts = pl.Series([[{"num": num, "den": den} for num, den in row] for row in rows], dtype=PARTS)
    nothing = pl.Series([None] * len(rows), dtype=pl.Float64)
    shares = np.array(over)
    return compared(Totals(np.ones(len(rows), np.int64), parts, nothing, shares, shares))


def test_equal_shares_of_other_tops_are_equal() -> None:
    found = of_parts([[(1, 3)], [(1, 3), (1, 3)], [(1, 3), (1, 3), (1, 7)]], [7, 14, 14])
    assert found.order[0] == found.order[1] < found.order[2]
    # 1/21 is 4.7619 per cent; 17/21 of 14 is 5.78.
    assert found.hundredths.tolist() == [476, 476, 578]


#: Ten primes below 2000: their product, 10³³, is far above 63 bits.
PRIMES = (1999, 1997, 1993, 1987, 1979, 1973, 1951, 1949, 1933, 1931)


def test_totals_whose_common_denominator_is_of_any_size_are_exact() -> None:
    every = [(1, prime) for prime in PRIMES]
    # The second is as much, said in other fractions; the third has 2/3863 in place of 2/3862: 1.3 · 10⁻⁷ less.
    found = of_parts([every, [(2, 2 * prime) for prime in reversed(PRIMES)], [*every[:-1], (2, 3863)]], [10] * 3)
    assert found.order[0] == found.order[1] > found.order[2]
    # To six decimals they are the same: 10 over some 1969.
    assert found.total.tolist() == [0.005079] * 3
    assert found.hundredths.tolist() == [5, 5, 5]


def test_a_half_of_a_hundredth_goes_up_from_its_exact_value() -> None:
    # 1/8 of 1000 is 0.0125 per cent, 1/12 is 0.0083; 1/200 of 100 is 0.005, and 1/201 is less.
    assert of_parts([[(1, 8)], [(1, 12)]], [1000] * 2).hundredths.tolist() == [1, 1]
    assert of_parts([[(3, 2)]], [100]).hundredths.tolist() == [150]
    assert of_parts([[(1, 200)], [(1, 201)]], [100] * 2).hundredths.tolist() == [1, 0]
