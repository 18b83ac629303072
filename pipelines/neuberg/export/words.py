"""The texts of a traveller line that the formats share: contracts, awards, weighted scores, printed figures."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from neuberg.domain.awards import is_not_played, parse_award
from neuberg.domain.weights import parse_weighted
from neuberg.errors import UsageError
from neuberg.export.format import RECOMPUTED_UNDER

Row = Mapping[str, Any]
_DOUBLES = ("", "X", "XX")
_MOST_DECIMALS = 9
_PLACE = re.compile("=?([0-9]{1,6})=?")
NOT_PLAYED = "NP"


def number(value: float | None, decimals: int | None = None) -> str:
    """A figure with as many decimals as were printed, more where its value has more; empty where there is none.

    >>> number(28.0, 1), number(28.35, 1), number(12.0), number(None, 2)
    ('28.0', '28.35', '12', '')
    """
    if value is None:
        return ""
    printed = f"{value:.{min(decimals or 0, _MOST_DECIMALS)}f}"
    return printed if float(printed) == value else f"{value:.{_MOST_DECIMALS}f}".rstrip("0").rstrip(".")


def contract(row: Row) -> str:
    """The contract, `PASS` for a board passed out, empty where none is known.

    >>> contract({"kind": "played", "level": 3, "strain": "NT", "doubled": 1})
    '3NTX'
    """
    if row["kind"] == "passed_out":
        return "PASS"
    if row["level"] is None or row["strain"] is None:
        return ""
    return f"{row['level']}{row['strain']}{_DOUBLES[row['doubled'] or 0]}"


def whole(value: int | None) -> str:
    """A whole number, empty where there is none."""
    return "" if value is None else str(value)


def place(row: Row) -> str:
    """The place, as it stood where that is a number with or without `=`; empty where there is none.

    >>> place({"place": 3, "place_given": "3="}), place({"place": 1, "place_given": "1/2"})
    ('3=', '1')
    """
    given = row["place_given"] or ""
    match = _PLACE.fullmatch(given)
    return given if match and int(match[1]) == row["place"] else whole(row["place"])


def award(row: Row) -> str:
    """What the line is given in place of a score: an award or a weighted score; empty for any other line.

    As it stood in the file where that says the same; else in per cent, N-S's first.

    >>> award({"kind": "artificial", "award_given": None, "ns_award": 60.0, "ew_award": 45.0})
    '60%-45%'
    """
    given = row["award_given"]
    if row["kind"] == "weighted":
        return given if given and _says_weights(given, row) else weighted(row)
    if row["kind"] != "artificial" or row["ns_award"] is None or row["ew_award"] is None:
        return ""
    both = (row["ns_award"], row["ew_award"])
    return given if given and parse_award(given) == both else "-".join(f"{number(side)}%" for side in both)


def says_nothing(text: str) -> bool:
    """Whether a text, put where an award stands, is taken for none of the things that can stand there."""
    try:
        return parse_award(text) is None and parse_weighted(text) is None and not is_not_played(text)
    except UsageError:
        return True


def told_figures(event: Row) -> list[str]:
    """What a file says of its figures where they are not those that were read: the rule that gave them.

    >>> told_figures({"name": "Club"}), told_figures({"recomputed_under": "nbb-1982"})
    ([], ['Figures: recomputed under nbb-1982'])
    """
    rule = event.get(RECOMPUTED_UNDER)
    return [f"Figures: recomputed under {rule}"] if rule else []


def weighted(row: Row) -> str:
    """The parts of a weighted score, `30% 650 + 70% -100`; both sides' where they are split.

    >>> parts = [{"score": 650, "weight": 3000}, {"score": -50, "weight": 7000}]
    >>> weighted({"ns_components": parts, "ew_components": None})
    '30% 650 + 70% -50'
    """
    sides = [row["ns_components"], row["ew_components"]]
    return " / ".join(_parts(side) for side in sides if side)


def _parts(side: Sequence[Mapping[str, int]]) -> str:
    return " + ".join(f"{number(part['weight'] / 100)}% {part['score']}" for part in side)


def _says_weights(text: str, row: Row) -> bool:
    try:
        found = parse_weighted(text)
    except UsageError:
        return False
    ns = row["ns_components"] or []
    ew = row["ew_components"] or ns
    wanted = [[(part["score"], part["weight"]) for part in side] for side in (ns, ew)]
    return found is not None and [[tuple(part) for part in side] for side in found] == wanted
