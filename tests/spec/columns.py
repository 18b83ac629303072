"""Columns drawn as text: on the left what is given, on the right what each expression makes of it.

A word is a whole number, a decimal, `yes` or `no`, or `–` for null; numbers are compared to four decimals.
"""

from textwrap import dedent

import polars as pl

from spec.drawn import plain, printed, under

Value = int | float | bool | None


def check(drawing: str, **expressions: pl.Expr) -> None:
    """Asserts that each expression, named for its column on the right, gives what is drawn there."""
    __tracebackhide__ = True
    heading, *lines = [line for line in dedent(drawing).splitlines() if line.strip()]
    left, right = heading.split("|")
    given = [under(left, line.split("|")[0]) for line in lines]
    wanted = [under(right, line.split("|")[1]) for line in lines]
    names = right.split()
    assert sorted(names) == sorted(expressions), "a column each on the right, an expression each"
    frame = pl.DataFrame([{name: value(word) for name, word in row.items()} for row in given])
    scored = frame.with_columns(**expressions)
    found = [tuple(printed(row[name]) for name in names) for row in scored.to_dicts()]
    assert found == [tuple(plain(row[name]) for name in names) for row in wanted], names


def value(word: str) -> Value:
    """What a word on the left stands for."""
    if word in ("yes", "no"):
        return word == "yes"
    if word == "–":
        return None
    return float(word) if "." in word else int(word)
