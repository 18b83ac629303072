"""What programs that are no strict writers of PBN put in their files: the smallest text of each, and the right reading.

Each is read by both readers, which must agree.
"""

import datetime as dt

import pytest
from polars.testing import assert_frame_equal

import pbn_text
from neuberg.ingest.pbn.bulk import reader as bulk
from neuberg.ingest.reading import tables_of
from neuberg.ingest.source import source
from pbn_text import DEAL, Tables, account, codes, line


def read(text: str | bytes) -> Tables:
    """The tables of a text, the same by the exact reader and by the one for many files."""
    data = text.encode("latin-1") if isinstance(text, str) else text
    tables = pbn_text.read(data)
    many = tables_of(bulk.read_many([source("file.pbn", data)]))
    for name, table in tables.items():
        assert_frame_equal(many[name], table)
    return tables


def test_names_of_tags_in_other_capitals_are_taken_as_meant_and_told_once_a_name() -> None:
    text = '[EVENT "Cup"]\n[BOARD "1"]\n[CONTRACT "4S"]\n\n[EVENT "Cup"]\n[BOARD "2"]\n[contract "Pass"]\n'
    tables = read(text)
    assert tables["events"]["name"].to_list() == ["Cup"]
    assert tables["results"].select("board", "kind").rows() == [(1, "played"), (2, "passed_out")]
    found = tables["problems"].filter(code="tag_name_case").select("line", "found").rows()
    assert found == [(1, "EVENT"), (2, "BOARD"), (3, "CONTRACT"), (7, "contract")]


def test_a_score_table_in_other_capitals_and_without_its_bracket_is_a_score_table() -> None:
    tables = read('[Event "Cup"]\n[Board "1"]\n[Scoretable "PairId_NS;PairId_EW;Score_NS\\6R\n1 2 420\n3 4 -50\n')
    assert tables["results"]["ns_score"].to_list() == [420, -50]
    assert codes(tables) == ["unclosed_tag", "tag_name_case"]


HEAD = f'[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
PLAYED = '[Contract "3NT"]\n[Declarer "N"]\n'
SECTIONS = '\n[Auction "N"]\n3NT AP\n\n[Play "E"]\nH2 D2 C2 SA\n\n'


@pytest.mark.parametrize(
    "game",
    [
        HEAD + PLAYED + SECTIONS + '[Result "9"]\n',
        HEAD + SECTIONS + PLAYED + '[Result "9"]\n',
        HEAD + PLAYED + '[Result "9"]\n' + SECTIONS,
    ],
    ids=["the result last", "the contract last", "the sections last"],
)
def test_a_blank_line_before_a_section_ends_no_game(game: str) -> None:
    tables = read(game + '\n[Event "Cup"]\n[Board "2"]\n[Contract "Pass"]\n')
    columns = ("board", "level", "declarer", "tricks", "lead", "kind")
    assert tables["results"].select(columns).rows() == [
        (1, 3, "N", 9, "H2", "played"),
        (2, None, None, None, None, "passed_out"),
    ]
    assert account(tables, "deal") == {"found": 2, "loaded": 2}
    assert tables["problems"].filter(code="blank_line_in_game").height == 1


ENDS = [b"\r\n", b"\r", b"\r\r\n", b"\n\n", b"\n\r"]


@pytest.mark.parametrize("end", ENDS)
def test_lines_may_end_in_any_way_that_is_the_same_for_all(end: bytes) -> None:
    game = HEAD + PLAYED + '[Result "9"]\n\n'
    text = game + game.replace('[Board "1"]', '[Board "2"]')
    tables = read(text.encode().replace(b"\n", end))
    assert tables["results"].select("board", "level", "declarer", "tricks").rows() == [(1, 3, "N", 9), (2, 3, "N", 9)]
    assert account(tables, "deal") == {"found": 2, "loaded": 2}


def test_games_of_one_line_each_are_no_lines_spaced_out() -> None:
    games = "".join(f'[Event "Cup"][Board "{number}"][Contract "1S"]\n\n' for number in range(1, 9))
    tables = read(games)
    assert tables["results"]["board"].to_list() == list(range(1, 9))
    assert codes(tables) == []


def test_games_that_begin_with_their_auction_stay_apart() -> None:
    game = '[Auction "N"]\n1S AP\n[Board "{}"]\n[Contract "1S"]\n[Event "Cup"]\n\n'
    games = game.format(1) + game.format(2)
    assert read(games)["results"].select("board", "level").rows() == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('%HRTitleEvent "Tuesday"\n%HRTitleDate 2017.01.17\n', ("Tuesday", dt.date(2017, 1, 17))),
        ("%HRTitleEvent Tuesday Pairs\n%HRTitleDate 0\n", ("Tuesday Pairs", None)),
    ],
)
def test_the_title_of_a_hand_record_may_stand_without_quotes(head: str, expected: tuple[str, dt.date | None]) -> None:
    tables = read(head + '\n[Event ""]\n[Date ""]\n[Board "1"]\n')
    assert tables["events"].select("name", "date").rows() == [expected]
    assert codes(tables) == []


def test_columns_that_are_not_read_are_told_once_a_header() -> None:
    table = '[ScoreTable "Rank;PairId_NS;Score_NS;Datum\\4R;Butler_NS"]\n1 1 420 180 6\n'
    games = "".join(f'[Event "Cup"]\n[Board "{number}"]\n[Dealer "N"]\n{table}\n' for number in (1, 2))
    tables = read(games + '[Event "Cup"]\n[TotalScoreTable "Rank;PairId;TotalIMP;Strat"]\n1 1 6.0 A\n')
    assert tables["results"]["ns_score"].to_list() == [420, 420]
    assert tables["problems"].select("line", "code", "severity", "found").rows() == [
        (4, "unknown_columns", "info", "ScoreTable with Datum, Butler_NS"),
        (14, "unknown_columns", "info", "TotalScoreTable with Strat"),
    ]


def test_a_table_without_a_column_that_is_known_has_no_lines_to_load() -> None:
    tables = read('[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[ScoreTable "PairId_NS,Score_NS"]\n1 420\n2 -50\n')
    assert account(tables, "traveller line") == {"found": 2, "rejected": 2}
    assert codes(tables) == ["unknown_columns", "bad_row", "bad_row"]


@pytest.mark.parametrize(
    ("ns", "ew", "awards"),
    [("AV+", "AV-", (60.0, 40.0)), ("Av", "Av", (50.0, 50.0)), ("Average+", "Average-", (60.0, 40.0))],
)
def test_averages_however_they_are_shortened(ns: str, ew: str, awards: tuple[float, float]) -> None:
    tables = read(f'[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[ScoreTable "Score_NS;Score_EW"]\n{ns} {ew}\n')
    assert line(tables, "kind", "ns_award", "ew_award") == ("artificial", *awards)
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Świątek", "cp1250"),
        ("Łódź", "cp1250"),
        ("Małgorzata", "iso8859_2"),
        ("Иванов", "cp1251"),
        ("Иванов", "koi8_r"),
        ("Москвы", "cp866"),
        ("Sällskap", "cp850"),
        ("Håkan", "cp437"),
        ("Åsa", "mac_roman"),
        ("Ελλάδα", "cp1253"),
    ],
)
def test_letters_of_another_code_page_are_told(name: str, encoding: str) -> None:
    tables = read(f'[Event "Cup"]\n[Board "1"]\n[North "{name}"]\n'.encode(encoding))
    assert tables["problems"].select("line", "code", "severity").rows() == [(3, "doubtful_letters", "warning")]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_letters_of_western_languages_are_not_doubted(encoding: str) -> None:
    names = "Séance n°5 – créée à 20 £ · Œuvre “Çok” ¿Qué? ½ Ørsted-Ålesund’s O´Neil Müßig Señor ¡Olé! Åäö º ª 5€ m²"
    tables = read(f'[Event "{names}"]\n[Board "1"]\n[North "Łódź"]\n'.encode(encoding, "ignore"))
    assert tables["events"]["name"].to_list() == [names]
    assert codes(tables) == []


def test_a_byte_that_windows_does_not_assign_changes_no_other() -> None:
    assert read(b'[Event "Caf\xe9 \x96 \x81"]\n[Board "1"]\n')["events"]["name"].to_list() == ["Café – \x81"]


@pytest.mark.parametrize("quotes", ["“”", "''", "«»"])
def test_values_in_other_quotes(quotes: str) -> None:
    first, last = quotes
    tables = read(f"[Event {first}Cup{last}]\n[Board {first}7{last}]\n[Dealer {first}S{last}]\n".encode())
    assert tables["events"]["name"].to_list() == ["Cup"]
    assert tables["boards"].select("board", "dealer").rows() == [(7, "S")]
    assert codes(tables) == ["tag_without_quotes"] * 3


@pytest.mark.parametrize(
    ("deal", "north", "south"),
    [
        ("N:AKQJ.-.AKQJ.AKQJT - - -", "AKQJ..AKQJ.AKQJT", None),  # a dash for a void
        ("N:... ... ... ...", None, None),
        ("N:AKQJ..AKQJ.AKQJT ... ... ...", "AKQJ..AKQJ.AKQJT", None),
        ("S:AKQJ..AKQJ.AKQJT ... 5432... ...", "5432...", "AKQJ..AKQJ.AKQJT"),
    ],
)
def test_voids_and_hands_that_nobody_knows(deal: str, north: str | None, south: str | None) -> None:
    tables = read(f'[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{deal}"]\n')
    assert tables["boards"].select("north", "south", "east").rows() == [(north, south, None)]
    assert codes(tables) == []


@pytest.mark.parametrize("label", ["Board 7", "bd. 07", "#7", "BD7", "No 7"])
def test_a_board_that_is_called_one_has_its_number(label: str) -> None:
    tables = read(f'[Event "Cup"]\n[Board "{label}"]\n[Contract "4S"]\n\n[Event "Cup"]\n[Board "8"]\n[Dealer "N"]\n')
    assert tables["boards"]["board"].to_list() == [7, 8]


@pytest.mark.parametrize("contract", ["Passed Out", "pass-out", "PASSOUT", "All-Pass"])
def test_passed_out_in_other_words(contract: str) -> None:
    tables = read(f'[Event "Cup"]\n[Board "1"]\n[Contract "{contract}"]\n')
    assert line(tables, "kind", "ns_score") == ("passed_out", 0)
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2015-09-05T18:00", dt.date(2015, 9, 5)),
        ("20150905", dt.date(2015, 9, 5)),
        ("5. september 2015", dt.date(2015, 9, 5)),
        ("Sat Sep 5, 2015", dt.date(2015, 9, 5)),
        ("Saturday 5 September 2015", dt.date(2015, 9, 5)),
    ],
)
def test_days_as_programs_write_them(date: str, day: dt.date) -> None:
    tables = read(f'[Event "Cup"]\n[Date "{date}"]\n[Board "1"]\n')
    assert tables["events"].select("date", "season").rows() == [(day, "2015")]
    assert codes(tables) == []


@pytest.mark.parametrize("date", ["09/15/2015", "2015.02.30", "2015.15.09", "15.-17.9.2015", "15 août 2015"])
def test_a_day_that_cannot_be_taken_is_told_where_its_year_can(date: str) -> None:
    tables = read(f'[Event "Cup"]\n[Date "{date}"]\n[Board "1"]\n')
    assert tables["events"].select("date", "season", "date_given").rows() == [(None, "2015", date)]
    assert codes(tables) == ["bad_date"]


@pytest.mark.parametrize("date", ["2015.09.??", "2015.??.??", "2015.09.?", "2015.09", "2015"])
def test_a_date_that_is_known_in_part_is_no_fault(date: str) -> None:
    tables = read(f'[Event "Cup"]\n[Date "{date}"]\n[Board "1"]\n')
    assert tables["events"]["season"].to_list() == ["2015"]
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("scoring", "taken"),
    [("IMPs", "imps"), ("XIMP", "cross_imps"), ("Cross-IMPs", "cross_imps"), ("Match Points", "matchpoints")],
)
def test_scorings_in_other_words(scoring: str, taken: str) -> None:
    assert read(f'[Event "Cup"]\n[Scoring "{scoring}"]\n[Board "1"]\n')["events"]["scoring"].to_list() == [taken]


def test_a_scoring_that_is_not_known_is_told_once_an_event() -> None:
    games = "".join(f'[Event "Cup"]\n[Scoring "Facit"]\n[Board "{number}"]\n[Dealer "N"]\n\n' for number in (1, 2))
    tables = read(games)
    assert tables["problems"].select("line", "code", "severity").rows() == [(2, "unknown_scoring", "info")]


@pytest.mark.parametrize(("given", "taken"), [("Individual", "individuals"), ("team", "teams"), ("Pair", "pairs")])
def test_competitions_in_the_singular(given: str, taken: str) -> None:
    tables = read(f'[Event "Cup"]\n[Competition "{given}"]\n[Board "1"]\n')
    assert tables["events"]["competition"].to_list() == [taken]


PLAY = (
    '[Event "Cup"]\n[Board "1"]\n[West "w"]\n[North "n"]\n[East "e"]\n[South "s"]\n[Dealer "N"]\n[Vulnerable "All"]\n'
    f'[Deal "{DEAL}"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n\n'
)


def test_a_play_that_stands_a_second_time_is_counted_once() -> None:
    tables = read(PLAY + PLAY)
    assert account(tables, "traveller line") == {"found": 2, "loaded": 1, "superseded": 1}
    assert codes(tables) == ["repeated_play"]


@pytest.mark.parametrize("other", [("10", "9"), ('"n"', '"m"'), ('North "n"', 'North "?"'), ("Cup", "Bowl")])
def test_plays_that_differ_in_anything_are_two(other: tuple[str, str]) -> None:
    tables = read(PLAY + PLAY.replace(*other))
    assert account(tables, "traveller line") == {"found": 2, "loaded": 2}


def test_rooms_in_other_words() -> None:
    rooms = "".join(PLAY.replace("[Board", f'[Room "{room}"]\n[Board') for room in ("O", "c", "Closed Room"))
    tables = read(rooms)
    assert tables["results"]["room"].to_list() == ["Open", "Closed", "Closed"]
    assert tables["events"]["competition"].to_list() == ["teams"]


def test_a_round_in_words_has_its_number_and_one_that_has_none_is_told_once() -> None:
    games = "".join(PLAY.replace("[Board", f'[Round "{name}"]\n[Board') for name in ("Round 3", "r2", "Final.2", "SF"))
    tables = read(games)
    assert tables["results"]["round"].to_list() == [3, 2, None, None]
    told = tables["problems"].filter(tables["problems"]["code"] == "not_represented")
    assert told.select("line", "found", "severity").rows() == [(30, "Final.2; SF", "info")]


def test_the_round_of_a_row_that_is_no_number_is_told() -> None:
    """It became an unknown round without a word; one that is not given is no doubt."""
    rows = '[ScoreTable "Round;PairId_NS;PairId_EW;Score_NS"]\n1 1 2 420\nFinal 3 4 -50\n- 5 6 170\n'
    tables = read(f'[Event "Cup"]\n[Board "1"]\n{rows}')
    assert tables["results"]["round"].to_list() == [1, None, None]
    assert tables["problems"].select("line", "code", "found", "severity").rows() == [
        (5, "not_represented", "Final", "info")
    ]
