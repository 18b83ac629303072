"""What rulings took from contestants' totals, as a printed line has it: a figure below nought."""

import polars as pl

from neuberg.score.contestants import CONTESTANT_KEY, sides, with_winners
from neuberg.score.whole_events import label, of_first_session, with_players
from neuberg.validate.rulings import penalties

_CONTESTANT = ["event_id", "session", "section", "pair"]
_KEY = [*_CONTESTANT, "direction"]
_DECIMALS = 6


def taken(ranked: pl.DataFrame, lines: pl.DataFrame, printed: pl.DataFrame, rulings: pl.DataFrame) -> pl.DataFrame:
    """A row a contestant of whom rulings took something, in a session or (null) in the whole event: `penalty`.

    Args:
        ranked: the standings, with `scored_with`.
        lines: the traveller lines with `ns_mp`, `ew_mp`, `ns_imp` and `ew_imp`.
        printed: the table `pairs`.
        rulings: the table `rulings`.
    """
    ruled = penalties(rulings).filter(pl.col("per_cent") != 0).select(_CONTESTANT).unique().collect()
    sessions = ranked.filter(pl.col("session").is_not_null()).join(ruled, on="event_id", how="semi")
    named = sessions.join(ruled, on=_CONTESTANT, how="semi")
    both = named.join(_won(lines, named), on=CONTESTANT_KEY, nulls_equal=True)
    less = pl.coalesce("mp", "imp") - pl.col("won")
    of_session = both.select(*_KEY, penalty=less.round(_DECIMALS))
    return pl.concat([of_session, _of_events(sessions, of_session, printed)])


def _won(lines: pl.DataFrame, named: pl.DataFrame) -> pl.DataFrame:
    """A row a contestant of the sessions of some: what its boards gave."""
    played = lines.join(named, on=["event_id", "session"], how="semi").with_columns(
        ns_mp=pl.coalesce("ns_mp", "ns_imp"),
        ew_mp=pl.coalesce("ew_mp", "ew_imp"),
        scored_with=pl.coalesce("scored_with", "section"),
    )
    return sides(with_winners(played.lazy())).group_by(CONTESTANT_KEY).agg(won=pl.col("mp").sum()).collect()


def _of_events(sessions: pl.DataFrame, less: pl.DataFrame, printed: pl.DataFrame) -> pl.DataFrame:
    """What was taken in all sessions, with what the contestant is called in the event."""
    known = sessions.drop("carryover").join(less, on=_KEY, how="left", nulls_equal=True)
    who = with_players(known.lazy(), printed.lazy()).group_by("event_id", "scored_with", "who", "direction")
    summed = who.agg(*of_first_session(), pl.col("penalty").sum()).with_columns(label())
    whole = summed.with_columns(session=pl.lit(None, pl.String)).filter(pl.col("penalty") != 0)
    return whole.select(*_KEY, "penalty").collect()
