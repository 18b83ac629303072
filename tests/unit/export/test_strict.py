"""Each text holds to the letter of its format, by a reader of the test's own that forgives nothing."""

import csv
import io
import re

import polars as pl
import pytest
from hypothesis import given, settings
from lxml import etree

from neuberg.export.events import files
from neuberg.export.format import Format, Tables
from neuberg.export.formats import FORMATS
from unit.export.drawn import events, happened, weighted_lines
from unit.export.test_round_trip import events_of

#: The tags that a game in export format has, in this order.
MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\]|\\(?=[0-9]))*)"\]')
ELEMENT = re.compile(r'"[^"]*"|[^\s"\[\]{};%]+')
VALUES = {
    "Date": r"\d{4}\.\d\d\.\d\d|\?",
    "Board": r"[1-9][0-9]*",
    "Dealer": r"[NESW]|\?",
    "Vulnerable": r"None|NS|EW|All|\?",
    "Deal": r"N:(?:(?:-|[AKQJT2-9]*(?:\.[AKQJT2-9]*){3})(?: |$)){4}",
}


def texts(format: Format, tables: Tables) -> list[bytes]:
    return [format.write(some) for _, some in files(tables, format)]


def read_strictly(data: bytes) -> list[tuple[dict[str, str], dict[str, list[list[str]]]]]:
    """The games of a PBN file in export format: tags, and the rows of the tables."""
    text = data.decode("latin-1")
    assert text.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert not re.search(r"[^\r]\n|\r[^\n]|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]", text)
    lines = text.split("\r\n")
    assert lines.pop() == "" and max(map(len, lines)) <= 253
    games = []
    for block in "\n".join(line for line in lines if not line.startswith("%")).strip("\n").split("\n\n"):
        tags: dict[str, str] = {}
        tables: dict[str, list[list[str]]] = {}
        rows: list[list[str]] = []
        width = 0
        for line in block.split("\n"):
            if match := TAG.fullmatch(line):
                assert match[1] not in tags
                tags[match[1]] = match[2]
                width = match[2].count(";") + 1
                rows = tables.setdefault(match[1], []) if match[1].endswith("Table") else []
            else:
                assert ELEMENT.sub("", line).strip() == "", line
                elements = ELEMENT.findall(line)
                rows.append([*rows.pop(), *elements] if rows and len(rows[-1]) < width else elements)
                assert len(rows[-1]) <= width
        assert all(len(row) == tags[name].count(";") + 1 for name, rows in tables.items() for row in rows)
        games.append((tags, tables))
    return games


@settings(max_examples=40)
@given(tables=events(happened | weighted_lines))
def test_pbn_export_format(tables: Tables) -> None:
    for data in texts(FORMATS["pbn"], tables):
        for tags, _ in read_strictly(data):
            if "Board" in tags:
                assert tuple(tags)[: len(MANDATORY)] == MANDATORY
                assert all(re.fullmatch(pattern, tags[name]) for name, pattern in VALUES.items())


def test_pbn_of_a_sample_by_hand() -> None:
    (tables,) = events_of("pbn/club_pairs_2019.pbn")
    (data,) = texts(FORMATS["pbn"], tables)
    games = read_strictly(data)
    tags, first = games[0]
    assert (len(games), tags["Event"], tags["Date"], tags["Scoring"]) == (11, "Wednesday Pairs", "2019.11.06", "MP")
    assert tags["Deal"] == "N:AT8532..AJ974.74 J6.AJ852.T8.6532 97.KQ6.K532.AK98 KQ4.T9743.Q6.QJT"
    assert first["TotalScoreTable"][0] == ["1", "4", '"Greta Diamond - Hugo Club"', "71.80", "65.27", "11"]
    assert " ".join(first["ScoreTable"][5]) == "4 11 8 4 4S N 9 H5 - 50 0.00 10.00 0.00 100.00"
    assert "Inès Tenace".encode("latin-1") in data


def test_a_letter_that_pbn_lacks_and_a_name_longer_than_a_line() -> None:
    (tables,) = events_of("usebio/mitchell_2021.xml")
    pairs = tables["pairs"].to_dicts()
    pairs[0]["players"] = ['Žofie ["x"] Łoś\r\n% 東', "B" * 10_000]
    tables["pairs"] = pl.DataFrame(pairs, schema=tables["pairs"].schema)
    (data,) = texts(FORMATS["pbn"], tables)
    (_, first), *_ = read_strictly(data)
    names = [row[3] for row in first["TotalScoreTable"]]
    assert names[0].startswith("\"Zofie ['x'] ?os  % ? - BBB") and len(names[0]) == 253


def test_usebio_is_well_formed_and_as_the_known_files_are() -> None:
    (tables,) = events_of("usebio/mitchell_2021.xml")
    (data,) = texts(FORMATS["usebio"], tables)
    root = etree.fromstring(data)
    assert (root.tag, root.get("Version")) == ("USEBIO", "1.3")
    assert [child.tag for child in root] == ["CLUB", "EVENT", "HANDSET"]
    line = root.find("EVENT/BOARD/TRAVELLER_LINE")
    assert line is not None
    given = tables["results"].row(0, named=True)
    assert line.findtext("NS_PAIR_NUMBER") == given["ns_pair"]
    assert line.findtext("SCORE") == str(given["ns_score"])
    assert root.findtext("EVENT/DATE") == "2021-09-14"


@pytest.mark.parametrize("control", ["\x00", "\x0b", "\ufffe"])
def test_what_xml_cannot_write_becomes_a_blank(control: str) -> None:
    (tables,) = events_of("usebio/mitchell_2021.xml")
    tables["results"] = tables["results"].with_columns(ns_pair=pl.lit(f"a{control}<b>&"))
    (data,) = texts(FORMATS["usebio"], tables)
    assert etree.fromstring(data).findtext("EVENT/BOARD/TRAVELLER_LINE/NS_PAIR_NUMBER") == "a <b>&"


@settings(max_examples=40)
@given(tables=events(happened | weighted_lines))
def test_no_cell_of_the_csv_begins_a_formula(tables: Tables) -> None:
    (data,) = texts(FORMATS["csv"], tables)
    for row in csv.reader(io.StringIO(data.decode("utf-8"))):
        for cell in row:
            is_number = re.fullmatch(r"[+-]?[0-9]*[.,]?[0-9]*", cell)
            assert is_number or cell[0] not in "=+-@\t\r" or len(cell) == 1
