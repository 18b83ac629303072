"""One game per play: what a game says of its play, and what it takes over from the games before."""

from typing import Any

import pytest

from pbn_text import DEAL, OTHER_DEAL, account, codes, line, read


def game(**tags: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


def test_a_play_with_everything() -> None:
    text = (
        game(Event="Cup", Board="3", Dealer="S", Vulnerable="EW", Deal=DEAL, Room="open", Table="7", Round="2").strip()
        + "\n"
        + game(North="Ada", South="Bo", East="Cy", West="Di", Section="A", Declarer="W", Contract="3NX").strip()
        + '\n[Result "9"]\n[Score "EW 550"]\n[ScoreIMP "NS -11 EW 11"]\n[Play "N"]\nHQ H2 H3 H4\n'
    )
    tables = read(text)
    row = tables["results"].row(0, named=True)
    expected: dict[str, Any] = {
        "board": 3, "session": "1", "section": "A", "scored_with": "A", "round": 2, "table": "7", "room": "Open",
        "ns_pair": "Ada - Bo", "ew_pair": "Cy - Di", "level": 3, "strain": "NT", "doubled": 1, "declarer": "W",
        "lead": "HQ", "tricks": 9, "ns_score": -550, "kind": "played", "multiplicity": 1,
        "published_ns_imp": -11.0, "published_ew_imp": 11.0, "published_imp_decimals": 0, "line": 15,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected
    assert row["deal_id"] == tables["boards"]["deal_id"].item()
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"Contract": "Pass"}, ("passed_out", 0)),
        ({"Contract": "Pass", "Score": "NS 0", "Declarer": "", "Result": ""}, ("passed_out", 0)),
        ({"Contract": "4S", "Declarer": "S"}, ("played", None)),
        ({"Contract": "", "Declarer": "S", "Result": "10"}, ("unknown", None)),
        ({"Contract": "", "Score": "NS 420"}, ("played", 420)),
        ({"Contract": "?", "Declarer": "?", "Result": "?", "Score": "A6040"}, ("artificial", None)),
        ({"Contract": "NP"}, ("not_played", None)),
    ],
)
def test_what_a_game_is(tags: dict[str, str], expected: tuple[str, int | None]) -> None:
    tables = read(game(Board="1", **tags))
    assert line(tables, "kind", "ns_score") == expected
    assert codes(tables) == []


@pytest.mark.parametrize("unknown", ["", "?", "-"])
def test_a_game_without_a_play_is_a_hand_record_only(unknown: str) -> None:
    tables = read(game(Board="1", Deal=DEAL, Declarer=unknown, Contract=unknown, Result=unknown, Score=unknown))
    assert account(tables, "traveller line") == {}
    assert tables["boards"]["deal_origin"].to_list() == ["record"]


def test_an_end_position_is_no_play() -> None:
    tables = read('[Board "1"]\n[Deal "N:.6.. 5... - -"]\n[Contract "H"]\n[Play "W"]\nS5 H6 - -\n')
    assert account(tables, "traveller line") == {}
    assert codes(tables) == []


def test_an_award_keeps_its_text_and_both_sides() -> None:
    tables = read(game(Board="1", Score="NS A+ EW A-"))
    assert line(tables, "ns_award", "ew_award", "award_given") == (60.0, 40.0, "NS A+ EW A-")
    alone = read(game(Board="1", Score="A+"))
    assert line(alone, "kind", "ns_award", "ew_award") == ("artificial", None, None)
    assert codes(alone) == ["bad_award"]


@pytest.mark.parametrize(("play", "lead"), [("SK H3", "SK"), ("- H3", None), ("*", None), ("^R S10 H3", "ST")])
def test_the_lead_is_the_first_card_of_the_play(play: str, lead: str | None) -> None:
    tables = read(f'[Board "1"]\n[Contract "4S"]\n[Play "W"]\n{play}\n')
    assert line(tables, "lead") == (lead,)
    assert codes(tables) == []


def test_both_rooms_of_a_match_share_a_board_and_its_deal() -> None:
    opened = game(Event="Cup", Board="1", Deal=DEAL, Room="Open", HomeTeam="B", VisitTeam="A", Contract="4S")
    closed = game(Event="#", Board="1", Deal="#", Room="Closed", HomeTeam="#", VisitTeam="#", Contract="3N")
    tables = read(opened + closed)
    # The home team is N-S in the open room.
    assert tables["results"].select("room", "scored_with", "level", "team", "ew_team").rows() == [
        ("Open", "A - B", 4, "B", "A"),
        ("Closed", "A - B", 3, "A", "B"),
    ]
    assert tables["results"]["deal_id"].n_unique() == 1
    assert account(tables, "deal") == {"found": 2, "loaded": 1, "superseded": 1}
    assert tables["boards"]["deal_origin"].to_list() == ["as_played"]
    assert tables["events"]["competition"].to_list() == ["teams"]


@pytest.mark.parametrize(
    ("homes", "seated"),
    [
        # Where each table has another home team, that is the one that sits N-S there.
        (["A", "B"], [("A", "B"), ("B", "A")]),
        # With one home team at both tables nothing tells which of them is which.
        (["A", "A"], [(None, None), (None, None)]),
        (["A", "?"], [(None, None), (None, None)]),
    ],
)
def test_the_teams_of_a_match_without_rooms(homes: list[str], seated: list[tuple[str | None, str | None]]) -> None:
    visits = {"A": "B", "B": "A", "?": "B"}
    text = "".join(
        game(Event="Cup", Board="1", Deal=DEAL, HomeTeam=home, VisitTeam=visits[home], Contract="4S") for home in homes
    )
    assert read(text)["results"].select("team", "ew_team").rows() == seated


def test_a_second_play_without_a_board_is_of_the_board_before() -> None:
    text = game(Event="Cup", West="a", East="b", Board="5", Dealer="N", Vulnerable="NS", Deal=DEAL, Contract="4S")
    tables = read(text + game(Declarer="N", Contract="5C") + game(Board="6", Contract="2H"))
    assert tables["results"].select("board", "level", "ew_pair").rows() == [
        (5, 4, "b - a"),
        (5, 5, None),
        (6, 2, None),
    ]
    assert tables["boards"].select("board", "dealer", "vulnerable", "north").rows() == [
        (5, "N", "NS", "AKQJT98765432..."),
        (6, None, None, None),
    ]
    assert account(tables, "deal") == {"found": 2, "loaded": 2}


def test_another_deal_for_a_board_is_another_row_and_each_play_has_its_own() -> None:
    tables = read("".join(game(Board="1", Deal=deal, Contract="4S") for deal in (DEAL, OTHER_DEAL, DEAL)))
    ids = tables["boards"]["deal_id"].to_list()
    assert len(ids) == 2
    assert tables["results"]["deal_id"].to_list() == [ids[0], ids[1], ids[0]]


def test_a_play_that_gives_no_hands_is_of_the_boards_only_deal() -> None:
    tables = read(game(Board="1", Dealer="N", Deal=DEAL, Contract="4S") + game(Board="1", Deal="?", Contract="3S"))
    assert account(tables, "deal") == {"found": 2, "loaded": 1, "superseded": 1}
    other = read(game(Board="1", Dealer="N", Deal=DEAL, Contract="4S") + game(Board="1", Dealer="E", Deal="?"))
    assert other["boards"].select("dealer", "north").rows() == [("N", "AKQJT98765432..."), ("E", None)]


def test_marks_of_inheritance() -> None:
    tables = read(
        game(Event="##Cup", Scoring="##IMP", Board="1", Table="4", Contract="4S")
        + game(Board="2", Table="#", Contract="3S")
        + game(Event="Other", Board="3", Table="##9", Contract="2S")
        + game(Board="4", Contract="1S")
    )
    names = dict(tables["events"].select("event_id", "name").rows())
    found = [
        (names[event], table, board)
        for event, table, board in tables["results"].select("event_id", "table", "board").rows()
    ]
    assert found == [("Cup", "4", 1), ("Cup", "4", 2), ("Other", "9", 3), ("Cup", "9", 4)]
    assert tables["events"]["scoring"].to_list() == ["imps", "imps"]


def test_a_mark_with_nothing_before_it_is_unknown() -> None:
    tables = read(game(Event="#", Board="1", Table="#", Contract="4S"))
    assert line(tables, "table", "level") == (None, 4)
    assert tables["events"]["name"].to_list() == [None]


def test_a_play_is_never_taken_over() -> None:
    tables = read(game(Board="1", Declarer="N", Contract="4S") + game(Board="2", Declarer="#", Contract="#"))
    assert tables["results"]["board"].to_list() == [1]
    assert codes(tables) == ["inherited_value", "inherited_value"]


def test_a_board_without_a_number_is_numbered_by_its_place() -> None:
    tables = read(
        game(Board="1", Contract="1S")
        + game(Board="?", Deal=DEAL, Contract="2S")
        + game(Board="3", Contract="3S")
        + game(Board="A", Contract="4S")
        + game(Board="?", Deal=DEAL, Contract="5S")
        + game(Board="0", Contract="6S")
    )
    assert tables["results"].select("board", "level").rows() == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (2, 5),
        (5, 6),
    ]
    assert tables["problems"].select("code", "found", "severity").rows() == [
        ("bad_board", '[Board "?"]', "warning"),
        ("bad_board", '[Board "A"]', "warning"),
        ("bad_board", '[Board "0"]', "warning"),
    ]


@pytest.mark.parametrize(
    ("tag", "problem"),
    [("Dealer", "bad_dealer"), ("Vulnerable", "bad_vulnerable"), ("Deal", "bad_deal"), ("Room", "bad_room")],
)
def test_a_doubtful_tag_is_null_and_its_record_is_kept(tag: str, problem: str) -> None:
    tables = read(game(Board="1", Contract="4S", **{tag: "Black"}))
    assert tables["boards"].select("dealer", "vulnerable", "north").rows() == [(None, None, None)]
    assert line(tables, "room", "level") == (None, 4)
    expected = [(problem, "warning", None)]
    assert tables["problems"].select("code", "severity", "rejects").rows() == expected
