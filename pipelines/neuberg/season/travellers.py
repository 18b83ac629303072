"""One file's traveller lines scored, without a run."""

import polars as pl

from neuberg.domain.plays import plays, with_points
from neuberg.ingest import stage
from neuberg.rules import ImpProfile, rule_named
from neuberg.score import exact_of_a_run
from neuberg.season.choices import by_profile, choices
from neuberg.season.options import Options

#: The rule whose columns an empty file gets.
DEFAULT = "wbf-1991"
_EXACT_DECIMALS = 4


def scored_lines(tables: stage.Tables, options: Options) -> tuple[pl.DataFrame, list[tuple[str, str]]]:
    """One file's traveller lines scored, and the profiles used with why.

    The lines have the columns of `neuberg.score` besides their own, and `decimals`, which the profile prints; a line
    that its event's scoring keeps from matchpoints is not among them.
    """
    events = tables["events"]
    # Collected before it is scored: the optimizer takes many times longer over the two as one plan than it saves.
    lines = with_points(plays(tables["results"].lazy(), tables["boards"].lazy(), events.lazy())).collect().lazy()
    chosen = choices(events, lines, options.profiles)
    parts = [
        exact_of_a_run(own, profile=name).with_columns(decimals=pl.lit(_decimals(name)))
        for name, own in by_profile(lines, chosen)
    ]
    used = chosen.filter(pl.col("profile").is_not_null()).unique(("profile", "why"), maintain_order=True)
    why = list(used.select("profile", "why").iter_rows())
    if not parts:
        parts = [exact_of_a_run(lines.limit(0), profile=DEFAULT).with_columns(decimals=pl.lit(_decimals(DEFAULT)))]
    return pl.concat([part.collect() for part in parts]), why


def _decimals(name: str) -> int:
    """The decimals in which a profile's matchpoints are printed: its rounding's, else four."""
    rule = rule_named(name)
    if isinstance(rule, ImpProfile) or rule.step is None:
        return _EXACT_DECIMALS
    return len(str(rule.step)) - 1
