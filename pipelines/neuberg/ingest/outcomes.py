"""What a traveller line says happened: a contract played, passed out, an award, not played, or not known.

For the formats that give these as texts in named fields; what is doubtful is returned beside it, never guessed.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from neuberg.domain.awards import DASHES, Award, is_not_played, parse_award, squeezed
from neuberg.domain.weights import Component, WeightedScore, parse_weighted
from neuberg.errors import UsageError
from neuberg.ingest.seats import parse_seat
from neuberg.ingest.values import PASSED, Contract, parse_card, parse_contract, parse_integer

_OVER = re.compile(r"=|[+-][0-9]{1,2}")
_EACH_SIDES = re.compile(r"\s*([+-]?[0-9]{1,5})\s*/\s*([+-]?[0-9]{1,5})\s*")
_BOOK, _MOST_TRICKS = 6, 13


class Given(NamedTuple):
    """The texts of a line as the file gives them; empty where it gives none.

    Attributes:
        tricks: declarer's tricks in all; one with a sign or `=` is taken as `result` is.
        result: tricks against the contract: `=`, `+1`, `-2`.
        score: points from N-S's side, or an award in their place.
    """

    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: str = ""
    result: str = ""
    score: str = ""
    award: str = ""


class Doubt(NamedTuple):
    """What could not be taken, or was taken with a doubt: a row of `problems` without its place."""

    code: str
    found: str
    wanted: str
    severity: str = "warning"


def parse_over(text: str) -> int | None:
    """Tricks over or under the contract, or None; a number without a sign is none, for it may be the total.

    >>> parse_over("="), parse_over("+1"), parse_over("-2"), parse_over("9")
    (0, 1, -2, None)
    """
    plain = squeezed(text)
    if not _OVER.fullmatch(plain):
        return None
    return 0 if plain == "=" else int(plain)


def outcome(given: Given, *, zero_is_score: bool) -> tuple[Mapping[str, Any], Sequence[Doubt]]:
    """The columns of `results` that say what happened, and what is doubtful in them.

    An award outranks a score, and both outrank the contract, which stays as it was given.

    Args:
        given: the line's texts.
        zero_is_score: whether a score of 0 without a contract is a score; else the line is of unknown kind.

    >>> columns, doubts = outcome(Given(contract="4HX", declarer="S", tricks="9", score="-100"), zero_is_score=True)
    >>> columns["kind"], columns["level"], columns["doubled"], columns["tricks"], columns["ns_score"], doubts
    ('played', 4, 1, 9, -100, ())
    """
    # Apart from the lead, which makes every line another, lines say few things, often.
    lead, is_doubtful = _lead(given.lead)
    without = Given(given.contract, given.declarer, "", given.tricks, given.result, given.score, given.award)
    columns, doubts = _without_lead(without, zero_is_score=zero_is_score)
    if columns["kind"] == "passed_out" or not given.lead:
        return columns, doubts
    doubt = Doubt("bad_lead", given.lead, "a card such as SA or AS")
    return {**columns, "lead": lead}, (*doubts, doubt) if is_doubtful else doubts


@lru_cache(maxsize=1 << 14)
def _without_lead(given: Given, *, zero_is_score: bool) -> tuple[Mapping[str, Any], tuple[Doubt, ...]]:
    doubts: list[Doubt] = []
    given = given._replace(score=_one_score(given.score, doubts))
    contract = parse_contract(given.contract)
    weighted = _weighted(given.award or given.score, doubts)
    kind, score, award = (
        ("weighted", None, None) if weighted else _kind(given, contract, doubts, zero_is_score=zero_is_score)
    )
    made = contract if isinstance(contract, Contract) else None
    tricks = _tricks(given, made, doubts)
    passed = kind == "passed_out"
    if passed and tricks:
        doubts.append(Doubt("tricks_without_contract", str(tricks), "no tricks: the board is passed out"))
    if kind == "played" and score is None and tricks is None:
        doubts.append(Doubt("no_result", f"{given.contract} and neither tricks nor score", "tricks or a score"))
    columns = {
        "level": made.level if made else None,
        "strain": made.strain if made else None,
        "doubled": made.doubled if made else None,
        "declarer": None if passed else _declarer(given, doubts),
        "lead": None,
        "tricks": None if passed else tricks,
        "ns_score": 0 if passed and score is None else score,
        "kind": kind,
        "ns_award": award.ns if award else None,
        "ew_award": award.ew if award else None,
        "award_given": given.award or (given.score if award or weighted else None),
        "ns_components": _rows(weighted.ns) if weighted else None,
        "ew_components": _rows(weighted.ew) if weighted and weighted.ew != weighted.ns else None,
    }
    return columns, tuple(doubts)


def _one_score(text: str, doubts: list[Doubt]) -> str:
    """The text; of the two sides' scores that are one, each as its side has it, N-S's alone."""
    match = _EACH_SIDES.fullmatch(text.translate(DASHES))
    if match is None or not int(match[1]) or int(match[1]) != -int(match[2]):
        return text
    doubts.append(Doubt("score_of_each_side", text, f"N-S's score alone; {match[1]} is taken"))
    return match[1]


def _weighted(text: str, doubts: list[Doubt]) -> WeightedScore | None:
    """A weighted or split score, or None; weights that do not make the whole are told, and no score is made of them."""
    if parse_award(text) is not None:
        return None
    try:
        return parse_weighted(text.translate(DASHES))
    except UsageError as error:
        doubts.append(Doubt("bad_weights", text, f"weights of 100 per cent in all ({error})", "error"))
        return None


def _rows(parts: tuple[Component, ...]) -> list[dict[str, int]]:
    return [part._asdict() for part in parts]


def _kind(
    given: Given, contract: Contract | str | None, doubts: list[Doubt], *, zero_is_score: bool
) -> tuple[str, int | None, Award | None]:
    """The line's kind, its score in points, its award."""
    score = parse_integer(given.score.translate(DASHES))
    if given.award and not is_not_played(given.award):
        if given.score and score is None:
            doubts.append(Doubt("bad_score", given.score, "points"))
        return *_awarded(given.award, "bad_award", doubts, score), parse_award(given.award)
    if any(is_not_played(text) for text in (given.award, given.score, given.contract)):
        if score:
            doubts.append(Doubt("score_of_unplayed_board", given.score, "no score: the board was not played"))
        return "not_played", None, None
    if given.score and score is None:
        return *_awarded(given.score, "bad_score", doubts, None), parse_award(given.score)
    if given.contract and contract is None:
        doubts.append(Doubt("bad_contract", given.contract, "such as 4HX, 3NT or PASS", "error"))
    if contract == PASSED:
        return "passed_out", score, None
    if contract is not None or score or (score == 0 and zero_is_score):
        return "played", score, None
    if not given.contract:
        found = "no contract, and a score of 0" if score == 0 else "no contract, score or award"
        doubts.append(Doubt("no_result", found, "a result: an adjustment may show only in the matchpoints"))
    return "unknown", score, None


def _awarded(text: str, code: str, doubts: list[Doubt], score: int | None) -> tuple[str, int | None]:
    if parse_award(text) is not None:
        return "artificial", score
    wanted = "points, or an award for both sides such as 60-40 or AVE+/AVE-"
    doubts.append(Doubt(code, text, wanted if code == "bad_score" else wanted.removeprefix("points, or "), "error"))
    return "unknown", score


def _tricks(given: Given, contract: Contract | None, doubts: list[Doubt]) -> int | None:
    total = _total(given.tricks, contract, doubts)
    if not given.result:
        return total
    by_result = _from_over(given.result, contract, doubts)
    if total is None:
        return by_result
    if by_result not in (None, total):
        doubts.append(
            Doubt("tricks_contradict_result", f"{given.tricks} tricks, {given.result}", "one number of tricks")
        )
    return total


def _total(text: str, contract: Contract | None, doubts: list[Doubt]) -> int | None:
    if text in ("", "-"):
        return None
    if parse_over(text) is not None:
        return _from_over(text, contract, doubts)
    tricks = parse_integer(text)
    if tricks is not None and 0 <= tricks <= _MOST_TRICKS:
        return tricks
    doubts.append(Doubt("bad_tricks", text, "0 to 13", "error"))
    return None


def _from_over(text: str, contract: Contract | None, doubts: list[Doubt]) -> int | None:
    over = parse_over(text)
    if over is None:
        doubts.append(Doubt("bad_result", text, "=, +1 or -2: tricks against the contract, with a sign", "error"))
        return None
    if contract is None:
        doubts.append(Doubt("result_without_contract", text, "a contract that it counts from"))
        return None
    tricks = _BOOK + contract.level + over
    if 0 <= tricks <= _MOST_TRICKS:
        return tricks
    doubts.append(Doubt("bad_result", f"{_contract_text(contract)} {text}", "0 to 13 tricks in all", "error"))
    return None


def _contract_text(contract: Contract) -> str:
    return f"{contract.level}{contract.strain}{'X' * contract.doubled}"


def _declarer(given: Given, doubts: list[Doubt]) -> str | None:
    seat = parse_seat(given.declarer)
    if seat is None and given.declarer not in ("", "-"):
        doubts.append(Doubt("bad_declarer", given.declarer, "N, E, S or W", "error"))
    return seat


def _lead(text: str) -> tuple[str | None, bool]:
    """The card led, and whether the text is no card where it should be one."""
    card = parse_card(text)
    return card, card is None and text not in ("", "-")
