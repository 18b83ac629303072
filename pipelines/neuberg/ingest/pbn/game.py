"""One PBN game as it stands: its tags, the tables that hold results, and the first card of its play."""

from dataclasses import dataclass, field
from typing import NamedTuple

#: The tables whose rows are records.
RESULT_TABLES = ("ScoreTable", "TotalScoreTable")
#: What a game says of the deal; a second play of a board leaves them all out.
DEAL_TAGS = ("Board", "Dealer", "Vulnerable", "Deal")
#: What a game says of its place in an event; games without an Event continue it.
HEADINGS = (
    "Event", "Site", "Date", "EventDate", "Stage", "Round", "Section", "Scoring", "Competition",
    "HomeTeam", "VisitTeam",
)  # fmt: skip
#: The tags that the reader uses; all others are passed over.
KEPT = frozenset(
    (
        *DEAL_TAGS, *HEADINGS, "North", "East", "South", "West", "PairNS", "PairEW", "Room", "Table",
        "Declarer", "Contract", "Result", "Score", "ScoreMP", "ScoreIMP", "ScorePercentage",
        "Generator", "Application",
    )
)  # fmt: skip


class Tag(NamedTuple):
    """A tag's value and its line."""

    value: str
    line: int


@dataclass(slots=True)
class Table:
    """A table as it stands: its name, its header (the tag's value), and its lines of text with their numbers."""

    name: str
    header: str
    line: int
    repeated: bool
    lines: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """The kept tags of one game, its result tables and the first card of its play."""

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)
    lead: Tag | None = None
    #: Whether the game itself has one of the tags of a deal, rather than continuing the game before.
    records_deal: bool = False

    def value(self, name: str) -> str:
        """A tag's text; empty where the game has no such tag."""
        tag = self.tags.get(name)
        return tag.value if tag else ""

    def line_of(self, name: str) -> int:
        """A tag's line; the game's first where it has no such tag."""
        tag = self.tags.get(name)
        return tag.line if tag else self.line
