"""Law 14, missing card: one hand short and none over; before the opening lead is faced nothing changes."""

from neuberg.rules.laws import edition
from neuberg.validate.laws import Facts, Situation, decide
from spec.drawn_laws import check, said

SHORT = Situation(counts=(12, 13, 13, 13))


def test_before_and_after_the_opening_lead() -> None:
    """Of 1997 the text was not seen: Law 13 only says that Law 14 applies."""
    check(
        "missing card",
        SHORT,
        """
        lead  found               | 1997  2007  2017
        no    elsewhere           |   13  14A1  14A1
        no    not_found           |   13  14A2  14A2
        yes   among_played_cards  |   13  14B1  14B1
        yes   elsewhere           |   13  14B2  14B2
        yes   not_found           |   13  14B3  14B3
        """,
    )


def test_the_stage_tells_whether_the_lead_was_faced() -> None:
    check(
        "missing card",
        SHORT,
        """
        stage           found      | 2007  2017
        during_auction  not_found  | 14A2  14A2
        during_play     not_found  | 14B3  14B3
        """,
    )


def test_without_facts() -> None:
    """Before the lead play goes on whatever became of the card; after it three ways are open."""
    assert said("missing card", SHORT, "2007", opening_lead_faced=False) == "PLAY_ON"
    assert said("missing card", SHORT, "2007", opening_lead_faced=True) == (
        "needs ruling: one of APPLY_LAW_67 | RESTORE_CARD (a revoke is possible) | "
        "RECONSTRUCT_WITH_OTHER_PACK (a revoke is possible)"
    )


def test_two_hands_short() -> None:
    """The footnote of 1997 speaks of one hand; from 2007 on the law does of several."""
    two = Situation(counts=(12, 12, 13, 13))
    assert said("missing card", two, "1997") == ("needs ruling: one of LAW_14_BY_ANALOGY | ARTIFICIAL_ADJUSTED_SCORE")
    facts = Facts(opening_lead_faced=False, missing_card_found="elsewhere")
    assert decide("missing card", two, facts, edition("2007")).is_certain


def test_passed_out_with_a_short_hand() -> None:
    """Directors argue by analogy: no edition says it."""
    out = SHORT._replace(recorded="passed_out")
    found = decide("missing card", out, Facts(), edition("2017"))
    assert (found.one_of, found.certainty) == (("RESULT_STANDS", "CANCEL_RESULT"), "practice")


def test_thirteen_cards_each_of_a_bad_pack() -> None:
    """One card twice and another missing: no clause decides in any edition."""
    pack = Situation(counts=(13, 13, 13, 13), duplicated=("S2",), missing=("SQ",))
    for name in ("1975", "1997", "2007", "2017"):
        found = decide("bad pack", pack, Facts(), edition(name))
        assert (found.one_of, found.is_certain) == (("RULING_OF_THE_DIRECTOR",), False)
