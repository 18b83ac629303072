"""Law 6D2: a deal that was imported from another session, and one dealt from a sorted pack."""

from neuberg.validate.laws.answers import Answer, by_fact
from neuberg.validate.laws.facts import Facts
from neuberg.validate.laws.situation import Situation


def imported_deal_of_1997(situation: Situation, _facts: Facts) -> Answer:
    """No result may stand, and there is no exception for a replay."""
    return ("6D2",) if situation.other_session else ("6D2 same session",)


def imported_deal_since_2007(situation: Situation, facts: Facts) -> Answer:
    """No result may stand unless the tournament's purpose is the replay of past deals."""
    if not situation.other_session:
        return ("6D2 same session",)
    return by_fact(facts.replay_event, {True: ("6D2 replay",), False: ("6D2",)})


def sorted_pack(facts: Facts) -> Answer:
    """The pattern proves nothing: the law turns on whether the cards were shuffled."""
    return by_fact(facts.shuffled, {False: ("6D2 unshuffled",), True: ("6D2 shuffled",)})
