"""A deal that stands again: another playing of it, or another record of the same one."""

import datetime as dt

import polars as pl
import pytest

from neuberg import schemas
from neuberg.validate.copies import copies

HANDS = {
    "north": "AKQJ.T98.765.432", "east": "T987.765.432.AKQ", "south": "654.432.AKQJ.JT9", "west": "32.AKQJ.T98.8765",
}  # fmt: skip


def kinds(played: list[int], days: tuple[int, int]) -> list[str]:
    """The kind of the second of two events' board 5 with one deal; `played` are the events that have a line of it."""
    boards = [{"deal_id": event, "event_id": event, "session": "1", "board": 5, **HANDS} for event in (1, 2)]
    events = [
        {"event_id": event, "name": f"E{event}", "date": dt.date(2022, 2, day)} for event, day in enumerate(days, 1)
    ]
    lines = [{"event_id": event, "session": "1", "ns_pair": f"{event}1", "ew_pair": f"{event}2"} for event in played]
    return copies(
        schemas.conform(pl.LazyFrame(boards), schemas.BOARDS),
        schemas.conform(pl.LazyFrame(events), schemas.EVENTS),
        pl.LazyFrame(
            lines, schema={"event_id": pl.Int64, "session": pl.String, "ns_pair": pl.String, "ew_pair": pl.String}
        ),
    )["copy_kind"].to_list()


@pytest.mark.parametrize(
    ("played", "days", "kind"),
    [
        ([1, 2], (1, 8), "other session"),  # played again a week later
        ([1, 2], (1, 1), "other record"),  # at the same time in two places
        ([1], (1, 8), "other record"),  # a file of deals with another date on it: nobody played it twice
    ],
)
def test_one_deal_in_two_events(played: list[int], days: tuple[int, int], kind: str) -> None:
    assert kinds(played, days) == [kind]


@pytest.mark.parametrize(
    ("body", "date", "season", "kind"),
    [
        # Since the laws of 2007 an event may be for the replay of past deals: on each body's own day.
        ("ACBL", dt.date(2008, 9, 8), "2008", "replay"),
        ("ACBL", dt.date(2008, 9, 7), "2008", "other session"),
        ("French", dt.date(2008, 7, 1), "2008", "other session"),  # each zone on some day of that year
        ("FFB", dt.date(2008, 7, 1), "2008", "replay"),
        (None, dt.date(2008, 9, 30), "2008", "replay"),
        (None, None, "2007", "other session"),
        (None, None, "2009", "replay"),
        (None, None, "unknown", "replay"),
    ],
)
def test_a_replay_is_allowed_where_the_laws_of_its_body_and_day_allow_it(
    body: str | None, date: dt.date | None, season: str, kind: str
) -> None:
    boards = [{"deal_id": event, "event_id": event, "session": "1", "board": 5, **HANDS} for event in (1, 2)]
    first = {"event_id": 1, "name": "Past", "date": dt.date(2001, 5, 1), "season": "2001"}
    again = {"event_id": 2, "name": "Again", "date": date, "season": season, "body": body, "replay": True}
    lines = [{"event_id": event, "session": "1", "ns_pair": f"{event}1", "ew_pair": f"{event}2"} for event in (1, 2)]
    events = pl.LazyFrame([first, again], schema_overrides={"date": pl.Date, "body": pl.String, "replay": pl.Boolean})
    found = copies(
        schemas.conform(pl.LazyFrame(boards), schemas.BOARDS),
        schemas.conform(events, schemas.EVENTS),
        pl.LazyFrame(lines),
    )
    assert found["copy_kind"].to_list() == [kind]
