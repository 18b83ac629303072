"""The factors of the likelihood by hand, and their distributions whole."""

import numpy as np
import polars as pl
import pytest

from detection.modelled import batch, distributions, random_deals, seating
from neuberg.detect import load_coefficients
from neuberg.detect.coefficients import CHOICE, STRAINS, as_toml
from neuberg.detect.hands import card_number, deal_frame, hands
from neuberg.detect.hypotheses import all_terms, deals, hypotheses, impossible_leads, record_alone
from neuberg.detect.likelihood import choice_features, pairs
from neuberg.detect.seatings import PAIR_AT, PAIRS, PERMS, PRIORS
from neuberg.detect.segments import evidence, segments
from neuberg.detect.unexplained import excuse, excused_share, unexplained, unexplained_share
from neuberg.detect.urns import PASSED, Sequences, log_likelihoods, worth_beside_others
from neuberg.errors import UsageError

# North 13 points, 5-3-3-2; South 11, 3-4-2-4; East 10; West 6. N-S have eight spades and seven hearts.
DEAL = "N:AKQ65.K72.JT4.98 72.QJT9.K86.KJ74 J43.A865.A3.Q632 T98.43.Q9752.AT5"


def feature(name: str, pair: tuple[int, int], strain: str) -> float:
    found = choice_features(pairs(hands(deal_frame([DEAL]))))
    return float(found[0, PAIRS.index(pair), STRAINS.index(strain), CHOICE.index(name)])


@pytest.mark.parametrize(
    ("name", "strain", "expected"),
    [
        ("hcp", "S", 0.4),  # 13 + 11 − 20, in tens
        ("declarer_hcp_less_dummy_hcp", "S", 0.2),
        ("fit_7", "H", 1.0),
        ("fit_9", "S", 0.0),
        ("declarer_trumps_less_dummy_trumps", "S", 2.0),
        ("longest_fit_less_fit", "H", 1.0),
        ("opponents_fit", "S", 0.0),  # eight diamonds with East and West
        ("trump_hcp", "S", 2.0),  # the four honours but the ten: A, K, Q and J
        ("notrump_suits_not_stopped", "NT", 0.0),
        ("notrump_declarer_balanced", "NT", 1.0),
        ("notrump_declarer_balanced_15_to_18", "NT", 0.0),
    ],
)
def test_features_of_north_and_south(name: str, strain: str, expected: float) -> None:
    assert feature(name, (0, 2), strain) == pytest.approx(expected)


def test_the_outcomes_of_a_deal_are_a_distribution_in_every_seating() -> None:
    known = random_deals(3, np.random.default_rng(1))
    for deal in (-1, 0, 1, 2):
        for number in range(len(PERMS)):
            shares = distributions(known, deal, number)
            np.testing.assert_allclose(shares.side.sum(axis=-1), 1, atol=1e-5)
            np.testing.assert_allclose(shares.strain.sum(axis=-1), 1, atol=1e-5)
            np.testing.assert_allclose(shares.seat.sum(axis=-1), 1)
            np.testing.assert_allclose(shares.level.sum(axis=-1), 1, atol=1e-5)


def test_the_priors_of_the_seatings_are_those_of_the_method() -> None:
    # 0.15 + 2·0.10 + 2·0.10 + 4·0.06, and 0.04/15 for each of the fourteen others.
    assert sum(PRIORS) == pytest.approx(0.79 + 14 * 0.04 / 15)
    assert PRIORS[seating("NESW")] == 0
    assert PRIORS[seating("SWNE")] == 0.15
    assert PRIORS[seating("ESWN")] == PRIORS[seating("SENW")] == 0.10
    assert PRIORS[seating("ENSW")] == 0.06


def test_a_seating_is_a_look_up() -> None:
    # With the hands of N and E exchanged, the hand of East declares from North opposite South's.
    assert PAIRS[PAIR_AT[seating("ENSW"), 0]] == (1, 2)


def test_a_single_result_by_hand() -> None:
    """4S by North with a small club led by East, who has it: the product of the factors, and the errors beside it."""
    known = deals(hands(deal_frame([DEAL])), load_coefficients())
    lead = card_number("C4")
    one = batch(np.array([0]), [np.array([[0, 3, 0, 3, lead]])])
    found = all_terms(one, record_alone(one, known), known)
    first = Sequences(np.array([0]), np.array([0]), np.array([[0]]))
    got = np.exp(log_likelihoods(found, one.results, first, known.numbers)[0, 1])
    shares, held, absent = distributions(known, 0), 0.98 / 13, 0.02 / 39

    def worth(side: int, partner: int, led: float) -> float:
        level = shares.level[0, side + 2 * partner, 3, 3]
        return float(shares.side[0, side] * shares.strain[0, side, 3] * shares.seat[0, side, 3, partner] * level * led)

    # Were South declarer, West would have led, were East, South, and were West, North: none has the four of clubs.
    errors = 0.015 * worth(0, 1, absent) + 0.0035 * (worth(1, 0, absent) + worth(1, 1, absent))
    frequency = known.numbers.frequencies[3] * known.numbers.level_frequencies[3, 3] / 52
    assert got == pytest.approx(0.968 * worth(0, 0, held) + errors + 0.010 * frequency)


def test_a_second_like_result_is_likelier_than_the_first() -> None:
    known = random_deals(1, np.random.default_rng(2))
    two = batch(np.array([0]), [np.array([[0, 3, 0, 1, -1], [0, 3, 0, 1, -1]])])
    found = all_terms(two, record_alone(two, known), known)
    logs = log_likelihoods(
        found, two.results, Sequences(np.array([0]), np.array([0]), np.array([[0, 1]])), known.numbers
    )
    assert logs[0, 2] - logs[0, 1] > logs[0, 1]


def test_impossible_leads_are_named_with_their_leader() -> None:
    known = deals(hands(deal_frame([DEAL])), load_coefficients())
    # North declares, so East leads: the ace of spades is North's own.
    one = batch(np.array([0]), [np.array([[0, 3, 0, 3, card_number("SA")], [0, 3, 0, 3, card_number("C4")]])])
    leaders, cards = impossible_leads(one, known)
    assert leaders[0].tolist() == [1, -1, -1]
    assert cards[0].tolist() == [card_number("SA"), -1, -1]


def test_coefficients_go_to_a_file_and_come_back(tmp_path: object) -> None:
    numbers = load_coefficients()
    file = tmp_path / "c.toml"  # type: ignore[operator]
    file.write_text(as_toml(numbers, "Of a test."), encoding="utf-8")
    for one, two in zip(load_coefficients(file), numbers, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-9)
    file.write_text(as_toml(numbers, "").replace("spades = 0.309458", "spade = 0.309458"), encoding="utf-8")
    with pytest.raises(UsageError, match="'spade' is not one of"):
        load_coefficients(file)


def test_hands_are_read_in_any_order_of_cards() -> None:
    frame = deal_frame([DEAL])
    assert hands(frame).cards.tolist() == hands(frame.select(pl.all())).cards.tolist()
    assert (hands(frame).lengths.sum(axis=-1) == 13).all()
    assert hands(frame).points.sum(axis=-1).tolist() == [[13, 10, 11, 6]]


def test_a_result_beside_the_others_is_weighed_as_if_it_were_drawn_last() -> None:
    """The urns do not mind the order: with no other attribution in doubt, taking a result out is drawing it last."""
    known = deals(hands(deal_frame([DEAL])), load_coefficients())
    led = card_number("C4")
    rows = [[0, 3, 0, 3, led], [0, 3, 0, 2, led], [PASSED, 0, 0, 0, -1], [0, 4, 0, 2, led]]
    one = batch(np.array([0]), [np.array(rows)])
    found = all_terms(one, record_alone(one, known), known)
    worth = worth_beside_others(found, one.results, known.numbers)[0]
    for place in (0, 1, 3):
        order = np.array([[*(other for other in range(4) if other != place), place]])
        logs = log_likelihoods(found, one.results, Sequences(np.array([0]), np.array([0]), order), known.numbers)[0]
        # How far a result counts as partner's hangs a little on the order.
        assert np.log(worth[place].sum() + found.other[0, place]) == pytest.approx(logs[4] - logs[3], abs=1e-4)


def test_what_is_outside_a_segment_is_the_record_of_those_results_alone() -> None:
    """Every stretch of a board of six, its outside drawn by itself: an exhaustive check of the shared sequences."""
    known = deals(hands(deal_frame([DEAL])), load_coefficients())
    rows = np.array([[0, 3, 0, level, card_number("C4")] for level in (3, 2, 3, 1, 3, 2)])
    one = batch(np.array([0]), [rows])
    every = hypotheses(one, known)
    found = all_terms(one, every, known)
    got = evidence(found, one.results, known.numbers).segment[0, seating("SWNE")]

    def log(places: list[int], hypothesis: int) -> float:
        sequence = Sequences(np.array([0]), np.array([hypothesis]), np.array([places]))
        return float(log_likelihoods(found, one.results, sequence, known.numbers)[0, -1])

    for value, first, end in zip(got, *segments(6)[:2], strict=True):
        inside, outside = list(range(first, end)), [place for place in range(6) if not first <= place < end]
        alone = log(inside[::-1] if end == 6 else inside, seating("SWNE")) + log(outside, 0)
        # What a doubtful result is counted as hangs a little on the order.
        assert value == pytest.approx(alone - log(list(range(6)), 0), abs=1e-3)


def test_a_true_minority_does_not_count_as_entry_errors_for_ever() -> None:
    """East declares spades on five trumps, every fourth time West: at last it is about as likely as it is frequent."""
    known = deals(hands(deal_frame([DEAL])), load_coefficients())
    rows = np.array([[1, 3, int(place % 4 == 3), 2, -1] for place in range(80)])
    one = batch(np.array([0]), [rows])
    found = all_terms(one, record_alone(one, known), known)
    order = Sequences(np.array([0]), np.array([0]), np.arange(80)[None])
    steps = np.exp(np.diff(log_likelihoods(found, one.results, order, known.numbers)[0]))
    assert steps[3] < 0.01
    assert steps[79] == pytest.approx(0.25, abs=0.05)


def test_a_record_is_excused_as_far_as_by_hand() -> None:
    """4S by North, once by the model and once by the overall frequencies: 0.9 of the one and 0.1 of the other."""
    known = deals(hands(deal_frame([DEAL])), load_coefficients())
    one = batch(np.array([0]), [np.array([[0, 3, 0, 3, -1]])])
    found, spare = all_terms(one, record_alone(one, known), known), unexplained(one, known)
    got = excuse(found, spare, one.results, known.numbers, unexplained_share(one.results))
    assert excused_share(one.results).tolist() == [0.0]

    def probability(deal: int) -> float:
        shares = distributions(known, deal)
        worth = {
            (side, partner): float(
                shares.side[0, side]
                * shares.strain[0, side, 3]
                * shares.seat[0, side, 3, partner]
                * shares.level[0, side + 2 * partner, 3, 3]
            )
            for side in (0, 1)
            for partner in (0, 1)
        }
        anything = known.numbers.frequencies[3] * known.numbers.level_frequencies[3, 3]
        errors = 0.015 * worth[0, 1] + 0.0035 * (worth[1, 0] + worth[1, 1])
        return 0.968 * worth[0, 0] + errors + 0.010 * float(anything)

    assert got[0].tolist() == got[1].tolist()
    assert got[0, 0] == pytest.approx(np.log10(0.9 + 0.1 * probability(-1) / probability(0)))
