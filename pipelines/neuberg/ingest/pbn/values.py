"""PBN's own value forms: unknown marks, seats, sides, results, scores, awards and scoring names."""

import re
from functools import lru_cache
from typing import NamedTuple

from neuberg.domain import awards
from neuberg.domain.contracts import every_score
from neuberg.ingest import values
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.values import Contract, Number

TRICKS = 13
_LONGEST = 40  # no contract, result or score is longer
_HIGHEST_SCORE = 7600

_NUMBER_PATTERN = r"([+-]?[0-9]{1,9}(?:\.[0-9]*)?)"
_SIDED = re.compile(rf"(?:(NS|EW)\s*)?{_NUMBER_PATTERN}(?:\s+(NS|EW)\s*{_NUMBER_PATTERN})?", re.IGNORECASE)
_RELATIVE = re.compile(r"=|[+-][0-9]{1,2}")
_IMP_DIGITS = re.compile("[0-9]+")
_SIDED_AWARDS = re.compile(r"NS\s+(\S+)\s+EW\s+(\S+)", re.IGNORECASE)

_SEAT_NAMES = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W", "N": "N", "E": "E", "S": "S", "W": "W"}
_VULNERABLE = {
    "NONE": "None", "LOVE": "None", "-": "None", "NS": "NS", "N-S": "NS", "EW": "EW", "E-W": "EW",
    "ALL": "All", "BOTH": "All",
}  # fmt: skip
_BASIC_SCORING = {
    "MP": "matchpoints", "MPS": "matchpoints", "MATCHPOINTS": "matchpoints", "MATCHPOINT": "matchpoints",
    "MP1": "matchpoints", "MP2": "matchpoints", "IMP": "imps", "IMPS": "imps", "IMP_1948": "imps", "IMP_1961": "imps",
    "BAM": "board_a_match", "BOARDAMATCH": "board_a_match", "RUBBER": "rubber",
    "CHICAGO": "chicago", "CAVENDISH": "cavendish", "INSTANT": "instant",
}  # fmt: skip
_IMP_MODIFIERS = {
    "BUTLER": "butler",
    "BUTLER-2": "butler",
    "CROSS": "cross_imps",
    "CROSS1": "cross_imps",
    "CROSS2": "cross_imps",
    "XIMP": "cross_imps",
    "XIMPS": "cross_imps",
    "CROSSIMP": "cross_imps",
    "CROSSIMPS": "cross_imps",
}
_COMPETITIONS = ("cavendish", "chicago", "individuals", "pairs", "rubber", "teams")
_SINGULAR = {name.removesuffix("s"): name for name in _COMPETITIONS}
_WITHIN_NAME = re.compile(r"[\s-]+")


# A file repeats few texts many times: each is parsed once.
_each_once = lru_cache(maxsize=4096)
is_not_played = _each_once(awards.is_not_played)
parse_card = _each_once(values.parse_card)


@_each_once
def parse_number(text: str) -> Number | None:
    """As `values.parse_number`, but PBN has no decimal comma: one groups thousands or is an error.

    >>> parse_number("28.35"), parse_number("1,000")
    (Number(value=28.35, decimals=2), None)
    """
    return None if "," in text else values.parse_number(text)


class Awards(NamedTuple):
    """Artificial scores in per cent; None for a side that the text says nothing of."""

    ns: float | None
    ew: float | None


def known(text: str) -> str | None:
    """The text without blanks around it; None where it is empty or only marks of the unknown (`?`, `-`).

    >>> known(" 7 "), known("???"), known("-"), known("")
    ('7', None, None, None)
    """
    stripped = text.strip()
    return stripped if stripped.strip("?-") else None


@_each_once
def parse_seat(text: str) -> str | None:
    """A seat, the mark `^` of an irregular declarer passed over; or None.

    >>> parse_seat("^s"), parse_seat("West"), parse_seat("Black")
    ('S', 'W', None)
    """
    return _SEAT_NAMES.get(text.strip().lstrip("^").upper())


def parse_vulnerable(text: str) -> str | None:
    """The vulnerability (None, NS, EW, All), or None where it is not one.

    >>> parse_vulnerable("-"), parse_vulnerable("both"), parse_vulnerable("E")
    ('None', 'All', None)
    """
    return _VULNERABLE.get(text.strip().upper())


@_each_once
def parse_contract(text: str) -> Contract | str | None:
    """As `values.parse_contract`, without `^`; over-long texts are none."""
    return values.parse_contract(text.lstrip("^")) if len(text) <= _LONGEST else None


@_each_once
def parse_competition(text: str) -> str | None:
    """The kind of competition in lower case, or None.

    >>> parse_competition("TEAMS"), parse_competition("Individual"), parse_competition("Swiss")
    ('teams', 'individuals', None)
    """
    name = text.strip().lower()
    return name if name in _COMPETITIONS else _SINGULAR.get(name)


@_each_once
def parse_scoring(text: str) -> str | None:
    """The scoring by its `;`-separated fields; None where they say none that is known.

    >>> parse_scoring("MatchPoints;MP1"), parse_scoring("IMP;Butler;Mean"), parse_scoring("Facit")
    ('matchpoints', 'butler', None)
    >>> parse_scoring("IMPs"), parse_scoring("X-IMP"), parse_scoring("Match Points")
    ('imps', 'cross_imps', 'matchpoints')
    """
    parts = [part.strip().upper() for part in text[:200].split(";")]
    # `Butler-2` has a sign that counts; of other names a blank or a hyphen parts words.
    fields = [part if part in _IMP_MODIFIERS else _WITHIN_NAME.sub("", part) for part in parts]
    modifier = next((_IMP_MODIFIERS[part] for part in fields if part in _IMP_MODIFIERS), None)
    return modifier or next((_BASIC_SCORING[part] for part in fields if part in _BASIC_SCORING), None)


@_each_once
def parse_awards(text: str) -> Awards | None:
    """The artificial scores of both sides in one text (`A6040`, `60%-40%`, `A+/A-`, `NS A+ EW A-`), or None.

    One side's alone (`A+`) is an artificial score of which neither side's is known, for the text names none.

    >>> parse_awards("^A6040"), parse_awards("NS A+ EW A-"), parse_awards("A+"), parse_awards("NS 420")
    (Awards(ns=60.0, ew=40.0), Awards(ns=60.0, ew=40.0), Awards(ns=None, ew=None), None)
    """
    plain = _plain_award(text)
    both = awards.parse_award(_SIDED_AWARDS.sub(r"\1/\2", plain))
    if both is not None:
        return Awards(*both)
    return None if parse_side_award(plain) is None else Awards(None, None)


@_each_once
def parse_side_award(text: str) -> float | None:
    """One side's artificial score in per cent (`A+`, `AVE-`, `60%`), or None.

    >>> parse_side_award("A+"), parse_side_award("Ave"), parse_side_award("45%"), parse_side_award("50")
    (60.0, 50.0, 45.0, None)
    """
    plain = _plain_award(text)
    both = None if values.parse_number(plain) else awards.parse_award(f"{plain}/A")
    return both.ns if both else None


def _plain_award(text: str) -> str:
    """The text without `^`; empty where it is too long for an artificial score, or a small letter alone."""
    plain = text.strip().lstrip("^") if len(text) <= _LONGEST else ""
    return "" if plain == "a" else plain


def parse_sides(text: str, declarer: str | None) -> tuple[Number | None, Number | None] | None:
    """The numbers that a text prints for N-S and E-W; one without a side is declarer's. None where it is no such text.

    >>> parse_sides("NS -140", None)
    (Number(value=-140.0, decimals=0), None)
    >>> parse_sides("+110", "E")
    (None, Number(value=110.0, decimals=0))
    >>> parse_sides("+110", None) is None
    True
    """
    match = _SIDED.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if match is None:
        return None
    side = match[1].upper() if match[1] else _side(declarer)
    if side is None or (match[3] and match[3].upper() == side):
        return None
    first = parse_number(match[2])
    second = parse_number(match[4]) if match[4] else None
    return (first, second) if side == "NS" else (second, first)


def _side(seat: str | None) -> str | None:
    return None if seat is None else "NS" if seat in "NS" else "EW"


def ns_points(text: str, declarer: str | None, doubts: Doubts, *, imps: str = "") -> int | None:
    """The points of a Score tag from N-S's side, as given; None, with a doubt, where it is none.

    Some files have a play's IMPs glued to its score (`NS -504` beside a ScoreIMP of 4): they are parted from it, with
    a doubt, where no contract makes the whole and one makes the rest. `imps` is the text of the ScoreIMP tag.
    """
    if text.strip().lstrip("+-").strip("0") == "" and text.strip("+- "):
        return 0
    sides = parse_sides(text, declarer)
    if sides is None or any(side and side.value % 1 for side in sides):
        if sides is None and declarer is None and parse_sides(text, "N") is not None:
            doubts.note("no_declarer", text, "a declarer, whose points they are", severity="info")
        else:
            doubts.note("bad_score", text, "NS n, EW n, or n with a declarer")
        return None
    ns, ew = (None if side is None else _without_imps(int(side.value), imps, text, doubts) for side in sides)
    return combined_points(ns, ew, doubts=doubts)


def _without_imps(points: int, imps: str, text: str, doubts: Doubts) -> int:
    """The points without the IMPs behind them, of which the field may have cut the last digit."""
    glued = _IMP_DIGITS.findall(imps)
    if not glued or abs(points) in every_score():
        return points
    digits = str(abs(points))
    ends = {digits[: -len(end)] for number in glued for end in (number, number[:1]) if digits.endswith(end)}
    scores = [int(rest) for rest in ends if rest and int(rest) in every_score()]
    if len(scores) != 1:
        return points
    doubts.note("imps_in_score", text, f"the score without the IMPs behind it; {scores[0]} is taken")
    return scores[0] if points > 0 else -scores[0]


def combined_points(ns: int | None, ew: int | None, *, doubts: Doubts) -> int | None:
    """N-S's points from what each side is given, E-W's plus being N-S's minus; a contradiction is N-S's, with a doubt.

    A side that is given 0 beside the other's points has none of its own.
    """
    if ns is not None and ew is not None and ns != -ew and ns and ew:
        doubts.note("score_contradicts_itself", f"NS {ns} EW {ew}", "E-W's score as the opposite of N-S's")
    points = ns if ns or ew is None else -ew
    if points is not None and (points % 10 or abs(points) > _HIGHEST_SCORE):
        doubts.note("impossible_score", str(points), "a score that a bridge contract can have")
    return points


def parse_tricks(text: str, contract: Contract | None, declarer: str | None, doubts: Doubts) -> int | None:
    """The tricks won by declarer in all, 0 to 13; None, with a doubt, where the text does not say.

    Beside PBN's own forms (`9`, `^10`, `NS 9`, `EW 4`, `NS 9 EW 4`) a signed result counts from the contract.
    """
    text = text.strip().lstrip("^").strip()
    tricks = _tricks(text, contract, declarer, doubts)
    if tricks is None and declarer is None and parse_sides(text, None) is not None:
        doubts.note("no_declarer", text, "a declarer, for whom tricks of a side count", severity="info")
        return None
    if tricks is None or not 0 <= tricks <= TRICKS:
        doubts.note("bad_result", text, "declarer's tricks, 0 to 13")
        return None
    return tricks


def _tricks(text: str, contract: Contract | None, declarer: str | None, doubts: Doubts) -> int | None:
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return int(text)
    if _RELATIVE.fullmatch(text):
        return None if contract is None else contract.level + 6 + (0 if text == "=" else int(text))
    sides = parse_sides(text, None)
    side = _side(declarer)
    if sides is None or side is None or any(number and number.value % 1 for number in sides):
        return None
    own, other = sides if side == "NS" else sides[::-1]
    if own and other and own.value + other.value != TRICKS:
        doubts.note("result_contradicts_itself", text, "13 tricks in all")
    if own is not None:
        return int(own.value)
    return None if other is None else TRICKS - int(other.value)
