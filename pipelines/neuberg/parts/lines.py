"""Traveller lines as a stage is given them: ruled on, with their boards' facts and their points."""

from collections.abc import Mapping, Sequence

import polars as pl

from neuberg import schemas
from neuberg.domain.plays import plays, with_points
from neuberg.validate import rulings


def ruled_lines(
    given: Mapping[str, pl.DataFrame], ruled: Sequence[rulings.Ruling]
) -> tuple[pl.LazyFrame, pl.DataFrame]:
    """Every traveller line with its board's facts, as ruled, with its points; and the table `rulings`.

    Args:
        given: the tables `results`, `boards` and `events`.
        ruled: the rulings on their events.

    Raises:
        RulingError: a ruling's guard no longer holds.
    """
    results, boards, events = given["results"], given["boards"].lazy(), given["events"]
    table = schemas.empty(schemas.RULINGS)
    if ruled:
        results, table = rulings.apply_rulings(results, boards, events, list(ruled))
    return with_points(plays(results.lazy(), boards, events.lazy())).collect().lazy(), table
