"""Printed figures as columns of `results` and `pairs`: each as it stands, with its decimals; nothing is rescaled."""

import re
from typing import Any

from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.values import Number, parse_number

_PLACE = re.compile(r"=?\s*([0-9]{1,6})\s*=?")


def number(text: str, what: str, doubts: list[Doubt]) -> Number | None:
    """The printed number; None where there is none, with a doubt where it is something else."""
    found = parse_number(text)
    if found is None and text.strip() not in ("", "-"):
        doubts.append(Doubt("bad_number", f"{what} {text}", "a number"))
    return found


def published(unit: str, ns: str, ew: str, doubts: list[Doubt]) -> dict[str, Any]:
    """Both sides' figures of a unit (mp, pct, imp) and the most decimals printed; none where nothing is printed.

    >>> published("mp", "19.5", "20", [])
    {'published_ns_mp': 19.5, 'published_ew_mp': 20.0, 'published_mp_decimals': 1}
    """
    first, second = number(ns, f"N-S {unit}", doubts), number(ew, f"E-W {unit}", doubts)
    printed = [figure for figure in (first, second) if figure is not None]
    if not printed:
        return {}
    return {
        f"published_ns_{unit}": first.value if first else None,
        f"published_ew_{unit}": second.value if second else None,
        f"published_{unit}_decimals": max(figure.decimals for figure in printed),
    }


def total(name: str, text: str, doubts: list[Doubt]) -> dict[str, Any]:
    """A contestant's `total` or `percent` and its decimals.

    >>> total("percent", "60.15", [])
    {'percent': 60.15, 'percent_decimals': 2}
    """
    found = number(text, name, doubts)
    return {name: found.value, f"{name}_decimals": found.decimals} if found else {}


def place(text: str, doubts: list[Doubt]) -> dict[str, Any]:
    """A contestant's place: `3`, `3=`, `=3`; a range such as `1/2` is that of its first.

    >>> place("3=", []), place("1/2", [])
    ({'place': 3, 'place_given': '3='}, {'place': 1, 'place_given': '1/2'})
    """
    match = _PLACE.fullmatch(text.strip().partition("/")[0])
    if match is None and text.strip() not in ("", "-"):
        doubts.append(Doubt("bad_place", text, "a place such as 3 or 3="))
    return {"place": int(match[1]) if match else None, "place_given": text.strip() or None}
