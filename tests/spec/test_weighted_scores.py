"""Weighted and assigned scores (Law 12C1c): components are matchpointed first and weighted then."""

import polars as pl
import pytest

from neuberg.domain.weights import components
from neuberg.errors import UsageError
from neuberg.score.weighted import assigned_matchpoints, weighted, weighted_matchpoints
from spec.columns import check

#: In hundredths of a per cent, as weights are kept, and in units of 1/10,000 matchpoint.
MP = weighted_matchpoints(pl.col("ns"), pl.col("weight")) / 10_000
OWN = pl.col("mp")


def test_WS_02_the_parts_of_a_weighted_score_move_the_other_pairs() -> None:
    """White Book, 4.1.1.4: 30 per cent of +650 and 70 of −100; +650 is worth 9.7 then and −100 5.7."""
    check(
        """
        pair    ns  weight |  mp
           1   650   10000 | 9.7
           2  -100   10000 | 5.7
           3  -100   10000 | 5.7
           4  -200   10000 | 2.0
           5  -300   10000 | 0.0
           6   650    3000 | 9.7
           6  -100    7000 | 5.7
        """,
        mp=MP,
    )


def test_WS_01_the_weighted_pair_has_the_weighted_sum() -> None:
    """Printed there: 2.91 and 3.99 are 6.90, and E-W have 3.10 of 10."""
    check(
        """
         mp  weight |   ns   ew
        9.7    3000 | 6.90 3.10
        5.7    7000 | 6.90 3.10
        """,
        ns=weighted(OWN, pl.col("weight")),
        ew=weighted(10 - OWN, pl.col("weight")),
    )


def test_imps_are_weighted_as_matchpoints_are() -> None:
    """Half of 10 IMPs won, a quarter of 2 lost, a quarter of none: 4½."""
    check(
        """
        imps  weight | weighted
          10    5000 |      4.5
          -2    2500 |      4.5
           0    2500 |      4.5
        """,
        weighted=weighted(pl.col("imps"), pl.col("weight")),
    )


def test_parts_that_are_not_the_whole_give_nothing() -> None:
    check(
        """
         mp  weight | weighted
        9.7    3000 |        –
        5.7    6000 |        –
        """,
        weighted=weighted(OWN, pl.col("weight")),
    )


def test_WS_05_an_assigned_score_that_was_not_made() -> None:
    """White Book, 4.2.2: +430 between +420 (4 MP, five times) and +450 (11 MP, twice) has 4 + 5 = 11 − 2 = 9."""
    check(
        """
         ns | at_430  at_450  at_420  at_600  at_100
        500 |      9      11       4      14       0
        450 |      9      11       4      14       0
        450 |      9      11       4      14       0
        420 |      9      11       4      14       0
        420 |      9      11       4      14       0
        420 |      9      11       4      14       0
        420 |      9      11       4      14       0
        420 |      9      11       4      14       0
        """,
        **{f"at_{points}": assigned_matchpoints(pl.col("ns"), pl.lit(points)) for points in (430, 450, 420, 600, 100)},
    )


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ((30, 60), "found 30 \\+ 60, wanted 100 per cent in all"),
        ((30, 80), "found 30 \\+ 80, wanted 100 per cent in all"),
        ((), "found none, wanted 100 per cent in all"),
        (("33.33", "33.33", "33.33"), "found 33.33 \\+ 33.33 \\+ 33.33, wanted 100"),
        ((100, 0), "a weight: found 0 per cent, wanted more than 0"),
        ((150, -50), "a weight: found -50 per cent"),
        (("33.333", "66.667"), "found 33.333 per cent, wanted more than 0 and no finer than 0.01"),
        (("a third",), "found 'a third', wanted a number of per cent"),
        (("NaN",), "found NaN per cent"),
    ],
)
def test_weights_that_are_not_taken(weights: tuple[int | str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        components((50, weight) for weight in weights)
