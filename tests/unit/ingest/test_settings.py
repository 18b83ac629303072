"""`neuberg.toml`: nearer folders first, and errors that name the key."""

import datetime as dt
from pathlib import Path

import polars as pl
import pytest

from neuberg.errors import SettingsError
from neuberg.ingest.account import files_counted
from neuberg.ingest.settings import Settings, read_settings, settings_for
from neuberg.ingest.source import source
from neuberg.ingest.stage import read_data


def test_the_nearer_folder_outweighs_the_farther(tmp_path: Path) -> None:
    inner = tmp_path / "1994"
    inner.mkdir()
    (tmp_path / "neuberg.toml").write_text('body = "ACBL"\nexpected = 10\n')
    (inner / "neuberg.toml").write_text("date = 1994-03-05\nexpected = 9\n")
    found = settings_for(inner / "a.csv", tmp_path)
    assert (found.body, found.date, found.expected) == ("ACBL", dt.date(1994, 3, 5), 9)
    assert settings_for(inner / "a.csv", inner).body is None


def test_a_nearer_folder_s_year_is_not_given_a_farther_one_s_day(tmp_path: Path) -> None:
    inner = tmp_path / "1994"
    inner.mkdir()
    (tmp_path / "neuberg.toml").write_text("date = 1995-03-05\n")
    (inner / "neuberg.toml").write_text("year = 1994\n")
    assert settings_for(inner / "a.csv", tmp_path)[1:3] == (None, 1994)
    (inner / "neuberg.toml").write_text("year = 1995\n")
    assert settings_for(inner / "a.csv", tmp_path)[1:3] == (dt.date(1995, 3, 5), 1995)


_DATED = "event,date,board,ns,ew,score,expected\nA,2022-07-11,1,1,2,50,\nB,2022-07-12,1,3,4,60,9\n"


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (Settings(date=dt.date(2004, 7, 11)), ["date: 2022-07-11 to 2022-07-12"]),
        (Settings(date=dt.date(2022, 7, 11), expected=8), ["date: 2022-07-12", "expected: 9"]),
        (Settings(expected=9, body="EBU"), []),
        (Settings(), []),
    ],
)
def test_what_a_file_says_otherwise_stands_and_is_told(stated: Settings, found: list[str]) -> None:
    tables = read_data(source("a.csv", _DATED.encode()), stated)
    told = tables["problems"]
    assert told["found"].to_list() == found
    assert set(told["severity"]) <= {"info"}
    assert [text.partition(",")[0] for text in told["wanted"]] == [str(s) for s in (stated.date, stated.expected) if s][
        : len(found)
    ]
    assert tables["files"].select("problems", "status").row(0) == (len(found), "read")
    assert tables["events"]["date"].to_list() == [dt.date(2022, 7, 11), dt.date(2022, 7, 12)]


_SAYS = "event,date,board,ns,ew,score\nA,,1,1,2,50\nB,2005,1,3,4,60\nC,1994-05-01,1,5,6,60\n"


@pytest.mark.parametrize(
    ("stated", "dates", "told"),
    [
        (Settings(year=1994), [(None, "1994"), (None, "2005"), (dt.date(1994, 5, 1), "1994")], ["year: 2005"]),
        # The year that a file says is not another year's day.
        (
            Settings(date=dt.date(1994, 3, 5)),
            [(dt.date(1994, 3, 5), "1994"), (None, "2005"), (dt.date(1994, 5, 1), "1994")],
            ["date: 1994-05-01 to 2005"],
        ),
        (
            Settings(date=dt.date(2005, 3, 5), year=2005),
            [(dt.date(2005, 3, 5), "2005"), (dt.date(2005, 3, 5), "2005"), (dt.date(1994, 5, 1), "1994")],
            ["date: 1994-05-01"],
        ),
    ],
)
def test_a_year_alone_can_be_stated(stated: Settings, dates: list[tuple[dt.date | None, str]], told: list[str]) -> None:
    tables = read_data(source("a.csv", _SAYS.encode()), stated)
    assert tables["events"].select("date", "season").rows() == dates
    assert tables["problems"].filter(pl.col("code") == "stated_otherwise")["found"].to_list() == told


def test_a_neuberg_toml_is_counted_as_none_of_the_files_read() -> None:
    rows = [("usebio", "read"), ("pbn", "read_with_problems"), ("pbn", "read"), ("settings", "read")]
    files = pl.DataFrame(rows, schema=["format", "status"], orient="row")
    assert list(files_counted(files).items()) == [("read", 2), ("read_with_problems", 1), ("settings", 1)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('bodies = "ACBL"', "unknown key 'bodies'; wanted one of: body, date, year"),
        ("expected = true", "expected: found True, wanted a whole number"),
        ('date = "1994"', "date: found '1994', wanted a day without quotes"),
        ("date = 0994-03-05", "date: found 0994-03-05, wanted one of 1800 to 2099"),
        ("date = 1994-03-05\nyear = 1993", "year: found 1993, wanted that of date, 1994-03-05"),
        ("year = 94", "year: found 94, wanted one from 1800 to 2099"),
        ("body = ", "not TOML"),
        ('profile = "acbl"', "there is no profile 'acbl'; wanted one of: acbl-1991"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "neuberg.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as error:
        read_settings(file)
    assert str(file) in str(error.value)
    assert said in str(error.value)
