"""Procedural penalties of the rulings, as the standings take them off."""

import json
from collections.abc import Mapping

import polars as pl

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
#: The scorings that a unit is of; null is matchpoints.
_IMPS = ("imps", "butler", "cross_imps")
_TOPS = (None, "matchpoints", "board_a_match")


def check_unit(ruling: Ruling, scoring: str | None) -> None:
    """Nothing, where the penalty's unit is one that the event is scored in.

    Raises:
        RulingError: it is not.
    """
    unit = ruling.data["unit"]
    if unit != "warning" and scoring not in (_IMPS if unit == "imps" else _TOPS):
        raise ruling.fail(f"unit = {unit!r} in an event of {scoring or 'matchpoints'}", "the event's own unit")


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
