"""What the pages are made of: the warehouse's rows, in frames, with people's names hidden where that is asked for."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import duckdb
import polars as pl

from neuberg.report import queries
from neuberg.report.site.pseudonyms import Pseudonyms

#: Tables and views of which an event's pages show rows; those that this run's warehouse lacks are left out.
_OF_EVENTS = (
    *("travellers", "rank_list", "differences", "flags", "boards"),
    *("audited", "explanations", "outcomes", "place_changes", "other_scores"),
)
_SMALL = ("card_faults", "fouled_boards", "suspicions", "law_outcomes", "rulings")
Frames = dict[str, pl.DataFrame]


class Reader(NamedTuple):
    """A warehouse, and the pseudonyms under which its people appear; None: their names."""

    connection: duckdb.DuckDBPyConnection
    names: Pseudonyms | None = None

    def report(self, name: str, **parameters: Any) -> pl.DataFrame:
        """The rows of a report of `sql/reports`."""
        return self._shown(queries.run(self.connection, name, **parameters))

    def rows(self, text: str) -> pl.DataFrame:
        """The rows of a statement."""
        return self._shown(self.connection.sql(text).pl())

    def value(self, value: Any) -> Any:
        """A value of the run's account."""
        return value if self.names is None else self.names.hide_value(value)

    def views(self) -> set[str]:
        """The names of the tables and views there are."""
        found = self.connection.sql("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
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

    def _shown(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame if self.names is None else self.names.hide(frame)


def by_event(frames: Frames) -> dict[int, Frames]:
    """The frames of each event, by its id and the table's name."""
    apart: dict[int, Frames] = {}
    for name, frame in frames.items():
        for (event,), part in frame.partition_by("event_id", as_dict=True, maintain_order=True).items():
            apart.setdefault(int(event), {})[name] = part
    return apart
