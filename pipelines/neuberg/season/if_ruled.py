"""What rulings that nobody has made yet would do: the lines' scores and the contestants' places, now and then."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest.archive import scan
from neuberg.parts.choices import by_profile, choices
from neuberg.parts.lines import ruled_lines
from neuberg.rules import ImpProfile, rule_named
from neuberg.score import exact_of_a_run, standings
from neuberg.validate import rulings

_GIVEN = ("results", "boards", "events", "pairs", "rulings")
_OF_LINE = ("result_id", "profile", "ns", "ew")
_CONTESTANT = ("event_id", "session", "section", "profile", "pair", "direction")
_SIDES = {"ns": pl.Float64(), "ew": pl.Float64(), "profile": pl.String()}
_SCORED = {name: schemas.RESULTS.schema[name] for name in (*schemas.BOARD_KEY, "result_id")} | _SIDES
_RANKED = {name: schemas.STANDINGS.schema[name] for name in (*_CONTESTANT, "percent", "place")}


class IfRuled(NamedTuple):
    """What the rulings would do, under the first profile that each event is scored under.

    Attributes:
        lines: `result_id, profile, ns, ew, ns_if, ew_if`, matchpoints or IMPs, of the boards that they are on.
        places: `event_id, session, section, profile, pair, direction, percent, place, percent_if, place_if` of the
            contestants whose place would be another; `session` is null for a whole event.
    """

    lines: pl.DataFrame
    places: pl.DataFrame


def if_ruled(directory: Path, proposed: Sequence[rulings.Ruling]) -> IfRuled:
    """The scores and places of a run's events with the rulings that hold, and with these beside them.

    Args:
        directory: the folder of a run.
        proposed: rulings on boards that no other ruling groups.

    Raises:
        RulingError: a ruling does not fit the run's lines.
    """
    asked = pl.Series([int(ruling.data["event"]) for ruling in proposed], dtype=pl.Int64).unique()
    given = {name: scan(directory, name).filter(pl.col("event_id").is_in(asked.implode())).collect() for name in _GIVEN}
    held = rulings.recorded(given["rulings"])
    lines, table = ruled_lines(given, held)
    then, _ = ruled_lines(given, [*held, *proposed])
    used = scan(directory, "standings").filter(pl.col("event_id").is_in(asked.implode()))
    chosen = used.select("event_id", pl.col("profile").cast(pl.String)).unique(maintain_order=True).collect()
    chosen = (chosen if chosen.height else choices(given["events"], lines, ())).unique("event_id", keep="first")
    now, later = (_scored(one, chosen, given["pairs"], table) for one in (lines, then))
    boards = pl.DataFrame(
        [(int(ruling.data["event"]), *map(ruling.data.get, ("session", "section", "board"))) for ruling in proposed],
        schema={name: given["results"].schema[name] for name in schemas.BOARD_KEY},
        orient="row",
    )
    of_boards = now.lines.join(boards, on=schemas.BOARD_KEY, how="semi").select(_OF_LINE)
    both = of_boards.join(
        later.lines.select(_OF_LINE), on=("result_id", "profile"), suffix="_if", maintain_order="left"
    )
    places = now.places.join(later.places, on=_CONTESTANT, suffix="_if", nulls_equal=True, maintain_order="left")
    return IfRuled(both, places.filter(pl.col("place") != pl.col("place_if")))


def _scored(lines: pl.LazyFrame, chosen: pl.DataFrame, pairs: pl.DataFrame, ruled: pl.DataFrame) -> IfRuled:
    """The first answers of the lines and of the contestants, each under its event's profile."""
    penalties = rulings.penalties(ruled) if ruled.height else None
    # Of an event that no rule scores there are none.
    of_lines, of_contestants = [pl.LazyFrame(schema=_SCORED)], [pl.LazyFrame(schema=_RANKED)]
    for name, own in by_profile(lines, chosen):
        scored = exact_of_a_run(own, profile=name).filter(pl.col("variant") == 1).collect().lazy()
        unit = "imp" if isinstance(rule_named(name), ImpProfile) else "mp"
        sides = {side: pl.col(f"{side}_{unit}").cast(pl.Float64) for side in ("ns", "ew")}
        of_lines.append(scored.select(*schemas.BOARD_KEY, "result_id", **sides, profile=pl.lit(name)))
        ranked = standings(scored, profile=name, pairs=pairs.lazy(), penalties=penalties)
        of_contestants.append(ranked.select(*map(pl.col, _CONTESTANT), "percent", "place"))
    return IfRuled(pl.concat(of_lines).collect(), pl.concat(of_contestants).collect())
