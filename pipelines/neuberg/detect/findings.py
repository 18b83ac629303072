"""What is suspected of a board, as a row of `suspicions`, and the groups that a ruling would give it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import polars as pl

from neuberg.detect.assessing import Fit, Verdict
from neuberg.detect.fields import Fields
from neuberg.detect.hypotheses import MOVED_CARD
from neuberg.detect.seatings import SEATS
from neuberg.detect.words import Call, Cards, contradictions, described, places, seated, times

FOULED, RECORD, SEATING, ENTRY = "fouled board", "wrong record", "table sat the wrong way", "result entered wrongly"
PROBABLE, NEARLY_CERTAIN = 3.0, 4.0
#: log10 of the largest factor that is written.
LARGEST = 300.0


class Finding(NamedTuple):
    """One suspicion.

    Attributes:
        row: its row of `suspicions`.
        groups: of a fouled board, the groups of a ruling.
        lines: of a fouled board, the lines that played other cards.
        record: of a fouled board, the recorded cards.
        other: the cards that fit those lines; None where they are not recorded.
    """

    row: dict[str, Any]
    groups: list[dict[str, Any]]
    lines: tuple[dict[str, Any], ...] = ()
    record: Cards | None = None
    other: Cards | None = None


class Board(NamedTuple):
    """A board with its lines in order, the rows of both frames as dicts.

    `name_of` names the board that a deal is recorded for, as `board 7`.
    """

    facts: dict[str, Any]
    lines: list[dict[str, Any]]
    is_ordered: bool
    name_of: dict[int, str]

    def calls(self, of: Sequence[int]) -> list[Call]:
        """The results of those places (from 0)."""
        names = ("side", "strain", "partner", "level", "lead")
        return [Call(place + 1, *(self.lines[place][name] for name in names)) for place in of]


def certainty(log10_factor: float) -> str:
    """How sure a factor is: `probably` from 1,000, `almost certainly` from 10,000, else `perhaps`."""
    if log10_factor < PROBABLE:
        return "perhaps"
    return "almost certainly" if log10_factor >= NEARLY_CERTAIN else "probably"


def row(facts: dict[str, Any], finding: str, kind: str, log10_factor: float, why: str, **more: Any) -> dict[str, Any]:
    """A row of `suspicions`."""
    key = {name: facts[name] for name in ("event_id", "session", "section", "board")}
    return {
        **key,
        "finding": finding,
        "kind": kind,
        "bayes_factor": 10 ** min(log10_factor, LARGEST),
        "certainty": certainty(log10_factor),
        "why": why,
        **more,
    }


def fouled(board: Board, verdict: Verdict, found: Fields) -> Finding:
    """The finding that some of a board's results are of other cards."""
    of, lines = verdict.of_other_cards, board.lines
    rounds = [lines[place]["round"] for place in range(len(lines))]
    spoken = [
        f"{places([place + 1 for place in of])} of {len(lines)} fit {described(verdict.fit, board.name_of)} "
        f"{times(verdict.log10_factor)} better than the record",
        _change(verdict, board, rounds),
        _doubts(board, verdict.fit, of, found),
    ]
    ordered = {
        "first_result": of[0] + 1,
        "last_result": of[-1] + 1 if of[-1] + 1 < len(lines) else None,
        "round_low": rounds[verdict.low],
        "round_high": rounds[verdict.high],
        "change_factors": list(verdict.changes),
        "result_rounds": rounds,
    }
    made = row(
        board.facts,
        FOULED,
        verdict.fit.kind,
        verdict.log10_factor,
        ". ".join(text for text in spoken if text),
        results=len(lines),
        order_known=board.is_ordered,
        **(ordered if board.is_ordered else {}),
    )
    chosen = tuple(lines[place] for place in of)
    return Finding(made, groups(board, of), chosen, _record(board, found), _other(board, verdict.fit, of, found))


def _change(verdict: Verdict, board: Board, rounds: list[int | None]) -> str:
    """Where the change came, in results and rounds."""
    if not board.is_ordered:
        return "The order of play is not known: a weaker test, and no change point"
    first, last = verdict.of_other_cards[0], verdict.of_other_cards[-1]
    where = f"The change came before result {first + 1}"
    if rounds[first] is not None:
        where += f" (round {rounds[first]})"
    if verdict.low < verdict.high:
        where += f", in 90 % between results {verdict.low + 1} and {verdict.high + 1}"
    if last + 1 < len(board.lines):
        where += f", and was put right before result {last + 2}"
    return where


def _doubts(board: Board, fit: Fit, of: Sequence[int], found: Fields) -> str:
    texts = contradictions(board.calls(of), _record(board, found), _other(board, fit, of, found))
    return f"On the record: {'; '.join(texts)}" if texts else ""


def _record(board: Board, found: Fields) -> Cards:
    return seated(found.known.hands, board.facts["known_deal"], 0)


def _other(board: Board, fit: Fit, of: Sequence[int], found: Fields) -> Cards | None:
    """The cards that fit; none for a deal that is not recorded."""
    if fit.deal < 0:
        return None
    leaders = [(call.seat + 1) % 4 for call in board.calls(of) if call.lead == fit.moved]
    moved = fit.moved if fit.kind == MOVED_CARD and leaders else -1
    return seated(found.known.hands, fit.deal, fit.seating, moved, leaders[0] if leaders else 0)


def wrong_record(board: Board, verdict: Verdict, found: Fields, set_says: str = "") -> Finding:
    """The finding that the record fits none of a board's results."""
    spoken = [
        f"no table played the record: all {len(board.lines)} results fit {described(verdict.whole, board.name_of)} "
        f"{times(verdict.log10_whole)} better",
        set_says,
        _or_fouled(board, verdict),
        _doubts(board, verdict.whole, range(len(board.lines)), found),
    ]
    made = row(
        board.facts,
        RECORD,
        verdict.whole.kind,
        verdict.log10_whole,
        ". ".join(text for text in spoken if text),
        results=len(board.lines),
        order_known=board.is_ordered,
    )
    return Finding(made, [])


def _or_fouled(board: Board, verdict: Verdict) -> str:
    """That only some of the results may be of other cards, where these alone are as suspicious as a board must be."""
    if verdict.log10_factor < PROBABLE:
        return ""
    of = places([place + 1 for place in verdict.of_other_cards])
    fit = f"fit {described(verdict.fit, board.name_of)} {times(verdict.log10_factor)} better"
    return f"Or the board was fouled: {of} alone {fit}, the others the record"


def groups(board: Board, of: Sequence[int]) -> list[dict[str, Any]]:
    """The group of a rulings file that names exactly these lines; none where nothing in them can."""
    chosen = set(of)
    for key, column in (("rounds", "round"), ("pairs", "ns_pair"), ("tables", "table")):
        inside = [line[column] for place, line in enumerate(board.lines) if place in chosen]
        outside = [line[column] for place, line in enumerate(board.lines) if place not in chosen]
        if None in inside or set(inside) & set(outside):
            continue
        if key == "rounds" and None not in outside and min(inside) > max(outside):
            return [{"form": "changed", "from_round": min(inside)}]
        return [{"form": "changed", key: list(dict.fromkeys(inside))}]
    return []


def turned_findings(lines: pl.DataFrame, found: Fields) -> list[Finding]:
    """The findings that a table sat the wrong way, and that a result is entered in a wrong seat."""
    suspects = lines.filter((pl.col("seated") != 0) | (pl.col("entered") != 0))
    of = found.boards.filter(pl.col("field").is_in(suspects["field"].implode()))
    facts = {int(board["field"]): board for board in of.iter_rows(named=True)}
    return [Finding(_turned_row(line, facts[line["field"]], found), []) for line in suspects.iter_rows(named=True)]


_TURN = {1: "a quarter turn clockwise", 2: "half a turn", 3: "a quarter turn anticlockwise"}


def section_findings(turned: pl.DataFrame, found: Fields) -> list[Finding]:
    """The findings that a whole section is turned, one for each of its boards that was weighed."""
    tested = found.boards.filter(pl.col("field").is_in(found.lines["field"].unique().implode()))
    boards = tested.join(
        turned, on=("event_id", "session", "section"), how="inner", nulls_equal=True, suffix="_of_section"
    )
    return [Finding(_section_row(board), []) for board in boards.iter_rows(named=True)]


def _section_row(board: dict[str, Any]) -> dict[str, Any]:
    turn = _TURN[board["seated"]]
    why = (
        f"{board['speak_for']} of the section's {board['boards']} boards fit their records better after {turn}, all "
        f"together {times(board['log10_seated'])}: its tables sat, its results were entered, or its boards were "
        "recorded the wrong way. The other suspicions of the section are of its results as turned back"
    )
    return row(board, SEATING, turn, board["log10_seated"], why, results=board["n"], order_known=board["is_ordered"])


def _turned_row(line: dict[str, Any], facts: dict[str, Any], found: Fields) -> dict[str, Any]:
    call = Call(line["place"], *(line[name] for name in ("side", "strain", "partner", "level", "lead")))
    seat = SEATS[(call.seat + (line["seated"] or line["entered"])) % 4]
    why = f"{call}, N-S pair {line['ns_pair'] or 'not recorded'}: it fits the cards as {seat}'s"
    if line["seated"]:
        turn = _TURN[line["seated"]]
        why += f", and so do all results of table {line['table']} in round {line['round']} after {turn}"
    texts = contradictions([call], seated(found.known.hands, facts["known_deal"], 0), None)
    if texts:
        why += f". On the record: {'; '.join(texts)}"
    return row(
        facts,
        SEATING if line["seated"] else ENTRY,
        _TURN[line["seated"] or line["entered"]],
        line["log10_seated"] if line["seated"] else line["log10_entered"],
        why,
        result_id=line["result_id"],
        results=facts["n"],
        order_known=facts["is_ordered"],
        first_result=line["place"] if facts["is_ordered"] else None,
        last_result=line["place"] if facts["is_ordered"] else None,
        round_low=line["round"],
        round_high=line["round"],
    )
