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
