"""The pages of events and of their boards, some hundreds of events at a time, in a process a core."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg.report import warehouse
from neuberg.report.site import addresses
from neuberg.report.site.addresses import Pages
from neuberg.report.site.board_pages import board_page
from neuberg.report.site.board_rows import by_board, of_board
from neuberg.report.site.event_pages import event_page
from neuberg.report.site.files import Files
from neuberg.report.site.reading import Frames, Reader, by_event

#: Events whose rows are read at once: at least, so that a query is worth its while, and at most, for the memory.
_LEAST, _MOST = 25, 400
#: Pages from which a second process is worth its start.
_WORTH = 1_000
_UP = "../../"


class Batch(NamedTuple):
    """Some events with all that their pages take besides the warehouse.

    Attributes:
        directory: where the warehouse is.
        folder: the site's.
        events: their rows of `events_overview`.
        small: the rows of the tables of what was found on boards.
        boards: the boards that get a page.
        why: of each event, the profiles that score it, and why these.
    """

    directory: Path
    folder: Path
    events: pl.DataFrame
    small: Frames
    boards: pl.DataFrame
    why: dict[int, list[str]]


def write(whole: Batch, jobs: int | None = None) -> Iterator[tuple[int, int]]:
    """Write the pages of all events; after each batch, how many events are done, and how many pages these have."""
    cores = jobs or os.cpu_count() or 1
    pages = whole.events.height + whole.boards.height
    if cores == 1 or pages < _WORTH:
        for batch in _batches(whole, _MOST):
            yield batch.events.height, write_batch(batch)
        return
    size = min(_MOST, max(_LEAST, whole.events.height // (4 * cores)))
    # A forked process would have the locks of polars' threads, but not the threads.
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        batches = list(_batches(whole, size))
        for batch, written in zip(batches, pool.map(write_batch, batches), strict=True):
            yield batch.events.height, written


def _batches(whole: Batch, size: int) -> Iterator[Batch]:
    for start in range(0, whole.events.height, size):
        events = whole.events[start : start + size]
        own = pl.col("event_id").is_in(events["event_id"].implode())
        yield whole._replace(
            events=events,
            small={name: frame.filter(own) for name, frame in whole.small.items()},
            boards=whole.boards.filter(own),
            why={event: whole.why[event] for event in events["event_id"] if event in whole.why},
        )


def write_batch(batch: Batch) -> int:
    """Write the pages of a batch; how many."""
    files = Files(batch.folder)
    keys = batch.boards.select("event_id", "session", "board")
    pages = Pages(set(batch.events["event_id"]), set(keys.iter_rows()))
    with warehouse.open(batch.directory) as connection:
        rows = Reader(connection).of_events(batch.events["event_id"])
    apart = by_event(batch.small | {"boards_of_interest": batch.boards} | rows)
    for event in batch.events.iter_rows(named=True):
        why = batch.why.get(event["event_id"], [])
        _write_event(files, event, why, apart.get(event["event_id"], {}), pages)
    return files.pages


def _write_event(files: Files, event: dict[str, Any], why: list[str], frames: Frames, pages: Pages) -> None:
    page = event_page(event, why, frames, pages)
    folder = addresses.event_folder(event["event_id"])
    parts = files.with_data(f"{folder}/", page.sections)
    files.page(addresses.event_page(event["event_id"]), "event.html", event=event, page=page, sections=parts, up=_UP)
    boards = frames.get("boards_of_interest")
    keys = [] if boards is None else boards.select("session", "board").rows()
    rows = by_board(frames) if keys else {}
    for at, (session, board) in enumerate(keys):
        own = board_page(session, board, of_board(rows, session, board), why)
        before, after = (keys[near] if 0 <= near < len(keys) else None for near in (at - 1, at + 1))
        address = addresses.board_page(event["event_id"], session, board)
        near = {"before": _near(event, before), "after": _near(event, after)}
        parts = files.with_data(address.removesuffix(".html") + "-", own.sections)
        files.page(address, "board.html", event=event, page=own, sections=parts, up=_UP, **near)


def _near(event: dict[str, Any], key: tuple[str, int] | None) -> tuple[tuple[str, int], str] | None:
    """A board beside, and its address in the same folder."""
    return key and (key, Path(addresses.board_page(event["event_id"], *key)).name)
