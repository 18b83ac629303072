"""International match points: what a difference in points is worth (Law 78B), by the table in force at the date."""

import polars as pl

from neuberg.rules.imp_tables import imp_table

#: Law 78B since 1962.
TODAY = "imps-1962"


def imps(difference: pl.Expr, *, table: str = TODAY) -> pl.Expr:
    """IMPs for a difference in points, with its sign; null where the difference is null.

    Args:
        difference: in points, the side's own score less the one that it is compared with.
        table: a name of `rules.imp_tables`; `imp_tables_on` knows which may have been in force on a day.

    Raises:
        RuleError: there is no such table.

    >>> frame = pl.DataFrame({"difference": [10, -450, 4000]})
    >>> frame.with_columns(imps=imps(pl.col("difference")), before=imps(pl.col("difference"), table="imps-1960"))
    shape: (3, 3)
    ┌────────────┬──────┬────────┐
    │ difference ┆ imps ┆ before │
    │ ---        ┆ ---  ┆ ---    │
    │ i64        ┆ i64  ┆ i64    │
    ╞════════════╪══════╪════════╡
    │ 10         ┆ 0    ┆ 0      │
    │ -450       ┆ -10  ┆ -5     │
    │ 4000       ┆ 24   ┆ 15     │
    └────────────┴──────┴────────┘
    """
    size = difference.cast(pl.Int64).abs()
    worth = pl.sum_horizontal(
        ((size >= least).cast(pl.Int64) for least in imp_table(table).at_least), ignore_nulls=False
    )
    return pl.when(difference < 0).then(-worth).otherwise(worth)


def award_imps(award: pl.Expr) -> pl.Expr:
    """An artificial score at IMPs: 3 for average plus, 0 for average, −3 for average minus; null for any other.

    Law 86A and the EBU's White Book, 4.1.1.1; the ACBL's program has 3 for average plus against a datum and at average
    IMPs, and 3 for each comparison at total IMPs. A pair's better average on its other boards: `score.imp_averages`.

    Args:
        award: in per cent: 60, 50 or 40.

    >>> pl.DataFrame({"award": [60.0, 50.0, 40.0, 55.0]}).select(award_imps(pl.col("award"))).to_series().to_list()
    [3, 0, -3, None]
    """
    return pl.when(award == 60).then(3).when(award == 50).then(0).when(award == 40).then(-3).cast(pl.Int64)
