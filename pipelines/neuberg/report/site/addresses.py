"""Where each page stands below the report's folder; made of ids alone, so that no file's text is in an address."""

import hashlib

import polars as pl

INDEX, EVENTS, FINDINGS, RULINGS = "index.html", "events.html", "findings.html", "rulings.html"
AUDIT = "audit.html"


def event_folder(event_id: int) -> str:
    """The folder of an event's pages.

    >>> event_folder(255)
    'events/00000000000000ff'
    """
    return f"events/{event_id % 2**64:016x}"


def event_page(event_id: int) -> str:
    """An event's page."""
    return f"{event_folder(event_id)}/index.html"


def board_page(event_id: int, session: str, board: int) -> str:
    """A board's page, in its event's folder.

    >>> board_page(255, "1", 5)
    'events/00000000000000ff/board-5-6b86b2.html'
    """
    return f"{event_folder(event_id)}/board-{board}-{hashlib.sha256(session.encode()).hexdigest()[:6]}.html"


class Pages:
    """The pages that are made, so that only these are linked."""

    def __init__(self, events: set[int], boards: set[tuple[int, str, int]]) -> None:
        self.events = events
        self.boards = boards

    def linked(self, frame: pl.DataFrame, up: str = "") -> pl.DataFrame:
        """The frame with the columns `event_page` and `board_page`: addresses, from a page `up` below, or null."""
        keys = [
            frame[name].to_list() if name in frame.columns else [None] * frame.height
            for name in ("event_id", "session", "board")
        ]
        events = [up + event_page(event) if event in self.events else None for event in keys[0]]
        boards = [up + board_page(*key) if key in self.boards else None for key in zip(*keys, strict=True)]
        types = {"event_page": pl.String, "board_page": pl.String}
        return frame.hstack(pl.DataFrame({"event_page": events, "board_page": boards}, schema=types))
