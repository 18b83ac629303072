"""The audit of ruled events as if nothing had been ruled: what was printed was printed of the lines as read."""

from collections.abc import Mapping

import polars as pl

from neuberg import audit, schemas
from neuberg.parts.choices import by_profile, methods
from neuberg.parts.lines import ruled_lines
from neuberg.rules import ImpProfile, rule_named
from neuberg.score import exact_of_a_run, standings


def differences_as_read(given: Mapping[str, pl.DataFrame], ruled: pl.DataFrame, chosen: pl.DataFrame) -> pl.DataFrame:
    """The table `differences` of the events with a ruling that changes figures, of their lines as they were read.

    Args:
        given: the tables `results`, `boards`, `events` and `pairs`.
        ruled: the table `rulings`.
        chosen: which profiles each event is scored under.
    """
    asked = pl.col("event_id").is_in(audit.changing(ruled)["event_id"].unique().implode())
    own = {name: given[name].filter(asked) for name in ("results", "boards", "events", "pairs")}
    if own["events"].is_empty():
        return schemas.empty(schemas.DIFFERENCES)
    lines, _ = ruled_lines(own, ())
    pairs = own["pairs"].lazy()
    scored, ranks = {}, [schemas.empty(schemas.STANDINGS)]
    for name, part in by_profile(lines, chosen.filter(asked)):
        exact = exact_of_a_run(part, profile=name).collect().lazy()
        ranks.append(standings(exact, profile=name, pairs=pairs, penalties=None).collect())
        if not isinstance(rule_named(name), ImpProfile):
            scored[name] = exact
    matches = [event for event, method in methods(chosen.filter(asked)).items() if method == "match_imps"]
    return audit.audit(lines, scored, pl.concat(ranks).lazy(), pairs, matches=matches)["differences"]
