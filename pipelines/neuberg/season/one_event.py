"""One event of a run: its rows of some tables, the traveller lines as they were scored."""

from collections.abc import Iterable
from pathlib import Path

import polars as pl

from neuberg.ingest.archive import scan
from neuberg.parts.lines import ruled_lines
from neuberg.validate import rulings

#: What the lines as they were scored are made from.
_GIVEN = ("results", "boards", "events", "rulings")


def tables_of_event(directory: Path, names: Iterable[str], event_id: int) -> dict[str, pl.DataFrame]:
    """The event's rows of some tables; `results` as it was scored: ruled on, with points where the file gives none.

    Args:
        directory: the folder of a run.
        names: the tables.
        event_id: the event.

    Raises:
        RulingError: the run's rulings are not of its lines: the folder's tables were changed.
    """
    wanted = dict.fromkeys((*names, *_GIVEN))
    found = {name: scan(directory, name).filter(pl.col("event_id") == event_id).collect() for name in wanted}
    lines, _ = ruled_lines(found, rulings.recorded(found["rulings"]))
    return found | {"results": lines.collect()}
