"""The site of a run: written beside the one before it, and swapped in whole."""

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg.report import spreadsheet, warehouse
from neuberg.report.site import addresses, calibration, lists, summary
from neuberg.report.site.addresses import Pages
from neuberg.report.site.board_pages import board_page
from neuberg.report.site.event_pages import event_page
from neuberg.report.site.pseudonyms import pseudonyms
from neuberg.report.site.reading import Frames, Reader, by_event
from neuberg.report.site.rendering import Renderer
from neuberg.report.site.sections import Section

FOLDER = "report"
_VALIDATION = "validation/index.html"
#: Events whose rows are read at once.
_BATCH = 200
_SAYS = ("errors", "warnings", "differences", "fouled_boards", "suspicions", "rulings_needed", "rulings")
Progress = Callable[[int, int], None]


class Written(NamedTuple):
    """What was written: the first page, how many pages, and in how many seconds."""

    first_page: Path
    pages: int
    seconds: float


def write(
    directory: Path, *, all_pages: bool = False, hide_names: bool = False, progress: Progress | None = None
) -> Written:
    """The folder `report` of a run's directory, written anew.

    Args:
        directory: a run's.
        all_pages: a page for every event and board, not only for those of which there is something to say.
        hide_names: people's names and numbers are replaced by pseudonyms on every page and in every CSV.
        progress: called with the events whose pages are written, and all there are.

    Raises:
        UsageError: the directory holds no run.
        NeubergError: a table's files cannot be read.
    """
    start = time.perf_counter()
    target, made = directory / FOLDER, directory / f".{FOLDER}-{os.getpid()}"
    with warehouse.open(directory) as connection:
        names = pseudonyms(connection, directory) if hide_names else None
        try:
            site = _Site(made, Reader(connection, names), _read_account(directory / summary.RUN_FILE))
            site.calibration = calibration.read(directory)
            # The record of the checks has people's names in it.
            site.validation = None if hide_names else _validation(directory)
            site.write(all_pages=all_pages, progress=progress or _silent)
            shutil.rmtree(target, ignore_errors=True)
            made.replace(target)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return Written(target / addresses.INDEX, site.pages_written, round(time.perf_counter() - start, 3))


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
    """A site as it is written: its folder, what it is made of, and how many pages it has."""

    def __init__(self, folder: Path, reader: Reader, account: dict[str, Any]) -> None:
        self._folder = folder
        self._reader = reader
        self._account: dict[str, Any] = reader.value(account)
        self._renderer = Renderer()
        self._why: dict[int, list[str]] = {}
        for entry in self._account.get("profiles", []):
            self._why.setdefault(entry["event_id"], []).append(f"{entry['profile']} ({entry['why']})")
        self.validation: str | None = None
        self.calibration: calibration.Calibration | None = None
        self.pages_written = 0

    def write(self, *, all_pages: bool, progress: Progress) -> None:
        overview = self._reader.report("events_overview")
        boards = self._reader.report("boards_of_interest")
        events = overview if all_pages else overview.filter(pl.sum_horizontal(_SAYS) > 0)
        shown = self._every_board(boards) if all_pages else boards
        shown = shown.filter(pl.col("event_id").is_in(events["event_id"].implode()))
        pages = Pages(set(events["event_id"]), set(shown.select("event_id", "session", "board").iter_rows()))
        self._write_index(pages)
        for found in lists.lists(self._reader, overview, pages):
            self._write_list(found)
        self._write_events(events, shown, pages, progress)

    def _every_board(self, found: pl.DataFrame) -> pl.DataFrame:
        """Every board of the archive, with what was found on it."""
        text = "SELECT DISTINCT event_id, session, board FROM {} WHERE session IS NOT NULL AND board IS NOT NULL"
        every = self._reader.rows(f"{text.format('results')} UNION {text.format('boards')}")
        keys = ["event_id", "session", "board"]
        return every.join(found, on=keys, how="full", coalesce=True, nulls_equal=True).sort(keys)

    def _write_index(self, pages: Pages) -> None:
        reader, account = self._reader, self._account
        parts = self._with_data("", list(summary.sections(reader, account, pages, self.calibration)))
        figures, chart = summary.key_figures(reader), summary.chart(reader)
        shown = {"account": account, "figures": figures, "chart": chart, "validation": self.validation}
        self._write(addresses.INDEX, "index.html", **shown, sections=parts)

    def _write_list(self, found: lists.ListPage) -> None:
        name = f"{found.section.anchor}.csv"
        (self._folder / name).write_bytes(spreadsheet.csv(found.data))
        self._write(found.address, "list.html", title=found.title, section=found.section, csv=name)

    def _write_events(self, events: pl.DataFrame, boards: pl.DataFrame, pages: Pages, progress: Progress) -> None:
        small = by_event(self._reader.small() | {"boards_of_interest": boards})
        progress(0, events.height)
        for start in range(0, events.height, _BATCH):
            batch = events[start : start + _BATCH]
            large = by_event(self._reader.of_events(batch["event_id"]))
            for done, row in enumerate(batch.iter_rows(named=True), start + 1):
                frames = small.get(row["event_id"], {}) | large.get(row["event_id"], {})
                self._write_event(row, frames, pages)
                progress(done, events.height)

    def _write_event(self, event: dict[str, Any], frames: Frames, pages: Pages) -> None:
        page = event_page(event, self._why.get(event["event_id"], []), frames, pages)
        address = addresses.event_page(event["event_id"])
        folder = addresses.event_folder(event["event_id"])
        parts = self._with_data(f"{folder}/", page.sections)
        self._write(address, "event.html", event=event, page=page, sections=parts, up="../../")
        boards = frames.get("boards_of_interest")
        keys = [] if boards is None else boards.select("session", "board").rows()
        for at, (session, board) in enumerate(keys):
            beside = [keys[near] if 0 <= near < len(keys) else None for near in (at - 1, at + 1)]
            self._write_board(event, session, board, frames, beside)

    def _write_board(
        self,
        event: dict[str, Any],
        session: str,
        board: int,
        frames: Frames,
        beside: list[tuple[str, int] | None],
    ) -> None:
        address = addresses.board_page(event["event_id"], session, board)
        page = board_page(session, board, frames)
        near = [key and (key, Path(addresses.board_page(event["event_id"], *key)).name) for key in beside]
        parts = self._with_data(address.removesuffix(".html") + "-", page.sections)
        self._write(
            address, "board.html", event=event, page=page, sections=parts, before=near[0], after=near[1], up="../../"
        )

    def _with_data(self, stem: str, sections: list[Section]) -> list[tuple[Section, str | None]]:
        """Each section with the name of its CSV, which is written; none where the page has all its rows."""
        found: list[tuple[Section, str | None]] = []
        for part in sections:
            file = None if part.data is None else self._folder / f"{stem}{part.anchor}.csv"
            if file is not None and part.data is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(spreadsheet.csv(part.data))
            found.append((part, file.name if file else part.csv))
        return found

    def _write(self, address: str, template: str, **values: Any) -> None:
        file = self._folder / address
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self._renderer.page(template, **values), encoding="utf-8")
        self.pages_written += 1
