"""A row of ReceivedData, one entry at a table, as columns of the results."""

import datetime as dt
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from neuberg.domain.awards import is_not_played, parse_award
from neuberg.ingest.bws.rows import Row, moment, text, whole
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.values import PASSED, parse_contract

_WRONG_DIRECTION, _ARBITRAL = "WRONG DIRECTION", "ARBITRAL SCORE"


class Key(NamedTuple):
    """Where an entry belongs: a later one of the same place is in the stead of it."""

    section: int | None
    table: int | None
    round: int | None
    board: int


def key(row: Row) -> Key | None:
    """The place of an entry; None without a board."""
    board = whole(row, "board")
    if board is None or board < 1:
        return None
    return Key(whole(row, "section"), whole(row, "table"), whole(row, "round"), board)


def entry_columns(row: Row) -> tuple[dict[str, Any], list[Doubt]]:
    """What an entry says happened, who played, and what is doubtful in it.

    A remark stands in place of the result; only `Wrong direction` leaves it, and says that the pairs sat the other way.
    """
    remark = text(row, "remarks")
    switched = remark.upper() == _WRONG_DIRECTION
    told = "" if switched else remark
    contract = text(row, "contract")
    played = bool(contract) and parse_contract(contract) != PASSED
    awarded = told if parse_award(told) or is_not_played(told) else ""
    given = Given(
        contract=contract,
        declarer=text(row, "ns/ew") if played else "",
        lead=text(row, "leadcard"),
        result=text(row, "result"),
        award=awarded,
    )
    columns, found = outcome(given, zero_is_score=False)
    doubts = list(found)
    if told and not awarded:
        columns, doubts = _remarked(dict(columns), told)
    if switched:
        doubts.append(
            Doubt("wrong_direction", remark, "the pairs in their own seats; they are taken as switched", "info")
        )
    return {**columns, **_pairs(row, switched=switched)}, doubts


def _remarked(columns: dict[str, Any], remark: str) -> tuple[dict[str, Any], list[Doubt]]:
    """A line whose remark says that the contract does not count, but not what each side gets."""
    if remark.upper() == _ARBITRAL:
        doubt = Doubt("award_unknown", remark, "each side's percentage")
        return columns | {"kind": "artificial", "award_given": remark}, [doubt]
    return columns | {"kind": "unknown"}, [Doubt("bad_remark", remark, "Not played, 60%-40%, Arbitral score, …")]


def _pairs(row: Row, *, switched: bool) -> dict[str, str | None]:
    """The pairs' numbers (the players', in an individual)."""
    ns, ew = ([text(row, f"pair{side}"), text(row, partner)] for side, partner in (("ns", "south"), ("ew", "west")))
    sides = ["+".join(number for number in numbers if number not in ("", "0")) or None for numbers in (ns, ew)]
    first, second = reversed(sides) if switched else sides
    return {"ns_pair": first, "ew_pair": second}


def play_order(entries: list[Row]) -> list[int | None]:
    """The place of each entry among the plays of its board in its section: by round, within a round by time.

    None for a board not played, where one of the board's entries has no round, or where entries of one round are not
    told apart by their times.
    """
    boards: dict[tuple[int | None, int | None], list[Row]] = defaultdict(list)
    for row in entries:
        if is_not_played(text(row, "remarks")):
            continue
        boards[whole(row, "section"), whole(row, "board")].append(row)
    places: dict[int, int] = {}
    for rows in boards.values():
        if all(whole(row, "round") is not None for row in rows):
            keys = Counter(_when(row) for row in rows)
            order = sorted(rows, key=lambda row: _when(row))
            places |= {id(row): place for place, row in enumerate(order, start=1) if keys[_when(row)] == 1}
    return [places.get(id(row)) for row in entries]


def _when(row: Row) -> tuple[int, dt.datetime]:
    return whole(row, "round") or 0, moment(row) or dt.datetime.min
