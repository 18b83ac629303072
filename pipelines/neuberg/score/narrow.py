"""The table `scores` of a part as Parquet: what a line comes to is written as its place among the part's outcomes.

An outcome's values are few, and a line's place among them is known: nothing is looked up to be told apart again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from neuberg import schemas
from neuberg.errors import PartError
from neuberg.rules import Profile
from neuberg.score.field_scores import Scores
from neuberg.score.outcomes import SCORED

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
_OF_AN_OUTCOME = [name for name in SCORED if name in _TYPES]
#: What gains by a dictionary: whole numbers come in runs, which the compression takes as well and faster.
_TOLD_APART = ("profile", "ns_mp", "ew_mp", "ns_pct", "ew_pct", "method")
_NEVER_NULL = ("result_id", "profile", "variant", "field", "event_id")
_MOST_DICTIONARY = 1 << 24
#: Values encoded at a time.
_BATCH = 1 << 16


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
    twice = scores.line.size > lines.height
    keys = {name: lines[name].gather(scores.line) if twice else lines[name] for name in ("result_id", "event_id")}
    columns = {
        **{name: values.cast(pl.Int64).to_arrow() for name, values in keys.items()},
        **_looked_up(scores.outcomes.select(_OF_AN_OUTCOME), scores.outcome),
        "profile": pa.DictionaryArray.from_arrays(np.zeros(scores.line.size, np.uint8), pa.array([profile.name])),
        **dict.fromkeys(("ns_imp", "ew_imp"), pa.nulls(scores.line.size, pa.float64())),
    }
    return pa.table([columns[name] for name in _TYPES], _schema())


def _looked_up(outcomes: pl.DataFrame, outcome: npt.NDArray[np.uint32]) -> dict[str, pa.DictionaryArray]:
    """The columns of the outcomes as values and the place of each score's: no value is copied before it is written."""
    validity: dict[bytes, pa.Buffer] = {}
    columns, at = {}, outcome.astype(np.intp)
    for values in outcomes:
        place, kind = outcome, _schema().field(values.name).type
        if values.dtype == schemas.METHOD:
            # A text's dictionary is written as it is: each value may stand in it but once.
            place, told_apart = values.to_physical().fill_null(0).to_numpy().take(at), pa.array(schemas.METHODS)
        else:
            told_apart = values.fill_null(0).to_arrow().cast(kind.value_type)
        columns[values.name] = pa.DictionaryArray.from_buffers(
            kind, outcome.size, [_validity(values, at, validity), pa.py_buffer(place)], told_apart
        )
    return columns


def _validity(values: pl.Series, outcome: npt.NDArray[np.intp], known: dict[bytes, pa.Buffer]) -> pa.Buffer | None:
    """Of which scores the value is there, a bit each; the same buffer for columns that are null together."""
    if not values.null_count():
        return None
    there = values.is_not_null().to_numpy()
    if (said := there.tobytes()) not in known:
        known[said] = pa.py_buffer(np.packbits(there.take(outcome), bitorder="little"))
    return known[said]


@lru_cache(maxsize=1)
def _schema() -> pa.Schema:
    """The columns as they are handed to the writer."""
    places = {**dict.fromkeys(_OF_AN_OUTCOME, pa.uint32()), **dict.fromkeys(("profile", "method"), pa.uint8())}
    kinds = {name: pa.dictionary(places[name], dtype) if name in places else dtype for name, dtype in _TYPES.items()}
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
        use_dictionary=list(_TOLD_APART),
        write_statistics=["event_id"],
        dictionary_pagesize_limit=_MOST_DICTIONARY,
        store_schema=False,
        write_batch_size=_BATCH,
    ) as opened:
        yield opened
        opened.add_key_value_metadata(_polars_types())
