"""A rule file in TOML and the typed values asked of it; what is wrong is said with file, key and what was wanted."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from neuberg.errors import RuleError
from neuberg.resources import folder, read_toml
from neuberg.rules.days import Days

SOURCE_KINDS = ("primary", "quoted", "worked example", "hearsay")
#: What stands for something else where a profile is asked for by its name.
_RESERVED = ("auto",)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
#: The keys that every table's file may have beside its own.
_COMMON = ("name", "title", "bodies", "from", "certain_from", "certain_to", "to", "uncertain", "source")


class Source(NamedTuple):
    """Where a rule is written, and how near to the rule itself that text is."""

    text: str
    kind: str


class RuleFile(NamedTuple):
    """The keys of a rule file, or of the table `table` in it."""

    file: Path
    data: Mapping[str, Any]
    table: str = ""

    def wrong(self, key: str, wanted: str) -> RuleError:
        """The error that says what the file has under a key, and what was wanted."""
        found = repr(self.data[key]) if key in self.data else "none"
        return RuleError(f"{self.file}: {self.table}{key}: found {found}, wanted {wanted}")

    def only(self, *keys: str) -> None:
        """Nothing, where the file has no keys but these and, outside its tables, the common ones.

        Raises:
            RuleError: there is another.
        """
        known = keys if self.table else (*_COMMON, *keys)
        if unknown := sorted(set(self.data) - set(known)):
            wanted = ", ".join(known)
            raise RuleError(f"{self.file}: unknown key {self.table}{unknown[0]}; wanted one of: {wanted}")

    def part(self, key: str, *keys: str) -> "RuleFile":
        """The table under a key, which may have these keys only; one without keys where there is none."""
        if not isinstance(self.data.get(key, {}), dict):
            raise self.wrong(key, "a table")
        found = RuleFile(self.file, self.data.get(key, {}), f"{key}.")
        found.only(*keys)
        return found

    def text(self, key: str) -> str:
        """The text under a key."""
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text")
        return value

    def profile_name(self) -> str:
        """The name that a profile is asked for by.

        Raises:
            RuleError: it is blank, has letters that a command line would part, or means something else there.
        """
        name = self.text("name")
        if name in _RESERVED or not _NAME.fullmatch(name):
            raise self.wrong("name", f"small letters, digits and hyphens, and not {' or '.join(_RESERVED)}")
        return name

    def flag(self, key: str) -> bool:
        """Whether a key is true; false where there is none."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def foreign(self, method: str, owners: Mapping[str, str]) -> None:
        """Nothing, where no table is there that only another method has.

        Raises:
            RuleError: one is.
        """
        for key, owner in owners.items():
            if key in self.data and owner != method:
                raise self.wrong(key, f"no such table in a profile of {method}: it is of {owner}")

    def texts(self, key: str) -> tuple[str, ...]:
        """The list of texts under a key; empty where there is none."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
            raise self.wrong(key, "a list of texts, none of them blank")
        return tuple(value)

    def one_of(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """The text under a key, one of those that are known; the default where there is none."""
        value = self.data.get(key, default)
        if not isinstance(value, str) or value not in known:
            raise self.wrong(key, f"one of: {', '.join(known)}")
        return value

    def number(self, key: str) -> int:
        """The whole number under a key."""
        value = self.data.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(key, "a whole number")
        return value

    def rising(self, key: str) -> tuple[int, ...]:
        """The whole numbers under a key, each greater than the one before."""
        value = self.data.get(key)
        whole = isinstance(value, list) and value and all(type(number) is int for number in value)
        if not whole or any(left >= right for left, right in pairwise(self.data[key])):
            raise self.wrong(key, "a list of whole numbers, each greater than the one before")
        return tuple(self.data[key])

    def tables(self, key: str) -> tuple["RuleFile", ...]:
        """The tables under a key; empty where there are none."""
        rows = self.data.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self.wrong(key, "tables")
        return tuple(RuleFile(self.file, row, f"{key}.") for row in rows)

    def days(self) -> Days:
        """The days between which the rule was in force; an inner day that is not given is the outer one."""
        begins, ends = self._day("from"), self._day("to")
        found = Days(begins, self._day("certain_from") or begins, self._day("certain_to") or ends, ends)
        given = [day for day in found if day]
        if given != sorted(given):
            wanted = "from ≤ certain_from ≤ certain_to ≤ to"
            raise RuleError(f"{self.file}: the days do not follow each other: wanted {wanted}")
        return found

    def sources(self) -> tuple[Source, ...]:
        """Where the rule is written; a rule without a source is not shipped."""
        rows = self.tables("source")
        if not rows:
            raise self.wrong("source", "at least one: a rule without a source is not shipped")
        for row in rows:
            row.only("text", "kind")
        return tuple(Source(row.text("text"), row.one_of("kind", SOURCE_KINDS)) for row in rows)

    def _day(self, key: str) -> dt.date | None:
        value = self.data.get(key)
        if value is not None and (not isinstance(value, dt.date) or isinstance(value, dt.datetime)):
            raise self.wrong(key, "a day such as 1991-07-01")
        return value


def read_rule_file(file: Path) -> RuleFile:
    """The keys of a rule file.

    Raises:
        RuleError: it cannot be read, or is not TOML.
    """
    try:
        return RuleFile(file, read_toml(file))
    except (OSError, ValueError, RecursionError) as error:
        raise RuleError(f"{file}: not TOML: {error}") from error


def load_rule_files(name: str) -> list[RuleFile]:
    """The shipped rule files of a folder below `data/rules`, in the order of their names.

    Raises:
        RuleError: one is not TOML.
    """
    return [read_rule_file(file) for file in sorted(folder(f"data/rules/{name}").glob("*.toml"))]


def refuse_second_default(file: Path, method: str, defaults: Iterable[str]) -> None:
    """Nothing, unless a method has two defaults.

    Raises:
        RuleError: it has; the file is the second's.
    """
    names = list(defaults)
    if len(names) > 1:
        raise RuleError(f"{file}: default: found true in {' and '.join(map(repr, names))}, wanted one for {method}")
