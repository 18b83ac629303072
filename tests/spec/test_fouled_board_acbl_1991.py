"""A fouled board in the ACBL from 1990-91, the WBF formula: the text is page 92 of ACBLscore's manual.

Four scores or more of one form go by the formula, N·S/n + (N − n)/2n where a win counts one; three do too when they
are the largest group. Else three have 70, 60 and 50 per cent of the top, two 65 and 55, a single one 60; ties share,
and E-W are ranked for themselves. To the nearest hundredth, .005 up.
"""

from spec.drawn import check


def test_FB_03_three_of_five_are_the_largest_group() -> None:
    """The manual's case, played five times, three fouled and two not; a top of 4."""
    check(
        "acbl-1991",
        """
        ns   score  group | ns_mp  ew_mp  n  method
         1    +620    a   |  3.67   0.33  3  formula
         2    +170    a   |  2.00   2.00  3  formula
         3    -100    a   |  0.33   3.67  3  formula
         4    +500    b   |  2.60   2.20  2  award
         5    +140    b   |  2.20   2.60  2  award
        """,
    )


def test_FB_04_and_FB_08_seven_and_three_of_ten() -> None:
    """A top of 9. The three awards are 70, 60 and 50 per cent; their opponents' are 50, 60 and 70."""
    check(
        "acbl-1991",
        """
        ns   score  group | ns_mp  ew_mp  ns_pct  n  field  method
         1    +690        |  8.79   0.21   97.67  7     10  formula
         2    +680        |  7.36   1.64   81.78  7     10  formula
         3    +660        |  5.93   3.07   65.89  7     10  formula
         4    +650        |  4.50   4.50   50.00  7     10  formula
         5    +630        |  3.07   5.93   34.11  7     10  formula
         6    +620        |  1.64   7.36   18.22  7     10  formula
         7    -100        |  0.21   8.79    2.33  7     10  formula
         8    +420    a   |  6.30   4.50   70.00  3     10  award
         9    +170    a   |  5.40   5.40   60.00  3     10  award
        10     -50    a   |  4.50   6.30   50.00  3     10  award
        """,
    )


def test_FB_06_two_of_ten() -> None:
    """65 and 55 per cent of a top of 9."""
    check(
        "acbl-1991",
        """
        ns   score  times  group | ns_mp  ew_mp  ns_pct  ew_pct  method
         1    +620      8    a   |  4.50   4.50   50.00   50.00  formula
         2    +500      1    b   |  5.85   4.95   65.00   55.00  award
         3    +140      1    b   |  4.95   5.85   55.00   65.00  award
        """,
    )


def test_FB_06_two_equal_of_ten_share() -> None:
    """60 per cent each."""
    check(
        "acbl-1991",
        """
        ns   score  times  group | ns_mp  ew_mp  ns_pct  ew_pct  method
         1    +620      8    a   |  4.50   4.50   50.00   50.00  formula
         2    +140      1    b   |  5.40   5.40   60.00   60.00  award
         3    +140      1    b   |  5.40   5.40   60.00   60.00  award
        """,
    )


def test_FB_07_a_single_score_of_ten_has_60_per_cent_in_each_direction() -> None:
    check(
        "acbl-1991",
        """
        ns   score  times  group | ns_mp  ew_mp  ns_pct  ew_pct  method
         1    +620      9    a   |  4.50   4.50   50.00   50.00  formula
         2    +140      1    b   |  5.40   5.40   60.00   60.00  award
        """,
    )


def test_three_with_a_tie_share_the_places() -> None:
    """70 and 60 make 65 each; for E-W 60 and 50 make 55. A top of 6, the other group has four."""
    check(
        "acbl-1991",
        """
        ns   score  times  group | ns_mp  ew_mp  ns_pct  ew_pct
         1    +620      4    a   |   3.0    3.0   50.00   50.00
         2    +420      1    b   |   3.9    3.3   65.00   55.00
         3    +420      1    b   |   3.9    3.3   65.00   55.00
         4     -50      1    b   |   3.0    4.2   50.00   70.00
        """,
    )


def test_FB_12_three_of_eight_and_of_nine_are_not_the_largest() -> None:
    for others in (5, 6):
        check(
            "acbl-1991",
            f"""
            ns   score  times  group | n         method
             1    +620      {others}    a   | {others}         formula
             2    +420      1    b   | 3         award
             3    +170      1    b   | 3         award
             4     -50      1    b   | 3         award
            """,
        )


def test_FB_12_four_and_five_of_nine() -> None:
    """Four are enough, whatever the other group has."""
    check(
        "acbl-1991",
        """
        ns   score  times  group | n  method
         1    +620      5    a   | 5  formula
         2    +420      4    b   | 4  formula
        """,
    )


def test_FB_12_two_are_never_by_the_formula_beside_another_form() -> None:
    """Two, two and one: the largest groups have two, and the text names only three."""
    check(
        "acbl-1991",
        """
        ns   score  group | ns_mp  ew_mp  n  method
         1    +620    a   |   2.6    2.2  2  award
         2    +170    a   |   2.2    2.6  2  award
         3    +420    b   |   2.6    2.2  2  award
         4     -50    b   |   2.2    2.6  2  award
         5    +140    c   |   2.4    2.4  1  award
        """,
    )


def test_FB_12_three_and_three_of_six_have_two_answers() -> None:
    """Neither group is the larger, and the text is silent: the formula, or 70, 60 and 50 of a top of 5."""
    check(
        "acbl-1991",
        """
        ns   score  group | variant  ns_mp  ew_mp  method
         1    +620    a   |       1   4.50   0.50  formula
         1    +620    a   |       2   3.50   2.50  award
         2    +170    a   |       1   2.50   2.50  formula
         2    +170    a   |       2   3.00   3.00  award
         3    -100    a   |       1   0.50   4.50  formula
         3    -100    a   |       2   2.50   3.50  award
         4    +420    b   |       1   4.50   0.50  formula
         4    +420    b   |       2   3.50   2.50  award
         5    +140    b   |       1   2.50   2.50  formula
         5    +140    b   |       2   3.00   3.00  award
         6     -50    b   |       1   0.50   4.50  formula
         6     -50    b   |       2   2.50   3.50  award
        """,
    )


def test_each_answer_is_a_whole_board() -> None:
    """Three, three and a single one: the single one has 60 per cent in both; so has an award of 60-40."""
    check(
        "acbl-1991",
        """
        ns   score  times  group | variant  ns_mp  ew_mp  method
         1    +620      3    a   |       1   3.50   3.50  formula
         1    +620      3    a   |       2   4.20   4.20  award
         2    +420      3    b   |       1   3.50   3.50  formula
         2    +420      3    b   |       2   4.20   4.20  award
         3    +140      1    c   |       1   4.20   4.20  award
         3    +140      1    c   |       2   4.20   4.20  award
         4   60-40      1        |       1   4.20   2.80  artificial
         4   60-40      1        |       2   4.20   2.80  artificial
        """,
    )


def test_a_form_that_is_not_given_is_a_form_like_any_other() -> None:
    """The empty group is not merged with `a`: four and four."""
    check(
        "acbl-1991",
        """
        ns   score  times  group | n  field  comparison_group  method
         1    +620      4        | 4      8                 1  formula
         2    +420      4    a   | 4      8                 2  formula
        """,
    )


def test_V21_two_hands_exchanged_after_the_sixth_of_eight_plays() -> None:
    """A case of the laws' own kind: six by the formula, two by award, a top of 7."""
    check(
        "acbl-1991",
        """
        ns   score  group | ns_mp  method
         1    +620    a   |  4.17  formula
         2    +620    a   |  4.17  formula
         3    +650    a   |  6.83  formula
         4    +170    a   |  1.50  formula
         5    -100    a   |  0.17  formula
         6    +620    a   |  4.17  formula
         7    +140    b   |  4.55  award
         8     -50    b   |  3.85  award
        """,
    )


def test_the_wbf_has_the_same_rule_where_a_win_counts_two() -> None:
    """The manual's case of five again, a top of 8."""
    check(
        "wbf-1991",
        """
        ns   score  group | ns_mp  ew_mp  ns_pct  method
         1    +620    a   |  7.33   0.67   91.63  formula
         2    +170    a   |  4.00   4.00   50.00  formula
         3    -100    a   |  0.67   7.33    8.38  formula
         4    +500    b   |  5.20   4.40   65.00  award
         5    +140    b   |  4.40   5.20   55.00  award
        """,
    )
