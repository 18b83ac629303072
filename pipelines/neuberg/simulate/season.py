"""A simulated season in a run's folder: its tables, part by part, and the answer key of its faults."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.ingest import archive
from neuberg.score import exact, standings
from neuberg.simulate import faults
from neuberg.simulate.tables import FILE_ID, part

#: The rule that the published figures are by.
PROFILE = "acbl-1991"
ANSWER_KEY = "answer_key"
_PART_LINES = 250_000
_DECIMALS = 2


class Made(NamedTuple):
    """A part of the season: its tables by name, and the key of the faults in it."""

    tables: dict[str, pl.DataFrame]
    key: pl.DataFrame


def simulate(
    out: Path,
    results: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
    *,
    is_told: bool = True,
) -> dict[str, int]:
    """The rows of each table that was written below `out`, in parts of whole events; the same for the same seed.

    Beside the tables stands `answer_key`, Parquet files with a row a fault. A folder that holds a run is not touched.

    Args:
        out: the folder.
        results: about so many traveller lines.
        seed: what the season hangs on.
        progress: told of the parts done.
        is_told: whether the tables say which boards were fouled. Else nobody knows of it: only the key does, and the
            published figures are those of one field.

    Raises:
        UsageError: `out` holds something already, or `results` is not positive.
    """
    if results < 1:
        raise UsageError(f"found {results} results; wanted one at least")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{str(out)!r} holds something already; wanted a new or an empty folder")
    written = archive.Archive(out)
    (out / ANSWER_KEY).mkdir()
    parts = max(1, round(results / _PART_LINES))
    for number, made in enumerate(_made(parts, -(-results // parts), seed, is_told)):
        for name, rows in made.tables.items():
            written.append(name, rows)
        made.key.write_parquet(out / ANSWER_KEY / f"part-{number:05}.parquet")
        written.end_part()
        if progress:
            progress(number + 1, parts)
    counted = {name: written.rows[name] for name in ("events", "boards", "results", "pairs")}
    for name, rows in _account(counted).items():
        written.append(name, rows)
    written.commit()
    return counted


def _made(parts: int, lines: int, seed: int, is_told: bool) -> Iterator[Made]:
    """The parts in their order, made by as many threads as there are cores, a few ahead of what is written."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        for begin in range(0, parts, cores):
            numbers = range(begin, min(begin + cores, parts))
            yield from pool.map(lambda number: make(number, lines, seed, is_told), numbers)


def make(number: int, lines: int, seed: int, is_told: bool = True) -> Made:
    """The part of a number, its figures published and its faults planted."""
    chance = np.random.default_rng([seed, number, 1])
    drawn = part(number, lines, seed, is_told=is_told)
    boards, card_key = faults.plant_cards(drawn.boards, drawn.clean, chance)
    results, score_key = faults.plant_scores(drawn.results, chance)
    results, pairs = _published(results, drawn.events)
    results, matchpoint_key = faults.plant_matchpoints(results, chance)
    pairs, total_key = faults.plant_totals(pairs, chance)
    tables = {"events": drawn.events, "boards": boards, "results": results, "pairs": pairs}
    return Made(tables, pl.concat([drawn.key, card_key, score_key, matchpoint_key, total_key]))


def _published(results: pl.DataFrame, events: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The lines with their figures as the profile gives them, and the contestants' lines."""
    known = results.join(events.select("event_id", "winners"), on="event_id", how="left", maintain_order="left")
    scored = exact(known, profile=PROFILE)
    first = scored.filter(pl.col("variant") == 1)
    figures = {f"published_{name}": first[name] for name in ("ns_mp", "ew_mp")}
    ranked = standings(scored.lazy(), profile=PROFILE).filter(pl.col("variant") == 1)
    pairs = ranked.with_columns(
        total="mp", total_decimals=pl.lit(_DECIMALS), percent_decimals=pl.lit(_DECIMALS), file_id=pl.lit(FILE_ID)
    )
    return (
        results.with_columns(**figures, published_mp_decimals=pl.lit(_DECIMALS, pl.Int8)),
        schemas.conform(pairs, schemas.PAIRS).collect(),
    )


def _account(counted: dict[str, int]) -> dict[str, pl.DataFrame]:
    """The one file that the season counts as, and its account: everything that was found is loaded."""
    kinds = {"event": "events", "deal": "boards", "traveller line": "results", "contestant's line": "pairs"}
    account = pl.LazyFrame(
        [
            {"file_id": FILE_ID, "kind": kind, "found": counted[name], "loaded": counted[name]}
            for kind, name in kinds.items()
        ]
    ).with_columns(rejected=pl.lit(0), superseded=pl.lit(0), ignored=pl.lit(0))
    file = pl.LazyFrame(
        {"file_id": [FILE_ID], "path": ["simulated"], "format": ["simulated"], "producer": ["simulated"],
         "bytes": [0], "records": [sum(counted.values())], "problems": [0], "status": ["read"]}
    )  # fmt: skip
    return {
        "files": schemas.conform(file, schemas.FILES).collect(),
        "conservation": schemas.conform(account, schemas.CONSERVATION).collect(),
    }
