"""Tables of international match points: what a difference in points was worth, one TOML file a table."""

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from neuberg.errors import RuleError
from neuberg.rules.days import Days, When, said
from neuberg.rules.reading import RuleFile, Source, load_rule_files


class ImpTable(NamedTuple):
    """One table.

    Attributes:
        at_least: the least difference in points that is worth 1, 2, 3 … IMPs.
        uncertain: what its sources leave open, of its days for one.
    """

    name: str
    title: str
    days: Days
    at_least: tuple[int, ...]
    uncertain: tuple[str, ...]
    sources: tuple[Source, ...]


@lru_cache(maxsize=1)
def load_imp_tables() -> Mapping[str, ImpTable]:
    """Every shipped table by name, the oldest first.

    Raises:
        RuleError: a file is not right.
    """
    tables = map(read_imp_table, load_rule_files("imp_tables"))
    return {table.name: table for table in sorted(tables, key=lambda table: table.days.begins or dt.date.min)}


def read_imp_table(file: RuleFile) -> ImpTable:
    """One table from its file.

    Raises:
        RuleError: a key is not right.
    """
    file.only("at_least")
    return ImpTable(
        name=file.text("name"),
        title=file.text("title"),
        days=file.days(),
        at_least=file.rising("at_least"),
        uncertain=file.texts("uncertain"),
        sources=file.sources(),
    )


def imp_table(name: str) -> ImpTable:
    """The shipped table of a name.

    Raises:
        RuleError: there is none; the message lists the names.

    >>> imp_table("imps-1962").at_least[:3]
    (20, 50, 90)
    """
    tables = load_imp_tables()
    if name not in tables:
        raise RuleError(f"there is no IMP table {name!r}; wanted one of: {', '.join(tables)}")
    return tables[name]


def imp_tables_on(date: When | None) -> list[ImpTable]:
    """The tables that may have been in force on a day or in a year; none before the oldest, today's for no date.

    Whether one surely was is its `days.surely_hold(date)`.

    >>> [table.name for table in imp_tables_on(dt.date(1961, 7, 1))]
    ['imps-1960']
    >>> imp_table("imps-1960").days.surely_hold(dt.date(1961, 7, 1))
    False
    """
    tables = load_imp_tables().values()
    if date is None:
        return [table for table in tables if table.days.ends is None]
    return [table for table in tables if table.days.may_hold(date)]


def doubt_of_imps(date: When | None) -> str | None:
    """Why the IMPs of an event may not be by the table that was in force; None where they are, or where it has no date.

    Of a year in which the table changed, that of its last day is taken.

    >>> doubt_of_imps(dt.date(1961, 7, 1)), doubt_of_imps(dt.date(1965, 7, 1))
    ('IMPs by imps-1960, which may not have been in force on 1961-07-01', None)
    """
    if date is None:
        return None
    found = imp_tables_on(date)
    if not found:
        return f"no table of IMPs that was in force {said(date)} is known"
    taken = found[-1]
    return (
        None if taken.days.surely_hold(date) else f"IMPs by {taken.name}, which may not have been in force {said(date)}"
    )
