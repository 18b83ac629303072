"""USEBIO as programs write it that have their own names for things, each with the smallest element of it."""

from read import codes, read
from usebio_text import event_of, line_of


def board(*lines: str) -> str:
    return event_of(f'<BOARD BOARD_NUMBER="1">{"".join(lines)}</BOARD>')


def test_declarer_and_result_by_other_names() -> None:
    line = line_of(
        NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", CONTRACT="3 NT", DECLARER="S", RESULT_FIELD="+1", SCORE="430"
    )
    found = read("usebio", board(line))
    columns = ("board", "level", "strain", "declarer", "tricks", "ns_score")
    assert found["results"].select(columns).rows() == [(1, 3, "NT", "S", 10, 430)]
    assert codes(found) == []


def test_a_line_that_is_called_artificial_is_not_of_an_unknown_kind() -> None:
    line = line_of(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", CONTRACT="", SCORE="0", ARTIFICIAL_SCORE="Adjusted")
    played = line_of(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="4", CONTRACT="1NT", PLAYED_BY="N", TRICKS="7", SCORE="90")
    results = read("usebio", board(line, played))["results"]
    assert results.select("kind", "award_given", "ns_award").rows() == [
        ("artificial", "Adjusted", None),
        ("played", None, None),
    ]


def test_an_artificial_score_in_its_own_element_has_its_percentages_and_may_be_denied() -> None:
    lines = [
        line_of(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, ARTIFICIAL_SCORE=text)
        for ns, ew, text in (("1", "2", "A6040"), ("3", "4", "0"), ("5", "6", "False"))
    ]
    results = read("usebio", board(*lines))["results"]
    assert results.select("kind", "ns_award", "ew_award", "award_given").rows() == [
        ("artificial", 60, 40, "A6040"),
        ("unknown", None, None, None),
        ("unknown", None, None, None),
    ]


def test_an_element_of_a_line_that_nobody_reads_is_told_once_a_name() -> None:
    lines = [line_of(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", CONTRACT="NP", NS_SCORE=share) for share in ("60%", "40%")]
    found = read("usebio", board(*lines, line_of(NS_PAIR_NUMBER="3", LIN_DATA="md|1|", CONTRACT="PASS", HINT="")))
    assert found["results"]["kind"].to_list() == ["not_played", "not_played", "passed_out"]
    told = found["problems"].filter(code="unknown_element")
    assert told.select("found", "severity").rows() == [("NS_SCORE 60%", "info")]


def test_a_pair_by_attributes() -> None:
    pair = '<PAIR PAIR_NUMBER="1EW" DIRECTION="EW" PLACE="2=" PERCENTAGE="55.5"><PLAYER_NAME>A</PLAYER_NAME></PAIR>'
    found = read("usebio", event_of(f"<PARTICIPANTS>{pair}</PARTICIPANTS>"))
    assert found["pairs"].select("pair", "direction", "place", "percent").rows() == [("1EW", "EW", 2, 55.5)]


def test_letters_by_their_names_in_html() -> None:
    players = "<PLAYER><PLAYER_NAME>Zo&eacute; &Ouml;&lt;&own;</PLAYER_NAME></PLAYER>"
    found = read("usebio", event_of(f'<PARTICIPANTS><PAIR PAIR_NUMBER="1">{players}</PAIR></PARTICIPANTS>'))
    assert found["pairs"]["players"].item().to_list() == ["Zoé Ö<&own;"]
    told = found["problems"].select("code", "found", "severity")
    assert told.rows() == [
        ("html_entity", "&eacute;", "warning"),
        ("html_entity", "&Ouml;", "warning"),
        ("bare_ampersand", "&", "warning"),
    ]


def test_the_end_of_a_dos_file_is_no_text() -> None:
    found = read("usebio", event_of("<EVENT_DESCRIPTION>Cup</EVENT_DESCRIPTION>") + "\n\x1a")
    assert found["events"]["name"].to_list() == ["Cup"]
    assert codes(found) == []
