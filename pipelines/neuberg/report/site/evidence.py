"""The chart of how many times better other cards fit, by the result before which they came."""

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from neuberg.report.site.charts import BOTTOM, HEIGHT, LEFT, TOP, Mark

_SLOT, _WIDEST = 44, 900
#: From these powers of ten on a board is suspected, and nearly certain.
_LINES = {3: "probably", 4: "almost certainly"}
#: The lowest power of ten that is drawn: below it nothing speaks for a change.
_LOWEST = -6.0


class Evidence(NamedTuple):
    """The Bayes factor over the change point.

    Attributes:
        title: what it shows.
        says: the same in a sentence, for who does not see it.
        width: of the drawing.
        points: x, y, whether it is within the likely range, and what the point says.
        path: the line through them, as SVG has it.
        columns: the labels below: results in play order, with their rounds.
        levels: the labels at the left: powers of ten.
        thresholds: the y of each, and its word.
        change: the left and right of the likely change; None: not known.
    """

    title: str
    says: str
    width: int
    points: list[tuple[float, float, bool, str]]
    path: str
    columns: list[Mark]
    levels: list[Mark]
    thresholds: list[tuple[float, str]]
    change: tuple[float, float] | None


def evidence(
    factors: Sequence[float | None], rounds: Sequence[int | None], low: int | None, high: int | None, says: str
) -> Evidence | None:
    """The chart of log10 factors by the result before which the cards may have changed; none where none is known.

    Args:
        factors: log10 of the factor for each result in play order; None where the change cannot have come there.
        rounds: the round of each result.
        low: the first round of the likely range.
        high: the last round of it.
        says: what it shows, in a sentence.
    """
    known = [(at, max(value, _LOWEST)) for at, value in enumerate(factors) if value is not None]
    if len(known) < 2:
        return None
    slot = min(_SLOT, _WIDEST / len(factors))
    top, bottom = max(4.5, *(value for _, value in known)), min(0.0, *(value for _, value in known))
    height = (HEIGHT - TOP - BOTTOM) / (top - bottom)
    across = [LEFT + slot * (at + 0.5) for at in range(len(factors))]

    def down(value: float) -> float:
        return HEIGHT - BOTTOM - (value - bottom) * height

    likely = [low is not None and high is not None and low <= (number or 0) <= high for number in rounds]
    points = [(across[at], down(value), likely[at], _said(at, rounds[at], value)) for at, value in known]
    step = max(1, ceil((top - bottom) / 8))
    levels = [Mark(_power(value), down(value)) for value in range(ceil(bottom), floor(top) + 1) if value % step == 0]
    inside = [across[at] for at, is_likely in enumerate(likely) if is_likely]
    return Evidence(
        "How many times better other cards fit, by when they came",
        says,
        int(LEFT + slot * len(factors) + 12),
        points,
        " ".join(f"{'L' if place else 'M'}{x:.1f},{y:.1f}" for place, (x, y, *_) in enumerate(points)),
        [Mark(_label(at, number), across[at]) for at, number in enumerate(rounds) if _is_labelled(at, slot)],
        levels,
        [(down(value), word) for value, word in _LINES.items()],
        (min(inside) - slot / 2, max(inside) + slot / 2) if inside else None,
    )


def _said(at: int, number: int | None, value: float) -> str:
    where = f"result {at + 1}" if number is None else f"result {at + 1}, round {number}"
    times = f"{10**value:,.0f}" if value >= 1 else f"{10**value:.2g}"
    return f"changed before {where}: {times} times better than the record"


def _power(value: int) -> str:
    """A power of ten as people write it.

    >>> [_power(value) for value in (-2, 0, 4, 7)]
    ['0.01', '1', '10,000', '10⁷']
    """
    if -3 < value < 0:
        return f"{10.0**value:g}"
    if 0 <= value < 6:
        return f"{10**value:,}"
    return "10" + str(value).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _label(at: int, number: int | None) -> str:
    return str(at + 1) if number is None else str(number)


def _is_labelled(at: int, slot: float) -> bool:
    return at % max(1, ceil(24 / slot)) == 0
