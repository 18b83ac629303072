"""The laws by edition as decision functions: an archive's facts and a director's in, an outcome with its clause out.

The clauses and first days are data (`rules.laws`); what is decided from them stands here, because its input is what
the checks find in the tables and its output is a table of the validate stage.
"""

from neuberg.validate.laws.decide import decide
from neuberg.validate.laws.facts import FactError, Facts, read_facts
from neuberg.validate.laws.outcome import Outcome
from neuberg.validate.laws.situation import Situation, questions
from neuberg.validate.laws.situations import situations
from neuberg.validate.laws.stage import law_outcomes

__all__ = [
    "FactError",
    "Facts",
    "Outcome",
    "Situation",
    "decide",
    "law_outcomes",
    "questions",
    "read_facts",
    "situations",
]
