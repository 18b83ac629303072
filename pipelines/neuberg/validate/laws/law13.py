"""Law 13, incorrect number of cards: one function an edition, each to be read beside the law's text.

The keys are of the clauses under `data/rules/laws`. Found after play comes first in every edition, then whether a
call was made with an incorrect hand, then whether a player has seen another's card.
"""

from neuberg.rules.laws import NO_CLAUSE
from neuberg.validate.laws.answers import Answer, by_fact
from neuberg.validate.laws.facts import Facts


def law_13_of_1997(facts: Facts) -> Answer:
    """The players' consent decides: one who objects makes the score artificial."""
    call_made = by_fact(
        facts.td_correctable_and_playable,
        {True: _if_all_agree(facts, "13 consent", "13 otherwise"), False: ("13 otherwise",)},
    )
    nothing_seen = by_fact(
        facts.correction_source,
        {
            "hand_record": ("13A1",),
            "previous_players": ("13A2",),
            "redeal": _redeal(facts, "13A3"),
            "none": by_fact(facts.incorrectly_dealt, {True: _redeal(facts, "13A3"), False: ("12A2",)}),
        },
    )
    seen = by_fact(
        facts.td_info_effect, {"inconsequential": _if_all_agree(facts, "13B1", "13B2"), "interferes": ("13B2",)}
    )
    no_call = by_fact(facts.seen_others_card, {"no": nothing_seen, "yes": seen})
    in_time = by_fact(facts.called, {True: call_made, False: no_call})
    return by_fact(facts.after_play, {False: in_time, True: _after_play(facts, "13C")})


def law_13_of_2007(facts: Facts) -> Answer:
    """The director alone decides: whether the deal can be played, and whether what was seen would interfere."""
    call_made = by_fact(facts.td_correctable_and_playable, {True: ("13A",), False: ("13B",)})
    seen = by_fact(facts.td_info_effect, {"inconsequential": ("13D2(a)",), "interferes": ("13D2(b)",)})
    no_call = by_fact(facts.seen_others_card, {"no": _corrected(facts, "13D1"), "yes": seen})
    in_time = by_fact(facts.called, {True: call_made, False: no_call})
    return by_fact(facts.after_play, {False: in_time, True: _after_play(facts, "13C")})


def law_13_of_2017(facts: Facts) -> Answer:
    """The board is played whenever it can be: no score is artificial at once for what was seen."""
    call_made = by_fact(facts.td_correctable_and_playable, {True: ("13B1",), False: ("13B2",)})
    no_call = by_fact(facts.seen_others_card, {"no": _corrected(facts, "13A1"), "yes": ("13A2",)})
    in_time = by_fact(facts.called, {True: call_made, False: no_call})
    return by_fact(facts.after_play, {False: in_time, True: _after_play(facts, "13D")})


def law_13_before_1987(_facts: Facts) -> Answer:
    """The text was not found: whatever its successors leave open."""
    return ("13 corrected", "13 redeal", "13 arbitrary")


def surplus_card_of_1997(_facts: Facts) -> Answer:
    """There is no clause for a card too many: the general rule by analogy, or an artificial score."""
    return ("surplus consent", "surplus artificial")


def surplus_card_of_2007(facts: Facts) -> Answer:
    """Law 13F: the card is taken away; played to a quitted trick, it may change the score."""
    where = {"hand": ("13F",), "current_trick": ("13F",), "quitted_trick": ("13F quitted",)}
    return _if_not_of_the_pack(facts, by_fact(facts.surplus_location, where))


def surplus_card_of_2017(facts: Facts) -> Answer:
    """Law 13C: as in 2007, and no adjusted score unless it was played to a quitted trick."""
    where = {"hand": ("13C",), "current_trick": ("13C current",), "quitted_trick": ("13C quitted",)}
    return _if_not_of_the_pack(facts, by_fact(facts.surplus_location, where))


def _if_all_agree(facts: Facts, agreed: str, otherwise: str) -> Answer:
    return by_fact(facts.four_player_concurrence, {True: (agreed,), False: (otherwise,)})


def _corrected(facts: Facts, clause: str) -> Answer:
    """Corrected by some means, or dealt again where it was misdealt and no means of correction is named."""
    if facts.correction_source in ("hand_record", "previous_players"):
        return (clause,)
    misdealt = True if facts.correction_source == "redeal" else facts.incorrectly_dealt
    return by_fact(misdealt, {False: (clause,), True: _redeal(facts, "6D1")})


def _redeal(facts: Facts, clause: str) -> Answer:
    """A new deal, unless the match was decided without the board (Law 86)."""
    return ("86 result known",) if facts.match_result_could_be_known else (clause,)


def _after_play(facts: Facts, clause: str) -> Answer:
    """The clause for a completed play; after the correction period the texts seen do not say whether it holds."""
    late = facts.discovered_stage == "after_correction_period"
    return (clause, NO_CLAUSE) if late else (clause,)


def _if_not_of_the_pack(facts: Facts, answer: Answer) -> Answer:
    """The clause is for a card that is no part of the deal; of one pack it is the deal's own."""
    return (NO_CLAUSE,) if facts.surplus_belongs_to == "same_pack" else answer
