"""Rulings as a run recorded them in its table `rulings`, to be applied to the same lines once more."""

import json

import polars as pl

from neuberg.validate.rulings.ruling import Ruling

#: The kinds that change traveller lines.
CHANGING = ("fouled", "award", "correction")
_PLACE = ("session", "section", "board")
_JSON = ("facts", "groups", "guard")


def recorded(table: pl.DataFrame) -> list[Ruling]:
    """The rulings of the table that change lines, in its order, each naming its event by its number.

    >>> from neuberg import schemas
    >>> recorded(schemas.empty(schemas.RULINGS))
    []
    """
    settled = table.filter(pl.col("what").is_in(CHANGING), pl.col("state") != "open")
    return [_ruling(row) for row in settled.iter_rows(named=True)]


def _ruling(row: dict[str, object]) -> Ruling:
    place = {key: row[key] for key in _PLACE if row[key] is not None}
    parts = {key: json.loads(str(row[key])) for key in _JSON}
    decision = json.loads(str(row["decision"]))
    data = {"what": row["what"], "event": str(row["event_id"]), "source": row["source"], **place, **parts, **decision}
    return Ruling(f"the run's ruling on event {row['event_id']}, board {row['board']}", data)
