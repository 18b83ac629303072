"""Law 6D2: a deal from another session, and one that looks dealt from a sorted pack."""

from neuberg.validate.laws import Situation
from spec.drawn_laws import said

IMPORTED = Situation(other_session=True)
SORTED = Situation(sorted_pack=True)


def test_a_replay_is_excepted_from_2007_on() -> None:
    for replay, outcomes in (
        (True, ("NO_RESULT_MAY_STAND", "RESULT_STANDS", "RESULT_STANDS")),
        (False, ("NO_RESULT_MAY_STAND",) * 3),
    ):
        names = ("1997", "2007", "2017")
        assert tuple(said("imported deal", IMPORTED, name, replay_event=replay) for name in names) == outcomes
    assert said("imported deal", IMPORTED, "2017") == "needs ruling: one of RESULT_STANDS | NO_RESULT_MAY_STAND"


def test_boards_may_go_from_table_to_table() -> None:
    for name in ("1997", "2007", "2017"):
        assert said("imported deal", Situation(other_table=True), name) == "NOT_IMPORTED"


def test_a_sorted_pattern_proves_nothing() -> None:
    for name in ("1997", "2007", "2017"):
        assert said("sorted pack", SORTED, name).startswith("needs ruling: one of NO_RESULT_MAY_STAND")
        assert said("sorted pack", SORTED, name, shuffled=True) == "RESULT_STANDS"
        assert said("sorted pack", SORTED, name, shuffled=False) == "NO_RESULT_MAY_STAND"
