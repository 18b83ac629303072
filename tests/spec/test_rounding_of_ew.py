"""E-W's matchpoints rounded for themselves, or what N-S's leave of the top: a parameter, for the sources do not say."""

import neuberg
from neuberg.rules import profile
from spec.boards import ladder, travellers

# Eight of ten by the ACBL's formula, 10·S/8 + 2/16: the best has 8.875 and its opponents 0.125, both exact halves.
FRAME = travellers(ladder(8), [500, 400])


def best_and_award(ew: str) -> list[tuple[float, float]]:
    scored = neuberg.score(FRAME, profile=profile("acbl-1991")._replace(ew=ew))
    return [scored.select("ns_mp", "ew_mp").row(place) for place in (0, 8)]


def test_each_rounded_for_itself_makes_a_board_of_nine_sum_to_901() -> None:
    assert best_and_award("own") == [(8.88, 0.13), (5.85, 4.95)]


def test_the_complement_keeps_the_top_but_not_where_the_sides_have_awards_of_their_own() -> None:
    # The two of the other form have 65 and 55 per cent of 9 in each direction: 120 per cent of the top a table.
    assert best_and_award("complement") == [(8.88, 0.12), (5.85, 4.95)]
