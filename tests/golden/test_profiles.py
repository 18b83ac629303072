"""How many printed figures of real matchpoint events each profile reproduces, in `corpus_profiles.csv`.

A figure is a side's matchpoints or percentage on a line. What the table shows, row by row: the USEBIO and Magic Contest
files print matchpoints of one decimal and follow the formula on short boards; whole fields agree under every profile;
okbridge prints per cents in its matchpoint columns and frequency_only Ascherman's percentages.
"""

import csv
from pathlib import Path

import polars as pl
import pytest

import neuberg
from neuberg import season
from neuberg.rules import load_profiles
from shared import shared

TABLE = Path(__file__).with_name("corpus_profiles.csv")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """The printed lines of the matchpoint events, with their file and the decimals that the event prints."""
    corpus = shared("corpus")
    out = tmp_path_factory.mktemp("profiles")
    season.run([corpus], out)
    events = neuberg.scan(out, "events").filter(pl.col("scoring") == "matchpoints").select("event_id", "date")
    files = neuberg.scan(out, "files").select("file_id", "path")
    found = neuberg.scan(out, "results").join(events, on="event_id").join(files, on="file_id").collect()
    printed = pl.any_horizontal(pl.col("published_ns_mp", "published_ns_pct").is_not_null()).any().over("event_id")
    return found.filter(printed)


def reproduced(lines: pl.DataFrame, profile: str) -> dict[str, tuple[int, int]]:
    """Of each file the figures that the profile gives, to half a unit of what is printed, and those that there are."""
    scored = neuberg.score(lines, profile=profile)
    counts: dict[str, tuple[int, int]] = {}
    for (path,), rows in scored.group_by("path", maintain_order=True):
        right = total = 0
        for unit in ("mp", "pct"):
            decimals = rows[f"published_{unit}_decimals"].max()
            for side in ("ns", "ew"):
                printed = rows.filter(pl.col(f"published_{side}_{unit}").is_not_null())
                near = (pl.col(f"published_{side}_{unit}") - pl.col(f"{side}_{unit}")).abs() <= 0.5 * 10.0 ** -(
                    decimals or 0
                ) + 1e-9
                agreed = printed.filter(near)["result_id"].n_unique()
                right, total = right + agreed, total + printed["result_id"].n_unique()
        counts[str(path)] = (right, total)
    return counts


def test_the_table_of_profiles_is_what_the_archive_gives(lines: pl.DataFrame) -> None:
    found = {
        (path, profile): figures for profile in load_profiles() for path, figures in reproduced(lines, profile).items()
    }
    with TABLE.open(encoding="utf-8", newline="") as file:
        kept = {
            (row["file"], row["profile"]): (int(row["reproduced"]), int(row["printed"])) for row in csv.DictReader(file)
        }
    assert found == kept


def test_what_a_director_would_expect_of_it(lines: pl.DataFrame) -> None:
    magic, wrong = reproduced(lines, "magic-contest"), reproduced(lines, "one-field")
    session = "pbn/magic_contest_session_1.pbn"
    assert magic[session] == (2640, 2640)
    assert reproduced(lines, "ascherman")["pbn/frequency_only.pbn"][0] > wrong["pbn/frequency_only.pbn"][0]
