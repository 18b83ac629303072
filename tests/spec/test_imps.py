"""International match points (Law 78B): what a difference in points is worth, and by which table on which day."""

import datetime as dt

import polars as pl
import pytest

from neuberg.errors import RuleError
from neuberg.rules.imp_tables import imp_table, imp_tables_on, load_imp_tables
from neuberg.score.imps import award_imps, imps
from spec.columns import check

DIFFERENCE = pl.col("difference")


def test_IM_01_the_table_since_1962_at_its_limits() -> None:
    """Law 78B: each limit belongs to the higher number, and above 4000 nothing is added."""
    check(
        """
        difference | imps
                 0 |    0
                10 |    0
                20 |    1
                40 |    1
                50 |    2
               360 |    8
               370 |    9
               590 |   11
               600 |   12
               740 |   12
               750 |   13
              2240 |   19
              3600 |   23
              4000 |   24
             50000 |   24
        """,
        imps=imps(DIFFERENCE),
    )


def test_IM_02_the_table_of_1960() -> None:
    """Printed in Sports Illustrated, 2 May 1960: 15 at most, and less for the same difference than today."""
    check(
        """
        difference | before  now
                10 |      0    0
                20 |      1    1
               130 |      2    4
               140 |      3    4
               490 |      5   10
               500 |      6   11
              1500 |     10   17
              3990 |     14   23
              4000 |     15   24
        """,
        before=imps(DIFFERENCE, table="imps-1960"),
        now=imps(DIFFERENCE),
    )


def test_IM_04_a_loss_has_the_sign_of_its_difference() -> None:
    check(
        """
        ours  theirs | imps
         620     100 |   12
       -1400     120 |  -15
         140    -110 |    1
         140       – |    –
        """,
        imps=imps(pl.col("ours") + pl.col("theirs")),
    )


def test_AA_08_artificial_scores_are_worth_three_imps_or_none() -> None:
    """Law 86A; 55 per cent is an artificial score that no source gives in IMPs."""
    check(
        """
        award | imps
           60 |    3
           50 |    0
           40 |   -3
           55 |    –
        """,
        imps=award_imps(pl.col("award")),
    )


@pytest.mark.parametrize(
    ("day", "tables", "surely"),
    [
        (dt.date(1960, 5, 1), [], []),
        (dt.date(1960, 5, 2), ["imps-1960"], [True]),
        (dt.date(1961, 7, 1), ["imps-1960"], [False]),
        (dt.date(1962, 8, 31), ["imps-1960"], [False]),
        (dt.date(1962, 9, 1), ["imps-1962"], [True]),
        (dt.date(2026, 1, 1), ["imps-1962"], [True]),
        (None, ["imps-1962"], [True]),
    ],
)
def test_the_table_in_force(day: dt.date | None, tables: list[str], surely: list[bool]) -> None:
    """None is known before May 1960; a table of 1961 is spoken of and was not found, so that year is not sure."""
    found = imp_tables_on(day)
    assert [table.name for table in found] == tables
    assert [table.days.surely_hold(day or dt.date(2026, 1, 1)) for table in found] == surely


def test_what_is_not_known_of_the_table_of_1960_is_said() -> None:
    assert any("1961" in text for text in imp_table("imps-1960").uncertain)


def test_every_table_has_its_source_and_a_table_is_asked_for_by_name() -> None:
    assert all(table.sources for table in load_imp_tables().values())
    with pytest.raises(RuleError, match="no IMP table 'imps-1948'; wanted one of: imps-1960, imps-1962"):
        imps(DIFFERENCE, table="imps-1948")
