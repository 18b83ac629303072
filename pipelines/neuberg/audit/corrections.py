"""What one field of a line would have to say for its contract to give another score."""

import polars as pl

from neuberg.domain.contracts import possible_points

_FIELDS = ("level", "strain", "doubled", "declarer", "tricks", "date")
#: Each field with the other values that it may have had.
_DECLARERS = {"N": "E", "E": "N", "S": "W", "W": "S"}
_VULNERABLE = ("None", "NS", "EW", "All")


def corrections(lines: pl.DataFrame) -> pl.DataFrame:
    """A row a line and single change that gives another score: `result_id`, `points`, `field` and `value`.

    The fields are `score` (the contract's own in place of the one given), `sign`, `declarer`, `tricks`, `doubled`,
    `level` and `vulnerable`. A line without a contract has its sign alone.

    Args:
        lines: traveller lines with their contract, `vulnerable` and `date`.
    """
    base = lines.select("result_id", "ns_score", *_FIELDS, "vulnerable").with_columns(
        pl.col("declarer", "strain", "vulnerable").cast(pl.String)
    )
    own = base.with_columns(field=pl.lit("score"), value=pl.lit("the contract's")).pipe(_pointed)
    signs = own.with_columns(points=-pl.col("ns_score").cast(pl.Int64), field=pl.lit("sign"), value=pl.lit("the other"))
    other_side = pl.col("declarer").replace_strict(_DECLARERS, default=None, return_dtype=pl.String)
    parts = [
        base.with_columns(declarer=other_side, field=pl.lit("declarer"), value=pl.lit("of the other side")),
        *(_changed(base, "tricks", tricks) for tricks in range(14)),
        *(_changed(base, "doubled", doubled) for doubled in range(3)),
        *(_changed(base, "vulnerable", vulnerable) for vulnerable in _VULNERABLE),
        *(_changed(base, "level", level) for level in range(1, 8)),
    ]
    # A field is what is wrong only where it makes another score than the contract has as it stands.
    as_it_stands = own.select("result_id", _own="points")
    changed = pl.concat(parts).pipe(_pointed).join(as_it_stands, on="result_id", maintain_order="left")
    changed = changed.filter(pl.col("points") != pl.col("_own")).drop("_own")
    whole = pl.concat([own, signs, changed])
    other = whole.filter(pl.col("points").is_not_null() & (pl.col("points") != pl.col("ns_score")))
    return other.select("result_id", "points", "field", "value").unique(
        ["result_id", "points", "field"], keep="first", maintain_order=True
    )


def _pointed(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with the points that their contract makes; null where they have none."""
    points = pl.coalesce(possible_points(pl.col("vulnerable"))).cast(pl.Int64)
    return lines.with_columns(points=points)


def _changed(base: pl.DataFrame, field: str, value: int | str) -> pl.DataFrame:
    other = base.filter(pl.col(field) != value)
    return other.with_columns(
        pl.lit(value).cast(base.schema[field]).alias(field), field=pl.lit(field), value=pl.lit(str(value))
    )
