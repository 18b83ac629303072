"""Laws drawn as text: on the left the director's facts, on the right the clause that decides in each edition.

`yes` and `no` are true and false, a fact left empty is not known. Several clauses that may apply stand with a stroke
between them; `–` is for an edition without a clause on it.
"""

import re
from textwrap import dedent

from neuberg.rules.laws import edition
from neuberg.validate.laws import Facts, Outcome, Situation, decide, read_facts
from spec.drawn import under

FIELDS = {
    "called": "call_by_incorrect_hand",
    "seen": "seen_others_card",
    "info": "td_info_effect",
    "playable": "td_correctable_and_playable",
    "agreed": "four_player_concurrence",
    "from": "correction_source",
    "stage": "discovered_stage",
    "misdealt": "incorrectly_dealt",
    "lead": "opening_lead_faced",
    "found": "missing_card_found",
    "where": "surplus_location",
    "shuffled": "shuffled",
    "replay": "replay_event",
    "time": "time_for_extra_board",
    "known": "match_result_could_be_known",
}
YES_NO = {"yes": True, "no": False}


def check(question: str, situation: Situation, table: str) -> None:
    """Asserts that each line of facts is decided in each edition by the clauses that are drawn for it."""
    __tracebackhide__ = True
    heading, *lines = [line for line in dedent(table).splitlines() if line.strip()]
    left, right = heading.split("|")
    for line in lines:
        given, drawn = line.split("|")
        facts = facts_of(under(left, given))
        wanted = under(right, drawn)
        found = {name: clauses(decide(question, situation, facts, edition(name))) for name in wanted}
        assert found == wanted, line


def facts_of(words: dict[str, str]) -> Facts:
    return read_facts(
        {FIELDS[name]: YES_NO.get(word, word) if name != "seen" else word for name, word in words.items()}
    )


def clauses(outcome: Outcome) -> str:
    """The first number of each clause, in order: `13A1`, or `13A1/13A2`; what no clause says is a dash."""
    numbers = [re.match(r"\d+[A-F]?\d?(\([a-z]\))?", law) for law in outcome.clause.split(" | ")]
    return "/".join(dict.fromkeys(number[0] if number else "–" for number in numbers))


def said(question: str, situation: Situation, name: str, **facts: object) -> str:
    """The outcome in words, in the edition of that name."""
    return decide(question, situation, read_facts(facts), edition(name)).text
