"""Cross-IMPs: each score against every other; their sum, their average, and what is done for a short board."""

import polars as pl
import pytest

from neuberg.errors import RuleError
from neuberg.score.cross_imps import (
    average_imps,
    award_total_imps,
    cross_imps,
    factored_by_comparisons,
    factored_by_scores,
    ximpq,
)
from spec.columns import check

NS = pl.col("ns")
COMPARISONS = NS.count() - 1


def test_XI_01_the_sum() -> None:
    """Printed at bridge.dk, IMPs across the field; what one wins another loses, so a board sums to nought."""
    check(
        """
         ns | ns_imps  ew_imps
        140 |      -3        3
        420 |      30      -30
        -50 |     -26       26
        170 |       2       -2
        140 |      -3        3
        """,
        ns_imps=cross_imps(NS),
        ew_imps=-cross_imps(NS),
    )


def test_XI_02_the_average_of_the_comparisons() -> None:
    """Printed in bridge-scorer's tests: 42 IMPs in four comparisons are 10½; by n, one more with itself, 8.4."""
    check(
        """
          ns | sum  average  by_n
         620 |  42    10.50   8.4
         170 |  -1    -0.25  -0.2
         140 |  -5    -1.25  -1.0
         140 |  -5    -1.25  -1.0
        -100 | -31    -7.75  -6.2
        """,
        sum=cross_imps(NS),
        average=average_imps(cross_imps(NS), COMPARISONS),
        by_n=average_imps(cross_imps(NS), NS.count()),
    )


def test_XI_04_a_comparison_worth_seventeen_at_most() -> None:
    """The Polish averaged Cavendish; turniejebrydza.pl prints −7.25 for the last, and the board would not sum to 0."""
    check(
        """
          ns | average
         730 |   14.00
        -170 |   -2.25
         100 |    4.25
        -420 |   -8.25
        -400 |   -7.75
        """,
        average=average_imps(cross_imps(NS, cap=17), COMPARISONS),
    )


def test_the_cap_is_on_each_comparison() -> None:
    """A difference of 3000 is worth 22 IMPs; 17 at most of each, twice."""
    check(
        """
           ns | free  capped
         2000 |   44      34
        -1000 |  -22     -17
        -1000 |  -22     -17
        """,
        free=cross_imps(NS),
        capped=cross_imps(NS, cap=17),
    )


def test_a_line_without_a_score_is_compared_with_none() -> None:
    check(
        """
         ns | sum  average
        420 |  10       10
          – |   –        –
        -50 | -10      -10
        """,
        sum=cross_imps(NS),
        average=average_imps(cross_imps(NS), COMPARISONS),
    )


def test_a_score_alone_has_a_sum_of_nought_and_no_average() -> None:
    check(
        """
         ns | sum  average
        420 |   0        –
        """,
        sum=cross_imps(NS),
        average=average_imps(cross_imps(NS), COMPARISONS),
    )


def test_XI_06_a_short_board_is_brought_up_by_comparisons_or_by_scores() -> None:
    """ACBLscore's manual: (N − 1)/(n − 1); the EBU's White Book: E/A, then by E − 1 for the average. They differ."""
    total, n, full = pl.col("sum"), pl.col("n"), pl.col("N")
    check(
        """
        sum   n   N |    acbl   ebu  ebu_average
         18   8  10 | 23.1429  22.5       2.5000
         18  10  10 | 18.0000  18.0       2.0000
          0   1  10 |       –   0.0       0.0000
        """,
        acbl=factored_by_comparisons(total, n=n, results=full),
        ebu=factored_by_scores(total, n=n, expected=full),
        ebu_average=average_imps(factored_by_scores(total, n=n, expected=full), full - 1),
    )


def test_XI_07_made_fit_for_victory_points() -> None:
    """EBU White Book, 3.1.3: by √(8·7/2) for eight results; by √(2·1/2) = 1 for two."""
    check(
        """
        sum  r |  ximpq
         30  8 | 5.6695
         30  2 |     30
          0  1 |      –
        """,
        ximpq=ximpq(pl.col("sum"), pl.col("r")),
    )


def test_AA_09_average_plus_at_total_imps() -> None:
    """ACBLscore's manual: 3 IMPs for each of nine comparisons."""
    check(
        """
        award  N | imps
           60 10 |   27
           50 10 |    0
           40 10 |  -27
        """,
        imps=award_total_imps(pl.col("award"), pl.col("N")),
    )


def test_a_table_is_asked_for_by_name() -> None:
    with pytest.raises(RuleError, match="no IMP table 'x'"):
        cross_imps(NS, table="x")
