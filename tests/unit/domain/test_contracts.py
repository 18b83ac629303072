"""The duplicate score of a contract, against the printed values of each era."""

import datetime as dt

import polars as pl
import pytest

from neuberg.domain.contracts import ERAS, contract_score, is_era_on, is_possible_score, possible_points


def score(level: int, strain: str, doubled: int, tricks: int, vulnerable: bool, era: int = 1987) -> int | None:
    row = pl.DataFrame(
        {"level": [level], "strain": [strain], "doubled": [doubled], "tricks": [tricks], "vulnerable": [vulnerable]}
    )
    return row.select(contract_score(**{name: pl.col(name) for name in row.columns}, era=era)).item()


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ((6, "H", 0, 12, False), 980),
        ((7, "D", 0, 13, False), 1440),
        ((2, "H", 0, 8, False), 110),
        ((2, "S", 0, 10, False), 170),
        ((1, "C", 0, 7, False), 70),
        ((3, "NT", 0, 11, True), 660),
        ((7, "H", 0, 13, True), 2210),
        ((1, "NT", 1, 9, True), 580),  # 80 below game: 50, 50 for the double, 2 · 200
        ((2, "C", 2, 8, False), 560),  # 160 is a game: 300, and 100 for the redouble
    ],
)
def test_made_contracts(contract: tuple[int, str, int, int, bool], expected: int) -> None:
    assert score(*contract) == expected


@pytest.mark.parametrize(("era", "expected"), [(1935, -1700), (1943, -1700), (1987, -2300)])
def test_nine_down_doubled_not_vulnerable_changed_in_1987(era: int, expected: int) -> None:
    assert score(7, "S", 1, 4, False, era) == expected


@pytest.mark.parametrize(("era", "expected"), [(1932, -20_800), (1935, -7600), (1987, -7600)])
def test_thirteen_down_redoubled_vulnerable(era: int, expected: int) -> None:
    assert score(7, "NT", 2, 0, True, era) == expected


@pytest.mark.parametrize(("era", "expected"), [(1943, (950, 1350)), (1987, (1000, 1400))])
def test_five_of_a_minor_redoubled_with_an_overtrick(era: int, expected: tuple[int, int]) -> None:
    assert (score(5, "C", 2, 12, False, era), score(5, "C", 2, 12, True, era)) == expected


@pytest.mark.parametrize(("era", "expected"), [(1932, [100, 250, 450, 700]), (1935, [100, 200, 300, 400])])
def test_vulnerable_undertricks(era: int, expected: list[int]) -> None:
    assert [-score(4, "S", 0, 10 - down, True, era) for down in (1, 2, 3, 4)] == expected  # type: ignore[operator]


@pytest.mark.parametrize(
    ("era", "tricks"), [(1932, [30, 70, 100, 140, 170, 210, 240]), (1935, [40, 70, 100, 130, 160, 190, 220])]
)
def test_no_trump_tricks(era: int, tricks: list[int]) -> None:
    premium = {1: 50, 2: 50, 3: 300, 4: 300, 5: 300}
    made = [score(level, "NT", 0, level + 6, False, era) for level in (1, 2, 3, 4, 5)]
    assert made == [value + premium[level] for level, value in enumerate(tricks[:5], start=1)]


def test_what_no_source_says_is_null_and_not_a_guess() -> None:
    assert score(4, "S", 1, 10, False, era=1935) is None
    assert score(6, "S", 0, 12, False, era=1932) is None


@pytest.mark.parametrize(
    ("day", "eras"),
    [
        (dt.date(1931, 12, 31), ()),
        (dt.date(1932, 1, 1), (1932,)),
        (dt.date(1935, 3, 30), (1932,)),
        (dt.date(1935, 3, 31), (1935,)),
        (dt.date(1943, 5, 1), (1935, 1943)),
        # The code of 1943 was American: elsewhere that of 1935 stood until 1948, or for the last until 1958.
        (dt.date(1946, 1, 1), (1935, 1943)),
        (dt.date(1959, 1, 1), (1943,)),
        (dt.date(1988, 12, 31), (1943, 1987)),
        (dt.date(1989, 1, 1), (1987,)),
        (None, (1987,)),
    ],
)
def test_eras_of_a_day(day: dt.date | None, eras: tuple[int, ...]) -> None:
    row = pl.DataFrame({"date": [day]}, schema={"date": pl.Date})
    assert tuple(era for era in ERAS if row.select(is_era_on(pl.col("date"), era)).item()) == eras


def test_a_doubled_contract_that_was_made_while_the_table_of_1935_may_have_stood_has_no_score() -> None:
    days = [dt.date(1946, 1, 1), dt.date(1946, 1, 1), dt.date(1959, 1, 1)]
    contract = {"level": 2, "strain": "S", "declarer": "N", "tricks": 8, "v": "None"}
    row = pl.DataFrame({**contract, "doubled": [0, 1, 1], "date": days})
    points = row.select(possible_points(pl.col("v"))[0].alias("now"), possible_points(pl.col("v"))[1].alias("before"))
    # 60 and 50 undoubled; doubled 120 and 300, and 50 by the table of 1943: what that of 1935 added is not known.
    assert points.rows() == [(110, 110), (None, None), (470, None)]
    scores = row.with_columns(ns_score=pl.Series([420, 420, 425]), date=pl.lit(dt.date(1946, 1, 1)), tricks=None)
    assert scores.select(is_possible_score(pl.col("v"))).to_series().to_list() == [True, True, False]


def test_of_a_day_before_the_oldest_table_that_is_known_nothing_is_said() -> None:
    days = [dt.date(1930, 9, 15), dt.date(1932, 1, 1)]
    row = pl.DataFrame(
        {
            "level": 3,
            "strain": "NT",
            "declarer": "N",
            "tricks": 9,
            "doubled": 0,
            "date": days,
            "v": "None",
            "ns_score": 25,
        }
    )
    assert [row.select(points).to_series().to_list() for points in possible_points(pl.col("v"))] == [
        [None, 400],
        [None, None],
    ]
    assert row.with_columns(tricks=None).select(is_possible_score(pl.col("v"))).to_series().to_list() == [None, False]
