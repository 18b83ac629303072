"""Law 14, missing card: one function an edition."""

from neuberg.validate.laws.answers import Answer, by_fact
from neuberg.validate.laws.facts import Facts
from neuberg.validate.laws.situation import THIRTEEN, Situation


def law_14_of_1997(situation: Situation, _facts: Facts) -> Answer:
    """Named in a footnote to Law 13 for one hand short; its own text was not seen."""
    short = sum(count < THIRTEEN for count in situation.counts or ())
    return ("14",) if short == 1 else ("14 several short", "13 otherwise")


def law_14_since_2007(situation: Situation, facts: Facts) -> Answer:
    """Before the lead the card is restored and nothing changes; after it, what it could have done counts."""
    if situation.recorded == "passed_out" and facts.missing_card_found is None:
        return ("14 passed out stands", "14 passed out cancelled")
    before = by_fact(
        facts.missing_card_found, {"among_played_cards": ("14A1",), "elsewhere": ("14A1",), "not_found": ("14A2",)}
    )
    after = by_fact(
        facts.missing_card_found, {"among_played_cards": ("14B1",), "elsewhere": ("14B2",), "not_found": ("14B3",)}
    )
    return by_fact(facts.lead_faced, {False: before, True: after})
