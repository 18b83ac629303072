"""A session's totals at matchpoints: contestants as numbers, and one count over them, not a grouping by names."""

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY
from neuberg.score.fields import numbered, run_starts
from neuberg.score.packed import Integers

#: What is the same for all the contestants of a section's session.
_SECTION_KEY = (*RANKING_KEY, "section", "season", "winners", "variant")
_SUMS = {"units": pl.Int64, "whole": pl.Int64, "boards": pl.UInt32, "board": pl.Int64}
_KEY: dict[str, Any] = {**schemas.RESULTS.schema, "pair": pl.String, "direction": pl.String, "variant": pl.Int8}
#: The columns of `totals`.
TOTALS = pl.Schema({**{name: _KEY[name] for name in (*CONTESTANT_KEY, "season", "variant")}, **_SUMS})
#: A session is added up as a whole: nothing may be taken from the frame before.
WHOLE: dict[str, Any] = dict.fromkeys(("predicate_pushdown", "projection_pushdown", "slice_pushdown"), False)
#: A place for every contestant that there may be is kept while there are at most this many times the lines.
_ROOM = 8


def totals(lines: pl.DataFrame, unit: int) -> pl.DataFrame:
    """A row a contestant, session and variant: `units` won, `whole` (the tops), `boards` and `board`, the largest top.

    Matchpoints are added as whole units, which floats below 2⁵³ do exactly.

    Args:
        lines: scored lines with their seats and `winners`.
        unit: so many units are a matchpoint.
    """
    starts = run_starts(lines, _SECTION_KEY)
    runs = lines.select(_SECTION_KEY)[starts]
    number, firsts = numbered(runs)
    section = np.repeat(number, np.diff(starts, append=lines.height))
    labels = pl.concat([lines["ns_pair"], lines["ew_pair"]]).drop_nulls().unique()
    counts = max(1, labels.len())
    sides = [_side(lines, side, section, labels, unit) for side in ("ns", "ew")]
    contestant, units, top = (np.concatenate(values) for values in zip(*sides, strict=True))
    found, contestant = _compact(contestant.astype(np.int64), 2 * counts * firsts.size)
    sums = _sums(contestant, units, top, found.size)
    due = np.flatnonzero(sums["boards"])
    place, label = np.divmod(found[due], counts)
    side = pl.Series(np.array(["NS", "EW"])[place % 2].tolist(), dtype=pl.String)
    return (
        runs[firsts][place // 2]
        .with_columns(pair=labels[label], direction=pl.when(pl.col("winners") == 2).then(side))
        .hstack([pl.Series(name, values[due]) for name, values in sums.items()])
        .select(pl.col(name).cast(dtype) for name, dtype in TOTALS.items())
    )


def _side(
    lines: pl.DataFrame, side: str, section: Integers, labels: pl.Series, unit: int
) -> tuple[Integers, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Of each line that has a pair and matchpoints on a side: its contestant as a number, its units and its top."""
    label = lines[f"{side}_pair"].cast(pl.Enum(labels)).to_physical()
    mp, top = lines[f"{side}_mp"], lines["top"]
    own = lines["winners"].to_numpy() == 2 if side == "ew" else np.zeros(lines.height, bool)
    if label.null_count() or mp.null_count():
        due = np.flatnonzero((label.is_not_null() & mp.is_not_null()).to_numpy())
        label, mp, top, section, own = label.gather(due), mp.gather(due), top.gather(due), section[due], own[due]
    contestant = (2 * section + own) * labels.len() + label.to_numpy()
    return contestant, np.rint(mp.to_numpy() * unit), top.to_numpy().astype(np.float64)


def _compact(numbers: Integers, most: int) -> tuple[Integers, Integers]:
    """The numbers that may occur, or that do, ascending; and the place among them of each."""
    if most <= _ROOM * (numbers.size + 1):
        return np.arange(most), numbers
    found, place = np.unique(numbers, return_inverse=True)
    return found, place


def _sums(
    contestant: Integers, units: npt.NDArray[np.float64], top: npt.NDArray[np.float64], size: int
) -> dict[str, npt.NDArray[Any]]:
    largest = np.zeros(size)
    np.maximum.at(largest, contestant, top)
    return {
        "units": np.bincount(contestant, weights=units, minlength=size),
        "whole": np.bincount(contestant, weights=top, minlength=size),
        "boards": np.bincount(contestant, minlength=size),
        "board": largest,
    }
