"""Victory points: the WBF's scales of 2013, the ACBL's tables, and the EBU's for Swiss pairs."""

import polars as pl
import pytest

from neuberg.errors import RuleError, UsageError
from neuberg.rules.vp_scales import load_vp_scales
from neuberg.score.victory_points import (
    by_margin,
    mismatch_victory_points,
    percent_victory_points,
    victory_points,
    wbf_discrete_limits,
)
from spec.columns import check

IMPS = pl.col("imps")


def test_VP_01_the_wbfs_continuous_scale_for_14_boards() -> None:
    """Printed by Ron Klinger, IBPA Bulletin, May 2013: .33, .33, .31, .31, .30, .29, .29 for the first seven IMPs."""
    check(
        """
        imps |    vp
           1 | 10.33
           2 | 10.66
           3 | 10.97
           4 | 11.28
           5 | 11.58
           6 | 11.87
           7 | 12.16
          10 | 12.97
          20 | 15.26
         -20 |  4.74
        """,
        vp=victory_points(IMPS, boards=14),
    )


def test_VP_02_beyond_15_times_the_root_of_the_boards_all_is_won() -> None:
    """16 boards: 60 IMPs."""
    check(
        """
        imps |    vp
           0 | 10.00
           1 | 10.31
          59 | 19.93
          60 | 20.00
         200 | 20.00
         -60 |  0.00
           – |     –
         0.5 |     –
        """,
        vp=victory_points(IMPS, boards=16),
    )


def test_rounding_alone_would_make_a_later_imp_worth_more() -> None:
    """14 boards: 12.16, 12.43 and 12.71 rounded, so 8 IMPs get a hundredth and the steps are .28 and .27."""
    assert by_margin("wbf-continuous", 14)[7:10] == (1216, 1244, 1271)


def test_VP_03_the_wbfs_discrete_scale() -> None:
    """8 boards: the most that is still 10-10, 11-9 … 19-1; the White Book's 12 IMPs are 14-6."""
    assert wbf_discrete_limits(8) == (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)
    check(
        """
        imps | vp
           0 | 10
           1 | 11
           3 | 11
           4 | 12
          12 | 14
          13 | 15
          38 | 19
          39 | 20
         -13 |  5
        """,
        vp=victory_points(IMPS, boards=8, scale="wbf-discrete"),
    )


def test_VP_04_and_05_the_acbls_tables() -> None:
    """Printed at bridgehands.com; the scale of 30 leaps from 15 to 18 at the first IMP."""
    short, long = ({"boards": boards} for boards in (7, 9))
    check(
        """
        imps | twenty  thirty  longer_twenty  longer_thirty
           0 |     10      15             10             15
           1 |     11      18             11             18
           2 |     11      19             11             19
           3 |     12      20             12             20
           5 |     13      22             12             21
           6 |     13      22             13             21
          13 |     15      25             14             24
          27 |     19      29             18             28
          28 |     20      30             18             28
          36 |     20      30             20             30
          -3 |      8      10              8             10
        """,
        twenty=victory_points(IMPS, scale="acbl-20", **short),
        thirty=victory_points(IMPS, scale="acbl-30", **short),
        longer_twenty=victory_points(IMPS, scale="acbl-20", **long),
        longer_thirty=victory_points(IMPS, scale="acbl-30", **long),
    )


def test_VP_07_swiss_pairs_on_a_limit_have_the_victory_points_nearer_to_average() -> None:
    """White Book, 3.1.7: 56.23 per cent of eight boards is 14-6, and the other pair's 43.77 is 6."""
    check(
        """
          mp    top | vp
        5000  10000 | 10
        5065  10000 | 10
        5066  10000 | 11
        5623  10000 | 14
        5624  10000 | 15
        4377  10000 |  6
        4376  10000 |  5
        6835  10000 | 19
        6836  10000 | 20
           0  10000 |  0
           2      3 | 19
           0      0 |  –
           –     10 |  –
        """,
        vp=percent_victory_points(pl.col("mp"), pl.col("top"), boards=8),
    )


def test_VP_08_a_swiss_match_against_the_wrong_opponents() -> None:
    """White Book, 3.5.2: 5 + ¾ · 12 = 14; 13 − (13 − 5)/4 = 11; nothing is taken of 5 or less."""
    check(
        """
        vp  stronger  at_fault | kept
        12       yes        no |   14
        12       yes       yes |   12
        13        no       yes |   11
         4        no       yes |    4
        13        no        no |   13
        13         –       yes |    –
        """,
        kept=mismatch_victory_points(pl.col("vp"), stronger=pl.col("stronger"), at_fault=pl.col("at_fault")),
    )


@pytest.mark.parametrize(
    ("scale", "boards", "error", "said"),
    [
        ("acbl-20", 5, RuleError, "acbl-20 has no table for a match of 5 boards; wanted 6 to 8, 9 to 11"),
        ("wbf-25", 16, RuleError, "no scale of victory points 'wbf-25'; wanted one of: acbl-20"),
        ("wbf-continuous", 0, UsageError, "a match has one board at least; found 0"),
        ("ebu-swiss-pairs", 8, UsageError, "ebu-swiss-pairs is a scale of percentages"),
    ],
)
def test_what_no_scale_has(scale: str, boards: int, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        victory_points(IMPS, boards=boards, scale=scale)


def test_swiss_pairs_of_more_boards_than_the_source_shows() -> None:
    with pytest.raises(RuleError, match="no table for a match of 28 boards"):
        percent_victory_points(pl.col("mp"), pl.col("top"), boards=28)
    with pytest.raises(UsageError, match="acbl-20 is a scale of IMPs"):
        percent_victory_points(pl.col("mp"), pl.col("top"), boards=8, scale="acbl-20")


def test_every_scale_has_its_source_and_says_what_is_uncertain() -> None:
    scales = load_vp_scales()
    assert sorted(scales) == ["acbl-20", "acbl-30", "ebu-swiss-pairs", "wbf-continuous", "wbf-discrete"]
    assert all(scale.sources and scale.uncertain for scale in scales.values())
