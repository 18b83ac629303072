"""A record that is wrong for a whole set of boards: numbers that are shifted, or the file of another session."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from neuberg.detect.assessing import Verdict, assess
from neuberg.detect.fields import Fields, Lot
from neuberg.detect.findings import NEARLY_CERTAIN, PROBABLE
from neuberg.detect.hypotheses import OTHER_BOARD

#: Boards of a session at least, and the share of its tested boards, that their own record does not fit.
_FEWEST, _SHARE = 3, 0.5
#: Other sessions of the archive at most that are tried for a set whose record is of another file.
_SESSIONS = 60
Session = tuple[int, str]


class Judged(NamedTuple):
    """A board that was assessed: its facts, its lot and place there, and the verdict."""

    facts: dict[str, Any]
    lot: Lot
    place: int
    verdict: Verdict


def wrong_sets(judged: list[Judged], tested: Mapping[Session, int], found: Fields) -> dict[Session, str]:
    """What is wrong with the records of whole sessions, in words; only sessions in which something is.

    Args:
        judged: every board that was assessed.
        tested: how many boards of each session could be tested.
        found: the archive's boards.
    """
    wrong: dict[Session, list[Judged]] = defaultdict(list)
    for one in judged:
        if one.verdict.log10_whole >= PROBABLE:
            wrong[one.facts["event_id"], one.facts["session"]].append(one)
    enough = {key: of for key, of in wrong.items() if len(of) >= max(_FEWEST, _SHARE * tested[key])}
    return {key: _says(key, of, tested[key], found) for key, of in enough.items()}


def _says(key: Session, wrong: list[Judged], tested: int, found: Fields) -> str:
    begin = f"The record fits none of {len(wrong)} of the session's {tested} boards"
    numbers = _numbers_of(found, key)
    shifts = Counter(
        numbers[one.verdict.whole.deal] - one.facts["board"]
        for one in wrong
        if one.verdict.whole.kind == OTHER_BOARD and one.verdict.whole.deal in numbers
    )
    if shifts and (most := shifts.most_common(1)[0])[1] >= max(2, len(wrong) / 2):
        way = "higher" if most[0] > 0 else "lower"
        return f"{begin}; {most[1]} fit the record of the board {abs(most[0])} {way}: the numbers are shifted"
    kinds = Counter(one.verdict.whole.kind for one in wrong)
    if (kind := kinds.most_common(1)[0])[1] >= len(wrong) * 0.8 and kind[0].startswith("rotated"):
        return f"{begin}; {kind[1]} fit it {kind[0]}: the whole record is turned"
    other = _other_session(key, wrong, found)
    return f"{begin}; {other}" if other else f"{begin}; it is of another set that the archive does not have"


def _numbers_of(found: Fields, key: Session) -> dict[int, int]:
    boards = found.boards.filter((pl.col("event_id") == key[0]) & (pl.col("session") == key[1]))
    return dict(boards.select("known_deal", "board").iter_rows())


def _other_session(key: Session, wrong: list[Judged], found: Fields) -> str:
    """The other session whose boards of the same numbers the results fit, in words; empty where none does."""
    sessions = _sessions(found)
    sessions.pop(key, None)
    totals: Counter[Session] = Counter()
    for one in wrong[: 2 * _FEWEST]:
        known = [(other, deals[one.facts["board"]]) for other, deals in sessions.items() if one.facts["board"] in deals]
        nearest = sorted(known, key=lambda named: (named[0][0] != key[0], named[0]))[:_SESSIONS]
        if not nearest:
            continue
        batch = one.lot.batch.take(np.array([one.place]))
        batch = batch._replace(others=np.array([[deal for _, deal in nearest]]))
        best = assess(batch, found.known, is_ordered=one.lot.is_ordered)[0]
        fits = [other for other, deal in nearest if deal == best.whole.deal]
        if best.whole.kind == OTHER_BOARD and fits and best.log10_whole >= NEARLY_CERTAIN:
            totals[fits[0]] += 1
    if not totals or (most := totals.most_common(1)[0])[1] < 2:
        return ""
    return f"it fits the record of session {most[0][1]} of event {most[0][0]}"


def _sessions(found: Fields) -> dict[Session, dict[int, int]]:
    """The deals of each session by board number."""
    sessions: dict[Session, dict[int, int]] = defaultdict(dict)
    rows = found.boards.filter(pl.col("known_deal") >= 0).select("event_id", "session", "board", "known_deal")
    for event, session, board, deal in rows.iter_rows():
        sessions[event, session][board] = deal
    return sessions
