"""Which profiles may apply to an event: by its body and date, by the program that scored it, or by default."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

from neuberg.rules.bodies import body_key
from neuberg.rules.days import Days, When, said
from neuberg.rules.imp_profiles import load_imp_profiles
from neuberg.rules.named import Rule
from neuberg.rules.rulebook import Profile, load_profiles

MATCHPOINTS = "matchpoints"


class Choice(NamedTuple):
    """A profile for an event, and why it was chosen."""

    profile: str
    why: str


def in_force(
    body: str | None, date: When | None, producer: str | None = None, *, method: str = MATCHPOINTS
) -> list[Choice]:
    """The profiles of a scoring method that may have been in force, several inside a transition window; never none.

    A body's own rule for the date comes first, then the scoring program's, then the default.

    Args:
        body: under any of its names.
        date: of the event, or its year where the day is not known; None where neither is.
        producer: the program that scored it.
        method: matchpoints, or a method of `ImpProfile`.

    >>> import datetime as dt
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
        for program in found.programs if date is None or _days(found).may_hold(date) else ():
            if producer and program.casefold() in producer.casefold():
                return [Choice(found.name, f"the program that scored it is {program}")]
    why = "the body is not known" if body is None else f"no rule of {body!r} is known for its date"
    return [Choice(found.name, f"{why}; the default") for found in profiles if found.default]


def _of_method(method: str) -> list[Rule]:
    if method == MATCHPOINTS:
        return list(load_profiles().values())
    return [found for found in load_imp_profiles().values() if found.method == method]


def _of_body(profiles: Iterable[Rule], body: str | None, date: When | None) -> list[Choice]:
    if not body:
        return []
    own = [found for found in profiles if body_key(body) in map(body_key, found.bodies)]
    if date is None:
        return [Choice(found.name, f"a rule of {body}; the event's date is not known") for found in own]
    possible = [found for found in own if _days(found).may_hold(date)]
    why = f"a rule of {body} that may have been in force {said(date)}"
    if len(possible) == 1 and not _is_doubtful(possible[0], date):
        why = f"the rule of {body} {said(date)}"
    return [Choice(found.name, why) for found in possible]


def _is_doubtful(found: Rule, date: When) -> bool:
    """Whether a rule may not have been in force yet, or no more; one without a first day always was before."""
    days = _days(found)
    return not days._replace(certainly_from=days.certainly_from or dt.date.min).surely_hold(date)


def _days(found: Rule) -> Days:
    if isinstance(found, Profile):
        return Days(found.begins, found.certainly_from, found.certainly_to, found.ends)
    return found.days
