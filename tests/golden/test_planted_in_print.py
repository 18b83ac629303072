"""Faults planted in printed figures, one at a time and all in one event: hits, misses and wrong classes."""

import csv
from pathlib import Path

import polars as pl

from unit.audit.events import as_event, audited, lines, printed_pairs, published
from unit.audit.test_planted import BOARD, PLANTED, other_total, several
from unit.audit.test_sections import two_sections

TABLE = Path(__file__).with_name("planted_in_print.csv")
_SEEDS = range(1, 11)
#: Totals: what is added to one, by the fault's name and class; a tenth of a top of 16 is 1.6.
_TOTALS = {"penalty_not_recorded": -1.6, "not_the_sum": 0.7}


def of_results() -> list[tuple[str, str, str, int]]:
    """A row a planted fault: its name, whether alone or among others, its class, and what the audit says of it."""
    found = []
    for name, (plant, kind) in PLANTED.items():
        events = [as_event(plant(lines(seed=seed), BOARD), seed) for seed in _SEEDS]
        told = audited(pl.concat(events))["differences"].filter(
            (pl.col("level") == "result") & (pl.col("board") == BOARD)
        )
        for seed in _SEEDS:
            classes = set(told.filter(pl.col("event_id") == seed)["class"])
            found.append((name, "alone", kind, _verdict(classes, kind)))
    told = audited(several())["differences"].filter(pl.col("level") == "result")
    for board, (name, (_, kind)) in enumerate(PLANTED.items(), start=1):
        classes = set(told.filter(pl.col("board") == board)["class"])
        found.append((name, "with all others", kind, _verdict(classes, kind)))
    return found


def _verdict(classes: set[str], kind: str) -> int:
    """0: a hit; 1: a miss, nothing or `unexplained`; 2: another class."""
    if classes == {kind}:
        return 0
    return 1 if classes <= {"unexplained"} else 2


def of_totals() -> list[tuple[str, str, str, int]]:
    found = []
    for kind, by in _TOTALS.items():
        for seed in _SEEDS:
            frame = published(lines(seed=seed), "wbf-1991")
            pairs = other_total(printed_pairs(frame, "wbf-1991"), "3", by)
            told = audited(frame, pairs)["differences"].filter(pl.col("level") == "pair")
            found.append((f"a total {by:+}", "alone", kind, _verdict(set(told["class"]), kind)))
    return found


def of_sections() -> list[tuple[str, str, str, int]]:
    found = []
    for said, done in (("A+B", None), (None, "A+B")):
        frame = published(two_sections(done), "wbf-1991").with_columns(scored_with=pl.lit(said, dtype=pl.String))
        told = audited(frame)["differences"].filter(pl.col("level") == "result")
        name = "sections scored together" if done else "sections scored apart"
        found.append((name, "alone", "other_field", _verdict(set(told["class"]), "other_field")))
    return found


def test_the_table_says_what_is_hit_missed_and_taken_for_another() -> None:
    planted = pl.DataFrame(
        [*of_results(), *of_totals(), *of_sections()], schema=["fault", "planted", "class", "verdict"], orient="row"
    )
    counted = planted.group_by("fault", "planted", "class", maintain_order=True).agg(
        events=pl.len(),
        hits=(pl.col("verdict") == 0).sum(),
        misses=(pl.col("verdict") == 1).sum(),
        wrong_classes=(pl.col("verdict") == 2).sum(),
    )
    with TABLE.open(newline="", encoding="utf-8") as file:
        known = [tuple(row.values()) for row in csv.DictReader(file)]
    assert [tuple(map(str, row)) for row in counted.iter_rows()] == known
