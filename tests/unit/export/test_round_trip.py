"""What is written and read again is the same in every column that a format says it holds."""

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuberg.export.events import files
from neuberg.export.format import TABLES, Format, Tables
from neuberg.export.formats import FORMATS
from neuberg.export.left_out import comparable, left_out
from neuberg.ingest.source import read_source
from neuberg.ingest.stage import read_data
from unit.export.drawn import events, happened, weighted_lines

SAMPLES = Path(__file__).parents[3] / "data" / "samples"
PLAIN = (
    "pbn/club_pairs_2019.pbn",
    "usebio/mitchell_2021.xml",
    "travellers/fouled_board_1994.csv",
    "travellers/minimal.csv",
)
PBN, USEBIO, CSV = (FORMATS[name] for name in ("pbn", "usebio", "csv"))


def through(format: Format, tables: Tables) -> list[tuple[Tables, Tables]]:
    """The tables of each file of an event, as written and as read again."""
    assert format.read is not None
    return [(some, format.read(format.write(some))) for _, some in files(tables, format)]


def changed(format: Format, tables: Tables) -> dict[tuple[str, str], int]:
    """The values that change on the way, of the columns that the format holds."""
    found: dict[tuple[str, str], int] = {}
    for before, after in through(format, tables):
        for table, column, values, added in left_out(before, after).rows():
            if column == "*" or column in format.holds.get(table, ()):
                found[table, column] = found.get((table, column), 0) + values + added
    return found


def events_of(sample: str) -> list[Tables]:
    tables = read_data(read_source(SAMPLES / sample, SAMPLES))
    return [{name: tables[name].filter(event_id=key) for name in TABLES} for key in tables["events"]["event_id"]]


@pytest.mark.parametrize("format", [PBN, USEBIO, CSV], ids=lambda format: format.name)
@pytest.mark.parametrize("sample", PLAIN)
def test_a_sample_comes_back(format: Format, sample: str) -> None:
    (tables,) = events_of(sample)
    found = changed(format, tables)
    if format is USEBIO and sample == "travellers/fouled_board_1994.csv":
        assert found == {("events", "scoring"): 1}  # NS_MATCH_POINTS say that they are matchpoints; a CSV does not
    elif format is CSV:
        assert {column for table, column in found if table != "pairs"} == set()
    else:
        assert found == {}
    ((before, after),) = through(format, tables)
    assert before["results"].height == after["results"].height == tables["results"].height > 30


def test_a_match_of_teams_keeps_all_but_its_name() -> None:
    (tables,) = events_of("pbn/team_match_1998.pbn")
    assert changed(PBN, tables) == {("results", "scored_with"): 16}
    assert changed(USEBIO, tables) == {}
    assert changed(CSV, tables) == {}


@pytest.mark.parametrize("name", ["#", "##", "#1 Pairs"])
def test_a_name_that_means_another_games_to_pbn_is_written_as_itself(name: str) -> None:
    (tables,) = events_of("pbn/club_pairs_2019.pbn")
    tables["events"] = tables["events"].with_columns(name=pl.lit(name))
    assert changed(PBN, tables) == {}


@settings(max_examples=40)
@given(tables=st.booleans().flatmap(lambda together: events(happened, together=together)))
def test_pbn(tables: Tables) -> None:
    assert changed(PBN, tables) == {}


@settings(max_examples=40)
@given(tables=events(happened | weighted_lines))
def test_usebio(tables: Tables) -> None:
    assert changed(USEBIO, tables) == {}


@settings(max_examples=40)
@given(tables=events(happened | weighted_lines))
def test_csv(tables: Tables) -> None:
    played = tables["boards"].filter(pl.col("deal_id").is_in(tables["results"]["deal_id"].drop_nulls().implode()))
    tables |= {"boards": played, "pairs": tables["pairs"].clear()}
    assert changed(CSV, tables) == {}


@settings(max_examples=10)
@given(tables=events(weighted_lines))
def test_a_weighted_score_becomes_unknown_in_pbn_never_another_kind(tables: Tables) -> None:
    for _, after in through(PBN, tables):
        assert set(after["results"]["kind"]) <= {"unknown"}
        assert after["results"]["ns_score"].is_null().all()


def test_a_value_that_changes_is_counted_and_a_deal_is_compared_by_its_cards() -> None:
    (tables,) = events_of("usebio/mitchell_2021.xml")
    ((before, after),) = through(USEBIO, tables)
    line = pl.int_range(pl.len()) == 3
    worse = after["results"].with_columns(
        ns_score=pl.when(line).then(None).otherwise("ns_score"), deal_id=pl.when(line).then(None).otherwise("deal_id")
    )
    found = dict(zip(*left_out(before, after | {"results": worse}).select("column", "values"), strict=True))
    assert found["ns_score"] == found["deal_id"] == 1
    assert before["boards"]["deal_id"].to_list() != after["boards"]["deal_id"].to_list()
    assert comparable("results", before)["deal_id"].equals(comparable("results", after)["deal_id"])


def test_rows_that_do_not_come_back_are_counted() -> None:
    (tables,) = events_of("pbn/club_pairs_2019.pbn")
    ((before, after),) = through(CSV, tables)
    found = {(table, column): values for table, column, values, _ in left_out(before, after).rows()}
    assert found["pairs", "*"] == found["pairs", "place"] == 12
    assert found["boards", "north"] == 11
