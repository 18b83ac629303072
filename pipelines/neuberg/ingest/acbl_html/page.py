"""The JSON inside a club result page, and its values as text whatever they are."""

import json
import re
from typing import Any, NamedTuple

from neuberg.ingest.acbl_html.cut import whole_part

_DATA = re.compile(r"\bvar\s+data\s*=\s*(?=\{)")

Item = dict[str, Any]


class Page(NamedTuple):
    """The object that `var data` is given, the line it begins on, and where it is not whole, why.

    Attributes:
        rest: the text behind what was read, where the object is not whole.
    """

    data: Item
    line: int
    error: str = ""
    rest: str = ""


def parse(text: str) -> Page:
    """The page's data; never raises, whatever the text."""
    match = _DATA.search(text)
    if match is None:
        return Page({}, 1, "no data")
    line = text.count("\n", 0, match.end()) + 1
    try:
        return Page(json.JSONDecoder().raw_decode(text, match.end())[0], line)
    except json.JSONDecodeError as error:
        return _part(text[match.end() :], error.pos - match.end(), line, str(error))
    except (ValueError, RecursionError) as error:
        return Page({}, line, str(error))


def _part(text: str, damaged: int, line: int, error: str) -> Page:
    """The page of what stands whole before the damage."""
    whole, end = whole_part(text[:damaged])
    try:
        data = json.loads(whole) if whole else {}
    except (ValueError, RecursionError):
        return Page({}, line, error, text)
    return Page(data, line, error, text[end:])


def items(item: Item, name: str) -> list[Item | None]:
    """The objects of a list; None for an entry that is no object."""
    value = item.get(name)
    return [entry if isinstance(entry, dict) else None for entry in value] if isinstance(value, list) else []


def text(item: Item, name: str) -> str:
    """The value as text, empty where there is none or it is a list or an object."""
    value = item.get(name)
    return str(value).strip() if isinstance(value, str | int | float) else ""
