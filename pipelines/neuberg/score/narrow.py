"""The table `scores` of a part as Parquet: what a line comes to is written as its place among the part's outcomes.

An outcome's values are few, and a line's place among them is known: nothing is looked up to be told apart again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from neuberg import schemas
from neuberg.errors import PartError
from neuberg.rules import Profile
from neuberg.score.field_scores import Scores
from neuberg.score.fields import run_starts
from neuberg.score.outcomes import SCORED
from neuberg.score.packed import Integers

#: The columns as Parquet has them; the folder says the season.
_TYPES: dict[str, pa.DataType] = {
    "result_id": pa.int64(),
    "profile": pa.string(),
    "variant": pa.int8(),
    **dict.fromkeys(("comparison_group", "n", "field"), pa.int32()),
    **dict.fromkeys(("ns_mp", "ew_mp", "ns_pct", "ew_pct", "ns_imp", "ew_imp"), pa.float64()),
    "top": pa.int32(),
    "method": pa.string(),
    "event_id": pa.int64(),
}
#: What is different in every line, or null in all, gains nothing by a dictionary.
_AS_THEY_ARE = ("result_id", "ns_imp", "ew_imp")
_NEVER_NULL = ("result_id", "profile", "variant", "field", "event_id")
_MOST_DICTIONARY = 1 << 24


def table(lines: pl.DataFrame, scores: Scores, profile: Profile) -> pa.Table:
    """The scores as the table `scores` has them, without the season.

    Args:
        lines: `result_id` and `event_id` of the traveller lines.
        scores: their scores.
        profile: the profile of them.

    Raises:
        PartError: a line has no `result_id` or no `event_id`.
    """
    for name in ("result_id", "event_id"):
        if lines[name].null_count():
            raise PartError(f"a line without {name}; wanted one in every line")
    size, twice = scores.line.size, scores.line.size > lines.height
    used, place = _used(scores)
    columns = {
        "result_id": (lines["result_id"].gather(scores.line) if twice else lines["result_id"])
        .cast(pl.Int64)
        .to_arrow(),
        "event_id": _events(lines["event_id"], scores.line if twice else None),
        "profile": pa.DictionaryArray.from_arrays(np.zeros(size, np.int32), pa.array([profile.name])),
        **{name: _looked_up(used[name], place) for name in SCORED if name in _TYPES},
    }
    return pa.table([columns.get(name, pa.nulls(size, dtype)) for name, dtype in _TYPES.items()], _schema())


def _used(scores: Scores) -> tuple[pl.DataFrame, Integers]:
    """The outcomes that lines have, and of each score the place among them."""
    occurs = np.bincount(scores.outcome, minlength=scores.outcomes.height) > 0
    place = np.cumsum(occurs) - 1
    return scores.outcomes.filter(pl.Series(occurs)), place[scores.outcome]


def _events(event: pl.Series, line: Integers | None) -> pa.DictionaryArray:
    starts = run_starts(event.to_frame(), (event.name,))
    told_apart = event.gather(starts).cast(pl.Int64).to_arrow().dictionary_encode()
    of_line = np.repeat(told_apart.indices.to_numpy(), np.diff(starts, append=event.len()))
    return pa.DictionaryArray.from_arrays(of_line if line is None else of_line[line], told_apart.dictionary)


def _looked_up(values: pl.Series, place: Integers) -> pa.DictionaryArray:
    """A column of which there are few values, and of each score the place among them."""
    if values.dtype == schemas.METHOD:
        values = values.cast(pl.String)
    told_apart = values.to_arrow().cast(_TYPES[values.name]).dictionary_encode()
    number = told_apart.indices.fill_null(0).to_numpy()[place]
    absent = values.is_null().to_numpy()[place] if values.null_count() else None
    return pa.DictionaryArray.from_arrays(pa.array(number, mask=absent), told_apart.dictionary)


@lru_cache(maxsize=1)
def _schema() -> pa.Schema:
    """The columns as they are written."""
    kinds = {
        name: dtype if name in _AS_THEY_ARE else pa.dictionary(pa.int32(), dtype) for name, dtype in _TYPES.items()
    }
    return pa.schema(pa.field(name, kind, nullable=name not in _NEVER_NULL) for name, kind in kinds.items())


@lru_cache(maxsize=1)
def _polars_types() -> dict[bytes, bytes]:
    """What polars notes in a file of the table to know its types again: Parquet itself has no enums."""
    empty = BytesIO()
    schemas.empty(schemas.SCORES).drop("season").write_parquet(empty)
    return dict(pq.read_metadata(empty).metadata or {})


@contextmanager
def writer(file: Path) -> Iterator[pq.ParquetWriter]:
    """A writer of tables as `table` makes them, each to be a row group."""
    with pq.ParquetWriter(
        file,
        _schema(),
        compression="lz4",
        use_dictionary=[name for name in _TYPES if name not in _AS_THEY_ARE],
        write_statistics=["event_id"],
        dictionary_pagesize_limit=_MOST_DICTIONARY,
        store_schema=False,
    ) as opened:
        yield opened
        opened.add_key_value_metadata(_polars_types())
