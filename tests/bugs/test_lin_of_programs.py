"""LIN as it is downloaded of single tables: the players named within a game, and what its play says of its result."""

import pytest

from read import codes, read

DEAL = "md|4SAKQ2HAKQDAKQCAKQ,SJT98HJT9DJT9CJT9,S765H8765D876C876,|sv|o|"
AUCTION = "mb|p|mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|"


def test_players_named_behind_a_games_beginning_are_its_own() -> None:
    """Each game had the players of the one before it."""
    games = [
        f"qx|{table}|pn|{names}|st||{DEAL}{AUCTION}pc|HJ|mc|10|pg||"
        for table, names in (("o1", "s,w,n,e"), ("c1", "S,W,N,E"))
    ]
    results = read("lin", "\n".join(games))["results"]
    assert results.select("room", "ns_pair", "ew_pair").rows() == [
        ("Open", "n - s", "e - w"),
        ("Closed", "N - S", "E - W"),
    ]


def test_players_named_behind_a_deal_are_of_the_next() -> None:
    games = f"pn|s,w,n,e|qx|o1|{DEAL}{AUCTION}mc|10|pg||pn|S,W,N,E|qx|o2|{DEAL}{AUCTION}mc|10|pg||"
    assert read("lin", games)["results"]["ns_pair"].to_list() == ["n - s", "N - S"]


def test_a_listed_result_has_the_lead_of_its_game() -> None:
    """The heading's result outranks the play, which alone says what was led: it was left out."""
    file = f"vg|Cup,1,I,1,1,Reds,0,Blues,0|\nrs|4SS=,3NS-1|\nqx|o1|{DEAL}{AUCTION}pc|hJ|pc|H5|mc|10|pg||\n"
    found = read("lin", file)
    assert found["results"].select("tricks", "lead").rows() == [(10, "HJ"), (8, None)]
    assert codes(found) == []


@pytest.mark.parametrize("passing", ["-", "P", "p!", "pass"])
def test_a_pass_by_other_signs(passing: str) -> None:
    found = read("lin", f"qx|o1|{DEAL}{AUCTION.replace('mb|p|', f'mb|{passing}|')}mc|10|pg||")
    assert found["results"].select("level", "strain", "declarer").rows() == [(4, "S", "S")]


def test_lists_of_the_heading_that_are_not_read_are_told() -> None:
    told = read("lin", "vg|Cup,1,P,1,1,,0,,0|\nrs|4SS=,3NS-1|\npw|,,,,|\nmp|60.5,39.5|\n")["problems"]
    assert told.select("line", "code", "found", "severity").rows() == [(4, "not_represented", "mp|60.5,39.5", "info")]
