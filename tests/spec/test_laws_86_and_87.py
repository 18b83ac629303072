"""Law 87, fouled board, and Law 86 for a match whose two tables played different forms."""

from neuberg.rules.laws import edition, load_regulations
from neuberg.validate.laws import Facts, Outcome, Situation, decide
from spec.drawn_laws import check, said

CARDS = Situation(same_deal=False)
BOARD_ONLY = Situation(same_deal=True, same_board=False)
SAME = Situation(same_deal=True, same_board=True)
MATCH = Situation(same_deal=False, teams=True)


def test_cards_in_other_hands_foul_a_board_in_every_edition() -> None:
    for name in ("1982", "1987", "1997", "2007", "2017"):
        assert said("fouled board", CARDS, name) == "FOULED; SPLIT_INTO_GROUPS"


def test_another_vulnerability_fouls_it_from_2007_on() -> None:
    for name in ("1982", "1997"):
        assert said("fouled board", BOARD_ONLY, name) == "NOT_WITHIN_DEFINITION"
    for name in ("2007", "2017"):
        assert said("fouled board", BOARD_ONLY, name) == "FOULED; SPLIT_INTO_GROUPS"


def test_it_is_not_fouled_where_all_tables_played_the_same() -> None:
    """Whatever the hand record says: contestants are compared with each other."""
    for name in ("1982", "1997", "2007", "2017"):
        assert said("fouled board", SAME, name) == "NOT_FOULED; SCORE_NORMALLY"


def test_only_a_text_that_was_seen_is_certain() -> None:
    certain = {name: decide("fouled board", CARDS, Facts(), edition(name)).is_certain for name in ("1997", "2017")}
    assert certain == {"1997": False, "2017": True}


def test_a_match_in_2017_goes_by_fault() -> None:
    def by_fault(one: str, other: str, time: bool | None = None) -> Outcome:
        facts = Facts(fault={"A": one, "B": other}, time_for_extra_board=time)
        return decide("teams", MATCH, facts, edition("2017"))

    assert by_fault("none", "none", False).clause.endswith("86B2(a)")
    assert by_fault("none", "none", True).codes == ("CANCEL_BOARD", "EXTRA_BOARD")
    assert by_fault("none", "none").one_of == (
        "CANCEL_BOARD_AND_EXTRA_BOARD",
        "CANCEL_BOARD_AND_ARTIFICIAL_ADJUSTED_SCORE",
    )
    assert by_fault("full", "none").clause == "86B2(b)"
    assert by_fault("partial", "full").clause == "86B2(c)"
    assert not by_fault("full", "unknown").codes


def test_a_match_before_2017_stays_open() -> None:
    """And in 2017 where no fault was found: any of its three ways."""
    check(
        "teams",
        MATCH,
        """
        time |      1997         2007                 2017
        yes  |  87B/12A2  87B/86A/86D  87C/86B2(b)/86B2(c)
        """,
    )


def test_the_acbl_fines_those_who_made_the_formula_necessary() -> None:
    policy = load_regulations()["acbl-1990"]
    needed = Situation(groups_needed=True)
    assert decide("penalty", needed, Facts(fouling_table="5"), policy).codes[0].startswith("PENALTY_ONE_FULL_BOARD")
    assert not decide("penalty", needed, Facts(), policy).codes
    one_section = Facts(dup_error_scope="one_section")
    assert decide("penalty", Situation(groups_needed=False), one_section, policy).codes == ("NO_SUCH_PENALTY",)
