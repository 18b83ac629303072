"""`python tests/bench auditing`: a season with printed matchpoints audited, beside scoring it under one profile."""

import sys

import numpy as np
import polars as pl
from measuring import BENCHMARKS, Figures, Way, measured, with_section

import neuberg
from neuberg import audit, schemas
from neuberg.score import exact_of_a_run, standings

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
    """Time all in turn, several rounds, and write the medians to BENCHMARKS.md: CPU beside wall, for it is steadier."""
    lines = season(rows)
    scored = neuberg.exact(lines, profile=_PROFILE)
    ranks = standings(scored.lazy(), profile=_PROFILE).collect()
    pairs = printed_pairs(ranks)
    ways: dict[str, Way] = {
        "scored under one profile (neuberg.exact)": lambda: neuberg.exact(lines, profile=_PROFILE),
        "the same in a run, where the values are known to be sound": lambda: exact_of_a_run(lines, profile=_PROFILE),
        "matchpoints and percentages alone (neuberg.score)": lambda: neuberg.score(lines, profile=_PROFILE),
        "scored and ranked: the totals and places that are audited": lambda: standings(
            neuberg.exact(lines, profile=_PROFILE).lazy(), profile=_PROFILE
        ).collect(),
        "audited": lambda: _audited(lines, scored, ranks, schemas.empty(schemas.PAIRS)),
        "audited, with totals and places": lambda: _audited(lines, scored, ranks, pairs),
    }
    account = _audited(lines, scored, ranks, pairs)["audited"]
    published, reproduced, unexplained = account.select("published", "reproduced", "unexplained").sum().row(0)
    text = [
        *_table(measured(ways, rows, _ROUNDS)),
        "",
        f"Of {published:,} printed figures {reproduced:,} are reproduced and {unexplained:,} unexplained.",
    ]
    page = with_section(BENCHMARKS.read_text(encoding="utf-8"), "Audit", "\n".join(text))
    BENCHMARKS.write_text(page, encoding="utf-8")
    sys.stdout.write("\n".join(text) + "\n")


def _table(figures: Figures) -> list[str]:
    """A row a way: nanoseconds a result by wall and CPU, and the times of scoring, the first way."""
    first = figures[0]
    return [
        "| way | results | wall ns a result | CPU ns a result | wall, scoring = 1 | CPU, scoring = 1 |",
        "|---|---|---|---|---|---|",
        *(
            f"| {way} | {rows:,} | {wall * 1e9 / rows:.0f} | {cpu * 1e9 / rows:.0f} "
            f"| {wall / first.wall:.2f} | {cpu / first.cpu:.2f} |"
            for way, rows, wall, cpu, _ in figures
        ),
    ]


def _audited(
    lines: pl.DataFrame, scored: pl.DataFrame, ranks: pl.DataFrame, pairs: pl.DataFrame
) -> dict[str, pl.DataFrame]:
    return audit.audit(lines.lazy(), {_PROFILE: scored.lazy()}, ranks.lazy(), pairs.lazy())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
