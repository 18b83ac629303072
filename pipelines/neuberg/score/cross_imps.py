"""Cross-IMPs: each score against every other in its comparison group, added, averaged, or factored to a full board."""

import polars as pl

from neuberg.rules.imp_tables import imp_table
from neuberg.score.imps import TODAY, award_imps


def cross_imps(
    score: pl.Expr, *, against: pl.Expr | None = None, table: str = TODAY, cap: int | None = None
) -> pl.Expr:
    """The sum of N-S's IMPs against every other score in the group; E-W's is the same with the other sign.

    Describes one group: add `.over(...)` for many. Null where the score is null.

    Args:
        score: N-S's, in points.
        against: the group's scores where they are more than its lines, one line being for several tables.
        table: a name of `rules.imp_tables`.
        cap: the most that one comparison may be worth; 17 in the Polish averaged Cavendish.

    Raises:
        RuleError: there is no such table.

    >>> frame = pl.DataFrame({"ns_score": [420, 170, -50]})
    >>> frame.with_columns(ns_imps=cross_imps(pl.col("ns_score")))
    shape: (3, 2)
    ┌──────────┬─────────┐
    │ ns_score ┆ ns_imps │
    │ ---      ┆ ---     │
    │ i64      ┆ i64     │
    ╞══════════╪═════════╡
    │ 420      ┆ 16      │
    │ 170      ┆ 0       │
    │ -50      ┆ -16     │
    └──────────┴─────────┘
    """
    points = score.cast(pl.Int64)
    others = score if against is None else against
    ranked = others.cast(pl.Int64).drop_nulls().sort()
    # A comparison is worth an IMP for each limit that it reaches, so the sum counts, limit by limit, the scores that
    # are so much lower less those that are so much higher: no score need be held against each other one.
    limits = imp_table(table).at_least[:cap]
    won = [ranked.search_sorted(points - least, side="right") for least in limits]
    not_lost = [ranked.search_sorted(points + least, side="left") for least in limits]
    counts = pl.sum_horizontal(count.cast(pl.Int64) for count in (*won, *not_lost))
    return pl.when(score.is_not_null()).then(counts - len(limits) * others.count().cast(pl.Int64))


def average_imps(total: pl.Expr, divisor: pl.Expr) -> pl.Expr:
    """A sum of cross-IMPs a comparison; null where there is none.

    Args:
        total: the sum, as `cross_imps` gives it.
        divisor: the comparisons, n − 1, as most have it; n by those who count a score against itself.

    >>> frame = pl.DataFrame({"total": [42, 0], "n": [5, 1]})
    >>> frame.select(average_imps(pl.col("total"), pl.col("n") - 1)).to_series().to_list()
    [10.5, None]
    """
    return _ratio(total, divisor)


def factored_by_comparisons(total: pl.Expr, *, n: pl.Expr, results: pl.Expr) -> pl.Expr:
    """A group's sum brought to the whole board as ACBLscore does, times (N − 1)/(n − 1); null where n is 1.

    Args:
        total: the sum within the group.
        n: the scores in the group.
        results: N, those on the board.

    >>> frame = pl.DataFrame({"total": [18], "n": [8], "results": [10]})
    >>> columns = {name: pl.col(name) for name in ("n", "results")}
    >>> frame.select(factored_by_comparisons(pl.col("total"), **columns).round(4)).item()
    23.1429
    """
    return _ratio(total * (results.cast(pl.Int64) - 1), n.cast(pl.Int64) - 1)


def factored_by_scores(total: pl.Expr, *, n: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """A group's sum brought to the whole board as the EBU does, times E/A; its average is this by E − 1.

    Args:
        total: the sum within the group.
        n: A, the scores in the group.
        expected: E, those expected on the board.

    >>> frame = pl.DataFrame({"total": [18], "n": [8], "expected": [10]})
    >>> frame.select(factored_by_scores(pl.col("total"), n=pl.col("n"), expected=pl.col("expected"))).item()
    22.5
    """
    return _ratio(total * expected.cast(pl.Int64), n)


def ximpq(total: pl.Expr, results: pl.Expr) -> pl.Expr:
    """A board's cross-IMPs made fit for a table of victory points: by √(r·c/2), r results and c = r − 1 comparisons.

    EBU White Book 2025, 3.1.3, also called Probst's formula. Null where there is no comparison.

    >>> pl.DataFrame({"total": [30], "r": [8]}).select(ximpq(pl.col("total"), pl.col("r")).round(6)).item()
    5.669467
    """
    r = results.cast(pl.Int64)
    return pl.when(r > 1).then(total / (r * (r - 1) / 2).sqrt())


def award_total_imps(award: pl.Expr, results: pl.Expr) -> pl.Expr:
    """An artificial score at total IMPs, as ACBLscore has it: its IMPs for each of N − 1 comparisons.

    Args:
        award: in per cent: 60, 50 or 40.
        results: N, the scores on the board.

    >>> frame = pl.DataFrame({"award": [60.0, 50.0, 40.0], "results": [10, 10, 10]})
    >>> frame.select(award_total_imps(pl.col("award"), pl.col("results"))).to_series().to_list()
    [27, 0, -27]
    """
    return award_imps(award) * (results.cast(pl.Int64) - 1)


def _ratio(num: pl.Expr, den: pl.Expr) -> pl.Expr:
    return pl.when(den > 0).then(num / den)
