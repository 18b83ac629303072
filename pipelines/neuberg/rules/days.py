"""Days: when a rule was in force, surely or perhaps, and when an event was, of which only the year may be known."""

import datetime as dt
from typing import NamedTuple

#: A day, or the year of an event of which no more is known.
When = dt.date | int


class Days(NamedTuple):
    """When a rule was in force: between the outer days perhaps, between the inner ones surely; None where not known."""

    begins: dt.date | None = None
    certainly_from: dt.date | None = None
    certainly_to: dt.date | None = None
    ends: dt.date | None = None

    def may_hold(self, when: When) -> bool:
        """Whether the rule may have been in force on a day, or on some day of a year."""
        first, last = ends_of(when)
        return (self.begins is None or self.begins <= last) and (self.ends is None or first <= self.ends)

    def surely_hold(self, when: When) -> bool:
        """Whether the rule was in force beyond doubt on a day, or on every day of a year."""
        first, last = ends_of(when)
        begun = self.certainly_from is not None and self.certainly_from <= first
        return begun and (self.certainly_to is None or last <= self.certainly_to)


def ends_of(when: When) -> tuple[dt.date, dt.date]:
    """The first and the last day that it may have been.

    >>> ends_of(2008)
    (datetime.date(2008, 1, 1), datetime.date(2008, 12, 31))
    """
    return (when, when) if isinstance(when, dt.date) else (dt.date(when, 1, 1), dt.date(when, 12, 31))


def when_of(date: dt.date | None, season: str | None) -> When | None:
    """The day of an event; where it is not known the year, if its season is one; else None.

    >>> when_of(None, "2008"), when_of(dt.date(2008, 5, 1), "2008"), when_of(None, "unknown")
    (2008, datetime.date(2008, 5, 1), None)
    """
    year = int(season) if date is None and season is not None and season.isdecimal() else 0
    return date or (year if dt.MINYEAR <= year <= dt.MAXYEAR else None)


def said(when: When) -> str:
    """The day or year with its preposition.

    >>> said(dt.date(2008, 5, 1)), said(2008)
    ('on 2008-05-01', 'in 2008')
    """
    return f"on {when}" if isinstance(when, dt.date) else f"in {when}"
