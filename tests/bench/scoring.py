"""Scoring beside the usual ways to do it, interleaved in one run, as a table of ratios: only the ratios mean anything.

`python tests/bench/scoring.py [rows …]`; `SCALE=full` adds a hundred million. The season is simulated once a size.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import duckdb
import numba
import numpy as np
import polars as pl
from alone import PROFILE, alone, by_parts
from copying import bare_copy
from measuring import BENCHMARKS, Figures, Way, carried_over, exponent, measured, processor, rows_of, startup

import neuberg
from neuberg import schemas
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score.book import Book
from neuberg.score.lines import completed
from neuberg.score.parts import in_pieces
from neuberg.score.stage import score_lines
from neuberg.score.standings import standings

#: Rounds, and those of a season that is too large for memory.
ROUNDS, ROUNDS_OF_LARGE = 3, 1
SIZES = (1_000_000, 10_000_000)
FULL = 100_000_000
#: Rows beyond which the ways that hold everything in memory are left out.
MOST_IN_MEMORY = 20_000_000
FIELD = ["event_id", "session", "board", "scored_with"]
#: The columns that every way writes, in our order.
WRITTEN = [name for name in schemas.SCORES.schema if name != "season"]
OURS, COPY, OVER, DUCKDB = (
    "neuberg, by parts",
    "bare copy of the results",
    "polars streaming, rank over",
    "DuckDB, window",
)
SCORED, KERNEL, RANK, PANDAS = (
    "neuberg, acbl-1991",
    "numba kernel (the floor)",
    "polars rank over",
    "pandas groupby rank",
)
#: What the ways do not do.
LEAVES_OUT = {
    OURS: "nothing: awards, session averages, groups, tables that did not play, the rule's two answers",
    COPY: "all scoring; it writes all 41 columns",
    OVER: "awards, averages, groups, the formula; writes the same columns with the same compression",
    DUCKDB: "as rank over",
    SCORED: "session averages (the frame says none)",
    KERNEL: "awards, averages, groups, the formula; is given where each board begins",
    RANK: "awards, averages, groups, the formula",
    PANDAS: "as rank over",
}


def in_memory(folder: Path) -> dict[str, Way]:
    """Ways to both directions' matchpoints over a frame in memory, sorted; only ours scores groups and awards."""
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
        SCORED: lambda: _in_pieces(table, rule),
        KERNEL: lambda: kernel(starts, score),
        RANK: lambda: _both_sides(lines.lazy()).collect(),
        PANDAS: lambda: _groupby(frame),
    }


def _in_pieces(table: pl.DataFrame, rule: Profile) -> pl.DataFrame:
    """As `neuberg.score` does it: what an outcome comes to is worked out once for all pieces."""
    book = Book(rule)
    return in_pieces(table, lambda piece: score_lines(piece, rule, ("variant", "ns_mp", "ew_mp"), book))


def _both_sides(lines: pl.LazyFrame) -> pl.LazyFrame:
    mp, n = neuberg.matchpoints(pl.col("ns_score")).over(FIELD), pl.col("ns_score").count().over(FIELD)
    return lines.select(ns_mp=mp, n=n.cast(pl.Int64)).with_columns(ew_mp=2 * (pl.col("n") - 1) - pl.col("ns_mp"))


def _groupby(frame: object) -> object:
    boards = frame.groupby(FIELD)["ns_score"]  # type: ignore[attr-defined]
    mp = 2 * boards.rank("average") - 2
    return mp, 2 * (boards.transform("count") - 1) - mp


@numba.njit(parallel=True, cache=False)
def kernel(starts: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:  # pragma: no cover - compiled
    """2-1-0 matchpoints of boards whose lines stand together: a sort of each, and runs of equal scores."""
    ns, ew = np.empty(score.size, np.int32), np.empty(score.size, np.int32)
    for board in numba.prange(starts.size - 1):
        first, last = starts[board], starts[board + 1]
        order = np.argsort(score[first:last])
        begin = 0
        while begin < last - first:
            end = begin + 1
            while end < last - first and score[first + order[end]] == score[first + order[begin]]:
                end += 1
            for place in range(begin, end):
                ns[first + order[place]] = begin + end - 1
                ew[first + order[place]] = 2 * (last - first - 1) - (begin + end - 1)
            begin = end
    return ns, ew


def on_disk(folder: Path, out: Path) -> dict[str, Way]:
    """Ways from Parquet to Parquet, each to the columns of `scores`."""
    files = sorted((folder / "tables/results").rglob("*.parquet"))
    return {
        OURS: lambda: by_parts(folder, out / "ours"),
        COPY: lambda: bare_copy(files, out / "copy"),
        OVER: lambda: _rank_over(files, out / "over.parquet"),
        DUCKDB: lambda: _window(folder, out / "window.parquet"),
    }


def _rank_over(files: list[Path], out: Path) -> None:
    mp, n = neuberg.matchpoints(pl.col("ns_score")).over(FIELD), pl.col("ns_score").count().over(FIELD)
    lines = (pl.col("kind") != "not_played").sum().over(FIELD)
    top = 2 * (pl.col("n") - 1)
    ranked = pl.scan_parquet(files, glob=False).select(
        "result_id", "event_id", n=n.cast(pl.Int32), field=lines.cast(pl.Int32), ns_mp=mp.cast(pl.Float64)
    )
    both = ranked.with_columns(ew_mp=top - pl.col("ns_mp"), top=top)
    percent = ((100 * pl.col(f"{side}_mp") / pl.col("top")).round(2).alias(f"{side}_pct") for side in ("ns", "ew"))
    said = both.with_columns(
        *percent,
        # Dictionaries, as in ours.
        profile=pl.lit(PROFILE).cast(pl.Enum([PROFILE])),
        variant=pl.lit(1, pl.Int8),
        comparison_group=pl.lit(1, pl.Int32),
        method=pl.lit("plain").cast(schemas.METHOD),
        ns_imp=pl.lit(None, pl.Float64),
        ew_imp=pl.lit(None, pl.Float64),
    )
    said.select(WRITTEN).sink_parquet(out, compression="lz4", statistics=False)


def _window(folder: Path, out: Path) -> None:
    board = f"PARTITION BY {', '.join(FIELD)}"
    text = f"""
        COPY (
            SELECT result_id, '{PROFILE}' AS profile, 1::TINYINT AS variant, 1::INT AS comparison_group, n::INT AS n,
                field::INT AS field, ns_mp::DOUBLE AS ns_mp, (top - ns_mp)::DOUBLE AS ew_mp,
                round(100 * ns_mp / top, 2) AS ns_pct, round(100 - 100 * ns_mp / top, 2) AS ew_pct,
                NULL::DOUBLE AS ns_imp, NULL::DOUBLE AS ew_imp, top::INT AS top, 'plain' AS method, event_id
            FROM (SELECT result_id, event_id, count(ns_score) OVER ({board}) AS n,
                count(*) FILTER (kind != 'not_played') OVER ({board}) AS field,
                2 * (rank() OVER w - 1) + count(*) OVER ({board}, ns_score) - 1 AS ns_mp,
                2 * (count(ns_score) OVER ({board}) - 1) AS top
            FROM read_parquet('{folder}/tables/results/*/*.parquet')
            WINDOW w AS ({board} ORDER BY ns_score))
        ) TO '{out}' (FORMAT parquet, COMPRESSION lz4)
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


def main(sizes: list[int]) -> None:
    """Measure each size and write the tables to BENCHMARKS.md."""
    figures: dict[str, Figures] = {"disk": [], "memory": [], "totals": []}
    peaks = []
    for size in sizes:
        with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as scratch:
            folder, out = Path(scratch) / "season", Path(scratch) / "out"
            out.mkdir()
            # In a process of its own: what simulating leaves in memory would count as scoring's.
            rows = alone("simulate", folder, size)["rows"]
            peaks.append((rows, alone("parts", folder, out / "peak")["peak"]))
            rounds = ROUNDS if rows <= MOST_IN_MEMORY else ROUNDS_OF_LARGE
            figures["disk"] += measured(on_disk(folder, out), rows, rounds)
            shutil.rmtree(out)
            if rows <= MOST_IN_MEMORY:
                figures["memory"] += measured(in_memory(folder), rows, ROUNDS)
                figures["totals"] += measured(totals(folder), rows, ROUNDS)
    text = carried_over(BENCHMARKS.read_text(encoding="utf-8"), _page(figures, peaks))
    BENCHMARKS.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


def _page(figures: dict[str, Figures], peaks: list[tuple[int, int]]) -> str:
    head = (
        "| way | results | wall ns a result | CPU ns a result | wall, neuberg = 1 | leaves out |\n" + "|---" * 6 + "|"
    )
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return "\n".join(
        [
            "# Benchmarks\n",
            f"Made by `make bench` on {os.cpu_count()} cores of {processor()}, polars {pl.__version__}, DuckDB "
            f"{duckdb.__version__}; medians of {ROUNDS} interleaved rounds ({ROUNDS_OF_LARGE} at a hundred "
            f"million), a simulated season, profile {PROFILE}; "
            f"load average at the end {load}. Trust the ratios within a table, not the nanoseconds.\n",
            "## Parquet to Parquet\n", head, *rows_of(figures["disk"], LEAVES_OUT), "",
            f"Growth of the time with the results, by parts: {exponent(figures['disk'], OURS)}.\n",
            "Peak memory of a process that scores by parts, in MB:\n", "| results | MB |\n|---|---|",
            *(f"| {rows:,} | {peak} |" for rows, peak in peaks), "",
            "## In memory, sorted\n", head, *rows_of(figures["memory"], LEAVES_OUT), "",
            "## Totals and places\n", head, *rows_of(figures["totals"], LEAVES_OUT), "",
            "## Start\n", "| command | seconds |\n|---|---|", *startup(), "",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    given = [int(float(size)) for size in sys.argv[1:]]
    main(given or [*SIZES, *([FULL] if os.environ.get("SCALE") == "full" else [])])
