"""`neuberg audit DIR`: the account of a run's published figures, one event explained, or two runs compared."""

import sys
from pathlib import Path

import polars as pl

from neuberg.audit.in_words.explain import explained
from neuberg.audit.two_runs.against import compared
from neuberg.cli import printing
from neuberg.errors import UsageError
from neuberg.ingest.archive import scan
from neuberg.season import rules_of

_EXPLAINED = ("events", "audited", "explanations", "differences", "outcomes", "results", "scores")
#: Events of one name of which a message tells.
_SHOWN = 12
_COMPARED = ("files", "events", "boards", "results", "pairs", "rulings", "scores", "differences")


def run(directory: Path, event: str | None, explain: bool, against: Path | None, as_json: bool) -> None:
    """Print what was asked for.

    Raises:
        UsageError: the folder holds no run, there is no such event, or what is asked for does not go together.
    """
    if against is not None:
        if event is not None or explain:
            raise UsageError("--against compares two whole runs; wanted it without --event and --explain")
        _compare(directory, against, as_json)
    elif explain:
        _explain(directory, event, as_json)
    else:
        _account(directory, event, as_json)


def _compare(directory: Path, against: Path, as_json: bool) -> None:
    new, old = ({name: scan(run, name) for name in _COMPARED} for run in (directory, against))
    found = compared(new, old, (rules_of(directory), rules_of(against)))
    printing.rows(found, as_json=as_json)
    causes = found.group_by("change", "cause", maintain_order=True).len()
    words = (
        ", ".join(f"{count} {change} by {cause}" for change, cause, count in causes.iter_rows()) or "nothing changed"
    )
    print(f"neuberg: {words}", file=sys.stderr)


def _explain(directory: Path, event: str | None, as_json: bool) -> None:
    if event is None:
        raise UsageError("--explain needs --event: the event's name or its event_id")
    lines = list(explained({name: scan(directory, name) for name in _EXPLAINED}, _event_id(directory, event)))
    print(printing.as_json_text(lines) if as_json else "\n".join(map(printing.plain, lines)))


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
