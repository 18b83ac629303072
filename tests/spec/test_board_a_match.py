"""Board-a-match: a board is won, halved or lost whatever the margin; and a board that a team met in two forms."""

import polars as pl
import pytest

from neuberg.errors import UsageError
from neuberg.score.board_a_match import Pair, board_points, fouled_acbl_1976, fouled_nbb_1982
from spec.columns import check

OURS, THEIRS = pl.col("ns"), pl.col("ew")


def test_BM_01_and_02_both_scales() -> None:
    """Printed by Larry Cohen and in the ACBL's handbook: our N-S's score and our E-W's, each as its pair won it."""
    check(
        """
          ns     ew | points  acbl
         620    100 |      2     1
        -800  -2000 |      0     0
         170   -170 |      1   0.5
         130   -120 |      2     1
         120   -110 |      2     1
         120      – |      –     –
        """,
        points=board_points(OURS, THEIRS),
        acbl=board_points(OURS, THEIRS, scale=1),
    )


ONE = Pair(pl.col("one"), pl.col("of"))
OTHER = Pair(pl.col("other"), pl.col("top"))
ACBL = fouled_acbl_1976(ONE, OTHER, scale=1)


def test_BM_03_the_acbl_in_1976() -> None:
    """Percentages within each form, added: the regulation names 120 and 80 in two classes, so both answers stand."""
    check(
        """
        one  of  other  top | first  second
          5   6      5   12 |     1       –
          4   6      8   15 |     1     0.5
          7  10     49  100 |   0.5       –
          5  10      5   10 |   0.5       –
          3  10      5   10 |   0.5     0.0
          3  10     49  100 |     0       –
        """,
        first=ACBL.first,
        second=ACBL.second,
    )


def test_BM_04_article_96b_of_the_dutch_laws_of_1982() -> None:
    """Above and above, above and equal: 2; above and below, equal and equal: 1; else 0."""
    check(
        """
        one  of  other  top | points
          6  10      7   12 |      2
          6  10      6   12 |      2
          9  10      5   12 |      1
          5  10      6   12 |      1
          5  10      5   12 |      0
          4  10      5   12 |      0
        """,
        points=fouled_nbb_1982(ONE, OTHER),
    )


def test_BM_05_the_two_differ() -> None:
    """Twice 55 per cent is a win in the Netherlands and a half in America; 95 and 45 the other way round."""
    acbl = fouled_acbl_1976(ONE, OTHER)
    check(
        """
        one   of  other  top | acbl  nbb
         55  100     55  100 |    1    2
         70  100     45  100 |    1    1
         95  100     45  100 |    2    1
         45  100     45  100 |    1    0
         52  100     49  100 |    1    1
        """,
        acbl=acbl.first,
        nbb=fouled_nbb_1982(ONE, OTHER),
    )


def test_a_form_played_once_has_neither_percentage_nor_average() -> None:
    check(
        """
        one  of  other  top | first  second  nbb
          0   0      8   10 |     –       –    –
          8  10      0    0 |     –       –    –
        """,
        first=ACBL.first,
        second=ACBL.second,
        nbb=fouled_nbb_1982(ONE, OTHER),
    )


def test_a_scale_that_there_is_not() -> None:
    with pytest.raises(UsageError, match="a board is worth 2 or 1; found the scale 3"):
        board_points(OURS, THEIRS, scale=3)
