"""The pages that list all of something: every event, every finding, every ruling that is still needed."""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from neuberg.report.site import addresses
from neuberg.report.site.addresses import Pages
from neuberg.report.site.reading import Reader
from neuberg.report.site.sections import Section, section

#: Rows that a list shows: more than this a browser searches slowly, and the CSV has them all.
MOST = 5_000
_ALL = 2**31 - 1


class ListPage(NamedTuple):
    """A page of one table.

    Attributes:
        address: where it stands.
        title: its heading.
        section: the table.
        data: all rows, for its CSV.
    """

    address: str
    title: str
    section: Section
    data: pl.DataFrame


def lists(reader: Reader, overview: pl.DataFrame, pages: Pages) -> Iterator[ListPage]:
    """The lists, each with all its rows for a CSV."""
    yield _list(
        addresses.FINDINGS,
        "All findings",
        "The most important first: three of each kind before the fourth of any.",
        pages.linked(reader.report("findings", most=_ALL)),
        ("importance", "what", "event", "date", "session", "section", "board", "detail", "file", "line"),
        "Nothing was found.",
    )
    yield _list(
        addresses.EVENTS,
        "All events",
        "An event of which there is nothing to say has no page, unless all pages were asked for.",
        pages.linked(overview),
        (
            *("event", "date", "body", "competition", "scoring", "boards", "results", "errors", "warnings"),
            *("differences", "unexplained", "fouled_boards", "suspicions", "rulings_needed", "rulings", "file", "line"),
        ),
        "No event was read.",
    )
    yield _list(
        addresses.RULINGS,
        "Rulings still needed",
        "Questions that neither the archive nor a ruling answers, under each edition of the laws that may have been in"
        " force. neuberg rulings draft writes them as a file to complete.",
        pages.linked(reader.report("rulings_needed")),
        (
            *("event", "date", "session", "section", "board", "question", "edition", "clause", "outcome"),
            *("certainty", "file", "line"),
        ),
        "No ruling is needed.",
    )


def _list(address: str, title: str, says: str, frame: pl.DataFrame, columns: tuple[str, ...], empty: str) -> ListPage:
    links = {"event": "event_page", "board": "board_page"}
    anchor = address.removesuffix(".html")
    part = section(anchor, title, says, frame, columns, empty=empty, links=links, most=MOST)
    return ListPage(address, title, part, frame.select(columns))
