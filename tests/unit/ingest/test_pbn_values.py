"""PBN's value forms: scores and results from N-S's side and declarer's, deals in their seats."""

import pytest

from neuberg.ingest.pbn.deals import Hands, parse_deal
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.values import ns_points, parse_tricks
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source
from neuberg.ingest.values import Contract
from pbn_text import codes

FOUR_SPADES = Contract(4, "S", 0)


@pytest.fixture
def reading() -> Reading:
    return Reading(source("file.pbn", b""), "pbn")


@pytest.mark.parametrize(
    ("text", "declarer", "points"),
    [
        ("NS 140", "E", 140),
        ("NS-140", None, -140),
        ("NS0", None, 0),
        ("EW 140", "N", -140),
        ("EW -100", None, 100),
        ("+110", "S", 110),
        ("110", "W", -110),
        ("-50", "E", 50),
        ("NS 110 EW -110", None, 110),
        ("EW -110 NS 110", None, 110),
        ("0", None, 0),
        ("ns 420", None, 420),
    ],
)
def test_a_score_is_turned_to_north_south(reading: Reading, text: str, declarer: str | None, points: int) -> None:
    assert ns_points(text, declarer, Doubts(reading, 1)) == points
    assert codes(reading.tables()) == []


@pytest.mark.parametrize(
    ("text", "declarer", "points", "problem"),
    [
        ("110", None, None, "no_declarer"),
        ("10. 10", "S", None, "bad_score"),
        ("a", "S", None, "bad_score"),
        ("NS 110.5", None, None, "bad_score"),
        ("NS -504", "N", -504, "impossible_score"),
        ("EW 6001", "W", -6001, "impossible_score"),
        ("NS 110 EW 50", None, 110, "score_contradicts_itself"),
    ],
)
def test_a_doubtful_score_is_never_repaired(
    reading: Reading, text: str, declarer: str | None, points: int | None, problem: str
) -> None:
    assert ns_points(text, declarer, Doubts(reading, 1)) == points
    assert codes(reading.tables()) == [problem]


@pytest.mark.parametrize(
    ("text", "declarer", "tricks"),
    [
        ("9", "N", 9),
        ("0", None, 0),
        ("^10", "N", 10),
        ("EW 10", "W", 10),
        ("EW 4", "S", 9),
        ("NS 9 EW 4", "E", 4),
        ("EW 4 NS 9", "N", 9),
        ("=", "N", 10),
        ("+1", "N", 11),
        ("-2", "N", 8),
    ],
)
def test_a_result_is_declarers_tricks_in_all(reading: Reading, text: str, declarer: str | None, tricks: int) -> None:
    assert parse_tricks(text, FOUR_SPADES, declarer, Doubts(reading, 1)) == tricks
    assert codes(reading.tables()) == []


@pytest.mark.parametrize(
    ("text", "declarer", "contract"),
    [
        ("33", "N", FOUR_SPADES),
        ("14", "N", FOUR_SPADES),
        ("-9752", "N", FOUR_SPADES),
        ("+4", "N", FOUR_SPADES),
        ("+1", "N", None),
        ("C-2", "N", FOUR_SPADES),
    ],
)
def test_a_result_that_does_not_say_is_null(
    reading: Reading, text: str, declarer: str, contract: Contract | None
) -> None:
    assert parse_tricks(text, contract, declarer, Doubts(reading, 1)) is None
    assert codes(reading.tables()) == ["bad_result"]


def test_tricks_of_a_side_are_nobodys_without_a_declarer(reading: Reading) -> None:
    assert parse_tricks("NS 9", FOUR_SPADES, None, Doubts(reading, 1)) is None
    assert codes(reading.tables()) == ["no_declarer"]


def test_tricks_that_are_not_thirteen_are_declarers_with_a_doubt(reading: Reading) -> None:
    assert parse_tricks("NS 9 EW 2", FOUR_SPADES, "E", Doubts(reading, 1)) == 2
    assert codes(reading.tables()) == ["result_contradicts_itself"]


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("N:A... K... Q... J...", Hands("A...", "K...", "Q...", "J...")),
        ("E:A... K... Q... J...", Hands("J...", "A...", "K...", "Q...")),
        ("S:A... K... Q... J...", Hands("Q...", "J...", "A...", "K...")),
        ("W:A... K... Q... J...", Hands("K...", "Q...", "J...", "A...")),
        ("w: aq10.9.. - - .t..", Hands(None, None, ".T..", "AQT.9..")),
        ("W:A...  - - -", Hands(west="A...")),
        ("W:- - - -", Hands()),
        ("?", Hands()),
        ("", Hands()),
    ],
)
def test_hands_go_clockwise_from_the_first_seat(text: str, hands: Hands) -> None:
    assert parse_deal(text) == (hands, ())


@pytest.mark.parametrize(
    ("text", "hands", "problems"),
    [
        ("N:A..K K... Q... J...", Hands("A..K", "K...", "Q...", "J..."), ["bad_hand"]),
        ("N:vA... K... Q... J...", Hands("VA...", "K...", "Q...", "J..."), ["bad_hand"]),
        ("N:A... K... Q...", Hands("A...", "K...", "Q..."), ["bad_deal"]),
        ("N:A... K... Q... J... T...", Hands("A...", "K...", "Q...", "J..."), ["bad_deal"]),
        ("A... K... Q... J...", Hands(), ["bad_deal"]),
    ],
)
def test_a_deal_is_never_repaired(text: str, hands: Hands, problems: list[str]) -> None:
    found, doubts = parse_deal(text)
    assert (found, [doubt.code for doubt in doubts]) == (hands, problems)
