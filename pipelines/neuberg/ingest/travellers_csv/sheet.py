"""The text of a CSV file as rows of fields with their lines; an open quote costs one row, not the rest."""

import csv
import re
from typing import NamedTuple

from neuberg.ingest.travellers_csv.sides import EW_SCORE

COLUMNS = (
    "event", "date", "session", "section", "round", "table", "board", "dealer", "vulnerable", "ns", "ew", "contract",
    "declarer", "lead", "tricks", "result", "score", "award", "group", "expected", "mp_ns", "mp_ew",
)  # fmt: skip
#: Other names for a column, each taken where the column itself is not there.
_SYNONYMS = {
    "vul": "vulnerable",
    "vulnerability": "vulnerable",
    "ns_pair": "ns",
    "pair_ns": "ns",
    "ew_pair": "ew",
    "pair_ew": "ew",
    "ns_score": "score",
    "ew_score": EW_SCORE,
    "score_ns": "score",
    "score_ew": EW_SCORE,
    "by": "declarer",
}
_DELIMITERS = (",", ";", "\t")
_LINE_END = re.compile(r"\r\n|\n|\r")
_SEPARATOR = re.compile(r'"?sep=[,;\t]?"?', re.IGNORECASE)
#: Lines that a quoted field may go on over, and lines with a quote among them at which its end is looked for.
_MOST_LINES, _MOST_TRIES = 50, 5


class Sheet(NamedTuple):
    """A CSV file: the names and the delimiter of its header, and each row's first line and fields as given.

    Empty lines are no rows; empty fields beyond the header are dropped, others beyond it kept.
    """

    header: list[str]
    delimiter: str
    rows: list[tuple[int, list[str]]]


class Parsed(NamedTuple):
    """A sheet, the line of its header, and the lines of rows whose quotes do not close."""

    sheet: Sheet
    header_line: int
    unclosed: set[int]


def parse(text: str) -> Sheet:
    """The rows of a CSV file; never raises.

    >>> parse('Board;NS;EW;Score\\n\\n1;"1";2;-50\\n')
    Sheet(header=['Board', 'NS', 'EW', 'Score'], delimiter=';', rows=[(3, ['1', '1', '2', '-50'])])
    """
    return parse_with_lines(text).sheet


def parse_with_lines(text: str) -> Parsed:
    """As `parse`, with the lines that the reader's problems name."""
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    start = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    # Excel's line that names the delimiter: the header says it, too.
    if start + 1 < len(lines) and _SEPARATOR.fullmatch(lines[start]):
        start += 1
    if start == len(lines):
        return Parsed(Sheet([], ",", []), 1, set())
    delimiter = _delimiter(lines[start])
    header: list[str] = []
    unclosed: set[int] = set()
    rows: list[tuple[int, list[str]]] = []
    at = start
    while at < len(lines):
        fields, used = _record(lines, at, delimiter)
        if used == 0:
            unclosed.add(at + 1)
        if at == start:
            header = [name.strip() for name in fields]
        elif used > 1 or lines[at].strip(" "):
            rows.append((at + 1, _without_empty_surplus(fields, len(header))))
        at += used or 1
    return Parsed(Sheet(header, delimiter, rows), start + 1, unclosed)


def column_of(name: str) -> str | None:
    """The column that a name in a header stands for, or None.

    >>> column_of(" Board "), column_of("VUL"), column_of("shoe size")
    ('board', 'vulnerable', None)
    """
    plain = re.sub(r"[\s-]+", "_", name.strip().lower())
    return plain if plain in COLUMNS else _SYNONYMS.get(plain)


def _delimiter(line: str) -> str:
    """The delimiter under which the most names of the header are columns."""
    return max(
        _DELIMITERS,
        key=lambda delimiter: sum(column_of(name.strip('" ')) is not None for name in line.split(delimiter)),
    )


def _record(lines: list[str], at: int, delimiter: str) -> tuple[list[str], int]:
    """The fields of the row that begins at a line, and how many lines it takes; 0 where its quotes do not close."""
    if '"' not in lines[at]:
        return lines[at].split(delimiter), 1
    tries = 0
    for end in range(at, min(at + _MOST_LINES, len(lines))):
        if end > at and '"' not in lines[end]:
            continue
        fields = _closed("\n".join(lines[at : end + 1]), delimiter)
        if fields is not None:
            return fields, end + 1 - at
        tries += 1
        if tries > _MOST_TRIES:
            break
    return lines[at].split(delimiter), 0


def _closed(text: str, delimiter: str) -> list[str] | None:
    """The fields of a row; None where a quoted field does not end as it must, before a delimiter or the row's end."""
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def _without_empty_surplus(fields: list[str], width: int) -> list[str]:
    return fields[:width] if not any(field.strip() for field in fields[width:]) else fields
