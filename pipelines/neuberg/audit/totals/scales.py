"""On which scale an event's lines are printed: that of what explains its matchpoints best."""

import polars as pl

from neuberg.audit.rule import UNITS

#: A printed figure is `_times`·M/`_by`, M being the matchpoints on 2-1-0; null where that is not known.
PRINTED_SCALE = ("_times", "_by")


def with_printed_scale(wrong: pl.DataFrame, choices: pl.DataFrame) -> pl.DataFrame:
    """Totals and percentages with `PRINTED_SCALE` of their event; null in per cent, and where nothing explains it.

    Args:
        wrong: rows of `pairs.pair_figures`.
        choices: the best `scale` of each event and quantity, with what it has `reproduced`.
    """
    units = pl.DataFrame([(name, *unit) for name, unit in UNITS.items()], _SCHEMA, orient="row")
    known = choices.filter((pl.col("quantity") == "mp") & (pl.col("reproduced") > 0)).join(units, on="scale")
    own = known.select("event_id", *PRINTED_SCALE).unique("event_id", keep="first", maintain_order=True)
    return wrong.join(own, on="event_id", how="left", maintain_order="left")


_SCHEMA = {"scale": pl.String, **dict.fromkeys(PRINTED_SCALE, pl.Int64)}
