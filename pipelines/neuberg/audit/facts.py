"""The printed matchpoints and percentages of lines, and the same counted: what is alike on many lines is tried once."""

import polars as pl

from neuberg.audit.precision import decimals_of_event, in_units
from neuberg.score.arithmetic import award_units

QUANTITIES = ("mp", "pct")
#: What a rule's arithmetic takes, besides the side's S and awards.
_COUNTS = (
    "unit", "n", "n1", "field", "compared", "tables", "most", "with_sit_out",
    "groups", "single_groups", "largest", "largest_groups", "special",
)  # fmt: skip
_SIDE = ("side", "s", "s1", "award_flat", "award_session", "figure", "decimals")
#: What makes two printed figures of an event one fact.
FACT = ("event_id", "quantity", *_SIDE, *_COUNTS)


def printed(ranked: pl.LazyFrame) -> pl.LazyFrame:
    """A row a printed figure of a line: its quantity, the side, the figure in units, and what a rule needs of the line.

    Args:
        ranked: the lines as `fields.ranked` gives them.
    """
    parts = [
        _of_side(ranked, side, quantity).filter(pl.col("figure").is_not_null())
        for quantity in QUANTITIES
        for side in ("ns", "ew")
    ]
    return pl.concat(parts)


def _of_side(ranked: pl.LazyFrame, side: str, quantity: str) -> pl.LazyFrame:
    decimals = decimals_of_event(f"published_{quantity}_decimals").fill_null(0).cast(pl.Int8)
    flat = award_units(pl.col(f"{side}_award"))
    return ranked.select(
        "event_id",
        "result_id",
        *_COUNTS,
        quantity=pl.lit(quantity),
        side=pl.lit(side),
        s=f"{side}_s",
        s1=f"{side}_s1",
        award_flat=flat,
        award_session=pl.coalesce(f"{side}_session", flat),
        decimals=decimals,
        figure=in_units(pl.col(f"published_{side}_{quantity}"), decimals),
    )


def facts(figures: pl.LazyFrame) -> pl.LazyFrame:
    """The figures of `printed`, each kind once, with `count`, how many there are of it.

    A line of a board on which all rules are one is known by its S and N alone.
    """
    plain = (
        figures.filter(~pl.col("special"))
        .group_by("event_id", "quantity", "s", "unit", "n", "figure", "decimals")
        .agg(pl.len().alias("count"))
    )
    special = figures.filter(pl.col("special")).group_by(FACT).agg(pl.len().alias("count"))
    n = pl.col("n")
    whole = plain.with_columns(
        side=pl.lit("ns"), s1=pl.col("s"), n1=n, field=n, compared=n, tables=n, most=n, with_sit_out=n, largest=n,
        special=pl.lit(False),
        groups=pl.lit(1, dtype=pl.Int64), single_groups=(n == 1).cast(pl.Int64),
        largest_groups=pl.lit(1, dtype=pl.Int64),
        award_flat=pl.lit(None, dtype=pl.Int64), award_session=pl.lit(None, dtype=pl.Int64),
    )  # fmt: skip
    columns = [*FACT, "count"]
    return pl.concat([whole.select(columns), special.select(columns)])
