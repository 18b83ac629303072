"""ACBLscore's score codes, where an export gives a score field as that program stores it.

Source: the published decoding of its game files (ACBLgamedecode, documented at lajollabridge.com). Below 900 the field
is the N-S score in tens; 900 to 999 say that there is none yet; 2040, 2050 and 2060 are average minus, average and
average plus; from 3000 on the score belongs to a fouled board's group, in steps of 2000, and the rest is a field again.
"""

from typing import Any, NamedTuple

from neuberg.ingest.outcomes import Doubt

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


def columns_of(ns: Code | None, ew: Code | None, *, given: str, why: str) -> tuple[dict[str, Any], list[Doubt]]:
    """The columns of `results` that the codes of the two sides (None where one has none) say, each with a doubt.

    `given` are the scores as they stand in the file, and `why` says what tells that they are codes.
    """
    first, second = ns or Code(), ew or Code()
    group = first.group if first.group is not None else second.group
    columns: dict[str, Any] = {} if group is None else {"given_group": str(group)}
    doubts = []
    if first.group != second.group and None not in (ns, ew):
        doubts.append(Doubt("groups_differ", given, "one group of the deal for both sides; N-S's is taken"))
    happened, said = _happened(first, second)
    if group is not None and "ns_score" in happened:
        said = f"{said} in group {group} of a fouled board"
    if "ns_award" in happened:
        columns["award_given"] = given
    doubts.append(Doubt("score_code", given, f"an ACBLscore code, for {why}; read as {said}"))
    return columns | happened, doubts


def _happened(ns: Code, ew: Code) -> tuple[dict[str, Any], str]:
    if ns.award is not None or ew.award is not None:
        return {"kind": "artificial", "ns_award": ns.award, "ew_award": ew.award}, "an award"
    points = ns.points if ns.points is not None else -ew.points if ew.points is not None else None
    if points is not None:
        return {"kind": "played", "ns_score": points}, str(points)
    if LATE_PLAY in (ns.reason, ew.reason):
        return {"kind": "unknown"}, "a late play, of which there is no score"
    return {"kind": "not_played"}, "not played"
