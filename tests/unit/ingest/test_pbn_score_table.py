"""ScoreTables and TotalScoreTables: rows told apart by tokens, each kind of row kept what it is."""

from typing import Any

import polars as pl
import pytest

from pbn_text import DEAL, Tables, account, codes, line, read

MAGIC = (
    r"Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS\6R;Score_EW\6R;"
    r"MP_NS\4R;MP_EW\4R;Percentage_NS\3R;Percentage_EW\3R"
)


def table(header: str, *rows: str, name: str = "ScoreTable", before: str = "") -> Tables:
    return read(f'[Board "1"]\n{before}[{name} "{header}"]\n' + "\n".join(rows) + "\n")


def test_a_row_with_everything() -> None:
    tables = table(MAGIC, ' 3  2  5 42 4SX  S 10 S9   "590"      - 28.3 13.7  67  33')
    row = tables["results"].row(0, named=True)
    expected: dict[str, Any] = {
        "board": 1, "table": "3", "round": 2, "ns_pair": "5", "ew_pair": "42", "level": 4, "strain": "S",
        "doubled": 1, "declarer": "S", "tricks": 10, "lead": "S9", "ns_score": 590, "kind": "played",
        "multiplicity": 1, "published_ns_mp": 28.3, "published_ew_mp": 13.7, "published_mp_decimals": 1,
        "published_ns_pct": 67.0, "published_ew_pct": 33.0, "published_pct_decimals": 0, "published_ns_imp": None,
        "published_imp_decimals": None, "line": 3, "session": "1", "section": "", "scored_with": "",
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected
    assert row["deal_id"] == tables["boards"]["deal_id"].item()
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ('20 1 20 25 4S N 9 S7 - "50" 4.2 37.8 10 90', ("played", -50, None, None, None)),
        ('20 1 20 25 3N E 9 S7 - "-400" 4.2 37.8 10 90', ("played", 400, None, None, None)),
        ('20 14 5 10 Pass - - - "0" - 20.0 22.0 48 52', ("passed_out", 0, None, None, None)),
        ("20 14 5 10 Pass - - - - - - - - -", ("passed_out", 0, None, None, None)),
        ("20 14 5 10 - - - - PASS PASS - - - -", ("passed_out", 0, None, None, None)),
        ('16 1 29 16 - - - - "A+" "A-" 25.2 25.2 60 40', ("artificial", None, 60.0, 40.0, "A+/A-")),
        ('16 1 29 16 - - - - "A" "A" 25.2 25.2 50 50', ("artificial", None, 50.0, 50.0, "A/A")),
        ("16 1 29 16 - - - - A6040 - 25.2 25.2 60 40", ("artificial", None, 60.0, 40.0, "A6040")),
        ("16 1 29 16 - - - - - - 25.2 25.2 ^60 ^40", ("artificial", None, 60.0, 40.0, None)),
        ("16 1 29 16 - - - - ^420 - - - ^45 ^55", ("artificial", 420, 45.0, 55.0, "^420")),
        ('16 1 29 16 "not played" - - - - - - - - -', ("not_played", None, None, None, None)),
        ("16 1 29 16 NP - - - - - - - - -", ("not_played", None, None, None, None)),
        ("16 1 29 16 - - - - - - - - - -", ("unknown", None, None, None, None)),
        ("16 1 29 16 ? ? ? ? ? ? 20 22 ? ?", ("unknown", None, None, None, None)),
        ("16 1 29 16 4S N ? ? ? ? ? ? ? ?", ("played", None, None, None, None)),
    ],
)
def test_what_a_row_is(row: str, expected: tuple[Any, ...]) -> None:
    tables = table(MAGIC, row)
    assert line(tables, "kind", "ns_score", "ns_award", "ew_award", "award_given") == expected
    assert codes(tables) == []


@pytest.mark.parametrize(
    ("row", "nulls", "problem"),
    [
        ("1 1 1 2 8S N 10 S9 420 - 1 1 1 1", ("level", "strain", "doubled"), "bad_contract"),
        ("1 1 1 2 4S B 10 S9 420 - 1 1 1 1", ("declarer",), "bad_declarer"),
        ("1 1 1 2 4S N 14 S9 420 - 1 1 1 1", ("tricks",), "bad_result"),
        ("1 1 1 2 4S N 10 X9 420 - 1 1 1 1", ("lead",), "bad_lead"),
        ("1 1 1 2 4S N 10 S9 4x0 - 1 1 1 1", ("ns_score",), "bad_score"),
        ("1 1 1 2 4S N 10 S9 9999999999 - 1 1 1 1", ("ns_score",), "bad_score"),
        ("1 1 1 2 4S N 10 S9 420 - a 1 1 1", ("published_ns_mp",), "bad_number"),
        ("1 1 1 2 - - - - A+ - 1 1 1 1", ("ew_award",), "bad_award"),
    ],
)
def test_a_value_that_cannot_be_taken_is_null_with_a_doubt(row: str, nulls: tuple[str, ...], problem: str) -> None:
    tables = table(MAGIC, row)
    assert line(tables, *nulls) == (None,) * len(nulls)
    assert tables["problems"].select("line", "code", "severity", "rejects").rows() == [(3, problem, "warning", None)]


def test_widths_are_not_looked_at() -> None:
    tables = table(r"Contract\5L;Declarer\1;Result\2R;Score_NS\5R", "  4H      S 10   420", "3NT W 9 -400")
    assert tables["results"].select("strain", "declarer", "tricks", "ns_score").rows() == [
        ("H", "S", 10, 420),
        ("NT", "W", 9, -400),
    ]


def test_rows_may_be_broken_anywhere() -> None:
    within = table("Contract;Declarer;Result;Score_NS", "4H S", "10 420", "3NT W 9 -400")
    throughout = table("Contract;Declarer;Result;Score_NS", "4H S 10", "420 3NT W", "9 -400")
    for tables in (within, throughout):
        assert tables["results"].select("level", "ns_score").rows() == [(4, 420), (3, -400)]
    assert within["results"]["line"].to_list() == [3, 5]
    assert throughout["results"]["line"].to_list() == [3, 4]


def test_a_row_of_the_wrong_size_is_rejected_and_shifts_no_other() -> None:
    tables = table(
        "Contract;Declarer;Result;Score_NS",
        "4H S 10 420",
        "3NT W 9",
        "4S N 10 420",
        "2C N 8 90 x",
        "1C N 7 70",
    )
    assert tables["results"]["ns_score"].to_list() == [420, 420, 70]
    assert account(tables, "traveller line") == {"found": 5, "loaded": 3, "rejected": 2}
    assert tables["problems"].select("line", "code", "severity", "raw").rows() == [
        (4, "bad_row", "error", "3NT W 9"),
        (6, "bad_row", "error", "2C N 8 90 x"),
    ]


def test_a_header_that_fits_no_row_rejects_them_all() -> None:
    tables = table("Contract;Declarer;Result;Score_NS;Lead", *["4H S 10 420"] * 5)
    assert account(tables, "traveller line") == {"found": 5, "rejected": 5}


def test_quoted_names_with_blanks_are_one_element() -> None:
    tables = table("Names_NS;Names_EW;Contract;Score_NS", '"Ada Low - Bo Li" "C D" 4S 420')
    assert line(tables, "ns_pair", "ew_pair", "ns_score") == ("Ada Low - Bo Li", "C D", 420)


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        ("LOW - LI          DE - EL", ("LOW - LI", "DE - EL")),
        ("LOW LI", ("LOW", "LI")),
        ("LOW - LI DE - EL", (None, None)),
        ("", (None, None)),
    ],
)
def test_unquoted_names_fill_the_last_columns(names: str, pairs: tuple[str | None, str | None]) -> None:
    tables = table(r"Contract;Score_NS;Score_EW;Names_NS\13;Names_EW", f"4S 420 - {names}", "3S - 50 A B")
    assert tables["results"].select("ns_score", "ns_pair", "ew_pair").rows() == [
        (420, *pairs),
        (-50, "A", "B"),
    ]


def test_a_pair_number_outranks_names_that_cannot_be_parted() -> None:
    tables = table("PairId_NS;PairId_EW;Score_NS;Names_NS;Names_EW", "3 ??? 420 LOW - LI DE - EL")
    assert line(tables, "ns_pair", "ew_pair", "ns_score") == ("3", None, 420)


def test_a_frequency_table_has_scores_and_how_many_tables_had_them() -> None:
    tables = table("Rank;Percentage_NS;Percentage_EW;Score_NS;Multiplicity", "1 99.4 0.6 500 2", "3 98.4 1.6 -50 -")
    assert tables["results"].select("kind", "ns_score", "multiplicity", "level").rows() == [
        ("played", 500, 2, None),
        ("played", -50, 1, None),
    ]


@pytest.mark.parametrize("multiplicity", ["0", "-3"])
def test_a_row_of_no_tables_is_rejected(multiplicity: str) -> None:
    tables = table("Score_NS;Multiplicity", f"420 {multiplicity}", "400 1")
    assert tables["results"]["ns_score"].to_list() == [400]
    assert tables["problems"].select("line", "code", "rejects").rows() == [(3, "bad_multiplicity", "traveller line")]


def test_artificial_scores_counted_a_side_at_a_time_are_joined() -> None:
    header = "Percentage_NS;Percentage_EW;Score_NS;Multiplicity"
    tables = table(header, "^60 - - 4", "^50 - - 1", "- ^40 - 4", "- ^50 - 1", "70 30 420 9")
    assert tables["results"].select("ns_award", "ew_award", "multiplicity", "line").rows() == [
        (60.0, 40.0, 4, 3),
        (50.0, 50.0, 1, 4),
        (None, None, 9, 7),
    ]
    assert account(tables, "traveller line") == {"found": 5, "loaded": 3, "ignored": 2}
    unequal = table(header, "^60 - - 4", "- ^40 - 3")
    assert unequal["results"].select("ns_award", "ew_award").rows() == [(60.0, None), (None, 40.0)]
    assert codes(unequal) == ["bad_award", "bad_award"]


def test_the_sections_of_one_table_are_scored_together() -> None:
    tables = table("Section;PairId_NS;PairId_EW;Score_NS", "B 1 2 420", "A 1 2 400", "B 3 4 50")
    assert tables["results"].select("section", "scored_with").rows() == [
        ("B", "A+B"),
        ("A", "A+B"),
        ("B", "A+B"),
    ]
    alone = table("PairId_NS;PairId_EW;Score_NS", "1 2 420", before='[Section "C"]\n')
    assert line(alone, "section", "scored_with") == ("C", "C")


def test_unknown_columns_and_marks_of_order_are_passed_over() -> None:
    tables = table(r"-Rank\3R;Tiebreak;+Score_NS\5R", '1 "x y" 420')
    assert line(tables, "ns_score", "kind") == (420, "played")
    assert codes(tables) == ["unknown_columns"]


def test_imps_keep_their_decimals_and_signs() -> None:
    tables = table("Score_NS;IMP_NS;IMP_EW", "-50 -0.94 0.9")
    columns = ("published_ns_imp", "published_ew_imp", "published_imp_decimals")
    assert line(tables, *columns) == (-0.94, 0.9, 2)


def test_a_board_of_a_table_is_not_counted_twice_for_the_play_it_shows() -> None:
    shown = '[Declarer "S"]\n[Contract "4S"]\n[Result "10"]\n[Score "NS 420"]\n'
    tables = table("Contract;Declarer;Score_NS", "4S S 420", "3N S 400", before=shown)
    assert tables["results"]["ns_score"].to_list() == [420, 400]
    assert account(tables, "traveller line") == {"found": 3, "loaded": 2, "ignored": 1}
    assert tables["boards"]["deal_origin"].to_list() == ["record"]


def test_a_table_that_stands_again_for_its_board_is_superseded() -> None:
    game = f'[Board "1"]\n[Deal "{DEAL}"]\n[ScoreTable "PairId_NS;Score_NS"]\n1 420\n2 400\n\n'
    tables = read(game + game)
    assert account(tables, "traveller line") == {"found": 4, "loaded": 2, "superseded": 2}
    assert account(tables, "deal") == {"found": 2, "loaded": 1, "superseded": 1}


def test_lines_that_a_later_table_of_the_board_repeats_are_counted_once() -> None:
    head = f'[Board "1"]\n[Deal "{DEAL}"]\n'
    first = head + '[ScoreTable "Rank;Percentage_NS;Score_NS;Multiplicity"]\n1 75 420 2\n3 25 400 2\n\n'
    tables = read(first + head + '[ScoreTable "#"]\n1  75 420 2\n\n')
    assert tables["results"].select("ns_score", "multiplicity").rows() == [(420, 2), (400, 2)]
    assert account(tables, "traveller line") == {"found": 3, "loaded": 2, "superseded": 1}
    assert tables["problems"].filter(code="repeated_lines")["line"].to_list() == [9]


def test_a_score_like_another_tables_is_no_repeated_line_where_nothing_says_whose_it_is() -> None:
    head = f'[Board "1"]\n[Deal "{DEAL}"]\n'
    tables = read(f'{head}[ScoreTable "Score_NS"]\n420\n400\n\n{head}[ScoreTable "#"]\n420\n\n')
    assert tables["results"]["ns_score"].to_list() == [420, 400, 420]


def test_a_second_table_of_one_game_is_ignored_with_a_doubt() -> None:
    tables = table("Score_NS;Rank", "420 1", '[ScoreTable "Score_NS;Rank"]', "50 1", "90 2")
    assert tables["results"]["ns_score"].to_list() == [420]
    assert account(tables, "traveller line") == {"found": 3, "loaded": 1, "ignored": 2}
    assert codes(tables) == ["repeated_table"]


def test_a_header_may_be_taken_over() -> None:
    tables = read('[Board "1"]\n[ScoreTable "Rank;Score_NS"]\n1 420\n\n[Board "2"]\n[ScoreTable "#"]\n1 50\n')
    assert tables["results"].select("board", "ns_score").rows() == [(1, 420), (2, 50)]
    lost = read('[Board "1"]\n[ScoreTable "#"]\n1 420\n')
    assert account(lost, "traveller line") == {"found": 1, "rejected": 1}


def total(header: str, *rows: str, before: str = "") -> pl.DataFrame:
    return table(header, *rows, name="TotalScoreTable", before=before)["pairs"]


def test_a_contestants_line_with_everything() -> None:
    header = (
        r"Rank\2R;PairId\2R;Table\2R;Direction\5R;TotalScoreMP\5R;TotalPercentage\5R;Names\51L;NrBoards\2R;"
        "MemberID1;MemberID2;ScoreCarryOver;Penalty"
    )
    (row,) = total(header, ' 3=  7  7 "E-W" 771.20 61.2 "Ada Low - Bo Li"  30 "989" "103" 12.5 -2').to_dicts()
    expected = {
        "session": "1", "section": "", "pair": "7", "direction": "EW", "players": ["Ada Low", "Bo Li"],
        "player_ids": ["989", "103"], "boards": 30, "total": 771.2, "total_decimals": 2, "percent": 61.2,
        "percent_decimals": 1, "place": 3, "place_given": "3=", "carryover": 12.5, "penalty": -2.0, "line": 3,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected


def test_the_total_is_in_the_unit_of_the_scoring() -> None:
    header = "Rank;PairId;TotalMP;TotalIMP"
    assert total(header, "1 7 20 30", before='[Scoring "MP"]\n')["total"].to_list() == [20.0]
    assert total(header, "1 7 20 30", before='[Scoring "IMP;Cross1"]\n')["total"].to_list() == [30.0]


def test_the_sessions_own_total_outranks_the_events() -> None:
    rows = total("Rank;PairId;TotalScoreMP;TotalPercentage;SessionScoreMP;SessionPercentage", "1 7 900 60 300 55")
    assert rows.select("total", "percent").rows() == [(300.0, 55.0)]


def test_names_without_quotes_take_what_the_other_columns_leave() -> None:
    rows = total("Rank;Names;NrBoards", "1 Ada Low / Bo Li 24", "2 solo 24", "3 Eve;Fay 24")
    assert rows["players"].to_list() == [["Ada Low", "Bo Li"], ["solo"], ["Eve", "Fay"]]
    assert rows["boards"].to_list() == [24, 24, 24]


def test_a_members_number_is_of_the_player_in_its_place() -> None:
    rows = total("Names;MemberID1;MemberID2", '"Ann - Bob" - 0012', '"Cy - Di" 7 -', '"Eve - Flo" - -')
    assert rows["player_ids"].to_list() == [[None, "0012"], ["7", None], []]


def test_a_contestants_line_that_stands_again_is_superseded() -> None:
    game = '[Board "{0}"]\n[TotalScoreTable "Rank;PairId;TotalMP"]\n1 7 30\n2 8 {1}\n\n'
    tables = read(game.format(1, 20) + game.format(2, 21))
    assert tables["pairs"].select("pair", "total").rows() == [("7", 30.0), ("8", 20.0), ("8", 21.0)]
    assert account(tables, "contestant's line") == {"found": 4, "loaded": 3, "superseded": 1}
