"""Procedural penalties at matchpoints, one TOML file each: what part of a top a body takes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from neuberg.errors import RuleError
from neuberg.rules.days import Days
from neuberg.rules.reading import RuleFile, Source, load_rule_files


class Penalty(NamedTuple):
    """One body's standard penalty, in per cent of a top."""

    name: str
    title: str
    bodies: tuple[str, ...]
    days: Days
    per_cent_of_top: int
    uncertain: tuple[str, ...]
    sources: tuple[Source, ...]


@lru_cache(maxsize=1)
def load_penalties() -> Mapping[str, Penalty]:
    """Every shipped penalty by name.

    Raises:
        RuleError: a file is not right.
    """
    return {found.name: found for found in map(read_penalty, load_rule_files("penalties"))}


def read_penalty(file: RuleFile) -> Penalty:
    """One penalty from its file.

    Raises:
        RuleError: a key is not right.
    """
    file.only("per_cent_of_top")
    per_cent = file.number("per_cent_of_top")
    if not 0 < per_cent <= 100:
        raise file.wrong("per_cent_of_top", "1 to 100")
    return Penalty(
        name=file.text("name"),
        title=file.text("title"),
        bodies=file.texts("bodies"),
        days=file.days(),
        per_cent_of_top=per_cent,
        uncertain=file.texts("uncertain"),
        sources=file.sources(),
    )


def penalty(name: str) -> Penalty:
    """The shipped penalty of a name.

    Raises:
        RuleError: there is none; the message lists the names.

    >>> penalty("ebu-25").per_cent_of_top
    25
    """
    penalties = load_penalties()
    if name not in penalties:
        raise RuleError(f"there is no penalty {name!r}; wanted one of: {', '.join(penalties)}")
    return penalties[name]
