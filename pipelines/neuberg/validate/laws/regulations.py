"""What bodies ask beside the laws: one function a regulation, for the questions that it answers."""

from collections.abc import Callable, Mapping

from neuberg.rules.laws import Regulation
from neuberg.validate.laws.answers import Answer
from neuberg.validate.laws.facts import Facts
from neuberg.validate.laws.situation import Situation

#: The clause whose outcome is reckoned from the side's own percentage.
ARBITRARY = "arbitrary"
_LEAST_PER_CENT = 60.0


def acbl_1990(question: str, situation: Situation, facts: Facts) -> Answer:
    """One full board for those who fouled a board so that the formula was needed, once the table is known."""
    if question == "penalty" and situation.groups_needed:
        return ("groups needed",) if facts.fouling_table else ("groups needed", "one section")
    if question == "penalty":
        return ("one section",) if facts.dup_error_scope == "one_section" else ()
    return (question,) if question in ("wrong counts", "single score") else ()


def acbl_1976(question: str, _situation: Situation, _facts: Facts) -> Answer:
    """At board-a-match a team that met one form is scored as usual."""
    return ("same form",) if question == "same form" else ()


def ebu_2025(question: str, _situation: Situation, _facts: Facts) -> Answer:
    """A form played once is cancelled; artificial scores follow the pair's own average."""
    return {"single score": ("single score",), "artificial score": ("12C2",)}.get(question, ())


def ebu_2017(question: str, _situation: Situation, facts: Facts) -> Answer:
    """Practice where a board with a wrong number of cards was passed on and cannot be played."""
    unplayable = question == "wrong counts" and facts.td_correctable_and_playable is False
    return ("wrong counts",) if unplayable else ()


def clubs_2017(question: str, situation: Situation, _facts: Facts) -> Answer:
    """Turned hands: a group of their own, or an arrow-switch."""
    return ("turned group", "turned switch") if question == "fouled board" and situation.turned else ()


def nbb_1963(question: str, _situation: Situation, facts: Facts) -> Answer:
    """A side without fault that must take an arbitrary score."""
    at_fault = set((facts.fault or {}).values()) - {"none"}
    return (ARBITRARY,) if question == "arbitrary score" and not at_fault else ()


def arbitrary_scores(situation: Situation) -> tuple[str, ...]:
    """Article 107: 60 per cent, or the side's own percentage where it is higher."""
    return tuple(f"{max(_LEAST_PER_CENT, percent):g}%" for percent in situation.own_percents)


REGULATIONS: Mapping[str, Callable[[str, Situation, Facts], Answer]] = {
    "acbl-1990": acbl_1990,
    "acbl-1976": acbl_1976,
    "ebu-white-book-2025": ebu_2025,
    "ebu-practice-2017": ebu_2017,
    "clubs-turned-hands": clubs_2017,
    "nbb-1963": nbb_1963,
}


def answer(question: str, situation: Situation, facts: Facts, regulation: Regulation) -> Answer:
    """The keys of the regulation's clauses that may apply; none where it says nothing of the question."""
    return REGULATIONS[regulation.name](question, situation, facts)
