"""A TRAVELLER_LINE as columns of the results."""

from functools import lru_cache
from typing import Any

from lxml import etree

from neuberg.domain.awards import parse_award
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.usebio.document import line_of
from neuberg.ingest.usebio.places import Match, Place
from neuberg.ingest.values import Number, parse_integer, parse_number

_MOST_ROUND = 32_767
_MATCHPOINTS = ("NS_MATCH_POINTS", "EW_MATCH_POINTS")
#: The names of a line's IMPs; a file gives one kind.
_IMPS = tuple((f"NS_{name}", f"EW_{name}") for name in ("BUTLER_POINTS", "CROSS_IMP_POINTS", "IMPS"))
#: What a line may hold that is read, and what is known not to be kept of it: calls and cards.
KNOWN = frozenset(
    (
        "CONTRACT", "PLAYED_BY", "DECLARER", "LEAD", "TRICKS", "RESULT_FIELD", "SCORE", "ARTIFICIAL_SCORE",
        "ROUND_NUMBER", "ROUND", "TABLE", "TABLE_NUMBER", "DIRECTION", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER",
        *(f"{seat}_PLAYER_NUMBER" for seat in "NESW"), *_MATCHPOINTS, *(name for names in _IMPS for name in names),
        "LIN_DATA",
    )
)  # fmt: skip
#: What says of a line that its score is not artificial.
_DENIALS = frozenset(("", "-", "0", "N", "NO", "NONE", "FALSE"))
#: Names for what stands elsewhere in the format, as one program has them.
_OTHER_NAMES = frozenset(("DECLARER", "RESULT_FIELD"))


def line_columns(
    line: etree._Element, texts: dict[str, str], place: Place, teams: dict[str, str]
) -> tuple[dict[str, Any], list[Doubt]]:
    """The columns of a line besides its place, and what is doubtful in them.

    Args:
        line: the element.
        texts: its `fields`.
        place: where it stands.
        teams: the team of each pair's number, where the participants are teams.
    """
    get = texts.get
    # In the order of its fields, which is known: names take as long as the rest of it.
    given = Given(get("CONTRACT", ""), get("PLAYED_BY", ""), get("LEAD", ""), get("TRICKS", ""), "", get("SCORE", ""))
    if not _OTHER_NAMES.isdisjoint(texts):
        given = given._replace(declarer=given.declarer or get("DECLARER", ""), result=get("RESULT_FIELD", ""))
    contracts = place.event is not None and place.event.has_contracts
    happened, doubtful = outcome(given, zero_is_score=not contracts)
    doubts = [*doubtful, *_repeated(line, texts)]
    columns = dict(happened)
    if columns["kind"] == "unknown" and _says_artificial(text := get("ARTIFICIAL_SCORE", "")):
        award = parse_award(text)
        sides = (None, None) if award is None else award
        # Which percentages it is where these are not said, only the matchpoints say.
        columns |= {"kind": "artificial", "award_given": text, "ns_award": sides[0], "ew_award": sides[1]}
    columns["round"] = _round(get("ROUND_NUMBER") or get("ROUND") or place.round or "", doubts)
    columns["table"] = get("TABLE") or get("TABLE_NUMBER") or None
    columns |= _pairs(texts, place, teams)
    columns |= _printed(texts, "mp", _MATCHPOINTS, doubts)
    columns |= _printed(texts, "imp", _imps(texts), doubts)
    columns["line"] = line_of(line)
    return columns, doubts


def _says_artificial(text: str) -> bool:
    """Whether a text among artificial scores says that there is one; not where it denies it."""
    return text.strip().upper() not in _DENIALS


def _round(text: str, doubts: list[Doubt]) -> int | None:
    number = parse_integer(text) if text else None
    if text and (number is None or not 0 <= number <= _MOST_ROUND):
        doubts.append(Doubt("bad_round", text, "a round's number"))
        return None
    return number


def _repeated(line: etree._Element, texts: dict[str, str]) -> list[Doubt]:
    """A doubt for each element that stands again with another text; the first is taken."""
    if len(line) == len(texts):
        return []
    return [
        Doubt("element_twice", f"{child.tag} {texts[child.tag]} and {text}", "one; the first is taken")
        for child in line
        if isinstance(child.tag, str) and (text := (child.text or "").strip()) != texts.get(child.tag, text)
    ]


def _pairs(texts: dict[str, str], place: Place, teams: dict[str, str]) -> dict[str, Any]:
    """The pairs' numbers (of the players, in an individual), and the teams that sat N-S and E-W."""
    match = place.match
    ns = texts.get("NS_PAIR_NUMBER") or _players(texts, "NS")
    ew = texts.get("EW_PAIR_NUMBER") or _players(texts, "EW")
    if match is None or match.teams:
        told = _teams(texts, match) or (teams.get(ns or ""), teams.get(ew or ""))
        return {"ns_pair": ns, "ew_pair": ew, "team": told[0], "ew_team": told[1]}
    return {"ns_pair": ns or match.first or None, "ew_pair": ew or match.second or None}


def _players(texts: dict[str, str], side: str) -> str | None:
    numbers = [texts.get(f"{seat}_PLAYER_NUMBER", "") for seat in side]
    return "+".join(number or "?" for number in numbers) if any(numbers) else None


def _teams(texts: dict[str, str], match: Match | None) -> tuple[str, str] | None:
    """The teams that sat N-S and E-W: in a match of teams, DIRECTION is where the first-named sat; None: not told."""
    if match is None or not (match.first and match.second):
        return None
    sat = {"N": (match.first, match.second), "E": (match.second, match.first)}
    return sat.get(texts.get("DIRECTION", "")[:1].upper())


def _printed(texts: dict[str, str], unit: str, names: tuple[str, str], doubts: list[Doubt]) -> dict[str, Any]:
    columns, doubtful = _figures(unit, names, texts.get(names[0], ""), texts.get(names[1], ""))
    doubts += doubtful
    return columns


@lru_cache(maxsize=1 << 14)
def _figures(unit: str, names: tuple[str, str], *texts: str) -> tuple[dict[str, Any], tuple[Doubt, ...]]:
    doubts: list[Doubt] = []
    ns, ew = (_figure(name, text, doubts) for name, text in zip(names, texts, strict=True))
    columns = {
        f"published_ns_{unit}": ns.value if ns else None,
        f"published_ew_{unit}": ew.value if ew else None,
        f"published_{unit}_decimals": max((figure.decimals for figure in (ns, ew) if figure), default=None),
    }
    return columns, tuple(doubts)


def _imps(texts: dict[str, str]) -> tuple[str, str]:
    """The names of the line's IMPs: the first that a side has, for a swing may be printed on the side that won it."""
    for names in _IMPS:
        if texts.get(names[0]) or texts.get(names[1]):
            return names
    return _IMPS[0]


def _figure(name: str, text: str, doubts: list[Doubt]) -> Number | None:
    number = parse_number(text)
    if number is None and text not in ("", "-"):
        doubts.append(Doubt("bad_number", f"{name} {text}", "a number", "error"))
    return number
