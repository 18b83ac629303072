"""A rule as the audit tries it: a regime for fouled boards, what N counts, and how average plus is taken."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.rules import Profile, load_profiles
from neuberg.schemas import METHOD, METHODS
from neuberg.score.arithmetic import AWARD_UNITS
from neuberg.score.fouled import REGIMES
from neuberg.score.packed import Integers

#: What N may count: lines with artificial ones, scores that compare, lines with those not played, those expected, or
#: the tables that the session's pairs fill, one with a sit-out among them.
COUNTS = {
    "scores": "field",
    "compared": "compared",
    "tables": "tables",
    "expected": "most",
    "tables with a sit-out": "with_sit_out",
}
AVERAGES = ("session", "flat")
PER_CENT = "per cent"
_CUT, _CUT_TENS = "2-1-0, cut to 0.1", "tens of 2-1-0, cut to a unit"
SCALES = ("2-1-0", "1-½-0", PER_CENT, "tens of 2-1-0", "tens of 1-½-0", _CUT, _CUT_TENS)
#: (a, b): a printed figure is a·M/b on 2-1-0; a percentage is none, being a share of the top.
UNITS = {
    "2-1-0": (1, 1), "1-½-0": (1, 2), "tens of 2-1-0": (10, 1), "tens of 1-½-0": (5, 1),
    _CUT: (1, 1), _CUT_TENS: (10, 1),
}  # fmt: skip

#: The evidence of a figure that is printed on another scale than the profile's, before the scale's name.
ON_SCALE = "printed on the scale "

#: What is the same for all the lines of a board.
OF_BOARD = (
    "field", "compared", "tables", "most", "with_sit_out", "groups", "single_groups", "largest", "largest_groups",
)  # fmt: skip
#: What the regimes ask of a line's group and field.
_SHAPE = ("n", *OF_BOARD)
_AWARDS = ("award_flat", "award_session")
#: What the arithmetic takes of a line's side.
TAKEN = (*_SHAPE, "n1", "s", "s1", "unit", *_AWARDS)
_FORMULA = METHODS.index("formula")
_CANCELLED = 60


class Rule(NamedTuple):
    """One way to score a board."""

    regime: str
    counted: str
    average: str

    def __str__(self) -> str:
        return f"{self.regime}, N = {self.counted}, average plus {self.average}"


class Ratio(NamedTuple):
    """Figures as num / den, none where den is nought, and the full top in the same unit."""

    num: Integers
    den: Integers
    top: Integers


def rules() -> Iterator[Rule]:
    """Every rule that the audit tries."""
    for regime in REGIMES:
        # Ascherman's percentage is the same whatever N is.
        for count in ("scores",) if regime == "ascherman" else COUNTS:
            for average in AVERAGES:
                yield Rule(regime, count, average)


def rule_of(profile: Profile) -> Rule:
    """The rule of a profile of the rulebook."""
    return Rule(profile.regime, profile.field, profile.average_plus)


def scale_of(profile: Profile) -> str:
    """The scale on which a profile gives matchpoints."""
    if profile.regime == "ascherman":
        return PER_CENT
    if profile.half == "cut":
        return _CUT
    return "2-1-0" if profile.scale == 2 else "1-½-0"


def scales_of(profile: Profile) -> tuple[str, ...]:
    """The scales on which a profile's matchpoints are printed; in tens too where its program's files are."""
    own = scale_of(profile)
    if profile.printed == 1:
        return (own,)
    return own, "tens of 2-1-0" if profile.scale == 2 else "tens of 1-½-0", _CUT_TENS


def profiles_of(rule: Rule) -> list[Profile]:
    """The profiles of the rulebook that score so."""
    return [profile for profile in load_profiles().values() if rule_of(profile) == rule]


class Sides:
    """Sides of lines as arrays, with what any rule's arithmetic takes of them; nought where a line has none.

    Args:
        frame: the columns `TAKEN` of `fields.ranked`, of one side: `s`, `s1`, `award_flat` and `award_session`.
    """

    def __init__(self, frame: pl.DataFrame) -> None:
        self._shape = frame.select(_SHAPE)
        self._methods: dict[_Method, Integers] = {}
        self._alike: dict[bytes, int] = {}
        whole = frame.select(pl.col(TAKEN).cast(pl.Int64).fill_null(0))
        self.of = {name: whole[name].to_numpy() for name in TAKEN}
        self.has = {name: frame[name].is_not_null().to_numpy() for name in ("n", "n1", *_AWARDS)}
        self.two_answers = bool(((self.of["largest"] == 3) & (self.of["largest_groups"] > 1)).any())

    def method(self, rule: Rule, *, second: bool) -> Integers:
        """The place in `METHODS` of each side's method under a rule."""
        key = _Method.of(rule, second=second)
        if key not in self._methods:
            self._add([key])
        return self._methods[key]

    def prepare(self, rules: Iterable[Rule]) -> None:
        """Find the methods of many rules at once: each alone would cost as much."""
        answers = (False, True) if self.two_answers else (False,)
        asked = dict.fromkeys(_Method.of(rule, second=second) for rule in rules for second in answers)
        self._add([key for key in asked if key not in self._methods])

    def taken_by(self, rule: Rule) -> tuple[int, ...]:
        """What a rule takes of the sides: two rules that take the same give the same matchpoints."""
        answers = (False, True) if self.two_answers else (False,)
        parts = [self.of[COUNTS[rule.counted]], self.of[f"award_{rule.average}"], self.has[f"award_{rule.average}"]]
        parts += [self.method(rule, second=second) for second in answers]
        alike = [self._alike.setdefault(part.tobytes(), len(self._alike)) for part in parts]
        return (rule.regime == "one_field", rule.regime == "ascherman", *alike)

    def _add(self, keys: list["_Method"]) -> None:
        for counted in dict.fromkeys(key.counted for key in keys):
            # The regimes speak of N as `full`.
            shape = self._shape.with_columns(full=COUNTS[counted])
            own = [key for key in keys if key.counted == counted]
            made = shape.with_columns(key.expression().alias(str(place)) for place, key in enumerate(own))
            self._methods |= {key: made[str(place)].to_numpy() for place, key in enumerate(own)}


class _Method(NamedTuple):
    """What a side's method follows from: a regime, what N counts, and whether the second answer is meant."""

    regime: str
    counted: str
    second: bool

    @classmethod
    def of(cls, rule: Rule, *, second: bool) -> "_Method":
        """What a rule's methods follow from: what N counts is asked for by one regime alone."""
        return cls(rule.regime, rule.counted if rule.regime == "awards_up_to_a_third" else "scores", second)

    def expression(self) -> pl.Expr:
        """The place of the method in `METHODS`, of a line's shape."""
        methods = REGIMES[self.regime]()
        found = methods.first
        if self.second and methods.second is not None:
            found = pl.coalesce(methods.second, methods.first)
        return found.cast(METHOD).to_physical().cast(pl.Int64).fill_null(-1)


def matchpoints_by(rule: Rule, sides: Sides, *, second: bool = False) -> Ratio:
    """The sides' matchpoints on 2-1-0 under a rule; a denominator of nought where none are due.

    Args:
        rule: the rule.
        sides: the sides of lines.
        second: the second answer, where the rule's source leaves two; else the same as the first.
    """
    s, n, known = ("s1", "n1", "n1") if rule.regime == "one_field" else ("s", "n", "n")
    full, unit = sides.of[COUNTS[rule.counted]], sides.of["unit"]
    top = np.full_like(full, 100) if rule.regime == "ascherman" else 2 * (full - 1)
    method = sides.method(rule, second=second)
    if rule.regime != "ascherman":
        method = np.where(sides.of[n] == full, _FORMULA, method)
    a, c, d = _coefficients(method, full, sides.of[n], top)
    award = "award_session" if rule.average == "session" else "award_flat"
    grouped = sides.has[known]
    return Ratio(
        np.where(grouped, a * sides.of[s] + c * unit, sides.of[award] * top),
        np.where(grouped, d * unit, 100 * AWARD_UNITS * sides.has[award]),
        top,
    )


def _coefficients(method: Integers, full: Integers, n: Integers, top: Integers) -> tuple[Integers, Integers, Integers]:
    """The a, c and d of M = (a·S + c) / d, with S in units of 1/unit."""
    one, nought = np.ones_like(full), np.zeros_like(full)
    parts = {
        "formula": (full, full - n, n),
        "added": (one, full - n, one),
        "award": (5 * top, top * (60 - 5 * (n - 1)), 100 * one),
        "cancelled": (nought, _CANCELLED * top, 100 * one),
        "factored_by_scores": (full, nought, n),
        "factored_by_comparisons": (full - 1, nought, n - 1),
        "ascherman": (100 * one, 100 * one, 2 * n),
    }
    found = nought, nought, nought
    for name in (METHODS[code] for code in np.unique(method) if code >= 0):
        there = method == METHODS.index(name)
        found = tuple(np.where(there, part, so_far) for part, so_far in zip(parts[name], found, strict=True))  # type: ignore[assignment]
    return found


def in_scale(points: Ratio, scale: str) -> Ratio:
    """The matchpoints of 2-1-0 as a scale prints them."""
    due = points.den > 0
    if scale == PER_CENT:
        return Ratio(100 * points.num, np.maximum(points.den * points.top, 0), np.full_like(points.top, 100))
    if scale in (_CUT, _CUT_TENS):
        tenths = 10 * points.num // np.maximum(points.den, 1)
        in_tens = scale == _CUT_TENS
        return Ratio(tenths, due * (1 if in_tens else 10), points.top * (10 if in_tens else 1))
    times, by = UNITS[scale]
    return Ratio(times * points.num, by * points.den, times * points.top // by)
