"""The tolerant tokenizer: a PBN text as games, in one pass whose cost is linear in the text."""

import re
from itertools import pairwise

from neuberg.ingest.pbn.game import KEPT, RESULT_TABLES, Game, Table, Tag
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.reading import Reading

_TAG_LINE = re.compile(r'\[([A-Za-z]\w*)[ \t]*"([^"\\]*)"\][ \t]*')
_NAME = re.compile(r"[A-Za-z]\w*")
_BRACKET_RUN = re.compile(r'\[[^\[\]"]*')
# Possessive: a long value that never ends costs no memory to give up.
_STRING = re.compile(r'([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')
_CLOSING = re.compile(r'"\s*\]')
_HALF_TAG = re.compile(r'[A-Za-z]\w*\s*"[^"\\]*+(?:\\.[^"\\]*+)*+"')
_BLANK = re.compile(r"\s+")
_TOKEN = re.compile(r'\^?"[^"]*"|[^\s\[{}][^\s\[{}]*')
_ESCAPED = re.compile(r'\\(["\\])')
_SPECIAL = re.compile(r"[\[{};]")

#: PBN has lines of 255 characters, real files some of thousands; a longer one than this is passed over.
LONGEST_LINE = 1_000_000

_STARTERS = ("Event", "Board", "Deal")
_STARTS = re.compile(rf"\[\s*(?:{'|'.join(_STARTERS)})\b", re.IGNORECASE)
#: The sections that hold no results.
SKIPPED = frozenset(("Auction", "Play", "Note"))
#: What stands before the sections of a game, and what may stand behind them.
_BEFORE_SECTIONS = frozenset(("Board", "Deal", "Contract", "Declarer"))
_OUTCOMES = frozenset(("Declarer", "Contract", "Result", "Score", "ScoreMP", "ScoreIMP", "ScorePercentage"))
#: The names of tags that mean something here, as they are to be written, by their small letters.
_NAMES = {name.lower(): name for name in (*KEPT, *RESULT_TABLES, *SKIPPED)}
_DOCUMENT_MARKS = ("<pbn>", "</pbn>")
_HALF_TAG_LINES = 8
_SOME_LINES = 8
_OTHER_QUOTES = "'’‘“”„«»`´"


def as_written(name: str) -> str:
    """The name of a tag that means something here as the standard writes it; other names have no other capitals.

    >>> as_written("BOARD"), as_written("Scoretable"), as_written("board_ID")
    ('Board', 'ScoreTable', 'board_ID')
    """
    return _NAMES.get(name.lower(), name)


def _is_spaced(lines: list[str]) -> bool:
    """Whether a blank line stands between any two lines of a text of some, and not because each is a game."""
    if any(line.strip() and below.strip() for line, below in pairwise(lines)):
        return False
    return len(lines) >= _SOME_LINES and any(line[:1] == "[" and not _STARTS.match(line) for line in lines)


class Tokenizer:
    """Splits the lines of a text into `games` and the `%` lines before the first tag (`directives`).

    A game begins after a blank line, or where Event, Board or Deal stands a second time; but what begins with an
    auction, a play or a note is of the game before, which some programs part from its sections by a blank line. Within
    one game the first of a repeated tag wins. Auctions, plays and the tables that hold no results are passed over.
    """

    def __init__(self, reading: Reading) -> None:
        self.games: list[Game] = []
        self.directives: list[str] = []
        self._reading = reading
        self._number = 0
        self._last_closing = 0
        self._in_comment = False
        self._comment_noted = False
        self._half_tag = ""
        self._half_tag_line = 0
        self._ended = True
        self._is_spaced = self._resumed = False
        self._seen: set[str] = set()
        self._table: Table | None = None
        self._skipping = False
        self._wants_lead = False
        self._stray = False
        self._noted: set[tuple[str, str]] = set()

    def read(self, text: str) -> None:
        """Take the whole text."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if len(text) > LONGEST_LINE:
            lines = [self._bounded(number, line) for number, line in enumerate(lines, 1)]
        self._last_closing = next((n for n in range(len(lines), 0, -1) if "}" in lines[n - 1]), 0)
        self._is_spaced = _is_spaced(lines)
        for number, line in enumerate(lines, 1):
            self._number = number
            self._take(line)
        if self._half_tag:
            self._give_up_half_tag()

    def _bounded(self, number: int, line: str) -> str:
        """The line; one that is too long is told, and nothing is left of it but the end of a comment."""
        if len(line) <= LONGEST_LINE:
            return line
        wanted = f"at most {LONGEST_LINE:,} characters a line; this one is passed over"
        self._note("line_too_long", f"{len(line):,} characters", wanted, line=number, severity="error")
        return "}" if "}" in line else "%"

    def _take(self, line: str) -> None:
        if self._in_comment:
            self._take_in_comment(line)
        elif self._half_tag:
            self._take_half_tag(line)
        elif match := _TAG_LINE.fullmatch(line):
            self._tag(match[1], match[2])
        elif not line or line.isspace():
            self._ended = not (self._is_spaced and self.games and self._blank_is_nothing())
        elif line[0] == "%":
            if not self.games:
                self.directives.append(line)
        elif _SPECIAL.search(line):
            self._scan(line)
        else:
            self._text(line)

    def _blank_is_nothing(self) -> bool:
        wanted = "blank lines between games only; here one stands below every line, and they are passed over"
        self._note_once("blank_line_in_game", "a blank line below every line", wanted, severity="warning")
        return True

    # Comments

    def _take_in_comment(self, line: str) -> None:
        end = line.find("}")
        if end >= 0:
            self._in_comment = False
            self._scan(line[end + 1 :])
        elif not self._comment_noted and (match := _TAG_LINE.fullmatch(line)) and match[1] in _STARTERS:
            self._comment_noted = True
            self._note("comment_holds_tags", line, "games outside comments", severity="warning")

    def _open_comment(self, line: str, start: int) -> int:
        end = line.find("}", start)
        if end >= 0:
            return end + 1
        if self._number >= self._last_closing:
            # Nothing below closes it: taken to the end of the file it would swallow every game.
            self._note("unclosed_comment", line[start:], "a } that closes the comment", severity="error")
        else:
            self._in_comment, self._comment_noted = True, False
        return len(line)

    # A line with brackets, comments or both

    def _scan(self, line: str) -> None:
        tokens: list[str] = []
        at = 0
        while at < len(line):
            character = line[at]
            if character == ";":
                break
            if character == "[":
                at = self._bracket(line, at)
            elif character == "{":
                at = self._open_comment(line, at)
            elif match := _TOKEN.match(line, at):
                tokens.append(match[0])
                at = match.end()
            else:
                blank = _BLANK.match(line, at)
                at = blank.end() if blank else at + 1
        if tokens:
            self._text(" ".join(tokens))

    def _bracket(self, line: str, start: int) -> int:
        run = _BRACKET_RUN.match(line, start)
        end = run.end() if run else start + 1
        content = line[start + 1 : end].strip()
        if end == len(line):
            if not content or _NAME.fullmatch(content):
                self._half_tag, self._half_tag_line = line[start:], self._number
            else:
                self._stray_text(line[start:])
            return end
        if line[end] == '"':
            return self._quoted(line, start, end + 1, content)
        if line[end] == "]":
            self._unquoted(content)
            return end + 1
        self._stray_text(line[start:end])
        return end

    def _quoted(self, line: str, start: int, at: int, name: str) -> int:
        if match := _STRING.match(line, at):
            self._named_tag(name, _ESCAPED.sub(r"\1", match[1]))
            return match.end()
        if match := _CLOSING.search(line, at):
            value = line[at : match.start()]
            self._note("quotes_in_tag", line[start : match.end()], r"quotes within a value written \"")
            self._named_tag(name, value)
            return match.end()
        if _HALF_TAG.fullmatch(line[start + 1 :].strip()):
            self._half_tag, self._half_tag_line = line[start:], self._number
            return len(line)
        self._note("unclosed_tag", line[start:], 'a tag that ends in "]')
        self._named_tag(name, line[at:].rstrip().removesuffix("]"))
        return len(line)

    def _named_tag(self, name: str, value: str) -> None:
        if _NAME.fullmatch(name):
            self._tag(name, value)
        else:
            self._note("bad_tag_name", name, "a tag name of letters, digits and _", severity="info")

    def _unquoted(self, content: str) -> None:
        name, _, value = content.partition(" ")
        if name not in KEPT and name not in RESULT_TABLES:
            self._stray_text(f"[{content}]")
        elif not value.strip():
            self._note("tag_without_value", f"[{content}]", "a value in quotes")
        else:
            self._note("tag_without_quotes", f"[{content}]", "a value in quotes")
            self._tag(name, value.strip().strip(_OTHER_QUOTES))

    # A tag over several lines

    def _take_half_tag(self, line: str) -> None:
        many = self._number - self._half_tag_line > _HALF_TAG_LINES
        if many or not line.strip() or _TAG_LINE.fullmatch(line):
            self._give_up_half_tag()
            self._take(line)
        elif line[0] != "%":
            whole, self._half_tag = f"{self._half_tag} {line}", ""
            first = self._half_tag_line
            self._scan(whole)
            if self._half_tag:
                self._half_tag_line = first

    def _give_up_half_tag(self) -> None:
        found, self._half_tag = self._half_tag, ""
        self._note("unclosed_tag", found, 'a tag that ends in "]', line=self._half_tag_line)

    # What a tag and a text do to the game

    def _tag(self, given: str, value: str) -> None:
        name = self._named(given)
        if self._ended and self._resumes(name):
            self._ended, self._resumed = False, True
        if self._ended or (name in _STARTERS and name in self._seen):
            self.games.append(Game(self._number))
            self._seen.clear()
            self._ended = self._resumed = False
        game = self.games[-1]
        self._stray = self._wants_lead = False
        if name in RESULT_TABLES:
            self._table = Table(name, value, self._number, repeated=name in self._seen)
            game.tables.append(self._table)
            self._seen.add(name)
            return
        self._table = None
        self._skipping = name in SKIPPED or name.endswith("Table")
        if name in KEPT:
            self._keep(game, name, value)
            return
        if name in SKIPPED:
            self._seen.add(name)
        if name == "Play":
            self._wants_lead = game.lead is None

    def _named(self, given: str) -> str:
        name = as_written(given)
        if name != given:
            self._note_once("tag_name_case", given, f"{name}, as which it is taken", severity="warning")
        return name

    def _resumes(self, name: str) -> bool:
        """Whether a tag behind a blank line is of the game before: a section that it has not, or what ends its play."""
        if name in self._seen or not self._seen & _BEFORE_SECTIONS:
            return False
        if name in SKIPPED:
            wanted = "a game without blank lines; it is taken to go on here"
            self._note_once("blank_line_in_game", "a section behind a blank line", wanted, severity="info")
            return True
        return self._resumed and name in _OUTCOMES

    def _keep(self, game: Game, name: str, value: str) -> None:
        if name not in self._seen:
            self._seen.add(name)
            game.tags[name] = Tag(value, self._number)
        elif game.tags[name].value != value:
            first = game.tags[name]
            self._note("repeated_tag", f'[{name} "{value}"]', f"one {name} a game; {first.value!r} is kept")

    def _text(self, text: str) -> None:
        if self._table is not None and (not self._ended or _is_row(self._table, text)):
            self._table.lines.append((self._number, text))
        elif self._ended or not self._skipping or self._table is not None:
            self._stray_text(text)
        elif self._wants_lead:
            self._first_card(text)

    def _first_card(self, text: str) -> None:
        card = next((token for token in text.split() if not token.startswith("^")), None)
        if card is not None:
            self._wants_lead = False
            self.games[-1].lead = Tag(card, self._number)

    def _stray_text(self, text: str) -> None:
        if self._stray or text.strip().lower() in _DOCUMENT_MARKS:
            return
        self._stray = True
        if self._table is not None:
            self._note("text_after_table", text, "the rows of a table without blank lines", severity="error")
        else:
            self._note("stray_text", text, "tags, or text within comments")

    def _note_once(self, code: str, found: str, wanted: str, *, severity: str) -> None:
        """Note the first of what a file may have in each of its games."""
        if (code, found) not in self._noted:
            self._noted.add((code, found))
            self._note(code, found, wanted, severity=severity)

    def _note(self, code: str, found: str, wanted: str, *, line: int = 0, severity: str = "warning") -> None:
        Doubts(self._reading, self._number).note(code, found, wanted, line=line or None, severity=severity)


def _is_row(table: Table, text: str) -> bool:
    """Whether a text after a blank line is still a row: it has exactly the table's columns, and more than one."""
    columns = table.header.count(";") + 1
    return columns > 1 and len(_TOKEN.findall(text)) == columns
