"""Events of several sessions in which nobody is ranked, and why."""

import polars as pl

from neuberg.score.whole_events import not_added, with_players

_KEY = ("event_id", "session", "section")


def unranked_events(standings: pl.DataFrame, fields: pl.LazyFrame, pairs: pl.LazyFrame) -> pl.DataFrame:
    """A row an event whose sessions are not added to a ranking of the whole: `event_id` and `said`, with why.

    Args:
        standings: of whole events.
        fields: a row a section of a session, with those that it is `scored_with`.
        pairs: the table `pairs`.
    """
    sessions = standings.filter(pl.col("session").n_unique().over("event_id") > 1)
    alone = sessions.filter(pl.col("session").is_null().any().over("event_id").not_())
    if alone.is_empty():
        return pl.DataFrame(schema={"event_id": standings.schema["event_id"], "said": pl.String})
    # Under several profiles each is there once, as it is under one.
    once = alone.select("event_id", "session", "section", "pair", "direction", "variant").unique(maintain_order=True)
    known = once.lazy().join(fields.select(*_KEY, "scored_with"), on=_KEY, nulls_equal=True)
    causes = not_added(with_players(known, pairs).collect())
    said = pl.concat_str(pl.lit("nobody is ranked in the whole event: "), "why")
    return causes.select("event_id", said=said)
