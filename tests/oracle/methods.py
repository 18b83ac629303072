"""The other scoring methods, slow and plain: score against score, in fractions; independent of the package."""

import math
from collections.abc import Sequence
from fractions import Fraction

#: The least difference for each IMP, as printed: in Law 78B, and in Sports Illustrated of 2 May 1960.
LIMITS = {
    "imps-1962": (
        20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
        3000, 3500, 4000,
    ),
    "imps-1960": (20, 70, 140, 220, 350, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000),
}  # fmt: skip


def imps(difference: int, table: str = "imps-1962", cap: int | None = None) -> int:
    """One after the other: an IMP for each limit that the difference reaches, and no more than the cap."""
    worth = 0
    for least in LIMITS[table]:
        if abs(difference) >= least:
            worth += 1
    worth = worth if cap is None else min(worth, cap)
    return -worth if difference < 0 else worth


def cross_imps(scores: Sequence[int], table: str = "imps-1962", cap: int | None = None) -> list[int]:
    """Each score against each other one."""
    return [
        sum(imps(own - other, table, cap) for j, other in enumerate(scores) if j != i) for i, own in enumerate(scores)
    ]


def datum(scores: Sequence[int], dropped: int, half: str) -> int | None:
    """The mean without so many scores at each end, to the nearest ten."""
    left = sorted(scores)[dropped : len(scores) - dropped]
    return nearest_ten(Fraction(sum(left), len(left)), half) if left else None


def ebu_datum(scores: Sequence[int], expected: int) -> int | None:
    """Each score counts E/A; from either end whole or part of scores go until 1 is gone."""
    ranked = sorted(scores)
    counts = [Fraction(expected, len(ranked)) for _ in ranked]
    for end in (range(len(ranked)), reversed(range(len(ranked)))):
        to_drop = Fraction(1)
        for place in end:
            gone = min(counts[place], to_drop)
            counts[place] -= gone
            to_drop -= gone
    if not any(counts):
        return None
    points = sum((score * count for score, count in zip(ranked, counts, strict=True)), Fraction(0))
    return nearest_ten(points / sum(counts), "away from zero")


def nearest_ten(mean: Fraction, half: str) -> int:
    """By distance: of the tens below and above the nearer one, and of two that are as near the one of the rule."""
    below = 10 * math.floor(mean / 10)
    above = below + 10
    if mean - below != above - mean:
        return below if mean - below < above - mean else above
    if half == "even ten":
        return below if below % 20 == 0 else above
    return max(below, above, key=abs)


def weighted_matchpoints(pairs: Sequence[Sequence[tuple[int, Fraction]]]) -> list[Fraction]:
    """Each pair's matchpoints (2-1-0), every component of its score against every one of every other pair's."""
    return [
        sum(
            (
                weight * other_weight * (2 if score > other_score else 1 if score == other_score else 0)
                for score, weight in own
                for j, other in enumerate(pairs)
                if j != i
                for other_score, other_weight in other
            ),
            Fraction(0),
        )
        for i, own in enumerate(pairs)
    ]


def wbf_continuous(boards: int) -> list[int]:
    """The scale in hundredths, by floating point; then the smallest concave scale above it, raised one by one."""
    blitz, r = 15 * math.sqrt(boards), math.sqrt(5) - 2
    last = math.ceil(blitz)
    scale = [round(100 * min(20, 10 + 10 * (1 - r ** (margin / blitz)) / (1 - r))) for margin in range(last + 1)]
    raised = True
    while raised:
        raised = False
        for margin in range(1, last):
            if scale[margin + 1] - 2 * scale[margin] + scale[margin - 1] > 0:
                scale[margin] += 1
                raised = True
    return scale
