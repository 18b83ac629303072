"""`neuberg detect`: the suspicions in sentences, the table, and the rulings that a person may accept."""

import os
import sys
from functools import partial
from itertools import count
from math import log10
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg.cli import printing
from neuberg.cli.progress import Shown
from neuberg.cli.sheets import sheets
from neuberg.detect import detect, load_coefficients
from neuberg.detect.calibration import calibration
from neuberg.detect.double_dummy import with_double_dummy
from neuberg.detect.findings import ENTRY, Finding
from neuberg.detect.proposals import as_rulings, proposed
from neuberg.detect.stage import Detected
from neuberg.ingest import archive
from neuberg.report import site
from neuberg.report.site import calibration as kept
from neuberg.season import alone

PROPOSALS = "proposed_rulings.toml"
_BAR = 40


class Options(NamedTuple):
    """What `neuberg detect` is asked for."""

    coefficients: Path | None
    calibrate: int
    every_board: bool
    at_least: float
    double_dummy: bool
    as_json: bool


def run(directory: Path, options: Options) -> None:
    """Detect, write the table `suspicions` and the proposed rulings into the directory, and say what was found.

    Raises:
        UsageError: the folder holds no run, or another command is at work in it.
    """
    with alone(directory):
        _run(directory, options)


def _run(directory: Path, options: Options) -> None:
    results, boards, events = (archive.scan(directory, name) for name in ("results", "boards", "events"))
    with Shown() as shown:
        found = detect(
            results,
            boards,
            events,
            load_coefficients(options.coefficients),
            every_board=options.every_board,
            at_least=options.at_least,
            progress=partial(shown.update, "boards"),
        )
        if options.double_dummy:
            found = with_double_dummy(found, partial(shown.update, "solving"))
        rates = calibration(found.found, options.calibrate) if options.calibrate else None
    _replace(directory, found, rates, options.calibrate)
    rulings = proposed(found.findings, found.found.boards)
    text = as_rulings(found.findings, events.collect(), rulings, sheets(directory, rulings))
    propose(directory / PROPOSALS, text)
    site.write(directory)
    if options.as_json:
        print(printing.as_json_text(_summary(found, rates)))
        return
    names = _names(events, archive.scan(directory, "files"))
    print("\n".join(map(printing.plain, _lines(found, names, directory))))
    if rates is not None:
        _print_rates(rates, options.calibrate)


def _names(events: pl.LazyFrame, files: pl.LazyFrame) -> dict[int, str]:
    """Each event's name with its date, for many have one name; with its file where they have one date too."""
    dated = pl.concat_str(pl.col("name"), pl.concat_str(pl.lit(" of "), "date").fill_null(""))
    named = events.join(files.select("file_id", "path"), on="file_id", how="left").with_columns(dated=dated)
    file = pl.concat_str(pl.lit(" ("), "path", pl.lit(")")).fill_null("")
    is_shared = pl.len().over("dated") > 1
    told = pl.concat_str("dated", pl.when(is_shared).then(file).otherwise(pl.lit("")))
    return dict(named.select("event_id", told).collect().iter_rows())


def _replace(directory: Path, found: Detected, rates: pl.DataFrame | None, times: int) -> None:
    """Put the suspicions in the place of the old, and their calibration, if it was asked for; that of others goes."""
    (directory / kept.FILE).unlink(missing_ok=True)
    archive.replace(directory, "suspicions", found.suspicions())
    if rates is not None:
        write(directory / kept.FILE, kept.as_text(times, rates))


def propose(file: Path, text: str) -> None:
    """Write the proposals; what stood there and differs, a person may have worked on: it is kept beside, numbered."""
    if file.exists() and file.read_text(encoding="utf-8", errors="replace") != text:
        kept = (file.with_name(f"{file.stem}.{number}{file.suffix}") for number in count(1))
        older = next(name for name in kept if not name.exists())
        file.rename(older)
        print(f"neuberg: {file.name} has changed; what stood there is kept as {older.name}", file=sys.stderr)
    write(file, text)


def write(file: Path, text: str) -> None:
    """Write a text file, in the place of the old one only once it is whole."""
    temporary = file.with_name(f".{file.name}-{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


def _summary(found: Detected, rates: pl.DataFrame | None) -> dict[str, Any]:
    return {
        "boards": found.account,
        "suspicions": found.suspicions().to_dicts(),
        "calibration": None if rates is None else rates.to_dicts(),
    }


def _lines(found: Detected, names: dict[int, str], directory: Path) -> list[str]:
    boards = [finding for finding in found.findings if finding.row["finding"] != ENTRY]
    entries = [finding for finding in found.findings if finding.row["finding"] == ENTRY]
    lines = ["boards:", *(f"  {count:,} {state}" for state, count in found.account.items() if count)]
    lines += [_counted(len(boards), "suspicion", "of a board or a table"), *(_said(one, names) for one in boards)]
    if entries:
        lines += [_counted(len(entries), "result", "that may be entered in a wrong seat")]
        lines += [_said(one, names) for one in entries]
    lines += ["A suspicion is no ruling: nothing is scored anew by it."]
    if any(finding.groups for finding in boards):
        lines += [f"Groups that a person may accept: {directory / PROPOSALS}"]
    return lines


def _counted(count: int, name: str, rest: str) -> str:
    return f"{count or 'no'} {name}{'' if count == 1 else 's'} {rest}{':' if count else ''}"


def _said(finding: Finding, names: dict[int, str]) -> str:
    row = finding.row
    event = names.get(row["event_id"]) or f"event {row['event_id']}"
    section = f", section {row['section']}" if row["section"] else ""
    place = f"{event}, session {row['session']}{section}, board {row['board']}"
    return f"  {place}: {row['finding']} ({row['certainty']}), {row['kind']}: {row['why']}"


def _print_rates(rates: pl.DataFrame, times: int) -> None:
    """The calibration: a table, and on a terminal a bar for each range, on a logarithmic scale."""
    print(f"How sure: boards by their factor, and how many of them with their order of play shuffled ({times} times)")
    printing.rows(rates.with_columns(plot=pl.Series([_bar(row) for row in rates.iter_rows(named=True)])))


def _bar(row: dict[str, Any]) -> str:
    """A sign for each tenth of a power of ten: `.` as far as the shuffled boards reach, `#` for those beyond."""
    own, null = (min(_BAR, round(10 * log10(1 + row[name]))) for name in ("boards", "shuffled"))
    return "." * min(own, null) + "#" * max(0, own - null)
