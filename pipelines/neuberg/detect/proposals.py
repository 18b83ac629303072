"""The rulings file of proposed groups: what a person may accept, one ruling a suspected board."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.detect.findings import FOULED, Finding

_HEADING = """\
# Proposed by `neuberg detect`: nothing here is ruled, and nothing is scored by it while its state is open.
# To accept a ruling, strike its line `state = "open"`; then `neuberg run … --rulings` with this file scores the board
# in these groups.
"""


Key = tuple[Any, ...]


def proposed(findings: list[Finding], boards: pl.DataFrame) -> dict[Key, dict[str, Any]]:
    """The ruling that each board that was probably fouled would need, by the board's key; none where nothing names it.

    Args:
        findings: the suspicions.
        boards: the boards with `all_lines`, how many traveller lines each has.
    """
    lines = {tuple(row[:-1]): row[-1] for row in boards.select(*schemas.BOARD_KEY, "all_lines").iter_rows()}
    of_boards = [finding for finding in findings if finding.row["finding"] == FOULED and finding.groups]
    return {key(finding): _ruling(finding, lines[key(finding)]) for finding in of_boards}


def key(finding: Finding) -> Key:
    """The key of the finding's board."""
    return tuple(finding.row[name] for name in schemas.BOARD_KEY)


def _ruling(finding: Finding, lines: int) -> dict[str, Any]:
    row = finding.row
    return {
        "what": "fouled",
        "event": str(row["event_id"]),
        "session": row["session"],
        "section": row["section"],
        "board": row["board"],
        "groups": finding.groups,
        "guard": {"lines": lines},
        "source": f"neuberg detect: {row['certainty']}, a factor of {row['bayes_factor']:.3g}",
    }


def as_rulings(
    findings: list[Finding],
    events: pl.DataFrame,
    rulings: Mapping[Key, dict[str, Any]],
    sheets: Mapping[Key, list[str]],
) -> str:
    """The text of a rulings file with the groups of each board that was probably fouled.

    Args:
        findings: the suspicions.
        events: the events, for their names.
        rulings: the rulings proposed, by the board's key.
        sheets: by the board's key, what a ruling would do, line by line.
    """
    names = dict(events.select("event_id", "name").iter_rows())
    texts = [
        "\n".join(_entry(finding, names, rulings.get(key(finding)), sheets.get(key(finding), [])))
        for finding in findings
        if finding.row["finding"] == FOULED
    ]
    return "\n".join([_HEADING, *texts])


def _entry(finding: Finding, names: dict[int, str], ruling: dict[str, Any] | None, sheet: list[str]) -> Iterator[str]:
    yield from (f"# {_shown(line)}" for line in [*_sentences(finding.row, names), *sheet])
    if ruling is None:
        yield "# No round, pair or table of the file tells these lines from the others: find the groups by hand.\n"
        return
    yield "[[ruling]]"
    for place, (name, value) in enumerate(ruling.items()):
        if place == 1:
            yield 'state = "open"'
        yield f"{name} = {_value(value)}"
    yield ""


def _shown(text: str) -> str:
    """The text without what a comment in TOML must not have."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _sentences(row: dict[str, Any], names: dict[int, str]) -> list[str]:
    event = " ".join((names.get(row["event_id"]) or "event without a name").split())
    return [f"{event}, board {row['board']}: {row['certainty']} fouled, {row['kind']}.", *row["why"].split(". ")]


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(inner)}" for name, inner in value.items()) + " }"
    return str(value) if isinstance(value, int) else _text(value)


def _text(value: str) -> str:
    """A TOML string, whatever characters it has."""
    # A JSON string is one, but for the character 7F, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
