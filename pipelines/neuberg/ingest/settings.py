"""`neuberg.toml`: what a folder's owner states of its files that the files do not say."""

import datetime as dt
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg.errors import RuleError, SettingsError
from neuberg.ingest.values import YEARS
from neuberg.resources import read_toml
from neuberg.rules import rule_named

FILE_NAME = "neuberg.toml"
#: The format that such a file has in the table `files`.
FORMAT = "settings"

_TYPES: dict[str, type] = {
    "body": str,
    "date": dt.date,
    "year": int,
    "profile": str,
    "expected": int,
    "sections_together": bool,
    "replay": bool,
}
_MOST_EXPECTED = 1_000_000
_WANTED = {
    str: "a text in quotes",
    dt.date: "a day without quotes, such as 1994-03-06",
    int: "a whole number",
    bool: "true or false",
}


class Settings(NamedTuple):
    """What is stated; None where nothing is.

    Attributes:
        body: the organising body, in place of what the files say.
        date: the event's day, where the files give none.
        year: its year, where they give none and the day is not known.
        profile: the rule profile to score under.
        expected: scores expected on a board, where the files do not say.
        sections_together: whether the sections of a session are compared with each other.
        replay: whether the event replays earlier deals on purpose.
    """

    body: str | None = None
    date: dt.date | None = None
    year: int | None = None
    profile: str | None = None
    expected: int | None = None
    sections_together: bool | None = None
    replay: bool | None = None


def read_settings(file: Path) -> Settings:
    """The settings of one file.

    Raises:
        SettingsError: not TOML, an unknown key, a value of the wrong type, or a profile that is none.
    """
    try:
        data = read_toml(file)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: not TOML: {error}") from error
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read: {error}") from error
    for key, value in data.items():
        _check(file, key, value)
    found = Settings(**data)
    if not _agree(found.year, found.date):
        raise SettingsError(f"{file}: year: found {found.year}, wanted that of date, {found.date}, or one of the two")
    return found


def _agree(year: int | None, date: dt.date | None) -> bool:
    """Whether a year and a day may both be of an event."""
    return year is None or date is None or date.year == year


def _check(file: Path, key: str, value: Any) -> None:
    if key not in _TYPES:
        raise SettingsError(f"{file}: unknown key {key!r}; wanted one of: {', '.join(_TYPES)}")
    # A datetime is a date, and a boolean an integer, to Python; not here.
    if type(value) is int and not 1 <= value <= _MOST_EXPECTED:
        raise SettingsError(f"{file}: {key}: found {value!r}, wanted a number from 1 to {_MOST_EXPECTED}")
    if type(value) is not _TYPES[key]:
        raise SettingsError(f"{file}: {key}: found {value!r}, wanted {_WANTED[_TYPES[key]]}")
    if key == "year" and value not in YEARS:
        raise SettingsError(f"{file}: year: found {value}, wanted one from {YEARS.start} to {YEARS.stop - 1}")
    if isinstance(value, dt.date) and value.year not in YEARS:
        raise SettingsError(f"{file}: date: found {value}, wanted one of {YEARS.start} to {YEARS.stop - 1}")
    if key == "profile":
        try:
            rule_named(str(value))
        except RuleError as error:
            raise SettingsError(f"{file}: {error}") from error


def settings_for(file: Path, root: Path) -> Settings:
    """What is stated for a file: by the `neuberg.toml` of its folder and of those above it up to `root`, nearer first.

    Raises:
        SettingsError: one of them is not right.
    """
    found = Settings()
    for folder in [file.parent, *file.parent.parents]:
        if not folder.is_relative_to(root):
            break
        if (folder / FILE_NAME).is_file():
            outer = read_settings(folder / FILE_NAME)
            # Of the nearer folder's year a farther one's day of another is none.
            outer = outer if _agree(found.year, outer.date) else outer._replace(date=None)
            found = found._replace(
                **{key: value for key, value in outer._asdict().items() if getattr(found, key) is None}
            )
    return found


def apply(tables: dict[str, pl.DataFrame], settings: Settings) -> dict[str, pl.DataFrame]:
    """A file's tables with what is stated of it filled in."""
    results = tables["results"]
    events = _dated(tables["events"], settings).with_columns(
        body=pl.coalesce(pl.lit(settings.body, dtype=pl.String), "body"),
        stated_profile=pl.lit(settings.profile, dtype=pl.String),
        replay=pl.lit(settings.replay, dtype=pl.Boolean),
    )
    results = results.with_columns(expected=pl.coalesce("expected", pl.lit(settings.expected, dtype=pl.Int32)))
    if settings.sections_together:
        together = pl.col("section").unique().sort().str.join("+")
        results = results.with_columns(scored_with=together.over("event_id", "session"))
    return tables | {"events": events, "results": results}


def _dated(events: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """The events with the stated day, or year, where they have none; a year that they have is not another one's."""
    year = settings.year if settings.date is None else settings.date.year
    if year is None:
        return events
    unknown = pl.col("season").is_null() | (pl.col("season") == "unknown")
    day = pl.when(unknown | (pl.col("season") == str(year))).then(pl.lit(settings.date, dtype=pl.Date))
    return events.with_columns(
        date=pl.coalesce("date", day), season=pl.when(unknown).then(pl.lit(str(year))).otherwise("season")
    )


def with_season(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """A file's tables, the season of each event on all that belongs to it; `unknown` where there is none."""
    events = tables["events"].with_columns(pl.col("season").fill_null("unknown"))
    seasons = events.select("event_id", "season")
    dated = {
        name: tables[name].drop("season").join(seasons, on="event_id", how="left", maintain_order="left")
        for name in ("boards", "results", "pairs")
    }
    return tables | {"events": events} | dated
