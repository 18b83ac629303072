"""Faults that readers had, each with the smallest input and the right reading."""

import json

import polars as pl
import pytest

import pbn_text
from neuberg.cli import printing
from neuberg.domain.awards import parse_award
from neuberg.ingest import registry
from neuberg.ingest.source import source
from neuberg.ingest.values import parse_date, parse_integer, parse_number, parse_season
from read import codes, read
from unit.ingest import test_acbl_html as acbl
from unit.ingest import test_bbo_html as bbo
from unit.ingest import test_lin as lin
from unit.ingest import test_nz_scorer as nz
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


UTF_16 = {
    "nz_scorer": nz.session(nz.line(), pairs=nz.PAIR.format("N")),
    "usebio": event_of(f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{pair_line('1', '2', '110')}</BOARD>"),
    "pbn": '[Event "Séance"]\n[Board "1"]\n[Declarer "N"]\n[Contract "4S"]\n[Score "420"]\n',
    "csv": "board,ns,ew,score\n1,1,2,110\n",
    "lin": lin.HEAD.format("4HE=,3NWx-1,") + lin.GAMES,
    "acbl_html": acbl.page(acbl.ENTRY, pairs=[acbl.PAIR], records=[acbl.RECORD]),
    "bbo_html": bbo.page("4&spades;N+1", "PASS"),
}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("marked", [True, False], ids=["with a mark", "without"])
@pytest.mark.parametrize("format", UTF_16)
def test_utf_16_is_recognised_and_read_as_utf_8_is(format: str, encoding: str, marked: bool) -> None:
    text = UTF_16[format]
    data = (("\ufeff" if marked else "") + text).encode(encoding)
    known = registry.recognise(source("file.pbn" if format == "pbn" else "file", data))
    assert known is not None
    assert known.name == format
    found, plain = read(format, data), read(format, text.encode())
    assert found["files"]["encoding"].item() == encoding
    for name in ("events", "boards", "results", "pairs"):
        keys = [column for column in plain[name].columns if column.endswith("_id")]
        assert found[name].drop(keys).equals(plain[name].drop(keys)), name
    assert plain["results"].height
    assert codes(found) == codes(plain)
