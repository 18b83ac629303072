"""A whole run: the stages composed, their tables written, the account kept. Only here are frames collected."""

import datetime as dt
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg import audit, schemas
from neuberg._version import version
from neuberg.domain.plays import plays, with_points
from neuberg.errors import UsageError
from neuberg.ingest import archive, incremental, same_events, stage
from neuberg.ingest.account import conservation, counted, write_json
from neuberg.report import queries, site, warehouse
from neuberg.report.site import calibration
from neuberg.rules import ImpProfile, digest, in_force, rule_named
from neuberg.rules.choice import MATCHPOINTS
from neuberg.score import exact_of_a_run, standings
from neuberg.validate import Judged, Tables, expectations, judge, laws, quarantine, rulings

#: Called with what is being done, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]

RUN_FILE = "run.json"
AUTO = "auto"
#: The rule whose columns an empty file gets.
DEFAULT = "wbf-1991"
#: With more lines on its boards than these, an event at IMPs is no match: each score is held against all others.
_TABLES_OF_A_MATCH = 2
#: The scoring of an event, as the files say it, and the method that scores it.
_METHODS = {
    "matchpoints": MATCHPOINTS,
    "butler": "butler",
    "cross_imps": "cross_imps",
    "imps": "match_imps",
    "board_a_match": "board_a_match",
    "aggregate": "total_points",
}
_EXACT_DECIMALS = 4
#: The findings that `run.json` and the summary name; the report has them all.
_FINDINGS = 5


class Options(NamedTuple):
    """What a run is asked for besides its sources.

    Attributes:
        profile: a profile's name, or `auto`: the one in force for each event's body and date.
        body: the organising body of all events, in place of what the files say.
        rulings: a rulings file.
        jobs: processes that read files; None: as many as there are cores.
        validation: whether to write `validation/`, the auditors' record, which takes some seconds; the checks are
            made, and their flags kept, in any case.
    """

    profile: str = AUTO
    body: str | None = None
    rulings: Path | None = None
    jobs: int | None = None
    validation: bool = True


def run(
    sources: list[Path], out: Path, options: Options | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Read, check, score, audit and report the sources into the folder `out`; the account, as in `run.json`.

    Raises:
        UsageError: a source, a profile, a rulings file or a `neuberg.toml` is not right.
        ConservationError: a record could not be accounted for.
    """
    options = options or Options()
    if options.profile != AUTO:
        rule_named(options.profile)
    ruled = rulings.read_rulings(options.rulings) if options.rulings else []
    found = stage.inputs(sources)
    check_out(out, sources)
    return _Run(out, options, progress or _silent).go(sources, found, ruled)


def _silent(_stage: str, _done: int, _total: int) -> None:
    """No progress is shown."""


def check_out(out: Path, sources: list[Path]) -> None:
    """See to it that a folder may take a run's results.

    Raises:
        UsageError: it is a file, holds what is not of a run, or holds a source.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"{str(out)!r} is a file; wanted a folder for the run's results")
    written = (archive.TABLES, expectations.FOLDER, "report", RUN_FILE, warehouse.FILE_NAME, calibration.FILE)
    foreign = [name for name in written if (out / name).exists()]
    if foreign and not (out / archive.MARK).exists():
        raise UsageError(f"{str(out / foreign[0])!r} is not of a run; wanted a new folder or that of an earlier run")
    for source in sources:
        if source.resolve().is_relative_to(out.resolve()):
            raise UsageError(
                f"{str(source)!r} is a source in {str(out)!r}; wanted another folder for the run's results"
            )


class _Run:
    """One run as it goes: its archive, its options, and what is to stand in `run.json`."""

    def __init__(self, out: Path, options: Options, progress: Progress) -> None:
        self._out = out
        self._options = options
        self._progress = progress
        self._archive = archive.Archive(out)
        self._seconds: dict[str, float] = {}

    def go(self, sources: list[Path], found: list[stage.Input], ruled: list[rulings.Ruling]) -> dict[str, Any]:
        with self._timed("ingest"):
            self._ingest(found)
            account = conservation(self._archive.scan("conservation").collect())
        events = self._archive.scan("events").collect()
        with self._timed("validate"):
            lines = self._plays(events, ruled)
            judged = judge(Tables(events.lazy(), self._archive.scan("boards"), lines, self._archive.scan("pairs")))
            self._archive.append("flags", judged.flags)
            self._archive.append("quarantine", quarantine(judged))
            self._append("law_outcomes", self._outcomes(lines))
        choices = _choices(_with_tables(events, lines), self._options)
        rulings.check_units(ruled, events, _methods(choices))
        with self._timed("score"):
            scored = self._score(lines, choices)
        with self._timed("audit"):
            self._audit(lines, scored)
        # It is of the suspicions that the new tables replace.
        (self._out / calibration.FILE).unlink(missing_ok=True)
        self._archive.commit()
        with self._timed("record"):
            self._record(judged, events)
        summary = self._summary(sources, account, events, choices)
        with self._timed("report"):
            warehouse.build(self._out)
            with warehouse.open(self._out) as connection:
                summary["findings"] = queries.run(connection, "findings", most=_FINDINGS).to_dicts()
            write_json(self._out / RUN_FILE, summary)
            written = site.write(self._out, progress=lambda done, total: self._progress("pages", done, total))
        summary["pages"] = _pages(written)
        summary["seconds"] = self._seconds
        write_json(self._out / RUN_FILE, summary)
        return summary

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        self._progress(name, 0, 1)
        yield
        self._seconds[name] = round(time.perf_counter() - start, 3)
        self._progress(name, 1, 1)

    def _append(self, table: str, rows: pl.LazyFrame) -> None:
        self._archive.append(table, rows.collect())

    def _ingest(self, found: list[stage.Input]) -> None:
        for tables in incremental.read_all(found, self._out, self._options.jobs):
            for name, frame in tables.items():
                self._archive.append(name, self._with_body(frame) if name == "events" else frame)
            self._progress("ingest", self._archive.rows["files"], len(found))
        same_events.join(self._archive)

    def _with_body(self, events: pl.DataFrame) -> pl.DataFrame:
        if self._options.body is None:
            return events
        return events.with_columns(body=pl.lit(self._options.body))

    def _plays(self, events: pl.DataFrame, ruled: list[rulings.Ruling]) -> pl.LazyFrame:
        """Every traveller line with its board's facts, its group, award and fields as ruled, and its points."""
        results, boards = self._archive.scan("results"), self._archive.scan("boards")
        if ruled:
            applied = rulings.apply_rulings(results.collect(), boards, events, ruled)
            results = applied.results.lazy()
            self._archive.append("rulings", applied.rulings)
        return with_points(plays(results, boards, events.lazy())).collect().lazy()

    def _outcomes(self, lines: pl.LazyFrame) -> pl.LazyFrame:
        """What the laws say of boards with faulty cards or several forms."""
        situations = laws.situations(self._archive.scan("boards"), lines, self._archive.scan("events"))
        return laws.law_outcomes(situations.collect(), self._archive.scan("rulings").collect()).lazy()

    def _score(self, lines: pl.LazyFrame, choices: pl.DataFrame) -> dict[str, pl.LazyFrame]:
        """The lines as each profile scores them exactly, by the profile's name; their scores and standings written."""
        scored: dict[str, pl.LazyFrame] = {}
        pairs, ruled = self._archive.scan("pairs"), self._archive.scan("rulings").collect()
        penalties = rulings.penalties(ruled) if ruled.height else None
        for name, chosen in _by_profile(lines, choices):
            scored[name] = exact_of_a_run(chosen, profile=name).collect().lazy()
            self._append("scores", schemas.conform(scored[name], schemas.SCORES))
            self._append("standings", standings(scored[name], profile=name, pairs=pairs, penalties=penalties))
        return scored

    def _audit(self, lines: pl.LazyFrame, scored: dict[str, pl.LazyFrame]) -> None:
        points = {name: frame for name, frame in scored.items() if not isinstance(rule_named(name), ImpProfile)}
        found = audit.audit(lines, points, self._archive.scan("standings"), self._archive.scan("pairs"))
        ruled = self._archive.scan("rulings").collect()
        found["differences"] = audit.signed(found["differences"], ruled)
        self._archive.append("flags", audit.unanswered(found["differences"], ruled))
        for table, rows in found.items():
            # In one order, so that the same files give the same bytes in every run.
            plain = [name for name, dtype in rows.schema.items() if not dtype.is_nested()]
            self._archive.append(table, rows.sort(plain))

    def _record(self, judged: Judged, events: pl.DataFrame) -> None:
        """Write the auditors' record of the verdicts, or take an earlier run's away."""
        if not self._options.validation:
            expectations.remove(self._out)
            return
        files = archive.scan(self._out, "files").collect()
        expectations.write(self._out, judged, expectations.Pages(events, files))

    def _summary(
        self, sources: list[Path], account: dict[str, Any], events: pl.DataFrame, choices: pl.DataFrame
    ) -> dict[str, Any]:
        files = archive.scan(self._out, "files").collect()
        flagged = archive.scan(self._out, "flags").collect()
        return {
            "version": version(),
            "created": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            "sources": [str(source) for source in sources],
            "options": {key: value if value is None else str(value) for key, value in self._options._asdict().items()},
            "files": counted(files["status"]),
            "counts": {table: self._archive.rows[table] for table in schemas.TABLES},
            "flags": counted(flagged["severity"]),
            "differences": counted(archive.scan(self._out, "differences").collect()["class"]),
            "conservation": account,
            "profiles": choices.filter(pl.col("profile").is_not_null()).to_dicts(),
            "rules": {name: digest(rule_named(name)) for name in choices["profile"].drop_nulls().unique().sort()},
            "not_scored": choices.filter(pl.col("profile").is_null()).drop("profile").to_dicts(),
            "events": events.height,
            "seconds": self._seconds,
        }


def rules_of(directory: Path) -> dict[str, str]:
    """By profile, the digest of what the rulebook asked in a run; empty where its account does not say."""
    rules = _account_of(directory).get("rules")
    return rules if isinstance(rules, dict) else {}


def _account_of(directory: Path) -> dict[str, Any]:
    """What `run.json` says; nothing where it is not there or not right."""
    try:
        account = json.loads((directory / RUN_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return account if isinstance(account, dict) else {}


def note_pages(directory: Path, written: site.Written) -> None:
    """Put the pages that were written anew into the run's account, where there is one."""
    if account := _account_of(directory):
        write_json(directory / RUN_FILE, account | {"pages": _pages(written)})


def _pages(written: site.Written) -> dict[str, Any]:
    return {"written": written.pages, "seconds": written.seconds}


def scored_lines(tables: stage.Tables, options: Options) -> tuple[pl.DataFrame, list[tuple[str, str]]]:
    """One file's traveller lines scored, and the profiles used with why.

    The lines have the columns of `neuberg.score` besides their own, and `decimals`, which the profile prints; a line
    that its event's scoring keeps from matchpoints is not among them.
    """
    events = tables["events"]
    # Collected before it is scored: the optimizer takes many times longer over the two as one plan than it saves.
    lines = with_points(plays(tables["results"].lazy(), tables["boards"].lazy(), events.lazy())).collect().lazy()
    choices = _choices(_with_tables(events, lines), options)
    parts = [
        exact_of_a_run(chosen, profile=name).with_columns(decimals=pl.lit(_decimals(name)))
        for name, chosen in _by_profile(lines, choices)
    ]
    chosen = choices.filter(pl.col("profile").is_not_null()).unique(("profile", "why"), maintain_order=True)
    why = list(chosen.select("profile", "why").iter_rows())
    if not parts:
        parts = [exact_of_a_run(lines.limit(0), profile=DEFAULT).with_columns(decimals=pl.lit(_decimals(DEFAULT)))]
    return pl.concat([part.collect() for part in parts]), why


def _decimals(name: str) -> int:
    """The decimals in which a profile's matchpoints are printed: its rounding's, else four."""
    rule = rule_named(name)
    if isinstance(rule, ImpProfile) or rule.step is None:
        return _EXACT_DECIMALS
    return len(str(rule.step)) - 1


def _with_tables(events: pl.DataFrame, lines: pl.LazyFrame) -> pl.DataFrame:
    """The events with `tables`, the median of lines in a board's field, and `prints_imps`; null without lines."""
    printed = {unit: pl.col(f"published_ns_{unit}").is_not_null().any() for unit in ("mp", "pct", "imp")}
    fields = lines.group_by(schemas.FIELD_KEY).agg(_lines=pl.len(), **printed).group_by("event_id")
    only_imps = pl.col("imp").any() & ~(pl.col("mp") | pl.col("pct")).any()
    known = fields.agg(tables=pl.col("_lines").median(), prints_imps=only_imps).collect()
    return events.join(known, on="event_id", how="left")


def _choices(events: pl.DataFrame, options: Options) -> pl.DataFrame:
    """A row an event and profile it is scored under, with why; a null profile where it is not scored."""
    rows = [
        {"event_id": event["event_id"], "event": event["name"], "profile": name, "why": why}
        for event in events.iter_rows(named=True)
        for name, why in _profiles_of(event, options)
    ]
    names = {"event_id": pl.Int64, "event": pl.String, "profile": pl.String, "why": pl.String}
    return pl.DataFrame(rows, schema=names)


def _profiles_of(event: dict[str, Any], options: Options) -> list[tuple[str | None, str]]:
    # An event that does not say its scoring, and prints IMPs and nothing else, was scored at IMPs.
    unsaid = "imps" if event["prints_imps"] else MATCHPOINTS
    method = _METHODS.get(event["scoring"] or unsaid)
    if event["competition"] == "teams" and event["scoring"] is None:
        method = "match_imps"
    if method == "match_imps" and (event["tables"] or 0) > _TABLES_OF_A_MATCH:
        method = "cross_imps"
    if method is None:
        return [(None, f"its scoring is {event['scoring']}: no rule for it")]
    # A profile that is asked for says the method of an event that does not say its own.
    if options.profile != AUTO and (event["scoring"] is None or _method_of(options.profile) == method):
        return [(options.profile, "asked for")]
    if event["stated_profile"] is not None:
        return [(rule_named(event["stated_profile"]).name, "stated in neuberg.toml")]
    found = in_force(event["body"], event["date"], event["producer"], method=method)
    unfit = "" if options.profile == AUTO else f" ({options.profile} is no rule for {method.replace('_', ' ')})"
    taken = "" if event["scoring"] else f"; its scoring is not said, {method.replace('_', ' ')} is taken"
    return [(name, f"{why}{unfit}{taken}") for name, why in found]


def _methods(choices: pl.DataFrame) -> dict[int, str]:
    """By event, the method of the profile that it is scored under."""
    scored = choices.filter(pl.col("profile").is_not_null()).select("event_id", "profile")
    return {event_id: _method_of(name) for event_id, name in scored.iter_rows()}


def _method_of(name: str) -> str:
    rule = rule_named(name)
    return rule.method if isinstance(rule, ImpProfile) else MATCHPOINTS


def _by_profile(lines: pl.LazyFrame, choices: pl.DataFrame) -> Iterator[tuple[str, pl.LazyFrame]]:
    """Each profile with the lines of the events that are scored under it."""
    chosen = choices.filter(pl.col("profile").is_not_null())
    for (name,), events in chosen.partition_by("profile", as_dict=True, maintain_order=True).items():
        yield str(name), lines.filter(pl.col("event_id").is_in(events["event_id"].implode()))
