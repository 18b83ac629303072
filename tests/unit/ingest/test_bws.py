"""Bridgemate files: what an entry says, which of two stands, and an Access file that is damaged or made to harm."""

import datetime as dt
from typing import Any

import polars as pl
import pytest

import jet
from neuberg.ingest.bws import access, reader
from neuberg.ingest.bws.access import Rows
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source
from read import Tables, account, codes, damaged, read
from shared import shared

CLUB = "corpus/bws/club.bws"
SECTION = {"id": 1, "letter": "A  ", "session": 1, "scoringtype": 1, "winners": 0}
SESSION = {"id": 1, "name": "Monday", "date": "2026-01-26 00:00:00"}


class Database:
    """Tables as `access.Database` gives them, written down here."""

    is_cut = False

    def __init__(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        self._tables = {"Section": [SECTION], "Session": [SESSION]} | tables

    def __contains__(self, name: str) -> bool:
        return name in self._tables

    def table(self, name: str) -> Rows:
        rows = self._tables.get(name, [])
        return Rows(rows, 0, len(rows))


def entry(**columns: Any) -> dict[str, Any]:
    first = {"id": 1, "section": 1, "table": 3, "round": 2, "board": 7, "pairns": 3, "pairew": 5, "ns/ew": "W"}
    rest = {"contract": "4 S x", "result": "-1", "leadcard": "H10", "remarks": "", "erased": False}
    when = {"datelog": "2026-01-26 00:00:00", "timelog": "1899-12-30 10:13:02.000640"}
    return first | rest | when | columns


def tables(*entries: dict[str, Any], **others: list[dict[str, Any]]) -> Tables:
    reading = Reading(source("club.bws", b""), "bws")
    reader._Session(reading, Database({"ReceivedData": list(entries)} | others)).add()  # type: ignore[arg-type]
    found = reading.tables()
    for row in found["conservation"].iter_rows(named=True):
        assert row["found"] == row["loaded"] + row["rejected"] + row["superseded"] + row["ignored"]
    return found


def test_an_entry_and_its_event() -> None:
    found = tables(entry())
    row = found["results"].row(0, named=True)
    assert (row["section"], row["table"], row["round"], row["board"]) == ("A", "3", 2, 7)
    assert (row["ns_pair"], row["ew_pair"], row["declarer"]) == ("3", "5", "W")
    assert (row["level"], row["strain"], row["doubled"], row["tricks"], row["lead"]) == (4, "S", 1, 9, "HT")
    event = found["events"].row(0, named=True)
    assert (event["name"], event["date"], event["season"]) == ("Monday", dt.date(2026, 1, 26), "2026")
    assert codes(found) == []


@pytest.mark.parametrize(
    ("columns", "kind", "awards", "problems"),
    [
        ({"contract": "PASS", "result": "", "ns/ew": "N"}, "passed_out", (None, None), []),
        ({"contract": "", "result": "", "remarks": "Not played"}, "not_played", (None, None), []),
        ({"contract": "", "result": "", "remarks": "60%-40%"}, "artificial", (60.0, 40.0), []),
        ({"remarks": "40%-60%"}, "artificial", (40.0, 60.0), []),
        ({"remarks": "Arbitral score"}, "artificial", (None, None), ["award_unknown"]),
        ({"remarks": "Director!"}, "unknown", (None, None), ["bad_remark"]),
        ({"contract": "", "result": ""}, "unknown", (None, None), ["no_result"]),
        ({"contract": "4 S", "result": "+4"}, "played", (None, None), ["bad_result", "no_result"]),
    ],
)
def test_what_a_remark_and_a_contract_come_to(
    columns: dict[str, Any], kind: str, awards: tuple[float | None, float | None], problems: list[str]
) -> None:
    found = tables(entry(**columns))
    assert found["results"].select("kind", "ns_award", "ew_award").row(0) == (kind, *awards)
    assert codes(found) == problems


def test_in_the_wrong_direction_the_result_stands_and_the_pairs_are_switched() -> None:
    found = tables(entry(remarks="Wrong direction"))
    columns = ("kind", "ns_pair", "ew_pair", "declarer", "tricks")
    assert found["results"].select(columns).row(0) == ("played", "5", "3", "W", 9)
    assert codes(found) == ["wrong_direction"]


def test_erased_entries_and_earlier_ones_of_a_place_are_superseded() -> None:
    found = tables(
        entry(id=4, erased=True),
        entry(id=9, result="-2"),
        entry(id=8),
        entry(id=10, result="-2"),
        entry(id=11, table=4),
    )
    assert found["results"].select("table", "tricks").rows() == [("3", 8), ("4", 9)]
    assert account(found, "traveller line") == {"found": 5, "loaded": 2, "superseded": 3}
    assert codes(found) == ["entered_twice"]
    assert found["problems"]["found"].item().startswith("entry 8, then 9: ")


def test_an_entry_without_a_board_is_rejected() -> None:
    found = tables(entry(board=None))
    assert found["problems"].select("code", "rejects").rows() == [("no_board", "traveller line")]


def test_deals_and_the_lines_that_played_them() -> None:
    suits = ("spades", "hearts", "diamonds", "clubs")
    cards = {f"{seat}{suit}": "" for seat in ("north", "east", "south", "west") for suit in suits}
    whole = {
        f"{seat}{suit}": "AKQJ1098765432" for seat, suit in zip(("north", "east", "south", "west"), suits, strict=True)
    }
    hands = [{"section": 1, "board": 7} | cards | whole, {"section": 1, "board": 8} | cards]
    found = tables(entry(), entry(id=2, board=8), HandRecord=hands)
    assert found["boards"].select("board", "section", "north", "west").rows() == [
        (7, "A", "AKQJT98765432...", "...AKQJT98765432")
    ]
    assert found["results"]["deal_id"].to_list() == [found["boards"]["deal_id"].item(), None]
    assert account(found, "deal") == {"found": 2, "loaded": 1, "ignored": 1}


def test_players_by_the_first_round_of_the_movement_and_a_name_from_the_members() -> None:
    rounds = [{"section": 1, "table": 3, "round": number, "nspair": 3, "ewpair": ew} for number, ew in ((1, 3), (2, 5))]
    seats = [
        {"section": 1, "table": 3, "round": 0, "direction": seat, "number": number, "name": name}
        for seat, number, name in (("N", "11", "Ann"), ("S", "12", ""), ("E", "13", "Cy"), ("W", "", "Di"))
    ]
    members = [{"id": 5, "strid": "12", "name": "Bea"}]
    found = tables(entry(), RoundData=rounds, PlayerNumbers=seats, PlayerNames=members)
    assert found["pairs"].select("section", "pair", "direction", "players", "player_ids").rows() == [
        ("A", "3", "NS", ["Ann", "Bea"], ["11", "12"]),
        ("A", "3", "EW", ["Cy", "Di"], ["13", None]),
    ]
    assert found["events"]["winners"].item() == 2


def test_play_order_is_by_round_then_time_and_unknown_where_they_do_not_say() -> None:
    later = {"timelog": "1899-12-30 10:20:00"}
    found = tables(
        entry(id=1, table=1, round=2, **later),
        entry(id=2, table=2, round=2),
        entry(id=3, table=3, round=1),
        entry(id=4, table=4, round=3),
        entry(id=5, table=5, round=3),
        entry(id=6, table=6, round=4, contract="", result="", remarks="Not played"),
        entry(id=7, table=1, round=None, board=8),
    )
    assert found["results"]["play_order"].to_list() == [3, 2, 1, None, None, None, None]


def test_a_real_club_evening() -> None:
    found = read("bws", shared(CLUB).read_bytes())
    assert {name: found[name].height for name in ("boards", "results", "pairs", "problems")} == {
        "boards": 36, "results": 270, "pairs": 20, "problems": 0,
    }  # fmt: skip
    assert found["results"]["kind"].value_counts().sort("count").rows() == [("not_played", 6), ("played", 264)]
    assert found["results"]["deal_id"].null_count() == 0
    # Ten tables share 27 boards over nine rounds; times tell apart the two tables that share a set.
    placed = found["results"].filter(pl.col("kind") == "played").drop_nulls("play_order")
    assert placed.height == 264
    assert placed.group_by("board").agg(pl.col("play_order").n_unique() == pl.len())["play_order"].all()


EVENING = {
    "Section": [SECTION],
    "Session": [SESSION],
    "ReceivedData": [
        entry(id=1),
        entry(id=2, table=4, contract="3 NT", result="="),
        entry(id=3, table=5, erased=True),
        entry(id=4, table=6, contract="", result="", remarks="60%-40%"),
    ],
}
SMALL = jet.database(EVENING)


@pytest.mark.parametrize("version", [jet.JET_3, jet.JET_4])
def test_a_small_database_from_its_first_byte_to_its_last(version: int) -> None:
    found = read("bws", jet.database(EVENING, version))
    assert found["results"].select("table", "level", "strain", "tricks", "kind").rows() == [
        ("3", 4, "S", 9, "played"),
        ("4", 3, "NT", 9, "played"),
        ("6", None, None, None, "artificial"),
    ]
    assert account(found, "traveller line") == {"found": 4, "loaded": 3, "superseded": 1}
    assert found["events"].select("name", "date").row(0) == ("Monday", dt.date(2026, 1, 26))
    assert codes(found) == []


def test_a_small_database_cut_anywhere_loses_nothing_unsaid() -> None:
    whole = set(read("bws", SMALL)["results"].select("table", "level", "tricks", "kind").rows())
    for end in range(0, len(SMALL), 997):
        found = read("bws", SMALL[:end])
        assert set(found["results"].select("table", "level", "tricks", "kind").rows()) <= whole
        assert not found["problems"].is_empty()


@pytest.mark.parametrize("version", [jet.JET_3, jet.JET_4])
def test_a_small_database_with_flipped_bytes_never_raises(version: int) -> None:
    for data in damaged(jet.database(EVENING, version), seed=3, copies=20):
        read("bws", data)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(10),
        b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(100_000),
        b"\x00\x01\x00\x00Standard ACE DB\x00\x02" + b"\x02\x01" * 50_000,
        b"junk before \x00\x01\x00\x00Standard Jet DB\x00" + bytes(5_000),
    ],
)
def test_what_only_begins_as_an_access_file_is_a_problem(data: bytes) -> None:
    assert codes(read("bws", data)) == ["not_access"]


def test_a_chain_of_pages_that_bites_its_tail_ends() -> None:
    data, page = bytearray(shared(CLUB).read_bytes()), 0x800
    for offset in range(0, len(data), page):
        if data[offset : offset + 2] == b"\x02\x01":
            data[offset + 4 : offset + 8] = (offset // page).to_bytes(4, "little")
    assert read("bws", bytes(data))["results"].height == 270


def test_damaged_copies_of_a_real_file_never_raise_and_always_say_so_when_rows_are_lost() -> None:
    for data in damaged(shared(CLUB).read_bytes(), seed=1, copies=6):
        found = read("bws", data)
        if found["results"].height < 270:
            assert not found["problems"].is_empty()


def test_rows_beyond_what_an_event_has_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "MOST_ROWS", 100)
    found = read("bws", shared(CLUB).read_bytes())
    assert found["results"].height < 200
    assert "too_many_rows" in codes(found)
