"""`neuberg.toml`: nearer folders first, and errors that name the key."""

import datetime as dt
from pathlib import Path

import pytest

from neuberg.errors import SettingsError
from neuberg.ingest.settings import read_settings, settings_for


def test_the_nearer_folder_outweighs_the_farther(tmp_path: Path) -> None:
    inner = tmp_path / "1994"
    inner.mkdir()
    (tmp_path / "neuberg.toml").write_text('body = "ACBL"\nexpected = 10\n')
    (inner / "neuberg.toml").write_text("date = 1994-03-05\nexpected = 9\n")
    found = settings_for(inner / "a.csv", tmp_path)
    assert (found.body, found.date, found.expected) == ("ACBL", dt.date(1994, 3, 5), 9)
    assert settings_for(inner / "a.csv", inner).body is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('bodies = "ACBL"', "unknown key 'bodies'; wanted one of: body, date"),
        ("expected = true", "expected: found True, wanted a whole number"),
        ('date = "1994"', "date: found '1994', wanted a day without quotes"),
        ("body = ", "not TOML"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "neuberg.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as error:
        read_settings(file)
    assert str(file) in str(error.value)
    assert said in str(error.value)
