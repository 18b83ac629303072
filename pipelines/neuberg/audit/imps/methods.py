"""Which method gives an event's printed IMPs: against the field, against a datum, or a match; each is tried."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.audit.book.precision import agrees_in_units, decimals_of_event, in_units
from neuberg.score.butler import Half, butler, datum, dropped_per_cent, ebu_datum
from neuberg.score.cross_imps import award_total_imps, cross_imps
from neuberg.score.imps import award_imps

_GROUP = [*schemas.FIELD_KEY, "given_group"]
_SCORE = pl.col("score")


class Method(NamedTuple):
    """One way to IMPs, from the columns of `_groups`: a whole number, and what it is divided by."""

    name: str
    num: pl.Expr
    den: pl.Expr
    is_total: bool = False


#: How many scores a datum leaves out at each end.
_DROPPED: dict[str, Callable[[], pl.Expr | int]] = {
    "of all scores": lambda: 0,
    "without the best and the worst": lambda: pl.when(pl.len() > 3).then(1).otherwise(0),
    "without a twentieth at each end": lambda: dropped_per_cent(pl.len(), per_cent=5, rounding="nearest"),
    "without a seventh at each end": lambda: pl.when(pl.len() > 4).then(pl.len().cast(pl.Int64) // 7).otherwise(0),
}
_HALVES: dict[Half, str] = {"away from zero": "a five away from zero", "even ten": "a five to the even ten"}
_TABLES = ("imps-1962", "imps-1960")
_CAP = 17
_ONE = pl.lit(1, dtype=pl.Int64)


def _groups() -> dict[str, pl.Expr]:
    """What is worked out once for each comparison group: sums of cross-IMPs, and datums."""
    datums = {
        f"datum {trim}, {words}": datum(_SCORE, half=half, dropped=dropped())
        for trim, dropped in _DROPPED.items()
        for half, words in _HALVES.items()
    }
    return {
        "compared": pl.len().cast(pl.Int64),
        **{table: cross_imps(_SCORE, table=table) for table in _TABLES},
        "capped": cross_imps(_SCORE, cap=_CAP),
        **datums,
        # ASE's "halfway": the middle score, or halfway between the two; to which step it is rounded is not known.
        "datum halfway, the median, not rounded": _SCORE.cast(pl.Int64).median().round(),
        "the EBU's datum": ebu_datum(_SCORE, expected=pl.col("full").first()),
        "tables": pl.col("field").first(),
        "expected": pl.col("full").first(),
    }


def _methods() -> list[Method]:
    n, tables, expected = pl.col("compared"), pl.col("tables"), pl.col("expected")
    others = (n - 1).clip(lower_bound=1)
    found = [Method(f"cross-IMPs, each at most {_CAP}, the average of n − 1", pl.col("capped"), others)]
    for table in reversed(_TABLES):
        named, total = "" if table == _TABLES[0] else f" ({table})", pl.col(table)
        found = [
            Method(f"cross-IMPs, the average of n − 1{named}", total, others),
            Method(f"cross-IMPs, the sum{named}", total * (tables - 1), others, is_total=True),
            Method(f"cross-IMPs, the sum, a short group's as it is{named}", total, _ONE, is_total=True),
            Method(f"cross-IMPs, a part of n{named}", total, n),
            Method(f"cross-IMPs, by E/A and E − 1{named}", total * expected, n * (expected - 1).clip(lower_bound=1)),
            *(
                Method(f"Butler, {name}{named}", butler(_SCORE, pl.col(name), table=table), _ONE)
                for name in _groups()
                if "datum" in name
            ),
            *found,
        ]
    return found


METHODS = tuple(_methods())


def imp_lines(lines: pl.LazyFrame) -> pl.DataFrame:
    """The lines of events with printed IMPs, each with what every method gives N-S: `num_k` / `den_k`, k its place.

    Args:
        lines: traveller lines; those that stand for several tables count as many.
    """
    printed = pl.col("published_ns_imp").is_not_null() | pl.col("published_ew_imp").is_not_null()
    events = lines.filter(printed).select("event_id").unique().collect()
    own = lines.filter(pl.col("event_id").is_in(events["event_id"].implode())).collect()
    if own.is_empty():
        return own
    present = own.columns
    kind = pl.col("kind").cast(pl.String)
    base = own.with_columns(
        scored_with=pl.coalesce("scored_with", "section") if "scored_with" in present else pl.col("section"),
        score=pl.when(kind.is_in(["played", "passed_out"])).then("ns_score"),
        multiplicity=pl.col("multiplicity").fill_null(1).clip(0, 10_000),
    )
    field = pl.when(kind != "not_played").then("multiplicity").otherwise(0)
    base = base.with_columns(field=field.sum().over(schemas.FIELD_KEY).cast(pl.Int64)).with_columns(
        pl.col("given_group").fill_null(""), full=_expected(present), weighted=(kind == "weighted").fill_null(False)
    )
    base = base.with_columns(pl.col("weighted").any().over(_GROUP))
    return base.join(_values(base), on="result_id", how="left", maintain_order="left").with_columns(
        _awarded(place, method) for place, method in enumerate(METHODS)
    )


def _expected(present: list[str]) -> pl.Expr:
    """The scores expected on each line's board: those stated, else as many as the board of the list that has most."""
    most = pl.col("field").max().over("event_id", "session", "scored_with")
    stated = pl.col("expected").max().over(schemas.FIELD_KEY).cast(pl.Int64) if "expected" in present else most
    return pl.max_horizontal(pl.coalesce(stated, most), "field")


def _values(base: pl.DataFrame) -> pl.DataFrame:
    """Every method's figure of the lines with a score."""
    tables = base.filter(pl.col("score").is_not_null() & (pl.col("multiplicity") > 0))
    columns = ("result_id", "score", "field", "full")
    each = tables.select(*_GROUP, pl.col(columns).repeat_by("multiplicity")).explode(columns)
    worked = each.group_by(_GROUP).agg(
        pl.col("result_id", "score"), *(value.cast(pl.Int64).alias(name) for name, value in _groups().items())
    )
    alike = [name for name, dtype in worked.schema.items() if isinstance(dtype, pl.List)]
    return (
        worked.explode(alike)
        .unique("result_id")
        .select(
            "result_id",
            "compared",
            *(method.num.cast(pl.Int64).alias(f"num_{place}") for place, method in enumerate(METHODS)),
            *(method.den.cast(pl.Int64).alias(f"den_{place}") for place, method in enumerate(METHODS)),
        )
    )


def _awarded(place: int, method: Method) -> pl.Expr:
    """A method's figure, an artificial line's 3, 0 or −3 where it has none; times the comparisons in a sum."""
    return pl.when(is_artificial()).then(award_of("ns", method)).otherwise(f"num_{place}").alias(f"num_{place}")


def is_artificial() -> pl.Expr:
    """Whether a line's score is one: each side has its own."""
    return pl.col("kind").cast(pl.String) == "artificial"


def award_of(side: str, method: Method) -> pl.Expr:
    """What a side's artificial score is worth by a method."""
    award = pl.col(f"{side}_award")
    return (award_total_imps(award, pl.col("field")) if method.is_total else award_imps(award)).cast(pl.Int64)


def imp_figures(valued: pl.DataFrame) -> pl.DataFrame:
    """A row a printed figure: the line's columns, `side`, `decimals`, `sign`, and whether each method is right."""
    parts = []
    for side, sign in (("ns", 1), ("ew", -1)):
        decimals = decimals_of_event("published_imp_decimals").fill_null(0).cast(pl.Int8)
        figures = valued.with_columns(
            side=pl.lit(side),
            sign=pl.lit(sign, dtype=pl.Int64),
            published=pl.col(f"published_{side}_imp"),
            decimals=decimals,
        ).filter(pl.col("published").is_not_null())
        figure = in_units(pl.col("published"), pl.col("decimals"))
        if side == "ew":
            figures = figures.with_columns(
                pl.when(is_artificial()).then(-award_of(side, method)).otherwise(f"num_{place}").alias(f"num_{place}")
                for place, method in enumerate(METHODS)
            )
        parts.append(
            figures.with_columns(
                agrees_in_units(
                    figure,
                    pl.col("decimals"),
                    sign * pl.col(f"num_{place}"),
                    pl.when(is_artificial()).then(1).otherwise(pl.col(f"den_{place}")),
                )
                .fill_null(False)
                .alias(f"right_{place}")
                for place in range(len(METHODS))
            )
        )
    return pl.concat(parts)


def imp_tries(figures: pl.DataFrame) -> pl.DataFrame:
    """A row an event and method: `method` (its place), the figures `reproduced` and `published`."""
    rights = [f"right_{place}" for place in range(len(METHODS))]
    wide = figures.group_by("event_id").agg(
        pl.len().cast(pl.Int64).alias("published"), pl.col(rights).sum().cast(pl.Int64)
    )
    return wide.unpivot(
        rights, index=["event_id", "published"], variable_name="method", value_name="reproduced"
    ).with_columns(method=pl.col("method").str.strip_prefix("right_").cast(pl.Int16))
