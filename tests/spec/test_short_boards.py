"""Boards played a different number of times: Neuberg, in proportion two ways, one a missing score, Ascherman."""

import pytest

import neuberg
from spec.boards import travellers

PLAYED = [400, 300, 200, 100]


@pytest.mark.parametrize(
    ("profile", "found"),
    [
        # Group matchpoints 6, 4, 2, 0 of a top of 8. Neuberg, (5/4)(S + 1) − 1 to a hundredth: 7.75, 5.25, 2.75, 0.25.
        ("wbf-1991", [96.88, 65.63, 34.38, 3.13]),
        # Times 5/4: 7.5, 5, 2.5, 0.
        ("nationwide-pairs", [93.75, 62.5, 31.25, 0.0]),
        # Times 4/3: 8, 5.33, 2.67, 0.
        ("ase-proportional", [100.0, 66.67, 33.33, 0.0]),
        # One for the missing score: 7, 5, 3, 1.
        ("norway-plus-one", [87.5, 62.5, 37.5, 12.5]),
        # 100·(S + 1)/8.
        ("ascherman", [87.5, 62.5, 37.5, 12.5]),
    ],
)
def test_four_scores_and_an_average_of_five(profile: str, found: list[float]) -> None:
    scored = neuberg.score(travellers(PLAYED, awards=[(50, 50)]), profile=profile)
    assert scored["ns_pct"].to_list() == [*found, 50.0]


def test_a_board_that_all_played_is_the_same_in_every_way_but_aschermans() -> None:
    for profile in ("wbf-1991", "nationwide-pairs", "ase-proportional", "norway-plus-one"):
        assert neuberg.score(travellers(PLAYED), profile=profile)["ns_pct"].to_list() == [100.0, 66.67, 33.33, 0.0]
    assert neuberg.score(travellers(PLAYED), profile="ascherman")["ns_pct"].to_list() == [87.5, 62.5, 37.5, 12.5]
