"""Events made for the audit: boards played by a Howell of pairs, published by a profile, and faults planted in them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

import neuberg
from neuberg import audit, schemas
from neuberg.score import standings

SCORES = (-100, -50, 50, 110, 140, 170, 420, 450, -110, -420)


def lines(boards: int = 8, tables: int = 9, seed: int = 1, event_id: int = 1) -> pl.DataFrame:
    """The lines of an event whose boards each table plays once, in its round; no award and no fouled board."""
    draw = np.random.default_rng(seed)
    rows = [
        {
            "result_id": event_id * 100_000 + board * 100 + table,
            "event_id": event_id,
            "session": "1",
            "section": "",
            "season": "2020",
            "board": board,
            "round": table,
            "play_order": table,
            "table": str(table),
            "ns_pair": str(table),
            "ew_pair": str(tables + (table + board) % tables + 1),
            "ns_score": int(draw.choice(SCORES)),
            "kind": "played",
            "multiplicity": 1,
            "file_id": 1,
            "line": 10 * board + table,
        }
        for board in range(1, boards + 1)
        for table in range(1, tables + 1)
    ]
    return complete(pl.DataFrame(rows))


def complete(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with every column of the traveller lines as a run has them."""
    whole = schemas.conform(frame.lazy(), schemas.RESULTS).collect()
    return whole.with_columns(
        winners=pl.lit(1, dtype=pl.Int8),
        vulnerable=pl.lit(None, dtype=schemas.VULNERABLE),
        date=pl.lit(None, dtype=pl.Date),
    )


def changed(frame: pl.DataFrame, board: int, tables: Sequence[int], **values: Any) -> pl.DataFrame:
    """The frame with other values on some tables of a board."""
    there = (pl.col("board") == board) & pl.col("table").is_in([str(table) for table in tables])
    return frame.with_columns(
        pl.when(there).then(pl.lit(value, dtype=frame.schema[name])).otherwise(name).alias(name)
        for name, value in values.items()
    )


def fouled(frame: pl.DataFrame, board: int, tables: Sequence[int]) -> pl.DataFrame:
    return changed(frame, board, tables, given_group="changed")


def awarded(
    frame: pl.DataFrame, board: int, table: int, ns: float, ew: float, given: str | None = None
) -> pl.DataFrame:
    return changed(frame, board, [table], kind="artificial", ns_score=None, ns_award=ns, ew_award=ew, award_given=given)


def published(frame: pl.DataFrame, profile: str, *, scale: float = 1, decimals: int = 4) -> pl.DataFrame:
    """The frame with the matchpoints that a profile gives as printed, times a scale's factor."""
    scored = neuberg.score(frame, profile=profile).filter(pl.col("variant") == 1)
    printed = {f"published_{side}_mp": (scored[f"{side}_mp"] * scale).round(decimals) for side in ("ns", "ew")}
    return frame.with_columns(**printed, published_mp_decimals=pl.lit(decimals, dtype=pl.Int8))


def per_cent(frame: pl.DataFrame, profile: str, decimals: int = 2) -> pl.DataFrame:
    """The frame with the profile's percentages as printed matchpoints."""
    scored = neuberg.score(frame, profile=profile).filter(pl.col("variant") == 1)
    printed = {f"published_{side}_mp": scored[f"{side}_pct"] for side in ("ns", "ew")}
    return frame.with_columns(**printed, published_mp_decimals=pl.lit(decimals, dtype=pl.Int8))


def printed_pairs(frame: pl.DataFrame, profile: str, decimals: int = 2) -> pl.DataFrame:
    """The totals, percentages and places of the event as its profile gives them."""
    ranks = ranked_by(frame, profile)
    rows = ranks.select(
        "event_id",
        "session",
        "section",
        "pair",
        "direction",
        "season",
        "place",
        total=pl.col("mp").round(decimals),
        percent="percent",
        total_decimals=pl.lit(decimals, dtype=pl.Int8),
        percent_decimals=pl.lit(2, dtype=pl.Int8),
        file_id=pl.lit(1),
        line=pl.int_range(1000, 1000 + pl.len()),
    )
    return schemas.conform(rows.lazy(), schemas.PAIRS).collect()


def ranked_by(frame: pl.DataFrame, profile: str) -> pl.DataFrame:
    return standings(neuberg.exact(frame, profile=profile).lazy(), profile=profile).collect()


def audited(
    frame: pl.DataFrame, pairs: pl.DataFrame | None = None, profile: str = "wbf-1991"
) -> dict[str, pl.DataFrame]:
    """The tables of the audit of the lines under a profile."""
    scored = neuberg.exact(frame, profile=profile)
    pairs = schemas.empty(schemas.PAIRS) if pairs is None else pairs
    return audit.audit(frame.lazy(), {profile: scored.lazy()}, ranked_by(frame, profile).lazy(), pairs.lazy())


def as_event(frame: pl.DataFrame, event_id: int) -> pl.DataFrame:
    """The frame as another event, so that many are audited at once."""
    return frame.with_columns(
        event_id=pl.lit(event_id, dtype=pl.Int64), result_id=pl.col("result_id") + 1_000_000 * event_id
    )
