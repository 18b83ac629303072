"""The second stage: what the tricks of a suspicious board say, by a double-dummy solver (the extra `neuberg[dds]`).

P(tricks | deal) is taken from how far tricks were from double dummy in 2,660 results of 1,200 deals of 1996 to 2002:
exact in 58 of 100, one away in 33, two away in 7.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from neuberg.detect.coefficients import STRAINS
from neuberg.detect.findings import FOULED, LARGEST, Finding, certainty
from neuberg.detect.hands import hand_text
from neuberg.detect.seatings import SEATS
from neuberg.detect.stage import Detected
from neuberg.detect.urns import PASSED
from neuberg.detect.words import Cards
from neuberg.errors import UsageError

#: How often declarer's tricks less the double-dummy ones are −3 to 4; other differences share the rest.
_AWAY = {-3: 0.007, -2: 0.029, -1: 0.152, 0: 0.577, 1: 0.180, 2: 0.039, 3: 0.009, 4: 0.002}
_ELSEWHERE = 0.005 / 6
Tables = dict[tuple[str, str], int]
Solver = Callable[[Cards], Tables]
Progress = Callable[[int, int], None]


def with_double_dummy(found: Detected, progress: Progress) -> Detected:
    """The findings, those of fouled boards with their tricks weighed: `double_dummy_factor`, and the product with it.

    Raises:
        UsageError: the solver is not installed.
    """
    solve = _solver()
    weighed: list[Finding] = []
    for done, finding in enumerate(found.findings, start=1):
        weighed.append(_weighed(finding, solve) if finding.row["finding"] == FOULED else finding)
        progress(done, len(found.findings))
    return found._replace(findings=weighed)


def _weighed(finding: Finding, solve: Solver) -> Finding:
    if finding.record is None or finding.other is None:
        return finding
    factor = log10_factor(finding.lines, solve(finding.record), solve(finding.other))
    total = min(LARGEST, float(np.log10(finding.row["bayes_factor"])) + factor)
    row = finding.row | {
        "double_dummy_factor": 10**factor,
        "bayes_factor": 10**total,
        "certainty": certainty(total),
        "why": f"{finding.row['why']}. By double dummy the tricks fit those cards {10**factor:,.3g} times as well",
    }
    return finding._replace(row=row)


def _solver() -> Solver:
    """The double-dummy tricks of four hands, by declarer's seat and strain.

    Raises:
        UsageError: the solver is not installed.
    """
    try:
        from endplay.dds import calc_dd_table
        from endplay.types import Deal, Denom, Player
    except ImportError as error:
        raise UsageError("--double-dummy needs the solver: pip install 'neuberg[dds]'") from error
    strains = dict(zip(STRAINS, (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt), strict=True))
    seats = dict(zip(SEATS, (Player.north, Player.east, Player.south, Player.west), strict=True))

    def solve(cards: Cards) -> Tables:
        table = calc_dd_table(Deal("N:" + " ".join(map(hand_text, cards.cards))))
        return {
            (seat, strain): int(table[denom, player])
            for seat, player in seats.items()
            for strain, denom in strains.items()
        }

    return solve


def trick_probability(tricks: int, double_dummy: int) -> float:
    """P(declarer wins so many | the double-dummy tricks).

    >>> trick_probability(10, 10), trick_probability(9, 10)
    (0.577, 0.152)
    """
    return _AWAY.get(tricks - double_dummy, _ELSEWHERE)


def log10_factor(lines: Iterable[dict[str, Any]], record: Tables, other: Tables) -> float:
    """log10 of P(the tricks | the other cards) / P(the tricks | the record); lines without tricks say nothing."""
    total = 0.0
    for line in lines:
        if line["side"] == PASSED or line["tricks"] is None:
            continue
        at = (SEATS[line["side"] + 2 * line["partner"]], STRAINS[line["strain"]])
        total += float(
            np.log10(trick_probability(line["tricks"], other[at]) / trick_probability(line["tricks"], record[at]))
        )
    return total
