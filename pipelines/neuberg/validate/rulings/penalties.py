"""Procedural penalties of the rulings, as the standings take them off."""

import json
from collections.abc import Mapping

import polars as pl

from neuberg.validate.rulings.lines import event_id_of
from neuberg.validate.rulings.ruling import Ruling

#: What one of each unit is, in per cent of a board's top; at IMPs a hundred is one IMP.
UNITS: Mapping[str, int] = {"percent of a top": 1, "boards": 100, "imps": 100, "warning": 0}
_SCHEMA = pl.Schema(
    {
        "event_id": pl.Int64,
        "session": pl.String,
        "section": pl.String,
        "pair": pl.String,
        "direction": pl.String,
        "per_cent": pl.Float64,
    }
)
#: The scoring methods that a unit is of.
_IMPS = ("butler", "cross_imps", "match_imps")
_TOPS = ("matchpoints", "board_a_match")


def check_units(rulings: list[Ruling], events: pl.DataFrame, methods: Mapping[int, str]) -> None:
    """Nothing, where the unit of each settled penalty is one that its event is scored in.

    Args:
        rulings: as `read_rulings` gives them.
        events: the table `events`.
        methods: by event_id, the scoring method of its profile; an event that is not scored is not there.

    Raises:
        RulingError: one is not.
    """
    for ruling in rulings:
        if ruling.what != "penalty" or ruling.is_open or ruling.data["unit"] == "warning":
            continue
        method = methods.get(event_id_of(events, ruling))
        if method not in (_IMPS if ruling.data["unit"] == "imps" else _TOPS):
            scored = f"scored at {method.replace('_', ' ')}" if method else "that is not scored"
            raise ruling.fail(f"unit = {ruling.data['unit']!r} in an event {scored}", "the event's own unit")


def penalties(rulings: pl.DataFrame) -> pl.LazyFrame:
    """A row a settled penalty: event_id, session, section, pair, direction and per_cent of the top of a board.

    Args:
        rulings: the table `rulings`.
    """
    settled = rulings.filter((pl.col("what") == "penalty") & (pl.col("state") == "settled"))
    rows = []
    for row in settled.select("event_id", "session", "section", "decision").iter_rows(named=True):
        decision = json.loads(row.pop("decision"))
        taken = decision["amount"] * UNITS[decision["unit"]]
        rows.append(row | {"pair": decision["pair"], "direction": decision.get("direction"), "per_cent": taken})
    return pl.LazyFrame(rows, schema=_SCHEMA, strict=False)
