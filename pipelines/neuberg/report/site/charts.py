"""The geometry of the charts: what the SVG templates draw. Every figure of them is in a table too."""

from collections.abc import Sequence
from itertools import takewhile
from math import log10
from typing import NamedTuple

HEIGHT, LEFT, BOTTOM, TOP = 260, 56, 46, 12
_WIDEST, _SLOT = 900, 56
#: The slot of a column whose label is some words long.
_WORDS = 120
#: Colours there are; further series share the last.
COLOURS = 6
#: A column, a series and how many of it there are.
Counts = Sequence[tuple[str, str, float]]


class Bar(NamedTuple):
    """A part of a column: its place, its colour's number, and what it says when it is pointed at."""

    x: float
    y: float
    width: float
    height: float
    colour: int
    says: str


class Mark(NamedTuple):
    """A text on an axis, and where."""

    text: str
    at: float


class Stacked(NamedTuple):
    """Columns of bars, stacked or beside each other.

    Attributes:
        anchor: its name within the page.
        title: what it shows.
        says: the same in a sentence, for who does not see it.
        width: of the drawing.
        bars: the parts of the columns.
        columns: the labels below.
        levels: the labels at the left.
        legend: the series, each with its colour's number.
    """

    anchor: str
    title: str
    says: str
    width: int
    bars: list[Bar]
    columns: list[Mark]
    levels: list[Mark]
    legend: list[tuple[int, str]]


def stacked(counts: Counts, series: Sequence[str], *, anchor: str, title: str, says: str) -> Stacked | None:
    """Columns in the order of the counts, stacked; none where there are none.

    Args:
        counts: the column, the series and how many, in the order in which they stand on each other.
        series: in the order of their colours.
        anchor: its name within the page.
        title: what it shows.
        says: the same in a sentence.

    >>> counts = [("1999", "a", 3), ("1999", "b", 1)]
    >>> [round(bar.height, 1) for bar in stacked(counts, "ab", anchor="x", title="t", says="s").bars]
    [151.5, 50.5]
    """
    if not counts:
        return None
    heights = dict.fromkeys((column for column, _, _ in counts), 0.0)
    for column, _, count in counts:
        heights[column] += count
    places = {column: at for at, column in enumerate(heights)}
    top = _round_up(int(max(heights.values())) or 1)
    slot = min(_SLOT, _WIDEST / len(places))
    bars, stands = [], dict.fromkeys(heights, float(HEIGHT - BOTTOM))
    for column, name, count in counts:
        height = count / top * (HEIGHT - TOP - BOTTOM)
        stands[column] -= height
        x = LEFT + slot * (places[column] + 0.1)
        bars.append(Bar(x, stands[column], slot * 0.8, height, _colour(series, name), f"{column}, {name}: {count:,}"))
    every = -(-len(places) * 44 // int(slot * len(places)))
    labels = [Mark(text, LEFT + slot * (at + 0.5)) for text, at in places.items() if at % every == 0]
    width = int(LEFT + slot * len(places) + 12)
    return Stacked(anchor, title, says, width, bars, labels, _levels(top), _legend(series))


def beside(counts: Counts, series: Sequence[str], *, anchor: str, title: str, says: str) -> Stacked | None:
    """Bars beside each other of counts as for `stacked`, by the logarithm of one more than their count: 0 stands at 0.

    >>> counts = [("low", "a", 99), ("low", "b", 0)]
    >>> [round(bar.height, 1) for bar in beside(counts, "ab", anchor="x", title="t", says="s").bars]
    [202.0, 0.0]
    """
    if not counts:
        return None
    places = {column: at for at, column in enumerate(dict.fromkeys(column for column, _, _ in counts))}
    top = max(1.0, *(float(count) for _, _, count in counts))
    width = _WORDS * 0.8 / len(series)
    bars = []
    for column, name, count in counts:
        height = _raised(count, top)
        x = LEFT + _WORDS * (places[column] + 0.1) + width * series.index(name)
        said = _counted(column, name, count)
        bars.append(Bar(x, HEIGHT - BOTTOM - height, width, height, _colour(series, name), said))
    labels = [Mark(text, LEFT + _WORDS * (at + 0.5)) for text, at in places.items()]
    steps = [0, *takewhile(lambda step: step <= top, (10**power for power in range(16)))]
    levels = [Mark(f"{step:,}", HEIGHT - BOTTOM - _raised(step, top)) for step in steps]
    return Stacked(anchor, title, says, LEFT + _WORDS * len(places) + 12, bars, labels, levels, _legend(series))


def _colour(series: Sequence[str], name: str) -> int:
    return min(series.index(name), COLOURS - 1)


def _legend(series: Sequence[str]) -> list[tuple[int, str]]:
    return [(min(at, COLOURS - 1), name) for at, name in enumerate(series)]


def _raised(count: float, top: float) -> float:
    """The height of a count on the logarithmic scale that ends at `top`."""
    return log10(1 + count) / log10(1 + top) * (HEIGHT - TOP - BOTTOM)


def _counted(column: str, name: str, count: float) -> str:
    """What a bar says; a mean is said to two decimals.

    >>> _counted("1 to 10", "shuffled", 3.0), _counted("1 to 10", "shuffled", 0.25)
    ('1 to 10, shuffled: 3', '1 to 10, shuffled: 0.25')
    """
    return f"{column}, {name}: {count:,.0f}" if count == int(count) else f"{column}, {name}: {count:,.2f}"


class Played(NamedTuple):
    """A board's scores in the order in which they were made, and the range in which its cards were changed.

    Attributes:
        title: what it shows.
        says: the same in a sentence, for who does not see it.
        width: of the drawing.
        points: x, y, the colour's number and what the point says.
        columns: the labels below.
        levels: the labels at the left.
        change: the left and right of the likely change; None: not known in this order.
    """

    title: str
    says: str
    width: int
    points: list[tuple[float, float, int, str]]
    columns: list[Mark]
    levels: list[Mark]
    change: tuple[float, float] | None


def played(
    lines: Sequence[tuple[int, int, int]], says: str, low: int | None = None, high: int | None = None
) -> Played | None:
    """The scores of lines (round, N-S score, group from 0) over the rounds, with the change between two of them.

    None where fewer than two rounds are known.
    """
    rounds = sorted({number for number, _, _ in lines})
    if len(rounds) < 2:
        return None
    slot = min(_SLOT, _WIDEST / len(rounds))
    places = {number: LEFT + slot * (at + 0.5) for at, number in enumerate(rounds)}
    least, most = min(score for _, score, _ in lines), max(score for _, score, _ in lines)
    height = (HEIGHT - TOP - BOTTOM) / max(most - least, 1)
    points = [
        (
            places[number],
            HEIGHT - BOTTOM - (score - least) * height,
            min(group, COLOURS - 1),
            f"round {number}: {score}",
        )
        for number, score, group in sorted(lines, key=lambda line: line[0])
    ]
    columns = [Mark(str(number), at) for number, at in places.items()]
    levels = [Mark(str(least), HEIGHT - BOTTOM), Mark(str(most), TOP)]
    width = int(LEFT + slot * len(rounds) + 12)
    return Played("Scores over the rounds", says, width, points, columns, levels, _change(rounds, slot, low, high))


def _change(rounds: list[int], slot: float, low: int | None, high: int | None) -> tuple[float, float] | None:
    if low is None or high is None:
        return None
    before = sum(number < low for number in rounds)
    until = sum(number <= high for number in rounds)
    return LEFT + slot * before, LEFT + slot * max(until, before + 0.15)


def _levels(top: int) -> list[Mark]:
    return [Mark(f"{top * part // 2:,}", HEIGHT - BOTTOM - part / 2 * (HEIGHT - TOP - BOTTOM)) for part in (0, 1, 2)]


def _round_up(count: int) -> int:
    """The next even figure that is easily read.

    >>> [_round_up(count) for count in (1, 4, 7, 23, 1850)]
    [2, 4, 8, 40, 2000]
    """
    power = int(10 ** (len(str(count)) - 1))
    return next(step * power for step in (1, 2, 4, 6, 8, 10) if step * power >= count and step * power % 2 == 0)
