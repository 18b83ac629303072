"""The geometry of the charts: what the SVG templates draw. Every figure of them is in a table too."""

from itertools import takewhile
from math import log10
from typing import NamedTuple

import polars as pl

HEIGHT, LEFT, BOTTOM, TOP = 260, 56, 46, 12
_WIDEST, _SLOT = 900, 56
#: The slot of a column whose label is some words long.
_WORDS = 120
#: Colours there are; further series share the last.
COLOURS = 6


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


def stacked(frame: pl.DataFrame, *, anchor: str, title: str, says: str) -> Stacked | None:
    """Columns of a frame with `column`, `series` and `count`, in the order of its rows; none where it has none.

    >>> rows = pl.DataFrame({"column": ["1999", "1999"], "series": ["a", "b"], "count": [3, 1]})
    >>> [round(bar.height, 1) for bar in stacked(rows, anchor="x", title="t", says="s").bars]
    [151.5, 50.5]
    """
    if frame.is_empty():
        return None
    columns = frame["column"].unique(maintain_order=True).to_list()
    series = _series(frame)
    top = _round_up(int(frame.group_by("column").agg(pl.col("count").sum())["count"].max() or 1))  # type: ignore[arg-type]
    slot = min(_SLOT, _WIDEST / len(columns))
    bars, heights = [], dict.fromkeys(columns, 0.0)
    for column, name, count in frame.select("column", "series", "count").iter_rows():
        height = count / top * (HEIGHT - TOP - BOTTOM)
        heights[column] += height
        x, y = LEFT + slot * (columns.index(column) + 0.1), HEIGHT - BOTTOM - heights[column]
        colour = min(series.index(name), COLOURS - 1)
        bars.append(Bar(x, y, slot * 0.8, height, colour, f"{column}, {name}: {count:,}"))
    every = -(-len(columns) * 44 // int(slot * len(columns)))
    labels = [Mark(str(text), LEFT + slot * (at + 0.5)) for at, text in enumerate(columns) if at % every == 0]
    legend = [(min(at, COLOURS - 1), str(name)) for at, name in enumerate(series)]
    return Stacked(anchor, title, says, int(LEFT + slot * len(columns) + 12), bars, labels, _levels(top), legend)


def beside(frame: pl.DataFrame, *, anchor: str, title: str, says: str) -> Stacked | None:
    """Bars beside each other of a frame as for `stacked`, by the logarithm of one more than their count: 0 stands at 0.

    >>> rows = pl.DataFrame({"column": ["low", "low"], "series": ["a", "b"], "count": [99, 0]})
    >>> [round(bar.height, 1) for bar in beside(rows, anchor="x", title="t", says="s").bars]
    [202.0, 0.0]
    """
    if frame.is_empty():
        return None
    columns = frame["column"].unique(maintain_order=True).to_list()
    series = _series(frame)
    top = max(1.0, float(frame["count"].max() or 0))  # type: ignore[arg-type]
    width = _WORDS * 0.8 / len(series)
    bars = []
    for column, name, count in frame.select("column", "series", "count").fill_null(0).iter_rows():
        at, height = series.index(name), _raised(count, top)
        x = LEFT + _WORDS * (columns.index(column) + 0.1) + width * at
        bars.append(
            Bar(x, HEIGHT - BOTTOM - height, width, height, min(at, COLOURS - 1), _counted(column, name, count))
        )
    labels = [Mark(str(text), LEFT + _WORDS * (at + 0.5)) for at, text in enumerate(columns)]
    steps = [0, *takewhile(lambda step: step <= top, (10**power for power in range(16)))]
    levels = [Mark(f"{step:,}", HEIGHT - BOTTOM - _raised(step, top)) for step in steps]
    legend = [(min(at, COLOURS - 1), name) for at, name in enumerate(series)]
    return Stacked(anchor, title, says, LEFT + _WORDS * len(columns) + 12, bars, labels, levels, legend)


def _raised(count: float, top: float) -> float:
    """The height of a count on the logarithmic scale that ends at `top`."""
    return log10(1 + count) / log10(1 + top) * (HEIGHT - TOP - BOTTOM)


def _counted(column: str, name: str, count: float) -> str:
    """What a bar says; a mean is said to two decimals.

    >>> _counted("1 to 10", "shuffled", 3.0), _counted("1 to 10", "shuffled", 0.25)
    ('1 to 10, shuffled: 3', '1 to 10, shuffled: 0.25')
    """
    return f"{column}, {name}: {count:,.0f}" if count == int(count) else f"{column}, {name}: {count:,.2f}"


def _series(frame: pl.DataFrame) -> list[str]:
    """The series as they first stand; the least of `_order` first where there is one."""
    ranked = frame.sort("_order", maintain_order=True) if "_order" in frame.columns else frame
    found: list[str] = ranked["series"].unique(maintain_order=True).to_list()
    return found


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


def played(lines: pl.DataFrame, low: int | None, high: int | None, says: str) -> Played | None:
    """The scores of `lines` (round, ns_score, group) over the rounds, with the change between two of them.

    None where fewer than two rounds are known.
    """
    known = lines.drop_nulls(("round", "ns_score")).sort("round")
    rounds = known["round"].unique().sort().to_list()
    if len(rounds) < 2:
        return None
    slot = min(_SLOT, _WIDEST / len(rounds))
    least, most = int(known["ns_score"].min()), int(known["ns_score"].max())  # type: ignore[arg-type]
    span = max(most - least, 1)
    points = [
        (
            LEFT + slot * (rounds.index(number) + 0.5),
            HEIGHT - BOTTOM - (score - least) / span * (HEIGHT - TOP - BOTTOM),
            min(group, COLOURS - 1),
            f"round {number}: {score}",
        )
        for number, score, group in known.select("round", "ns_score", "group").iter_rows()
    ]
    columns = [Mark(str(number), LEFT + slot * (at + 0.5)) for at, number in enumerate(rounds)]
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
