"""People's names and numbers in a run's tables and account replaced by pseudonyms, the same ones each time."""

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from neuberg.schemas import CHANGES

KEY_FILE = "pseudonyms.key"
#: An underscore parts words: files are named so.
_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 3
#: Letters or digits that make a contestant's label a name or a person's number: pairs are called 12, A1 or 14NS.
_NAME_LETTERS, _NUMBER_DIGITS = 3, 4
#: What may hold names that stand in no table: the text of a record that was refused.
_WITHHELD = frozenset({"found", "raw"})
#: Columns with persons, who need not be players: the whole value is a name or number, or each of a list.
_PEOPLE = frozenset({"players", "player_ids", "signed_by"})
#: Columns of contestants' labels, and texts as files and auditors wrote them: names are replaced within these.
_FROM_FILES = frozenset(
    (
        *("pair", "ns_pair", "ew_pair", "team", "ew_team", "winner", "winner_own", "winner_published", "runner_up"),
        *("name", "event", "body", "path", "file", "session", "section", "scored_with", "table", "room"),
        *("date_given", "place_given", "award_given", "given_group", "producer", "signed_why", "sources"),
        *("as_read", "as_ruled"),
    )
)
#: Columns of JSON, whose values are as those texts.
_JSON = frozenset({"facts", "groups", "decision", "guard"})
#: What a sentence of the program quotes: no apostrophe within a word begins or ends it.
_QUOTED = re.compile(r"""(?<!\w)(['"])(.*?)\1(?!\w)""")
_LETTERS = 8
#: Contestants' labels.
_LABELS = """
SELECT DISTINCT name FROM (
    SELECT unnest(list_concat(players, player_ids)) AS name FROM pairs
    UNION ALL SELECT pair FROM pairs UNION ALL SELECT ns_pair FROM results
    UNION ALL SELECT ew_pair FROM results UNION ALL SELECT team FROM results
    UNION ALL SELECT ew_team FROM results
) WHERE name IS NOT NULL
"""


class Pseudonyms:
    """A pseudonym for each person's name or number, made of it with a secret key; and for either within a text."""

    def __init__(self, key: bytes, names: Iterable[str] = ()) -> None:
        self._key = key
        self._known = {words: name for name in names if (words := _words(name)) and self._is_safe(words)}
        self._longest = max(map(len, self._known), default=0)

    def of(self, name: str) -> str:
        """The pseudonym of a name: however it is spaced or capitalised, the same.

        >>> Pseudonyms(b"key").of("Ada  Lovelace") == Pseudonyms(b"key").of("ada lovelace")
        True
        """
        spelled = " ".join(_words(name)) or name
        digest = hmac.new(self._key, spelled.encode(), hashlib.sha256).digest()
        return f"P-{base64.b32encode(digest).decode()[:_LETTERS]}"

    def within(self, text: str) -> str:
        """The text with every known name and number in it replaced.

        >>> Pseudonyms(b"key", ["Ada Lovelace"]).within("won by Ada Lovelace").startswith("won by P-")
        True
        """
        words = list(_WORD.finditer(text))
        spelled = [word[0].casefold() for word in words]
        parts, at, end = [], 0, 0
        while at < len(words):
            length = next((n for n in range(self._longest, 0, -1) if tuple(spelled[at : at + n]) in self._known), 0)
            if length:
                name = self._known[tuple(spelled[at : at + length])]
                parts += [text[end : words[at].start()], self.of(name)]
                end = words[min(at + length, len(words)) - 1].end()
            at += length or 1
        return "".join([*parts, text[end:]])

    def in_sentence(self, text: str) -> str:
        """A sentence of the program's own, with names replaced in what it quotes; its own words are no names.

        Where a name of several words, or a number, stands in it unquoted all the same, the whole is withheld.

        >>> Pseudonyms(b"key", ["per", "Ada Lovelace"]).in_sentence("printed on the scale per cent")
        'printed on the scale per cent'
        >>> Pseudonyms(b"key", ["per", "Ada Lovelace"]).in_sentence("beaten by Ada Lovelace")
        'withheld'
        """
        quoted = _QUOTED.sub(lambda match: f"{match[1]}{self.within(match[2])}{match[1]}", text)
        unquoted = _QUOTED.sub("''", text)
        return "withheld" if self._unmistakable.within(unquoted) != unquoted else quoted

    @cached_property
    def _unmistakable(self) -> "Pseudonyms":
        """Those of the names that are no word of a language."""
        return Pseudonyms(self._key, [name for words, name in self._known.items() if len(words) > 1 or name.isdigit()])

    def hide(self, frame: pl.DataFrame) -> pl.DataFrame:
        """A table's rows with people's names and numbers replaced where a column may hold one."""
        # Where a ruling is written is a sentence about people who stand in no table.
        withheld = _WITHHELD | ({"source"} if {"what", "decision"} <= set(frame.columns) else frozenset())
        return frame.with_columns(self._hidden(frame[name], withheld) for name in frame.columns)

    def hide_value(self, value: Any, name: str = "") -> Any:
        """A value of JSON, under a key of that name, with people's names and numbers replaced as in a table."""
        if isinstance(value, str):
            return self._replaced(name, _WITHHELD)(value)
        if isinstance(value, list):
            return [self.hide_value(entry, name) for entry in value]
        if isinstance(value, dict):
            return {key: self.hide_value(entry, key) for key, entry in value.items()}
        return value

    def _hidden(self, values: pl.Series, withheld: frozenset[str]) -> pl.Series:
        replaced = self._replaced(values.name, withheld)
        if values.dtype == pl.List(pl.String):
            return values.map_elements(lambda row: [text and replaced(text) for text in row], pl.List(pl.String))
        if values.dtype == CHANGES:
            return pl.Series(values.name, [self.hide_value(row) for row in values.to_list()], dtype=CHANGES)
        if values.dtype != pl.String:
            return values
        distinct = values.unique().drop_nulls()
        return values.replace_strict(distinct, [replaced(text) for text in distinct], return_dtype=pl.String)

    def _replaced(self, column: str, withheld: frozenset[str]) -> Callable[[str], str]:
        """What becomes of a text of a column: any that is not known to come from a file is the program's own."""
        if column in withheld:
            return lambda _text: "withheld"
        if column in _PEOPLE:
            return self.of
        if column in _JSON:
            return self._in_json
        return self.within if column in _FROM_FILES else self.in_sentence

    def _in_json(self, text: str) -> str:
        try:
            value = json.loads(text)
        except ValueError:
            return self.within(text)
        return json.dumps(self._within_all(value), ensure_ascii=False)

    def _within_all(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._within_all(entry) for entry in value]
        if isinstance(value, dict):
            return {key: self._of_key(key, entry) for key, entry in value.items()}
        return self.within(value) if isinstance(value, str) else value

    def _of_key(self, key: str, entry: Any) -> Any:
        """What a ruling says under a key: by whom is a person, and a note is a sentence about people."""
        if key == "note" and entry is not None:
            return "withheld"
        return self.of(entry) if key == "by" else self._within_all(entry)

    @staticmethod
    def _is_safe(words: tuple[str, ...]) -> bool:
        """Whether a name may be looked for within a text; a short one of Latin letters is a word like any other."""
        return len(words) > 1 or len(words[0]) >= _SHORTEST or not words[0].isascii()


def pseudonyms(connection: duckdb.DuckDBPyConnection, directory: Path) -> Pseudonyms:
    """Pseudonyms for everybody in the warehouse, by the key that stands in the directory; made where there is none."""
    file = directory / KEY_FILE
    if not file.exists():
        file.write_text(secrets.token_hex(32), encoding="ascii")
        file.chmod(0o600)
    labels = connection.sql(_LABELS).pl()["name"].to_list()
    return Pseudonyms(file.read_bytes().strip(), filter(is_name, labels))


def is_name(label: str) -> bool:
    """Whether a contestant's label is the name or number of people, not that of a pair.

    >>> [is_name(label) for label in ("Xu Li", "王伟", "1234", "Иван", "14NS", "A1", "12")]
    [True, True, True, True, False, False, False]
    """
    letters = [letter for letter in label if letter.isalpha()]
    digits = sum(letter.isdigit() for letter in label)
    many = len(letters) >= _NAME_LETTERS or digits >= _NUMBER_DIGITS
    return many or any(not letter.isascii() for letter in letters)


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(name))
