"""The summary of a run: one plain page that stands by itself, with no address outside it."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import jinja2
import polars as pl

from neuberg.report import queries, warehouse
from neuberg.report.tabulation import Tabulation, tabulate

RUN_FILE = "run.json"
_RECORD = "validation/index.html"
_TEMPLATES = Path(__file__).parent / "templates"
_FINDINGS, _ROWS = 20, 50


class Section(NamedTuple):
    """A part of the page.

    Attributes:
        anchor: its name within the page.
        title: its heading.
        says: a sentence on what is in it.
        empty: the sentence that stands where it has no rows.
        table: its rows.
    """

    anchor: str
    title: str
    says: str
    empty: str
    table: Tabulation


def write_summary(directory: Path) -> Path:
    """The page `report/index.html` of a run's directory, written anew.

    Raises:
        UsageError: the directory holds no run.
        NeubergError: a table's files cannot be read.
    """
    account = _read_account(directory / RUN_FILE)
    with warehouse.open(directory) as connection:
        record = (directory / _RECORD).exists()
        page = _render(account, record, _key_figures(connection), list(_sections(connection, account)))
    target = directory / "report" / "index.html"
    target.parent.mkdir(exist_ok=True)
    temporary = target.with_name(f".{target.name}-{os.getpid()}")
    temporary.write_text(page, encoding="utf-8")
    temporary.replace(target)
    return target


def _read_account(file: Path) -> dict[str, Any]:
    """What `run.json` says; nothing where it is not there or is not whole."""
    try:
        account = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return account if isinstance(account, dict) else {}


def _render(account: dict[str, Any], record: bool, figures: dict[str, str], sections: list[Section]) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("summary.html").render(
        account=account, record=record, figures=figures, sections=sections
    )


def _key_figures(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    counted = {
        "Files": "files",
        "Events": "events",
        "Deals": "boards",
        "Traveller lines": "results",
        "Contestants’ lines": "pairs",
        "Flags": "flags",
        "Differences": "differences",
    }
    rows = {label: connection.sql(f"SELECT count(*) FROM {table}").pl().item() for label, table in counted.items()}
    return {label: f"{count:,}" for label, count in rows.items()}


def _sections(connection: duckdb.DuckDBPyConnection, account: dict[str, Any]) -> Iterator[Section]:
    def report(name: str, *columns: str, most: int = _ROWS) -> Tabulation:
        return tabulate(queries.run(connection, name), columns, most=most)

    yield Section(
        "files",
        "What was read",
        "Files by format and by what became of them.",
        "No file was met.",
        report("files_by_format", "format", "status", "files", "bytes", "records", "problems"),
    )
    yield _conservation(connection)
    yield Section(
        "seasons",
        "Events by year",
        "What each season holds, and what was found in it.",
        "No event was read.",
        tabulate(connection.sql("FROM season_summary ORDER BY season").pl(), most=2 * _ROWS),
    )
    yield _findings(connection)
    yield Section(
        "flags",
        "Flags by check",
        "Checks that a deal or a result failed. A flag changes nothing: the row stands as it was read.",
        "No check failed.",
        report("flags_by_check", "check", "severity", "law", "flags", "events", "example"),
    )
    yield Section(
        "laws",
        "What the laws say",
        "Boards with faulty cards or several forms, by each law that may have been in force; only what was seen in a "
        "source is certain, and what only the director could know needs a ruling (neuberg rulings draft).",
        "No board raises a question of law.",
        report(
            "law_outcomes_by_event",
            *("event", "date", "board", "question", "edition", "authority", "clause", "outcome", "certainty", "file"),
        ),
    )
    yield Section(
        "suspicions",
        "Suspicions",
        "Boards and tables whose results do not fit the hand record, by neuberg detect; none is scored anew by it.",
        "Nothing is suspected, or neuberg detect has not been run.",
        report(
            "suspicions",
            *("finding", "event", "session", "section", "board", "kind", "bayes_factor", "rounds", "why"),
        ),
    )
    yield Section(
        "differences",
        "Differences by event",
        "Published figures that the recomputation under the event’s profile does not give, and how each is explained.",
        "No published figure differs from the recomputation.",
        report(
            "differences_by_event",
            *("event", "date", "profile", "class", "results", "boards", "pairs", "places", "largest_difference"),
        ),
    )
    yield Section(
        "problems",
        "Problems in reading",
        "What the readers could not take, or took with a doubt; a rejected record is in no table.",
        "The readers met no problem.",
        report("problems_by_code", "code", "severity", "rejects", "problems", "files", "wanted"),
    )
    yield Section(
        "not-read",
        "Files not read",
        "Files of which nothing was read, and why.",
        "Every file was read.",
        report("files_not_read", "path", "format", "status", "bytes", "found", "wanted"),
    )
    yield from _profiles(account)


def _conservation(connection: duckdb.DuckDBPyConnection) -> Section:
    account = queries.run(connection, "conservation_by_kind")
    missing = account["not_accounted_for"].sum()
    verdict = f"{missing:,} are not accounted for." if missing else "Every record that was met is accounted for."
    return Section(
        "conservation",
        "Conservation of records",
        f"Found = loaded + rejected + superseded + ignored. {verdict}",
        "No record was met.",
        tabulate(account),
    )


def _findings(connection: duckdb.DuckDBPyConnection) -> Section:
    found = queries.run(connection, "findings", most=_FINDINGS)
    in_all = int(found["in_all"][0]) if found.height else 0
    columns = ("importance", "what", "event", "session", "section", "board", "detail", "file", "line")
    return Section(
        "findings",
        "Findings",
        "The most important first: three of each kind before the fourth of any.",
        "Nothing was found.",
        tabulate(found, columns, in_all=in_all),
    )


def _profiles(account: dict[str, Any]) -> Iterator[Section]:
    known = bool(account)
    yield Section(
        "profiles",
        "Profiles used",
        "The rule under which events were scored, and why that one.",
        "No event was scored." if known else f"The run’s account {RUN_FILE} is not there.",
        _counted(account.get("profiles", []), ("profile", "why")),
    )
    yield Section(
        "not-scored",
        "Events not scored",
        "Events that no profile scores, and why.",
        "Every event was scored." if known else f"The run’s account {RUN_FILE} is not there.",
        _counted(account.get("not_scored", []), ("why",)),
    )


def _counted(entries: list[dict[str, Any]], names: tuple[str, ...]) -> Tabulation:
    """How many events each combination of the named entries has, and one of them; the most frequent first."""
    keys = [tuple(str(entry.get(name)) for name in names) for entry in entries]
    examples = dict(zip(reversed(keys), reversed([entry.get("event") for entry in entries]), strict=True))
    rows = [(*key, count, examples[key]) for key, count in Counter(keys).most_common()]
    types = {**dict.fromkeys(names, pl.String), "events": pl.Int64, "example": pl.String}
    return tabulate(pl.DataFrame(rows, schema=types, orient="row"), most=_ROWS)
