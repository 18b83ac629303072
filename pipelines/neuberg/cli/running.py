"""`neuberg run`, `validate` and `score` of a folder: their progress on stderr, its summary on stdout, and the gate."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import season
from neuberg.audit import UNANSWERED
from neuberg.cli import printing
from neuberg.cli.progress import Shown
from neuberg.errors import GateError
from neuberg.ingest.archive import scan
from neuberg.ingest.settings import FORMAT as SETTINGS
from neuberg.validate import expectations

#: Reasons for a profile that the summary names.
_REASONS = 5
_WORSE = {"error": ("error",), "warning": ("error", "warning")}


def options(
    profiles: list[str] | None,
    rulings: Path | None,
    validation: bool,
    report: bool,
    engine: str,
    scheduler: str | None,
    exchange: str | None,
) -> season.Options:
    """The options that several commands have."""
    return season.Options(
        ",".join(profiles) if profiles else None,
        rulings=rulings,
        validation=validation,
        report=report,
        engine=engine,
        scheduler=scheduler,
        exchange=exchange,
    )


def run(sources: list[Path], out: Path, options: season.Options, fail_on: str | None, as_json: bool) -> None:
    """Run, showing progress, and print the summary.

    Raises:
        GateError: `fail_on` is given and a flag or problem is of that severity or worse.
    """
    with Shown() as shown:
        summary = season.run(sources, out, options, shown.update)
    if summary.get("unchanged"):
        print("neuberg: nothing has changed since the last run", file=sys.stderr)
    _print(summary, out, as_json)
    if fail_on is not None:
        _gate(out, fail_on)


def validate(directory: Path, options: season.Options, fail_on: str | None, as_json: bool) -> None:
    """Make the checks anew, showing progress, and print the summary.

    Raises:
        UsageError: the folder holds no run.
        GateError: `fail_on` is given and a flag or problem is of that severity or worse.
    """
    with Shown() as shown:
        summary = season.again(directory, (season.VALIDATE,), options, shown.update)
    _tell_both(summary, "score")
    _print(summary, directory, as_json)
    if fail_on is not None:
        _gate(directory, fail_on)


def score(directory: Path, options: season.Options, as_json: bool) -> None:
    """Score and audit anew, showing progress, and print the summary.

    Raises:
        UsageError: the folder holds no run.
    """
    with Shown() as shown:
        summary = season.again(directory, (season.SCORE,), options, shown.update)
    _tell_both(summary, "validate")
    _print(summary, directory, as_json)


def _tell_both(summary: dict[str, Any], other: str) -> None:
    """Say on stderr that the other stage was done too, where it was."""
    if other in summary["parts"]["redone"]:
        said = "the rulings are others than those of the run, or its folder is of an earlier version"
        print(f"neuberg: {other} was done anew too, for {said}", file=sys.stderr)


def _print(summary: dict[str, Any], out: Path, as_json: bool) -> None:
    if as_json:
        print(printing.as_json_text(summary))
    else:
        print("\n".join(map(printing.plain, _lines(summary, out))))
    if pages := summary.get("pages"):
        # Of the clock, so not of the results.
        print(f"neuberg: {pages['written']:,} pages in {pages['seconds']:.1f} s", file=sys.stderr)
    _tell_unanswered(out)


def _tell_unanswered(out: Path) -> None:
    """Say on stderr which sign-offs have no effect."""
    flags = scan(out, "flags").filter(pl.col("check").is_in(list(UNANSWERED)))
    events = scan(out, "events").select("event_id", "name")
    for row in flags.join(events, on="event_id", how="left").collect().iter_rows(named=True):
        board = f", board {row['board']}" if row["board"] is not None else ""
        where = f"ruling on {row['name'] or row['event_id']}{board}"
        said = f"neuberg: {where} has no effect: found {row['found']}; wanted {row['expected']}"
        print(printing.plain(said), file=sys.stderr)


def _gate(out: Path, fail_on: str) -> None:
    found = {
        table: scan(out, table).collect()["severity"].cast(str).is_in(_WORSE[fail_on]).sum()
        for table in ("flags", "problems")
    }
    if any(found.values()):
        counts = " and ".join(f"{count} {table}" for table, count in found.items())
        raise GateError(f"{counts} of severity {' or '.join(_WORSE[fail_on])}")


def _lines(summary: dict[str, Any], out: Path) -> list[str]:
    """The summary in sentences: what was read, what was scored, where the report is, what matters most."""
    counts = summary["counts"]
    flagged = ", ".join(f"{count} {severity}" for severity, count in summary["flags"].items()) or "none"
    return [
        *_winners(summary["winners_not_as_published"]),
        statuses(summary["files"]),
        *(account(kind, row) for kind, row in summary["conservation"].items()),
        *_without_a_score(**summary.get("lines_without_a_score", {})),
        *_dropped(summary.get("rulings_dropped")),
        f"problems: {counts['problems']}; flags: {flagged}",
        _differing(summary["differences"]),
        *_scored(summary),
        *_written(out, "report", "report"),
        *_written(out, "record of the checks", expectations.FOLDER),
        f"most important findings:{'' if summary['findings'] else ' none'}",
        *(_finding(row) for row in summary["findings"]),
    ]


def _without_a_score(lines: int = 0, boards: int = 0) -> list[str]:
    """That lines of which no result could be read are tables of their boards all the same; nothing without any."""
    if not lines:
        return []
    line, board = ("line" if lines == 1 else "lines"), ("board" if boards == 1 else "boards")
    return [
        f"without a score or award: {lines} {line} of {boards} {board}; N counts them, the others are brought to it"
    ]


def _dropped(rulings: dict[str, Any] | None) -> list[str]:
    """That rulings of the run before do not hold in this one, which names none."""
    if rulings is None:
        return []
    count, file = rulings["rulings"], rulings["file"]
    named = f" of {file}" if file else ""
    said = "1 ruling" if count == 1 else f"{count} rulings"
    return [f"rulings: none; {said}{named} held in the run before: --rulings with the file makes them hold again"]


def _winners(events: int) -> list[str]:
    """Of how many events the winner as recomputed is not the one that was published; nothing where of none."""
    return [f"winner differs from the published one: {events} event{'' if events == 1 else 's'}"] if events else []


def _differing(classes: dict[str, int]) -> str:
    """The published figures that the event's own rule does not give, by what explains them, the most first."""
    total = sum(classes.values())
    listed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in classes.items())
    return f"published figures that differ: {total}" + (f" ({listed})" if listed else "")


def _written(out: Path, what: str, folder: str) -> list[str]:
    page = out / folder / "index.html"
    return [f"{what}: {page}"] if page.exists() else []


def statuses(files: dict[str, int]) -> str:
    """What became of the files, in a sentence.

    >>> statuses({"read_with_problems": 2, "settings": 1})
    'files: 2 read with problems, 1 neuberg.toml'
    """
    words = {SETTINGS: "neuberg.toml"}
    return "files: " + ", ".join(f"{count} {words.get(name, name.replace('_', ' '))}" for name, count in files.items())


def account(kind: str, row: dict[str, int]) -> str:
    """What became of the records of a kind, in a sentence."""
    others = {"rejected": "rejected", "superseded": "recorded a second time", "ignored": "left out by rule"}
    rest = "".join(f", {row[key]} {words}" for key, words in others.items() if row[key])
    return f"{kind}s: {row['found']} found, {row['loaded']} loaded{rest}"


def _finding(row: dict[str, Any]) -> str:
    board = f", board {row['board']}" if row["board"] is not None else ""
    place = f" ({row['file']}{':' + str(row['line']) if row['line'] else ''})" if row["file"] else ""
    event = f" in {row['event']}" if row["event"] else ""
    return f"  {row['importance']}. {row['what']}{event}{board}: {row['detail']}{place}"


def _scored(summary: dict[str, Any]) -> list[str]:
    reasons: dict[str, Counter[str]] = {}
    for row in summary["profiles"]:
        reasons.setdefault(row["profile"], Counter())[row["why"]] += 1
    lines = []
    for name, counted in reasons.items():
        listed = list(counted.items())
        lines += [f"scored under {name}: {count} event(s), {why}" for why, count in listed[:_REASONS]]
        if rest := listed[_REASONS:]:
            # Each day of a long season is a reason of its own.
            others = sum(count for _, count in rest)
            lines.append(f"scored under {name}: {others} event(s) more, for {len(rest)} such reasons (see run.json)")
    if summary["not_scored"]:
        lines.append(f"not scored: {len(summary['not_scored'])} event(s), no rule for their scoring")
    return lines
