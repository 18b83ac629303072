"""Butler scoring: each score against the datum, a mean of the board's scores to the nearest ten."""

import polars as pl

from neuberg.score.butler import butler, datum, dropped_per_cent, ebu_datum, nearest_ten
from spec.columns import check

NS = pl.col("ns")


def test_BU_01_without_the_best_and_the_worst() -> None:
    """Printed at ilovebridge.nl: (420 + 420 + 420 − 50)/4 = 302½, so 300."""
    middle = datum(NS, half="even ten", dropped=1)
    check(
        """
          ns | datum  ns_imps  ew_imps
         450 |   300        4       -4
         420 |   300        3       -3
        -800 |   300      -15       15
         -50 |   300       -8        8
         420 |   300        3       -3
         420 |   300        3       -3
        """,
        datum=middle,
        ns_imps=butler(NS, middle),
        ew_imps=-butler(NS, middle),
    )


def test_of_equal_bests_one_is_dropped() -> None:
    """(620 + 170)/2 = 395; the five goes to the even ten or away from nought, here the same one."""
    check(
        """
         ns | even  away
        620 |  400   400
        620 |  400   400
        170 |  400   400
        170 |  400   400
        """,
        even=datum(NS, half="even ten", dropped=1),
        away=datum(NS, half="away from zero", dropped=1),
    )


def test_BU_06_and_07_an_exact_five() -> None:
    """ACBLscore's manual: 425 is 420 and 435 is 440; the EBU's White Book: away from average, which is nought."""
    check(
        """
        mean | acblscore   ebu
         425 |       420   430
         435 |       440   440
        -425 |      -420  -430
        -435 |      -440  -440
           5 |         0    10
          -5 |         0   -10
         424 |       420   420
        -426 |      -430  -430
        """,
        acblscore=nearest_ten(pl.col("mean"), pl.lit(1), half="even ten"),
        ebu=nearest_ten(pl.col("mean"), pl.lit(1), half="away from zero"),
    )


def test_BU_08_the_ebus_datum_of_a_board_played_five_times_of_eight() -> None:
    """Each score counts 8/5; 1 is dropped at each end, so 0.6 of −50 and of 420 is left: 149, so 150."""
    middle = ebu_datum(NS, expected=8)
    check(
        """
         ns | datum  ns_imps
        -50 |   150       -5
        110 |   150       -1
        140 |   150        0
        170 |   150        1
        420 |   150        7
        """,
        datum=middle,
        ns_imps=butler(NS, middle),
    )


def test_the_ebus_datum_of_a_full_board_leaves_out_the_best_and_the_worst() -> None:
    """(140 + 110)/2 = 125, and five goes away from nought."""
    check(
        """
         ns | ebu  best_and_worst
        420 | 130             130
        140 | 130             130
        110 | 130             130
        -50 | 130             130
        """,
        ebu=ebu_datum(NS, expected=4),
        best_and_worst=datum(NS, half="away from zero", dropped=1),
    )


def test_a_datum_of_nothing_is_not_known() -> None:
    """Of two scores without the best and the worst nothing is left; a line without a score counts for nothing."""
    check(
        """
         ns | middle  all  imps
        420 |      –  180     6
        -50 |      –  180    -6
          – |      –  180     –
        """,
        middle=datum(NS, half="even ten", dropped=1),
        all=datum(NS, half="even ten"),
        imps=butler(NS, datum(NS, half="even ten")),
    )


def test_a_percentage_of_the_scores_is_rounded_as_the_caller_says() -> None:
    """ACBLscore drops 5 per cent at each end; which way it rounds is not known."""
    check(
        """
         n | down  nearest  up
         9 |    0        0   1
        10 |    0        1   1
        20 |    1        1   1
        21 |    1        1   2
        """,
        **{
            rounding: dropped_per_cent(pl.col("n"), per_cent=5, rounding=rounding)
            for rounding in ("down", "nearest", "up")
        },
    )
