"""The lines of PARTICIPANTS: a pair, a team or a player, with its printed figures."""

import re
from typing import Any

from lxml import etree

from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.usebio.document import fields, line_of
from neuberg.ingest.values import Number, parse_integer, parse_number

_FIGURES = ("TOTAL_SCORE", "PERCENTAGE", "PLACE")
_PLACE = re.compile(r"=?\s*([0-9]{1,6})\s*=?")
_DIRECTIONS = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_NOTHING = ("", "-")


def is_contestant(element: etree._Element) -> bool:
    """Whether a PAIR, TEAM or PLAYER is a contestant: one inside another is only where it has figures of its own.

    A MATCH names its teams in elements of the same name, which hold nothing but text.
    """
    if not len(element):
        return False
    inside = any(outer.tag in ("PAIR", "TEAM") for outer in element.iterancestors())
    return not inside or any(name in fields(element) for name in _FIGURES)


def contestant_columns(element: etree._Element) -> tuple[dict[str, Any], list[Doubt]]:
    """The columns of `pairs` that a contestant's line gives, and what is doubtful in them."""
    # One program has as attributes what the format has as elements.
    texts, doubts = (
        {**{str(name): str(text) for name, text in element.attrib.items()}, **fields(element)},
        list[Doubt](),
    )
    total, percent, penalty = (_number(texts, name, doubts) for name in ("TOTAL_SCORE", "PERCENTAGE", "ADJUSTMENT"))
    carryover = _number(texts, "CARRY_OVER", doubts) or _number(texts, "CARRYOVER", doubts)
    pair = label(element)
    if not pair:
        doubts.append(Doubt("no_number", f"a {str(element.tag).lower()} without a number", "its number or label"))
    return {
        "pair": pair or None,
        "direction": _direction(texts.get("DIRECTION", ""), doubts),
        **_players(element),
        "boards": parse_integer(texts.get("BOARDS_PLAYED", "")),
        "total": total.value if total else None,
        "total_decimals": total.decimals if total else None,
        "percent": percent.value if percent else None,
        "percent_decimals": percent.decimals if percent else None,
        "place": _place(texts.get("PLACE", ""), doubts),
        "place_given": texts.get("PLACE") or None,
        "carryover": carryover.value if carryover else None,
        "penalty": penalty.value if penalty else None,
        "line": line_of(element),
    }, doubts


def label(element: etree._Element) -> str:
    """The number or label by which the travellers name a contestant; empty where it has none."""
    texts = fields(element)
    names = {"TEAM": ("TEAM_ID", "TEAM_NUMBER", "TEAM_NAME"), "PLAYER": ("PLAYER_NUMBER",)}.get(
        str(element.tag), ("PAIR_NUMBER",)
    )
    return next(filter(None, (element.get(name) or texts.get(name, "") for name in names)), "").strip()


def _players(element: etree._Element) -> dict[str, Any]:
    each = [fields(player) for player in element.iter("PLAYER")]
    ids = [texts.get("NATIONAL_ID_NUMBER") or None for texts in each]
    return {
        "players": [texts.get("PLAYER_NAME") or None for texts in each] or None,
        "player_ids": ids if any(ids) else None,
    }


def _number(texts: dict[str, str], name: str, doubts: list[Doubt]) -> Number | None:
    text = texts.get(name, "")
    number = parse_number(text)
    if number is None and text not in _NOTHING:
        doubts.append(Doubt("bad_number", f"{name} {text}", "a number", "error"))
    return number


def _direction(text: str, doubts: list[Doubt]) -> str | None:
    direction = _DIRECTIONS.get(text[:1].upper())
    if direction is None and text:
        doubts.append(Doubt("bad_direction", text, "NS or EW"))
    return direction


def _place(text: str, doubts: list[Doubt]) -> int | None:
    match = _PLACE.fullmatch(text)
    if match is None and text not in _NOTHING:
        doubts.append(Doubt("bad_place", text, "a place such as 3 or 3="))
    return int(match[1]) if match else None
