"""Hands in USEBIO: wherever they stand, and which lines played them; none where it is not known."""

import polars as pl

from usebio_text import BOARD, NORTH, event_of, hands_of, pair_line, tables, usebio_of


def test_hands_after_the_results_are_their_deals() -> None:
    hands = hands_of(east="q10 3.AKT98765..42", north=NORTH, south="JT9...AKQJT98", west="...")
    handset = f"<HANDSET>{BOARD.format(2, hands)}</HANDSET>"
    boards = "".join(BOARD.format(n, pair_line("1", "2", "90")) for n in (1, 2))
    found = tables(usebio_of(f'<EVENT EVENT_TYPE="PAIRS">{boards}</EVENT>{handset}'))
    deal = found["boards"].row(0, named=True)
    assert (deal["north"], deal["east"], deal["west"]) == (NORTH, "QT3.AKT98765..42", None)
    assert (deal["south"], deal["dealer"], deal["vulnerable"]) == ("JT9...AKQJT98", None, None)
    assert (deal["board"], deal["session"], deal["section"], deal["deal_origin"]) == (2, "1", "", "record")
    assert found["results"].select("board", "deal_id").rows() == [(1, None), (2, deal["deal_id"])]


def test_a_deal_takes_the_session_and_section_that_alone_played_it() -> None:
    section = f'<SECTION SECTION_ID="A">{BOARD.format(1, pair_line("1", "2", "90"))}</SECTION>'
    handset = f"<HANDSET>{BOARD.format(1, hands_of(north=NORTH))}</HANDSET>"
    one = tables(event_of(f'<SESSION SESSION_ID="x">{section}</SESSION>{handset}'))
    assert one["boards"].select("session", "section").row(0) == ("x", "A")
    both = tables(event_of(section + section.replace('"A"', '"B"') + handset))
    assert both["boards"].select("session", "section").row(0) == ("1", "")
    assert both["results"]["deal_id"].to_list() == [both["boards"]["deal_id"].item()] * 2


def test_a_number_played_in_two_sessions_is_linked_only_to_a_handset_of_its_session() -> None:
    def session(label: str, handset: str) -> str:
        return f'<SESSION SESSION_ID="{label}">{BOARD.format(1, pair_line("1", "2", "90"))}{handset}</SESSION>'

    def handset(cards: str) -> str:
        return f"<HANDSET>{BOARD.format(1, hands_of(north=cards))}</HANDSET>"

    common = tables(event_of(session("1", "") + session("2", "") + handset(NORTH)))
    assert common["results"]["deal_id"].to_list() == [None, None]
    own = tables(event_of(session("1", handset(NORTH)) + session("2", handset("2.2.2.2"))))
    assert own["results"]["deal_id"].to_list() == own["boards"]["deal_id"].to_list()
    assert own["boards"].select("session", "north").rows() == [("1", NORTH), ("2", "2.2.2.2")]


def test_a_deal_again_is_superseded_and_another_deal_of_the_board_leaves_its_lines_unlinked() -> None:
    board = BOARD.format(1, pair_line("1", "2", "90"))
    first, other = (BOARD.format(1, hands_of(north=hand)) for hand in (NORTH, "2.2.2.2"))
    again = tables(event_of(f"{board}<HANDSET>{first}</HANDSET><HANDSET>{first}</HANDSET>"))
    account = again["conservation"].filter(pl.col("kind") == "deal")
    assert account.select("found", "loaded", "superseded").row(0) == (2, 1, 1)
    assert again["results"]["deal_id"].item() == again["boards"]["deal_id"].item()
    two = tables(event_of(f"{board}<HANDSET>{first}{other}</HANDSET>"))
    assert (two["boards"].height, two["results"]["deal_id"].item()) == (2, None)
    assert two["problems"]["code"].to_list() == ["deal_twice"]


def test_hands_in_the_board_of_the_results() -> None:
    stated = "<VULNERABILITY>North-South</VULNERABILITY><DEALER>East</DEALER>"
    found = tables(event_of(BOARD.format(2, stated + hands_of(north=NORTH) + pair_line("1", "2", "90"))))
    assert found["boards"].select("dealer", "vulnerable", "north").row(0) == ("E", "NS", NORTH)
    assert found["results"]["deal_id"].item() == found["boards"]["deal_id"].item()


def test_each_handset_between_events_belongs_to_one() -> None:
    event = f'<EVENT EVENT_TYPE="PAIRS">{BOARD.format(1, pair_line("1", "2", "90"))}</EVENT>'
    first, second = (f"<HANDSET>{BOARD.format(1, hands_of(north=hand))}</HANDSET>" for hand in (NORTH, "2.2.2.2"))
    for inside in (event + first + event + second, first + event + second + event):
        found = tables(usebio_of(inside))
        assert found["boards"]["event_id"].to_list() == found["events"]["event_id"].to_list()
        assert found["results"]["deal_id"].to_list() == found["boards"]["deal_id"].to_list()
        assert found["boards"]["north"].to_list() == [NORTH, "2.2.2.2"]


def test_hands_without_an_event_get_the_files_name() -> None:
    found = tables(usebio_of(f"<HANDSET>{BOARD.format(1, hands_of(north=NORTH))}</HANDSET>"), "2024/club night.xml")
    assert found["events"]["name"].item() == "club night"
    assert found["boards"]["event_id"].item() == found["events"]["event_id"].item()


def test_the_nearest_deal_of_a_board_is_the_one_that_was_played() -> None:
    common, own = (f"<HANDSET>{BOARD.format(1, hands_of(north=hand))}</HANDSET>" for hand in ("2.2.2.2", NORTH))
    board = BOARD.format(1, pair_line("1", "2", "90"))
    found = tables(event_of(f'{common}<SECTION SECTION_ID="A">{own}{board}</SECTION><SECTION>{board}</SECTION>'))
    by_north = dict(found["boards"].select("north", "deal_id").rows())
    assert found["results"]["deal_id"].to_list() == [by_north[NORTH], by_north["2.2.2.2"]]


def test_a_damaged_line_does_not_cost_the_hands_of_its_board() -> None:
    found = tables(event_of(BOARD.format(1, hands_of(north=NORTH) + "<TRAVELLER_LINE><SCORE>90</TRAVELLER_LINE>")))
    assert found["boards"]["north"].to_list() == [NORTH]
    assert found["problems"]["rejects"].drop_nulls().to_list() == ["traveller line"]
