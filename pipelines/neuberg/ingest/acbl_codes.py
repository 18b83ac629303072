"""ACBLscore's score codes, where an export gives a score field as that program stores it.

Source: the published decoding of its game files (ACBLgamedecode, documented at lajollabridge.com). Below 900 the field
is the N-S score in tens; 900 to 999 say that there is none yet; 2040, 2050 and 2060 are average minus, average and
average plus; from 3000 on the score belongs to a fouled board's group, in steps of 2000, and the rest is a field again.
"""

from typing import NamedTuple

LATE_PLAY, NOT_PLAYED, NOT_IN_ROUND = 900, 950, 999
_AWARDS = {2040: 40.0, 2050: 50.0, 2060: 60.0}
_FIRST_FOULED, _FIRST_GROUP_AT, _GROUP_SIZE, _MOST_GROUPS = 3000, 1000, 2000, 7
_TENS = 10


class Code(NamedTuple):
    """What a code says: one of points, an award in per cent, or a reason for neither; and the group of the deal."""

    points: int | None = None
    award: float | None = None
    reason: int | None = None
    group: int | None = None


def decode(field: int) -> Code | None:
    """What a stored field says; None for a number that is no code: below 900, or none that the program has.

    >>> decode(2060), decode(950)
    (Code(points=None, award=60.0, reason=None, group=None), Code(points=None, award=None, reason=950, group=None))
    >>> decode(4062), decode(5938)
    (Code(points=620, award=None, reason=None, group=1), Code(points=-620, award=None, reason=None, group=2))
    >>> decode(420), decode(1500)
    (None, None)
    """
    if field in _AWARDS:
        return Code(award=_AWARDS[field])
    if field in (LATE_PLAY, NOT_PLAYED, NOT_IN_ROUND):
        return Code(reason=field)
    group = (field - _FIRST_GROUP_AT) // _GROUP_SIZE
    if field < _FIRST_FOULED or group > _MOST_GROUPS:
        return None
    rest = field - _GROUP_SIZE * (group + 1)
    if rest < LATE_PLAY:
        return Code(points=rest * _TENS, group=group)
    return Code(reason=rest, group=group) if rest in (LATE_PLAY, NOT_PLAYED, NOT_IN_ROUND) else None
