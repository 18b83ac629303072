"""The JSON inside a club result page, and its values as text whatever they are."""

import json
import re
from typing import Any, NamedTuple

_DATA = re.compile(r"\bvar\s+data\s*=\s*(?=\{)")

Item = dict[str, Any]


class Page(NamedTuple):
    """The object that `var data` is given, the line it begins on, and why it could not be read where it is empty."""

    data: Item
    line: int
    error: str = ""


def parse(text: str) -> Page:
    """The page's data; never raises, whatever the text."""
    match = _DATA.search(text)
    if match is None:
        return Page({}, 1, "no data")
    line = text.count("\n", 0, match.end()) + 1
    try:
        data, _ = json.JSONDecoder().raw_decode(text, match.end())
    except (ValueError, RecursionError) as error:
        return Page({}, line, str(error))
    return Page(data, line)


def items(item: Item, name: str) -> list[Item | None]:
    """The objects of a list; None for an entry that is no object."""
    value = item.get(name)
    return [entry if isinstance(entry, dict) else None for entry in value] if isinstance(value, list) else []


def text(item: Item, name: str) -> str:
    """The value as text, empty where there is none or it is a list or an object."""
    value = item.get(name)
    return str(value).strip() if isinstance(value, str | int | float) else ""
