"""Butler: the score against a datum, the mean of a board's scores to the nearest ten, without some at either end."""

from typing import Literal

import polars as pl

from neuberg.score.imps import TODAY, imps

#: Which way a mean goes that ends in an exact five: to the even ten (ACBLscore) or away from nought (EBU).
Half = Literal["even ten", "away from zero"]
Rounding = Literal["down", "nearest", "up"]

_TEN = 10


def datum(score: pl.Expr, *, half: Half, dropped: pl.Expr | int = 0, weight: pl.Expr | int = 1) -> pl.Expr:
    """The mean of the scores left when as many are dropped at the top as at the bottom, to the nearest ten.

    Describes one group, of which it is one number: add `.over(...)` for many. Null where nothing is left.

    Args:
        score: N-S's, in points; null where there is none.
        half: which way an exact five goes.
        dropped: how much to drop at each end, one whole number for the group; 1 for the best and the worst.
        weight: what each score counts, in the same measure.

    >>> frame = pl.DataFrame({"ns_score": [450, 400, -50]})
    >>> frame.with_columns(datum=datum(pl.col("ns_score"), half="even ten"),
    ...                    middle=datum(pl.col("ns_score"), half="even ten", dropped=1))
    shape: (3, 3)
    ┌──────────┬───────┬────────┐
    │ ns_score ┆ datum ┆ middle │
    │ ---      ┆ ---   ┆ ---    │
    │ i64      ┆ i64   ┆ i64    │
    ╞══════════╪═══════╪════════╡
    │ 450      ┆ 270   ┆ 400    │
    │ 400      ┆ 270   ┆ 400    │
    │ -50      ┆ 270   ┆ 400    │
    └──────────┴───────┴────────┘
    """
    weight, dropped = _whole(weight), _whole(dropped)
    ranked = score.cast(pl.Int64).drop_nulls().sort()
    n = ranked.len().cast(pl.Int64)
    # At each end so many scores go altogether, and the next one loses a part of its weight.
    gone, part = (dropped // weight).fill_null(0), dropped % weight
    kept = ranked.slice(gone, (n - 2 * gone).clip(0)).sum()
    ends = ranked.get(gone, null_on_oob=True) + ranked.get(n - 1 - gone, null_on_oob=True)
    return nearest_ten(weight * kept - part * ends, n * weight - 2 * dropped, half=half)


def ebu_datum(score: pl.Expr, *, expected: pl.Expr | int) -> pl.Expr:
    """The EBU's datum: each score counts E/A, then one whole score is dropped at the top and one at the bottom.

    White Book 2025, 4.2.4, and the EBU's forum, 1041; A is the scores in the group, E those expected. Describes one
    group, of which it is one number.

    Args:
        score: N-S's, in points.
        expected: E, the same for the whole group.

    Each score of three counts twice where six are expected; left are one, two and one, 650 points in 4:

    >>> frame = pl.DataFrame({"ns_score": [420, 140, -50]})
    >>> frame.with_columns(datum=ebu_datum(pl.col("ns_score"), expected=6))
    shape: (3, 2)
    ┌──────────┬───────┐
    │ ns_score ┆ datum │
    │ ---      ┆ ---   │
    │ i64      ┆ i64   │
    ╞══════════╪═══════╡
    │ 420      ┆ 160   │
    │ 140      ┆ 160   │
    │ -50      ┆ 160   │
    └──────────┴───────┘
    """
    return datum(score, half="away from zero", weight=expected, dropped=score.count())


def dropped_per_cent(scores: pl.Expr, *, per_cent: int, rounding: Rounding) -> pl.Expr:
    """How many scores are dropped at each end where a percentage of them is.

    ACBLscore drops 5 per cent at each end by default. How it rounds a part of a score is not known, so the caller says.

    >>> frame = pl.DataFrame({"n": [9, 10, 30]})
    >>> frame.select(dropped_per_cent(pl.col("n"), per_cent=5, rounding="nearest")).to_series().to_list()
    [0, 1, 2]
    """
    hundredths = scores.cast(pl.Int64) * per_cent
    return (hundredths + {"down": 0, "nearest": 50, "up": 99}[rounding]) // 100


def nearest_ten(num: pl.Expr, den: pl.Expr, *, half: Half) -> pl.Expr:
    """The ratio of two whole numbers to the nearest ten; null where the denominator is not positive.

    >>> frame = pl.DataFrame({"num": [425, 435, -425], "den": [1, 1, 1]})
    >>> columns = pl.col("num"), pl.col("den")
    >>> frame.select(even=nearest_ten(*columns, half="even ten"), away=nearest_ten(*columns, half="away from zero"))
    shape: (3, 2)
    ┌──────┬──────┐
    │ even ┆ away │
    │ ---  ┆ ---  │
    │ i64  ┆ i64  │
    ╞══════╪══════╡
    │ 420  ┆ 430  │
    │ 440  ┆ 440  │
    │ -420 ┆ -430 │
    └──────┴──────┘
    """
    twice, ten = 2 * num + _TEN * den, 2 * _TEN * den
    up = twice // ten
    down_again = (up % 2 == 1) if half == "even ten" else (num < 0)
    tens = pl.when((twice % ten == 0) & down_again).then(up - 1).otherwise(up)
    return pl.when(den > 0).then(_TEN * tens)


def butler(score: pl.Expr, datum: pl.Expr, *, table: str = TODAY) -> pl.Expr:
    """N-S's IMPs against the datum; E-W's are the same with the other sign.

    >>> frame = pl.DataFrame({"ns_score": [450, 300, -800]})
    >>> frame.select(butler(pl.col("ns_score"), pl.lit(300))).to_series().to_list()
    [4, 0, -15]
    """
    return imps(score - datum, table=table)


def _whole(number: pl.Expr | int) -> pl.Expr:
    return (pl.lit(number) if isinstance(number, int) else number.first()).cast(pl.Int64)
