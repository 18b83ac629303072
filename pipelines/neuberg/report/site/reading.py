"""What the pages are made of: the warehouse's rows, in frames."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import duckdb
import polars as pl

from neuberg.report import queries

#: Tables and views of which an event's pages show rows; those that this run's warehouse lacks are left out.
_OF_EVENTS = (
    *("travellers", "rank_list", "differences", "flags", "boards"),
    *("audited", "explanations", "outcomes", "place_changes", "other_scores"),
)
_SMALL = ("card_faults", "fouled_boards", "suspicions", "law_outcomes", "rulings")
Frames = dict[str, pl.DataFrame]


class Reader(NamedTuple):
    """A warehouse, and what is asked of it."""

    connection: duckdb.DuckDBPyConnection

    def report(self, name: str, **parameters: Any) -> pl.DataFrame:
        """The rows of a report of `sql/reports`."""
        return queries.run(self.connection, name, **parameters)

    def rows(self, text: str) -> pl.DataFrame:
        """The rows of a statement."""
        frame: pl.DataFrame = self.connection.sql(text).pl()
        return frame

    def views(self) -> set[str]:
        """The names of the tables and views there are."""
        text = (
            "SELECT view_name FROM duckdb_views() WHERE NOT internal UNION ALL SELECT table_name FROM duckdb_tables()"
        )
        found = self.connection.sql(text).fetchall()
        return {name for (name,) in found}

    def small(self) -> Frames:
        """The tables of what was found on boards, by their names, for all events."""
        return {name: self.rows(f"FROM {name}") for name in _SMALL}

    def of_events(self, ids: Iterable[int]) -> Frames:
        """The rows of these events in each table, by its name."""
        listed = ", ".join(map(str, ids))
        return {
            name: self.rows(f"FROM {name} WHERE event_id IN ({listed})") for name in _OF_EVENTS if name in self.views()
        }


def by_event(frames: Frames) -> dict[int, Frames]:
    """The frames of each event, by its id and the table's name."""
    apart: dict[int, Frames] = {}
    for name, frame in frames.items():
        for (event,), part in frame.partition_by("event_id", as_dict=True, maintain_order=True).items():
            apart.setdefault(int(event), {})[name] = part
    return apart
