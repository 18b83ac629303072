"""Rulings: decisions of a director or auditor as data, each with a guard that fails loudly once its source changed.

A rulings file is TOML, a `[[ruling]]` a decision. `what = "fouled"` gives the lines of a board their groups:

    [[ruling]]
    what = "fouled"
    event = "Spring Pairs"     # the event's name or its event_id
    session = "1"              # may be left out where the event has one
    section = "A"              # may be left out: every section
    board = 7
    groups = [{ form = "changed", from_round = 5, from_table = 3 }]
    guard = { lines = 12 }     # the traveller lines that the board must still have
    source = "Director's report of 6 March 1994"

A group names its lines by `rounds`, `tables` or `pairs` (N-S), lists of which all that are given must hold, or by
`from_round` (that round and later ones; with `from_table`, of that round only the tables from that one on). A line
goes to the first group that names it; a line that none names keeps the original form.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.errors import RulingError

_KEYS = ("what", "event", "session", "section", "board", "groups", "guard", "source", "facts")
_REQUIRED = ("what", "event", "board", "groups", "guard", "source")
_GROUP_KEYS = ("form", "rounds", "tables", "pairs", "from_round", "from_table")
_GUARD_KEYS = ("lines",)


class Ruling(NamedTuple):
    """A decision on one board, as it stands in its file; `where` names file and place for messages."""

    where: str
    data: Mapping[str, Any]

    def fail(self, found: str, wanted: str) -> RulingError:
        """The error of this ruling: where, what was found, what was wanted."""
        return RulingError(f"{self.where}: found {found}; wanted {wanted}")


def read_rulings(file: Path) -> list[Ruling]:
    """The rulings of a file, checked for their keys.

    Raises:
        RulingError: not TOML, or a key is missing, unknown or of the wrong kind.
    """
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulingError(f"{file}: cannot be read as a rulings file: {error}") from error
    if unknown := set(data) - {"ruling"}:
        raise RulingError(f"{file}: found the key {min(unknown)!r}; wanted only [[ruling]] tables")
    rows = data.get("ruling", [])
    rulings = [Ruling(f"{file}, ruling {number}", row) for number, row in enumerate(rows, start=1)]
    for ruling in rulings:
        _check(ruling)
    return rulings


def _check(ruling: Ruling) -> None:
    data = ruling.data
    _known(ruling, data, _KEYS, "key")
    if missing := [key for key in _REQUIRED if key not in data]:
        raise ruling.fail(f"no {missing[0]}", f"the keys {', '.join(_REQUIRED)}")
    if data["what"] != "fouled":
        raise ruling.fail(f"what = {data['what']!r}", "what = 'fouled'")
    _typed(ruling, data, board=int, groups=list, guard=dict, source=str, session=str, section=str)
    _known(ruling, data["guard"], _GUARD_KEYS, "guard key")
    if not isinstance(data["guard"].get("lines"), int):
        raise ruling.fail(f"guard = {data['guard']!r}", "guard = { lines = <how many traveller lines> }")
    for group in data["groups"]:
        if not isinstance(group, dict) or not isinstance(group.get("form"), str):
            raise ruling.fail(f"a group {group!r}", "a table such as { form = 'changed', rounds = [5] }")
        _known(ruling, group, _GROUP_KEYS, "group key")
        _typed(ruling, group, rounds=list, tables=list, pairs=list, from_round=int)
        if not set(group) - {"form", "from_table"}:
            wanted = ", ".join(_GROUP_KEYS[1:5])
            raise ruling.fail(f"a group {group!r} that names no lines", f"one of {wanted}")


def _known(ruling: Ruling, data: Mapping[str, Any], keys: tuple[str, ...], kind: str) -> None:
    if unknown := sorted(set(data) - set(keys)):
        raise ruling.fail(f"the {kind} {unknown[0]!r}", f"only {', '.join(keys)}")


def _typed(ruling: Ruling, data: Mapping[str, Any], **types: type) -> None:
    for key, wanted in types.items():
        if key in data and type(data[key]) is not wanted:
            raise ruling.fail(f"{key} = {data[key]!r}", f"a value of type {wanted.__name__}")


def apply_groups(results: pl.DataFrame, events: pl.DataFrame, rulings: list[Ruling]) -> pl.DataFrame:
    """The traveller lines, those of ruled boards with their `given_group`.

    Raises:
        RulingError: a ruling's board is not there, its event is not one event, or its guard no longer holds.
    """
    for ruling in rulings:
        ruled = _board(results, _event_id(events, ruling), ruling)
        forms = _forms(ruling)
        _check_named(results.filter(ruled), ruling)
        results = results.with_columns(given_group=pl.when(ruled).then(forms).otherwise("given_group"))
    return results


def _check_named(lines: pl.DataFrame, ruling: Ruling) -> None:
    for group in ruling.data["groups"]:
        if lines.filter(_is_of(group)).is_empty():
            raise ruling.fail(f"no line of the board in the group {group!r}", "each group to name at least one")


def _event_id(events: pl.DataFrame, ruling: Ruling) -> int:
    wanted = str(ruling.data["event"])
    found = events.filter((pl.col("name") == wanted) | (pl.col("event_id").cast(pl.String) == wanted))
    if found.height != 1:
        raise ruling.fail(f"{found.height} events {wanted!r}", "one; name it by its event_id")
    return int(found["event_id"].item())


def _board(results: pl.DataFrame, event_id: int, ruling: Ruling) -> pl.Expr:
    """Which lines are of the ruled board; its guard is checked."""
    data = ruling.data
    ruled: pl.Expr = (pl.col("event_id") == event_id) & (pl.col("board") == data["board"])
    for key in ("session", "section"):
        if key in data:
            ruled = ruled & (pl.col(key) == data[key])
    found = results.filter(ruled)
    if found["session"].n_unique() > 1:
        raise ruling.fail("the board in several sessions", "the ruling to name its session")
    if found.height != data["guard"]["lines"]:
        raise ruling.fail(
            f"{found.height} traveller lines on board {data['board']}",
            f"{data['guard']['lines']}, as when it was ruled: the source has changed",
        )
    return ruled


def _forms(ruling: Ruling) -> pl.Expr:
    form: pl.Expr = pl.lit(None, dtype=pl.String)
    for group in reversed(ruling.data["groups"]):
        form = pl.when(_is_of(group)).then(pl.lit(group["form"])).otherwise(form)
    return form


def _is_of(group: Mapping[str, Any]) -> pl.Expr:
    """Whether a line is of a group; a line whose round or table is not known is named by neither."""
    holds: pl.Expr = pl.lit(True)
    for key, column in (("rounds", "round"), ("tables", "table"), ("pairs", "ns_pair")):
        if key in group:
            holds = holds & pl.col(column).cast(pl.String).is_in([str(value) for value in group[key]])
    if "from_round" in group:
        first = group["from_round"]
        at_table = pl.col("table").cast(pl.Int32, strict=False) >= int(group.get("from_table", 0))
        in_first = (pl.col("round") == first) & (at_table if "from_table" in group else pl.lit(True))
        holds = holds & ((pl.col("round") > first) | in_first)
    return holds.fill_null(False)


def table(events: pl.DataFrame, rulings: list[Ruling]) -> pl.DataFrame:
    """The rulings as the table `rulings`."""
    rows = [
        {
            "event_id": _event_id(events, ruling),
            "session": ruling.data.get("session"),
            "section": ruling.data.get("section"),
            "board": ruling.data["board"],
            "what": ruling.data["what"],
            "facts": json.dumps(ruling.data.get("facts", {}), default=str),
            "groups": json.dumps(ruling.data["groups"]),
            "guard": json.dumps(ruling.data["guard"]),
            "source": ruling.data["source"],
        }
        for ruling in rulings
    ]
    return pl.DataFrame(rows, schema=schemas.RULINGS.schema)
