"""A proposed ruling's sheet: who played which form of the board, and what their scores and places would be."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.detect.proposals import Key
from neuberg.errors import RulingError
from neuberg.ingest.archive import scan
from neuberg.season.if_ruled import if_ruled
from neuberg.validate.rulings import Ruling
from neuberg.validate.rulings.lines import is_of

#: Lines of a board, and changes of place, that are written out; of more there is only a count.
_LINES, _PLACES = 60, 12
_SHOWN = (
    "round",
    "table",
    "ns_pair",
    "ew_pair",
    "play_order",
    "kind",
    "level",
    "strain",
    "doubled",
    "declarer",
    "ns_score",
)
_UNSCORED = "No rule scores this event: no score and no place would change."
_HEAD = ("round", "table", "N-S", "E-W", "result", "form", "N-S now", "then", "E-W now", "then")


def sheets(directory: Path, proposed: Mapping[Key, dict[str, Any]]) -> dict[Key, list[str]]:
    """By the board's key, the lines of its sheet; a board that is ruled on already has none but that.

    Args:
        directory: the folder of a run.
        proposed: the rulings proposed, by the board's key.
    """
    if not proposed:
        return {}
    own = scan(directory, "results").filter(pl.col("event_id").is_in([key[0] for key in proposed])).collect()
    ruled = _ruled_boards(directory, own)
    free = {key: ruling for key, ruling in proposed.items() if key not in ruled}
    said = {key: ["This board has a ruling already."] for key in proposed if key in ruled}
    if not free:
        return said
    try:
        found = if_ruled(directory, [Ruling("neuberg detect", ruling) for ruling in free.values()])
    except RulingError as error:
        return said | {key: [f"What it would do cannot be worked out: {error}."] for key in free}
    names = (*schemas.BOARD_KEY, "result_id", *_SHOWN)
    lines = own.select(names).join(found.lines, on="result_id", how="inner", maintain_order="left")
    by_board = lines.partition_by(schemas.BOARD_KEY, as_dict=True)
    places = found.places.partition_by("event_id", as_dict=True)
    return said | {
        key: [*_lines(by_board[key], ruling), *_places(places.get(key[:1]), key)] if key in by_board else [_UNSCORED]
        for key, ruling in free.items()
    }


def _ruled_boards(directory: Path, results: pl.DataFrame) -> set[Key]:
    """The boards whose forms are ruled on already."""
    fouled = scan(directory, "rulings").filter((pl.col("what") == "fouled") & (pl.col("state") != "open"))
    ids = fouled.select(pl.col("result_ids").explode()).collect().to_series()
    return set(results.filter(pl.col("result_id").is_in(ids.implode())).select(schemas.BOARD_KEY).iter_rows())


def _lines(lines: pl.DataFrame, ruling: Mapping[str, Any]) -> Iterator[str]:
    """Every line with the form that it played, its score as it is and as it would be."""
    [group] = ruling["groups"]
    form = pl.when(is_of(group)).then(pl.lit(group["form"])).otherwise(pl.lit("record"))
    table = pl.col("table").cast(pl.Int32, strict=False)
    rows = lines.with_columns(form=form).sort("play_order", "round", table, nulls_last=True, maintain_order=True)
    yield f"Who played which form, and each side's score by {rows['profile'][0]} now and if it is ruled so:"
    shown = [_HEAD, *(_row(row) for row in rows.head(_LINES).iter_rows(named=True))]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    yield from ("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in shown)
    if rows.height > _LINES:
        yield f"and {rows.height - _LINES} more"


def _row(row: Mapping[str, Any]) -> tuple[str, ...]:
    seats = tuple("?" if row[name] is None else str(row[name]) for name in ("round", "table", "ns_pair", "ew_pair"))
    scores = ("-" if row[name] is None else f"{row[name]:.2f}" for name in ("ns", "ns_if", "ew", "ew_if"))
    return (*seats, _result(row), row["form"], *scores)


def _result(row: Mapping[str, Any]) -> str:
    if row["kind"] != "played" or row["level"] is None or row["strain"] is None:
        return str(row["kind"] if row["ns_score"] is None else row["ns_score"]).replace("_", " ")
    score = "" if row["ns_score"] is None else f" {row['ns_score']}"
    return f"{row['level']}{row['strain']}{'x' * (row['doubled'] or 0)} {row['declarer'] or '?'}{score}"


def _places(changes: pl.DataFrame | None, key: Key) -> Iterator[str]:
    """Whose place in the session or the event would be another, with every proposal for the event accepted."""
    if changes is None:
        yield "No place would change."
        return
    own = changes.filter(pl.col("session").is_null() | (pl.col("session") == key[1]))
    best = own.filter(pl.min_horizontal("place", "place_if") <= _PLACES).sort(
        "session", "direction", "place", nulls_last=True, maintain_order=True
    )
    yield f"Were all that is proposed for the event accepted, {own.height} would have another place:"
    for row in best.head(_PLACES).iter_rows(named=True):
        side = {"NS": "N-S ", "EW": "E-W "}.get(row["direction"] or "", "")
        percents = f"{_percent(row['percent'])} to {_percent(row['percent_if'])}"
        yield f"  {side}{row['pair']}: {row['place']} to {row['place_if']} ({percents})"
    if own.height > min(_PLACES, best.height):
        yield f"  and {own.height - min(_PLACES, best.height)} more"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f} %"
