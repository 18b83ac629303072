"""Faults that readers had, each with the smallest input and the right reading."""

import json

import polars as pl
import pytest

import pbn_text
from neuberg.cli import printing
from neuberg.domain.awards import parse_award
from neuberg.ingest.values import parse_date, parse_integer, parse_number, parse_season
from read import codes, read
from usebio_text import event_of, pair_line


def test_pbn_has_no_decimal_comma() -> None:
    table = '[Board "1"]\n[ScoreTable "Score_NS\\5R"]\n1,000\n620\n'
    found = pbn_text.read(table)
    assert found["results"].select("ns_score", "kind").rows() == [(None, "unknown"), (620, "played")]
    assert pbn_text.codes(found) == ["bad_score"]


def test_a_multiplicity_that_cannot_be_read_is_not_one() -> None:
    table = '[Board "1"]\n[ScoreTable "Score_NS\\5R;Multiplicity"]\n620 2\n650 x\n680 -\n'
    found = pbn_text.read(table)
    assert found["results"].select("ns_score", "multiplicity").rows() == [(620, 2), (680, 1)]
    assert found["problems"].select("code", "found", "rejects").rows() == [("bad_multiplicity", "x", "traveller line")]


@pytest.mark.parametrize(
    ("format", "data"),
    [
        ("pbn", b'[Event "Caf\xe9"]\n[Board "1"]\n'),
        ("csv", b"board,ns,ew,score,event\n1,1,2,50,Caf\xe9\n"),
        ("lin", b"vg|Caf\xe9,1,P,1,1,A,0,B,0|\n"),
        ("usebio", event_of("<TITLE>Cafe</TITLE>").encode().replace(b"Cafe", b"Caf\xe9")),
        ("acbl_html", b'<script>var data = {"name": "Caf\xe9"};</script>'),
    ],
)
def test_a_byte_order_mark_before_bytes_of_another_encoding_is_told(format: str, data: bytes) -> None:
    found = read(format, b"\xef\xbb\xbf" + data)
    assert found["events"]["name"].to_list() == ["Caf\ufffd"]
    told = found["problems"].filter(pl.col("code") == "bad_encoding")
    assert told["line"].to_list() == [data[: data.index(b"\xe9")].count(b"\n") + 1]
    assert "bad_encoding" not in codes(read(format, b"\xef\xbb\xbf" + data.replace(b"\xe9", "é".encode())))


def test_digits_are_the_ten_of_ascii() -> None:
    arabic = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    assert parse_date("2022-02-06".translate(arabic)) is None
    assert parse_date("6/2/2022".translate(arabic)) is None
    assert parse_season("2022".translate(arabic)) is None
    assert parse_integer("50".translate(arabic)) is None
    assert parse_number("50.5".translate(arabic)) is None
    assert parse_award("A6040".translate(arabic)) is None
    found = read("usebio", event_of(f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{pair_line('1', '2', '١١٠')}</BOARD>"))
    assert found["results"]["ns_score"].to_list() == [None]


def test_names_from_files_do_not_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    name = "Cup\x1b[2J\r\n\x9b31m\u202eFinal"
    assert printing.plain(name) == "Cup\\x1b[2J\\r\\n\\x9b31m\\u202eFinal"
    printing.rows(pl.DataFrame({"name": [name]}), as_json=True)
    printed = capsys.readouterr().out
    assert json.loads(printed) == [{"name": name}]
    assert not set(printed) & set("\x1b\x9b\r\u202e")
