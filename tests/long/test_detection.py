"""Fouls planted on real boards are found at the study's rates or better; the page beside the coefficients has more."""

import pytest

from detection import planting
from detection.measuring import threshold
from detection.page import RATES, STUDY, Scenario, as_it_is, scenario
from neuberg.detect import load_coefficients
from shared import shared

pytestmark = pytest.mark.long
#: Of hands exchanged across the sides, the planting that hides the change is no match for the study's.
REACHED = [foul for foul in STUDY if foul not in (planting.NEIGHBOURS_SAME, planting.CARDS)]


@pytest.fixture(scope="module")
def found() -> Scenario:
    field = planting.read_field(shared("detection/boards_many_results.jsonl.gz"), load_coefficients())
    return scenario(field, as_it_is, 11)


def test_there_are_enough_clean_boards_and_no_false_alarm_at_10_000(found: Scenario) -> None:
    assert len(found.clean.factor) >= 5_000
    assert (found.clean.factor >= 3).mean() <= 1 / 1000
    assert (found.clean.factor >= 4).sum() == 0
    assert (found.clean.whole >= 3).sum() == 0


@pytest.mark.parametrize("foul", REACHED)
@pytest.mark.parametrize("column", [0, 1])
def test_a_foul_is_found_at_the_studys_rate_or_better(found: Scenario, foul: str, column: int) -> None:
    limit = threshold(found.clean.factor, RATES[column])
    assert 100 * (found.planted[foul].factor > limit).mean() >= STUDY[foul][column]


@pytest.mark.parametrize("foul", [*REACHED, planting.NEIGHBOURS_SAME])
def test_the_change_is_exact_in_four_finds_of_five_and_in_its_range_in_nine_of_ten(found: Scenario, foul: str) -> None:
    sure = found.planted[foul].where(found.planted[foul].factor >= 3)
    assert (sure.off == 0).mean() >= 0.8
    assert sure.within.mean() >= 0.9


@pytest.mark.parametrize("foul", REACHED)
def test_the_prefilter_drops_most_boards_and_few_finds(found: Scenario, foul: str) -> None:
    assert found.clean.passed.mean() <= 0.25
    planted = found.planted[foul]
    assert planted.passed[planted.factor > threshold(found.clean.factor, RATES[0])].mean() >= 0.9
