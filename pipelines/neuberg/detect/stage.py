"""From the tables of an archive to its suspicions: turned results put right, odd boards tested, sets compared."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.detect.assessing import assess
from neuberg.detect.coefficients import Coefficients
from neuberg.detect.fields import TESTED, UNORDERED, Fields, batches, fields, with_other_tables
from neuberg.detect.findings import (
    PROBABLE,
    SEATING,
    Board,
    Finding,
    fouled,
    section_findings,
    turned_findings,
    wrong_record,
)
from neuberg.detect.prefilter import is_worth_testing
from neuberg.detect.sections import sections_put_right, turned_sections
from neuberg.detect.sets import Judged, wrong_sets
from neuberg.detect.turning import find_turned, put_right

#: Called with how many boards are done and how many there are.
Progress = Callable[[int, int], None]
UNSUSPICIOUS = "of those tested, with fewer than two odd results: no more to test"


class Detected(NamedTuple):
    """What was found in an archive.

    Attributes:
        findings: the suspicions, the strongest first.
        account: how many boards were tested, and how many were not and why.
        found: the boards as they were tested.
    """

    findings: list[Finding]
    account: dict[str, int]
    found: Fields

    def suspicions(self) -> pl.DataFrame:
        """The table `suspicions`."""
        rows = [finding.row for finding in self.findings]
        return pl.DataFrame(rows, schema=schemas.SUSPICIONS.schema)


def detect(
    results: pl.LazyFrame,
    boards: pl.LazyFrame,
    events: pl.LazyFrame,
    numbers: Coefficients,
    *,
    every_board: bool = False,
    at_least: float = 10**PROBABLE,
    progress: Progress | None = None,
) -> Detected:
    """The suspicions of an archive; nothing is scored anew by them.

    Args:
        results: the traveller lines.
        boards: the deals as recorded.
        events: the events.
        numbers: the model's coefficients.
        every_board: test the boards without odd results too.
        at_least: the Bayes factor from which a board is suspected; a wrong seat is from 1,000 on, or from this.
        progress: told of the boards done.
    """
    found = fields(results, boards, events, numbers)
    sections = turned_sections(found)
    found = sections_put_right(found, sections)
    lines = find_turned(found).with_columns(place=pl.int_range(1, pl.len() + 1).over("field"))
    found = with_other_tables(found._replace(lines=put_right(lines)))
    judged, passed_over = _judge(found, every_board, progress or _silent)
    tested = found.boards.filter(pl.col("state").is_in([TESTED, UNORDERED]))
    per_session = dict(Counter(tested.select("event_id", "session").iter_rows()))
    sets = wrong_sets(judged, per_session, found)
    of_boards = _findings(judged, sets, found, float(np.log10(at_least)))
    turned = [one for one in turned_findings(lines, found) if one.row["bayes_factor"] >= at_least]
    of_sections = [one for one in section_findings(sections, found) if one.row["bayes_factor"] >= at_least]
    findings = [*of_sections, *of_boards, *_of_other_boards(turned, of_boards, set(sets))]
    account = dict(found.boards["state"].value_counts(sort=True).iter_rows()) | {UNSUSPICIOUS: passed_over}
    return Detected(sorted(findings, key=lambda one: -one.row["bayes_factor"]), account, found)


def _silent(_done: int, _total: int) -> None:
    """No progress is shown."""


def _judge(found: Fields, every_board: bool, progress: Progress) -> tuple[list[Judged], int]:
    """The boards that were put to the whole test, and how many were not."""
    facts = {int(board["field"]): board for board in found.boards.iter_rows(named=True)}
    total = found.boards["state"].is_in([TESTED, UNORDERED]).sum()
    judged: list[Judged] = []
    passed_over = done = 0
    for lot in batches(found):
        worth = is_worth_testing(lot.batch, found.known) | every_board
        chosen = np.flatnonzero(worth)
        passed_over += len(worth) - len(chosen)
        verdicts = assess(lot.batch.take(chosen), found.known, is_ordered=lot.is_ordered)
        judged += [
            Judged(facts[int(lot.field[place])], lot, int(place), verdict)
            for place, verdict in zip(chosen, verdicts, strict=True)
        ]
        done += len(worth)
        progress(done, int(total))
    return judged, passed_over


def _findings(judged: list[Judged], sets: dict[tuple[int, str], str], found: Fields, at_least: float) -> list[Finding]:
    findings: list[Finding] = []
    for one in judged:
        verdict = one.verdict
        if max(verdict.log10_factor, verdict.log10_whole) < at_least:
            continue
        board = _board(one, found)
        key = (one.facts["event_id"], one.facts["session"])
        if verdict.log10_whole >= (at_least if key in sets else max(at_least, verdict.log10_factor)):
            findings.append(wrong_record(board, verdict, found, sets.get(key, "")))
        else:
            findings.append(fouled(board, verdict, found))
    return findings


def _of_other_boards(turned: list[Finding], suspected: list[Finding], sets: set[tuple[int, str]]) -> list[Finding]:
    """The turned results but those of suspected boards and sets: on other cards a result fits other seats by chance."""
    keys = {_key(finding) for finding in suspected}
    right = [finding for finding in turned if (finding.row["event_id"], finding.row["session"]) not in sets]
    return [finding for finding in right if finding.row["finding"] == SEATING or _key(finding) not in keys]


def _key(finding: Finding) -> tuple[object, ...]:
    return tuple(finding.row[name] for name in schemas.BOARD_KEY)


def _board(one: Judged, found: Fields) -> Board:
    session = found.boards.filter(
        (pl.col("event_id") == one.facts["event_id"]) & (pl.col("session") == one.facts["session"])
    )
    own = one.facts["section"]
    # Those of its own section last: the name that stays, where sections have a deal in common.
    rows = session.select("known_deal", "board", "section").sort(pl.col("section") == own).iter_rows()
    names = {deal: f"board {board}" + (f" of section {of}" if of and of != own else "") for deal, board, of in rows}
    lines = found.lines[one.lot.rows[one.place]].to_dicts()
    return Board(one.facts, lines, one.lot.is_ordered, names)
