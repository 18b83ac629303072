"""People's names and numbers in every frame of a site replaced by pseudonyms, the same ones each time it is made."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

KEY_FILE = "pseudonyms.key"
_WORD = re.compile(r"\w+")
_SHORTEST, _LONGEST = 3, 8
#: What may hold names that stand in no table: the text of a record that was refused.
_WITHHELD = frozenset({"found", "raw"})
#: Columns with one person's name, who need not be a player.
_PEOPLE = frozenset({"signed_by"})
_LETTERS = 8
#: Contestants' labels with a word of letters in them: names of people or teams.
_LABELS = """
SELECT DISTINCT name FROM (
    SELECT unnest(list_concat(players, player_ids)) AS name FROM pairs
    UNION ALL SELECT pair FROM pairs UNION ALL SELECT ns_pair FROM results
    UNION ALL SELECT ew_pair FROM results UNION ALL SELECT team FROM results
) WHERE regexp_matches(name, '[^\\W\\d_]{3}|\\w{5}')
"""


class Pseudonyms:
    """A pseudonym for each person's name or number, made of it with a secret key; and for either within a text."""

    def __init__(self, key: bytes, names: Iterable[str] = ()) -> None:
        self._key = key
        self._known = {words: name for name in names if (words := _words(name)) and self._is_safe(words)}

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
            length = next((n for n in range(_LONGEST, 0, -1) if tuple(spelled[at : at + n]) in self._known), 0)
            if length:
                name = self._known[tuple(spelled[at : at + length])]
                parts += [text[end : words[at].start()], self.of(name)]
                end = words[min(at + length, len(words)) - 1].end()
            at += length or 1
        return "".join([*parts, text[end:]])

    def hide(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The frame with people's names and numbers replaced in every text of it."""
        # Where a ruling is written is a sentence about people who stand in no table.
        withheld = _WITHHELD | ({"source"} if {"what", "decision"} <= set(frame.columns) else frozenset())
        return frame.with_columns(self._hidden(frame[name], withheld) for name in frame.columns)

    def hide_value(self, value: Any) -> Any:
        """A value of JSON with people's names and numbers replaced in every text of it."""
        if isinstance(value, str):
            return self.within(value)
        if isinstance(value, list):
            return [self.hide_value(entry) for entry in value]
        if isinstance(value, dict):
            return {key: self.hide_value(entry) for key, entry in value.items()}
        return value

    def _hidden(self, values: pl.Series, withheld: frozenset[str]) -> pl.Series:
        if values.name in ("players", "player_ids"):
            return values.map_elements(lambda row: [name and self.of(name) for name in row], pl.List(pl.String))
        if values.dtype == pl.List(pl.String):
            return values.map_elements(lambda row: [text and self.within(text) for text in row], pl.List(pl.String))
        if values.dtype != pl.String:
            return values
        if values.name in withheld:
            return pl.select(pl.when(values.is_not_null()).then(pl.lit("withheld")).alias(values.name)).to_series()
        replaced = self.of if values.name in _PEOPLE else self.within
        distinct = values.unique().drop_nulls()
        return values.replace_strict(distinct, [replaced(text) for text in distinct], return_dtype=pl.String)

    @staticmethod
    def _is_safe(words: tuple[str, ...]) -> bool:
        return len(words) > 1 or len(words[0]) >= _SHORTEST


def pseudonyms(connection: duckdb.DuckDBPyConnection, directory: Path) -> Pseudonyms:
    """Pseudonyms for everybody in the warehouse, by the key that stands in the directory; made where there is none."""
    file = directory / KEY_FILE
    if not file.exists():
        file.write_text(secrets.token_hex(32), encoding="ascii")
        file.chmod(0o600)
    names = connection.sql(_LABELS).pl()["name"].to_list()
    return Pseudonyms(file.read_bytes().strip(), names)


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(name))
