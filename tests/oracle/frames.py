"""Travellers of many boards as a frame for the package, and as fields for the reference scorer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import polars as pl

from oracle.scorer import Answer, Line, field_size, score_field

SCHEMA = {
    "result_id": pl.Int64,
    "event_id": pl.Int64,
    "session": pl.String,
    "section": pl.String,
    "scored_with": pl.String,
    "board": pl.Int32,
    "ns_score": pl.Int32,
    "kind": pl.String,
    "ns_award": pl.Float64,
    "ew_award": pl.Float64,
    "multiplicity": pl.Int32,
    "given_group": pl.String,
    "expected": pl.Int32,
}


class Place(NamedTuple):
    """Where a line belongs; `scored_with` names the sections that are compared together."""

    event_id: int = 1
    session: str = "1"
    section: str = ""
    scored_with: str = ""
    board: int = 1

    @property
    def field(self) -> tuple[int, str, str, int]:
        return self.event_id, self.session, self.scored_with, self.board


class Row(NamedTuple):
    """A line of the results table."""

    place: Place
    line: Line


def frame_of(rows: Sequence[Row]) -> pl.DataFrame:
    """The rows as results, in their order, numbered from 0 in `result_id`."""
    return pl.DataFrame(
        [
            (
                number, row.place.event_id, row.place.session, row.place.section, row.place.scored_with,
                row.place.board, row.line.score, row.line.kind, percent(row.line.ns_award),
                percent(row.line.ew_award), row.line.multiplicity, row.line.group, row.line.expected,
            )
            for number, row in enumerate(rows)
        ],
        schema=SCHEMA,
        orient="row",
    )  # fmt: skip


def percent(award: Fraction | None) -> float | None:
    return None if award is None else float(award)


def answers_of(rows: Sequence[Row], profile: str) -> list[list[Answer]]:
    """The reference scorer's answers for every row, each field scored for itself."""
    fields: dict[tuple[int, str, str, int], list[int]] = {}
    for number, row in enumerate(rows):
        fields.setdefault(row.place.field, []).append(number)
    most = most_lines(rows, fields)
    answers: list[list[Answer]] = [[] for _ in rows]
    for field, numbers in fields.items():
        scored = score_field([rows[number].line for number in numbers], profile, most[field[:-1]])
        for number, given in zip(numbers, scored, strict=True):
            answers[number] = given
    return answers


def most_lines(
    rows: Sequence[Row], fields: dict[tuple[int, str, str, int], list[int]]
) -> dict[tuple[int, str, str], int]:
    """E where no line states it: the most lines of any board of the session and its sections."""
    most: dict[tuple[int, str, str], int] = {}
    for field, numbers in fields.items():
        size = field_size([rows[number].line for number in numbers])
        most[field[:-1]] = max(size, most.get(field[:-1], 0))
    return most
