"""What must hold whatever the board: relabelled seats, more contradictions, boards of the model's own distribution."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from detection.modelled import batch, distributions, drawn, random_deals, seating
from neuberg.detect.assessing import assess, factors
from neuberg.detect.hands import Hands, Ints
from neuberg.detect.hypotheses import Batch, Deals, deals
from neuberg.detect.turning import gains
from neuberg.detect.urns import ANYTHING, DIRECTION, PARTNER, PASSED

SEEDS = st.integers(0, 10_000)


def fouled_board(seed: int, seats: str = "SWNE", count: int = 8, change: int = 4) -> tuple[Deals, Batch]:
    """A board whose results from the change on are of the seating."""
    draw = np.random.default_rng(seed)
    known = random_deals(1, draw)
    rows = np.vstack([drawn(known, 0, change, draw), drawn(known, 0, count - change, draw, seating(seats))])
    return known, batch(np.array([0]), [rows])


def turn_room(known: Deals, board: Batch) -> tuple[Deals, Batch]:
    """The same with every seat one further: North's hand, results, dealer and vulnerability are East's now."""
    back = (np.arange(4) - 1) % 4
    hands = Hands(*(part[:, back] for part in known.hands))
    seat = (board.results.seat() + 1) % 4
    played = board.results.side != PASSED
    side, partner = np.where(played, seat % 2, board.results.side), np.where(played, seat // 2, board.results.partner)
    results = board.results._replace(side=side, partner=partner)
    return deals(hands, known.numbers), board._replace(
        dealer=(board.dealer + 1) % 4, vulnerable=board.vulnerable[:, ::-1], results=results
    )


@settings(max_examples=15)
@given(SEEDS)
def test_relabelling_the_seats_changes_nothing(seed: int) -> None:
    known, board = fouled_board(seed)
    board = board._replace(vulnerable=np.array([[1, 0]]), dealer=np.array([2]))
    other_known, other = turn_room(known, board)
    one, two = assess(board, known)[0], assess(other, other_known)[0]
    assert one.log10_factor == pytest.approx(two.log10_factor, abs=1e-9)
    assert one.log10_whole == pytest.approx(two.log10_whole, abs=1e-9)
    assert (one.of_other_cards, one.low, one.high) == (two.of_other_cards, two.low, two.high)


def contradicting(known: Deals, rows: Ints, draw: np.random.Generator) -> Ints:
    """A result of the changed form whose lead the record does not have with the leader."""
    while True:
        row = drawn(known, 0, 1, draw, seating("SWNE"))[0]
        leader = (row[0] % 2 + 2 * row[2] + 1) % 4
        other = int(known.hands.cards[0][(leader + 2) % 4])
        if row[0] != PASSED and row[4] >= 0 and other >> int(row[4]) & 1:
            return np.vstack([rows, row])


@settings(max_examples=10)
@given(SEEDS)
def test_more_contradictory_results_never_lower_the_factor(seed: int) -> None:
    draw = np.random.default_rng(seed)
    known = random_deals(1, draw)
    rows = np.vstack([drawn(known, 0, 4, draw), drawn(known, 0, 2, draw, seating("SWNE"))])
    before = -np.inf
    for _ in range(4):
        rows = contradicting(known, rows, draw)
        factor = float(factors(batch(np.array([0]), [rows]), known)[0])
        # One contradiction more is worth at least what the longer list of possible changes costs.
        assert factor >= before
        before = factor


def test_a_board_of_the_models_own_distribution_alarms_at_the_stated_rate() -> None:
    """A Bayes factor of x or more has, by its definition, a probability of at most 1/x on a board of the record."""
    draw = np.random.default_rng(5)
    known = random_deals(1000, draw)
    rows = [drawn(known, deal, 8, draw) for deal in range(1000)]
    found = factors(batch(np.arange(1000), rows), known)
    # Three standard errors of a binomial share above 1/10 and 1/100.
    assert (found >= 1).mean() <= 0.10 + 3 * np.sqrt(0.10 * 0.90 / 1000)
    assert (found >= 2).mean() <= 0.01 + 3 * np.sqrt(0.01 * 0.99 / 1000)
    # And it is a test: a like number of turned boards is found.
    after = [
        np.vstack([drawn(known, deal, 4, draw), drawn(known, deal, 4, draw, seating("ESWN"))]) for deal in range(100)
    ]
    assert (factors(batch(np.arange(100), after), known) >= 2).mean() > 0.8


@pytest.mark.parametrize(
    ("seats", "kind", "fewest"),
    [
        ("SWNE", "rotated 180°", 5),
        ("ESWN", "rotated 90°", 5),
        ("ENSW", "neighbours' hands exchanged", 5),
        ("SENW", "partners' hands exchanged", 2),  # the hardest: half of such fouls are not found at all
    ],
)
def test_each_kind_is_named_with_its_change_point(seats: str, kind: str, fewest: int) -> None:
    found = [assess(board, known)[0] for known, board in (fouled_board(seed, seats, 12, 6) for seed in range(6))]
    named = [one for one in found if one.fit.kind == kind and one.log10_factor >= 3]
    exact = [one for one in named if one.of_other_cards == tuple(range(6, 12))]
    assert len(named) >= fewest
    assert len(exact) >= len(named) - 1


def test_a_foul_that_was_put_right_has_its_end() -> None:
    draw = np.random.default_rng(3)
    known = random_deals(1, draw)
    parts = [drawn(known, 0, 4, draw), drawn(known, 0, 4, draw, seating("ESWN")), drawn(known, 0, 4, draw)]
    found = assess(batch(np.array([0]), [np.vstack(parts)]), known)[0]
    assert found.log10_factor >= 3
    assert found.of_other_cards == (4, 5, 6, 7)


def test_without_the_order_the_results_of_other_cards_are_named() -> None:
    known, board = fouled_board(4, "ESWN", 10, 5)
    order = np.array([7, 0, 5, 3, 8, 1, 6, 2, 9, 4])
    mixed = board._replace(results=type(board.results)(*(part[:, order] for part in board.results)))
    found = assess(mixed, known, is_ordered=False)[0]
    assert found.log10_factor >= 3
    assert {int(order[place]) for place in found.of_other_cards} == {5, 6, 7, 8, 9}
    assert (found.low, found.high) == (-1, -1)


def test_a_record_that_fits_no_table_is_told_from_a_foul() -> None:
    known, board = fouled_board(6, "ESWN", 8, 0)
    found = assess(board, known)[0]
    assert found.log10_whole >= 4
    assert found.log10_whole > found.log10_factor
    assert found.whole.kind == "rotated 90°"


def odd_one(known: Deals, place: int) -> Batch:
    """Nine like results, the one of that place entered as the partner's."""
    rows = np.repeat(drawn(known, 0, 1, np.random.default_rng(8)), 9, axis=0)
    rows[place, 2] = 1 - rows[place, 2]
    return batch(np.array([0]), [rows])


def test_a_result_entered_as_partners_gains_by_half_a_turn() -> None:
    known = random_deals(1, np.random.default_rng(8))
    found = gains(odd_one(known, 4), known)
    assert found.share[0, 1, 4] == found.share[0].max()
    assert found.seated[0, 1, 4] > np.log(10) > found.seated[0, 1, 3]
    assert found.share.sum(axis=1).max() < 1


def test_how_sure_an_entry_error_is_does_not_hang_on_when_it_was_played() -> None:
    """By hand, of nine results and the urns at their alphas, the leads not known."""
    known = random_deals(1, np.random.default_rng(8))
    early, late = (
        gains(board._replace(results=board.results._replace(lead=board.results.lead * 0 - 1)), known).share[0, 1, place]
        for place in (0, 8)
        for board in [odd_one(known, place)]
    )
    assert early == pytest.approx(late, abs=1e-3)
    one = drawn(known, 0, 1, np.random.default_rng(8))[0]
    seat, level = one[0] + 2 * one[2], one[3]
    shares = distributions(known, 0)
    of_seat, of_level = known.numbers.alphas[2:]
    worth = [
        (of_seat * shares.seat[0, one[0], one[1], seat_of // 2] + (8 if seat_of == seat else 0))
        * (of_level * shares.level[0, seat_of, one[1], level] + 8)
        / (of_seat + 8)
        / (of_level + 8)
        for seat_of in (seat, (seat + 2) % 4)
    ]
    of_partner, of_itself = PARTNER * worth[0], (1 - PARTNER - DIRECTION - ANYTHING) * worth[1]
    # What is left out is small beside these: the other direction and anything, for this result and for the eight.
    assert late == pytest.approx(of_partner / (of_partner + of_itself), rel=0.05)
