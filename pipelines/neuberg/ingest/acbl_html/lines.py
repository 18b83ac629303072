"""An entry of `board_results` as columns of the results, ACBLscore's codes read where they stand for scores."""

from typing import Any

from neuberg.domain.awards import is_not_played, parse_award
from neuberg.ingest import figures
from neuberg.ingest.acbl_codes import NOT_IN_ROUND, Code, columns_of, decode
from neuberg.ingest.acbl_html.page import Item, text
from neuberg.ingest.outcomes import Doubt, Given, outcome
from neuberg.ingest.values import PASSED, parse_contract, parse_integer

_MOST_ROUND = 32_767
_WHY = "there is no contract and the sides' scores are not opposites"


def line_columns(entry: Item) -> tuple[dict[str, Any], list[Doubt]]:
    """The columns of a line besides its place, and what is doubtful in them."""
    codes = _codes(entry)
    given = "/".join(filter(None, (text(entry, "ns_score"), text(entry, "ew_score"))))
    happened, doubts = columns_of(*codes, given=given, why=_WHY) if any(codes) else _plain(entry)
    round_ = parse_integer(text(entry, "round_number"))
    if text(entry, "round_number") and (round_ is None or not 0 <= round_ <= _MOST_ROUND):
        doubts.append(Doubt("bad_round", text(entry, "round_number"), "a round's number"))
        round_ = None
    return {
        **happened,
        "round": round_,
        "table": text(entry, "table_number") or None,
        "ns_pair": text(entry, "ns_pair") or None,
        "ew_pair": text(entry, "ew_pair") or None,
        **figures.published("mp", text(entry, "ns_match_points"), text(entry, "ew_match_points"), doubts),
    }, doubts


def is_not_in_round(entry: Item) -> bool:
    """Whether both sides' scores say that the board was not in play in the round: a place in a table, no record."""
    return all(code is not None and code.reason == NOT_IN_ROUND for code in _codes(entry))


def _codes(entry: Item) -> tuple[Code | None, Code | None]:
    """Each side's code; none beside a contract, or where the two are a score and its opposite."""
    ns, ew = (parse_integer(text(entry, f"{side}_score")) for side in ("ns", "ew"))
    if text(entry, "contract") or (ns is not None and ew is not None and ns == -ew):
        return None, None
    return (None if ns is None else decode(ns)), (None if ew is None else decode(ew))


def _plain(entry: Item) -> tuple[dict[str, Any], list[Doubt]]:
    ns, ew = text(entry, "ns_score"), text(entry, "ew_score")
    passed = parse_contract(text(entry, "contract")) == PASSED or parse_contract(ns) == PASSED
    given = Given(
        contract="PASS" if passed else text(entry, "contract"),
        declarer="" if passed else text(entry, "declarer"),
        lead=text(entry, "opening_lead"),
        tricks="" if passed else text(entry, "tricks_taken"),
        result="" if passed else text(entry, "result"),
        score="" if passed and parse_integer(ns) is None else _award_text(ns, ew),
    )
    columns, found = outcome(given, zero_is_score=True)
    doubts = list(found)
    points = parse_integer(ns), parse_integer(ew)
    if points[0] is not None and points[1] is not None and points[0] != -points[1]:
        doubts.append(Doubt("score_contradicts_itself", f"NS {ns} EW {ew}", "E-W's score as the opposite of N-S's"))
    return dict(columns), doubts


def _award_text(ns: str, ew: str) -> str:
    """N-S's score, or where each side has an award of its own the two as one text."""
    both = f"{ns}/{ew}"
    if parse_integer(ns) is None and not is_not_played(ns) and parse_award(both) is not None:
        return both
    return ns
