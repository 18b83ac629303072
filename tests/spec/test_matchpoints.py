"""Matchpoints, Law 78A: one unit for each pair that did worse, half of it for each that did as well."""

import pytest

from spec.drawn import check


def test_MP_01_two_for_each_score_below_and_one_for_each_equal() -> None:
    """Printed by the Australian nationwide pairs in its explanation of the scoring."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp  ns_pct
         1   +1430 |    20      0  100.00
         2    +690 |    18      2   90.00
         3    +680 |    14      6   70.00
         4    +680 |    14      6   70.00
         5    +680 |    14      6   70.00
         6    +660 |     9     11   45.00
         7    +660 |     9     11   45.00
         8    +650 |     6     14   30.00
         9    -100 |     3     17   15.00
        10    -100 |     3     17   15.00
        11    -200 |     0     20    0.00
        """,
    )


def test_MP_02_six_tables() -> None:
    """Printed on a Dutch club player's page."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp
         1    +450 |    10      0
         2   -1100 |     0     10
         3    +200 |     4      6
         4     +50 |     2      8
         5    +420 |     7      3
         6    +420 |     7      3
        """,
    )


def test_MP_03_five_tables() -> None:
    """Printed by a Danish club."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp
         1    -420 |     1
         2    -100 |     6
         3    +200 |     8
         4    -420 |     1
         5    -170 |     4
        """,
    )


def test_MP_05_the_sides_share_the_top() -> None:
    """Printed by a Dutch club, both sides."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp
         1    +150 |     0      6
         2    +600 |     2      4
         3    +630 |     5      1
         4    +630 |     5      1
        """,
    )


def test_MP_06_a_flat_board_is_average_for_all() -> None:
    """Printed by the same Dutch club."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp  ns_pct
         1    +150 |     3      3   50.00
         2    +150 |     3      3   50.00
         3    +150 |     3      3   50.00
         4    +150 |     3      3   50.00
        """,
    )


def test_MP_07_four_different_scores() -> None:
    """Printed by the same Dutch club."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp
         1    +620 |     6      0
         2     +50 |     4      2
         3    -100 |     2      4
         4    -800 |     0      6
        """,
    )


@pytest.mark.parametrize("profile", ["acbl-1991", "acbl-hand"])
def test_MP_09_the_acbl_counts_one_and_a_half(profile: str) -> None:
    """Printed in an American course for beginners; the tie below follows from the same law."""
    check(
        profile,
        """
        ns   score | ns_mp  ew_mp
         1    +110 |     0      2
         2    +120 |     1      1
         3    +140 |     2      0
        """,
    )
    check(
        profile,
        """
        ns   score | ns_mp  ew_mp
         1    +110 |   0.5    1.5
         2    +110 |   0.5    1.5
         3    +140 |   2.0    0.0
        """,
    )


def test_MP_10_nine_scores_have_a_top_of_eight_and_an_average_of_four() -> None:
    """From the description of ACBLscore's game recap: top is one less than the scores, average half of it."""
    check(
        "acbl-1991",
        """
        ns   score | ns_mp  ns_pct
         1    +660 |     8  100.00
         2    +630 |     7   87.50
         3    +620 |     6   75.00
         4    +600 |     5   62.50
         5    +170 |     4   50.00
         6    +140 |     3   37.50
         7    -100 |     2   25.00
         8    -200 |     1   12.50
         9    -500 |     0    0.00
        """,
    )


def test_a_passed_out_board_is_a_score_of_nothing_and_compares() -> None:
    """Law 78A compares scores, and zero is one."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp  method
         1    +110 |     4      0  plain
         2    pass |     2      2  plain
         3     -50 |     0      4  plain
        """,
    )


def test_a_line_of_several_tables_is_so_many_lines() -> None:
    """As a frequency table has it: three tables made the +420, two the +50."""
    check(
        "wbf-1991",
        """
        ns   score  times | ns_mp  ew_mp  n  field
         1    +420      3 |     6      2  5      5
         2     +50      2 |     1      7  5      5
        """,
    )


def test_a_single_table_has_nothing_to_compare_with() -> None:
    """The top is 0: no matchpoints to win, and no percentage."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp  ns_pct  ew_pct  method
         1    +420 |     0      0       –       –  plain
        """,
    )


def test_a_board_not_played_is_no_line_of_the_field() -> None:
    """EBU: simply fewer boards for both pairs; the three scores are plain matchpoints."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp  n  field  method
         1    +110 |     4      0  3      3  plain
         2    +100 |     2      2  3      3  plain
         3     -50 |     0      4  3      3  plain
         4      np |     –      –  –      3  –
        """,
    )


def test_a_score_that_is_not_known_is_a_line_of_the_field() -> None:
    """It was played: the others are scored from three to four, (4/3)(S + 1) − 1."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ew_mp  n  field  method
         1    +110 |  5.67   0.33  3      4  formula
         2    +100 |  3.00   3.00  3      4  formula
         3     -50 |  0.33   5.67  3      4  formula
         4       ? |     –      –  –      4  –
        """,
    )
