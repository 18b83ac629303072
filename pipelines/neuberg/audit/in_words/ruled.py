"""The rulings that made the lines of a board, or a total, what they are, in words: which, what they did, and whose."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from neuberg.audit.in_words.worked import Line, number

_LINES = ("fouled", "award", "correction")


def rulings_on(rulings: pl.DataFrame | None, line: Line | None, field: Sequence[Line]) -> Iterator[str]:
    """A sentence a ruling that changed a line or more of a board.

    Args:
        rulings: those of the event; None where there are none.
        line: the one of which more is said; None: none of them.
        field: the lines of its board as ruled, itself among them.
    """
    for row in _settled(rulings, _LINES):
        if not {one["result_id"] for one in field} & set(row["result_ids"]):
            continue
        done = json.loads(row["decision"])
        names = [named(one) for one in field if one["result_id"] in row["result_ids"]]
        what = _forms(line, field) if row["what"] == "fouled" else _of_lines(row, done, names)
        yield f"by a ruling ({row['what']}; source: {row['source']}) {what}"


def _settled(rulings: pl.DataFrame | None, kinds: Sequence[str]) -> Iterator[dict[str, Any]]:
    if rulings is not None:
        yield from rulings.filter(pl.col("what").is_in(kinds), pl.col("state") != "open").iter_rows(named=True)


def named(line: Line) -> str:
    """A line by its pairs."""
    return f"{line['ns_pair'] or 'the N-S pair'} against {line['ew_pair'] or 'the E-W pair'}"


def form_words(form: str | None) -> str:
    """A form of a deal as people name it."""
    return "the original form" if form is None else f"the form {form!r}"


def _forms(line: Line | None, field: Sequence[Line]) -> str:
    counts = Counter(one["given_group"] for one in field)
    parts = ", ".join(f"{count} of {form_words(form)}" for form, count in counts.items())
    own = "" if line is None else f"; this one is of {form_words(line['given_group'])}"
    return f"the board's {len(field)} lines are {parts}{own}"


def _of_lines(row: Mapping[str, Any], done: Mapping[str, Any], names: Sequence[str]) -> str:
    who = ", ".join(names)
    if row["what"] == "award":
        return f"the score of {who} is the award {done['award']}"
    before = json.loads(row["guard"]).get(done["field"])
    return f"{done['field']} of {who} is {done['value']}, where the file has {before}"


def rulings_on_total(rulings: pl.DataFrame | None, pair: Mapping[str, Any], boards: Collection[int]) -> Iterator[str]:
    """A sentence a ruling on one of a contestant's boards, and a penalty that was ruled on its total.

    Args:
        rulings: those of the event; None where there are none.
        pair: the row of its printed total: `session`, `section` and `pair`.
        boards: the numbers of its boards.
    """
    for row in _settled(rulings, _LINES):
        is_there = all(row[name] is None or pair[name] in (None, "", row[name]) for name in ("session", "section"))
        if is_there and row["board"] in boards:
            yield f"board {row['board']} is as a ruling has it ({row['what']}; source: {row['source']})"
    for row in _settled(rulings, ("penalty",)):
        done = json.loads(row["decision"])
        if done["pair"] == pair["pair"] and pair["session"] in (None, row["session"]):
            taken = f"{number(done['amount'])} {done['unit']}"
            yield f"by a ruling (penalty; source: {row['source']}) {taken} are taken off"
