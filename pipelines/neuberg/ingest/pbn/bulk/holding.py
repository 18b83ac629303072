"""The regular rows of a batch of files, and those added one by one, as what each file's reading holds."""

from collections.abc import Mapping
from itertools import accumulate

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.ingest.pbn.boards import KIND as DEAL
from neuberg.ingest.pbn.bulk.buffer import Ints
from neuberg.ingest.pbn.bulk.placed import PLACE
from neuberg.ingest.pbn.bulk.reading import PlacedReading
from neuberg.ingest.pbn.loading import LINE
from neuberg.ingest.reading import Held
from neuberg.ingest.source import keys_of

_Readings = Mapping[int, PlacedReading]
_HANDS = ("north", "east", "south", "west")


def boards_of(regular: pl.DataFrame, as_played: Ints) -> pl.DataFrame:
    """The deals that regular games record.

    Args:
        regular: the games, as `placed.with_odd`.
        as_played: of each file, 1 where its deals are what was found at tables (`reader.origin`).
    """
    loaded = regular.filter(regular["deal_game"] == regular["game"])
    origin = pl.Series(("record", "as_played"), dtype=schemas.DEAL_ORIGIN).gather(as_played[loaded["file"].to_numpy()])
    columns = ("game", "file", "event_id", *PLACE[1:], "dealer", "vulnerable", *_HANDS)
    return loaded.select(*columns, line="deal_line").with_columns(deal_origin=origin)


def results_of(rows: pl.DataFrame, regular: pl.DataFrame, games: int) -> pl.DataFrame:
    """The rows of the regular games as traveller lines; the deal is named by the game that first records it."""
    at = np.full(games, -1, dtype=np.int64)
    at[regular["game"].to_numpy()] = np.arange(regular.height)
    places = at[rows["game"].to_numpy()]
    if (places < 0).any():
        rows, places = rows.filter(places >= 0), places[places >= 0]
    place = regular.select("file", "event_id", *PLACE[1:], deal_id=pl.col("deal_game") + 1)[places]
    if "section" not in rows.columns:
        return rows.hstack(place).with_columns(scored_with="section")
    lines = rows.hstack(place.rename({"section": "section_of_game"}))
    lines = lines.with_columns(section=pl.coalesce("section", "section_of_game"))
    named = pl.col("section").filter(pl.col("section") != "").unique().sort().str.join("+")
    together = lines.group_by("game").agg(scored_with=named)
    return lines.join(together, on="game", how="left", maintain_order="left")


def hold(readings: _Readings, boards: pl.DataFrame, results: pl.DataFrame) -> None:
    """Give each reading its rows, with their keys."""
    last = max(readings)
    for file, lines in enumerate(_counts(results, last)):
        if lines:
            readings[file].met(LINE, lines)
    added = {file: reading for file, reading in readings.items() if reading.rows(DEAL) or reading.rows(LINE)}
    boards = _in_order(boards, DEAL, added, schemas.BOARDS)
    results = _in_order(results, LINE, added, schemas.RESULTS)
    counts = {DEAL: _counts(boards, last), LINE: _counts(results, last)}
    boards = boards.with_columns(deal_id=_keys(counts[DEAL], DEAL, readings))
    results = results.with_columns(result_id=_keys(counts[LINE], LINE, readings), deal_id=_named(results, boards))
    ids = np.zeros(last + 1, dtype=np.int64)
    ids[list(readings)] = [reading.file_id for reading in readings.values()]
    for kind, rows, table in ((DEAL, boards, schemas.BOARDS), (LINE, results, schemas.RESULTS)):
        file_id = pl.Series(ids[rows["file"].to_numpy()], dtype=pl.Int64)
        whole = schemas.conform(rows.with_columns(file_id=file_id).lazy(), table).collect()
        ends = list(accumulate(counts[kind], initial=0))
        for file, reading in readings.items():
            reading.hold(kind, Held(whole, ends[file], ends[file + 1]))


def _counts(rows: pl.DataFrame, last: int) -> list[int]:
    """How many rows each file has."""
    counts: list[int] = np.bincount(rows["file"].to_numpy(), minlength=last + 1).tolist()
    return counts


def _keys(counts: list[int], kind: str, readings: _Readings) -> pl.Series:
    """The keys of a kind's records, given how many each file has."""
    digests = [readings[file].source.digest for file in sorted(readings)]
    return pl.Series(keys_of(digests, kind, [counts[file] for file in sorted(readings)]))


def _in_order(rows: pl.DataFrame, kind: str, added: dict[int, PlacedReading], table: schemas.Table) -> pl.DataFrame:
    """The regular rows and those added one by one, in the order of the games."""
    types = {name: dtype for name, dtype in table.schema.items() if name != "season"}
    rows = rows.cast({name: dtype for name, dtype in types.items() if name in rows.columns})
    others = [row | {"file": file} for file, reading in added.items() for row in reading.rows(kind)]
    if not others:
        return rows
    names = dict.fromkeys(name for row in others for name in row)
    schema = {name: types.get(name, pl.Int64) for name in names}
    one_by_one = pl.DataFrame({name: [row.get(name) for row in others] for name in names}, schema=schema)
    return pl.concat([rows, one_by_one], how="diagonal").sort("game", maintain_order=True)


def _named(results: pl.DataFrame, boards: pl.DataFrame) -> pl.Series:
    """The keys of the deals that lines name by their games."""
    keys = np.zeros(int(max(boards["game"].max() or 0, 0)) + 2, dtype=np.int64)  # type: ignore[arg-type]
    keys[boards["game"].to_numpy() + 1] = boards["deal_id"].to_numpy()
    return pl.Series(keys[results["deal_id"].to_numpy()])
