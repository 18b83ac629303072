"""A run as it goes: its stages in their order, their tables gathered, the account kept, all moved in at the end."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.errors import NeubergError
from neuberg.ingest import archive, incremental, same_events
from neuberg.ingest.account import conservation
from neuberg.parts import shelf
from neuberg.parts.plan import plan
from neuberg.parts.work import SCORE, VALIDATE, Outcome
from neuberg.report import queries, site, warehouse
from neuberg.report.site import calibration
from neuberg.season import account, manifest, record, sharing
from neuberg.season.before import dropped_rulings
from neuberg.season.given import RECORDED, Source
from neuberg.season.options import Options
from neuberg.season.publish import Staging
from neuberg.validate import copies, expectations, rulings

#: Called with what is being done, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]
#: The tables that each stage fills alone; `flags` has rows of both, in files of their own.
FILLED = {
    VALIDATE: ("quarantine", "law_outcomes", "rulings"),
    SCORE: (
        "scores", "standings", "differences", "audited", "explanations", "outcomes", "place_changes", "other_scores",
    ),
}  # fmt: skip
#: The findings that `run.json` and the summary name; the report has them all.
_FINDINGS = 5
#: Memory for the queries over all of a season; by itself DuckDB takes most of the machine's.
_MEMORY = "2GB"


class Run:
    """One run as it goes: where it goes, its options, its stages, and the seconds that each took."""

    def __init__(self, out: Path, options: Options, progress: Progress, stages: tuple[str, ...]) -> None:
        self._out = out
        self._options = options
        self._progress = progress
        self._stages = stages
        self._shelf = out.resolve() / shelf.FOLDER
        self._seconds: dict[str, float] = {}

    def go(self, source: Source, ruled: list[rulings.Ruling]) -> dict[str, Any]:
        """Make what there is to make; the account."""
        inputs = source.digest(self._out)
        made = manifest.made_from(self._options, is_whole=self._is_whole)
        if inputs and self._is_whole and manifest.is_current(self._out, made | {"inputs": inputs}):
            return account.read(self._out) | {"unchanged": True}
        with Staging(self._out) as staging:
            written = archive.Archive(staging.folder)
            with self._timed("ingest"):
                self._ingest(source, inputs, written, staging.folder)
                totals = conservation(written.scan("conservation").collect())
            done = self._parts(written, ruled)
            summary = self._summary(written, source, done) | {"conservation": totals}
            written.commit()
            self._report(staging.folder, written, done, summary)
            leaving = () if VALIDATE in self._stages else (expectations.FOLDER,)
            left = {name: self._out / name for name in leaving}
            # What was read is known by its digest only now; tables that were taken as read are as they were.
            made["inputs"] = (inputs if source.directory else source.digest(self._out)) or ""
            keys = {outcome.part: sorted(outcome.made) for outcome in done}
            manifest.write(staging.folder, made, keys, left)
            staging.publish(leaving)
        warehouse.build(self._out)
        if self._is_whole:
            shelf.tidy(self._shelf, {key for of_part in keys.values() for key in of_part})
        return summary

    @property
    def _is_whole(self) -> bool:
        return len(self._stages) == len(FILLED)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        self._progress(name, 0, 1)
        yield
        self._seconds[name] = round(time.perf_counter() - start, 3)
        self._progress(name, 1, 1)

    def _ingest(self, source: Source, inputs: str | None, written: archive.Archive, staged: Path) -> None:
        """Read the files, or take over the tables that hold what is in them, and those of the other stages."""
        tables = source.tables(self._out, inputs, self._options)
        if tables is None:
            for _ in incremental.read_into(written, source.files, self._out, self._options.jobs):
                self._progress("ingest", written.rows["files"], len(source.files))
            same_events.join(written)
        for name in RECORDED if tables is not None else ():
            self._adopt(written, tables or self._out, name)
        if self._options.body is not None:
            written.rewrite("events", lambda events: events.with_columns(body=pl.lit(self._options.body)))
        if tables is not None and tables.resolve() == self._out.resolve():
            self._leave(written, staged)

    def _leave(self, written: archive.Archive, staged: Path) -> None:
        """Take over what is of the tables that were read and of no stage that is done: suspicions, other stages'."""
        filled = {name for stage in self._stages for name in FILLED[stage]} | ({"flags"} if self._is_whole else set())
        for name in schemas.TABLES:
            if name not in RECORDED and name not in filled:
                self._adopt(written, self._out, name)
        if (self._out / calibration.FILE).is_file():
            shutil.copy2(self._out / calibration.FILE, staged / calibration.FILE)

    def _adopt(self, written: archive.Archive, directory: Path, name: str) -> None:
        """Take a table over, which must have the rows that its run left."""
        written.adopt(directory, name, but_of=self._stages if name == "flags" else ())
        wanted = account.rows_left(directory, name)
        # The flags of one stage are a part of them; and suspicions come after the run.
        is_whole = written.rows[name] == wanted or (name == "flags" and (directory / archive.TABLES / name).is_dir())
        if wanted is not None and name != "suspicions" and not is_whole:
            raise NeubergError(
                f"the table {str(directory / archive.TABLES / name)!r} is not whole: found {written.rows[name]} rows, "
                f"wanted {wanted}, as its {account.RUN_FILE} says; run the archive again"
            )

    def _parts(self, written: archive.Archive, ruled: list[rulings.Ruling]) -> list[Outcome]:
        """Work on every part, and gather what that makes into the tables."""
        with self._timed("plan"):
            parts = plan(written, self._options.part_rows)
            events = written.scan("events").collect()
            by_event = sharing.rulings_by_event(events, ruled)
        with self._timed("copies"):
            given = sharing.Given(self._copies(written, events, by_event), by_event, self._stages)
        for stage in self._stages:
            self._progress(stage, 0, max(1, len(parts)))
        done = sharing.outcomes(written, self._shelf, parts, given, self._options, self._show_parts)
        for outcome in done:
            for key, made in outcome.made.items():
                shelf.take(written, self._shelf, key, made, outcome.part)
        self._seconds |= {name: round(taken, 3) for name, taken in sharing.seconds(done)}
        return done

    def _show_parts(self, done: int, parts: int) -> None:
        for stage in self._stages:
            self._progress(stage, done, parts)

    def _copies(
        self, written: archive.Archive, events: pl.DataFrame, by_event: dict[int, list[rulings.Ruling]]
    ) -> pl.DataFrame:
        """The duplicate-deal index: what no part can tell by itself."""
        results, boards = written.scan("results"), written.scan("boards")
        if VALIDATE not in self._stages:
            boards = boards.limit(0)
        elif by_event:
            is_ruled = pl.col("event_id").is_in(list(by_event))
            every = [ruling for of_event in by_event.values() for ruling in of_event]
            ruled = rulings.apply_rulings(results.filter(is_ruled).collect(), boards, events, every).results
            results = pl.concat([results.filter(~is_ruled), ruled.lazy()])
        return copies(boards, events.lazy(), results)

    def _summary(self, written: archive.Archive, source: Source, done: list[Outcome]) -> dict[str, Any]:
        before = account.read(self._out)
        # A stage anew of a folder reads what the run read; the account says of what archive it is.
        named = map(Path, before.get("sources", [])) if source.is_of(self._out) else ()
        found = account.summary(written, [*named] or source.named, self._options, self._seconds)
        if SCORE in self._stages:
            chosen = shelf.scan(self._shelf, sharing.made(done), "choices")
            found |= account.scored_under(None if chosen is None else chosen.collect())
        else:
            found |= {name: before.get(name, []) for name in account.SCORED_UNDER}
        redone = {stage: sum(stage in outcome.redone for outcome in done) for stage in self._stages}
        held = dict.fromkeys([self._out, source.directory or self._out])
        dropped = next(filter(None, (dropped_rulings(folder, self._options) for folder in held)), {})
        return found | dropped | {"parts": {"all": len(done), "redone": redone}}

    def _report(self, folder: Path, written: archive.Archive, done: list[Outcome], summary: dict[str, Any]) -> None:
        if VALIDATE in self._stages and self._options.validation:
            with self._timed("record"):
                record.write(folder, written, self._shelf, sharing.made(done))
        with self._timed("report"):
            warehouse.build(folder)
            with warehouse.open(folder) as connection:
                warehouse.limit(connection, _MEMORY)
                summary["findings"] = queries.run(connection, "findings", most=_FINDINGS).to_dicts()
            account.write(folder, summary)
            if self._options.report:
                pages = site.write(folder, progress=lambda some, every: self._progress("pages", some, every))
                summary["pages"] = account.pages(pages)
        summary["shares"] = account.shares(self._seconds)
        account.write(folder, summary)
