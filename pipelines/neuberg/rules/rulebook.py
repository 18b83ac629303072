"""Profiles: a body's scoring rule as data, one TOML file each under `data/rules/profiles`."""

import datetime as dt
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from neuberg.errors import RuleError
from neuberg.resources import folder

SCALES = {"2-1-0": 2, "1-½-0": 1}
REGIMES = ("awards_below_four", "awards_up_to_a_third", "formula_always", "plus_one", "one_field")
FIELDS = ("scores", "expected")
HALVES = ("up", "towards average", "away from average")
STEPS = {"0.1": 10, "0.01": 100, "0.001": 1000, "0.0001": 10_000}
AVERAGES = ("session", "flat")
SOURCE_KINDS = ("primary", "quoted", "worked example", "hearsay")

#: The keys of a profile file: of the file itself, and of each of its tables.
_KEYS: dict[str, tuple[str, ...]] = {
    "": (
        "name", "title", "bodies", "programs", "default", "from", "certain_from", "to", "certain_to", "uncertain",
        "matchpoints", "fouled_board", "rounding", "artificial", "source",
    ),
    "matchpoints": ("scale", "field"),
    "fouled_board": ("regime",),
    "rounding": ("step", "half"),
    "artificial": ("average_plus", "average_minus"),
    "source": ("text", "kind"),
}  # fmt: skip


class Source(NamedTuple):
    """Where a rule is written, and how near to the rule itself that text is."""

    text: str
    kind: str


class Profile(NamedTuple):
    """One scoring rule.

    Attributes:
        bodies: the names of the bodies whose rule it is.
        programs: the scoring programs that score so.
        begins: the first day on which it may have been in force; None where not known.
        certainly_from: the first day on which it surely was.
        ends: the last day on which it may have been in force; None where it still is, or not known.
        certainly_to: the last day on which it surely was.
        scale: matchpoints for a pair beaten: 2 (and 1 for a tie) or 1 (and a half).
        field: what N counts: the scores on the board, or those expected.
        regime: the named arithmetic for the groups of a fouled board.
        step: rounding, in steps of 1/step matchpoint; None for no rounding.
        half: which way an exact half is rounded.
        average_plus, average_minus: `session` (raised or lowered to the pair's own percentage) or `flat`.
    """

    name: str
    title: str
    bodies: tuple[str, ...]
    programs: tuple[str, ...]
    default: bool
    begins: dt.date | None
    certainly_from: dt.date | None
    ends: dt.date | None
    certainly_to: dt.date | None
    uncertain: tuple[str, ...]
    scale: int
    field: str
    regime: str
    step: int | None
    half: str
    average_plus: str
    average_minus: str
    sources: tuple[Source, ...]


@lru_cache(maxsize=1)
def load_profiles() -> Mapping[str, Profile]:
    """Every shipped profile, by name.

    Raises:
        RuleError: a file is not right: which, which key, and what was wanted.
    """
    return read_profiles(sorted(folder("data/rules/profiles").glob("*.toml")))


def read_profiles(files: Iterable[Path]) -> dict[str, Profile]:
    """The profiles of some files, by name.

    Raises:
        RuleError: a file is not right, or two have one name.
    """
    profiles: dict[str, Profile] = {}
    for file in files:
        found = read_profile(file)
        if found.name in profiles:
            raise RuleError(f"{file}: a second profile is named {found.name!r}; names must differ")
        profiles[found.name] = found
    return profiles


def profile(name: str) -> Profile:
    """The shipped profile of a name.

    Raises:
        RuleError: there is none; the message lists the names.
    """
    profiles = load_profiles()
    if name not in profiles:
        raise RuleError(f"there is no profile {name!r}; wanted one of: {', '.join(profiles)}")
    return profiles[name]


def read_profile(file: Path) -> Profile:
    """One profile from its file.

    Raises:
        RuleError: which file and key, what was found and what was wanted.
    """
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{file}: not TOML: {error}") from error
    _check_keys(file, data)
    points, fouled = data.get("matchpoints", {}), data.get("fouled_board", {})
    rounding, artificial = data.get("rounding"), data.get("artificial", {})
    begins, ends = _day(file, data, "from"), _day(file, data, "to")
    found = Profile(
        name=_text(file, data, "name"),
        title=_text(file, data, "title"),
        bodies=_texts(file, data, "bodies"),
        programs=_texts(file, data, "programs"),
        default=data.get("default", False) is True,
        begins=begins,
        certainly_from=_day(file, data, "certain_from") or begins,
        ends=ends,
        certainly_to=_day(file, data, "certain_to") or ends,
        uncertain=_texts(file, data, "uncertain"),
        scale=_one_of(file, points, "matchpoints.scale", SCALES),
        field=_one_of(file, points, "matchpoints.field", FIELDS, default="scores"),
        regime=_one_of(file, fouled, "fouled_board.regime", REGIMES),
        step=None if rounding is None else _one_of(file, rounding, "rounding.step", STEPS),
        half="up" if rounding is None else _one_of(file, rounding, "rounding.half", HALVES),
        average_plus=_one_of(file, artificial, "artificial.average_plus", AVERAGES, default="session"),
        average_minus=_one_of(file, artificial, "artificial.average_minus", AVERAGES, default="session"),
        sources=_sources(file, data),
    )
    _check_days(file, found)
    return found


def _check_keys(file: Path, data: Mapping[str, Any]) -> None:
    for table, known in _KEYS.items():
        part = data if table == "" else data.get(table, {})
        for row in part if isinstance(part, list) else [part]:
            if not isinstance(row, dict):
                raise RuleError(f"{file}: {table}: found {row!r}, wanted a table")
            if unknown := sorted(set(row) - set(known)):
                where = f"{table}." if table else ""
                raise RuleError(f"{file}: unknown key {where}{unknown[0]}; wanted one of: {', '.join(known)}")


def _check_days(file: Path, found: Profile) -> None:
    days = [day for day in (found.begins, found.certainly_from, found.certainly_to, found.ends) if day]
    if days != sorted(days):
        raise RuleError(f"{file}: the days do not follow each other: wanted from ≤ certain_from ≤ certain_to ≤ to")


def _text(file: Path, data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise RuleError(f"{file}: {key}: found {value!r}, wanted a text")
    return value


def _texts(file: Path, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise RuleError(f"{file}: {key}: found {value!r}, wanted a list of texts")
    return tuple(value)


def _day(file: Path, data: Mapping[str, Any], key: str) -> dt.date | None:
    value = data.get(key)
    if value is not None and (not isinstance(value, dt.date) or isinstance(value, dt.datetime)):
        raise RuleError(f"{file}: {key}: found {value!r}, wanted a day such as 1991-07-01")
    return value


def _one_of(
    file: Path, data: Mapping[str, Any], path: str, known: Mapping[str, Any] | tuple[str, ...], default: Any = None
) -> Any:
    value = data.get(path.rpartition(".")[2], default)
    if not isinstance(value, str) or value not in known:
        raise RuleError(f"{file}: {path}: found {value!r}, wanted one of: {', '.join(known)}")
    return known[value] if isinstance(known, Mapping) else value


def _sources(file: Path, data: Mapping[str, Any]) -> tuple[Source, ...]:
    rows = data.get("source", [])
    if not rows:
        raise RuleError(f"{file}: source: found none, wanted at least one: a rule without a source is not shipped")
    return tuple(Source(_text(file, row, "text"), _one_of(file, row, "source.kind", SOURCE_KINDS)) for row in rows)
