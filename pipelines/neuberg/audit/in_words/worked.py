"""How one figure is worked out: the sentences, the exact value, and numbers as a person writes them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Line = Mapping[str, Any]
#: So many different scores of a group are written out; of more only the range is said.
_MOST = 12
_PLACES = 6
_TWICE = 2


class Worked(NamedTuple):
    """Steps in words, and what they come to in the profile's scale and rounding; None where they come to nothing."""

    steps: list[str]
    value: Fraction | None = None


def shown(value: Fraction | int) -> str:
    """A number in at most six decimals, with three dots where it has more.

    >>> shown(Fraction(27, 2)), shown(Fraction(85, 3)), shown(Fraction(-1, 8)), shown(2100)
    ('13.5', '28.333333…', '-0.125', '2100')
    """
    text = f"{float(value):.{_PLACES}f}"
    text = text.rstrip("0").rstrip(".")
    return text if Fraction(text) == value else f"{text}…"


def number(value: float | None) -> str:
    """A figure as it is printed; `none` where there is none.

    >>> number(6.0), number(52.175925926), number(None)
    ('6', '52.175926', 'none')
    """
    if value is None:
        return "none"
    text = f"{value:.{_PLACES}f}"
    return text.rstrip("0").rstrip(".")


def listed(scores: Iterable[int]) -> str:
    """The scores from the highest, those that stand several times with how often.

    >>> listed([170, 620, 170, -100])
    '620, 170 (twice), -100'
    """
    counts = sorted(Counter(scores).items(), reverse=True)
    if len(counts) > _MOST:
        return f"{sum(count for _, count in counts)} scores from {counts[0][0]} to {counts[-1][0]}"
    return ", ".join(f"{score}{_times(count)}" for score, count in counts)


def _times(count: int) -> str:
    return "" if count == 1 else " (twice)" if count == _TWICE else f" ({count} times)"


def compared(lines: Sequence[Line], line: Line, *, forms: bool = True) -> list[Line]:
    """The lines that are compared with a line, itself among them: those with a score that played its form.

    Args:
        lines: those of the board's field.
        line: one of them.
        forms: whether the forms of the board are told apart.
    """
    return [
        one
        for one in lines
        if (not forms or one["given_group"] == line["given_group"])
        and (has_score(one) or (one["kind"] == "weighted" and one["ns_components"]))
    ]


def has_score(line: Line) -> bool:
    """Whether a line has one score that compares."""
    return line["kind"] in ("played", "passed_out") and line["ns_score"] is not None


def tables(line: Line) -> int:
    """How many tables a line stands for."""
    return 1 if line["multiplicity"] is None else int(line["multiplicity"])
