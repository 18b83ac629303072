"""The games of a file held against the standard, part by part; only files that have such a part are looked at."""

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from neuberg.ingest.pbn.standard.auction import tell_auction
from neuberg.ingest.pbn.standard.games import Game, Section, games
from neuberg.ingest.pbn.standard.marks import tell_notes
from neuberg.ingest.pbn.standard.play import tell_play
from neuberg.ingest.reading import Reading
from neuberg.ingest.values import parse_date

#: Files with none of these are not looked at: what the tables are made of is checked as it is read.
_PART = re.compile(r"\[(?:Auction|Play|Note|ScoreRubber|ActionTable)")
#: Faults of a kind that are told one by one; some programs make the same in every game.
_MOST_TOLD = 100
_SECTIONS = {"Auction": tell_auction, "Play": tell_play}
#: In many archives of deals each game has one, and nothing else of these: only a wrong one is looked into.
_OPTIMUM_SCORE = re.compile(r'\[OptimumScore[ \t]*"([^"]*)"')
_UNSAID = ("", "?", "#", "-")
_ONE_SIDE = r"(?:NS|EW)\s*[+-]?[0-9]{1,5}"
_SIDED_POINTS = re.compile(rf"{_ONE_SIDE}(?:\s+{_ONE_SIDE})?", re.IGNORECASE)
_ABOVE_BELOW = r"(?:(?:NS|EW)\s*)?[0-9]{1,5}\s*/\s*[0-9]{1,5}"
_RUBBER = re.compile(rf"{_ABOVE_BELOW}(?:\s+{_ABOVE_BELOW})?", re.IGNORECASE)
_PERCENT = r"(?:100(?:\.0*)?|[0-9]{1,2}(?:\.[0-9]*)?)"
_SIDED_PERCENT = rf"(?:NS|EW)\s*{_PERCENT}"
_PERCENTS = re.compile(rf"{_PERCENT}|{_SIDED_PERCENT}(?:\s+{_SIDED_PERCENT})?", re.IGNORECASE)
_LONG_LINE = re.compile(r"[^\r\n]{255,}")
_DATE = re.compile(r"[0-9?]{4}\.[0-9?]{1,2}\.[0-9?]{1,2}")
_DEAL = re.compile(r"[NESW]:(?:\S+ ){3}\S+", re.IGNORECASE)
_ROUND = re.compile(r"[\w ]+(?:[.,;:/-][\w ]+)*")
_FIELD = re.compile(r"[A-Za-z][\w-]*(?:/[\w-]+)?")
_COLUMN = re.compile(r"[+-]?\w+(?:\\[0-9]+[LR]?)?")


class _Form(NamedTuple):
    """How a tag's value is written."""

    pattern: re.Pattern[str]
    wanted: str


_TYPE = _Form(re.compile("human|program", re.IGNORECASE), "human or program")
_FORMS = {
    "OptimumScore": _Form(_SIDED_POINTS, "OptimumScore as NS n or EW n, or both"),
    "ScoreRubber": _Form(_RUBBER, "ScoreRubber as above/below, a side before it"),
    "ScorePercentage": _Form(_PERCENTS, "0 to 100, or NS n EW n"),
    "Round": _Form(_ROUND, "a round's number or name"),
    "Mode": _Form(re.compile(r"\w+"), "one word"),
    "Deal": _Form(_DEAL, "a seat, a colon and four hands with one blank between them"),
    **{f"{seat}Type": _TYPE for seat in ("North", "East", "South", "West")},
}
#: Declarer and Contract are told as they are read.
_NEVER_INHERITED = ("Dealer", "Vulnerable", "Deal")
_NOT_IN_TABLES = frozenset("[]{}%")
#: The tables of which no table here is made.
_OTHER_TABLES = ("ActionTable", "AuctionTimeTable", "PlayTimeTable")


def concerns(text: str) -> bool:
    """Whether a file has a part that is looked at."""
    return _PART.search(text) is not None or _has_wrong_optimum(text)


def _has_wrong_optimum(text: str) -> bool:
    form = _FORMS["OptimumScore"].pattern
    values = {value.strip() for value in _OPTIMUM_SCORE.findall(text)}
    return any(value not in _UNSAID and not form.fullmatch(value) for value in values)


def tell(reading: Reading, text: str) -> None:
    """Note as information what a file has against the standard in its auctions, plays, notes and other tables."""
    if concerns(text):
        told = _Told(reading)
        _tell_long_lines(text, told)
        for game in games(text):
            _tell_game(game, told)
            _tell_result(game, told)
        told.tell_rest()


def _tell_long_lines(text: str, told: "_Told") -> None:
    line = at = 0
    for match in _LONG_LINE.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        told(line + 1, "long_line", f"{len(match[0])} characters", "at most 255, the end of the line among them")


class _Told:
    """Notes faults that touch no record."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._times: Counter[str] = Counter()

    def __call__(self, line: int, code: str, found: str, wanted: str) -> None:
        self._times[code] += 1
        if self._times[code] <= _MOST_TOLD:
            self._reading.problem(line, code, found=found, wanted=wanted, raw=found, severity="info")

    def tell_rest(self) -> None:
        """Say how often each fault stands beyond those that were told one by one."""
        for code, times in self._times.items():
            if times > _MOST_TOLD:
                found = f"{times - _MOST_TOLD:,} more of {code}"
                self._reading.problem(None, code, found=found, wanted="none", severity="info")


def _tell_game(game: Game, told: _Told) -> None:
    noted: Section | None = None
    for place, section in enumerate(game.sections):
        if section.name in _SECTIONS:
            used: set[int] = set()
            _SECTIONS[section.name](game, section, used, told)
            tell_notes(section, _notes_behind(game, place), used, told)
            noted = section
        elif section.name == "Note" and noted is None:
            told(section.line, "bad_note", f'[Note "{section.value}"]', "a note behind an auction or a play")
        else:
            _tell_value(section, told)
            _tell_table(section, told)
            first = game.tags[section.name]
            if section is not first and section.value == first.value and section.name != "Note":
                told(section.line, "repeated_tag", f'[{section.name} "{section.value}"]', f"one {section.name} a game")


def _notes_behind(game: Game, place: int) -> list[Section]:
    """The notes between an auction or play and the next."""
    found = []
    for at in range(place + 1, len(game.sections)):
        if game.sections[at].name in _SECTIONS:
            break
        if game.sections[at].name == "Note":
            found.append(game.sections[at])
    return found


def _tell_value(section: Section, told: _Told) -> None:
    value = section.value.strip()
    if "\t" in section.value:
        told(section.line, "bad_tag_value", section.value, "blanks, not tabs, in a tag's value")
    if any(unicodedata.category(letter) == "Cc" for letter in value.replace("\t", "")):
        told(section.line, "bad_tag_value", value, "letters, and no control characters")
    if value == "#" and section.name in _NEVER_INHERITED:
        told(section.line, "inherited_value", value, f"a {section.name} of the game's own")
    if value in _UNSAID or value.startswith("##"):
        return
    if section.name == "ScoreRubberHistory":
        told(section.line, "not_represented", value, "nothing: the history of a rubber is not kept")
    form = _FORMS.get(section.name)
    if form is not None and not form.pattern.fullmatch(value):
        told(section.line, "bad_tag_value", value, form.wanted)
    elif section.name == "Scoring" and not all(_FIELD.fullmatch(field.strip()) for field in value.split(";")):
        told(section.line, "bad_tag_value", value, "names of scorings with ; between them")
    elif section.name == "Date" and parse_date(value) is None and not _DATE.fullmatch(value):
        told(section.line, "bad_tag_value", value, "a date as YYYY.MM.DD, ? for a digit that is not known")
    elif section.name == "Deal" and value[2:].replace(" ", "") == "----":
        told(section.line, "bad_tag_value", value, "a hand that is known")


def _tell_result(game: Game, told: _Told) -> None:
    """Tell where tricks are given and no declarer, whose they are."""
    result = game.first("Result")
    if result is None or not result.value.strip().isdecimal():
        return
    passed = game.value("Contract").upper() == "PASS"
    if passed or (game.first("Declarer") is not None and not game.value("Declarer")):
        told(result.line, "bad_tag_value", f"result {result.value}", "no tricks where there is no declarer")


def _tell_table(section: Section, told: _Told) -> None:
    if section.name not in _OTHER_TABLES or section.value == "#":
        return
    columns = section.value.split(";")
    if not all(_COLUMN.fullmatch(column) for column in columns):
        told(section.line, "bad_table_header", section.value, r"names with a width such as \4R, ; between them")
    for line in section.commented:
        told(line, "bad_table", "a comment", "no comment among the rows of a table")
    for token in section.tokens:
        if not token.text.startswith('"') and set(token.text) & _NOT_IN_TABLES:
            told(token.line, "bad_table", token.text, "an element without any of [ ] { } %")
    if len(section.tokens) % len(columns):
        found = f"{len(section.tokens)} elements in {len(columns)} columns"
        told(section.line, "bad_table", found, "an element for each column of each row")
