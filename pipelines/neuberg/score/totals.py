"""A session's totals at matchpoints: contestants as numbers, and one count over them, not a grouping by names."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.score.contestants import CONTESTANT_KEY, RANKING_KEY
from neuberg.score.fields import numbered, run_starts
from neuberg.score.packed import Integers, distinct
from neuberg.score.ratios import PARTS, PRINTED_UNIT

#: What is the same for all the contestants of a section's session.
_SECTION_KEY = (*RANKING_KEY, "section", "season", "winners", "variant")
_SUMS = {"parts": PARTS, "whole": pl.Int64, "boards": pl.UInt32, "board": pl.Int64}
_KEY: dict[str, Any] = {**schemas.RESULTS.schema, "pair": pl.String, "direction": pl.String, "variant": pl.Int8}
#: The columns of `totals`.
TOTALS = pl.Schema({**{name: _KEY[name] for name in (*CONTESTANT_KEY, "season", "variant")}, **_SUMS})
#: A session is added up as a whole: nothing may be taken from the frame before.
WHOLE: dict[str, Any] = dict.fromkeys(("predicate_pushdown", "projection_pushdown", "slice_pushdown"), False)
#: A place for every contestant that there may be is kept while there are at most this many times the lines.
_ROOM = 8


class _Side(NamedTuple):
    """Of each line that has a pair and matchpoints on a side: its contestant as a number, its fraction and its top."""

    contestant: Integers
    num: npt.NDArray[np.float64]
    den: Integers | None
    top: npt.NDArray[np.float64]


def totals(lines: pl.DataFrame, step: int | None) -> pl.DataFrame:
    """A row a contestant, session and variant: `parts`, `whole` (the tops), `boards` and `board`, the largest top.

    The parts are what was won, as fractions; numerators are added as floats, which below 2⁵³ is exact.

    Args:
        lines: scored lines with their seats and `winners`.
        step: so many steps are a matchpoint, to which they are rounded; None: they are the exact fractions that stand
            beside them, or where there are none are taken as printed.
    """
    starts = run_starts(lines, _SECTION_KEY)
    runs = lines.select(_SECTION_KEY)[starts]
    number, firsts = numbered(runs)
    section = np.repeat(number, np.diff(starts, append=lines.height))
    labels = pl.concat([lines["ns_pair"], lines["ew_pair"]]).drop_nulls().unique()
    counts = max(1, labels.len())
    sides = [_side(lines, side, section, labels, step) for side in ("ns", "ew")]
    contestant, num, top = (
        np.concatenate([getattr(side, name) for side in sides]) for name in ("contestant", "num", "top")
    )
    found, contestant = _compact(contestant.astype(np.int64), 2 * counts * firsts.size)
    sums = _sums(contestant, top, found.size)
    due = np.flatnonzero(sums["boards"])
    den = np.concatenate([side.den for side in sides if side.den is not None]) if step is None else None
    parts = _parts(contestant, num, den, due, step or 1)
    place, label = np.divmod(found[due], counts)
    side = pl.Series(np.array(["NS", "EW"])[place % 2].tolist(), dtype=pl.String)
    return (
        runs[firsts][place // 2]
        .with_columns(parts, pair=labels[label], direction=pl.when(pl.col("winners") == 2).then(side))
        .hstack([pl.Series(name, values[due]) for name, values in sums.items()])
        .select(pl.col(name).cast(dtype) for name, dtype in TOTALS.items())
    )


def _side(lines: pl.DataFrame, side: str, section: Integers, labels: pl.Series, step: int | None) -> _Side:
    label = lines[f"{side}_pair"].cast(pl.Enum(labels)).to_physical()
    mp, top = lines[f"{side}_mp"], lines["top"]
    own = lines["winners"].to_numpy() == 2 if side == "ew" else np.zeros(lines.height, bool)
    exact = None if step else _fractions(lines, side)
    if label.null_count() or mp.null_count():
        due = np.flatnonzero((label.is_not_null() & mp.is_not_null()).to_numpy())
        label, mp, top, section, own = label.gather(due), mp.gather(due), top.gather(due), section[due], own[due]
        exact = exact if exact is None else exact[due]
    contestant = (2 * section + own) * labels.len() + label.to_numpy()
    full = top.to_numpy().astype(np.float64)
    if exact is None:
        return _Side(contestant, np.rint(mp.to_numpy() * step), None, full)
    return _Side(contestant, exact["num"].to_numpy().astype(np.float64), exact["den"].to_numpy(), full)


def _fractions(lines: pl.DataFrame, side: str) -> pl.DataFrame:
    """A side's matchpoints as `num` and `den`: where they stand beside it, the exact ones."""
    exact = pl.DataFrame([lines[f"{side}_num"].alias("num"), lines["den"]])
    if not (exact["num"].null_count() or exact["den"].null_count()):
        return exact
    is_exact = pl.col("num").is_not_null() & pl.col("den").is_not_null()
    printed = (lines[f"{side}_mp"] * PRINTED_UNIT).round().cast(pl.Int64)
    return exact.select(
        num=pl.when(is_exact).then("num").otherwise(printed), den=pl.when(is_exact).then("den").otherwise(PRINTED_UNIT)
    )


def _parts(
    contestant: Integers, num: npt.NDArray[np.float64], den: Integers | None, due: Integers, step: int
) -> pl.Series:
    """Of each contestant what it won: a fraction for each denominator that its lines have."""
    if den is None:
        units = np.bincount(contestant, num)[due].astype(np.int64)
        frame = pl.DataFrame({"num": units, "den": np.full(due.size, step)})
        return frame.select(parts=pl.concat_list(pl.struct("num", "den"))).to_series()
    # The denominators are few: by their places there are not many more possible rows than lines.
    _, place = distinct(iter((den,)))
    firsts, kind = distinct(iter((contestant, place)))
    sums = pl.DataFrame(
        {"contestant": contestant[firsts], "num": np.bincount(kind, num).astype(np.int64), "den": den[firsts]}
    )
    of_each = sums.group_by("contestant").agg(parts=pl.struct("num", "den")).sort("contestant")
    return of_each["parts"]


def _compact(numbers: Integers, most: int) -> tuple[Integers, Integers]:
    """The numbers that may occur, or that do, ascending; and the place among them of each."""
    if most <= _ROOM * (numbers.size + 1):
        return np.arange(most), numbers
    found, place = np.unique(numbers, return_inverse=True)
    return found, place


def _sums(contestant: Integers, top: npt.NDArray[np.float64], size: int) -> dict[str, npt.NDArray[Any]]:
    largest = np.zeros(size)
    np.maximum.at(largest, contestant, top)
    return {
        "whole": np.bincount(contestant, weights=top, minlength=size),
        "boards": np.bincount(contestant, minlength=size),
        "board": largest,
    }
