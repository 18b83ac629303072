"""Law 12C2, artificial adjusted scores by fault; Law 90, what may be penalised; and bodies' own rules on both."""

import pytest

from neuberg.errors import RuleError
from neuberg.rules.laws import edition, load_regulations
from neuberg.validate.laws import Facts, Situation, decide

NOTHING = Situation()


def test_by_fault() -> None:
    facts = Facts(fault={"NS": "full", "EW": "none"})
    found = decide("artificial score", NOTHING, facts, edition("2007"))
    assert found.codes == ("NS: AVE- at most 40%", "EW: AVE+ at least 60%")
    partly = decide("artificial score", NOTHING, Facts(fault={"NS": "partial", "EW": "partial"}), edition("2007"))
    assert partly.codes == ("NS: AVE 50%", "EW: AVE 50%")


def test_a_fault_that_is_not_known_leaves_it_open() -> None:
    for fault in (None, {"NS": "full", "EW": "unknown"}):
        found = decide("artificial score", NOTHING, Facts(fault=fault), edition("2007"))
        assert found.text == "needs ruling: one of AVE- at most 40% | AVE 50% | AVE+ at least 60%"


def test_the_dutch_in_1963_gave_the_pairs_own_average_where_it_was_higher() -> None:
    article = load_regulations()["nbb-1963"]
    session = Situation(own_percents=(55, 60, 63.2))
    assert decide("arbitrary score", session, Facts(fault={"self": "none"}), article).codes == ("60%", "60%", "63.2%")
    with pytest.raises(RuleError, match="nbb-1963: no clause answers the question 'arbitrary score'"):
        decide("arbitrary score", session, Facts(fault={"self": "full"}), article)


def test_cards_in_the_wrong_pocket_may_be_penalised() -> None:
    for name in ("2007", "2017"):
        clauses = edition(name).clauses
        assert [clauses[law].outcome for law in ("90B6", "90B7")] == [("MAY_PENALISE",)] * 2
