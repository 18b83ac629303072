"""The Neuberg formula: matchpoints among n scores, brought to a field of N; (N/n)(S + 1) − 1 where a win counts two."""

import pytest

from spec.drawn import check


def test_NB_01_ten_of_eleven() -> None:
    """Printed in Max Bavin's article for the EBU: a clean top among ten is not quite the top of eleven."""
    check(
        "magic-contest",
        """
        ns   score | ns_mp  ew_mp  n  field  method
         1    +690 |  19.9    0.1  10    11  formula
         2    +680 |  17.7    2.3  10    11  formula
         3    +660 |  15.5    4.5  10    11  formula
         4    +650 |  13.3    6.7  10    11  formula
         5    +630 |  11.1    8.9  10    11  formula
         6    +620 |   8.9   11.1  10    11  formula
         7    +600 |   6.7   13.3  10    11  formula
         8    +170 |   4.5   15.5  10    11  formula
         9    -100 |   2.3   17.7  10    11  formula
        10    -200 |   0.1   19.9  10    11  formula
        11   50-50 |  10.0   10.0  –     11  artificial
        """,
    )


def test_NB_02_six_of_seven_exactly() -> None:
    """Printed in the encyclopedias: 4 becomes 4.8333 and 9 becomes 10.6667."""
    check(
        "one-field",
        """
        ns   score |   ns_mp   ew_mp
         1    +620 | 10.6667  1.3333
         2    +620 | 10.6667  1.3333
         3    +600 |  7.1667  4.8333
         4    +170 |  4.8333  7.1667
         5    -100 |  2.5000  9.5000
         6    -200 |  0.1667 11.8333
         7       ? |       –       –
        """,
    )


def test_NB_02_six_of_seven_to_the_nearest_tenth() -> None:
    """Printed in the same place: 4.8 and 10.7."""
    check(
        "magic-contest",
        """
        ns   score | ns_mp  ew_mp
         1    +620 |  10.7    1.3
         2    +620 |  10.7    1.3
         3    +600 |   7.2    4.8
         4    +170 |   4.8    7.2
         5    -100 |   2.5    9.5
         6    -200 |   0.2   11.8
         7       ? |     –      –
        """,
    )


def test_NB_05_the_acbl_rounds_to_hundredths_half_up_each_side_for_itself() -> None:
    """ACBLscore's manual: N·S/n + (N − n)/2n. The second pair has 10.875 and its opponents 1.125: both go up."""
    check(
        "acbl-1991",
        """
        ns   score | ns_mp  ew_mp
         1    +690 | 11.96   0.04
         2    +680 | 10.88   1.13
         3    +660 |  9.79   2.21
         4    +650 |  8.71   3.29
         5    +630 |  7.63   4.38
         6    +620 |  6.00   6.00
         7    +620 |  6.00   6.00
         8    +600 |  4.38   7.63
         9    +170 |  3.29   8.71
        10    -100 |  2.21   9.79
        11    -200 |  1.13  10.88
        12    -500 |  0.04  11.96
        13   50-50 |  6.00   6.00
        """,
    )


def test_NB_07_the_old_ebu_rule_rounds_an_exact_half_towards_the_average() -> None:
    """Nick Doe's article: 39.95 becomes 39.9 and 0.05 becomes 0.1, of a top of 40."""
    check(
        "ebu-article",
        """
        ns   score  times | ns_mp  ew_mp   n  field
         1    +650      1 |  39.9    0.1  20     21
         2    +620     18 |  20.0   20.0  20     21
         3    -100      1 |   0.1   39.9  20     21
         4   50-50      1 |  20.0   20.0   –     21
        """,
    )


FOUR_OF_FIVE = """
    ns   score | ns_mp  ew_mp
     1    +650 | {}  {}
     2    +620 | {}  {}
     3    +170 | {}  {}
     4    -100 | {}  {}
     5   50-50 |  4.0  4.0
"""


@pytest.mark.parametrize(
    ("profile", "best_to_worst"),
    [
        pytest.param("one-field", ("7.75", "5.25", "2.75", "0.25"), id="exact"),
        pytest.param("magic-contest", (" 7.8", " 5.3", " 2.8", " 0.3"), id="half up"),
        pytest.param("ebu-article", (" 7.7", " 5.2", " 2.8", " 0.3"), id="half towards average"),
    ],
)
def test_an_exact_half_by_each_rule(profile: str, best_to_worst: tuple[str, ...]) -> None:
    """Four of five: (5/4)(S + 1) − 1, of a top of 8, with an average of 4. Both sides by the same rule."""
    both_sides = [mp for pair in zip(best_to_worst, reversed(best_to_worst), strict=True) for mp in pair]
    check(profile, FOUR_OF_FIVE.format(*both_sides))


def test_NB_09_the_ebu_of_2025_rounds_to_four_decimals() -> None:
    """White Book 4.2.3, the case of the encyclopedias."""
    check(
        "ebu-2025",
        """
        ns   score |   ns_mp    ew_mp
         1    +620 | 10.6667   1.3333
         2    +620 | 10.6667   1.3333
         3    +600 |  7.1667   4.8333
         4    +170 |  4.8333   7.1667
         5    -100 |  2.5000   9.5000
         6    -200 |  0.1667  11.8333
         7       ? |       –        –
        """,
    )


def test_the_ebu_of_2025_rounds_an_exact_half_away_from_the_average() -> None:
    """White Book 4.2.3: 32 of 33 give 63.96875 and 0.03125, of a top of 64."""
    check(
        "ebu-2025",
        """
        ns   score  times |   ns_mp    ew_mp
         1    +650      1 | 63.9688   0.0312
         2    +620     30 | 32.0000  32.0000
         3    -100      1 |  0.0312  63.9688
         4   50-50      1 | 32.0000  32.0000
        """,
    )


def test_the_percentage_is_of_the_full_top_and_from_the_rounded_matchpoints() -> None:
    """Three of four: 5.67 of 6 is 94.50 per cent; unrounded it would be 94.44."""
    check(
        "wbf-1991",
        """
        ns   score | ns_mp  ns_pct  ew_pct
         1    +650 |  5.67   94.50    5.50
         2    +620 |  3.00   50.00   50.00
         3    -100 |  0.33    5.50   94.50
         4   50-50 |  3.00   50.00   50.00
        """,
    )
