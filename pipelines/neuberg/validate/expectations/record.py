"""The folder `validation/` of a run: an index, a page a suite and a page a check, and the results as JSON."""

import json
import os
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import jinja2
import polars as pl

from neuberg.validate.check import Check
from neuberg.validate.checks import SUITES
from neuberg.validate.expectations.gate import Verdict, source, verdicts
from neuberg.validate.expectations.pages import Failing, Link, offline
from neuberg.validate.flags import Judged

FOLDER = "validation"
_TEMPLATES = Path(__file__).parent / "templates"
#: Failing rows that a check's page shows, and that a suite's page links; all are in the table `flags`.
_SHOWN, _LINKED = 1_000, 50


class Pages(NamedTuple):
    """What names the failing rows for a person: the tables `events` and `files`."""

    events: pl.DataFrame
    files: pl.DataFrame


def write(directory: Path, judged: Judged, named: Pages, passing: Mapping[str, int] = MappingProxyType({})) -> Path:
    """The record of a run's verdicts, written anew into its directory; the index page.

    Args:
        directory: the run's.
        judged: the flags, and the verdicts of each suite.
        named: what names the failing rows.
        passing: by suite, how many rows there are besides those of its verdicts; all of them pass every check.

    Raises:
        VerdictError: Great Expectations and the flags count differently.
    """
    found = verdicts(SUITES, judged.verdicts, judged.flags, passing)
    made = directory / f".{FOLDER}-{os.getpid()}"
    shutil.rmtree(made, ignore_errors=True)
    for folder in ("results", "suites", "flags"):
        (made / folder).mkdir(parents=True)
    shown = _shown(judged.flags, named)
    _write(made / "style.css", (_TEMPLATES / "style.css").read_text(encoding="utf-8"))
    for verdict in found:
        _write_suite(made, verdict, shown)
    _write(made / "index.html", _render("index.html", verdicts=found, state=state_of, source=source))
    remove(directory)
    made.rename(directory / FOLDER)
    return directory / FOLDER / "index.html"


def remove(directory: Path) -> None:
    """Take away the record of an earlier run, which says nothing of this one."""
    shutil.rmtree(directory / FOLDER, ignore_errors=True)


def _write_suite(made: Path, verdict: Verdict, shown: dict[str, list[dict[str, Any]]]) -> None:
    suite = verdict.suite
    checks = {check.name: check for check in suite.checks}

    def failing(name: str) -> Failing:
        return _failing(checks[name], verdict, shown.get(name, [])) if name in checks else Failing("", [], None)

    title = f"Checks of {suite.name}"
    _write(
        made / "suites" / f"{suite.name}.html", offline(verdict.page, title, failing, "../style.css", "../index.html")
    )
    text = json.dumps(verdict.json, indent=1, ensure_ascii=False, sort_keys=True)
    _write(made / "results" / f"{suite.name}.json", text + "\n")
    for check in suite.checks:
        rows = shown.get(check.name, [])
        page = _render(
            "check.html", check=check, suite=suite, verdict=verdict, rows=rows, source=source(check), state=state_of
        )
        _write(made / "flags" / f"{check.name}.html", page)


def _failing(check: Check, verdict: Verdict, rows: list[dict[str, Any]]) -> Failing:
    state = state_of(verdict, check)
    failed = verdict.failed[check.name]
    heading = f"{state}: {failed} of {verdict.rows} rows. Severity {check.severity}; source: {source(check)}."
    page = f"../flags/{check.name}.html"
    links = [Link(row["name"], f"{page}#{row['anchor']}") for row in rows[:_LINKED]]
    more = Link(f"All of them: {failed}", page) if failed > len(links) else None
    return Failing(heading, links, more, state)


def state_of(verdict: Verdict, check: Check) -> str:
    """The verdict in a word: what only calls for attention is no failure."""
    if not verdict.failed[check.name]:
        return "PASS"
    return "NOTE" if check.severity == "info" else "FAIL"


def _shown(flags: pl.DataFrame, named: Pages) -> dict[str, list[dict[str, Any]]]:
    """For each check the rows that its page shows, each with an anchor and a name."""
    first = flags.group_by("check", maintain_order=True).head(_SHOWN)
    events = named.events.select("event_id", event="name")
    files = named.files.select("file_id", "path")
    rows = (
        first.join(events, on="event_id", how="left", maintain_order="left")
        .join(files, on="file_id", how="left", maintain_order="left")
        .to_dicts()
    )
    shown: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        of_check = shown.setdefault(row["check"], [])
        of_check.append(row | {"anchor": f"flag-{len(of_check) + 1}", "name": _name(row)})
    return shown


def _name(row: dict[str, Any]) -> str:
    parts = [row["event"] or "an event without a name"]
    parts += [f"{word} {row[key]}" for key, word in (("session", "session"), ("section", "section")) if row[key]]
    if row["board"] is not None:
        parts.append(f"board {row['board']}")
    if row["line"] is not None:
        parts.append(f"line {row['line']}")
    return ", ".join(parts)


def _render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    """The templates' environment, one for all pages: each template is read and compiled once."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
