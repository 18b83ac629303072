"""Each check on the smallest rows that fail it, and on their sound neighbours."""

import datetime as dt

import polars as pl
import pytest

from checked import SOUND, deal, failed, found, play
from neuberg.domain.boards import LAST_NUMBERED

OF_UNKNOWN = "13 cards a hand; whether this is what was played is not known"


def test_a_sound_deal_and_a_right_score_have_no_flag() -> None:
    right = play(level=3, strain="NT", declarer="S", tricks=9, ns_score=400)
    assert failed([deal()], [right]).is_empty()


TWICE = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (
            ("AKQJT98765432.2..", ".AKQJT9876543..", *SOUND[2:]),
            [("hand_over_and_short", "N 14, E 12, S 13, W 13", OF_UNKNOWN)],
        ),
        (
            (*SOUND[:3], "...AKQJT9876543"),
            [("hand_short", "N 13, E 13, S 13, W 12; missing C2", OF_UNKNOWN)],
        ),
        (
            (*SOUND[:3], "A...AKQJT98765432"),
            [("surplus_card", "N 13, E 13, S 13, W 14; twice SA", OF_UNKNOWN)],
        ),
        (
            (*SOUND[:3], "A...AKQJT9876543"),
            [("bad_pack", "N 13, E 13, S 13, W 13; twice SA; missing C2", "each card once")],
        ),
        (
            # A hand over, one short, and still not one pack: no single pattern.
            ("AKQJT98765432.A..", ".AKQJT9876543..", *SOUND[2:]),
            [("hand_count", "N 14, E 12, S 13, W 13; twice HA; missing H2", OF_UNKNOWN)],
        ),
        ((SOUND[0], None, None, None), [("incomplete_record", "N 13", "four hands of 13 cards")]),
        (
            ("AKQJT98765432.2..", None, None, None),
            [("hand_count", "N 14", OF_UNKNOWN), ("incomplete_record", "N 14", "four hands of 13 cards")],
        ),
        ((None, None, None, None), []),
        (
            ("AK...", ".AK..", "..AK.", "...AK"),
            [("incomplete_record", "N 2, E 2, S 2, W 2", "four hands of 13 cards")],
        ),
        (
            ("KAQJT98765432...", *SOUND[1:]),
            [("holding_out_of_order", "N KAQJT98765432...", "AKQJT98765432 in that order")],
        ),
        (
            ("AKQJT98765432..", *SOUND[1:]),
            [("hand_unreadable", "N AKQJT98765432..", "S.H.D.C, ranks AKQJT98765432")],
        ),
        (
            ("AKQJT98765432...", "AKQJT98765432...", None, None),
            [("card_twice", TWICE, "each card once"), ("incomplete_record", "N 13, E 13", "four hands of 13 cards")],
        ),
    ],
)
def test_cards(hands: tuple[str | None, ...], expected: list[tuple[str, str, str]]) -> None:
    assert found(failed([deal(hands)], [])) == expected


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        ("as_played", "13 cards a hand"),
        ("record", "13 cards a hand; this is the hand record: what was played is not known"),
        (None, OF_UNKNOWN),
    ],
)
def test_what_the_record_is_decides_what_is_concluded(origin: str | None, said: str) -> None:
    row = failed([deal((*SOUND[:3], "...AKQJT9876543"), deal_origin=origin)], []).row(0, named=True)
    assert (row["expected"], row["law"]) == (said, "Law 14")


def test_dealer_and_vulnerability_off_the_cycle_are_flags_and_nothing_is_changed() -> None:
    row = failed([deal(board=3, dealer="N", vulnerable="All")], [])
    assert found(row) == [("dealer_off_cycle", "N", "S"), ("vulnerable_off_cycle", "All", "EW")]
    assert row["severity"].to_list() == ["warning", "warning"]
    assert failed([deal(dealer=None, vulnerable=None)], []).is_empty()


def test_the_vulnerability_of_the_record_decides_not_the_board_number() -> None:
    # Board 13 is vulnerable for both by its number; here the record says nobody is.
    row = play(board=13, level=3, strain="NT", declarer="W", tricks=11, ns_score=-660)
    off_cycle = {"check": "vulnerable_off_cycle"}
    wrong = failed([deal(board=13, vulnerable="None")], [row]).filter(pl.col("check") != off_cycle["check"])
    assert found(wrong) == [("score_contradicts_contract", "3NT by W, 11 tricks, None vulnerable: -660", "-460")]
    assert wrong.select("result_id", "line").row(0) == (7, 12)


def test_without_a_recorded_vulnerability_a_score_right_at_some_other_is_only_information() -> None:
    row = play(level=4, strain="S", declarer="N", tricks=10, ns_score=620)
    assert found(failed([deal(vulnerable=None)], [row])) == [
        ("score_off_cycle", "4S by N, 10 tricks, unknown vulnerable: 620", "420")
    ]
    never = failed([deal(vulnerable=None)], [row | {"ns_score": 630}])
    assert found(never) == [("score_contradicts_contract", "4S by N, 10 tricks, unknown vulnerable: 630", "420 or 620")]


@pytest.mark.parametrize(
    ("date", "flagged"), [(dt.date(1980, 1, 1), False), (dt.date(1987, 6, 1), False), (None, True)]
)
def test_the_table_of_the_date_decides(date: dt.date | None, flagged: bool) -> None:
    # Four down doubled, not vulnerable: 700 until 1987, 800 since.
    row = play(level=4, strain="S", doubled=1, declarer="N", tricks=6, ns_score=-700)
    assert (failed([deal()], [row], date).height == 1) is flagged


def test_a_score_with_no_record_of_either_is_made_from_the_board_number_and_said() -> None:
    row = play(level=4, strain="S", declarer="N", tricks=10, ns_score=None)
    assert failed([deal()], [row]).is_empty()
    assert failed([deal(vulnerable=None)], [row])["check"].to_list() == ["score_from_board_number"]
    # So many stands for a label that is no number: there is no cycle to go by, for the dealer neither.
    of_none = {"board": LAST_NUMBERED + 1}
    assert failed([deal(vulnerable=None, dealer="E", **of_none)], [row | of_none]).is_empty()


def test_passed_out_with_a_score() -> None:
    assert failed([deal()], [play(kind="passed_out", ns_score=50)])["check"].to_list() == ["passed_out_with_score"]
    assert failed([deal()], [play(kind="passed_out", ns_score=0)]).is_empty()


def test_missing_and_artificial_lines_are_not_judged_as_played_ones() -> None:
    for kind in ("artificial", "not_played", "unknown"):
        assert failed(
            [deal()], [play(kind=kind, level=4, strain="S", declarer="N", tricks=10, ns_score=630)]
        ).is_empty()
