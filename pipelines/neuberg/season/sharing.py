"""The parts given to an engine, where its workers find them, and what comes back from there."""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.errors import PartError
from neuberg.ingest.archive import Archive
from neuberg.parts import places, shelf
from neuberg.parts.plan import GIVEN, Part
from neuberg.parts.versions import code_version
from neuberg.parts.work import Outcome, Task, work
from neuberg.season.engines import engine
from neuberg.season.options import Options
from neuberg.validate import rulings


class Given(NamedTuple):
    """What all parts share.

    Attributes:
        copies: the duplicate-deal index.
        rulings: the rulings on each event.
        stages: which of `validate` and `score`.
    """

    copies: pl.DataFrame
    rulings: Mapping[int, list[rulings.Ruling]]
    stages: tuple[str, ...]


def outcomes(
    written: Archive,
    kept: Path,
    parts: list[Part],
    given: Given,
    options: Options,
    progress: Callable[[int, int], None],
) -> list[Outcome]:
    """What became of each part, in their order; what they made is on the shelf `kept`.

    Raises:
        PartError: rows are of no part or of two, or a part could not be worked on: it is named.
    """
    room = places.below(options.exchange, "parts") if options.exchange else str(kept)
    # Of this run alone: others may use the same address.
    lent = places.below(options.exchange or str(kept), f"run-{uuid.uuid4().hex}")
    try:
        shared = [_lent(part, lent) for part in parts] if options.exchange else parts
        places.write(copies := places.below(lent, "copies.parquet"), given.copies)
        found: dict[str, Outcome] = {}
        tasks = [_task(part, given, options, room, copies) for part in shared]
        with closing(engine(options)(work, tasks)) as finished:
            for outcome in finished:
                found[outcome.part] = outcome
                for key, whole in outcome.made.items() if options.exchange else ():
                    shelf.fetch(room, kept, key, whole)
                progress(len(found), len(parts))
    finally:
        places.remove(lent)
    done = [found[part.name] for part in parts]
    _check_rows(written, done)
    return done


def _task(part: Part, given: Given, options: Options, room: str, copies: str) -> Task:
    ruled = tuple(ruling for event in part.events for ruling in given.rulings.get(event, ()))
    return Task(part, given.stages, room, copies, ruled, options.profiles, code_version())


def _lent(part: Part, lent: str) -> Part:
    """The part with its own rows where the workers reach them."""
    files: dict[str, tuple[tuple[str, str | None], ...]] = {}
    wanted = pl.col("event_id").is_in(pl.Series(part.events, dtype=pl.Int64).implode())
    for table, own in part.files.items():
        # As a run's tables name them: whoever reads them takes the season from there.
        of_season = [[f"season={season}"] if season is not None else [] for _, season in own]
        there = [
            places.below(lent, part.name, table, *folder, f"{number}.parquet")
            for number, folder in enumerate(of_season)
        ]
        for (source, _), target in zip(own, there, strict=True):
            places.write(target, places.scan(source).filter(wanted).collect())
        files[table] = tuple((target, season) for target, (_, season) in zip(there, own, strict=True))
    return part._replace(files=files)


def _check_rows(written: Archive, done: list[Outcome]) -> None:
    """Every row of the tables is in one part: else an event was cut in two, or lost."""
    for table in GIVEN:
        read = sum(outcome.rows[table] for outcome in done)
        if read != written.rows[table]:
            raise PartError(f"the parts have {read} rows of {table}, the table {written.rows[table]}; wanted as many")


def rulings_by_event(events: pl.DataFrame, ruled: list[rulings.Ruling]) -> dict[int, list[rulings.Ruling]]:
    """The rulings on each event.

    Raises:
        RulingError: a ruling's event is not there.
    """
    found: dict[int, list[rulings.Ruling]] = {}
    for ruling in ruled:
        found.setdefault(rulings.event_id_of(events, ruling), []).append(ruling)
    return found


def made(done: list[Outcome]) -> dict[str, shelf.Made]:
    """What all parts made, by its keys, in the order of the parts."""
    return {key: found for outcome in done for key, found in outcome.made.items()}


def seconds(done: list[Outcome]) -> Iterator[tuple[str, float]]:
    """How long each step took, over all parts."""
    names = dict.fromkeys(name for outcome in done for name in outcome.seconds)
    for name in names:
        yield name, sum(outcome.seconds.get(name, 0) for outcome in done)
