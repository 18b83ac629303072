"""Traveller CSV: headers and delimiters, what a row says, deals, sessions; and that no row is ever lost unsaid."""

import random
from typing import Any

import polars as pl
import pytest

from neuberg.ingest import travellers_csv
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source
from neuberg.ingest.travellers_csv import Sheet, parse

Tables = dict[str, pl.DataFrame]


def tables(text: str | bytes, path: str = "season/club night.csv") -> Tables:
    data = text.encode() if isinstance(text, str) else text
    reading = Reading(source(path, data), "csv")
    travellers_csv.read(reading)
    found = reading.tables()
    for account in found["conservation"].iter_rows(named=True):
        kept = (account[part] for part in ("loaded", "rejected", "superseded", "ignored"))
        assert account["found"] == sum(kept), account
    return found


def one(**columns: str) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The result and the problems of a row with these columns, on board 1 between pairs 1 and 2."""
    row = {"board": "1", "ns": "1", "ew": "2", **columns}
    quoted = (f'"{value}"' for value in row.values())
    found = tables(",".join(row) + "\n" + ",".join(quoted))
    return found["results"].row(0, named=True), found["problems"].select("code", "severity").rows()


# The sheet


def test_a_sheet_keeps_every_row_with_its_line() -> None:
    text = '\n Board ;NS;EW;Score;\r\n1;"1;a";2;50\r\n\r\n2;"3\n""b""";4\r3;1;2;-50;;\n4;1;2;0;;x\n'
    assert parse(text) == Sheet(
        header=["Board", "NS", "EW", "Score", ""],
        delimiter=";",
        rows=[
            (3, ["1", "1;a", "2", "50"]),
            (5, ["2", '3\n"b"', "4"]),
            (7, ["3", "1", "2", "-50", ""]),
            (8, ["4", "1", "2", "0", "", "x"]),
        ],
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_the_headers(delimiter: str) -> None:
    sheet = parse("score|ew|NS|board\n50|2|1|7".replace("|", delimiter))
    assert (sheet.delimiter, sheet.rows) == (delimiter, [(2, ["50", "2", "1", "7"])])


@pytest.mark.parametrize("text", ["", "\n\n", "  \n", "\ufeff"])
def test_a_file_of_nothing_is_an_empty_sheet(text: str) -> None:
    assert parse(text) == Sheet([], ",", [])


def test_an_open_quote_costs_its_own_row_alone() -> None:
    rows = '1,"1,2,50\n2,1,2,60\n3,"1",2,70\n4,1,2,"80\n'
    assert [line for line, _ in parse("board,ns,ew,score\n" + rows).rows] == [2, 3, 4, 5]
    found = tables("board,ns,ew,score\n" + rows)
    assert found["results"].select("board", "ns_pair", "ns_score").rows()[:3] == [
        (1, '"1', 50),
        (2, "1", 60),
        (3, "1", 70),
    ]
    problems = found["problems"].filter(pl.col("code") == "unclosed_quote")
    assert problems.select("line", "raw").rows() == [(2, '1,"1,2,50'), (5, '4,1,2,"80')]


def test_fields_beyond_the_csv_modules_limit_and_nul_do_not_raise() -> None:
    huge = "x" * 200_000
    found = tables(f'board,ns,ew,score,award\n1,1,2,50,"{huge}"\n2,\0,2,50,\n')
    assert found["results"].select("board", "ns_pair", "kind").rows() == [(2, "\0", "played")]
    told = found["problems"].filter(pl.col("code") == "field_too_long")
    assert told.select("line", "severity").rows() == [(2, "error")]


# What is recognised


@pytest.mark.parametrize(
    "text",
    [
        "board,ns,ew,score\n",
        "\n\nEW;Board;Contract",
        '\ufeff"Board"\t"NS"\t"Award"\n',
        "board,pair_ns,score",
        "board,ns,score\n" + "é" * 9_000,
    ],
)
def test_a_traveller_is_recognised_by_its_first_line(text: str) -> None:
    assert travellers_csv.recognises(source("x", text.encode()))


@pytest.mark.parametrize(
    "text", ["", "board,ns,ew", "board,score", "ns,ew,score", '[Event "x"]\n[Board "1"]', "a\nboard,ns,score"]
)
def test_other_files_are_not(text: str) -> None:
    assert not travellers_csv.recognises(source("x.csv", text.encode()))


# Rows


def test_four_columns_are_enough() -> None:
    found = tables("board,ns,ew,score\n1,1,2,-50\n1,3,4,0\n")
    rows = (
        found["results"].select("board", "session", "section", "ns_pair", "ew_pair", "ns_score", "kind", "line").rows()
    )
    assert rows == [(1, "1", "", "1", "2", -50, "played", 2), (1, "1", "", "3", "4", 0, "played", 3)]
    assert found["events"].select("name", "date", "scoring").row(0) == ("club night", None, None)
    assert found["boards"].is_empty()
    assert found["problems"].is_empty()


def test_every_column() -> None:
    row, problems = one(
        event="Cup", date="31/05/2024", session="2", section="A", round="3", table="7b", dealer="n", vulnerable="Both",
        contract="4sx", declarer="west", lead="10H", tricks="9", result="-1", score="200", group="ii", expected="13",
        mp_ns="3,50", mp_ew="8.5",
    )  # fmt: skip
    assert (row["session"], row["section"], row["scored_with"], row["round"], row["table"]) == ("2", "A", "A", 3, "7b")
    assert (row["level"], row["strain"], row["doubled"], row["declarer"], row["lead"]) == (4, "S", 1, "W", "HT")
    assert (row["tricks"], row["ns_score"], row["kind"], row["given_group"], row["expected"]) == (
        9,
        200,
        "played",
        "ii",
        13,
    )
    assert (row["published_ns_mp"], row["published_ew_mp"], row["published_mp_decimals"]) == (3.5, 8.5, 2)
    assert row["deal_id"] is not None
    assert problems == []


@pytest.mark.parametrize(
    ("columns", "expected", "codes"),
    [
        ({"contract": "3NT", "result": "="}, ("played", None, 9), []),
        ({"contract": "3NT", "result": "+2", "score": "460"}, ("played", 460, 11), []),
        ({"contract": "3NT", "result": "-2"}, ("played", None, 7), []),
        ({"contract": "3NT", "tricks": "9", "result": "+1"}, ("played", None, 9), ["tricks_contradict_result"]),
        ({"contract": "3NT", "result": "9", "score": "400"}, ("played", 400, None), ["bad_result"]),
        ({"contract": "7NT", "result": "+1", "score": "400"}, ("played", 400, None), ["bad_result"]),
        ({"result": "+1", "score": "400"}, ("played", 400, None), ["result_without_contract"]),
        ({"contract": "3NT", "tricks": "14", "score": "400"}, ("played", 400, None), ["bad_tricks"]),
        ({"contract": "4Z", "score": "400"}, ("played", 400, None), ["bad_contract"]),
        ({"contract": "4Z"}, ("unknown", None, None), ["bad_contract"]),
        ({"contract": "3NT", "score": ""}, ("played", None, None), ["no_result"]),
        ({"contract": "Pass"}, ("passed_out", 0, None), []),
        ({"contract": "Pass", "score": "50"}, ("passed_out", 50, None), []),
        ({"contract": "Pass", "tricks": "7"}, ("passed_out", 0, None), ["tricks_without_contract"]),
        ({"score": "−620"}, ("played", -620, None), []),
        ({"score": "60 40"}, ("unknown", None, None), ["bad_score"]),
        ({"score": "50%"}, ("unknown", None, None), ["bad_score"]),
        ({"contract": "3NT", "tricks": "9", "score": "4OO"}, ("unknown", None, 9), ["bad_score"]),
        ({"contract": "np"}, ("not_played", None, None), []),
        ({"score": "Not played"}, ("not_played", None, None), []),
        ({"award": "NP", "score": "0"}, ("not_played", None, None), []),
        ({"contract": "NP", "score": "50"}, ("not_played", None, None), ["score_of_unplayed_board"]),
        ({"score": "", "contract": "", "award": ""}, ("unknown", None, None), ["no_result"]),
    ],
)
def test_what_happened(columns: dict[str, str], expected: tuple[str, int | None, int | None], codes: list[str]) -> None:
    row, problems = one(**columns)
    assert (row["kind"], row["ns_score"], row["tricks"]) == expected
    assert [code for code, _ in problems] == codes


@pytest.mark.parametrize(
    ("award", "ns", "ew"),
    [
        ("60-40", 60, 40),
        ("60/40", 60, 40),
        ("62,5 – 37,5", 62.5, 37.5),
        ("60%-60%", 60, 60),
        ("A6040", 60, 40),
        ("A100000", 100, 0),
        ("AVE+/AVE-", 60, 40),
        ("avg- / 60", 40, 60),
        ("A+/A-", 60, 40),
        ("AVE", 50, 50),
    ],
)
def test_an_award_outranks_the_score_and_the_contract(award: str, ns: float, ew: float) -> None:
    row, problems = one(contract="3NT", tricks="9", score="400", award=award)
    assert (row["kind"], row["ns_award"], row["ew_award"], row["award_given"]) == ("artificial", ns, ew, award)
    assert (row["level"], row["tricks"], row["ns_score"]) == (3, 9, 400)
    assert problems == []


@pytest.mark.parametrize("award", ["AVE+", "AVE-", "60", "60-", "120-80", "A1000", "A0100", "sixty", "-60-40"])
def test_an_award_without_both_sides_is_kept_and_not_guessed(award: str) -> None:
    row, problems = one(score="400", award=award)
    assert (row["kind"], row["ns_award"], row["ew_award"], row["award_given"]) == ("unknown", None, None, award)
    assert problems == [("bad_award", "error")]


def test_values_that_are_none_are_null_with_a_problem() -> None:
    row, problems = one(score="50", round="x", table="", expected="0", mp_ns="-9999", mp_ew="?", dealer="Q", vul="some")
    assert (row["round"], row["table"], row["expected"], row["published_ns_mp"], row["deal_id"]) == (
        None,
        None,
        None,
        -9999,
        None,
    )
    assert {code for code, _ in problems} == {"bad_round", "bad_expected", "bad_mp_ew", "bad_dealer", "bad_vulnerable"}


def test_columns_that_are_none_or_stand_twice_are_left_out_with_a_warning() -> None:
    found = tables("Board,NS,ew,SCORE,Vul,vulnerable,shoe size,board,ns_mp\n1,1,2,50,All,None,44,9,7\n")
    assert found["problems"].select("line", "code", "severity", "found").rows() == [
        (1, "column_twice", "warning", "Vul"),
        (1, "unknown_column", "warning", "shoe size"),
        (1, "column_twice", "warning", "board"),
        (1, "unknown_column", "warning", "ns_mp"),
    ]
    assert found["results"].select("board", "published_ns_mp").row(0) == (1, None)
    assert found["boards"]["vulnerable"].item() == "None"


def test_the_declarer_may_stand_under_by() -> None:
    found = tables("Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,W,10,-420\n")
    assert found["problems"].is_empty()
    assert found["results"].select("declarer", "ns_score").row(0) == ("W", -420)


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ("4S+1", (4, "S", 0, 11, None)),
        ("3NTx\N{MINUS SIGN}2", (3, "NT", 1, 7, None)),
        ("2H =", (2, "H", 0, 8, None)),
        ("A60/40", (None, None, None, None, 60)),
    ],
)
def test_a_result_or_an_award_may_be_written_into_the_contract(contract: str, expected: tuple[object, ...]) -> None:
    found = tables(f"board,ns,ew,contract,declarer\n1,1,2,{contract},N\n")
    columns = ("level", "strain", "doubled", "tricks", "ns_award")
    assert found["results"].select(columns).row(0) == expected
    assert found["problems"].is_empty()


def test_a_contract_without_its_strain_is_no_award() -> None:
    found = tables("board,ns,ew,contract,declarer\n1,1,2,4-1,N\n")
    assert found["results"].select("kind", "ns_award", "ew_award").row(0) == ("unknown", None, None)
    assert found["problems"].select("line", "code", "found").rows()[0] == (2, "bad_contract", "4-1")


def test_points_may_stand_in_a_column_for_each_side() -> None:
    found = tables(
        "Board,NS,EW,NS score,EW score\n1,1,2,650,\n1,3,4,,200\n1,5,6,0,100\n1,7,8,60%,40%\n1,9,10,620,100\n"
    )
    assert found["results"]["ns_score"].to_list() == [650, -200, -100, None, None]
    assert found["results"].select("kind", "ns_award", "ew_award").rows()[3:] == [
        ("artificial", 60, 40),
        ("unknown", None, None),
    ]
    assert found["problems"].select("line", "code", "severity", "found").rows() == [
        (6, "scores_contradict", "error", "N-S 620, E-W 100"),
        (6, "no_result", "warning", "no contract, score or award"),
    ]


def test_rows_that_are_too_long_too_short_or_empty() -> None:
    found = tables("board,ns,ew,contract,score\n1,1,2,,50,,\n2,1,2,,50,x\n3,1,2\n,,,,\n\n,1,2,,50\n")
    assert found["results"].select("board", "kind").rows() == [(1, "played"), (3, "unknown")]
    assert found["problems"].select("line", "code", "rejects").rows() == [
        (3, "too_many_fields", "traveller line"),
        (7, "no_board", "traveller line"),
        (4, "no_result", None),
    ]
    account = found["conservation"].filter(pl.col("kind") == "traveller line")
    assert account.select("found", "loaded", "rejected", "ignored").row(0) == (5, 2, 2, 1)


def test_a_board_label_that_is_no_number_gets_a_number_of_which_nothing_follows() -> None:
    rows = "".join(f"{label},1,2,50\n" for label in ("A7", "1", "03", "A7", "0", "-4"))
    found = tables("board,ns,ew,score\n" + rows)
    assert found["results"]["board"].to_list() == [10_001, 1, 3, 10_001, 10_002, 10_003]
    assert found["problems"].select("line", "code", "found").rows() == [
        (2, "board_label", "A7"),
        (6, "board_label", "0"),
        (7, "board_label", "-4"),
    ]


# Deals, events, sessions


def test_a_deal_for_what_is_stated_of_a_board_and_another_where_it_is_contradicted() -> None:
    rows = "1,N,,1,2,50\n1,,All,3,4,50\n1,,,5,6,50\n2,E,NS,1,2,50\n2,W,NS,3,4,50\n2,,,5,6,50\n3,,,1,2,50\n"
    found = tables("board,dealer,vulnerable,ns,ew,score\n" + rows)
    deals = found["boards"]
    assert deals.select("board", "dealer", "vulnerable", "deal_origin", "north", "line").rows() == [
        (1, "N", "All", "unknown", None, 2),
        (2, "E", "NS", "unknown", None, 5),
        (2, "W", "NS", "unknown", None, 6),
    ]
    first, second, third = deals["deal_id"].to_list()
    assert found["results"]["deal_id"].to_list() == [first, first, first, second, third, None, None]


def test_each_form_and_section_has_a_deal_of_its_own() -> None:
    rows = "A,1,N,,1,2,50\nA,1,N,x,3,4,50\nB,1,N,,1,2,50\nB,1,,x,3,4,50\n"
    found = tables("section,board,dealer,group,ns,ew,score\n" + rows)
    assert found["boards"].select("section", "board", "line").rows() == [("A", 1, 2), ("A", 1, 3), ("B", 1, 4)]
    assert found["results"]["given_group"].to_list() == [None, "x", None, "x"]
    assert found["results"]["deal_id"].to_list() == [*found["boards"]["deal_id"], None]


def test_an_event_for_each_label_with_its_first_date() -> None:
    rows = "Cup,,1,50\nCup,2024-05-31,2,50\n,1.6.2023,1,50\nCup,2024-05-31,3,50\n"
    found = tables(
        "event,date,board,ns,score\n" + "".join(row.replace(",50", ",1,50") + "\n" for row in rows.splitlines())
    )
    assert found["events"].select("name", pl.col("date").cast(pl.String), "date_given", "season", "line").rows() == [
        ("Cup", "2024-05-31", "2024-05-31", "2024", 2),
        ("club night", "2023-06-01", "1.6.2023", "2023", 4),
    ]
    cup, other = found["events"]["event_id"]
    assert found["results"]["event_id"].to_list() == [cup, cup, other, cup]
    assert found["results"]["session"].unique().to_list() == ["1"]


def test_dates_that_differ_are_the_sessions_where_there_is_no_session_column() -> None:
    rows = "2024-05-31,1,1,50\n01/06/2024,1,1,50\n31.5.2024,1,2,50\n"
    assert tables("date,board,ns,score\n" + rows)["results"]["session"].to_list() == [
        "2024-05-31",
        "01/06/2024",
        "2024-05-31",
    ]
    stated = "".join(f"{session},{row}\n" for session, row in zip(["x", "", "x"], rows.splitlines(), strict=True))
    assert tables("session,date,board,ns,score\n" + stated)["results"]["session"].to_list() == ["x", "1", "x"]


def test_a_date_that_is_none_is_said_once() -> None:
    found = tables("date,board,ns,score\n31/31/2024,1,1,50\n31/31/2024,1,2,50\n")
    assert found["problems"].select("line", "code", "found").rows() == [(2, "bad_date", "31/31/2024")]
    assert found["events"].select("date", "date_given", "season").row(0) == (None, "31/31/2024", "2024")


@pytest.mark.parametrize(
    ("encoding", "read_as"), [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("cp1252", "cp1252"), ("utf-16", "utf-16-le")]
)
def test_encodings(encoding: str, read_as: str) -> None:
    data = "event,board,ns,ew,score\nSéance – 1,1,1,2,50\n".encode(encoding)
    assert travellers_csv.recognises(source("x.csv", data))
    found = tables(data)
    assert (found["events"]["name"].item(), found["files"]["encoding"].item()) == ("Séance – 1", read_as)
    assert found["problems"].is_empty()


# Damage

SMALL = (
    b'event;date;round;board;dealer;vul;ns;ew;contract;tricks;score;award;group;mp_ns;"note"\r\n'
    b'C;2024-05-31;1;1;N;All;1;2;4SX;10;590;;;3,5;"a ""b""\nc"\r\n\r\n'
    b"C;2024-05-31;1;B;E;;3;4;PASS;;;;x;;\r\nC;2024-05-31;2;B;E;;5;6;;;;AVE+/AVE-;x;4;\n"
)


def test_cut_or_flipped_anywhere_it_accounts_for_every_row() -> None:
    assert tables(SMALL)["results"].height == 3
    for end in range(len(SMALL)):
        tables(SMALL[:end])
    rng = random.Random(7)
    for _ in range(600):
        damaged = bytearray(SMALL)
        for _ in range(rng.choice([1, 2, 9])):
            damaged[rng.randrange(len(damaged))] = rng.choice([*b'";,\t\r\n\0', rng.randrange(256)])
        tables(bytes(damaged))


@pytest.mark.parametrize(
    "rows",
    [
        '1,"2,3,50\n' * 5_000,
        '"' + "1,2,3,50\n" * 5_000,
        "," * 200_000,
        '"' * 100_001,
        "x,2,3,50\n" * 5_000,
        "\n" * 200_000,
    ],
    ids=["open quotes", "one open quote", "delimiters", "quotes", "labels", "empty lines"],
)
def test_what_is_made_to_exhaust_ends_soon(rows: str) -> None:
    found = tables("board,ns,ew,score\n" + rows + "\n7,8,9,-50\n")
    assert found["results"].select("board", "ns_pair", "ew_pair", "ns_score").rows()[-1] == (7, "8", "9", -50)


def test_an_endless_field_costs_its_row_and_no_other() -> None:
    found = tables(f"board,ns,ew,score\n1,1,2,50\n1,3,4,{'9 ' * 6_000}\n1,5,6,60\n")
    assert found["results"]["ns_score"].to_list() == [50, 60]
    assert found["problems"].select("line", "code", "rejects").rows() == [(3, "field_too_long", "traveller line")]


@pytest.mark.parametrize(
    ("score", "kind", "points", "award", "group", "problems"),
    [
        ("2050", "artificial", None, 50.0, None, ["score_code"]),
        ("999", "not_played", None, None, None, ["score_code"]),
        ("3062", "played", 3062, None, None, []),  # −9380 in group 1, which is no score: left to the checks
        ("4062", "unknown", None, None, None, ["lone_score_code"]),
        ("6200", "unknown", None, None, None, ["lone_score_code"]),  # a slip for 620, or 2000 in group 2: nobody knows
        ("2060", "played", 2060, None, None, ["maybe_score_code"]),  # 6NT redoubled, three over
        ("900", "played", 900, None, None, ["maybe_score_code"]),
        ("620", "played", 620, None, None, []),
    ],
)
def test_acblscores_codes_in_a_column_of_scores(
    score: str, kind: str, points: int | None, award: float | None, group: str | None, problems: list[str]
) -> None:
    found = tables(f"board,ns,ew,score\n1,1,2,{score}\n")
    row = found["results"].row(0, named=True)
    assert (row["kind"], row["ns_score"], row["ns_award"], row["given_group"]) == (kind, points, award, group)
    assert found["problems"]["code"].to_list() == problems


def test_codes_of_a_fouled_boards_groups_are_taken_where_the_board_has_several() -> None:
    found = tables("board,ns,ew,score\n1,1,2,4062\n1,3,4,5938\n2,1,2,6200\n2,3,4,620\n")
    rows = found["results"].select("board", "kind", "ns_score", "given_group").rows()
    assert rows == [
        (1, "played", 620, "1"), (1, "played", -620, "2"),
        (2, "unknown", None, None), (2, "played", 620, None),
    ]  # fmt: skip
    assert found["problems"]["code"].to_list() == ["score_code", "score_code", "lone_score_code"]


def test_a_pass_among_the_scores_is_a_board_passed_out() -> None:
    found = tables("board,ns,ew,score\n1,1,2,PASS\n1,3,4,-50\n")
    assert found["results"].select("kind", "ns_score").rows() == [("passed_out", 0), ("played", -50)]
    assert found["problems"].is_empty()


def test_whole_numbers_with_a_fraction_of_nothing_are_whole() -> None:
    found = tables("board,ns,ew,score,tricks\n1.0,1.0,2.0,620.0,10.0\n1.0,3.0,4.0,1.000,\n")
    columns = ("board", "ns_pair", "ew_pair", "ns_score", "tricks")
    # 1.000 is a thousand or one: it is not taken for either.
    assert found["results"].select(columns).rows() == [(1, "1", "2", 620, 10), (1, "3", "4", None, None)]
    assert found["problems"]["code"].to_list() == ["bad_score"]


def test_split_scores_need_no_sign_and_per_cent_stay_an_award() -> None:
    found = tables("board,ns,ew,score\n1,1,2,650/420\n1,3,4,170/0\n1,5,6,60/40\n")
    assert found["results"]["kind"].to_list() == ["weighted", "weighted", "artificial"]
    assert found["results"]["ns_components"].to_list()[:2] == [
        [{"score": 650, "weight": 10_000}],
        [{"score": 170, "weight": 10_000}],
    ]


def test_a_day_of_no_time_that_bridge_was_played_in_is_none() -> None:
    found = tables("board,ns,ew,score,date\n1,1,2,50,9999-12-31\n")
    assert found["events"].select("date", "date_given", "season").rows() == [(None, "9999-12-31", None)]
    assert found["problems"]["code"].to_list() == ["bad_date"]
