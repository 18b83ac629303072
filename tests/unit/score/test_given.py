"""What a frame may not have to be scored: each said with its column, what was found and what was wanted."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest

import neuberg
from neuberg.errors import UsageError

BASE: dict[str, Sequence[Any]] = {"board": [1, 1], "ns_score": [620, -100]}
PARTS = [{"score": 650, "weight": 3000}, {"score": -100, "weight": 6000}]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"multiplicity": [1, 0]}, "column 'multiplicity': found 0, wanted whole numbers from 1 to 100000"),
        ({"multiplicity": [1.0, float("nan")]}, "column 'multiplicity': found nan, wanted whole numbers"),
        ({"multiplicity": [1.0, 1.5]}, "column 'multiplicity': found 1.5, wanted whole numbers"),
        ({"ns_award": [None, 120.0]}, "column 'ns_award': found 120.0, wanted numbers from 0 to 100"),
        ({"ew_award": [-1, None]}, "column 'ew_award': found -1, wanted numbers from 0 to 100"),
        ({"ns_score": ["620", "-100"]}, "column 'ns_score': found String, wanted whole numbers"),
        ({"ns_score": [620.5, 1.0]}, "column 'ns_score': found 620.5, wanted whole numbers"),
        ({"ns_score": [float("inf"), 1.0]}, "column 'ns_score': found inf, wanted whole numbers"),
        ({"board": [-1, 1]}, "column 'board': found -1, wanted whole numbers from 0"),
        ({"expected": [0, 8]}, "column 'expected': found 0, wanted whole numbers from 1"),
        ({"winners": [3, 1]}, "column 'winners': found 3, wanted whole numbers from 1 to 2"),
        ({"kind": ["played", "passed"]}, "column 'kind': found 'passed', wanted one of played, passed_out"),
        ({"ns_components": [None, PARTS]}, "wanted parts whose weights add up to 10000, 100 per cent"),
        (
            {"ns_components": ["30% 650", None]},
            "column 'ns_components': found String, wanted lists of score and weight",
        ),
        ({"award": [None, "60-40"]}, "column 'award': found '60-40', wanted the columns ns_award and ew_award"),
        ({"date": ["2020-01-01", None]}, "column 'date': found String, wanted dates"),
        ({"event_id": ["a", "a"]}, "column 'event_id': found String, wanted whole numbers"),
        ({"session": [[1], [1]]}, "column 'session': found List(Int64), wanted texts"),
        # As polars takes an array of Python objects from numpy.
        (
            {"given_group": pl.Series(["x", None], dtype=pl.Object)},
            "column 'given_group': found Object, wanted texts",
        ),
    ],
)
@pytest.mark.parametrize("lazy", [False, True])
def test_a_value_that_no_line_can_have_is_refused(columns: dict[str, Any], said: str, lazy: bool) -> None:
    frame = pl.DataFrame(BASE | columns, strict=False)
    with pytest.raises(UsageError) as error:
        neuberg.score(frame.lazy(), profile="wbf-1991").collect() if lazy else neuberg.score(frame, profile="butler")
    assert said in str(error.value)


def test_exact_refuses_the_same_and_what_is_no_frame_is_said() -> None:
    with pytest.raises(UsageError, match="column 'multiplicity'"):
        neuberg.exact(pl.DataFrame(BASE | {"multiplicity": [0, 1]}), profile="wbf-1991")
    with pytest.raises(UsageError, match="found list, wanted a polars DataFrame or LazyFrame"):
        neuberg.score([620, -100], profile="wbf-1991")  # type: ignore[call-overload]


def test_whatever_a_line_can_have_is_scored() -> None:
    """Whole numbers as floats, unknown values as nulls and columns of other names are no fault."""
    others = {"ns_score": [620.0, None], "kind": ["played", None], "ns_award": [None, 60], "ew_award": [None, 40]}
    more = {"multiplicity": [None, 1], "award": [None, None], "date": [dt.date(2020, 1, 1), None], "note": ["a", "b"]}
    scored = neuberg.score(pl.DataFrame(BASE | others | more, strict=False), profile="wbf-1991")
    assert scored["ns_mp"].to_list() == [1.0, 1.2]
