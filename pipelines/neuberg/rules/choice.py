"""Which profiles may apply to an event: by its body and date, by the program that scored it, or by default."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

from neuberg.rules.imp_profiles import load_imp_profiles
from neuberg.rules.named import Rule
from neuberg.rules.reading import Days
from neuberg.rules.rulebook import Profile, load_profiles

MATCHPOINTS = "matchpoints"


class Choice(NamedTuple):
    """A profile for an event, and why it was chosen."""

    profile: str
    why: str


def in_force(
    body: str | None, date: dt.date | None, producer: str | None = None, *, method: str = MATCHPOINTS
) -> list[Choice]:
    """The profiles of a scoring method that may have been in force, several inside a transition window; never none.

    A body's own rule for the date comes first, then the scoring program's, then the default.

    >>> [choice.profile for choice in in_force("ACBL", dt.date(2005, 3, 1))]
    ['acbl-1991']
    >>> [choice.profile for choice in in_force("ACBL", dt.date(1990, 6, 1))]
    ['acbl-1991', 'acbl-hand']
    >>> [choice.profile for choice in in_force(None, None, method="butler")]
    ['butler']
    """
    profiles = _of_method(method)
    if chosen := _of_body(profiles, body, date):
        return chosen
    for found in profiles:
        for program in found.programs:
            if producer and program.casefold() in producer.casefold():
                return [Choice(found.name, f"the program that scored it is {program}")]
    why = "the body is not known" if body is None else f"no rule of {body!r} is known for its date"
    return [Choice(found.name, f"{why}; the default") for found in profiles if found.default]


def _of_method(method: str) -> list[Rule]:
    if method == MATCHPOINTS:
        return list(load_profiles().values())
    return [found for found in load_imp_profiles().values() if found.method == method]


def _of_body(profiles: Iterable[Rule], body: str | None, date: dt.date | None) -> list[Choice]:
    if not body:
        return []
    own = [found for found in profiles if body.casefold() in {name.casefold() for name in found.bodies}]
    if date is None:
        return [Choice(found.name, f"a rule of {body}; the event's date is not known") for found in own]
    possible = [found for found in own if _days(found).may_hold(date)]
    certain = len(possible) == 1
    why = f"the rule of {body} on {date}" if certain else f"a rule of {body} that may have been in force on {date}"
    return [Choice(found.name, why) for found in possible]


def _days(found: Rule) -> Days:
    if isinstance(found, Profile):
        return Days(found.begins, found.certainly_from, found.certainly_to, found.ends)
    return found.days
