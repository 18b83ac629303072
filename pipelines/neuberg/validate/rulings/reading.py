"""Rulings files read and checked: every key known, each of its type, before anything is applied."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from neuberg.errors import RulingError
from neuberg.resources import read_toml
from neuberg.validate.laws import FactError, read_facts
from neuberg.validate.rulings import fields
from neuberg.validate.rulings.awards import columns_of
from neuberg.validate.rulings.penalties import UNITS
from neuberg.validate.rulings.ruling import Ruling

_COMMON = ("what", "state", "event", "session", "section", "board", "guard", "source", "note")
SELECTORS = ("rounds", "tables", "pairs", "ew_pairs", "from_round")
_PLAYS = (*SELECTORS, "from_table")
_HEADER = re.compile(r"\s*\[\[\s*ruling\s*\]\]")
_DECISIONS = ("accepted", "rejected")


class _Kind(NamedTuple):
    """What a kind of ruling has besides the common keys, and how its own keys are checked."""

    required: tuple[str, ...]
    check: Callable[[Ruling], None]
    optional: tuple[str, ...] = ()


def read_rulings(file: Path) -> list[Ruling]:
    """The rulings of a file, checked for their keys.

    Raises:
        RulingError: not TOML, or a key is missing, unknown or of the wrong kind.
    """
    try:
        data = read_toml(file)
    except (OSError, ValueError, RecursionError) as error:
        raise RulingError(f"{file}: cannot be read as a rulings file: {error}") from error
    if unknown := set(data) - {"ruling"}:
        raise RulingError(f"{file}: found the key {min(unknown)!r}; wanted only [[ruling]] tables")
    rows = data.get("ruling", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise RulingError(f"{file}: found ruling = {rows!r}; wanted [[ruling]] tables")
    rulings = [Ruling(where, row) for where, row in zip(_places(file, len(rows)), rows, strict=True)]
    for ruling in rulings:
        _check(ruling)
    return rulings


def _places(file: Path, count: int) -> list[str]:
    """Where each ruling stands: its number, and its line where each has a header of its own."""
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    headers = [number for number, line in enumerate(lines, start=1) if _HEADER.match(line)]
    at = [f":{line}" for line in headers] if len(headers) == count else [""] * count
    return [f"{file}{line}, ruling {number}" for number, line in enumerate(at, start=1)]


def _check(ruling: Ruling) -> None:
    data = ruling.data
    if data.get("what") not in tuple(KINDS):
        found = f"what = {data['what']!r}" if "what" in data else "no what"
        raise ruling.fail(found, f"what = one of {', '.join(map(repr, KINDS))}")
    kind = KINDS[data["what"]]
    required = ("what", "event", *kind.required)
    ruling.only(data, tuple(dict.fromkeys((*_COMMON, *required, *kind.optional))), "key")
    if data.get("state", "settled") not in ("settled", "open"):
        raise ruling.fail(f"state = {data['state']!r}", "state = 'open', or none")
    _check_place(ruling)
    if ruling.is_open:
        return
    required = (*required, "guard", "source")
    if missing := [key for key in required if key not in data]:
        raise ruling.fail(f"no {missing[0]}", f"the keys {', '.join(required)}")
    ruling.typed(data, guard=dict, source=str)
    if not data["source"].strip():
        raise ruling.fail("an empty source", "who decided it and where it is written")
    kind.check(ruling)


def _check_place(ruling: Ruling) -> None:
    ruling.typed(ruling.data, session=str, section=str, note=str)
    ruling.counted(ruling.data, "board")
    event = ruling.data.get("event")
    if type(event) not in (str, int):
        raise ruling.fail(f"event = {event!r}", "the event's name or its event_id")


def _check_fouled(ruling: Ruling) -> None:
    _check_lines_guard(ruling)
    ruling.typed(ruling.data, groups=list)
    if not ruling.data["groups"]:
        raise ruling.fail("groups = []", "at least one group, such as { form = 'changed', rounds = [5] }")
    for group in ruling.data["groups"]:
        if not isinstance(group, dict) or not isinstance(group.get("form"), str):
            raise ruling.fail(f"a group {group!r}", "a table such as { form = 'changed', rounds = [5] }")
        _check_plays(ruling, group, ("form", *_PLAYS), "group")


def _check_plays(ruling: Ruling, plays: Mapping[str, Any], keys: tuple[str, ...] = _PLAYS, name: str = "plays") -> None:
    """The table that names lines: some selector, each of its type."""
    ruling.only(plays, keys, f"{name} key")
    ruling.typed(plays, rounds=list, tables=list, pairs=list, ew_pairs=list)
    ruling.counted(plays, "from_round", "from_table")
    for key in SELECTORS[:-1]:
        if not all(type(value) in (str, int) for value in plays.get(key, [])):
            raise ruling.fail(f"{key} = {plays[key]!r}", "a list of numbers or texts")
    if not set(plays) & set(SELECTORS):
        raise ruling.fail(f"a {name} {dict(plays)!r} that names no lines", f"one of {', '.join(SELECTORS)}")
    if "from_table" in plays and "from_round" not in plays:
        raise ruling.fail("from_table without from_round", "from_round too")


def _check_lines_guard(ruling: Ruling) -> None:
    guard = ruling.data["guard"]
    ruling.only(guard, ("lines",), "guard key")
    if "lines" not in guard:
        raise ruling.fail(f"guard = {guard!r}", "guard = { lines = <how many traveller lines> }")
    ruling.counted(guard, "lines")


def _check_facts(ruling: Ruling) -> None:
    guard = ruling.data["guard"]
    ruling.typed(ruling.data, facts=dict)
    ruling.only(guard, ("lines", "deal"), "guard key")
    if not guard:
        raise ruling.fail("guard = {}", "lines = <how many traveller lines>, or deal = 'S.H.D.C …' of N, E, S, W")
    ruling.counted(guard, "lines")
    ruling.typed(guard, deal=str)
    try:
        read_facts(ruling.data["facts"])
    except FactError as error:
        raise ruling.fail(error.found, error.wanted) from error
    if not ruling.data["facts"]:
        raise ruling.fail("facts = {}", "at least one fact")


def _check_award(ruling: Ruling) -> None:
    ruling.typed(ruling.data, plays=dict, award=str)
    _check_plays(ruling, ruling.data["plays"])
    columns_of(ruling, ruling.data["award"])
    _check_field_guard(ruling)


def _check_correction(ruling: Ruling) -> None:
    data = ruling.data
    ruling.typed(data, plays=dict, field=str)
    _check_plays(ruling, data["plays"])
    fields.typed(ruling, data["field"], data["value"])
    _check_field_guard(ruling)
    if data["field"] not in data["guard"]:
        raise ruling.fail(f"guard = {data['guard']!r}", f"what {data['field']} must still be, `missing` for none")


def _check_field_guard(ruling: Ruling) -> None:
    """A guard that says what columns of each named line must still have, and perhaps how many lines there are."""
    guard = ruling.data["guard"]
    ruling.counted(guard, "lines")
    if not set(guard) - {"lines"}:
        raise ruling.fail(f"guard = {guard!r}", "what each line must still say, such as { ns_score = -690 }")
    for field, value in guard.items():
        if field != "lines":
            fields.typed(ruling, field, value)


def _check_penalty(ruling: Ruling) -> None:
    data = ruling.data
    _check_lines_guard(ruling)
    ruling.typed(data, pair=str, unit=str)
    if type(data["amount"]) not in (int, float) or not 0 <= data["amount"] < MOST_PENALTY:
        raise ruling.fail(f"amount = {data['amount']!r}", "a number that is taken off, 0 for a warning")
    if data["unit"] not in tuple(UNITS):
        raise ruling.fail(f"unit = {data['unit']!r}", f"one of {', '.join(UNITS)}")
    if data.get("direction", "NS") not in ("NS", "EW"):
        raise ruling.fail(f"direction = {data['direction']!r}", "NS or EW")


def _check_finding(ruling: Ruling) -> None:
    data = ruling.data
    ruling.typed(data, finding=str, by=str, why=str, pair=str)
    if data["decision"] not in _DECISIONS:
        raise ruling.fail(f"decision = {data['decision']!r}", f"one of {', '.join(_DECISIONS)}")
    if empty := [key for key in ("finding", "by", "why") if not data[key].strip()]:
        raise ruling.fail(f"an empty {empty[0]}", "the finding, who decided it and why")
    plain = all(type(value) in (str, int, float, bool) for value in data["guard"].values())
    if not data["guard"] or not plain:
        raise ruling.fail(f"guard = {data['guard']!r}", "what the finding said, such as { published = 9.5 }")


#: No penalty is as great as this; it keeps figures finite.
MOST_PENALTY = 1e6
KINDS: dict[str, _Kind] = {
    "fouled": _Kind(("board", "groups"), _check_fouled, ("facts",)),
    "facts": _Kind(("board", "facts"), _check_facts),
    "award": _Kind(("board", "plays", "award"), _check_award),
    "correction": _Kind(("board", "plays", "field", "value"), _check_correction),
    "penalty": _Kind(("pair", "amount", "unit"), _check_penalty, ("direction",)),
    "finding": _Kind(("finding", "decision", "by", "why"), _check_finding, ("pair",)),
}
