"""The site of a run: written beside the one before it, and swapped in whole."""

import contextlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg.report import spreadsheet, warehouse
from neuberg.report.site import addresses, calibration, copying, events, lists, summary
from neuberg.report.site.addresses import Pages
from neuberg.report.site.audit_page import audit_page
from neuberg.report.site.files import Files
from neuberg.report.site.pseudonyms import pseudonyms
from neuberg.report.site.reading import Reader

FOLDER = "report"
_DIFFERENCES = "differences.csv"
_VALIDATION = "validation/index.html"
_SAYS = ("errors", "warnings", "differences", "fouled_boards", "suspicions", "rulings_needed", "rulings")
Progress = Callable[[int, int], None]


class Written(NamedTuple):
    """What was written: the first page, how many pages, and in how many seconds."""

    first_page: Path
    pages: int
    seconds: float


def write(
    directory: Path,
    *,
    all_pages: bool = False,
    hide_names: bool = False,
    progress: Progress | None = None,
    jobs: int | None = None,
) -> Written:
    """The folder `report` of a run's directory, written anew.

    Args:
        directory: a run's.
        all_pages: a page for every event and board, not only for those of which there is something to say.
        hide_names: people's names and numbers are replaced by pseudonyms on every page and in every CSV.
        progress: called with the events whose pages are written, and all there are.
        jobs: processes that write pages, where there are many; None: as many as there are cores.

    Raises:
        UsageError: the directory holds no run.
        NeubergError: a table's files cannot be read.
    """
    start = time.perf_counter()
    target, made = directory / FOLDER, directory / f".{FOLDER}-{os.getpid()}"
    try:
        with _shown(directory, hide_names) as shown, warehouse.open(shown) as connection:
            site = _Site(shown, made, Reader(connection), _read_account(shown / summary.RUN_FILE))
            site.calibration = calibration.read(directory)
            # The record of the checks has people's names in it.
            site.validation = None if hide_names else _validation(directory)
            site.write(all_pages=all_pages, progress=progress or _silent, jobs=jobs)
        shutil.rmtree(target, ignore_errors=True)
        made.replace(target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return Written(target / addresses.INDEX, site.pages_written, round(time.perf_counter() - start, 3))


@contextlib.contextmanager
def _shown(directory: Path, hide_names: bool) -> Iterator[Path]:
    """The run that the pages are made of: where names are hidden, a copy without them, for as long as it is read."""
    if not hide_names:
        yield directory
        return
    with warehouse.open(directory) as connection:
        names = pseudonyms(connection, directory)
    with tempfile.TemporaryDirectory(prefix=".pseudonyms-", dir=directory) as folder:
        copying.write(directory, Path(folder), names)
        yield Path(folder)


def _silent(_done: int, _total: int) -> None:
    """No progress is shown."""


def _read_account(file: Path) -> dict[str, Any]:
    """What `run.json` says; nothing where it is not there or is not whole."""
    try:
        account = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return account if isinstance(account, dict) else {}


def _validation(directory: Path) -> str | None:
    """The address of the auditors' record of the checks, where the run has one."""
    return f"../{_VALIDATION}" if (directory / _VALIDATION).is_file() else None


class _Site:
    """A site as it is written: its files, and what it is made of."""

    def __init__(self, directory: Path, folder: Path, reader: Reader, account: dict[str, Any]) -> None:
        self.files = Files(folder)
        self._directory = directory
        self._reader = reader
        self._account = account
        self.validation: str | None = None
        self.calibration: calibration.Calibration | None = None
        self.pages_written = 0

    def write(self, *, all_pages: bool, progress: Progress, jobs: int | None) -> None:
        overview = self._reader.report("events_overview")
        boards = self._reader.report("boards_of_interest")
        shown = overview if all_pages else overview.filter(pl.sum_horizontal(_SAYS) > 0)
        with_pages = self._every_board(boards) if all_pages else boards
        with_pages = with_pages.filter(pl.col("event_id").is_in(shown["event_id"].implode()))
        pages = Pages(set(shown["event_id"]), set(with_pages.select("event_id", "session", "board").iter_rows()))
        self._write_index(pages, f"{shown.height:,} events and {with_pages.height:,} boards")
        self._write_audit(pages)
        for found in lists.lists(self._reader, overview, pages):
            self._write_list(found)
        self._write_events(shown, with_pages, progress, jobs)
        self.pages_written += self.files.pages

    def _every_board(self, found: pl.DataFrame) -> pl.DataFrame:
        """Every board of the archive, with what was found on it."""
        text = "SELECT DISTINCT event_id, session, board FROM {} WHERE session IS NOT NULL AND board IS NOT NULL"
        every = self._reader.rows(f"{text.format('results')} UNION {text.format('boards')}")
        keys = ["event_id", "session", "board"]
        return every.join(found, on=keys, how="full", coalesce=True, nulls_equal=True).sort(keys)

    def _write_index(self, pages: Pages, made: str) -> None:
        reader, account = self._reader, self._account
        parts = self.files.with_data("", list(summary.sections(reader, account, pages, self.calibration)))
        figures, chart = summary.key_figures(reader), summary.chart(reader)
        shown = {"made": made, "account": account, "figures": figures, "chart": chart, "validation": self.validation}
        self.files.page(addresses.INDEX, "index.html", **shown, sections=parts)

    def _write_audit(self, pages: Pages) -> None:
        page = audit_page(self._reader, pages)
        if page.in_all:
            self.files.write(_DIFFERENCES, spreadsheet.csv(page.differences))
        parts = self.files.with_data("audit-", page.sections)
        self.files.page(addresses.AUDIT, "audit.html", page=page, sections=parts, csv=_DIFFERENCES)

    def _write_list(self, found: lists.ListPage) -> None:
        name = f"{found.section.anchor}.csv"
        self.files.write(name, spreadsheet.csv(found.data))
        self.files.page(found.address, "list.html", title=found.title, section=found.section, csv=name)

    def _write_events(self, shown: pl.DataFrame, boards: pl.DataFrame, progress: Progress, jobs: int | None) -> None:
        why: dict[int, list[str]] = {}
        for entry in self._account.get("profiles", []):
            why.setdefault(entry["event_id"], []).append(f"{entry['profile']} ({entry['why']})")
        whole = events.Batch(self._directory, self.files.folder, shown, self._reader.small(), boards, why)
        done = 0
        progress(done, shown.height)
        for count, written in events.write(whole, jobs):
            done, self.pages_written = done + count, self.pages_written + written
            progress(done, shown.height)
