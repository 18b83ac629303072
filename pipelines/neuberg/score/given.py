"""A frame given to be scored, held against what its columns may have: once a frame, before anything else."""

from collections.abc import Callable, Iterator, Mapping

import polars as pl

from neuberg import schemas
from neuberg.domain.weights import WHOLE
from neuberg.errors import UsageError
from neuberg.schemas.types import KINDS, MOST_TABLES

_MOST = 2**31 - 1
#: The least and greatest value of the numbers, and whether they are whole.
_NUMBERS: Mapping[str, tuple[int, int, bool]] = {
    "board": (0, _MOST, True),
    "ns_score": (-_MOST, _MOST, True),
    "multiplicity": (1, MOST_TABLES, True),
    "expected": (1, _MOST, True),
    "ns_award": (0, 100, False),
    "ew_award": (0, 100, False),
    "winners": (1, 2, True),
}
_TEXTS = ("session", "section", "scored_with", "ns_pair", "ew_pair", "given_group", "award_given")
_PARTS = ("ns_components", "ew_components")


def check_given(frame: object) -> None:
    """Nothing, where a frame's columns are of the kinds that the scorer reads.

    Raises:
        UsageError: it is no polars frame, lacks `board` or `ns_score`, or a column is of another kind: which, what was
            found and what was wanted.

    >>> check_given(pl.DataFrame({"board": [1], "ns_score": ["620"]}))
    Traceback (most recent call last):
    neuberg.errors.UsageError: column 'ns_score': found String, wanted whole numbers
    """
    if not isinstance(frame, pl.DataFrame | pl.LazyFrame):
        raise UsageError(f"a frame to score: found {type(frame).__name__}, wanted a polars DataFrame or LazyFrame")
    schema = frame.collect_schema()
    if missing := [name for name in ("board", "ns_score") if name not in schema]:
        raise UsageError(f"a frame to score needs the column {missing[0]!r}; found: {', '.join(schema)}")
    for name, dtype in schema.items():
        wanted, fits = _kind_wanted(name)
        if dtype != pl.Null and not fits(dtype):
            raise _wrong(name, str(dtype), wanted)


def _kind_wanted(name: str) -> tuple[str, Callable[[pl.DataType], bool]]:
    """What a column is to be, in words, and whether a type is that."""
    if name in _NUMBERS:
        return ("whole numbers" if _NUMBERS[name][2] else "numbers of per cent"), lambda dtype: dtype.is_numeric()
    if name == "event_id":
        return "whole numbers", lambda dtype: dtype.is_integer()
    if name == "date":
        return "dates", lambda dtype: dtype == pl.Date
    if name in _PARTS:
        return "lists of score and weight", lambda dtype: _is_parts(dtype)
    if name in (*_TEXTS, "kind", "group"):
        return "texts", lambda dtype: not dtype.is_nested() and not dtype.is_float() and dtype != pl.Object
    return "", lambda _dtype: True


def _is_parts(dtype: pl.DataType) -> bool:
    inner = dtype.inner if isinstance(dtype, pl.List) else None
    return isinstance(inner, pl.Struct) and {"score", "weight"} <= {field.name for field in inner.fields}


def check_values(frame: pl.DataFrame) -> None:
    """Nothing, where every value of a frame that has passed `check_given` is one that its column may have.

    Raises:
        UsageError: one is not: which column, what was found and what was wanted.

    >>> check_values(pl.DataFrame({"board": [1], "ns_score": [620], "multiplicity": [0]}))
    Traceback (most recent call last):
    neuberg.errors.UsageError: column 'multiplicity': found 0, wanted whole numbers from 1 to 100000
    """
    tests = dict(_tests(frame.schema))
    if not tests:
        return
    wrong = frame.select(is_wrong.any().alias(name) for name, (is_wrong, _) in tests.items()).row(0, named=True)
    for name, any_wrong in wrong.items():
        if any_wrong:
            is_wrong, wanted = tests[name]
            raise _wrong(name, _shown(frame.filter(is_wrong)[name][0]), wanted)


def _tests(schema: pl.Schema) -> Iterator[tuple[str, tuple[pl.Expr, str]]]:
    """By column, whether a value is wrong, and what it should be."""
    for name, dtype in schema.items():
        if dtype == pl.Null:
            continue
        if name in _NUMBERS:
            yield name, _of_numbers(name, dtype)
        elif name == "kind":
            known = pl.col(name).cast(pl.String).is_in(KINDS)
            yield name, (~known.fill_null(True), f"one of {', '.join(KINDS)}")
        elif name in _PARTS:
            weights = pl.col(name).list.eval(pl.element().struct.field("weight").cast(pl.Int64)).list.sum()
            yield name, ((weights != WHOLE).fill_null(False), f"parts whose weights add up to {WHOLE}, 100 per cent")
        elif name == "award":
            wanted = "the columns ns_award and ew_award, in per cent of the top"
            yield name, (pl.col(name).is_not_null(), wanted)


def _of_numbers(name: str, dtype: pl.DataType) -> tuple[pl.Expr, str]:
    least, most, whole = _NUMBERS[name]
    value = pl.col(name)
    wrong = ~value.is_between(least, most)
    if dtype.is_float():
        wrong = wrong | value.is_nan() | (value != value.floor() if whole else pl.lit(False))
    # Of a narrow integer type a limit may be out of range: it cannot be passed.
    wrong = wrong if not dtype.is_integer() else ~value.cast(pl.Int64).is_between(least, most)
    return wrong.fill_null(False), f"{'whole numbers' if whole else 'numbers'} from {least} to {most}"


def _shown(value: object) -> str:
    return repr(value.to_list() if isinstance(value, pl.Series) else value)


def _wrong(name: str, found: str, wanted: str) -> UsageError:
    return UsageError(f"column {name!r}: found {found}, wanted {wanted}")


assert set(_TEXTS) | set(_PARTS) <= set(schemas.RESULTS.schema)
