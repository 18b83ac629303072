"""The 24 ways to put four hands at four seats, each a look-up into the 12 ordered pairs of hands."""

from itertools import permutations

import numpy as np

from neuberg.detect.hands import Ints

SEATS = "NESW"
#: Seating p puts the hand of seat p[s] at seat s; the first is the record's own.
PERMS: tuple[tuple[int, ...], ...] = tuple(permutations(range(4)))
#: Every ordered pair of hands: (declarer's, dummy's).
PAIRS: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(4) for b in range(4) if a != b)
#: The pair of hands, by its place in `PAIRS`, that declares from each seat in each seating: seating × seat.
PAIR_AT: Ints = np.array([[PAIRS.index((perm[seat], perm[(seat + 2) % 4])) for seat in range(4)] for perm in PERMS])
#: The same as an array: seating × seat.
HAND_AT: Ints = np.array(PERMS)

SAME, HALF_TURN, QUARTER_TURN, PARTNERS, NEIGHBOURS, OTHER = (
    "record",
    "rotated 180°",
    "rotated 90°",
    "partners' hands exchanged",
    "neighbours' hands exchanged",
    "hands exchanged otherwise",
)
#: The prior weight of each seating of a kind; they share 0.83, the rest is that of other cards.
_WEIGHT = {SAME: 0.0, HALF_TURN: 0.15, QUARTER_TURN: 0.10, PARTNERS: 0.10, NEIGHBOURS: 0.06, OTHER: 0.04 / 15}


def kind(perm: tuple[int, ...]) -> str:
    """The kind of exchange that a seating is.

    >>> kind((2, 3, 0, 1)), kind((1, 0, 2, 3)), kind((2, 1, 0, 3)), kind((1, 2, 3, 0))
    ('rotated 180°', "neighbours' hands exchanged", "partners' hands exchanged", 'rotated 90°')
    """
    turn = (perm[0] - 0) % 4
    if all((hand - seat) % 4 == turn for seat, hand in enumerate(perm)):
        return (SAME, QUARTER_TURN, HALF_TURN, QUARTER_TURN)[turn]
    moved = [seat for seat in range(4) if perm[seat] != seat]
    if len(moved) != 2:
        return OTHER
    return PARTNERS if sum(moved) % 2 == 0 else NEIGHBOURS


KINDS: tuple[str, ...] = tuple(map(kind, PERMS))
PRIORS: tuple[float, ...] = tuple(_WEIGHT[name] for name in KINDS)


def words(perm: tuple[int, ...]) -> str:
    """The exchange as a director would say it.

    >>> words((1, 0, 2, 3)), words((1, 2, 3, 0)), words((0, 2, 3, 1))
    ('the hands of N and E exchanged', 'the board rotated: N has the hand of E', 'E with the hand of S, S of W, W of E')
    """
    name = kind(perm)
    moved = [seat for seat in range(4) if perm[seat] != seat]
    if name in (QUARTER_TURN, HALF_TURN):
        return f"the board rotated: N has the hand of {SEATS[perm[0]]}"
    if len(moved) == 2:
        return f"the hands of {SEATS[moved[0]]} and {SEATS[moved[1]]} exchanged"
    first, *rest = [f"{SEATS[seat]} of {SEATS[perm[seat]]}" for seat in moved]
    return ", ".join([first.replace(" of ", " with the hand of "), *rest])
