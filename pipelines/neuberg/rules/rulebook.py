"""Profiles: a body's scoring rule as data, one TOML file each under `data/rules/profiles`."""

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from neuberg.errors import RuleError
from neuberg.resources import folder
from neuberg.rules.bodies import body_key
from neuberg.rules.reading import Source, read_rule_file, refuse_second_default

SCALES = {"2-1-0": 2, "1-½-0": 1}
REGIMES = (
    "awards_below_four",
    "awards_up_to_a_third",
    "formula_always",
    "plus_one",
    "one_field",
    "proportional_to_scores",
    "proportional_to_comparisons",
    "ascherman",
)
FIELDS = ("scores", "expected")
HALVES = ("up", "towards average", "away from average", "cut")
#: Units that a program's files show for one matchpoint of the scale.
PRINTED = {"matchpoints": 1, "tens": 10}
STEPS = {"0.1": 10, "0.01": 100, "0.001": 1000, "0.0001": 10_000}
AVERAGES = ("session", "flat")
EW_ROUNDINGS = ("own", "complement")
PREVENTED = ("average plus", "plus_one")
TIES = ("equal totals", "equal hundredths of a per cent")


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
        printed: units that the program's files show for one matchpoint: 10 where they print whole numbers of tenths.
        field: what N counts: the scores on the board, or those expected.
        regime: the named arithmetic for the groups of a fouled board.
        step: rounding, in steps of 1/step matchpoint; None for no rounding.
        half: which way an exact half is rounded; `cut` drops whatever is less than a step.
        ew: whether E-W's matchpoints are rounded for themselves, or are what N-S's leave of the top.
        average_plus, average_minus: `session` (raised or lowered to the pair's own percentage) or `flat`.
        prevented: what a table gets that could not play the board: average plus, or by article 96 of 1982.
        ties: when two totals share a place: equal to the last fraction, or in the percentage as it is printed.
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
    printed: int
    field: str
    regime: str
    step: int | None
    half: str
    ew: str
    average_plus: str
    average_minus: str
    prevented: str
    ties: str
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
        RuleError: a file is not right, two have one name or are the default, or a body has two certain for one day.
    """
    profiles: dict[str, Profile] = {}
    for file in files:
        found = read_profile(file)
        if found.name in profiles:
            raise RuleError(f"{file}: a second profile is named {found.name!r}; names must differ")
        _refuse_overlap(file, found, profiles.values())
        profiles[found.name] = found
        refuse_second_default(file, "matchpoints", (name for name, one in profiles.items() if one.default))
    return profiles


def _refuse_overlap(file: Path, found: Profile, others: Iterable[Profile]) -> None:
    """Nothing, unless a body had another rule on a day on which it surely had this one."""
    for other in others:
        shared = {body_key(body) for body in found.bodies} & {body_key(body) for body in other.bodies}
        first = max(_certain_from(found), _certain_from(other))
        if shared and first <= min(_certain_to(found), _certain_to(other)):
            both = f"{found.name!r} and {other.name!r} are both certain for {min(shared)!r} on {first}"
            raise RuleError(f"{file}: certain_from: {both}; wanted days that do not overlap")


def _certain_from(found: Profile) -> dt.date:
    """The first day on which the rule surely held; a rule without days is certain on none."""
    return found.certainly_from or (dt.date.min if found.certainly_to else dt.date.max)


def _certain_to(found: Profile) -> dt.date:
    return found.certainly_to or dt.date.max


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
    keys = read_rule_file(file)
    keys.only("programs", "default", "matchpoints", "fouled_board", "rounding", "artificial", "ranking")
    points, fouled = keys.part("matchpoints", "scale", "printed", "field"), keys.part("fouled_board", "regime")
    rounding = keys.part("rounding", "step", "half", "ew")
    artificial = keys.part("artificial", "average_plus", "average_minus", "prevented")
    ranking = keys.part("ranking", "ties")
    days = keys.days()
    return Profile(
        name=keys.profile_name(),
        title=keys.text("title"),
        bodies=keys.texts("bodies"),
        programs=keys.texts("programs"),
        default=keys.flag("default"),
        begins=days.begins,
        certainly_from=days.certainly_from,
        ends=days.ends,
        certainly_to=days.certainly_to,
        uncertain=keys.texts("uncertain"),
        scale=SCALES[points.one_of("scale", SCALES)],
        printed=PRINTED[points.one_of("printed", PRINTED, default="matchpoints")],
        field=points.one_of("field", FIELDS, default="scores"),
        regime=fouled.one_of("regime", REGIMES),
        step=STEPS[rounding.one_of("step", STEPS)] if rounding.data else None,
        half=rounding.one_of("half", HALVES) if rounding.data else "up",
        ew=rounding.one_of("ew", EW_ROUNDINGS, default="own"),
        average_plus=artificial.one_of("average_plus", AVERAGES, default="session"),
        average_minus=artificial.one_of("average_minus", AVERAGES, default="session"),
        prevented=artificial.one_of("prevented", PREVENTED, default="average plus"),
        ties=ranking.one_of("ties", TIES, default="equal totals"),
        sources=keys.sources(),
    )
