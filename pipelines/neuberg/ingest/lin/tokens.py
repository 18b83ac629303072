"""A LIN text as `key|value|` fields, and the fields as a heading and games."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_KEY = re.compile(r"[A-Za-z]{2}[0-9]?")
#: Keys whose value a writer may leave out, bar and all, so that the next key stands in its place.
_MAY_LACK_VALUE = ("rs", "mp", "pw")
_KNOWN = frozenset(
    "vg rs pw mp bn pn qx st md sv rh ah mb an pc pg mc nt mn sa up tu lf pf bt at cp cs hs hf".split()  # noqa: SIM905
)


class Field(NamedTuple):
    """A field: its key in lower case, its value and its line."""

    key: str
    value: str
    line: int


class Game:
    """The fields of one deal at one table: `qx` or `md` begins it."""

    def __init__(self, line: int, names: str) -> None:
        self.line = line
        self.names = names
        self.fields: list[Field] = []

    @property
    def has_begun(self) -> bool:
        """Whether anything of its deal was given: the players named behind that are of the next."""
        return any(field.key in ("md", "mb", "pc", "mc") for field in self.fields)

    def first(self, key: str) -> Field | None:
        """The first field of a key."""
        return next((field for field in self.fields if field.key == key), None)

    def value(self, key: str) -> str:
        """The first value of a key, empty where there is none."""
        field = self.first(key)
        return field.value if field else ""

    def values(self, key: str) -> list[str]:
        """Every value of a key."""
        return [field.value for field in self.fields if field.key == key]


def fields(text: str) -> Iterator[Field]:
    """The fields of a text; what stands where a key should is passed over until one does.

    A value that no bar ends is none: it may be cut short.

    >>> [field[:2] for field in fields("rs|mb|1H|an|x|")]
    [('rs', ''), ('mb', '1H'), ('an', 'x')]
    """
    parts = text.split("|")
    line, at = 1, 0
    while at < len(parts) - 2:
        line += parts[at].count("\n")
        key, value = parts[at].strip().lower(), parts[at + 1]
        if not _KEY.fullmatch(key):
            at += 1
        elif key in _MAY_LACK_VALUE and value.strip().lower() in _KNOWN:
            yield Field(key, "", line)
            at += 1
        else:
            yield Field(key, value, line)
            line += value.count("\n")
            at += 2


def unended(text: str) -> str:
    """What stands behind the last bar, which no bar ends.

    >>> unended("mb|p|mc|1"), unended("mb|p|\\n")
    ('1', '')
    """
    return text.rpartition("|")[2].strip()


def games(text: str) -> tuple[list[Field], list[Game]]:
    """The heading's fields, and the games with the players' names that were last given before the deal of each.

    >>> [game.names for game in games("qx|o1|pn|a,b,c,d|md|1|qx|c1|pn|e,f,g,h|md|1|pn|i,j,k,l|qx|o2|md|1|")[1]]
    ['a,b,c,d', 'e,f,g,h', 'i,j,k,l']
    """
    heading: list[Field] = []
    found: list[Game] = []
    names = ""
    for field in fields(text):
        if field.key == "pn":
            names = field.value
            if found and not found[-1].has_begun:
                found[-1].names = names
        if field.key == "qx" or (field.key == "md" and (not found or found[-1].first("md"))):
            found.append(Game(field.line, names))
        if field.key in ("vg", "rs", "mp", "bn", "mn") or not found:
            heading.append(field)
        else:
            found[-1].fields.append(field)
    return heading, found
