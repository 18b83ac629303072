"""The reasoning of one event in words, with the arithmetic of one figure written out."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

import polars as pl

from neuberg.audit.in_words import sentences
from neuberg.audit.in_words.worked_figure import worked_figure

#: The tables that are read.
TABLES = ("events", "audited", "explanations", "differences", "outcomes", "results", "scores", "rulings")


def explained(own: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    """The lines of text that say what was found of an event.

    Args:
        own: its rows of `TABLES`, `results` as they were scored; `rulings` may be left out where there are none.
    """
    event = own["events"].row(0, named=True)
    date = event["date"] or event["date_given"] or "no date"
    yield f"{event['name'] or 'an event without a name'} ({date}), event_id {event['event_id']}"
    reproduced = (text for row in own["explanations"].iter_rows(named=True) for text in sentences.explanation(row))
    yield from _part("published figures", sentences.account(own["audited"]))
    yield from _part("what reproduces them best", reproduced)
    yield from _part("what differs from the event's own rule", sentences.differing(own["differences"]))
    matches = sentences.matches(own["scores"]["profile"].unique(), own["results"])
    yield from _part("who wins", chain(sentences.outcome(own["outcomes"]), matches))
    yield from worked_figure(own)


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A title and its lines; neither where there is none."""
    found = list(lines)
    if found:
        yield title
        yield from found
