"""Totals of contestants who did not play the same boards, and scores carried from one stage to the next."""

import polars as pl

from neuberg.score.ranking import carried_forward, percent_on_other_boards, scaled
from spec.columns import check


def test_RK_01_and_02_a_total_is_scaled_to_what_others_played() -> None:
    """EBU forum 535: 24/21 for three boards sat out; huismans24.nl: 6/5 for one round of six."""
    check(
        """
        total  played  full | scaled
           14      21    24 |     16
          100       5     6 |    120
          100       0     6 |      –
        """,
        scaled=scaled(pl.col("total"), played=pl.col("played"), full=pl.col("full")),
    )


def test_NB_10_matchpoints_by_the_times_played() -> None:
    """Nationwide Pairs, 28/24: not Neuberg's; a clean top of 46 becomes 53.67 of 54."""
    check(
        """
        s   n   N |      mp
        46 24  28 | 53.6667
        23 24  28 | 26.8333
        """,
        mp=scaled(pl.col("s"), played=pl.col("n"), full=pl.col("N")),
    )


def test_RK_03_half_of_the_qualifier_in_the_finals_measure() -> None:
    """White Book, 3.8: 600 on 48 boards of a top of 23 are half as much on boards of a top of 24."""
    names = ("boards", "maximum", "final_boards", "final_maximum")
    check(
        """
         mp  boards  maximum  final_boards  final_maximum |  carried
        600      48     1104            26            624 | 313.0435
        600      48        0            26            624 |        –
        """,
        carried=carried_forward(pl.col("mp"), **{name: pl.col(name) for name in names}),
    )


def test_AA_06_the_percentage_on_the_boards_without_average_plus() -> None:
    """EBU forum 234: (62.5 · 24 − 60 · 2)/22."""
    check(
        """
        percent  boards  awarded |  others
           62.5      24        2 | 62.7273
           60.0      24       24 |       –
        """,
        others=percent_on_other_boards(pl.col("percent"), boards=pl.col("boards"), awarded=pl.col("awarded")),
    )
