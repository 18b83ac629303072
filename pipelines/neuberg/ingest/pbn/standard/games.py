"""A PBN text cut into games with their sections, as the check of the standard needs them; nothing is repaired."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TAG = re.compile(r'\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*+)"\s*\]')
_COMMENT = re.compile("[{;]")
_TOKEN = re.compile(r'"[^"]*"|\S+')


_STARTERS = frozenset(("Event", "Board", "Deal"))
#: What a further play of a board takes over.
_BOARD = ("Board", "Dealer", "Vulnerable", "Deal")


class Token(NamedTuple):
    """A word of a section, and its line."""

    text: str
    line: int


class Section(NamedTuple):
    """A tag, and the words below it."""

    name: str
    value: str
    line: int
    tokens: list[Token]
    #: Lines below the tag that hold a comment.
    commented: list[int]


class Game(NamedTuple):
    """The tags of a game in their order.

    Attributes:
        tags: the first of each name.
        board: what it takes over from the game before, where it is a further play of that game's board.
    """

    sections: list[Section]
    tags: dict[str, Section]
    board: dict[str, str]

    def first(self, name: str) -> Section | None:
        """The first tag of a name."""
        return self.tags.get(name)

    def value(self, name: str) -> str:
        """The first tag's value, without blanks around it; empty where there is none, and where it is unknown."""
        found = self.first(name)
        if found is None or found.value.strip() == "#":
            return self.board.get(name, "")
        return "" if found.value.strip() == "?" else found.value.strip()

    def has(self, name: str) -> bool:
        """Whether the game has a tag of a name, or takes it over."""
        return name in self.board or name in self.tags


def games(text: str) -> Iterator[Game]:
    """The games of a text, each with what it takes over of the board before."""
    before: Game | None = None
    for sections in _cut(text):
        game = Game(sections, {section.name: section for section in reversed(sections)}, {})
        if before is not None and before.has("Contract") and _continues(game, before):
            game.board.update({name: value for name in _BOARD if (value := before.value(name))})
        yield game
        before = game


def _continues(game: Game, before: Game) -> bool:
    """Whether a game is a further play of a board: it has no other Board and no hands of its own."""
    board, deal = game.first("Board"), game.first("Deal")
    same = board is None or board.value.strip() == before.value("Board")
    return same and (deal is None or deal.value.strip() == "#")


def _cut(text: str) -> Iterator[list[Section]]:
    sections: list[Section] = []
    begun: set[str] = set()
    in_comment = False
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if in_comment:
            _, closed, line = line.partition("}")
            in_comment = not closed
            if in_comment:
                continue
        elif line.startswith("%"):
            continue
        elif not line or line.isspace():
            if sections:
                yield sections
            sections = []
            begun.clear()
            continue
        added: list[Section] = []
        in_comment = _take(line, number, sections, added)
        for section in added:
            # As the reader does where a blank line is missing.
            if section.name in begun:
                yield sections
                sections = []
                begun.clear()
            sections.append(section)
            begun.update({section.name} & _STARTERS)
    if sections:
        yield sections


def _take(line: str, number: int, sections: list[Section], added: list[Section]) -> bool:
    """Take what a line holds, its tags into `added`; whether a comment is open at its end."""
    while match := _TAG.match(line):
        added.append(Section(match[1], match[2], number, [], []))
        line = line[match.end() :]
    sections = added or sections
    is_open = False
    if "{" in line or ";" in line:
        line, is_open = _without_comments(line)
        if sections and (sections[-1].tokens or line.strip()):
            sections[-1].commented.append(number)
    if sections and not line.lstrip().startswith("["):
        found = line.split() if '"' not in line else _TOKEN.findall(line)
        sections[-1].tokens.extend([Token(text, number) for text in found])
    return is_open


def _without_comments(line: str) -> tuple[str, bool]:
    """The line without its comments, and whether one is open at its end."""
    pieces, at = [], 0
    while match := _COMMENT.search(line, at):
        pieces.append(line[at : match.start()])
        end = line.find("}", match.start()) if match[0] == "{" else -1
        if end < 0:
            return " ".join(pieces), match[0] == "{"
        at = end + 1
    return " ".join([*pieces, line[at:]]), False
