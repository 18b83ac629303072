"""An outcome of law: what follows for a board, by which clause, and how far that is certain."""

from collections.abc import Iterable
from typing import NamedTuple

from neuberg.rules.laws import STATUSES, Clause

NEEDS_RULING, _ONE_OF = "needs ruling: ", "one of "


class Outcome(NamedTuple):
    """What follows for one question.

    Attributes:
        question: such as `wrong counts`.
        edition: of the laws, or of the regulation.
        authority: whose text it is: `WBF-laws` or a body's.
        clause: the clause, or those that may apply.
        codes: what follows, all of it together; empty where it is open.
        one_of: what may follow, where the facts that decide are not known; else empty.
        certainty: how well the text was seen, of `rules.laws.STATUSES`, the worst of the clauses.
        source: where the clauses were read.
    """

    question: str
    edition: str
    authority: str
    clause: str
    codes: tuple[str, ...]
    one_of: tuple[str, ...]
    certainty: str
    source: str

    @property
    def is_certain(self) -> bool:
        """Whether one clause decides and its text was seen."""
        return bool(self.codes) and self.certainty == "seen"

    @property
    def text(self) -> str:
        """The outcome in one line.

        >>> Outcome("wrong counts", "1997", "WBF-laws", "13C", ("CANCEL_RESULT",), (), "seen", "").text
        'CANCEL_RESULT'
        """
        if self.codes:
            return "; ".join(self.codes)
        return NEEDS_RULING + (_ONE_OF if len(self.one_of) > 1 else "") + " | ".join(self.one_of)


def worst(statuses: Iterable[str]) -> str:
    """The least well seen of some statuses.

    >>> worst(["seen", "practice", "inferred"])
    'practice'
    """
    return max(statuses, key=STATUSES.index)


def joined(clauses: Iterable[Clause]) -> tuple[str, str, str]:
    """Clause, certainty and source of an answer that rests on several clauses."""
    several = list(clauses)
    laws = " | ".join(dict.fromkeys(clause.law for clause in several))
    sources = "; ".join(dict.fromkeys(clause.source for clause in several))
    return laws, worst(clause.status for clause in several), sources
