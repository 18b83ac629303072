"""The laws by edition and bodies' own regulations: their clauses and first days, one TOML file each."""

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from neuberg.errors import RuleError
from neuberg.rules.bodies import body_key
from neuberg.rules.days import Days, When, ends_of
from neuberg.rules.reading import RuleFile, Source, load_rule_files
from neuberg.rules.sources import cited

#: How well a clause's text was seen, the best first; only `seen` may be answered as certain.
STATUSES = ("seen", "inferred", "practice", "recollection", "proxy", "not seen", "text not available")
#: What becomes of the board under a clause: a result of play, an adjusted score, none, a new deal; or not said.
LEAVES = ("result", "adjusted", "cancelled", "redeal", "")
FAULTS = ("full", "partial", "none")
NO_CLAUSE = "no clause"


class Clause(NamedTuple):
    """One clause in one edition.

    Attributes:
        key: how the decision functions name it.
        law: its number in the book.
        outcome: what follows, all of it together.
        open: its name among several that are possible.
        leaves: what becomes of the board, of `LEAVES`.
        by_fault: what a side gets by its fault, for a clause that says so.
        says: the clause in our words.
        status: how well its text was seen, of `STATUSES`.
    """

    key: str
    law: str
    outcome: tuple[str, ...]
    open: str
    leaves: str
    by_fault: Mapping[str, str]
    says: str
    status: str
    source: str


class FirstDay(NamedTuple):
    """From when an edition was in force for some bodies; for all that no other names where `bodies` is empty."""

    bodies: frozenset[str]
    days: Days
    status: str
    source: str


class Edition(NamedTuple):
    """One edition of the laws."""

    name: str
    title: str
    first_days: tuple[FirstDay, ...]
    clauses: Mapping[str, Clause]
    uncertain: tuple[str, ...]
    sources: tuple[Source, ...]

    def first_day(self, body: str) -> FirstDay | None:
        """When it came into force for a body; None where it never did."""
        own = [row for row in self.first_days if body in row.bodies]
        return next(iter(own or [row for row in self.first_days if not row.bodies]), None)


class Regulation(NamedTuple):
    """A body's own rule beside the laws."""

    name: str
    title: str
    edition: str
    bodies: tuple[str, ...]
    days: Days
    clauses: Mapping[str, Clause]
    uncertain: tuple[str, ...]
    sources: tuple[Source, ...]


class InForce(NamedTuple):
    """An edition that may have been in force, and how well its first day is known (`seen`, `inferred`)."""

    edition: str
    first_day: str


@lru_cache(maxsize=1)
def load_editions() -> Mapping[str, Edition]:
    """Every edition of the laws by name, in the order of their first days.

    Raises:
        RuleError: a file is not right.
    """
    files = {file.text("name"): file for file in load_rule_files("laws")}
    editions = [read_edition(file, files) for file in files.values()]
    return {edition.name: edition for edition in sorted(editions, key=_first) if edition.first_days}


def edition(name: str) -> Edition:
    """The edition of a name.

    Raises:
        RuleError: there is none; the message lists the names.

    >>> edition("1997").clauses["13C"].outcome
    ('CANCEL_RESULT', 'PP_SEE_LAW_90')
    """
    editions = load_editions()
    if name not in editions:
        raise RuleError(f"there is no edition {name!r} of the laws; wanted one of: {', '.join(editions)}")
    return editions[name]


@lru_cache(maxsize=1)
def load_regulations() -> Mapping[str, Regulation]:
    """Every regulation by name.

    Raises:
        RuleError: a file is not right.
    """
    return {found.name: found for found in map(_regulation, load_rule_files("regulations"))}


@lru_cache(maxsize=4096)
def editions_in_force(body: str | None, date: When | None) -> tuple[InForce, ...]:
    """The editions that may have been in force for a body on a day, the oldest first; none before the first code.

    Several within a transition, where the body is none that is named, or where the day is not known. That an edition
    ended with the first day of the next is always an inference.

    Args:
        body: under any of its names.
        date: a day, or a year of which the day is not known; None where neither is.

    >>> [found.edition for found in editions_in_force("ACBL", dt.date(2008, 9, 8))]
    ['2007']
    >>> [found.edition for found in editions_in_force(None, dt.date(2008, 5, 1))]
    ['1997', '2007']
    """
    known = _bodies()
    named = body_key(body)
    found = {one for name in ([named] if named in known else [*known, ""]) for one in _in_force(name, date)}
    order = list(load_editions())
    return tuple(
        InForce(name, min(one.first_day for one in found if one.edition == name) if named in known else "inferred")
        for name in sorted({one.edition for one in found}, key=order.index)
    )


def _in_force(body: str, date: When | None) -> list[InForce]:
    rows = [(found.name, row) for found in load_editions().values() if (row := found.first_day(body))]
    if date is not None:
        rows = [(name, row) for name, row in rows if row.days.may_hold(date)]
        # The last one that was surely in force ended all that began before it.
        first, _ = ends_of(date)
        sure = [place for place, (_, row) in enumerate(rows) if row.days.surely_hold(first)]
        rows = rows[sure[-1] :] if sure else rows
    return [InForce(name, row.status) for name, row in rows]


def _bodies() -> frozenset[str]:
    return frozenset(body for found in load_editions().values() for row in found.first_days for body in row.bodies)


def regulations_in_force(body: str | None, date: When | None) -> list[Regulation]:
    """A body's own regulations that may have been in force on a day, or in a year."""
    wanted = body_key(body)
    return [
        found
        for found in load_regulations().values()
        if wanted in map(body_key, found.bodies) and (date is None or found.days.may_hold(date))
    ]


def _first(found: Edition) -> dt.date:
    return min((row.days.begins or dt.date.max for row in found.first_days), default=dt.date.max)


def read_edition(file: RuleFile, files: Mapping[str, RuleFile]) -> Edition:
    """One edition from its file, of whose clauses those of another stand in where its text was not found.

    Args:
        file: the edition's.
        files: those of all editions, by name.

    Raises:
        RuleError: a key is not right.
    """
    file.only("text_of", "text_status", "text_note", "first_day", "clause")
    clauses = _borrowed(file, files) | _clauses(file)
    return Edition(
        name=file.text("name"),
        title=file.text("title"),
        first_days=tuple(map(_first_day, file.tables("first_day"))),
        clauses=clauses,
        uncertain=file.texts("uncertain"),
        sources=file.sources(),
    )


def _borrowed(file: RuleFile, files: Mapping[str, RuleFile]) -> dict[str, Clause]:
    """The clauses of the edition that stands in for one whose text was not found, none of them as seen."""
    if "text_of" not in file.data:
        return {}
    lender = files[file.one_of("text_of", files)]
    status = file.one_of("text_status", STATUSES[1:])
    note = f" ({file.text('text_note')})" if "text_note" in file.data else ""
    return {key: clause._replace(law=clause.law + note, status=status) for key, clause in _clauses(lender).items()}


def _clauses(file: RuleFile) -> dict[str, Clause]:
    clauses = {clause.key: clause for clause in map(_clause, file.tables("clause"))}
    if len(clauses) != len(file.tables("clause")):
        raise file.wrong("name", "keys of clauses that differ")
    return clauses


def _clause(row: RuleFile) -> Clause:
    row.only("key", "law", "outcome", "open", "leaves", "by_fault", "says", "status", "source")
    outcome, by_fault = row.texts("outcome"), row.part("by_fault", *FAULTS)
    if not outcome and not by_fault.data:
        raise row.wrong("outcome", "what follows, or by_fault")
    return Clause(
        key=row.text("key") if "key" in row.data else row.text("law"),
        law=row.text("law"),
        outcome=outcome,
        open=row.text("open") if "open" in row.data else (*outcome, row.text("law"))[0],
        leaves=row.one_of("leaves", LEAVES, default=""),
        by_fault={fault: by_fault.text(fault) for fault in FAULTS} if by_fault.data else {},
        says=row.text("says"),
        status=row.one_of("status", STATUSES),
        source=cited(row.text("source")),
    )


def _first_day(row: RuleFile) -> FirstDay:
    row.only("bodies", "from", "certain_from", "status", "source")
    row.text("source")
    bodies = frozenset(map(body_key, row.texts("bodies")))
    return FirstDay(bodies, row.days(), row.one_of("status", STATUSES[:2]), cited(row.text("source")))


def _regulation(file: RuleFile) -> Regulation:
    file.only("edition", "clause")
    return Regulation(
        name=file.text("name"),
        title=file.text("title"),
        edition=file.text("edition"),
        bodies=file.texts("bodies"),
        days=file.days(),
        clauses=_clauses(file),
        uncertain=file.texts("uncertain"),
        sources=file.sources(),
    )
