"""Procedural penalties at matchpoints: a part of a top, taken from the session's total."""

import datetime as dt

import polars as pl
import pytest

from neuberg.errors import RuleError
from neuberg.rules.penalties import penalty
from neuberg.score.penalties import penalised, penalty_mp
from spec.columns import check

TOP = pl.col("top")


def test_PP_01_a_quarter_of_a_top_and_before_it_a_tenth() -> None:
    """Printed in the EBU's forum, 712: 6 of 24 at thirteen tables."""
    check(
        """
        top | quarter  tenth
         24 |       6    2.4
         10 |     2.5      1
        """,
        quarter=penalty_mp(TOP, rule="ebu-25"),
        tenth=penalty_mp(TOP, rule="ebu-10"),
    )


def test_PP_03_it_is_taken_from_the_total() -> None:
    """All matchpoints added, then 6 off; 294 of 24 boards at 24 are 51.0417 per cent."""
    left = penalised(pl.col("total"), TOP, penalties=pl.col("given"), rule="ebu-25")
    check(
        """
        total  top  given | left  percent
          300   24      1 |  294  51.0417
          300   24      2 |  288  50.0000
          300   24      0 |  300  52.0833
        """,
        left=left,
        percent=100 * left / (24 * TOP),
    )


def test_the_day_on_which_the_tenth_gave_way_is_not_known() -> None:
    day = dt.date(2010, 1, 1)
    found = [penalty(name).days for name in ("ebu-10", "ebu-25")]
    assert [days.may_hold(day) for days in found] == [True, True]
    assert [days.surely_hold(day) for days in found] == [False, False]
    assert [days.surely_hold(dt.date(2025, 8, 1)) for days in found] == [False, True]
    with pytest.raises(RuleError, match="no penalty 'acbl'; wanted one of: acbl-fouled-board, ebu-10, ebu-25"):
        penalty("acbl")
