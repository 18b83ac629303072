"""What real PBN files do that no specification foresees: each the smallest text that does it, and the right reading.

The numbers are those of the list of quirks that public archives of PBN files were found to have.
"""

import datetime as dt

import pytest

from pbn_text import DEAL, OTHER_DEAL, account, codes, line, read


def game(**tags: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


def test_01_a_missing_blank_line_loses_no_board() -> None:
    text = (game(Event="Cup", Board="21", Contract="4S") + game(Event="#", Board="22", Contract="3N")).replace(
        "\n\n", "\n"
    )
    assert read(text)["results"].select("board", "level").rows() == [(21, 4), (22, 3)]


def test_01_a_second_board_or_deal_begins_a_game_too() -> None:
    assert read('[Board "1"]\n[Dealer "N"]\n[Board "2"]\n[Dealer "E"]\n')["boards"]["board"].to_list() == [1, 2]
    assert read(f'[Deal "{DEAL}"]\n[Deal "{OTHER_DEAL}"]\n')["boards"]["board"].to_list() == [1, 2]


def test_02_a_block_without_board_or_deal_is_the_boards_second_play() -> None:
    tables = read(game(Board="1", Deal=DEAL, Contract="5C") + game(Declarer="N", Contract="4SX"))
    assert tables["results"].select("board", "level").rows() == [(1, 5), (1, 4)]
    assert tables["results"]["deal_id"].n_unique() == 1
    assert account(tables, "deal") == {"found": 1, "loaded": 1}


def test_03_a_deal_may_be_taken_over() -> None:
    tables = read(game(Board="1", Deal=DEAL, Contract="4S") + game(Board="1", Deal="#", Contract="3S"))
    assert tables["results"]["deal_id"].n_unique() == 1
    assert codes(tables) == []


def test_03_a_mark_without_an_earlier_value_is_unknown() -> None:
    tables = read(game(Event="#", Date="#", Section="#", Board="1", Contract="4S"))
    assert line(tables, "section") == ("",)
    assert tables["events"].select("name", "date_given").rows() == [(None, None)]


@pytest.mark.parametrize("end", [b"\x1a", b"\r\n\x1a\r\n", b"\x1a\x00\x00"])
def test_04_the_end_of_file_mark_of_dos_is_no_text(end: bytes) -> None:
    tables = read(b'[Board "1"]\r\n' + end)
    assert tables["boards"]["board"].to_list() == [1]
    assert codes(tables) == []


def test_05_tags_set_against_the_rules() -> None:
    glued = read('[Event"#"]\n[Board "1"]{ after a tag } ; and more\n[Dealer "N"][Vulnerable "All"]\n')
    assert glued["boards"].select("board", "dealer", "vulnerable").rows() == [(1, "N", "All")]
    assert codes(glued) == []
    unquoted = read('[Event Random Deal #]\n[Board "1"]\n[User Sequence "a b"]\n[Dealer "N"]\n')
    assert unquoted["events"]["name"].to_list() == ["Random Deal #"]
    assert unquoted["boards"]["dealer"].to_list() == ["N"]
    assert codes(unquoted) == ["tag_without_quotes", "bad_tag_name"]


def test_06_free_text_outside_comments_loses_no_game() -> None:
    comments = "{ intro\n} {---\nmore\n\nend. }\n"
    text = f'{comments}[Board "1"]\n[Contract "4S"]\n\nprose }} and prose\n[Board "2"]\n[Contract "3S"]\n'
    tables = read(text)
    assert tables["results"].select("board", "level").rows() == [(1, 4), (2, 3)]
    assert tables["problems"].select("line", "code").rows() == [(9, "stray_text")]


def test_07_tags_after_the_auction_and_the_play_count() -> None:
    sections = '[Auction "N"]\n1S AP\n[Play "E"]\nHA H2 H3 H4\n*\n'
    tables = read(f'[Board "1"]\n{sections}[Result "9"]\n[Contract "1S"]\n[Vulnerable "EW"]\n')
    assert line(tables, "tricks", "lead") == (9, "HA")
    assert tables["boards"]["vulnerable"].to_list() == ["EW"]


def test_08_a_lin_record_left_in_the_board_tag() -> None:
    tables = read('[Board "18|it|OR - An evaluation problem for West. Quite hard."]\n[Contract "3NT"]\n')
    assert line(tables, "board") == (18,)
    assert codes(tables) == ["bad_board"]


def test_09_headers_and_files_without_a_game() -> None:
    assert read("% PBN 2.1\n% EXPORT\n")["conservation"]["found"].sum() == 0
    double_dummy = read('[Board "1"]\n%%!R 75974684697597468469\n[Dealer "N"]\n')
    assert double_dummy["boards"].select("board", "dealer").rows() == [(1, "N")]
    assert codes(double_dummy) == []


def test_10_of_a_repeated_tag_the_first_counts() -> None:
    tables = read(game(Board="1", Declarer="E", Contract="2H").strip() + '\n[Score "EW 110"]\n[Score "NS -150"]\n')
    assert line(tables, "ns_score") == (-110,)
    assert codes(tables) == ["repeated_tag"]


def test_11_backslashes_that_escape_nothing() -> None:
    tables = read(r'[Event "M\'s 2-6\c"]' + '\n[Board "1"]\n[Auction "N"]\n1C\tPass\tPass\tPass\n')
    assert tables["events"]["name"].to_list() == [r"M\'s 2-6\c"]
    assert codes(tables) == []


def test_12_a_table_header_without_semicolons_and_numbers_that_overflow() -> None:
    table = '[OptimumResultTable "Declarer Suit Tricks"]\nN S 9\n'
    tables = read(f'[Board "1"]\n{table}[Contract "4S"]\n[Result "-9752"]\n[Score "NS 488100"]\n')
    assert line(tables, "tricks", "ns_score") == (None, 488100)
    assert sorted(codes(tables)) == ["bad_result", "impossible_score"]


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ("4Hx", (4, "H", 1)),
        ("4Sxx", (4, "S", 2)),
        ("3N", (3, "NT", 0)),
        ("1NX", (1, "NT", 1)),
        ("4SR", (4, "S", 2)),
        ("1NR", (1, "NT", 2)),
    ],
)
def test_13_contracts_as_they_are_written(contract: str, expected: tuple[int, str, int]) -> None:
    assert line(read(game(Board="1", Contract=contract)), "level", "strain", "doubled") == expected


def test_13_what_is_no_contract_is_kept_without_one() -> None:
    tables = read(game(Board="1", Declarer="N", Contract="1SHNT", Score="+790"))
    assert line(tables, "level", "ns_score", "kind") == (None, 790, "played")
    assert codes(tables) == ["bad_contract"]


@pytest.mark.parametrize(
    ("contract", "kinds"), [("PAS", ["passed_out"]), ("Pass", ["passed_out"]), ("", []), ("?", [])]
)
def test_13_passed_out_is_not_unknown(contract: str, kinds: list[str]) -> None:
    assert read(game(Board="1", Contract=contract))["results"]["kind"].to_list() == kinds


@pytest.mark.parametrize(
    ("declarer", "result", "expected"),
    [
        ("^S", "9", ("S", 9)),
        ("s", "^10", ("S", 10)),
        ("W", "EW 10", ("W", 10)),
        ("N", "NS 9 EW 4", ("N", 9)),
        ("E", "33", ("E", None)),
    ],
)
def test_14_declarers_and_results_as_they_are_written(
    declarer: str, result: str, expected: tuple[str, int | None]
) -> None:
    tables = read(game(Board="1", Declarer=declarer, Contract="3NT", Result=result))
    assert line(tables, "declarer", "tricks") == expected
    assert codes(tables) == (["bad_result"] if result == "33" else [])


@pytest.mark.parametrize(
    ("declarer", "score", "ns_score"),
    [
        ("N", "+110", 110),
        ("E", "+110", -110),
        ("W", "-50", 50),
        ("E", "NS -50", -50),
        ("N", "EW 50", -50),
        ("N", "NS-140", -140),
        ("N", "NS0", 0),
    ],
)
def test_15_scores_with_and_without_a_side(declarer: str, score: str, ns_score: int) -> None:
    tables = read(game(Board="1", Declarer=declarer, Contract="4S", Score=score))
    assert line(tables, "ns_score") == (ns_score,)
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("score", "imps", "ns_score"),
    [
        ("EW 6001", "NS 1", -600),
        ("NS -504", "NS -4", -50),
        ("NS 903", "3", 90),
        ("NS 6500", "NS 0", 650),  # no contract makes 6500
        ("EW -5011", "NS 11", 50),
        ("EW -2001", "NS 12", 200),  # the field was too short for the second digit
    ],
)
def test_15_imps_glued_to_a_score_are_parted_from_it(score: str, imps: str, ns_score: int) -> None:
    tables = read(game(Board="1", Declarer="N", Contract="4S", Result="9", Score=score, ScoreIMP=imps))
    assert line(tables, "ns_score", "kind") == (ns_score, "played")
    assert tables["problems"].select("code", "severity", "rejects").rows() == [("imps_in_score", "warning", None)]


@pytest.mark.parametrize(("score", "imps", "ns_score"), [("EW 6001", "", -6001), ("NS -504", "NS 5", -504)])
def test_15_a_score_that_no_imps_explain_stands_as_given_with_a_doubt(score: str, imps: str, ns_score: int) -> None:
    tables = read(game(Board="1", Declarer="N", Contract="4S", Result="9", Score=score, ScoreIMP=imps))
    assert line(tables, "ns_score") == (ns_score,)
    assert codes(tables) == ["impossible_score"]


def test_15_a_score_that_a_contract_makes_is_left_alone() -> None:
    tables = read(game(Board="1", Declarer="N", Contract="4S", Result="10", Score="NS 420", ScoreIMP="NS 0"))
    assert line(tables, "ns_score") == (420,)
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("imps", "ns", "ew"),
    [("NS +3", 3.0, None), ("NS 0 EW -0", 0.0, 0.0), ("NS -1 EW 1", -1.0, 1.0), ("-11", None, -11.0)],
)
def test_15_imps_of_either_side(imps: str, ns: float | None, ew: float | None) -> None:
    tables = read(game(Board="1", Declarer="E", Contract="4S", ScoreIMP=imps))
    assert line(tables, "published_ns_imp", "published_ew_imp") == (ns, ew)


@pytest.mark.parametrize(
    ("date", "day", "season"),
    [
        ("2013-08-24 18:36", dt.date(2013, 8, 24), "2013"),
        ("14:12", None, "unknown"),
        ("2-Aug-2023", dt.date(2023, 8, 2), "2023"),
        ("11/09/2021", dt.date(2021, 9, 11), "2021"),
        ("2015.09.?", None, "2015"),
        ("##2024.10.21", dt.date(2024, 10, 21), "2024"),
        ("", None, "unknown"),
    ],
)
def test_16_dates_as_they_are_written(date: str, day: dt.date | None, season: str) -> None:
    assert read(game(Event="Cup", Date=date, Board="1"))["events"].select("date", "season").rows() == [(day, season)]


def test_17_marks_of_the_unknown() -> None:
    text = game(Event="Cup", Board="01", Vulnerable="-", Room="", Scoring="Facit", Contract="4S") + '[Play ""]\n*\n'
    tables = read(text + game(Board="2", Vulnerable="Love", Scoring="MP;MP1") + game(Board="3", Vulnerable=""))
    assert tables["boards"].select("board", "vulnerable").rows() == [(1, "None"), (2, "None"), (3, None)]
    assert tables["events"]["scoring"].to_list() == ["matchpoints"]
    assert line(tables, "room") == (None,)


@pytest.mark.parametrize(
    ("deal", "north"),
    [
        ("S:.........AKQJT98765432 - - -", None),
        ("N:..Q986K932.AK752 - - -", "..Q986K932.AK752"),
        ("N:AA... - - -", "AA..."),
        ("N:- A... - -", None),
        ("N:.5.. 6... - -", ".5.."),
        ("?", None),
    ],
)
def test_18_deals_stay_as_they_stand(deal: str, north: str | None) -> None:
    assert read(game(Board="1", Deal=deal))["boards"]["north"].to_list() == [north]


def test_18_a_placeholder_deal_stays_as_it_stands() -> None:
    placeholder = "S:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    tables = read(game(Board="1", Deal=placeholder))
    assert tables["boards"]["south"].to_list() == ["AKQJT98765432..."]
    assert codes(tables) == []


def test_19_the_tags_outrank_the_cycle_of_the_boards_number() -> None:
    tables = read(game(Board="1", Dealer="W", Vulnerable="All", Deal=DEAL))
    assert tables["boards"].select("dealer", "vulnerable").rows() == [("W", "All")]
    assert codes(tables) == []


def test_20_a_score_that_the_contract_cannot_have_is_the_score_as_given() -> None:
    tables = read(game(Board="13", Declarer="W", Contract="3NT", Result="11", Score="NS -690"))
    assert line(tables, "ns_score", "level", "tricks") == (-690, 3, 11)


def test_21_marks_and_comments_in_the_play() -> None:
    text = '[Board "1"]\n[Contract "4S"]\n[Play "W"]\n{ a comment } SK ^R H3 { and\nmore } S4 S3\n*\n[Result "9"]\n'
    tables = read(text)
    assert line(tables, "lead", "tricks") == ("SK", 9)
    assert codes(tables) == []


@pytest.mark.parametrize(("board", "number"), [("?", 2), ("#", 1), ("01", 1)])
def test_17_boards_without_a_number_of_their_own(board: str, number: int) -> None:
    tables = read(game(Event="Cup", Board="1", Deal=DEAL) + game(Event="Cup", Board=board, Contract="4S"))
    assert line(tables, "board") == (number,)


def test_18_a_hand_that_is_not_given_and_a_first_seat_that_is_not_the_dealer() -> None:
    hands = "S:432.432.432.5432 - - -"
    deal = read(game(Board="1", Dealer="N", Deal=hands))["boards"].row(0, named=True)
    assert (deal["dealer"], deal["south"], deal["west"], deal["north"]) == ("N", "432.432.432.5432", None, None)


@pytest.mark.parametrize(
    ("auction", "play"), [("1S ^I 1C Pass AP", "^L SK H3 S4 S3"), ("1S ^S 2C AP", "SK ^R H3 S4 S3")]
)
def test_21_irregularities_of_calls_and_cards_change_no_result(auction: str, play: str) -> None:
    text = f'[Board "1"]\n[Contract "1S"]\n[Declarer "N"]\n[Result "7"]\n[Auction "N"]\n{auction}\n[Play "E"]\n{play}\n'
    assert line(read(text), "lead", "tricks") == ("SK", 7)


@pytest.mark.parametrize(
    ("data", "encoding", "name"),
    [
        (b'[Event "Cup"]\r\n[Board "1"]\r\n', "ascii", "Cup"),
        (b'[Event "Cup"]\n[Board "1"]\n', "ascii", "Cup"),
        (b'[Event "Caf\xe9"]\r\n[Board "1"]\r\n', "cp1252", "Café"),
        ('[Event "Café"]\n[Board "1"]\n'.encode(), "utf-8", "Café"),
        ('\ufeff[Event "Café"]\n[Board "1"]\n'.encode(), "utf-8", "Café"),
        (b'[Event "Caf\x81\xe9"]\n[Board "1"]\n', "cp1252", "Caf\x81é"),  # a byte that Windows-1252 does not assign
        (b'[Event "Cup"]\r[Board "1"]\r\n', "ascii", "Cup"),
    ],
)
def test_22_encodings_and_line_ends(data: bytes, encoding: str, name: str) -> None:
    tables = read(data)
    assert tables["files"]["encoding"].to_list() == [encoding]
    assert tables["events"]["name"].to_list() == [name]
    assert tables["boards"]["board"].to_list() == [1]
    assert codes(tables) == (["doubtful_letters"] if "\x81" in name else [])


def test_22_a_line_of_more_than_255_characters_is_read_whole() -> None:
    columns = ";".join(f"Own{number}\\\\8R" for number in range(40))
    tables = read(f'[Board "1"]\n[ScoreTable "Score_NS;{columns}"]\n420 {"x " * 40}\n')
    assert tables["results"]["ns_score"].to_list() == [420]
