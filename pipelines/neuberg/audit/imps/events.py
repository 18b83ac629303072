"""The printed lines of whole events at IMPs, each beside what its contestant's sessions add up to."""

import polars as pl

from neuberg.score.event_lines import whose_lines
from neuberg.score.whole_events import label, not_added, of_first_session, with_players

#: What is added up over the sessions, whatever list they are in: the printed one may be of all.
_EVERY = pl.lit("").alias("scored_with")


def beside_sums(sums: pl.DataFrame, printed: pl.DataFrame, added: tuple[str, ...]) -> pl.DataFrame:
    """The lines of events of several sessions, with the sums of whom each is of; none of events that cannot be added.

    Args:
        sums: a row a contestant of a session: its key, `boards` and sums.
        printed: the table `pairs`, of these events.
        added: the names of the sums.
    """
    several = sums.filter(pl.col("session").n_unique().over("event_id") > 1)
    lines = printed.filter(pl.col("session").is_null()).join(several, on="event_id", how="semi").drop("boards")
    if lines.is_empty():
        return lines.with_columns(pl.lit(None, pl.Float64).alias(name) for name in added)
    first = several.with_columns(_EVERY, variant=pl.lit(1, pl.Int8))
    players = with_players(first.lazy(), printed.lazy()).collect()
    players = players.join(not_added(players), on="event_id", how="anti")
    own = players.group_by("event_id", "who", "direction", maintain_order=True).agg(
        *of_first_session(), pl.col("_names").drop_nulls().first(), pl.col("boards", *added).sum()
    )
    found = whose_lines(lines, own.with_columns(label().alias("_label")))
    # A line that may be of either of two is held against neither.
    one = found.filter(pl.col("_line").is_unique()).drop("_line", "who", "pair_own", "_first")
    return one.rename({"section_own": "own_section", "_label": "own_pair", "direction_own": "own_direction"})
