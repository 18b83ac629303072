"""`make bench`: scoring beside the usual ways to do it, interleaved in one run; only the ratios mean anything."""

import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np
import pandas as pd
import polars as pl

import neuberg

_ROUNDS = 3
_KEYS = ["event_id", "session", "board"]


def season(rows: int, seed: int = 1) -> pl.DataFrame:
    """Traveller lines: about eleven tables a board, thirty boards an event, one line in a hundred artificial."""
    draw = np.random.default_rng(seed)
    sizes = draw.integers(5, 18, size=rows // 11 + 1)
    board_no = np.repeat(np.arange(sizes.size), sizes)[:rows]
    points = draw.choice([-100, -50, 50, 100, 110, 140, 170, 420, 450, 620, 650, -620, -420], size=board_no.size)
    artificial = draw.random(board_no.size) < 0.01
    frame = pl.DataFrame(
        {
            "event_id": board_no // 30,
            "session": np.full(board_no.size, "1"),
            "section": np.full(board_no.size, ""),
            "board": board_no % 30 + 1,
            "ns_score": points,
            "artificial": artificial,
        }
    )
    return frame.select(
        "event_id",
        "session",
        "section",
        "board",
        ns_score=pl.when(~pl.col("artificial")).then("ns_score"),
        ns_award=pl.when("artificial").then(60.0),
        ew_award=pl.when("artificial").then(40.0),
    )


def main(rows: int) -> None:
    """Time each way in turn, several rounds, and print the medians and their ratios to ours."""
    lines = season(rows)
    frame = lines.to_pandas()
    ways: dict[str, Callable[[], object]] = {
        "neuberg.score, wbf-1991": lambda: neuberg.score(lines, profile="wbf-1991"),
        "polars rank over, plain matchpoints": lambda: lines.with_columns(
            mp=neuberg.matchpoints(pl.col("ns_score")).over(_KEYS)
        ),
        "pandas groupby rank, plain matchpoints": lambda: _pandas(frame),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            seconds[name].append(time.perf_counter() - start)
    ours = median(next(iter(seconds.values())))
    sys.stdout.write(f"{rows:,} results, median of {_ROUNDS} rounds\n")
    for name, times in seconds.items():
        sys.stdout.write(f"{median(times) * 1e9 / rows:8.0f} ns a result  {median(times) / ours:5.2f}  {name}\n")


def _pandas(frame: pd.DataFrame) -> object:
    return 2 * frame.groupby(_KEYS)["ns_score"].rank("average") - 2


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
