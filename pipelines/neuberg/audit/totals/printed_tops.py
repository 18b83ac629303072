"""What the boards as printed come to when each is brought to one top, as programs of the EBU add them."""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from neuberg.audit.totals.pairs import OTHER_ADDING
from neuberg.score.contestants import RANKING_KEY

_DECIMALS = 9
#: Of a line, what its top is known by.
FIELDS = ("field", "n")


def with_largest(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `largest`, the most lines of any board that is ranked with theirs."""
    return lines.with_columns(largest=pl.col("field").cast(pl.Int64).max().over(RANKING_KEY))


def raised() -> dict[str, pl.Expr]:
    """Of a contestant's boards, printed `mp` each: what `brought` takes of them, whatever their scale."""
    ratio = pl.col("largest") / pl.col("field")
    half = 0.5 / pl.lit(10.0).pow(pl.col("published_mp_decimals").fill_null(0))
    # On a board of one form every figure is a whole or half one; elsewhere it may have been rounded.
    is_rounded = (pl.col("n") != pl.col("field")).fill_null(True)
    return {
        "raised": (pl.col("mp") * ratio).sum().round(_DECIMALS),
        "share": ratio.sum().round(_DECIMALS),
        "own_top": (2 * (pl.col("field").cast(pl.Int64) - 1)).sum(),
        "largest": pl.col("largest").first(),
        "brought_in_print": (pl.col("field") < pl.col("largest")).sum(),
        "loose": pl.when(is_rounded).then(half * ratio).otherwise(0.0).sum().round(_DECIMALS),
    }


def own_top(row: Mapping[str, Any]) -> float:
    """The tops of a contestant's boards of as many lines as each has, on the printed scale; nought if not known."""
    return float((row["own_top"] or 0) * row["_times"] / row["_by"]) if row["_times"] is not None else 0.0


def of_tops(row: Mapping[str, Any], figures: Iterable[float], half: float) -> tuple[str, str] | None:
    """The class and evidence of a total or percentage that its boards as printed give by their tops; else None.

    Where they were rounded in print both ways of adding may be near enough: what needs no rounding comes first.

    Args:
        row: as `brought` takes it.
        figures: what may have been printed without what is no part of the sum.
        half: half a unit of its last place.
    """
    for held in (dict(row) | {"loose": 0.0}, row):
        if text := of_own_tops(held, half):
            return "follows_its_boards", text
        if text := next(filter(None, (brought(held, figure, half) for figure in sorted(figures))), None):
            return OTHER_ADDING, text
    return None


def of_own_tops(row: Mapping[str, Any], half: float) -> str | None:
    """How a percentage is that of its boards as printed, of their own tops; None where it is not.

    The profile's top may be another, where it compares with the scores expected.

    Args:
        row: as `brought` takes it.
        half: half a unit of its last place.
    """
    top = own_top(row)
    if row["quantity"] != "percent" or not top:
        return None
    added = sum(row["values"])
    if abs(row["published"] - 100 * added / top) > half + 100 * row["loose"] / top:
        return None
    return f"the sum of its boards as they were printed, {added:.10g}, of their own tops, {top:.10g}"


def brought(row: Mapping[str, Any], figure: float, half: float) -> str | None:
    """How a total or percentage is that of its printed boards brought to one top; None where it is not.

    M of N lines is (M + u)·E/N − u of E, u being one matchpoint of 2-1-0 in print.

    Args:
        row: of a contestant, with `raised`, and with `_times` and `_by` of the printed scale.
        figure: as printed, without what is no part of the sum.
        half: half a unit of its last place.
    """
    if row["_times"] is None or not row["largest"]:
        return None
    unit, boards = row["_times"] / row["_by"], len(row["values"])
    added = row["raised"] + unit * (row["share"] - boards)
    top = 2 * (row["largest"] - 1) * unit
    if row["quantity"] == "percent":
        value, slack = 100 * added / (top * boards), 100 * row["loose"] / (top * boards)
    else:
        more = row["most_boards"] / boards
        value, slack = added * more, row["loose"] * more + half * row["brought_in_print"]
    if abs(figure - value) > half + slack:
        return None
    ways = [f"each brought to the largest top, {top:.10g}"]
    if row["quantity"] == "total" and boards != row["most_boards"]:
        ways.append(f"the whole from {boards} boards to the most played, {row['most_boards']}")
    return f"the sum of its boards as they were printed, {', '.join(ways)}: {round(value, 4):.10g}"
