"""How a recomputed figure is shown: with as few decimals as hold every one of its event."""

import polars as pl

#: Decimals of a figure at most, as a rule without rounding is shown.
_MOST = 4
#: What floats may be off by.
_HAIR = 1e-9


def decimals(*figures: pl.Expr) -> pl.Expr:
    """The decimals that hold all of an event's figures, four at most; a figure that is null needs none.

    >>> frame = pl.DataFrame({"event_id": [1, 1, 2], "mp": [1.5, 2.0, 1 / 3]})
    >>> frame.select(decimals(pl.col("mp"))).to_series().to_list()
    [1, 1, 4]
    """
    return pl.max_horizontal(map(_needed, figures)).max().over("event_id").cast(pl.Int8)


def _needed(figure: pl.Expr) -> pl.Expr:
    exact = (pl.when((figure.round(some) - figure).abs() < _HAIR).then(some) for some in range(_MOST))
    return pl.when(figure.is_null()).then(0).otherwise(pl.coalesce(*exact, _MOST))


def shown(figure: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """The figure rounded to so many decimals, a half away from nought.

    >>> frame = pl.DataFrame({"mp": [2 / 3, 4.55, None], "places": [4, 2, 2]})
    >>> frame.select(shown(pl.col("mp"), pl.col("places"))).to_series().to_list()
    [0.6667, 4.55, None]
    """
    unit = pl.lit(10.0).pow(decimals)
    return (figure * unit).round(mode="half_away_from_zero") / unit
