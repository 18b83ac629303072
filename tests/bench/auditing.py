"""`python -m bench.auditing`: a season with printed matchpoints audited, beside scoring it under one profile."""

import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np
import polars as pl

import neuberg
from neuberg import audit, schemas
from neuberg.score import standings

_ROUNDS = 3
_PROFILE = "wbf-1991"
_BOARDS, _TABLES = 30, 11


def season(rows: int, seed: int = 1) -> pl.DataFrame:
    """Sessions of 30 boards at 11 tables, one line in a hundred artificial, figures as published but one in 5,000."""
    draw = np.random.default_rng(seed)
    size = _BOARDS * _TABLES
    place = np.arange(rows)
    event, board, table = place // size, place % size // _TABLES, place % _TABLES
    points = draw.choice([-100, -50, 50, 100, 110, 140, 170, 420, 450, 620, 650, -620, -420], size=rows)
    artificial = draw.random(rows) < 0.01
    frame = pl.DataFrame(
        {
            "result_id": place,
            "event_id": event,
            "board": board + 1,
            "table": (table + 1).astype(str),
            "ns_pair": (table + 1).astype(str),
            "ew_pair": ((table + board) % _TABLES + 1 + _TABLES).astype(str),
            "ns_score": points,
            "_artificial": artificial,
        }
    ).with_columns(
        session=pl.lit("1"),
        section=pl.lit(""),
        season=pl.lit("2020"),
        ns_score=pl.when(~pl.col("_artificial")).then("ns_score"),
        kind=pl.when("_artificial").then(pl.lit("artificial")).otherwise(pl.lit("played")),
        ns_award=pl.when("_artificial").then(60.0),
        ew_award=pl.when("_artificial").then(40.0),
    )
    plain = schemas.conform(frame.lazy(), schemas.RESULTS).collect().with_columns(winners=pl.lit(1, dtype=pl.Int8))
    scored = neuberg.score(plain, profile=_PROFILE)
    wrong = pl.Series(draw.random(rows) < 1 / 5000)
    return scored.select(
        *plain.drop("published_ns_mp", "published_ew_mp", "published_mp_decimals").columns,
        published_ns_mp=pl.col("ns_mp").round(2) + pl.when(wrong).then(1.0).otherwise(0.0),
        published_ew_mp=pl.col("ew_mp").round(2),
        published_mp_decimals=pl.lit(2, dtype=pl.Int8),
    ).with_columns(vulnerable=pl.lit(None, dtype=schemas.VULNERABLE), date=pl.lit(None, dtype=pl.Date))


def printed_pairs(ranks: pl.DataFrame, seed: int = 1) -> pl.DataFrame:
    """The totals, percentages and places of the sessions as published, but for one total in 5,000."""
    wrong = pl.Series(np.random.default_rng(seed).random(ranks.height) < 1 / 5000)
    rows = ranks.select(
        "event_id", "session", "section", "pair", "direction", "season", "place", "percent",
        total=pl.col("mp").round(2) + pl.when(wrong).then(1.0).otherwise(0.0),
        total_decimals=pl.lit(2, dtype=pl.Int8), percent_decimals=pl.lit(2, dtype=pl.Int8),
    )  # fmt: skip
    return schemas.conform(rows.lazy(), schemas.PAIRS).collect()


def main(rows: int) -> None:
    """Time both in turn, several rounds, and print the medians and their CPU ratio, which other work disturbs less."""
    lines = season(rows)
    scored = neuberg.exact(lines, profile=_PROFILE)
    ranks = standings(scored.lazy(), profile=_PROFILE).collect()
    pairs = printed_pairs(ranks)
    ways: dict[str, Callable[[], object]] = {
        "scored under one profile": lambda: neuberg.score(lines, profile=_PROFILE),
        "audited": lambda: _audited(lines, scored, ranks, schemas.empty(schemas.PAIRS)),
        "audited, with totals and places": lambda: _audited(lines, scored, ranks, pairs),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, way in ways.items():
            start = time.process_time()
            way()
            seconds[name].append(time.process_time() - start)
    one = median(seconds["scored under one profile"])
    sys.stdout.write(f"{rows:,} results, median of {_ROUNDS} rounds, CPU\n")
    for name, times in seconds.items():
        sys.stdout.write(f"{median(times) * 1e9 / rows:8.0f} ns a result  {median(times) / one:5.2f}  {name}\n")
    account = _audited(lines, scored, ranks, pairs)["audited"]
    sys.stdout.write(f"{account.select('published', 'reproduced', 'unexplained').sum().row(0)}\n")


def _audited(
    lines: pl.DataFrame, scored: pl.DataFrame, ranks: pl.DataFrame, pairs: pl.DataFrame
) -> dict[str, pl.DataFrame]:
    return audit.audit(lines.lazy(), {_PROFILE: scored.lazy()}, ranks.lazy(), pairs.lazy())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
