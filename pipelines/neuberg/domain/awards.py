"""Artificial scores and boards not played, as files write them."""

import re
from typing import NamedTuple

#: Per cent of the full top that an average plus, an average and an average minus stand for.
_AVERAGES = {"+": 60.0, "": 50.0, "-": 40.0}
_AVERAGE = re.compile(r"A(?:V|VE|VG|VERAGE)?([+-]?)")
_PERCENT = r"[0-9]{1,3}(?:[.,][0-9]{1,4})?"
_TWO_PERCENTS = re.compile(rf"A?({_PERCENT})[-/]({_PERCENT})")
_FOUR_DIGITS = re.compile(r"A(?!100[0-9]|[0-9]100)([0-9]{2})([0-9]{2})")
_SIX_DIGITS = re.compile(r"A([0-9]{3})([0-9]{3})")
#: A table that could not play the board, through no fault of its own (the rule of the date says what it gets).
_PREVENTED = "PREVENTED"
_NOT_PLAYED = re.compile(r"NP|N/P|NOT-?PLAYED|NO-?PLAY|UNPLAYED")
DASHES = str.maketrans("–−", "--")


class Award(NamedTuple):
    """An artificial score: per cent of the full top for each side."""

    ns: float
    ew: float


def parse_award(text: str) -> Award | None:
    """Both sides' percentages, or None where one side's is missing or they can be read in two ways.

    >>> parse_award("A6040"), parse_award("AVE+/AVE-"), parse_award("60 % - 40 %"), parse_award("ave")
    (Award(ns=60.0, ew=40.0), Award(ns=60.0, ew=40.0), Award(ns=60.0, ew=40.0), Award(ns=50.0, ew=50.0))
    >>> parse_award("AVE+"), parse_award("A1000"), parse_award("60")
    (None, None, None)
    """
    plain = squeezed(text)
    if plain == "A50" or plain in ("A", "AV", "AVE", "AVG", "AVERAGE"):
        return Award(50.0, 50.0)
    if plain == _PREVENTED:
        return Award(60.0, 60.0)
    for pattern in (_TWO_PERCENTS, _FOUR_DIGITS, _SIX_DIGITS):
        if match := pattern.fullmatch(plain):
            return _award(_percent(match[1]), _percent(match[2]))
    first, slash, second = plain.partition("/")
    return _award(_half(first), _half(second)) if slash else None


def _award(ns: float | None, ew: float | None) -> Award | None:
    return None if ns is None or ew is None else Award(ns, ew)


def _half(text: str) -> float | None:
    if match := _AVERAGE.fullmatch(text):
        return _AVERAGES[match[1]]
    return _percent(text) if re.fullmatch(_PERCENT, text) else None


def _percent(text: str) -> float | None:
    value = float(text.replace(",", "."))
    return value if value <= 100 else None


def is_not_played(text: str) -> bool:
    """Whether a text says that the board was not played.

    >>> is_not_played("N P"), is_not_played("not played"), is_not_played("PASS")
    (True, True, False)
    """
    return _NOT_PLAYED.fullmatch(squeezed(text)) is not None


def squeezed(text: str) -> str:
    """The text in capitals, without blanks and per cent signs, each kind of dash as a hyphen.

    >>> squeezed("60 % – 40 %"), squeezed("Ave +")
    ('60-40', 'AVE+')
    """
    return re.sub(r"[\s%]+", "", text.upper()).translate(DASHES)
