"""Answers that may still be open: the clauses that can apply, all branches of a fact that is not known."""

from collections.abc import Mapping
from typing import TypeVar

Value = TypeVar("Value")

#: The keys of the clauses that may apply; one is a decision.
Answer = tuple[str, ...]


def either(*answers: Answer) -> Answer:
    """Every clause of several answers, each once.

    >>> either(("13A", "13B"), ("13B", "13C"))
    ('13A', '13B', '13C')
    """
    return tuple(dict.fromkeys(key for answer in answers for key in answer))


def by_fact(fact: Value | None, answers: Mapping[Value, Answer]) -> Answer:
    """The answer for the fact as it is known; where it is not, that of every value which it could have.

    >>> by_fact(True, {True: ("13A",), False: ("13B",)}), by_fact(None, {True: ("13A",), False: ("13B",)})
    (('13A',), ('13A', '13B'))
    """
    return either(*answers.values()) if fact is None else answers[fact]
