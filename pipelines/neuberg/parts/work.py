"""What is done to one part: read, checked, scored, audited, and kept; the same in this process and in a worker's."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import polars as pl

from neuberg import audit, schemas
from neuberg.errors import NeubergError, PartError
from neuberg.parts import places, shelf
from neuberg.parts.choices import by_profile, choices, methods, with_not_added
from neuberg.parts.lines import ruled_lines
from neuberg.parts.plan import Part, load
from neuberg.parts.unruled import differences_as_read
from neuberg.parts.versions import code_version
from neuberg.rules import ImpProfile, rule_named
from neuberg.score import exact_of_a_run, standings
from neuberg.validate import Tables, deals, judge, laws, quarantine, rulings

VALIDATE, SCORE = "validate", "score"
#: Keys of failing rows stand in the kept verdicts; those of the others are not asked for.
VERDICTS = "verdicts_"
Frames = dict[str, pl.DataFrame]


class Task(NamedTuple):
    """A part, and what is to be done to it.

    Attributes:
        part: the part.
        stages: which of `validate` and `score`.
        shelf: where what is made is kept.
        copies: the file of the duplicate-deal index.
        rulings: the rulings on its events.
        profiles: the profiles asked for; none: those in force.
        code: the digest of the code that planned it.
    """

    part: Part
    stages: tuple[str, ...]
    shelf: str
    copies: str
    rulings: tuple[rulings.Ruling, ...]
    profiles: tuple[str, ...]
    code: str


class Outcome(NamedTuple):
    """What became of a task.

    Attributes:
        part: the part's name.
        made: what is kept under each key.
        redone: the stages that were not kept from before.
        rows: the rows read of each table.
        seconds: how long each step took now.
    """

    part: str
    made: dict[str, shelf.Made]
    redone: tuple[str, ...]
    rows: dict[str, int]
    seconds: dict[str, float]


class Clock:
    """The seconds that named steps took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Count what is done within as a step."""
        start = time.perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0) + time.perf_counter() - start


def work(task: Task) -> Outcome:
    """The part worked on, as far as it was not before.

    Raises:
        NeubergError: a ruling's guard no longer holds, or the part could not be worked on: it is named.
    """
    try:
        return _work(task)
    except NeubergError:
        raise
    except Exception as error:
        place = f"the part {task.part.name} ({len(task.part.events)} events, from event {task.part.events[0]} on)"
        raise PartError(f"{place}: {type(error).__name__}: {error}") from error


def _work(task: Task) -> Outcome:
    if task.code != code_version():
        raise PartError(f"the part {task.part.name}: a worker runs another version of neuberg or polars than was asked")
    clock = Clock()
    with clock("read"):
        given = load(task.part)
        given["copies"] = _copies(task)
        keys = _keys(given, task)
    kept = {stage: shelf.find(task.shelf, keys[stage]) for stage in task.stages}
    due = tuple(stage for stage in task.stages if kept[stage] is None)
    if due:
        with clock("lines"):
            lines, ruled = ruled_lines(given, task.rulings)
        makers = {VALIDATE: _validated, SCORE: _scored}
        for stage in due:
            own = Clock()
            tables = makers[stage](given, lines, ruled, task, own)
            with own("write"):
                kept[stage] = shelf.put(task.shelf, keys[stage], tables, own.seconds)
            for name, seconds in own.seconds.items():
                clock.seconds[name] = clock.seconds.get(name, 0) + seconds
    rows = {name: given[name].height for name in task.part.rows}
    made = {keys[stage]: found for stage, found in kept.items() if found is not None}
    return Outcome(task.part.name, made, due, rows, clock.seconds)


def _copies(task: Task) -> pl.DataFrame:
    wanted = pl.Series(task.part.events, dtype=pl.Int64).implode()
    return places.scan(task.copies).filter(pl.col("event_id").is_in(wanted)).collect()


def _keys(given: Frames, task: Task) -> dict[str, str]:
    """For each stage a digest of all that what it makes depends on."""
    common = hashlib.sha256(task.code.encode())
    common.update(repr([ruling.data for ruling in task.rulings]).encode())
    for name in task.part.rows:
        common.update(name.encode())
        _digest(common, given[name])
    validate, score = common.copy(), common
    _digest(validate, given["copies"])
    score.update(repr(task.profiles).encode())
    return {VALIDATE: f"{VALIDATE}-{validate.hexdigest()[:32]}", SCORE: f"{SCORE}-{score.hexdigest()[:32]}"}


def _digest(digest: Any, frame: pl.DataFrame) -> None:
    if not frame.is_empty():
        digest.update(frame.hash_rows().to_numpy())


def _validated(given: Frames, lines: pl.LazyFrame, ruled: pl.DataFrame, _task: Task, clock: Clock) -> Frames:
    """What the checks and the laws say."""
    events, boards = given["events"].lazy(), given["boards"].lazy()
    with clock("validate"):
        counted = deals(boards).collect().lazy()
        judged = judge(Tables(events, boards, lines, given["pairs"].lazy(), given["copies"].lazy(), counted))
        verdicts = {VERDICTS + name: _narrow(rows) for name, rows in judged.verdicts.items()}
        found = {"flags": judged.flags, "quarantine": quarantine(judged), "rulings": ruled, **verdicts}
    with clock("laws"):
        situations = laws.situations(boards, lines, events, counted, given["copies"].lazy()).collect()
        found["law_outcomes"] = laws.law_outcomes(situations, ruled)
    return found


def _narrow(verdicts: pl.DataFrame) -> pl.DataFrame:
    """The verdicts, the keys of rows that pass every check left out: they are most rows, and nobody looks for them."""
    names = [name for name, dtype in verdicts.schema.items() if dtype == pl.Boolean]
    passes = pl.all_horizontal(names)
    return verdicts.with_columns(
        pl.when(~passes).then(pl.col(name)).alias(name) for name in verdicts.columns if name not in names
    )


def _scored(given: Frames, lines: pl.LazyFrame, ruled: pl.DataFrame, task: Task, clock: Clock) -> Frames:
    """The scores and standings under each profile, and the audit."""
    scored: dict[str, pl.LazyFrame] = {}
    made: dict[str, list[pl.DataFrame]] = {"scores": [], "standings": []}
    pairs = given["pairs"].lazy()
    penalties = rulings.penalties(ruled) if ruled.height else None
    chosen = choices(given["events"], lines, task.profiles)
    rulings.check_units(list(task.rulings), given["events"], methods(chosen))
    for name, own in by_profile(lines, chosen):
        with clock("score"):
            scored[name] = exact_of_a_run(own, profile=name).collect().lazy()
            made["scores"].append(schemas.conform(scored[name], schemas.SCORES).collect())
        with clock("standings"):
            made["standings"].append(standings(scored[name], profile=name, pairs=pairs, penalties=penalties).collect())
    tables = {name: pl.concat([schemas.empty(schemas.TABLES[name]), *frames]) for name, frames in made.items()}
    chosen = with_not_added(chosen, tables["standings"], lines, pairs)
    with clock("audit"):
        at_points = [name for name in scored if not isinstance(rule_named(name), ImpProfile)]
        points = {name: _in_one_piece(scored.pop(name)) for name in at_points}
        audited = audit.audit(lines, points, tables["standings"].lazy(), pairs, matches=_matches(chosen))
        if not audit.changing(ruled).is_empty():
            audited = audit.with_figures_before(audited, differences_as_read(given, ruled, chosen), ruled)
        audited["differences"] = audit.signed(audited["differences"], ruled)
        audited["flags"] = audit.unanswered(audited["differences"], ruled)
        tables |= {name: _sorted(rows) for name, rows in audited.items()}
    return {**tables, "choices": chosen}


def _in_one_piece(scored: pl.LazyFrame) -> pl.LazyFrame:
    """The scored lines with each column in one piece.

    Lines with second answers come in pieces that are cut otherwise in some columns than in others: every row looked up
    in such a frame would put all of it together again. One column at a time, so that few are kept twice.
    """
    lines = scored.collect()
    for place, name in enumerate(lines.columns):
        lines.replace_column(place, lines[name].rechunk())
    return lines.lazy()


def _matches(chosen: pl.DataFrame) -> list[int]:
    """The events that are scored as matches at IMPs."""
    return [event for event, method in methods(chosen).items() if method == "match_imps"]


def _sorted(rows: pl.DataFrame) -> pl.DataFrame:
    """In one order, so that the same files give the same bytes in every run."""
    return rows.sort([name for name, dtype in rows.schema.items() if not dtype.is_nested()])
