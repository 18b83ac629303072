"""Laws 87 and 86: a fouled board among pairs, and a board that a match's two tables played in different forms."""

from neuberg.validate.laws.answers import Answer, by_fact
from neuberg.validate.laws.facts import Facts
from neuberg.validate.laws.situation import Situation


def law_87_before_2007(situation: Situation) -> Answer:
    """Misplaced cards only: a copy with another dealer or vulnerability is not within the definition."""
    if situation.same_deal is False or (situation.same_deal is None and situation.same_board is None):
        return ("87A fouled",)
    return ("87A other board",) if situation.same_board is False else ("87A not fouled",)


def law_87_since_2007(situation: Situation) -> Answer:
    """Cards, dealer or vulnerability: what counts is whether those to be compared played the same form."""
    if situation.turned:
        return ("87A turned",)
    known = situation.same_deal is not None or situation.same_board is not None
    same = known and situation.same_deal is not False and situation.same_board is not False
    return ("87A not fouled",) if same else ("87A fouled",)


def law_86_of_1997(_facts: Facts) -> Answer:
    """The organisation's regulations or an adjusted score: the text was not seen."""
    return ("86 teams groups", "86 teams adjusted")


def law_86_of_2007(_facts: Facts) -> Answer:
    """Three ways, of which the text seen does not say which one."""
    return ("86 teams groups", "86 teams adjusted", "86 teams assigned")


def law_86_of_2017(facts: Facts) -> Answer:
    """By fault: nobody, one side alone, or both."""
    nobody = by_fact(facts.time_for_extra_board, {True: ("86B2(a) extra",), False: ("86B2(a)",)})
    return by_fact(_sides_at_fault(facts), {0: nobody, 1: ("86B2(b)",), 2: ("86B2(c)",)})


def law_86_of_the_dutch(_facts: Facts) -> Answer:
    """Article 96 of 1982, found at once: a new board if there is time."""
    return ("86 teams",)


def _sides_at_fault(facts: Facts) -> int | None:
    """How many of the two sides are at fault; None where that of one is not known."""
    known = [fault for fault in (facts.fault or {}).values() if fault != "unknown"]
    return sum(fault != "none" for fault in known) if len(known) >= 2 else None
