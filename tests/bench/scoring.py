"""Scoring beside the usual ways to do it, interleaved in one run, as a table of ratios: only the ratios mean anything.

`python tests/bench/scoring.py [rows …]`; `SCALE=full` adds a hundred million. The season is simulated once a size.
"""

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import duckdb
import numba
import numpy as np
import polars as pl

import neuberg
from neuberg.rules import profile as profile_named
from neuberg.score.lines import completed
from neuberg.score.part_files import score_files
from neuberg.score.parts import in_pieces
from neuberg.score.stage import score_lines
from neuberg.score.standings import standings
from neuberg.simulate import simulate

PROFILE = "acbl-1991"
ROUNDS = 3
SIZES = (1_000_000, 10_000_000)
FULL = 100_000_000
#: Rows beyond which the ways that hold everything in memory are left out.
MOST_IN_MEMORY = 20_000_000
FIELD = ["event_id", "session", "board", "scored_with"]
BENCHMARKS = Path(__file__).parents[2] / "BENCHMARKS.md"

Way = Callable[[], object]


def in_memory(folder: Path) -> dict[str, Way]:
    """Ways over a frame in memory, sorted; only ours scores groups, awards and both directions to the cent."""
    columns = [*FIELD, "section", "ns_score", "kind", "ns_award", "ew_award", "given_group", "multiplicity"]
    lines = neuberg.scan(folder, "results").select(columns).collect()
    table = completed(lines)
    rule = profile_named(PROFILE)
    board = lines.select(pl.struct(FIELD).rle_id()).to_series().to_numpy()
    score = lines["ns_score"].fill_null(0).to_numpy()
    starts = np.flatnonzero(np.diff(board, prepend=-1, append=board[-1] + 1))
    frame = lines.select(*FIELD, "ns_score").to_pandas()
    kernel(starts[:2], score[: starts[1]])
    return {
        "neuberg, acbl-1991, N-S and E-W": lambda: in_pieces(
            table, lambda piece: score_lines(piece, rule, ("variant", "ns_mp", "ew_mp"))
        ),
        "numba kernel, plain N-S matchpoints (the floor)": lambda: kernel(starts, score),
        "polars rank over, plain N-S matchpoints": lambda: lines.select(
            neuberg.matchpoints(pl.col("ns_score")).over(FIELD)
        ),
        "pandas groupby rank, plain N-S matchpoints": lambda: 2 * frame.groupby(FIELD)["ns_score"].rank("average") - 2,
    }


@numba.njit(parallel=True, cache=False)
def kernel(starts: np.ndarray, score: np.ndarray) -> np.ndarray:  # pragma: no cover - compiled
    """2-1-0 matchpoints of boards whose lines stand together: a sort of each, and runs of equal scores."""
    mp = np.empty(score.size, np.int32)
    for board in numba.prange(starts.size - 1):
        first, last = starts[board], starts[board + 1]
        order = np.argsort(score[first:last])
        begin = 0
        while begin < last - first:
            end = begin + 1
            while end < last - first and score[first + order[end]] == score[first + order[begin]]:
                end += 1
            for place in range(begin, end):
                mp[first + order[place]] = begin + end - 1
            begin = end
    return mp


def on_disk(folder: Path, out: Path) -> dict[str, Way]:
    """Ways from Parquet to Parquet."""
    files = sorted((folder / "tables/results").rglob("*.parquet"))
    rule = profile_named(PROFILE)
    events = neuberg.scan(folder, "events").select("event_id", "winners").collect()

    def ours() -> object:
        pairs = [(file, out / "ours" / file.parent.name / file.name) for file in files]
        return score_files(pairs, profile=rule, events=events)

    return {
        "neuberg, by parts": ours,
        "bare copy of the results (the floor)": lambda: _copy(files, out / "copy"),
        "polars streaming, rank over": lambda: _rank_over(files, out / "over.parquet"),
        "DuckDB, window": lambda: _window(folder, out / "window.parquet"),
    }


def _copy(files: list[Path], out: Path) -> None:
    for file in files:
        target = out / file.parent.name / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        pl.scan_parquet(file, glob=False).sink_parquet(target)


def _rank_over(files: list[Path], out: Path) -> None:
    mp, n = neuberg.matchpoints(pl.col("ns_score")).over(FIELD), pl.col("ns_score").count().over(FIELD)
    top = 2 * (pl.col("n") - 1).cast(pl.Int64)
    ranked = pl.scan_parquet(files, glob=False).select("result_id", "event_id", n=n, ns_mp=mp)
    both = ranked.with_columns(ew_mp=top - pl.col("ns_mp"), top=top)
    percent = ((100 * pl.col(f"{side}_mp") / pl.col("top")).round(2).alias(f"{side}_pct") for side in ("ns", "ew"))
    both.with_columns(percent).sink_parquet(out)


def _window(folder: Path, out: Path) -> None:
    text = f"""
        COPY (
            SELECT *, top - ns_mp AS ew_mp, round(100 * ns_mp / top, 2) AS ns_pct,
                round(100 - 100 * ns_mp / top, 2) AS ew_pct
            FROM (SELECT result_id, event_id, count(ns_score) OVER (PARTITION BY {", ".join(FIELD)}) AS n,
                2 * (rank() OVER w - 1) + count(*) OVER (PARTITION BY {", ".join(FIELD)}, ns_score) - 1 AS ns_mp,
                2 * (count(ns_score) OVER (PARTITION BY {", ".join(FIELD)}) - 1) AS top
            FROM read_parquet('{folder}/tables/results/*/*.parquet')
            WINDOW w AS (PARTITION BY {", ".join(FIELD)} ORDER BY ns_score))
        ) TO '{out}' (FORMAT parquet)
    """
    with duckdb.connect(config={"temp_directory": str(out.parent), "memory_limit": "4GB"}) as connection:
        connection.execute(text)


def totals(folder: Path) -> dict[str, Way]:
    """Our totals and places beside our scoring, of the same lines in memory."""
    lines = neuberg.scan(folder, "results").head(MOST_IN_MEMORY).collect()
    lines = lines.join(
        neuberg.scan(folder, "events").select("event_id", "winners").collect(), on="event_id", maintain_order="left"
    )
    scored = neuberg.exact(lines, profile=PROFILE).lazy()
    return {
        "neuberg.exact": lambda: neuberg.exact(lines, profile=PROFILE),
        "standings": lambda: standings(scored, profile=PROFILE).collect(),
    }


def measured(ways: dict[str, Way], rows: int, rounds: int = ROUNDS) -> list[str]:
    """A row of the table a way: wall and CPU nanoseconds a result, and the wall time over that of the first way."""
    walls: dict[str, list[float]] = {name: [] for name in ways}
    cpus: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            wall, cpu = time.perf_counter(), time.process_time()
            way()
            walls[name].append(time.perf_counter() - wall)
            cpus[name].append(time.process_time() - cpu)
    ours = median(next(iter(walls.values())))
    return [
        f"| {name} | {rows:,} | {median(wall) * 1e9 / rows:.0f} | {median(cpus[name]) * 1e9 / rows:.0f} "
        f"| {median(wall) / ours:.2f} |"
        for name, wall in walls.items()
    ]


def peak_memory(way: Way) -> int:
    """The most memory of this process while the way runs, in MB."""
    done, most = threading.Event(), [0]

    def watch() -> None:
        page = os.sysconf("SC_PAGE_SIZE")
        while not done.wait(0.02):
            most[0] = max(most[0], int(Path("/proc/self/statm").read_text().split()[1]) * page)

    watcher = threading.Thread(target=watch)
    watcher.start()
    way()
    done.set()
    watcher.join()
    return most[0] // 1_000_000


def main(sizes: list[int]) -> None:
    """Measure each size and write the tables to BENCHMARKS.md."""
    head = "| way | results | wall ns a result | CPU ns a result | wall, neuberg = 1 |\n|---|---|---|---|---|"
    disk, memory, sums, peaks = [], [], [], []
    for size in sizes:
        with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as scratch:
            folder, out = Path(scratch) / "season", Path(scratch) / "out"
            out.mkdir()
            rows = simulate(folder, size, seed=1)["results"]
            ways = on_disk(folder, out)
            peaks.append(f"| {rows:,} | {peak_memory(ways['neuberg, by parts'])} |")
            disk += measured(ways, rows)
            shutil.rmtree(out)
            if rows <= MOST_IN_MEMORY:
                memory += measured(in_memory(folder), rows)
                sums += measured(totals(folder), rows)
    text = "\n".join(
        [
            "# Benchmarks\n",
            f"Made by `make bench` on {os.cpu_count()} cores of {_processor()}, polars {pl.__version__}, DuckDB "
            f"{duckdb.__version__}; medians of {ROUNDS} interleaved rounds, a simulated season, profile {PROFILE}. "
            "Trust the ratios within a table, not the nanoseconds.\n",
            "## Parquet to Parquet\n", head, *disk, "",
            "Peak memory of scoring by parts, in MB:\n", "| results | MB |\n|---|---|", *peaks, "",
            "## In memory, sorted\n", head, *memory, "",
            "## Totals and places\n", head, *sums, "",
        ]
    )  # fmt: skip
    BENCHMARKS.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


def _processor() -> str:
    found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return found[0].partition(":")[2].strip() if found else "an unknown processor"


if __name__ == "__main__":
    given = [int(float(size)) for size in sys.argv[1:]]
    main(given or [*SIZES, *([FULL] if os.environ.get("SCALE") == "full" else [])])
