"""Rulings applied to the traveller lines before they are scored; each recorded in the table `rulings`."""

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.validate.rulings import awards, fields
from neuberg.validate.rulings.lines import (
    board_lines,
    check_named,
    event_id_of,
    is_of,
    named_lines,
    pair_lines,
    strangers,
)
from neuberg.validate.rulings.ruling import Ruling

_KEPT_APART = ("what", "state", "event", "session", "section", "board", "facts", "groups", "guard", "source")
#: New values of columns, by the line's id.
Changes = dict[int, dict[str, Any]]


class Applied(NamedTuple):
    """The traveller lines as ruled, in their order, and the table `rulings`."""

    results: pl.DataFrame
    rulings: pl.DataFrame


class _Decided(NamedTuple):
    """What a ruling changes, the lines that it is about, and where it is, if that is more than it says."""

    changes: Changes
    result_ids: list[int]
    place: Mapping[str, str] = MappingProxyType({})


def apply_rulings(results: pl.DataFrame, boards: pl.LazyFrame, events: pl.DataFrame, rulings: list[Ruling]) -> Applied:
    """The lines with their groups, awards and corrections as ruled; the tables themselves stay as they were read.

    Every guard is held against the lines as read, whatever other rulings change.

    Raises:
        RulingError: a ruling's event or lines are not there, its guard no longer holds, or two rulings are on the
            same field of a line.
    """
    changes: Changes = {}
    rows = []
    for ruling in rulings:
        event_id = event_id_of(events, ruling)
        decided = _Decided({}, [])
        if not ruling.is_open:
            own = results.filter(pl.col("event_id") == event_id)
            decided = _DECIDE[ruling.what](own, boards, event_id, ruling)
            _merge(changes, decided.changes, ruling)
        rows.append(_row(ruling, event_id, decided) | {"changes": list(_listed(results, decided.changes))})
    changed = _changed(results, changes)
    return Applied(changed, pl.DataFrame(rows, schema=schemas.RULINGS.schema))


def _fouled(lines: pl.DataFrame, _boards: pl.LazyFrame, event_id: int, ruling: Ruling) -> _Decided:
    """The group of each line: the one that names it; the original form where none does."""
    ruled = board_lines(lines, event_id, ruling)
    forms: dict[int, str | None] = dict.fromkeys(ruled["result_id"].to_list())
    for group in ruling.data["groups"]:
        if missing := strangers(ruled, group):
            wanted = "pairs that sat N-S on the board under `pairs`, and E-W under `ew_pairs`, in groups of one form"
            raise ruling.fail(f"{', '.join(missing)} in the group {group!r}", wanted)
        named = ruled.filter(is_of(group))["result_id"].to_list()
        if not named:
            raise ruling.fail(f"no line of the board in the group {group!r}", "each group to name at least one")
        if other := next((forms[line] for line in named if forms[line] not in (None, group["form"])), None):
            found = f"a line of the board in the form {other!r} and in the group {group!r}"
            raise ruling.fail(found, "each line in groups of one form at most; rounds = [...] names rounds one by one")
        forms |= dict.fromkeys(named, group["form"])
    return _Decided({line: {"given_group": form} for line, form in forms.items()}, list(forms))


def _facts(lines: pl.DataFrame, boards: pl.LazyFrame, event_id: int, ruling: Ruling) -> _Decided:
    """Nothing is changed; the guard on the lines or on the deal still holds."""
    guard = ruling.data["guard"]
    ids = board_lines(lines, event_id, ruling)["result_id"].to_list() if "lines" in guard else []
    check_named(lines, event_id, ruling)
    if "deal" in guard:
        found = _deals(boards, event_id, ruling)
        if guard["deal"] not in found:
            raise ruling.fail(
                f"the deals {found!r}", f"{guard['deal']!r}, as when it was ruled: the source has changed"
            )
    return _Decided({}, ids)


def _deals(boards: pl.LazyFrame, event_id: int, ruling: Ruling) -> list[str]:
    place = (pl.col("event_id") == event_id) & (pl.col("board") == ruling.data["board"])
    for key in ("session", "section"):
        if key in ruling.data:
            place = place & (pl.col(key) == ruling.data[key])
    hands = pl.concat_str("north", "east", "south", "west", separator=" ", ignore_nulls=True)
    return boards.filter(place).select(hands.alias("deal")).collect()["deal"].to_list()


def _award(lines: pl.DataFrame, _boards: pl.LazyFrame, event_id: int, ruling: Ruling) -> _Decided:
    """An artificial or a weighted score in place of what stands there."""
    ids = named_lines(lines, event_id, ruling)["result_id"].to_list()
    return _Decided({line: awards.columns_of(ruling, ruling.data["award"]) for line in ids}, ids)


def _correction(lines: pl.DataFrame, _boards: pl.LazyFrame, event_id: int, ruling: Ruling) -> _Decided:
    """Another value in one field; a score makes its line a played one, for an award is none."""
    field = ruling.data["field"]
    value = fields.typed(ruling, field, ruling.data["value"])
    named = named_lines(lines, event_id, ruling)
    changes: Changes = {}
    for line, kind in named.select("result_id", pl.col("kind").cast(pl.String)).iter_rows():
        scores = field == "ns_score" and value is not None
        if field in ("ns_award", "ew_award") and kind != "artificial":
            raise ruling.fail(f"{field} corrected in a line that was {kind}", "a ruling of kind 'award'")
        is_such_a_line = kind == "played" or (kind == "passed_out" and value == 0)
        changes[line] = {field: value} | (awards.PLAYED if scores and not is_such_a_line else {})
    return _Decided(changes, list(changes))


def _penalty(lines: pl.DataFrame, _boards: pl.LazyFrame, event_id: int, ruling: Ruling) -> _Decided:
    """Nothing of a line: a penalty is of the pair's total in the session."""
    found = pair_lines(lines, event_id, ruling)
    place = {"session": found["session"][0], "section": found["section"][0]}
    return _Decided({}, found["result_id"].to_list(), place)


def _finding(_lines: pl.DataFrame, _boards: pl.LazyFrame, _event_id: int, _ruling: Ruling) -> _Decided:
    """Nothing: the audit holds the guard against its own findings."""
    return _Decided({}, [])


_DECIDE: Mapping[str, Callable[[pl.DataFrame, pl.LazyFrame, int, Ruling], _Decided]] = {
    "fouled": _fouled,
    "facts": _facts,
    "award": _award,
    "correction": _correction,
    "penalty": _penalty,
    "finding": _finding,
}


def _merge(changes: Changes, new: Changes, ruling: Ruling) -> None:
    for line, values in new.items():
        held = changes.setdefault(line, {})
        if both := sorted(set(held) & set(values)):
            raise ruling.fail(f"a second ruling on {both[0]} of the same line", "one")
        held |= values


def _changed(results: pl.DataFrame, changes: Changes) -> pl.DataFrame:
    """The lines in their order, with the new values."""
    columns = sorted({column for values in changes.values() for column in values})
    for column in columns:
        new = {line: values[column] for line, values in changes.items() if column in values}
        dtype = results.schema[column]
        ids, values = pl.Series(list(new), dtype=pl.Int64), pl.Series(list(new.values()), dtype=dtype, strict=True)
        table = pl.DataFrame({"result_id": ids, "_new": values, "_is_new": True})
        results = (
            results.join(table, on="result_id", how="left", maintain_order="left")
            .with_columns(pl.when(pl.col("_is_new")).then("_new").otherwise(column).alias(column))
            .drop("_new", "_is_new")
        )
    return results


def _row(ruling: Ruling, event_id: int, decided: _Decided) -> dict[str, Any]:
    data = {**ruling.data, **decided.place}
    return {
        "event_id": event_id,
        "session": data.get("session"),
        "section": data.get("section"),
        "board": data.get("board"),
        "what": ruling.what,
        "state": data.get("state", "settled"),
        "facts": _json(data.get("facts", {})),
        "groups": _json(data.get("groups", [])),
        "decision": _json({key: value for key, value in data.items() if key not in _KEPT_APART}),
        "result_ids": decided.result_ids,
        "guard": _json(data.get("guard", {})),
        "source": data.get("source"),
    }


def _listed(results: pl.DataFrame, changes: Changes) -> Iterator[dict[str, Any]]:
    """What is not as it was read: the line and column, and both values in words."""
    named = results.filter(pl.col("result_id").is_in(pl.Series(list(changes), dtype=pl.Int64).implode()))
    for line in named.iter_rows(named=True):
        for field, value in changes[line["result_id"]].items():
            if value != line[field]:
                yield {"result_id": line["result_id"], "field": field} | {
                    "as_read": _in_words(line[field]),
                    "as_ruled": _in_words(value),
                }


def _in_words(value: Any) -> str | None:
    """A column's value as text; a whole award without a fraction.

    >>> _in_words(60.0), _in_words(-1440), _in_words("S"), _in_words(None)
    ('60', '-1440', 'S', None)
    """
    if value is None or isinstance(value, str):
        return value
    return f"{value:g}" if isinstance(value, float) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)
