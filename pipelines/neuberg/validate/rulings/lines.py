"""The traveller lines that a ruling is about: its event, its board, and the plays that it names."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from neuberg.validate.laws.facts import UNKNOWN
from neuberg.validate.rulings import fields
from neuberg.validate.rulings.ruling import Ruling

_DIRECTIONS = ("NS", "EW")
_COLUMNS = (("rounds", "round"), ("tables", "table"), ("pairs", "ns_pair"), ("ew_pairs", "ew_pair"))


def event_id_of(events: pl.DataFrame, ruling: Ruling) -> int:
    """The one event that a ruling names.

    Raises:
        RulingError: there is none, or several.
    """
    wanted = str(ruling.data["event"])
    found = events.filter((pl.col("name") == wanted) | (pl.col("event_id").cast(pl.String) == wanted))
    if found.height != 1:
        raise ruling.fail(f"{found.height} events {wanted!r}", "one; name it by its event_id")
    return int(found["event_id"].item())


def board_lines(results: pl.DataFrame, event_id: int, ruling: Ruling) -> pl.DataFrame:
    """The lines of the ruled board, as many as the guard says where it says so.

    Raises:
        RulingError: there is none, it is a board of several sessions, or the guard no longer holds.
    """
    found = results.filter(_at_place(event_id, ruling) & (pl.col("board") == ruling.data["board"]))
    wanted = ruling.data["guard"].get("lines") if "plays" not in ruling.data else None
    if found.is_empty() and wanted is None:
        raise ruling.fail(f"no traveller line of board {ruling.data['board']}", "a board that was played")
    if found["session"].n_unique() > 1:
        raise ruling.fail("the board in several sessions", "the ruling to name its session")
    if wanted is not None and found.height != wanted:
        raise ruling.fail(
            f"{found.height} traveller lines on board {ruling.data['board']}",
            f"{wanted}, as when it was ruled: the source has changed",
        )
    return found


def named_lines(results: pl.DataFrame, event_id: int, ruling: Ruling) -> pl.DataFrame:
    """The lines that `plays` names, each of which still says what the guard wants.

    Raises:
        RulingError: it names none, or the guard no longer holds.
    """
    lines = board_lines(results, event_id, ruling)
    named = lines.filter(is_of(ruling.data["plays"]))
    if named.is_empty():
        found = ", ".join(f"{name} = {values!r}" for name, values in ruling.data["plays"].items())
        raise ruling.fail(f"no line of the board in the plays {{ {found} }}", f"at least one of {_described(lines)}")
    guard = ruling.data["guard"]
    if named.height != guard.get("lines", named.height):
        raise ruling.fail(f"{named.height} lines in the plays", f"{guard['lines']}, as when it was ruled")
    for field, value in guard.items():
        if field != "lines":
            _check_guard(named, field, fields.typed(ruling, field, value), ruling)
    return named


def _described(lines: pl.DataFrame) -> str:
    """What lines may be named by, as far as they have it: such as `the N-S pairs 1NS, 2NS`."""
    columns = {"ns_pair": "N-S pairs", "ew_pair": "E-W pairs", "table": "tables", "round": "rounds"}
    values = {words: lines[name].drop_nulls().unique(maintain_order=True) for name, words in columns.items()}
    known = (f"the {words} {', '.join(map(str, found))}" for words, found in values.items() if found.len())
    return "; ".join(known) or "its lines, which have no pair, table or round"


def pair_lines(results: pl.DataFrame, event_id: int, ruling: Ruling) -> pl.DataFrame:
    """The lines of the pair that a ruling names, as many as its guard says, all of one session and section.

    Raises:
        RulingError: they are no longer as many, or of several pairs of that number.
    """
    sides = {"NS": ("ns_pair",), "EW": ("ew_pair",)}.get(ruling.data.get("direction", ""), ("ns_pair", "ew_pair"))
    of_pair = pl.any_horizontal(pl.col(side) == ruling.data["pair"] for side in sides)
    found = results.filter(_at_place(event_id, ruling) & of_pair.fill_null(False))
    if found.height != ruling.data["guard"]["lines"]:
        raise ruling.fail(
            f"{found.height} traveller lines of pair {ruling.data['pair']!r}",
            f"{ruling.data['guard']['lines']}, as when it was ruled: the source has changed",
        )
    for key in ("session", "section"):
        if found[key].n_unique() > 1:
            raise ruling.fail(f"pair {ruling.data['pair']!r} in several {key}s", f"the ruling to name its {key}")
    if len(sides) > 1 and found["board"].is_duplicated().any():
        raise ruling.fail(f"a pair {ruling.data['pair']!r} N-S and one E-W", "the ruling to name its direction")
    return found


def is_of(plays: Mapping[str, Any]) -> pl.Expr:
    """Whether a line is named; one whose round or table is not known is named by neither."""
    holds: pl.Expr = pl.lit(True)
    for key, column in _COLUMNS:
        if key in plays:
            holds = holds & pl.col(column).cast(pl.String).is_in([str(value) for value in plays[key]])
    if "from_round" in plays:
        first = plays["from_round"]
        at_table = pl.col("table").cast(pl.Int32, strict=False) >= plays.get("from_table", 0)
        in_first = (pl.col("round") == first) & (at_table if "from_table" in plays else pl.lit(True))
        holds = holds & ((pl.col("round") > first) | in_first)
    return holds.fill_null(False)


def check_named(results: pl.DataFrame, event_id: int, ruling: Ruling) -> None:
    """Nothing, where the table and the contestants that the facts name are of the board, as far as that is known.

    Raises:
        RulingError: one of them is not.
    """
    facts = ruling.data["facts"]
    lines = results.filter(_at_place(event_id, ruling) & (pl.col("board") == ruling.data["board"]))
    tables = sorted(set(lines["table"].drop_nulls()))
    table = facts.get("fouling_table", UNKNOWN)
    if tables and table not in (*tables, UNKNOWN):
        raise ruling.fail(f"fouling_table = {table!r}", f"a table of the board: {', '.join(tables)}")
    fault = facts.get("fault", UNKNOWN)
    contestants = {name for column in ("ns_pair", "ew_pair", "team", "ew_team") for name in lines[column].drop_nulls()}
    for name in fault if isinstance(fault, Mapping) and contestants else ():
        if name not in contestants | set(_DIRECTIONS):
            raise ruling.fail(f"fault of {name!r}", f"{' or '.join(_DIRECTIONS)}, or a pair or team of the board")


def strangers(lines: pl.DataFrame, plays: Mapping[str, Any]) -> list[str]:
    """The pairs that the plays name and that no line of the board has at that side."""
    sides = [(column, plays.get(key, [])) for key, column in _COLUMNS if key in ("pairs", "ew_pairs")]
    return [str(pair) for column, named in sides for pair in named if str(pair) not in set(lines[column].to_list())]


def _at_place(event_id: int, ruling: Ruling) -> pl.Expr:
    place: pl.Expr = pl.col("event_id") == event_id
    for key in ("session", "section"):
        if key in ruling.data:
            place = place & (pl.col(key) == ruling.data[key])
    return place


def _check_guard(named: pl.DataFrame, field: str, wanted: Any, ruling: Ruling) -> None:
    found = named[field].to_list()
    if any(value != wanted for value in found):
        given = ", ".join(fields.MISSING if value is None else str(value) for value in found)
        as_ruled = fields.MISSING if wanted is None else wanted
        raise ruling.fail(f"{field} = {given}", f"{as_ruled}, as when it was ruled: the source has changed")
