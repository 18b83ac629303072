"""Law 13, incorrect number of cards: 14 and 12 by the editions of 1997, 2007 and 2017, and a card too many."""

import pytest

from neuberg.rules.laws import edition
from neuberg.validate.laws import Facts, Situation, decide
from spec.drawn_laws import check, said

FOURTEEN_TWELVE = Situation(counts=(14, 12, 13, 13))
SURPLUS = Situation(counts=(14, 13, 13, 13), duplicated=("SA",))


def test_before_a_call_and_nobody_has_seen_a_card() -> None:
    check(
        "wrong counts",
        FOURTEEN_TWELVE,
        """
        called  seen  from              misdealt | 1997  2007  2017
        no      no    hand_record                | 13A1  13D1  13A1
        no      no    previous_players           | 13A2  13D1  13A1
        no      no    redeal                     | 13A3   6D1   6D1
        no      no    none              yes      | 13A3   6D1   6D1
        no      no    none              no       | 12A2  13D1  13A1
        """,
    )


def test_before_a_call_and_a_card_of_another_was_seen() -> None:
    """The players' consent decided in 1997 only; an artificial score at once ended with 2007."""
    check(
        "wrong counts",
        FOURTEEN_TWELVE,
        """
        called  seen  info             agreed | 1997     2007      2017
        no      yes   inconsequential  yes    | 13B1  13D2(a)      13A2
        no      yes   inconsequential  no     | 13B2  13D2(a)      13A2
        no      yes   interferes              | 13B2  13D2(b)      13A2
        """,
    )


def test_after_a_call_with_an_incorrect_hand() -> None:
    check(
        "wrong counts",
        FOURTEEN_TWELVE,
        """
        called  playable  agreed | 1997  2007  2017
        yes     yes       yes    |   13   13A  13B1
        yes     yes       no     |   13   13A  13B1
        yes     no               |   13   13B  13B2
        """,
    )
    agreed = {"call_by_incorrect_hand": True, "td_correctable_and_playable": True, "four_player_concurrence": True}
    assert said("wrong counts", FOURTEEN_TWELVE, "1997", **agreed) == "MAY_PLAY_ON_NO_CHANGE_OF_CALL"
    refused = agreed | {"four_player_concurrence": False}
    assert said("wrong counts", FOURTEEN_TWELVE, "1997", **refused) == "ARTIFICIAL_ADJUSTED_SCORE; MAY_PENALISE"


def test_found_after_play_no_result_stands_in_any_edition() -> None:
    """After the correction period the texts that were seen leave open whether it still does."""
    check(
        "wrong counts",
        FOURTEEN_TWELVE,
        """
        stage                    |   1997   2007   2017
        after_play               |    13C    13C    13D
        after_correction_period  |  13C/–  13C/–  13D/–
        """,
    )


def test_a_match_that_was_decided_is_not_dealt_again() -> None:
    check(
        "wrong counts",
        FOURTEEN_TWELVE,
        """
        called  seen  from    known | 1997  2007  2017
        no      no    redeal  yes   |  86C   86C   86A
        """,
    )


@pytest.mark.parametrize(
    ("name", "recorded", "open_"),
    [
        ("1997", "none", "CORRECT_AND_PLAY REDEAL PLAY_BY_CONSENT ARTIFICIAL_ADJUSTED_SCORE"),
        ("2007", "none", "CORRECT_AND_PLAY REDEAL PLAY_THEN_MAYBE_ADJUST ARTIFICIAL_ADJUSTED_SCORE ADJUSTED_SCORE"),
        ("2017", "none", "CORRECT_AND_PLAY REDEAL PLAY_THEN_MAYBE_ADJUST ADJUSTED_SCORE"),
        ("1997", "result", "RESULT_STANDS ARTIFICIAL_ADJUSTED_SCORE CANCEL_RESULT"),
        ("2007", "result", "RESULT_STANDS ADJUSTED_SCORE CANCEL_RESULT_AND_ADJUSTED_SCORE"),
        ("2017", "result", "RESULT_STANDS ADJUSTED_SCORE CANCEL_RESULT_AND_ADJUSTED_SCORE"),
        ("1997", "award", "ARTIFICIAL_ADJUSTED_SCORE CANCEL_RESULT"),
        ("2007", "award", "ADJUSTED_SCORE ARTIFICIAL_ADJUSTED_SCORE CANCEL_RESULT_AND_ADJUSTED_SCORE"),
        ("2017", "award", "ADJUSTED_SCORE CANCEL_RESULT_AND_ADJUSTED_SCORE"),
        ("1975", "result", "RESULT_STANDS REDEAL ARBITRARY_SCORE"),
    ],
)
def test_without_a_directors_facts_it_stays_open(name: str, recorded: str, open_: str) -> None:
    """The archive shows the cards and what stands on the traveller: the rest only the director knew."""
    found = decide("wrong counts", FOURTEEN_TWELVE._replace(recorded=recorded), Facts(), edition(name))
    assert (found.codes, set(found.one_of), found.is_certain) == ((), set(open_.split()), False)


def test_a_result_stands_where_the_board_was_restored_before_a_call() -> None:
    """By whichever clause it was: they all come to the same once it is known that none had been made."""
    played = FOURTEEN_TWELVE._replace(recorded="result")
    assert (
        said("wrong counts", played, "2017", call_by_incorrect_hand=False, incorrectly_dealt=False) == "RESULT_STANDS"
    )


def test_of_a_record_that_is_not_of_the_table_no_law_can_be_said() -> None:
    """A hand record with 14 and 12 cards is itself what is wrong, or says nothing of the cards at the table."""
    for origin in ("record", "unknown", "reconstructed"):
        found = decide("wrong counts", FOURTEEN_TWELVE._replace(deal_origin=origin), Facts(), edition("2017"))
        assert found.one_of[0] == "RECORD_AT_FAULT"
    told = decide(
        "wrong counts",
        FOURTEEN_TWELVE._replace(deal_origin="record"),
        Facts(discovered_stage="after_play"),
        edition("2017"),
    )
    assert told.codes[0] == "CANCEL_RESULT"


def test_the_edition_of_1987_is_answered_by_that_of_1997_and_never_as_certain() -> None:
    for stage in ("after_play", "during_auction"):
        facts = Facts(discovered_stage=stage, call_by_incorrect_hand=True, td_correctable_and_playable=False)
        older, newer = (decide("wrong counts", FOURTEEN_TWELVE, facts, edition(name)) for name in ("1987", "1997"))
        assert older.codes == newer.codes
        assert (older.certainty, newer.certainty) == ("proxy", "seen")


def test_a_card_that_is_not_of_the_deal() -> None:
    """1997 has no clause for it."""
    check(
        "surplus card",
        SURPLUS,
        """
        where          |  1997  2007  2017
        hand           |    13   13F   13C
        current_trick  |    13   13F   13C
        quitted_trick  |    13   13F   13C
                       |    13   13F   13C
        """,
    )
    assert said("surplus card", SURPLUS, "2017", surplus_location="quitted_trick") == "REMOVE_SURPLUS_CARD; MAY_ADJUST"
    assert said("surplus card", SURPLUS, "2007") == (
        "needs ruling: one of RESULT_STANDS | MAY_ADJUST (if it was played to a quitted trick)"
    )
    assert said("surplus card", SURPLUS, "2017", surplus_belongs_to="same_pack").startswith("needs ruling")


def test_which_fault_the_cards_have() -> None:
    """A board of 13, 13, 13 and 13 may still be a bad pack; four equal hands under 13 are a position of the play."""
    patterns = {
        (14, 12, 13, 13): "13-law",
        (12, 13, 13, 13): "14-law",
        (12, 12, 13, 13): "14-law",
        (14, 13, 13, 13): "surplus card",
        (15, 12, 13, 13): "surplus card",
        (9, 9, 9, 9): "other",
        (13, 13, 13, 13): None,
    }
    assert {counts: Situation(counts=counts).pattern for counts in patterns} == patterns
    assert Situation(counts=(13, 13, 13, 13), duplicated=("S2",), missing=("SQ",)).pattern == "bad pack"
    assert Situation(counts=(14, 12, 13, 13), duplicated=("S2",), missing=("SQ",)).pattern == "other"
    assert Situation(counts=(13, 13)).pattern is None
