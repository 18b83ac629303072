"""Rules for events that are not matchpointed (IMPs of all kinds, board-a-match, total points), one TOML file each."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from neuberg.errors import RuleError
from neuberg.rules.days import Days
from neuberg.rules.reading import RuleFile, Source, load_rule_files, refuse_second_default

METHODS = ("butler", "cross_imps", "match_imps", "board_a_match", "total_points")
DROPPED = ("none", "best and worst", "5 per cent", "one of those expected")
HALVES = ("even ten", "away from zero")
DIVISORS = ("none", "comparisons", "scores", "comparisons of the board")
SHORT = ("none", "comparisons", "scores")
AVERAGES = ("flat", "session")
FOULED = ("no score", "acbl-1976", "nbb-1982")
#: The method whose profiles alone have a table.
_TABLES = {"datum": "butler", "cross": "cross_imps", "teams": "board_a_match"}


class ImpProfile(NamedTuple):
    """One scoring rule.

    Attributes:
        method: what each score is compared with: a datum, every other score, the other table, or nothing.
        default: whether it is taken for its method where no body or program has one of its own.
        dropped: what the datum leaves out at each end.
        half: which way a datum goes that ends in an exact five.
        divisor: by what a sum of cross-IMPs is divided.
        short: how the sum of a group smaller than its board is brought to the board.
        cap: the most that one comparison of cross-IMPs is worth; None: what the table has.
        average: whether average plus and minus are `flat`, 3 IMPs, or raised and lowered to the pair's average of its
            `session`.
        fouled: how a team scores at board-a-match whose pairs played different forms.
    """

    name: str
    title: str
    method: str
    bodies: tuple[str, ...]
    programs: tuple[str, ...]
    default: bool
    days: Days
    dropped: str
    half: str
    divisor: str
    short: str
    cap: int | None
    average: str
    fouled: str
    uncertain: tuple[str, ...]
    sources: tuple[Source, ...]

    @property
    def regime(self) -> str:
        """What is done with the groups of a fouled board: each is compared in itself, whatever the method."""
        return self.method


@lru_cache(maxsize=1)
def load_imp_profiles() -> Mapping[str, ImpProfile]:
    """Every shipped profile by name.

    Raises:
        RuleError: a file is not right.
    """
    return read_imp_profiles(load_rule_files("imp_profiles"))


def read_imp_profiles(files: Iterable[RuleFile]) -> dict[str, ImpProfile]:
    """The profiles of some files, by name.

    Raises:
        RuleError: a file is not right, or two have one name or are the default of one method.
    """
    profiles: dict[str, ImpProfile] = {}
    for file in files:
        found = read_imp_profile(file)
        if found.name in profiles:
            raise RuleError(f"{file.file}: a second profile is named {found.name!r}; names must differ")
        profiles[found.name] = found
        defaults = (name for name, one in profiles.items() if one.default and one.method == found.method)
        refuse_second_default(file.file, found.method, defaults)
    return profiles


def read_imp_profile(file: RuleFile) -> ImpProfile:
    """One profile from its file.

    Raises:
        RuleError: a key is not right.
    """
    file.only("method", "programs", "default", "datum", "cross", "teams", "artificial")
    datum, cross = file.part("datum", "dropped", "half"), file.part("cross", "divisor", "short", "cap")
    teams = file.part("teams", "fouled")
    method = file.one_of("method", METHODS)
    file.foreign(method, _TABLES)
    return ImpProfile(
        name=file.profile_name(),
        title=file.text("title"),
        method=method,
        bodies=file.texts("bodies"),
        programs=file.texts("programs"),
        default=file.flag("default"),
        days=file.days(),
        dropped=datum.one_of("dropped", DROPPED, default="none"),
        half=datum.one_of("half", HALVES, default="away from zero"),
        divisor=cross.one_of("divisor", DIVISORS, default="none"),
        short=cross.one_of("short", SHORT, default="none"),
        cap=_cap(cross),
        average=file.part("artificial", "average").one_of("average", AVERAGES, default="flat"),
        fouled=teams.one_of("fouled", FOULED, default="no score"),
        uncertain=file.texts("uncertain"),
        sources=file.sources(),
    )


def _cap(cross: RuleFile) -> int | None:
    """The most that a comparison is worth, where the file names it."""
    if "cap" not in cross.data:
        return None
    cap = cross.number("cap")
    if cap < 1:
        raise cross.wrong("cap", "a whole number of IMPs, 1 or more")
    return cap


def imp_profile(name: str) -> ImpProfile:
    """The shipped profile of a name.

    Raises:
        RuleError: there is none; the message lists the names.

    >>> imp_profile("butler").dropped
    'best and worst'
    """
    profiles = load_imp_profiles()
    if name not in profiles:
        raise RuleError(f"there is no profile {name!r}; wanted one of: {', '.join(profiles)}")
    return profiles[name]
