"""The parts of a weighted score (Law 12C1(c)): points, and what each counts of the whole."""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from neuberg.errors import UsageError

#: A weight is a whole number of hundredths of a per cent; so many are the whole.
WHOLE = 10_000

_PART = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,4})?)\s*%\s*(?:of\s+)?([+-]?[0-9]{1,5})")
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")
_AWARD = re.compile(r"(?:[0-9]{1,2}|100)\s*/\s*(?:[0-9]{1,2}|100)")
_JOIN = re.compile(r"\s+\+\s+|\s*;\s*")


class Component(NamedTuple):
    """One of the results that a weighted score is made of: N-S's points, and its weight of `WHOLE`."""

    score: int
    weight: int


def components(parts: Iterable[tuple[int, int | str | Decimal]]) -> tuple[Component, ...]:
    """The components of a weighted score, their weights given in per cent.

    Raises:
        UsageError: a weight is no number, not above nought or finer than 0.01 per cent, or they do not make 100.

    >>> components([(650, 30), (-100, "70")])
    (Component(score=650, weight=3000), Component(score=-100, weight=7000))
    """
    found = tuple(Component(score, _hundredths(weight)) for score, weight in parts)
    total = sum(part.weight for part in found)
    if total != WHOLE:
        given = " + ".join(f"{Decimal(part.weight) / 100:f}" for part in found) or "none"
        raise UsageError(f"the weights of a weighted score: found {given}, wanted 100 per cent in all")
    return found


def _hundredths(weight: int | str | Decimal) -> int:
    try:
        hundredths = 100 * Decimal(weight)
    except InvalidOperation:
        raise UsageError(f"a weight: found {weight!r}, wanted a number of per cent") from None
    if not hundredths.is_finite() or hundredths <= 0 or hundredths != int(hundredths):
        raise UsageError(f"a weight: found {weight} per cent, wanted more than 0 and no finer than 0.01")
    return int(hundredths)


def parse_components(text: str) -> tuple[Component, ...] | None:
    """The parts of a score written as `30% 650 + 70% -100` or, assigned outright, as points; None for another text.

    Raises:
        UsageError: it is so written, and the weights do not make 100 per cent.

    >>> parse_components("30% 650 + 70% -100")
    (Component(score=650, weight=3000), Component(score=-100, weight=7000))
    >>> parse_components("-100"), parse_components("60-40")
    ((Component(score=-100, weight=10000),), None)
    """
    if _POINTS.fullmatch(text.strip()):
        return (Component(int(text), WHOLE),)
    parts = [_PART.fullmatch(part.strip()) for part in _JOIN.split(text.strip())]
    if not all(parts):
        return None
    return components((int(part[2]), part[1].replace(",", ".")) for part in parts if part)


class WeightedScore(NamedTuple):
    """The parts of a weighted or split score, N-S's and E-W's, in points from N-S's side."""

    ns: tuple[Component, ...]
    ew: tuple[Component, ...]


def parse_weighted(text: str) -> WeightedScore | None:
    """A weighted score, or a split one with a slash between N-S's and E-W's; None for any other text.

    Raises:
        UsageError: the weights of a side do not make 100 per cent.

    >>> split = parse_weighted("650 / 50% 650 + 50% -100")
    >>> len(split.ns), len(split.ew)
    (1, 2)
    >>> parse_weighted("650"), parse_weighted("60/40"), parse_weighted("650/420").ew
    (None, None, (Component(score=420, weight=10000),))
    """
    halves = text.split("/")
    parts = [parse_components(half) for half in halves]
    # Points alone are a score, and two numbers that may be per cent an award.
    if len(halves) > 2 or None in parts or ("%" not in text and (len(halves) == 1 or _AWARD.fullmatch(text.strip()))):
        return None
    found = [part for part in parts if part]
    return WeightedScore(found[0], found[-1])
