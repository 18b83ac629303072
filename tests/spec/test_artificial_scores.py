"""Artificial adjusted scores, Law 12C: a percentage of the full top, and what they do to the others' scores."""

import pytest

from spec.drawn import check

PLUS_ONE = pytest.mark.parametrize("profile", ["nbb-1982", "norway-plus-one"])


def test_AA_01_average_plus_is_of_the_full_top() -> None:
    """Said in the EBU's forum, 7177: 60 of 100, whatever the formula leaves to the best real score."""
    check(
        "ebu-2025",
        """
        ns   score  times | ns_mp  ew_mp  ns_pct  ew_pct  method
         1    +690      1 | 99.98   0.02   99.98    0.02  formula
         2    +620     48 | 50.00  50.00   50.00   50.00  formula
         3    -100      1 |  0.02  99.98    0.02   99.98  formula
         4   60-40      1 | 60.00  40.00   60.00   40.00  artificial
        """,
    )


@PLUS_ONE
def test_AA_03_by_hand_each_average_adds_one_to_every_real_score(profile: str) -> None:
    """Printed at blakjak.org, Manual scoring with averages; six tables, a top of 10, 30 in all."""
    check(
        profile,
        """
        ns   score | ns_mp  ew_mp  method
         1    -200 |     1      9  added
         2    -100 |     3      7  added
         3    +110 |     5      5  added
         4    +140 |     7      3  added
         5    +170 |     9      1  added
         6   50-50 |     5      5  artificial
        """,
    )


@PLUS_ONE
def test_AA_04_two_pairs_of_equal_scores_and_an_average(profile: str) -> None:
    """Printed in the same place."""
    check(
        profile,
        """
        ns   score | ns_mp
         1    -100 |     2
         2    -100 |     2
         3    +110 |     6
         4    +110 |     6
         5    +170 |     9
         6   50-50 |     5
        """,
    )


@PLUS_ONE
def test_AA_04_three_equal_scores_and_an_average(profile: str) -> None:
    """Printed in the same place."""
    check(
        profile,
        """
        ns   score | ns_mp
         1    -100 |     1
         2     -50 |     3
         3    +110 |     7
         4    +110 |     7
         5    +110 |     7
         6   50-50 |     5
        """,
    )


@PLUS_ONE
def test_AA_04_two_averages_add_two(profile: str) -> None:
    """Printed in the same place."""
    check(
        profile,
        """
        ns   score | ns_mp
         1    -100 |     2
         2     -50 |     4
         3    +110 |     7
         4    +110 |     7
         5   50-50 |     5
         6   50-50 |     5
        """,
    )


@PLUS_ONE
def test_AA_05_average_plus_is_the_average_and_a_tenth_of_a_top(profile: str) -> None:
    """From the same page: 6 and 4 of 10."""
    check(
        profile,
        """
        ns   score | ns_mp  ew_mp
         1    -200 |     1      9
         2    -100 |     3      7
         3    +110 |     5      5
         4    +140 |     7      3
         5    +170 |     9      1
         6   60-40 |     6      4
        """,
    )


def test_an_award_is_no_score_and_the_rest_go_by_the_formula() -> None:
    """ASE Scorer's help: where averages are awarded, the other pairs have the formula applied; three of four."""
    check(
        "acbl-1991",
        """
        ns   score | ns_mp  ew_mp  n  comparison_group  method
         1    +620 |  2.83   0.17  3                 1  formula
         2    +170 |  1.50   1.50  3                 1  formula
         3    -100 |  0.17   2.83  3                 1  formula
         4   60-60 |  1.80   1.80  –                 –  artificial
        """,
    )


def test_one_form_and_many_averages_stay_by_the_formula() -> None:
    """Two real scores of ten: one form is no fouled board, so no 65 and 55."""
    check(
        "acbl-1991",
        """
        ns   score  times | ns_mp  ew_mp  method
         1    +620      1 |   7.0    2.0  formula
         2    -100      1 |   2.0    7.0  formula
         3   50-50      8 |   4.5    4.5  artificial
        """,
    )


def test_an_award_need_not_share_out_the_top() -> None:
    """Both sides at fault, 40-40; and 55.55 of 4 is 2.222, rounded as the profile says."""
    check(
        "acbl-1991",
        """
        ns         score | ns_mp  ew_mp  ns_pct  ew_pct
         1          +620 |  3.67   0.33   91.75    8.25
         2          +170 |  2.00   2.00   50.00   50.00
         3          -100 |  0.33   3.67    8.25   91.75
         4         40-40 |  1.60   1.60   40.00   40.00
         5   55.55-44.45 |  2.22   1.78   55.50   44.50
        """,
    )
