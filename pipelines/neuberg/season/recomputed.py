"""The events of a run with the run's own figures, to be written as files: of each the rule that it is scored under."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg.errors import UsageError
from neuberg.export.events import Given, by_event, event_ids, together
from neuberg.export.format import TABLES
from neuberg.export.left_out import NOTHING, SCHEMA
from neuberg.export.recomputed import recomputed
from neuberg.parts.lines import ruled_lines
from neuberg.rules import rule_named
from neuberg.season import account
from neuberg.validate import rulings

_NEEDED = (*TABLES, "scores", "standings", "rulings")


class Chosen(NamedTuple):
    """The rule that each event is written under.

    Attributes:
        rules: by event_id, its profile.
        without: how many events are not scored under the profile asked for, or under any.
        doubtful: by event_id, the profiles of events that are scored under several, where none was asked for.
    """

    rules: dict[int, str]
    without: int
    doubtful: dict[int, list[str]]


def chosen_rules(directory: Path, event: str | None, profile: str | None) -> Chosen:
    """Under which rule each event of a run, or one, is written: its own, or the profile that is asked for.

    Raises:
        UsageError: the folder holds no run or no such event, there is no such profile, or no event is left.
    """
    keys = event_ids(directory, event)
    asked = rule_named(profile).name if profile is not None else None
    scored: dict[int, list[str]] = {key: [] for key in keys}
    for row in account.read(directory).get("profiles", ()):
        if row["event_id"] in scored and asked in (None, row["profile"]):
            scored[row["event_id"]].append(row["profile"])
    several = {key: names for key, names in scored.items() if len(names) > 1}
    rules = {key: names[0] for key, names in scored.items() if len(names) == 1}
    if not rules:
        raise UsageError(_nothing_left(asked, several))
    return Chosen(rules, len(keys) - len(rules) - len(several), several)


def _nothing_left(asked: str | None, several: dict[int, list[str]]) -> str:
    if several:
        names = sorted({name for of_event in several.values() for name in of_event})
        return f"found events scored under several rules, wanted one: name it with --profile, of {', '.join(names)}"
    under = f"under {asked}" if asked else "under any rule"
    return f"no event is scored {under}; wanted a run, or a `score` of it, that did: nothing is written"


def recomputed_events(directory: Path, chosen: Chosen) -> Iterator[Given]:
    """Each chosen event with the figures of its rule, and its lines as they were scored: ruled on, with points."""
    rules = pl.DataFrame({"event_id": list(chosen.rules), "profile": list(chosen.rules.values())})
    for frames in together(directory, list(chosen.rules), _NEEDED):
        lines, _ = ruled_lines(frames, rulings.recorded(frames["rulings"]))
        some = rules.join(frames["events"], on="event_id", how="semi")
        tables, left = recomputed(frames | {"results": lines.collect()}, some)
        parts: dict[Any, pl.DataFrame] = left.partition_by("event_id", as_dict=True)
        for key, own in by_event(tables):
            yield Given(own, parts[key,].select(*SCHEMA) if (key,) in parts else NOTHING)
