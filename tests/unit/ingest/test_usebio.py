"""USEBIO: every nesting, what a line says, hands and their lines, encodings, and the real files."""

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg.ingest import usebio
from neuberg.ingest.source import source
from usebio_text import BOARD, event_of, line_of, pair_line, tables, usebio_of

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "usebio"


def result(fields: dict[str, str]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    found = tables(event_of(BOARD.format(1, line_of(**fields))))
    return found["results"].row(0, named=True), found["problems"].select("code", "severity").rows()


def test_a_line_of_compscore() -> None:
    line, problems = result(
        {
            "NS_PAIR_NUMBER": "1NS", "EW_PAIR_NUMBER": "13EW", "CONTRACT": "4HX", "PLAYED_BY": "W", "LEAD": "QH",
            "TRICKS": "8", "SCORE": "500", "NS_MATCH_POINTS": "30.5", "EW_MATCH_POINTS": "6",
        }
    )  # fmt: skip
    assert (line["ns_pair"], line["ew_pair"]) == ("1NS", "13EW")
    assert (line["level"], line["strain"], line["doubled"], line["declarer"]) == (4, "H", 1, "W")
    assert (line["lead"], line["tricks"], line["ns_score"], line["kind"]) == ("HQ", 8, 500, "played")
    assert (line["published_ns_mp"], line["published_ew_mp"], line["published_mp_decimals"]) == (30.5, 6.0, 1)
    assert (line["published_ns_imp"], line["ns_award"], line["round"], line["table"]) == (None, None, None, None)
    assert problems == []


@pytest.mark.parametrize(
    ("fields", "expected", "codes"),
    [
        ({"CONTRACT": "PASS", "PLAYED_BY": "N", "TRICKS": "0", "SCORE": "0"}, ("passed_out", 0, None), []),
        ({"CONTRACT": "Passed", "TRICKS": "", "SCORE": ""}, ("passed_out", 0, None), []),
        ({"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": "9"}, ("played", None, 9), []),
        ({"CONTRACT": "4 S", "PLAYED_BY": "N", "TRICKS": "+1", "SCORE": "450"}, ("played", 450, 11), []),
        ({"CONTRACT": "4S", "TRICKS": "=", "SCORE": "420"}, ("played", 420, 10), []),
        ({"CONTRACT": "", "SCORE": "0"}, ("unknown", 0, None), ["no_result"]),
        ({"CONTRACT": "", "SCORE": ""}, ("unknown", None, None), ["no_result"]),
        ({"CONTRACT": "", "SCORE": "-50"}, ("played", -50, None), []),
        ({"CONTRACT": "N P", "SCORE": "0"}, ("not_played", None, None), []),
        ({"CONTRACT": "3N?", "TRICKS": "9", "SCORE": "400"}, ("played", 400, 9), ["bad_contract"]),
        ({"CONTRACT": "3NT", "TRICKS": "33", "SCORE": "400"}, ("played", 400, None), ["bad_tricks"]),
        ({"CONTRACT": "3NT", "TRICKS": "9", "SCORE": "4OO"}, ("unknown", None, 9), ["bad_score"]),
        ({"CONTRACT": "3NT", "PLAYED_BY": "N"}, ("played", None, None), ["no_result"]),
    ],
)
def test_what_is_not_a_plain_result(
    fields: dict[str, str], expected: tuple[str, int | None, int | None], codes: list[str]
) -> None:
    line, problems = result(fields)
    assert (line["kind"], line["ns_score"], line["tricks"]) == expected
    assert [code for code, _ in problems] == codes


@pytest.mark.parametrize(
    ("score", "award"),
    [("A6040", (60, 40)), ("A5050", (50, 50)), ("A50", (50, 50)), ("AVE+/AVE-", (60, 40)), ("60%-40%", (60, 40))],
)
def test_an_award_in_place_of_the_score(score: str, award: tuple[float, float]) -> None:
    line, problems = result({"NS_PAIR_NUMBER": "1", "EW_PAIR_NUMBER": "2", "SCORE": score, "NS_MATCH_POINTS": "24"})
    assert (line["kind"], line["ns_score"], line["award_given"]) == ("artificial", None, score)
    assert (line["ns_award"], line["ew_award"], line["published_ns_mp"]) == (*award, 24.0)
    assert problems == []


@pytest.mark.parametrize("score", ["A60", "A1000", "A0100", "A6O40", "AVE+", "Adj", "A60401", "50%"])
def test_an_award_without_both_sides_or_with_two_readings_is_not_guessed(score: str) -> None:
    line, problems = result({"SCORE": score})
    assert (line["kind"], line["ns_award"], line["ew_award"], line["ns_score"]) == ("unknown", None, None, None)
    assert problems == [("bad_score", "error")]


def test_a_zero_is_a_score_where_the_event_gives_no_contracts_at_all() -> None:
    lines = line_of(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", SCORE="0") + line_of(SCORE="-110")
    found = tables(event_of(BOARD.format(1, lines)))
    assert found["results"].select("kind", "ns_score").rows() == [("played", 0), ("played", -110)]
    assert found["problems"].is_empty()


def test_butler_and_cross_imps_are_published_imps_and_the_datum_is_no_record() -> None:
    butler = line_of(CONTRACT="2S", TRICKS="8", SCORE="110", NS_BUTLER_POINTS="-1", EW_BUTLER_POINTS="1")
    cross = line_of(CONTRACT="2S", TRICKS="8", SCORE="110", NS_CROSS_IMP_POINTS="3.67", EW_CROSS_IMP_POINTS="-3.67")
    found = tables(event_of(BOARD.format(1, "<BOARD_AVERAGE>160</BOARD_AVERAGE>" + butler + cross)))["results"]
    columns = ("published_ns_imp", "published_ew_imp", "published_imp_decimals", "published_ns_mp")
    assert found.select(columns).rows() == [(-1.0, 1.0, 0, None), (3.67, -3.67, 2, None)]


def test_the_head_of_an_event() -> None:
    found = tables(
        usebio_of(
            '<EVENT EVENT_TYPE="BUTLER_PAIRS"><EVENT_DESCRIPTION>Monday &amp; more</EVENT_DESCRIPTION><TITLE>x</TITLE>'
            "<PROGRAM_NAME>Compscore3</PROGRAM_NAME><PROGRAM_VERSION>26-Jul-22</PROGRAM_VERSION>"
            "<WINNER_TYPE>2</WINNER_TYPE><DATE>09/03/2026</DATE><SCORING_METHOD>IMPS</SCORING_METHOD></EVENT>",
            head="<CLUB><CLUB_NAME>Club 7</CLUB_NAME></CLUB>",
        )
    )
    event = found["events"].row(0, named=True)
    assert (event["name"], event["body"], str(event["date"])) == ("Monday & more", "Club 7", "2026-03-09")
    assert (event["date_given"], event["season"], event["winners"]) == ("09/03/2026", "2026", 2)
    assert (event["competition"], event["scoring"]) == ("pairs", "butler")
    assert event["producer"] == found["files"]["producer"].item() == "Compscore3 26-Jul-22"


@pytest.mark.parametrize(
    ("event_type", "head", "expected"),
    [
        ("MP_PAIRS", "", ("pairs", "matchpoints")),
        ("CROSS_IMP", "<SCORING_METHOD>IMPS</SCORING_METHOD>", ("pairs", "cross_imps")),
        ("PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", ("pairs", "matchpoints")),
        ("PAIRS", "", ("pairs", None)),
        ("SWISS_TEAMS", "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD>", ("teams", "imps")),
        ("INDIVIDUAL", "<BOARD_SCORING_METHOD>AGGREGATE</BOARD_SCORING_METHOD>", ("individuals", "aggregate")),
        ("PAIRS", BOARD.format(1, line_of(SCORE="50", NS_CROSS_IMP_POINTS="1")), ("pairs", "cross_imps")),
        ("", "<PARTICIPANTS><TEAM TEAM_ID='1'><PLACE>1</PLACE></TEAM></PARTICIPANTS>", ("teams", None)),
    ],
)  # fmt: skip
def test_competition_and_scoring(event_type: str, head: str, expected: tuple[str, str | None]) -> None:
    assert tables(event_of(head, event_type))["events"].select("competition", "scoring").row(0) == expected


def test_contestants() -> None:
    pairs = (
        "<PARTICIPANTS><PAIR><PAIR_NUMBER>1-iv</PAIR_NUMBER><DIRECTION>NS</DIRECTION><TOTAL_SCORE>442.20</TOTAL_SCORE>"
        "<PERCENTAGE>45.5</PERCENTAGE><PLACE>3=</PLACE><ADJUSTMENT>-2.5</ADJUSTMENT><BOARDS_PLAYED>24</BOARDS_PLAYED>"
        "<PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER>"
        "<PLAYER><PLAYER_NAME>Bob</PLAYER_NAME><NATIONAL_ID_NUMBER>42</NATIONAL_ID_NUMBER></PLAYER></PAIR>"
        "<PAIR><PAIR_NUMBER>2</PAIR_NUMBER><DIRECTION></DIRECTION><PERCENTAGE>-</PERCENTAGE></PAIR></PARTICIPANTS>"
    )
    found = tables(event_of(pairs))
    first, second = found["pairs"].to_dicts()
    assert (first["pair"], first["direction"], first["session"], first["section"]) == ("1-iv", "NS", None, "")
    assert (first["total"], first["total_decimals"], first["percent"], first["percent_decimals"]) == (442.2, 2, 45.5, 1)
    assert (first["place"], first["place_given"], first["penalty"], first["boards"]) == (3, "3=", -2.5, 24)
    assert (first["players"], first["player_ids"]) == (["Ann", "Bob"], [None, "42"])
    assert (second["direction"], second["percent"], second["place"], second["players"]) == (None, None, None, None)
    assert found["problems"].is_empty()


def test_sessions_and_sections_and_their_participants() -> None:
    def section(label: str, pair: str) -> str:
        participants = f"<PARTICIPANTS><PAIR><PAIR_NUMBER>{pair}</PAIR_NUMBER></PAIR></PARTICIPANTS>"
        return f'<SECTION SECTION_ID="{label}">{participants}{BOARD.format(1, pair_line(pair, "9", "90"))}</SECTION>'

    sessions = f'<SESSION SESSION_ID="1">{section("A", "1")}{section("B", "2")}</SESSION>'
    sessions += f"<SESSION>{section('A', '3')}</SESSION>"
    found = tables(event_of(sessions))
    expected = [("1", "A", "1"), ("1", "B", "2"), ("2", "A", "3")]
    assert found["results"].select("session", "section", "ns_pair").rows() == expected
    assert found["pairs"].select("session", "section", "pair").rows() == expected
    assert found["results"]["scored_with"].to_list() == ["A", "B", "A"]


def test_sections_straight_in_the_event_are_numbered_where_they_have_no_label() -> None:
    sections = "".join(f"<SECTION>{BOARD.format(1, pair_line(n, '9', '90'))}</SECTION>" for n in "12")
    assert tables(event_of(sections))["results"].select("session", "section").rows() == [("1", "1"), ("1", "2")]
    assert tables(event_of(sections[: len(sections) // 2]))["results"].select("session", "section").rows() == [
        ("1", "")
    ]


def test_a_match_of_teams_is_a_field_of_its_own() -> None:
    def match(round_: str, first: str, second: str) -> str:
        lines = "".join(
            line_of(DIRECTION=side, NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, CONTRACT="1NT", TRICKS="7", SCORE="90")
            for side, ns, ew in (("NS", f"{first}a", f"{second}b"), ("EW", f"{second}a", f"{first}b"))
        )
        head = f"<ROUND_NUMBER>{round_}</ROUND_NUMBER><TEAM>{first}</TEAM><OPPOSING_TEAM>{second}</OPPOSING_TEAM>"
        return f"<MATCH>{head}<TEAM_SCORE>12</TEAM_SCORE>{BOARD.format(1, lines)}</MATCH>"

    team = '<TEAM TEAM_ID="3" TEAM_NAME="Owls"><TOTAL_SCORE>32</TOTAL_SCORE><PAIR><PAIR_NUMBER>3a</PAIR_NUMBER>'
    team += (
        "<PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER></PAIR><PLAYER><PLAYER_NAME>Bob</PLAYER_NAME></PLAYER></TEAM>"
    )
    matches = match("1", "3", "8") + match("1", "4", "7") + match("2", "3", "8") + match("2", "3", "8")
    found = tables(
        event_of(f'<SECTION SECTION_ID="A"><PARTICIPANTS>{team}</PARTICIPANTS>{matches}</SECTION>', "SWISS_TEAMS")
    )
    results = found["results"]
    assert results.select("session", "section", "scored_with").unique(maintain_order=True).rows() == [
        ("round 1", "A: 3 v 8", "A: 3 v 8"),
        ("round 1", "A: 4 v 7", "A: 4 v 7"),
        ("round 2", "A: 3 v 8", "A: 3 v 8"),
        ("round 2", "A: 3 v 8 (2)", "A: 3 v 8 (2)"),
    ]
    assert results.group_by("session", "scored_with", "board").len()["len"].to_list() == [2] * 4
    assert results.select("team", "ew_team", "ns_pair", "round").head(2).rows() == [
        ("3", "8", "3a", 1),
        ("8", "3", "8a", 1),
    ]
    assert found["pairs"].select("pair", "session", "total", "players").rows() == [("3", None, 32.0, ["Ann", "Bob"])]
    assert found["events"]["competition"].item() == "teams"


def test_swiss_pairs_play_in_the_field_of_their_round_with_the_numbers_of_their_match() -> None:
    def match(round_: int, ns: int, ew: int) -> str:
        head = f"<ROUND_NUMBER>{round_}</ROUND_NUMBER><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>"
        head += f"<EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
        return f"<MATCH>{head}{BOARD.format(1, line_of(CONTRACT='1NT', TRICKS='7', SCORE='90'))}</MATCH>"

    inside = f'<SESSION SESSION_ID="1"><SECTION>{match(1, 1, 2)}{match(1, 3, 4)}{match(2, 1, 3)}</SECTION></SESSION>'
    results = tables(event_of(inside, "SWISS_PAIRS"))["results"]
    assert results.select("session", "scored_with", "round", "ns_pair", "ew_pair").rows() == [
        ("1, round 1", "", 1, "1", "2"),
        ("1, round 1", "", 1, "3", "4"),
        ("1, round 2", "", 2, "1", "3"),
    ]


def test_contestants_of_matches_are_the_events_or_of_their_session_where_there_are_several() -> None:
    inside = (
        f"<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR></PARTICIPANTS><MATCH>{BOARD.format(1, '')}</MATCH>"
    )
    one, two = (f'<SESSION SESSION_ID="{label}">{inside}</SESSION>' for label in "xy")
    assert tables(event_of(one, "SWISS_PAIRS"))["pairs"]["session"].to_list() == [None]
    assert tables(event_of(one + two, "SWISS_PAIRS"))["pairs"]["session"].to_list() == ["x", "y"]


def test_an_individual() -> None:
    numbers = {f"{seat}_PLAYER_NUMBER": number for seat, number in zip("NSEW", "1357", strict=True)}
    player = (
        "<PARTICIPANTS><PLAYER><PLAYER_NUMBER>5</PLAYER_NUMBER><PLAYER_NAME>Eve</PLAYER_NAME></PLAYER></PARTICIPANTS>"
    )
    found = tables(event_of(player + BOARD.format(1, line_of(**numbers, SCORE="90")), "INDIVIDUAL"))
    assert found["results"].select("ns_pair", "ew_pair").row(0) == ("1+3", "5+7")
    assert found["pairs"].select("pair", "players").row(0) == ("5", ["Eve"])


def test_a_board_label_that_is_no_number_gets_a_number_of_which_nothing_follows() -> None:
    boards = "".join(BOARD.format(label, pair_line("1", "2", "90")) for label in ("1", "x", "3", "x", ""))
    found = tables(event_of(boards))
    # One without a label is the next; of one with another label nothing follows from the number.
    assert found["results"]["board"].to_list() == [1, 10_001, 3, 10_001, 2]
    assert found["problems"].select("code", "severity", "found").rows() == [
        ("board_label", "warning", "x"),
        ("board_label", "warning", "no board number"),
    ]


def test_what_stands_twice_or_is_no_number_is_said() -> None:
    twice = "<TRAVELLER_LINE><SCORE>90</SCORE><SCORE>-90</SCORE><NS_MATCH_POINTS>x</NS_MATCH_POINTS></TRAVELLER_LINE>"
    found = tables(event_of(BOARD.format(1, twice)))
    assert found["results"].select("ns_score", "published_ns_mp").row(0) == (90, None)
    assert found["problems"].select("code", "found").rows() == [
        ("element_twice", "SCORE 90 and -90"),
        ("bad_number", "NS_MATCH_POINTS x"),
    ]


def test_a_line_outside_a_board_is_rejected() -> None:
    found = tables(event_of(pair_line("1", "2", "90")))
    assert found["results"].is_empty()
    assert found["problems"].select("code", "rejects").row(0) == ("no_board", "traveller line")


def test_lower_case_namespaces_comments_and_cdata() -> None:
    inside = BOARD.format(1, "<!-- a note --><?note?>" + pair_line("<![CDATA[1&2]]>", "2", "9<!-- -->0"))
    plain = event_of(inside)
    spaced = re.sub(r"<(/?)([A-Z])", r"<\1u:\2", plain).replace("Version", 'xmlns:u="http://www.usebio.org" Version')
    spaced = spaced.replace("<![CDATA[1&2]]>", "1&amp;2")
    for document in (plain, spaced, re.sub(r"</?[A-Z_]+", lambda match: match[0].lower(), plain)):
        assert usebio.recognises(source("x.xml", document.encode()))
        found = tables(document)
        assert found["results"].select("ns_pair", "ns_score", "board").row(0) == ("1&2", 90, 1)
        assert found["problems"].is_empty()


def test_lines_are_counted_through_comments_and_tags_that_go_on() -> None:
    broken_tags = '<!-- a\nb --><?c\nd?><SECTION\n SECTION_ID="A\nB">' + BOARD.format(1, pair_line("1", "2", "90"))
    whole = tables(event_of(broken_tags + "</SECTION>"))["results"]
    mended = tables(event_of(broken_tags))["results"]
    assert whole["line"].to_list() == mended["line"].to_list() == [6]
    assert whole["section"].to_list() == mended["section"].to_list() == ["A B"]


@pytest.mark.parametrize(
    ("declared", "encoding", "read_as", "warned"),
    [
        ('encoding="utf-8"', "utf-8", "utf-8", False),
        ("", "utf-8", "utf-8", False),
        ('encoding="iso-8859-1"', "iso-8859-1", "cp1252", False),
        ('encoding="iso-8859-2"', "iso-8859-2", "iso-8859-2", False),
        ('encoding="utf-8"', "iso-8859-1", "cp1252", True),
        ("", "iso-8859-1", "cp1252", True),
        ('encoding="iso-8859-1"', "utf-8", "utf-8", True),
        ('encoding="no-such-thing"', "iso-8859-1", "cp1252", True),
        ('encoding="utf-16"', "utf-16", "utf-16-le", False),
    ],
)
def test_encodings(declared: str, encoding: str, read_as: str, warned: bool) -> None:
    name = "<EVENT_DESCRIPTION>Séance</EVENT_DESCRIPTION>"
    document = event_of(name).replace('version="1.0"', f'version="1.0" {declared}')
    assert usebio.recognises(source("x.xml", document.encode(encoding)))
    found = tables(document.encode(encoding))
    assert found["events"]["name"].item() == "Séance"
    assert found["files"]["encoding"].item() == read_as
    assert found["problems"].select("code", "severity").rows() == [("encoding", "warning")] * warned


def test_a_bare_ampersand_and_a_control_character_cost_nothing_but_a_warning() -> None:
    pair = "<PARTICIPANTS><PAIR>\n<PLAYER><PLAYER_NAME>Smith & Jones \x1a</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS>"
    found = tables(event_of("<!-- & -->" + pair))
    assert found["pairs"]["players"].item().to_list() == ["Smith & Jones \ufffd"]
    assert found["problems"].select("line", "code", "severity").head(2).rows() == [
        (3, "bare_ampersand", "warning"),
        (3, "not_a_character", "warning"),
    ]


@pytest.mark.parametrize(
    "root",
    [
        "<html><body>USEBIO</body></html>",
        "<session club_no='1'/>",
        "",
        "USEBIO",
        "<!-- <USEBIO> --><PBN/>",
        "<USEBIOS/>",
    ],
)
def test_other_files_are_not_recognised(root: str) -> None:
    assert not usebio.recognises(source("x.xml", root.encode()))


@pytest.mark.parametrize(
    "head",
    [
        "",
        '<?xml version="1.0"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n',
        '\n<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">',
        "<!-- made by hand -->",
    ],
)
def test_usebio_is_recognised_by_its_root(head: str) -> None:
    assert usebio.recognises(source("x.xml", f'{head}<USEBIO Version="1.3"/>'.encode()))


COUNTS = {
    "butler_howell.xml": (140, 35, 8, "butler"),
    "cross_imp_howell.xml": (108, 27, 9, "cross_imps"),
    "mp_pairs_howell.xml": (161, 27, 12, "matchpoints"),
    "mp_pairs_mitchell.xml": (512, 27, 38, "matchpoints"),
    "mp_pairs_mitchell_02.xml": (567, 27, 42, "matchpoints"),
    "mp_pairs_mitchell_adjusted_02.xml": (567, 27, 42, "matchpoints"),
}


@pytest.mark.parametrize("name", COUNTS)
def test_real_files_are_read_whole(name: str) -> None:
    if not CORPUS.is_dir():
        pytest.skip("../shared is not beside the checkout")
    data = (CORPUS / name).read_bytes()
    lines, boards, pairs, scoring = COUNTS[name]
    assert (data.count(b"<TRAVELLER_LINE>"), data.count(b"<PAIR>")) == (lines, pairs)
    assert usebio.recognises(source(name, data))
    found = tables(data, name)
    assert found["problems"].is_empty()
    assert (found["results"].height, found["boards"].height, found["pairs"].height) == (lines, boards, pairs)
    assert found["results"]["deal_id"].n_unique() == boards
    assert found["results"]["deal_id"].null_count() == 0
    assert found["events"]["scoring"].item() == scoring
    sound = pl.concat_str("north", "east", "south", "west").str.count_matches("[AKQJT2-9]") == 52
    assert found["boards"].select(sound.all()).item()


def test_the_adjusted_lines_of_a_real_file() -> None:
    if not CORPUS.is_dir():
        pytest.skip("../shared is not beside the checkout")
    found = tables((CORPUS / "mp_pairs_mitchell_adjusted_02.xml").read_bytes())["results"]
    awards = found.filter(pl.col("kind") == "artificial").select("ns_award", "ew_award").rows()
    text = (CORPUS / "mp_pairs_mitchell_adjusted_02.xml").read_text()
    printed = re.findall(r"<SCORE>A(\d\d)(\d\d)</SCORE>", text)
    assert awards == [(float(ns), float(ew)) for ns, ew in printed]
    assert len(awards) == 4
