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
    season.run([corpus], out, season.Options(validation=False))
    events = neuberg.scan(out, "events").filter(pl.col("scoring") == "matchpoints").select("event_id", "date")
    files = neuberg.scan(out, "files").select("file_id", "path")
    found = neuberg.scan(out, "results").join(events, on="event_id").join(files, on="file_id").collect()
    printed = pl.any_horizontal(pl.col("published_ns_mp", "published_ns_pct").is_not_null()).any().over("event_id")
    return found.filter(printed)


#: Files whose matchpoint column has a unit of its own: tenths as whole numbers (New Zealand), per cents (OKbridge).
TENTHS, PER_CENT = "nz/", "pbn/okbridge_mp_2_7.pbn"


def recomputed(path: str, side: str, unit: str) -> pl.Expr:
    """A profile's figure in the unit in which a file prints it."""
    if path.startswith(TENTHS):
        return 10 * pl.col(f"{side}_{unit}")
    return pl.col(f"{side}_pct") if path == PER_CENT else pl.col(f"{side}_{unit}")


def reproduced(lines: pl.DataFrame, profile: str) -> dict[str, tuple[int, int]]:
    """Of each file the figures that the profile gives, to half a unit of what is printed, and those that there are."""
    scored = neuberg.score(lines, profile=profile)
    counts: dict[str, tuple[int, int]] = {}
    for (path,), rows in scored.group_by("path", maintain_order=True):
        right = total = 0
        for side, unit in ((side, unit) for side in ("ns", "ew") for unit in ("mp", "pct")):
            tolerance = 0.5 * 10.0 ** -(rows[f"published_{unit}_decimals"].max() or 0) + 1e-9
            published = pl.col(f"published_{side}_{unit}")
            printed = rows.filter(published.is_not_null())
            near = (published - recomputed(str(path), side, unit)).abs() <= tolerance
            right, total = right + printed.filter(near)["result_id"].n_unique(), total + printed["result_id"].n_unique()
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
