"""What stands in `run.json`: what was read, what was found, what each stage took."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg._version import version
from neuberg.ingest.account import files_counted, write_json
from neuberg.ingest.archive import Archive
from neuberg.report import site
from neuberg.rules import digest, load_profiles, rule_named
from neuberg.season.options import Options

RUN_FILE = "run.json"
SCORED_UNDER = ("profiles", "not_scored", "rules")
#: Options that say where the work was done, not what; they stand only where they were given.
_WHERE = {"engine": "local", "scheduler": None, "exchange": None}


def summary(
    written: Archive,
    sources: list[Path],
    options: Options,
    seconds: dict[str, float],
) -> dict[str, Any]:
    """The account of a run but for its conservation and what it was scored under."""
    asked = {name: value for name, value in options._asdict().items() if _WHERE.get(name, ...) != value}
    return {
        "version": version(),
        "created": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "sources": [str(source) for source in sources],
        "options": {key: value if value is None else str(value) for key, value in asked.items()},
        "files": files_counted(written.scan("files").collect()),
        "counts": {table: written.rows[table] for table in schemas.TABLES},
        "flags": _counted(written.scan("flags"), "severity"),
        "lines_without_a_score": _without_a_score(written),
        "winners_not_as_published": _other_winners(written.scan("outcomes")),
        "differences": _counted(written.scan("differences").filter(pl.col("level") != "board"), "class"),
        "events": written.rows["events"],
        "seconds": seconds,
    }


def scored_under(choices: pl.DataFrame | None) -> dict[str, Any]:
    """The events with the profiles that they are scored under and why, and those that no rule scores."""
    if choices is None:
        return {"profiles": [], "not_scored": [], "rules": {}}
    is_scored = pl.col("profile").is_not_null()
    return {
        "profiles": choices.filter(is_scored).to_dicts(),
        "not_scored": choices.filter(~is_scored).drop("profile").to_dicts(),
        "rules": {name: digest(rule_named(name)) for name in choices["profile"].drop_nulls().unique().sort()},
    }


def _counted(rows: pl.LazyFrame, name: str) -> dict[str, int]:
    counted = rows.group_by(pl.col(name).cast(pl.String), maintain_order=True).len()
    return dict(counted.sort("len", descending=True, maintain_order=True).collect().iter_rows())


def _without_a_score(written: Archive) -> dict[str, int]:
    """The lines that have no score or award and that N counts all the same, and of how many boards they are."""
    at_matchpoints = pl.col("profile").is_in(list(load_profiles()))
    unscored = written.scan("scores").filter(pl.col("method").is_null(), at_matchpoints)
    ids = unscored.select("event_id", "result_id").unique()
    lines = written.scan("results").filter(pl.col("kind") != "not_played")
    found = lines.join(ids, on=["event_id", "result_id"], how="semi").select("event_id", "session", "board").collect()
    return {"lines": found.height, "boards": found.n_unique()}


def _other_winners(outcomes: pl.LazyFrame) -> int:
    """The events of which a ranking has another winner than the one that was published."""
    own = outcomes.filter(pl.col("profile") == pl.col("own"), pl.col("winner_not_as_published"))
    return int(own.select(pl.col("event_id").n_unique()).collect().item())


def shares(seconds: dict[str, float]) -> dict[str, float]:
    """Each stage's part of all the time, in per cent.

    >>> shares({"ingest": 3.0, "audit": 1.0})
    {'ingest': 75.0, 'audit': 25.0}
    """
    total = sum(seconds.values())
    return {name: round(100 * taken / total, 1) if total else 0.0 for name, taken in seconds.items()}


def note_pages(directory: Path, written: site.Written) -> None:
    """Put the pages that were written anew into the run's account, where there is one."""
    account = read(directory)
    if account:
        write(directory, account | {"pages": pages(written)})


def pages(written: site.Written) -> dict[str, Any]:
    """How many pages were written, and how long it took."""
    return {"written": written.pages, "seconds": written.seconds}


def read(directory: Path) -> dict[str, Any]:
    """The account of a run's folder; empty where there is none that can be read."""
    try:
        found = json.loads((directory / RUN_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def rows_left(directory: Path, table: str) -> int | None:
    """How many rows the run left in a table; None where its account does not say."""
    counts = read(directory).get("counts")
    found = counts.get(table) if isinstance(counts, dict) else None
    return found if isinstance(found, int) else None


def write(directory: Path, account: dict[str, Any]) -> None:
    """Write the account of a run's folder; it stands there whole or as it was."""
    write_json(directory / RUN_FILE, account)


def rules_of(directory: Path) -> dict[str, str]:
    """By profile, the digest of what the rulebook asked in a run; empty where its account does not say."""
    rules = read(directory).get("rules")
    return rules if isinstance(rules, dict) else {}
