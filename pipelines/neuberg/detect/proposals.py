"""The rulings file of proposed groups: what a person may accept, one ruling a suspected board."""

import json
from collections.abc import Iterator
from typing import Any

import polars as pl

from neuberg.detect.findings import FOULED, Finding

_HEADING = """\
# Proposed by `neuberg detect`: nothing here is ruled, and nothing is scored by it while its state is open.
# To accept a ruling, strike its line `state = "open"`; then `neuberg run … --rulings` with this file scores the board
# in these groups.
"""


def as_rulings(findings: list[Finding], events: pl.DataFrame, boards: pl.DataFrame) -> str:
    """The text of a rulings file with the groups of each board that was probably fouled.

    Args:
        findings: the suspicions.
        events: the events, for their names.
        boards: the boards with `all_lines`, how many traveller lines each has.
    """
    names = dict(events.select("event_id", "name").iter_rows())
    key = ("event_id", "session", "section", "board")
    lines = {tuple(row[:-1]): row[-1] for row in boards.select(*key, "all_lines").iter_rows()}
    rulings = [
        "\n".join(_ruling(finding, names, lines[tuple(finding.row[name] for name in key)]))
        for finding in findings
        if finding.row["finding"] == FOULED
    ]
    return "\n".join([_HEADING, *rulings])


def _ruling(finding: Finding, names: dict[int, str], lines: int) -> Iterator[str]:
    row = finding.row
    yield from (f"# {_shown(line)}" for line in _sentences(row, names))
    if not finding.groups:
        yield "# No round, pair or table of the file tells these lines from the others: find the groups by hand.\n"
        return
    yield "[[ruling]]"
    yield 'what = "fouled"'
    yield 'state = "open"'
    yield f'event = "{row["event_id"]}"'
    yield f"session = {_text(row['session'])}"
    yield f"section = {_text(row['section'])}"
    yield f"board = {row['board']}"
    yield f"groups = [{', '.join(map(_table, finding.groups))}]"
    yield f"guard = {{ lines = {lines} }}"
    yield f'source = "neuberg detect: {row["certainty"]}, a factor of {row["bayes_factor"]:.3g}"\n'


def _shown(text: str) -> str:
    """The text without what a comment in TOML must not have."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _sentences(row: dict[str, Any], names: dict[int, str]) -> list[str]:
    event = " ".join((names.get(row["event_id"]) or "event without a name").split())
    return [f"{event}, board {row['board']}: {row['certainty']} fouled, {row['kind']}.", *row["why"].split(". ")]


def _table(group: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(value)}" for key, value in group.items()) + " }"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value) if isinstance(value, int) else _text(value)


def _text(value: str) -> str:
    """A TOML string, whatever characters it has."""
    # A JSON string is one, but for the character 7F, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
