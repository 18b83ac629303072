"""Values as files write them - contracts, cards, numbers, dates - each parsed in one place for every format.

A parser returns None for what it cannot take; the reader then says so in `problems`. None of them guesses.
"""

import datetime as dt
import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar

PASSED = "pass"

_CONTRACT = re.compile(r"\s*([1-7])\s*(NT|N|SA|S|H|D|C|♠|♥|♦|♣)\s*(XX|X|R|\*\*|\*)?\s*", re.IGNORECASE)
_PASS = re.compile(r"\s*(PASS(ED)?([ -]?OUT)?|PAS|PASSE|ALL[ -]?PASS|AP|P)\s*", re.IGNORECASE)
_STRAINS = {"N": "NT", "SA": "NT", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_DOUBLED = {"": 0, "X": 1, "*": 1, "XX": 2, "**": 2, "R": 2}
_CARD = re.compile(r"\s*([SHDC♠♥♦♣])(10|[2-9TJQKA])\s*|\s*(10|[2-9TJQKA])([SHDC♠♥♦♣])\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\s*([+-]?)(\d{1,12})(?:[.,](\d{0,9}))?\s*", re.ASCII)
_INTEGER = re.compile(r"\s*[+-]?\d{1,9}\s*", re.ASCII)
# A time may stand right behind a day (`2024-05-31T19:30`).
_DAY = re.compile(r"\s*(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})(?!\d)", re.ASCII)
_DAY_LAST = re.compile(r"\s*(\d{1,2})[.\-/](\d{1,2})[.\-/](\d{4})(?!\d)", re.ASCII)
#: Years of bridge events, as `parse_season` takes them too.
YEARS = range(1800, 2100)
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
#: Names in other languages that begin as these do; another word that does so is no month, or (`marraskuu`) another.
_LIKE_MONTHS = frozenset(
    (
        "januar",
        "januari",
        "janvier",
        "febbraio",
        "febrero",
        "februar",
        "februari",
        "mars",
        "marts",
        "marzo",
        "aprile",
        "aprill",
        "mayo",
        "juni",
        "junio",
        "juli",
        "julio",
        "augusti",
        "augustus",
        "septembre",
        "septiembre",
        "octobre",
        "octubre",
        "novembre",
        "novembro",
        "noviembre",
        "decembre",
    )
)
_DAY_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})(?!\d)", re.ASCII)
_WEEKDAY = r"\s*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +)?"
_DAY_NAMED = re.compile(rf"{_WEEKDAY}(\d{{1,2}})\.?[- ]([a-z]{{3,}})[- ](\d{{4}})\b", re.ASCII | re.IGNORECASE)
#: A month that is named may stand first: no day is taken for it.
_MONTH_NAMED = re.compile(rf"{_WEEKDAY}([a-z]{{3,}})\.? (\d{{1,2}}),? (\d{{4}})\b", re.ASCII | re.IGNORECASE)


#: Texts that are remembered with what they are, and how long one of them may be: an archive says few things, often.
_REMEMBERED, _LONGEST = 1 << 14, 32
_Value = TypeVar("_Value")


def _remembered(parse: Callable[[str], _Value]) -> Callable[[str], _Value]:
    """The parser, which looks at a text of usual length once."""
    known = lru_cache(maxsize=_REMEMBERED)(parse)

    @wraps(parse)
    def parsed(text: str) -> _Value:
        return known(text) if len(text) <= _LONGEST else parse(text)

    return parsed


class Contract(NamedTuple):
    """A contract: level 1 to 7, strain (C, D, H, S, NT), doubled 0, 1 or 2."""

    level: int
    strain: str
    doubled: int


class Number(NamedTuple):
    """A printed number: its value and how many decimals were printed."""

    value: float
    decimals: int


@_remembered
def parse_contract(text: str) -> Contract | str | None:
    """A `Contract`, `PASSED` for a passed-out board, or None for anything else (the empty text included).

    >>> parse_contract("3nx"), parse_contract("4 S xx"), parse_contract("Pas"), parse_contract("")
    (Contract(level=3, strain='NT', doubled=1), Contract(level=4, strain='S', doubled=2), 'pass', None)
    """
    if _PASS.fullmatch(text):
        return PASSED
    match = _CONTRACT.fullmatch(text)
    if match is None:
        return None
    strain = match[2].upper()
    return Contract(int(match[1]), _STRAINS.get(strain, strain), _DOUBLED[(match[3] or "").upper()])


@_remembered
def parse_card(text: str) -> str | None:
    """A card as suit then rank with T for ten, from either order, or None.

    >>> parse_card("S10"), parse_card("qh"), parse_card("X9")
    ('ST', 'HQ', None)
    """
    match = _CARD.fullmatch(text)
    if match is None:
        return None
    suit, rank = (match[1], match[2]) if match[1] else (match[4], match[3])
    return _STRAINS.get(suit, suit.upper()) + rank.upper().replace("10", "T")


@_remembered
def parse_number(text: str) -> Number | None:
    """A decimal number, with a point or a comma, and its printed decimals; or None.

    >>> parse_number("19.0"), parse_number("28,35"), parse_number("1e5")
    (Number(value=19.0, decimals=1), Number(value=28.35, decimals=2), None)
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    decimals = match[3] or ""
    return Number(float(f"{match[1]}{match[2]}.{decimals or '0'}"), len(decimals))


def parse_integer(text: str) -> int | None:
    """A whole number of at most nine digits, or None.

    >>> parse_integer(" 07 "), parse_integer("-50"), parse_integer("7a")
    (7, -50, None)
    """
    return int(text) if _INTEGER.fullmatch(text) else None


@_remembered
def parse_date(text: str) -> dt.date | None:
    """A day, from year first, day first (never month first) or with the month's name; None if not known to the day.

    >>> parse_date("2022.02.06"), parse_date("11/07/2022"), parse_date("2012.08.??"), parse_date("9999-12-31")
    (datetime.date(2022, 2, 6), datetime.date(2022, 7, 11), None, None)
    >>> parse_date("2. September 2015"), parse_date("Sat Sep 5, 2015"), parse_date("20150905")
    (datetime.date(2015, 9, 2), datetime.date(2015, 9, 5), datetime.date(2015, 9, 5))
    >>> parse_date("2 juni 2015"), parse_date("2 marraskuuta 2015"), parse_date("Marathon 5 2015")
    (datetime.date(2015, 6, 2), None, None)
    """
    year, month, day = _day_parts(text)
    if year not in YEARS:
        return None
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def parse_date_month_first(text: str) -> dt.date | None:
    """A day of a format that is known to put the month first, or the year; else as `parse_date` takes none.

    >>> parse_date_month_first("04/15/2026"), parse_date_month_first("15/04/2026")
    (datetime.date(2026, 4, 15), None)
    """
    match = _DAY_LAST.match(text)
    return parse_date(f"{match[3]}-{match[1]}-{match[2]}" if match else text)


def _day_parts(text: str) -> tuple[int, int, int]:
    if match := _DAY.match(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _DAY_LAST.match(text):
        return int(match[3]), int(match[2]), int(match[1])
    if match := _DAY_COMPACT.match(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _DAY_NAMED.match(text):
        return int(match[3]), _month(match[2].lower()), int(match[1])
    if match := _MONTH_NAMED.match(text):
        return int(match[3]), _month(match[1].lower()), int(match[2])
    return 0, 0, 0


def _month(name: str) -> int:
    """The month that is so named, in whole or by its first letters; 0 for none."""
    begins = [month.startswith(name[:3] if name in _LIKE_MONTHS else name) for month in _MONTHS]
    return begins.index(True) + 1 if True in begins else 0


@_remembered
def parse_season(text: str) -> str | None:
    """The year of a date that may not be known to the day, as text; None where there is none.

    >>> parse_season("2012.08.??"), parse_season("2-Aug-2023"), parse_season("?")
    ('2012', '2023', None)
    """
    match = re.search(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)", text, re.ASCII)
    day = None if match else parse_date(text)
    return match[1] if match else f"{day.year}" if day else None
