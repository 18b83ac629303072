"""LIN: the results of both rooms, deals once, contracts and tricks from auction and play where no result is listed."""

import datetime as dt

import polars as pl
import pytest

from neuberg.ingest.bbo import parse_play
from neuberg.ingest.lin.deals import parse_deal
from neuberg.ingest.lin.plays import final_contract, tricks_won
from neuberg.ingest.lin.tokens import games
from read import account, codes, read
from shared import shared

MD = "1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432"
OTHER = "1HAKQJT98765432,SAKQJT98765432,DAKQJT98765432"
HEAD = "vg|A Cup,Segment 2,I,1,2,Whites,10,Blacks,0|\nrs|{}|\npn|s,w,n,e,S,W,N,E|pg||\n"
GAMES = f"qx|o1|md|{MD}|sv|b|mb|p|pg||\nqx|c1|md|{MD}|sv|b|pg||\n"


def test_a_match_has_a_line_for_each_room_and_a_deal_for_both() -> None:
    found = read("lin", HEAD.format("4HE=,3NWx-1,PASS,") + GAMES)
    columns = ("board", "room", "ns_pair", "level", "strain", "doubled", "declarer", "tricks", "kind")
    assert found["results"].select(columns).rows() == [
        (1, "Open", "n - s", 4, "H", 0, "E", 10, "played"),
        (1, "Closed", "N - S", 3, "NT", 1, "W", 8, "played"),
        (2, "Open", "n - s", None, None, None, None, None, "passed_out"),
    ]
    assert found["results"]["scored_with"].unique().to_list() == ["Blacks - Whites"]
    # The team that is named first is N-S in the open room.
    assert found["results"].select("team", "ew_team").rows()[:2] == [("Whites", "Blacks"), ("Blacks", "Whites")]
    assert found["results"]["deal_id"].to_list()[:2] == found["boards"]["deal_id"].to_list() * 2
    assert account(found, "deal") == {"found": 2, "loaded": 1, "superseded": 1}
    assert found["events"].select("competition", "scoring").row(0) == ("teams", "imps")
    assert codes(found) == []


def test_a_deal_other_in_the_other_room_is_a_row_of_its_own_and_is_told() -> None:
    found = read("lin", HEAD.format("4HE=,4HE=") + GAMES.replace(f"c1|md|{MD}", f"c1|md|{OTHER}"))
    assert found["boards"].height == 2
    assert found["results"]["deal_id"].n_unique() == 2
    assert codes(found) == ["deal_twice"]


def test_a_session_of_pairs_has_a_date_and_no_rooms() -> None:
    found = read("lin", f"vg|Finale,2022.02.06,P,1,1,A,0,B,0|\nrs|,|\nqx|o1,BOARD 1|md|{MD}|sv|0|pg||\n")
    assert found["events"].select("date", "competition", "scoring").row(0) == (
        dt.date(2022, 2, 6),
        "pairs",
        "matchpoints",
    )
    assert found["results"].is_empty()
    assert found["boards"].select("board", "dealer", "vulnerable", "east").row(0) == (
        1,
        "S",
        "None",
        "...AKQJT98765432",
    )


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("4♥S+3", ("4♥", "S", "+3")),
        ("3NN=", ("3N", "N", "=")),
        ("5DNx-2", ("5DX", "N", "-2")),
        ("5DxxN-2", ("5DXX", "N", "-2")),
        ("5DxNx-2", None),
        ("8HN=", None),
        ("4H", None),
    ],
)
def test_a_result_as_bbo_writes_it(text: str, play: tuple[str, str, str] | None) -> None:
    assert parse_play(text) == play


def test_what_is_no_result_or_belongs_to_no_board_is_rejected() -> None:
    found = read("lin", HEAD.format("4HE=,8HE=,,,3NN=") + GAMES)
    assert found["problems"].select("code", "found", "rejects").rows() == [
        ("no_board", "3NN=", "traveller line"),
        ("bad_result", "8HE=", "traveller line"),
    ]
    assert account(found, "traveller line") == {"found": 3, "loaded": 1, "rejected": 2}


def test_a_missing_value_does_not_swallow_the_next_field() -> None:
    heading, found = games(f"rs|mp|pg||\nqx|o1|md|{MD}|mb|p|")
    assert [(field.key, field.value) for field in heading] == [("rs", ""), ("mp", ""), ("pg", "")]
    assert [game.value("md") for game in found] == [MD]


def test_an_auction_and_claimed_tricks_stand_for_a_result_that_is_not_listed() -> None:
    table = f"pn|s,w,n,e|st||md|{MD}|rh||ah|Board 7|sv|o|mb|1S|mb|p|mb|4S|mb|d|mb|p|mb|p|mb|p|pc|H2|mc|9|"
    row = read("lin", table)["results"].row(0, named=True)
    assert (row["board"], row["level"], row["strain"], row["doubled"], row["declarer"]) == (7, 4, "S", 1, "S")
    assert (row["tricks"], row["lead"], row["kind"], row["ns_pair"]) == (9, "H2", "played", "n - s")


def test_an_auction_that_is_not_over_is_no_contract() -> None:
    assert final_contract(["1S", "p", "p"], "N") is None
    assert final_contract(["p", "p", "p", "p"], "N") == ("PASS", "")
    row = read("lin", f"md|{MD}|ah|Board 7|mb|1S|mb|p|")
    assert row["results"]["kind"].to_list() == ["unknown"]
    assert codes(row) == ["no_result"]


def test_tricks_are_counted_where_all_52_cards_were_played() -> None:
    ranks = "AKQJT98765432"
    # Each player holds one suit: South spades, West hearts, North diamonds, East clubs; South declares, West leads.
    cards = [suit + rank for rank in ranks for suit in "hdcs"]
    assert [tricks_won(cards, "S", strain) for strain in "HN"] == [0, 0]
    # South ruffs the first lead and leads on: the order of play turns with the lead.
    ruffed = [*cards[:4], *(suit + rank for rank in ranks[1:] for suit in "shdc")]
    assert tricks_won(ruffed, "S", "S") == 13
    # North ruffs the first lead with the ace of trumps and cashes the other twelve.
    ruffed = [*cards[:4], *(suit + rank for rank in ranks[1:] for suit in "dcsh")]
    assert tricks_won(ruffed, "S", "D") == 13
    assert tricks_won(cards[:-1], "S", "S") is None
    assert tricks_won([*cards[:-1], cards[0]], "S", "S") is None


def test_three_hands_that_share_a_card_give_no_fourth() -> None:
    deal, doubts = parse_deal("1SAKQJT98765432,SAKQJT98765432,DAKQJT98765432", "o")
    assert (deal.east, doubts) == (None, [])
    _, doubts = parse_deal("9SAKQJT9876543X,,", "q")
    assert [doubt.code for doubt in doubts] == ["bad_dealer", "bad_vulnerable", "bad_hand"]


def test_auction_and_play_agree_with_every_result_that_a_real_match_lists() -> None:
    """Two independent records of one match: the list of results, and each table's calls and cards."""
    data = shared("corpus/lin/vugraph_match.lin").read_bytes()
    listed = {(row["board"], row["room"]): row for row in read("lin", data)["results"].iter_rows(named=True)}
    claimed = 0
    for game in games(data.decode())[1]:
        deal, _ = parse_deal(game.value("md"), game.value("sv"))
        final = final_contract(game.values("mb"), deal.dealer)
        assert final is not None
        room, board = {"o": "Open", "c": "Closed"}[game.value("qx")[0]], int(game.value("qx")[1:])
        row = listed[board, room]
        strain = "NT" if final.contract[1] == "N" else final.contract[1]
        assert (int(final.contract[0]), strain, final.declarer) == (row["level"], row["strain"], row["declarer"])
        if game.value("mc"):
            claimed += 1
            assert int(game.value("mc")) == row["tricks"]
    assert claimed > 20


def test_every_deal_of_a_real_session_has_52_cards() -> None:
    boards = read("lin", shared("corpus/lin/pairs_session.lin").read_bytes())["boards"]
    hands = pl.concat_str("north", "east", "south", "west").str.replace_all(".", "", literal=True)
    assert boards.select(hands.str.len_chars()).to_series().to_list() == [52] * 30
