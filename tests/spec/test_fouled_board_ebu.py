"""A fouled board in the EBU: Neuberg for every group in the old article, awards for small groups in 2025.

White Book 2025, 4.2.3 (read in a digest): (E/n)(S + 1) − 1 where the group has more than three scores or more than a
third of E, the scores expected; else 65 and 55 or 70, 60 and 50 per cent; a form played once is cancelled and both
sides have 60 per cent. To the nearest 0.0001, an exact half away from the average.
"""

import polars as pl
import pytest

import neuberg
from spec.drawn import check


def test_FB_01_the_article_has_neuberg_for_seven_and_for_three_of_ten() -> None:
    """Printed by Nick Doe, Scoring of fouled boards, about 2000; the groups' sums are 63 and 27."""
    check(
        "ebu-article",
        """
        ns   score  group | ns_mp  ew_mp  n  method
         1    +690    a   |  17.6    0.4  7  formula
         2    +680    a   |  14.7    3.3  7  formula
         3    +660    a   |  11.9    6.1  7  formula
         4    +650    a   |   9.0    9.0  7  formula
         5    +630    a   |   6.1   11.9  7  formula
         6    +620    a   |   3.3   14.7  7  formula
         7    -100    a   |   0.4   17.6  7  formula
         8    +420    b   |  15.7    2.3  3  formula
         9    +170    b   |   9.0    9.0  3  formula
        10     -50    b   |   2.3   15.7  3  formula
        """,
    )


def test_the_article_gives_a_single_score_the_average() -> None:
    """(10/1)(0 + 1) − 1 is 9 of 18."""
    check(
        "ebu-article",
        """
        ns   score  times  group | ns_mp  ew_mp  n  method
         1    +650      9    a   |   9.0    9.0  9  formula
         2    +420      1    b   |   9.0    9.0  1  formula
        """,
    )


def test_FB_02_two_of_five_are_more_than_a_third() -> None:
    """Printed in discussion 1580 of the EBU's forum: Neuberg, not 65 and 55; a top of 8."""
    check(
        "ebu-2025",
        """
        ns   score  group |  ns_mp   ew_mp  n  method
         1    -110    a   |    6.5     1.5  2  formula
         2    -200    a   |    1.5     6.5  2  formula
         3    +620    b   | 7.3333  0.6667  3  formula
         4    +170    b   |      4       4  3  formula
         5    -100    b   | 0.6667  7.3333  3  formula
        """,
    )


def test_FB_09_three_of_twelve_have_awards() -> None:
    """70, 60 and 50 per cent of 22."""
    check(
        "ebu-2025",
        """
        ns   score  times  group | ns_mp  ew_mp  ns_pct  ew_pct  method
         1    +620      9    a   |  11.0   11.0   50.00   50.00  formula
         2    +420      1    b   |  15.4   11.0   70.00   50.00  award
         3    +170      1    b   |  13.2   13.2   60.00   60.00  award
         4     -50      1    b   |  11.0   15.4   50.00   70.00  award
        """,
    )


@pytest.mark.parametrize(
    ("scores", "percent"),
    [
        pytest.param(("+420", "+420", " -50"), ("65", "65", "50"), id="two best"),
        pytest.param(("+420", " -50", " -50"), ("70", "55", "55"), id="two worst"),
        pytest.param(("+420", "+420", "+420"), ("60", "60", "60"), id="all equal"),
    ],
)
def test_FB_10_equal_scores_share_the_awards(scores: tuple[str, ...], percent: tuple[str, ...]) -> None:
    """The White Book's formula implies it: 60 + 5·(S − (n − 1)) per cent."""
    check(
        "ebu-2025",
        f"""
        ns   score  times  group | ns_pct  method
         1    +620      9    a   |  50.00  formula
         2    {scores[0]}      1    b   |  {percent[0]}.00  award
         3    {scores[1]}      1    b   |  {percent[1]}.00  award
         4    {scores[2]}      1    b   |  {percent[2]}.00  award
        """,
    )


@pytest.mark.parametrize(
    ("n", "others", "method"),
    [
        pytest.param(3, 5, "formula", id="3 of 8"),
        pytest.param(3, 6, "award", id="3 of 9: just a third"),
        pytest.param(3, 7, "award", id="3 of 10"),
        pytest.param(2, 3, "formula", id="2 of 5"),
        pytest.param(2, 4, "award", id="2 of 6: just a third"),
        pytest.param(4, 5, "formula", id="4 of 9"),
    ],
)
def test_FB_11_more_than_three_or_more_than_a_third(n: int, others: int, method: str) -> None:
    check(
        "ebu-2025",
        f"""
        ns   score  times  group | n          method
         1    +620      {others}    a   | {others}          formula
         2    +420      {n}    b   | {n}          {method}
        """,
    )


def test_a_third_is_of_the_scores_expected() -> None:
    """Two of five beside a sitting-out table: six are expected, two are a third of them and have 65 and 55 of 10."""
    check(
        "ebu-2025",
        """
        ns   score  times  group  expected | ns_mp  ew_mp  ns_pct  method
         1    +620      3    a           6 |     5      5   50.00  formula
         2    +420      1    b           6 |   6.5    5.5   65.00  award
         3     -50      1    b           6 |   5.5    6.5   55.00  award
        """,
    )


def test_V38_a_form_played_once_is_cancelled_and_is_still_a_line() -> None:
    """White Book 3.3.2: 60 per cent of 18 to both; the nine by Neuberg to ten, (10/9)(16 + 1) − 1 for the best."""
    check(
        "ebu-2025",
        """
        ns   score  times  group |   ns_mp    ew_mp  field  method
         1    +690      1    a   | 17.8889   0.1111     10  formula
         2    +620      7    a   |  9.0000   9.0000     10  formula
         3    -100      1    a   |  0.1111  17.8889     10  formula
         4    +420      1    b   | 10.8000  10.8000     10  cancelled
        """,
    )


def test_what_is_left_after_cancelling_may_be_one_form() -> None:
    """Two of eight would have awards; the other six forms were played once, so the two are the only group."""
    check(
        "ebu-2025",
        """
        ns   score  group | ns_mp  ew_mp  method
         1    +620    a   |    11      3  formula
         2    +170    a   |     3     11  formula
         3    +420    b   |   8.4    8.4  cancelled
         4    +420    c   |   8.4    8.4  cancelled
         5    +420    d   |   8.4    8.4  cancelled
         6    +420    e   |   8.4    8.4  cancelled
         7    +420    f   |   8.4    8.4  cancelled
         8    +420    g   |   8.4    8.4  cancelled
        """,
    )


def test_a_board_of_one_form_is_not_fouled_however_few_played_it() -> None:
    """One score and two averages: nothing to cancel; (3/1)(0 + 1) − 1 is the average of a top of 4."""
    check(
        "ebu-2025",
        """
        ns   score | ns_mp  ew_mp  method
         1    +620 |     2      2  formula
         2   50-50 |     2      2  artificial
         3   60-40 |   2.4    1.6  artificial
        """,
    )


def test_FB_20_one_case_four_answers() -> None:
    """Three of seven beside a group of four: ACBL awards, EBU 2025 Neuberg, the earlier formula, and unfouled."""
    percents = {
        "acbl-1991": ("70.00", "60.00", "50.00"),
        "ebu-2025": ("88.89", "50.00", "11.11"),
        "nbb-1982": ("66.67", "50.00", "33.33"),
        "one-field": ("33.33", "16.67", " 0.00"),
    }
    for profile, (best, middle, worst) in percents.items():
        of_the_four = "75.00" if profile == "one-field" else "50.00"
        check(
            profile,
            f"""
            ns   score  times  group | ns_pct
             1    +620      4    a   |  {of_the_four}
             2    +420      1    b   |  {best}
             3    +170      1    b   |  {middle}
             4     -50      1    b   |  {worst}
            """,
        )


def test_what_a_cancelled_score_leaves_alone_goes_by_the_formula_whatever_its_size() -> None:
    """Three scores are less than a third of 16, and one group: (16/3)(S + 1) − 1 of a top of 30; the single has 18."""
    scores = {"board": [1] * 4, "ns_score": [620, 170, -100, 420], "given_group": ["a", "a", "a", "b"]}
    scored = neuberg.score(pl.DataFrame({**scores, "expected": [16] * 4}), profile="ebu-2025")
    assert scored.select("ns_mp", "method").rows() == [
        (25.6667, "formula"),
        (15.0, "formula"),
        (4.3333, "formula"),
        (18.0, "cancelled"),
    ]
