"""Ascherman's percentage: 100·(S + 1)/2n, a pair's own score being a tie with itself."""

import polars as pl

from neuberg.score.ascherman import ascherman_percent
from spec.columns import check

NS_PCT = ascherman_percent(pl.col("ns"))


def test_AS_01_twice_the_field_gives_the_same_percentages() -> None:
    """Printed at pjms.nl: 83.3, 50 and 16.7 for three tables and for the same results at six."""
    check(
        """
         ns |  ns_pct
        430 | 83.3333
        400 | 50.0000
        -50 | 16.6667
        """,
        ns_pct=NS_PCT,
    )
    check(
        """
         ns |  ns_pct
        430 | 83.3333
        430 | 83.3333
        400 | 50.0000
        400 | 50.0000
        -50 | 16.6667
        -50 | 16.6667
        """,
        ns_pct=NS_PCT,
    )


def test_a_score_alone_is_average() -> None:
    check(
        """
         ns | ns_pct
        430 |     50
          – |      –
        """,
        ns_pct=NS_PCT,
    )
