"""Fields with weighted or split scores: N-S against N-S and E-W against E-W, each score by the weight of its parts."""

import polars as pl

from neuberg.domain.weights import WHOLE
from neuberg.score.weighted import weighted_matchpoints

_ROW = "_row"
#: Weights in whole per cents are counted in these, finer ones in hundredths of one: the smaller numbers stay exact.
_PER_CENT = 100
#: Beyond so many scores a field with weights finer than a per cent has no matchpoints: 64 bits do not hold them.
_MOST_FINE = 1_000


def by_parts(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines of fields in which some scores have several parts, with `n`, `s`, `opposite` and `unit`.

    Law 12C1(c); EBU White Book 2025, 4.1.1.3 and 4.2.1: the parts of a weighted score count in the frequencies by their
    weights, and where the sides' scores are split each side is compared with its own. So every pair of the field moves.

    Args:
        lines: with `field_no` and `group_no`, whole fields.
    """
    n = pl.when("comparable").then(pl.col("multiplicity").sum().over("group_no", "comparable"))
    grain = _grain()
    whole = (WHOLE // grain) ** 2
    counted = lines.with_columns(n=n)
    for side in ("ns", "ew"):
        counted = counted.join(_chart(lines, side), on=_ROW, how="left")
    exact = (grain > 1) | (pl.col("n").max().over("field_no") <= _MOST_FINE)
    return counted.with_columns(
        s=pl.when(exact).then(pl.col("_ns_units") // grain**2),
        opposite=pl.when(exact).then(2 * (pl.col("n") - 1) * whole - pl.col("_ew_units") // grain**2),
        unit=whole,
    ).drop("_ns_units", "_ew_units")


def _grain() -> pl.Expr:
    """What all weights of a field are multiples of: a whole per cent, or the hundredth of one."""
    coarse = [
        (pl.col(name).list.eval(pl.element().struct.field("weight") % _PER_CENT == 0).list.all()).fill_null(True)
        for name in ("ns_components", "ew_components")
    ]
    return pl.when(pl.all_horizontal(coarse).all().over("field_no")).then(_PER_CENT).otherwise(1).cast(pl.Int64)


def _chart(lines: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """A row a comparable line: the matchpoints of N-S on one side's chart, in units of 1/`WHOLE`²."""
    single = pl.concat_list(pl.struct(score="score", weight=pl.lit(WHOLE, dtype=pl.Int32)))
    parts = pl.coalesce(f"{side}_components", "ns_components", single).alias("part")
    chart = lines.filter("comparable").select(_ROW, "group_no", "multiplicity", parts).explode("part")
    score, weight = pl.col("part").struct.field("score"), pl.col("part").struct.field("weight").cast(pl.Int64)
    units = weighted_matchpoints(score, weight * pl.col("multiplicity")).over("group_no")
    return chart.with_columns(_part=weight * units).group_by(_ROW).agg(pl.col("_part").sum().alias(f"_{side}_units"))
