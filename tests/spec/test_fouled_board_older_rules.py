"""A fouled board by the rules before the formula: the matchpoints of the group, and one for each score elsewhere.

Article 96(a) of the Dutch laws of 1982, New Zealand's and Norway's hand method; on the ACBL's scale one half.
"""

import pytest

from spec.drawn import check

PLUS_ONE = pytest.mark.parametrize("profile", ["nbb-1982", "norway-plus-one"])


@PLUS_ONE
def test_FB_15_five_and_four_of_nine(profile: str) -> None:
    """Printed by Marion Arlidge in the New Zealand forum (2020), with its check-sum: N-S have 72 in all."""
    check(
        profile,
        """
        ns   score  group | ns_mp  ew_mp  n  method
         1    -130    a   |     8      8  5  added
         2    -660    a   |     4     12  5  added
         3    -120    a   |    10      6  5  added
         4    -200    b   |     5     11  4  added
         5    +600    b   |    11      5  4  added
         6    -100    b   |     8      8  4  added
         7    -100    b   |     8      8  4  added
         8    +140    a   |    12      4  5  added
         9    -150    a   |     6     10  5  added
        """,
    )


def test_FB_18_the_same_on_the_acbls_scale() -> None:
    """Half of it all: an inference, no text of the ACBL's was found."""
    check(
        "acbl-hand",
        """
        ns   score  group | ns_mp  ew_mp  method
         1    -130    a   |   4.0    4.0  added
         2    -660    a   |   2.0    6.0  added
         3    -120    a   |   5.0    3.0  added
         4    +140    a   |   6.0    2.0  added
         5    -150    a   |   3.0    5.0  added
         6    -200    b   |   2.5    5.5  added
         7    +600    b   |   5.5    2.5  added
         8    -100    b   |   4.0    4.0  added
         9    -100    b   |   4.0    4.0  added
        """,
    )


@PLUS_ONE
def test_FB_17_the_best_of_three_and_of_four_of_seven(profile: str) -> None:
    """Printed at pjms.nl, the manual method: 66.7 and 75.0 per cent of the top."""
    check(
        profile,
        """
        ns   score  group | ns_mp  ns_pct
         1    +620    a   |     8   66.67
         2    +170    a   |     6   50.00
         3    -100    a   |     4   33.33
         4    +500    b   |     9   75.00
         5    +420    b   |     7   58.33
         6    +140    b   |     5   41.67
         7     -50    b   |     3   25.00
        """,
    )


def test_FB_17_the_same_by_neuberg() -> None:
    """Printed in the same place: 88.9 and 93.8 per cent, here unrounded 88.89 and 93.75."""
    check(
        "ebu-2025",
        """
        ns   score  group |   ns_mp  ns_pct
         1    +620    a   | 10.6667   88.89
         2    +170    a   |  6.0000   50.00
         3    -100    a   |  1.3333   11.11
         4    +500    b   | 11.2500   93.75
         5    +420    b   |  7.7500   64.58
         6    +140    b   |  4.2500   35.42
         7     -50    b   |  0.7500    6.25
        """,
    )


@PLUS_ONE
def test_FB_19_seven_and_three_of_ten(profile: str) -> None:
    """Article 96(a): the best of seven has 12 and 3, the best of three 4 and 7."""
    check(
        profile,
        """
        ns   score  group | ns_mp  ew_mp
         1    +690    a   |    15      3
         2    +680    a   |    13      5
         3    +660    a   |    11      7
         4    +650    a   |     9      9
         5    +630    a   |     7     11
         6    +620    a   |     5     13
         7    -100    a   |     3     15
         8    +420    b   |    11      7
         9    +170    b   |     9      9
        10     -50    b   |     7     11
        """,
    )


def test_V38_a_form_played_once_has_the_average() -> None:
    """0 in its group and 9 for the others, of 18."""
    check(
        "nbb-1982",
        """
        ns   score  times  group | ns_mp  ew_mp  method
         1    +620      9    a   |     9      9  added
         2    +420      1    b   |     9      9  added
        """,
    )


def test_who_does_not_know_of_the_foul_scores_one_field() -> None:
    """Five and four of nine as if all had played one deal: plain matchpoints."""
    check(
        "one-field",
        """
        ns   score  group | ns_mp  n  method
         1    -130    a   |     6  9  plain
         2    -660    a   |     0  9  plain
         3    -120    a   |     8  9  plain
         4    +140    a   |    14  9  plain
         5    -150    a   |     4  9  plain
         6    -200    b   |     2  9  plain
         7    +600    b   |    16  9  plain
         8    -100    b   |    11  9  plain
         9    -100    b   |    11  9  plain
        """,
    )
