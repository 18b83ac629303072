"""A TotalScoreTable as contestants' lines, a row a line."""

import re
from typing import Any

from neuberg.ingest.pbn.game import Table
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import number, whole
from neuberg.ingest.pbn.rows import Row, columns, split_rows
from neuberg.ingest.pbn.values import known
from neuberg.ingest.reading import Reading
from neuberg.ingest.values import Number, parse_integer

KIND = "contestant's line"
_BETWEEN_TWO, _BETWEEN_NAMES, _WITHIN = (re.compile(text) for text in (r"\s[-–]\s", r"\s[-–]\s|[;/&]", r"[;/&]"))
_PLACE = re.compile(r"=?([0-9]{1,9})=?")
_DIRECTIONS = {"NS": "NS", "N-S": "NS", "EW": "EW", "E-W": "EW"}
_IMP_SCORINGS = ("imps", "butler", "cross_imps")

#: The role of each column, by its name in lower case without underscores; others are passed over.
ROLES = {
    "rank": "place",
    "place": "place",
    "pairid": "pair",
    "names": "names",
    "direction": "direction",
    "section": "section",
    "sessionscoremp": "session_mp",
    "sessionscoreimp": "session_imp",
    "sessionpercentage": "session_percent",
    "sessionscorepercentage": "session_percent",
    "totalscoremp": "mp",
    "totalmp": "mp",
    "mp": "mp",
    "totalscoreimp": "imp",
    "totalimp": "imp",
    "imp": "imp",
    "totalscore": "points",
    "totalpercentage": "percent",
    "percentage": "percent",
    "meanpercentage": "mean_percent",
    "nrboards": "boards",
    "memberid": "id",
    "memberid1": "id",
    "memberid2": "id2",
    "scorecarryover": "carryover",
    "carryover": "carryover",
    "scorepenalty": "penalty",
    "penalty": "penalty",
    "adjustment": "penalty",
}


def read_total_score_table(table: Table, section: str, scoring: str | None, reading: Reading) -> list[dict[str, Any]]:
    """The table's contestants' lines as columns of `pairs`, each met here; a row that cannot be one is rejected.

    The total and percentage are the session's where the table prints the session's own beside the event's.
    """
    roles = columns(table.header, ROLES)
    lines = []
    for row in split_rows(table, roles):
        reading.met(KIND)
        doubts = Doubts(reading, row.line, row.text)
        if row.cells is None:
            wanted = f"a row of the columns {table.header}" if table.header else "a table with columns"
            doubts.reject(KIND, "bad_row", row.text, wanted)
        else:
            lines.append(_line(row, row.cells, section, _units(scoring), doubts))
    return lines


def _units(scoring: str | None) -> list[str]:
    """The columns that may hold the total, best first: the session's, and those in the event's own unit."""
    units = ["imp", "mp", "points"] if scoring in _IMP_SCORINGS else ["mp", "imp", "points"]
    return [*(f"session_{unit}" for unit in units), *units]


def _line(row: Row, cells: dict[str, str], section: str, units: list[str], doubts: Doubts) -> dict[str, Any]:
    total = _first(cells, units, doubts)
    percent = _first(cells, ["session_percent", "percent", "mean_percent"], doubts)
    boards, carryover, penalty = (number(cells.get(role, ""), doubts) for role in ("boards", "carryover", "penalty"))
    place = known(cells.get("place", ""))
    return {
        "section": known(cells.get("section", "")) or section,
        "pair": known(cells.get("pair", "")) or known(cells.get("names", "")),
        "direction": _direction(cells.get("direction", ""), doubts),
        "players": _players(cells.get("names", "")),
        "player_ids": _player_ids(cells),
        "boards": whole(boards),
        "total": total.value if total else None,
        "total_decimals": total.decimals if total else None,
        "percent": percent.value if percent else None,
        "percent_decimals": percent.decimals if percent else None,
        "place": _place(place, doubts),
        "place_given": place,
        "carryover": carryover.value if carryover else None,
        "penalty": penalty.value if penalty else None,
        "line": row.line,
    }


def _first(cells: dict[str, str], roles: list[str], doubts: Doubts) -> Number | None:
    return next((found for role in roles if (found := number(cells.get(role, ""), doubts))), None)


def _players(text: str) -> list[str]:
    """The players' names; other signs between two that a dash parts belong to a name, unless both sides have some.

    >>> _players("Ada Low / Bo Li"), _players("Ada Low/Lee - Bo Li"), _players("A & B - C & D")
    (['Ada Low', 'Bo Li'], ['Ada Low/Lee', 'Bo Li'], ['A', 'B', 'C', 'D'])
    """
    two = _BETWEEN_TWO.split(text)
    are_names = len(two) == 2 and not all(map(_WITHIN.search, two))
    return [name.strip() for name in (two if are_names else _BETWEEN_NAMES.split(text)) if known(name)]


def _player_ids(cells: dict[str, str]) -> list[str | None]:
    """The members' numbers in the order of the names: none of one who has none, where the other has; else no list."""
    ids = [known(cells[role]) for role in ("id", "id2") if role in cells]
    return ids if any(ids) else []


def _direction(text: str, doubts: Doubts) -> str | None:
    direction = _DIRECTIONS.get(text.strip().upper())
    if direction is None and known(text) is not None:
        doubts.note("bad_direction", text, "N-S or E-W")
    return direction


def _place(text: str | None, doubts: Doubts) -> int | None:
    match = _PLACE.fullmatch(text) if text else None
    if text and match is None:
        doubts.note("bad_place", text, "a place, such as 3 or 3=")
    return parse_integer(match[1]) if match else None
