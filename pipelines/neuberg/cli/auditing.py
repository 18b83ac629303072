"""`neuberg audit DIR`: the account of a run's published figures, one event explained, or two runs compared."""

import sys
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.audit.in_words.explain import TABLES, explained
from neuberg.audit.in_words.worked_board import worked_board
from neuberg.audit.two_runs.against import compared
from neuberg.cli import printing
from neuberg.errors import UsageError
from neuberg.ingest.archive import scan
from neuberg.season import rules_of
from neuberg.season.one_event import tables_of_event

#: Events of one name of which a message tells.
_SHOWN = 12
_COMPARED = ("files", "events", "boards", "results", "pairs", "rulings", "scores", "differences")


class Options(NamedTuple):
    """What is asked of a run: its account, or one event, or one board of it in words, or what an earlier run had."""

    event: str | None
    explain: bool
    board: int | None
    pair: str | None
    against: Path | None
    as_json: bool


def run(directory: Path, asked: Options) -> None:
    """Print what was asked for.

    Raises:
        UsageError: the folder holds no run, there is no such event, or what is asked for does not go together.
    """
    if asked.board is not None and not asked.explain:
        raise UsageError("--board without --explain; wanted both")
    if asked.pair is not None and asked.board is None:
        raise UsageError("--pair without --board; wanted both")
    if asked.against is not None:
        if asked.event is not None or asked.explain:
            raise UsageError("--against compares two whole runs; wanted it without --event and --explain")
        _compare(directory, asked.against, asked.as_json)
    elif asked.explain:
        _explain(directory, asked)
    else:
        _account(directory, asked.event, asked.as_json)


def _compare(directory: Path, against: Path, as_json: bool) -> None:
    new, old = ({name: scan(run, name) for name in _COMPARED} for run in (directory, against))
    found = compared(new, old, (rules_of(directory), rules_of(against)))
    printing.rows(found, as_json=as_json)
    causes = found.group_by("change", "cause", maintain_order=True).len()
    words = (
        ", ".join(f"{count} {change} by {cause}" for change, cause, count in causes.iter_rows()) or "nothing changed"
    )
    print(f"neuberg: {words}", file=sys.stderr)


def _explain(directory: Path, asked: Options) -> None:
    if asked.event is None:
        raise UsageError("--explain needs --event: the event's name or its event_id")
    own = tables_of_event(directory, TABLES, _event_id(directory, asked.event))
    lines = list(explained(own) if asked.board is None else worked_board(own, asked.board, asked.pair))
    print(printing.as_json_text(lines) if asked.as_json else "\n".join(map(printing.plain, lines)))


def _account(directory: Path, event: str | None, as_json: bool) -> None:
    found = scan(directory, "audited")
    if event is not None:
        found = found.filter(pl.col("event_id") == _event_id(directory, event))
    names = scan(directory, "events").select("event_id", event="name")
    account = found.join(names, on="event_id", how="left").sort("event_id", "level", "quantity", "profile")
    printing.rows(account.collect(), as_json=as_json)


def _event_id(directory: Path, event: str) -> int:
    """The event of a name or event_id.

    Raises:
        UsageError: it is not one.
    """
    named = (pl.col("name") == event) | (pl.col("event_id").cast(pl.String) == event)
    files = scan(directory, "files").select("file_id", "path")
    found = scan(directory, "events").filter(named).join(files, on="file_id", how="left").sort("date", "event_id")
    fitting = found.select("event_id", "date", "path").collect().rows()
    if len(fitting) != 1:
        some = (f"{number} ({date or 'no date'}, {path})" for number, date, path in fitting[:_SHOWN])
        more = ["…"] if len(fitting) > _SHOWN else []
        known = f": {', '.join([*some, *more])}" if fitting else ""
        raise UsageError(f"{len(fitting)} events {event!r}{known}; wanted one, by its name or event_id")
    return int(fitting[0][0])
