"""The lines of fouled boards under every other rule that the board could fall under, to lie beside the run's own."""

import polars as pl

from neuberg import schemas
from neuberg.audit.book.books import Book
from neuberg.audit.outcomes import different
from neuberg.rules import profile as profile_named
from neuberg.score import exact_of_a_run
from neuberg.score.arithmetic import AWARD_UNITS

_LINE = ["event_id", "result_id"]


def other_scores(own: Book) -> pl.DataFrame:
    """A row a line of a fouled board, profile and answer, for one profile of each rule but the run's own.

    Args:
        own: the lines under the run's own profile; awards are taken as they stand there for the whole session.
    """
    fouled = own.adjusted.filter(pl.col("groups") > 1)
    if fouled.is_empty():
        return schemas.empty(schemas.OTHER_SCORES)
    settled = _settled(own.lines.lazy(), fouled).collect().lazy()
    parts = [
        schemas.conform(
            exact_of_a_run(settled, profile=other.name).with_columns(own=pl.lit(own.profile)), schemas.OTHER_SCORES
        ).collect()
        for other in different(profile_named(own.profile))
    ]
    return pl.concat(parts)


def _settled(lines: pl.LazyFrame, fouled: pl.DataFrame) -> pl.LazyFrame:
    """The lines with an award as the whole session makes it, and with the scores that the session lets expect."""
    known = fouled.lazy().select(*_LINE, "ns_session", "ew_session", "most")
    awards = [
        pl.coalesce(pl.col(f"{side}_session") / AWARD_UNITS, f"{side}_award").alias(f"{side}_award")
        for side in ("ns", "ew")
    ]
    of_fouled = lines.join(known, on=_LINE, how="inner", maintain_order="left")
    return of_fouled.with_columns(
        *awards, expected=pl.col("most").cast(pl.Int32), award_given=pl.lit(None, dtype=pl.String)
    ).drop("ns_session", "ew_session", "most")
