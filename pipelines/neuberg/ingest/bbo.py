"""Results as Bridge Base Online writes them, `4♥S+3` or `4SWx-4`: in LIN files and on traveller pages."""

import re
from typing import NamedTuple

from neuberg.domain.awards import DASHES
from neuberg.ingest.values import PASSED, parse_contract

_PLAY = re.compile(r"([1-7])(NT?|[SHDC♠♥♦♣])(XX?)?([NESW])(XX?)?(=|[+-][0-9]{1,2})?")


class Play(NamedTuple):
    """The texts of a result: the contract, declarer's seat and the tricks against the contract, where they are said."""

    contract: str
    declarer: str = ""
    result: str = ""


def parse_play(text: str) -> Play | None:
    """The play that a text states, with the doubles before the declarer or behind; None where it is none.

    >>> parse_play("4SWx-4"), parse_play("3NN="), parse_play("pass"), parse_play("4S")
    (Play(contract='4SX', declarer='W', result='-4'), Play(contract='3N', declarer='N', result='='),
    Play(contract='PASS', declarer='', result=''), None)
    """
    plain = "".join(text.upper().split()).translate(DASHES)
    if parse_contract(plain) == PASSED:
        return Play("PASS")
    match = _PLAY.fullmatch(plain)
    if match is None or (match[3] and match[5]):
        return None
    return Play(f"{match[1]}{match[2]}{match[3] or match[5] or ''}", match[4], match[6] or "")
