"""Every kind of fault planted at known places in a sound season: what each check hits, and what else it flags."""

import csv
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from checked import tables
from golden.planted import FAULTS, replayed
from golden.season_of_faults import Place, Season
from neuberg.validate import Judged, judge
from neuberg.validate.checks import CHECKS

TABLE = Path(__file__).with_name("planted_faults.csv")


def judged(season: Season) -> Judged:
    season.finish()
    return judge(tables(season.deals, season.results, season.events, season.pairs))


def flagged(flags: pl.DataFrame) -> set[Place]:
    return {Place(*row) for row in flags.select(Place._fields).iter_rows()}


def test_a_sound_season_has_no_flag_but_what_is_true_of_it() -> None:
    season = Season()
    assert flagged(judged(season).flags) == set(replayed(season))


@pytest.fixture(scope="module")
def planted() -> tuple[set[Place], set[Place]]:
    """The places at which checks are to fail, and those at which they do."""
    season = Season()
    places = {place for fault in FAULTS for place in fault.plant(season)} | set(replayed(season))
    return places, flagged(judged(season).flags)


def test_no_planted_fault_is_missed_and_nothing_else_is_flagged(planted: tuple[set[Place], set[Place]]) -> None:
    places, found = planted
    assert sorted(map(str, places - found)) == []
    assert sorted(map(str, found - places)) == []


def test_every_check_has_a_fault_and_the_table_says_what_it_hits(planted: tuple[set[Place], set[Place]]) -> None:
    places, found = planted
    wanted, hit, false = (Counter(place.check for place in some) for some in (places, places & found, found - places))
    rows = [
        {"check": check.name, "planted": wanted[check.name], "hits": hit[check.name], "false_alarms": false[check.name]}
        for check in CHECKS
    ]
    assert [row["check"] for row in rows if not row["planted"]] == []
    with TABLE.open(newline="", encoding="utf-8") as file:
        assert [dict(row) for row in csv.DictReader(file)] == [{k: str(v) for k, v in row.items()} for row in rows]
