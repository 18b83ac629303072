"""What a row says happened: its points, award or contract, PASS among the scores, or one of ACBLscore's codes."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from neuberg.domain.awards import DASHES, is_not_played, parse_award
from neuberg.domain.contracts import every_score
from neuberg.ingest import acbl_codes
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.values import PASSED, Contract, parse_contract, parse_integer

_LONE = (
    "points that a contract makes; or the code of a fouled board's group, of which the board then has another: a code "
    "that stands alone is more likely a slip"
)

#: A contract with what came of it behind it: `4S+1`, `3NT =`.
_WITH_RESULT = re.compile(r"(.+?)\s*(=|[+-][0-9]{1,2})")
#: What begins with a level is a contract, such as `4-1` with its strain forgotten, and no award of 4 and 1 per cent.
_LEVEL = re.compile(r"\s*[1-7](?![0-9])")


class Happened:
    """What the rows of a file say happened, read with what the other rows of their board say.

    Args:
        rows: each row's board, in whatever words name it, with its texts.
    """

    def __init__(self, rows: Iterable[tuple[object, Given]]) -> None:
        self._of_a_group = Counter(board for board, given in rows if _is_of_a_group(_code(given)))

    def of(self, board: object, given: Given) -> tuple[Mapping[str, Any], Sequence[Doubt]]:
        """The columns of `results` that a row's texts say, and what is doubtful in them."""
        given = _apart(given)
        code, points = _code(given), parse_integer(given.score)
        if code is None:
            return outcome(_passed(given), zero_is_score=True)
        if points in every_score():
            columns, doubts = outcome(given, zero_is_score=True)
            maybe = Doubt("maybe_score_code", given.score, "points, as which it is taken, or a code's name")
            return columns, [*doubts, maybe]
        if _is_of_a_group(code) and self._of_a_group[board] < 2:
            columns, doubts = outcome(given._replace(score=""), zero_is_score=True)
            kept = [doubt for doubt in doubts if doubt.code != "no_result"]
            return columns, [*kept, Doubt("lone_score_code", given.score, _LONE, "error")]
        return acbl_codes.columns_of(code, None, given=given.score, why="no contract makes it")


def _code(given: Given) -> acbl_codes.Code | None:
    """What a score says that stands alone and is one of ACBLscore's codes; None for any other."""
    points = None if given.contract or given.award else parse_integer(given.score)
    code = None if points is None else acbl_codes.decode(points)
    return None if code is None or (code.points is not None and abs(code.points) not in every_score()) else code


def _is_of_a_group(code: acbl_codes.Code | None) -> bool:
    return code is not None and code.group is not None


def _apart(given: Given) -> Given:
    """The texts with the result, or the award, that a person wrote into the contract's field in a place of its own."""
    if not given.contract or parse_contract(given.contract) is not None or is_not_played(given.contract):
        return given
    match = _WITH_RESULT.fullmatch(given.contract.translate(DASHES))
    if match and not (given.tricks or given.result) and isinstance(parse_contract(match[1]), Contract):
        return given._replace(contract=match[1], result=match[2])
    is_award = not _LEVEL.match(given.contract) and parse_award(given.contract) is not None
    if is_award and not (given.award or given.score):
        return given._replace(contract="", award=given.contract)
    return given


def _passed(given: Given) -> Given:
    """The texts with PASS where it stands among the scores as the contract that it is."""
    if given.contract or given.award or parse_contract(given.score) != PASSED:
        return given
    return given._replace(contract=given.score, score="")
