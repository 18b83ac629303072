"""The ranking that an event of one session prints: with what was carried over into it."""

import polars as pl


def with_carried(standings: pl.DataFrame) -> pl.DataFrame:
    """The standings with the event's totals in the place of its only session's, where it has both."""
    if not standings["session"].null_count():
        return standings
    sessions = standings.filter(pl.col("session").is_not_null()).group_by("event_id").agg(pl.col("session").unique())
    only = sessions.filter(pl.col("session").list.len() == 1).select("event_id", _only=pl.col("session").list.first())
    whole = standings.filter(pl.col("session").is_null()).join(only, on="event_id")
    replaced = whole.with_columns(session="_only").drop("_only")
    rest = standings.join(replaced.select("event_id").unique(), on="event_id", how="anti")
    return pl.concat([rest, replaced])
