"""One file's traveller lines ruled on, checked and scored, without a run."""

from typing import NamedTuple

import polars as pl

from neuberg.ingest import stage
from neuberg.parts.choices import by_profile, choices, methods
from neuberg.parts.lines import ruled_lines
from neuberg.rules import ImpProfile, rule_named
from neuberg.score import exact_of_a_run
from neuberg.season.options import Options
from neuberg.season.sharing import rulings_by_event
from neuberg.validate import Tables, copies, judge, rulings

#: The rule whose columns an empty file gets.
DEFAULT = "wbf-1991"
_EXACT_DECIMALS = 4


class Scored(NamedTuple):
    """One file's traveller lines, scored.

    Attributes:
        lines: the lines with the columns of `neuberg.score` besides their own, and `decimals`, which the profile
            prints; a line that its event's scoring keeps from matchpoints is not among them.
        profiles: the profiles used, each with why.
        flags: the table `flags`: what the checks found.
    """

    lines: pl.DataFrame
    profiles: list[tuple[str, str]]
    flags: pl.DataFrame


def scored_lines(tables: stage.Tables, options: Options) -> Scored:
    """One file's traveller lines as ruled, checked, and scored under the profiles that the options ask for.

    Raises:
        RulingError: a ruling is on another event, or its guard no longer holds.
    """
    events, boards = tables["events"], tables["boards"]
    ruled = rulings.read_rulings(options.rulings) if options.rulings else []
    rulings_by_event(events, ruled)
    # Collected before it is scored: the optimizer takes many times longer over the two as one plan than it saves.
    lines, _ = ruled_lines(tables, ruled)
    chosen = choices(events, lines, options.profiles)
    rulings.check_units(ruled, events, methods(chosen))
    parts = [_exact(own, name).collect() for name, own in by_profile(lines, chosen)]
    used = chosen.filter(pl.col("profile").is_not_null()).unique(("profile", "why"), maintain_order=True)
    return Scored(
        pl.concat(parts, how="vertical_relaxed") if parts else _exact(lines.limit(0), DEFAULT).collect(),
        list(used.select("profile", "why").iter_rows()),
        _flags(events.lazy(), boards.lazy(), lines, tables["pairs"].lazy()),
    )


def _exact(lines: pl.LazyFrame, name: str) -> pl.LazyFrame:
    return exact_of_a_run(lines, profile=name).with_columns(decimals=pl.lit(_decimals(name)))


def _flags(events: pl.LazyFrame, boards: pl.LazyFrame, lines: pl.LazyFrame, pairs: pl.LazyFrame) -> pl.DataFrame:
    again = copies(boards, events, lines).lazy()
    return judge(Tables(events, boards, lines, pairs, again)).flags


def _decimals(name: str) -> int:
    """The decimals in which a profile's matchpoints are printed: its rounding's, else four."""
    rule = rule_named(name)
    if isinstance(rule, ImpProfile) or rule.step is None:
        return _EXACT_DECIMALS
    return len(str(rule.step)) - 1
