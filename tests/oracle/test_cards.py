"""The card expressions against plain counting, on whole and broken deals."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from checked import DEALT, deal, table
from neuberg import schemas
from neuberg.validate.deals import deals
from neuberg.validate.packs import LOOKS_SORTED
from oracle.packs import PACK, RANKS, SUITS, count

Hands = tuple[str | None, ...]


def written(cards: list[str]) -> str:
    """A hand in text, each suit in descending order."""
    return ".".join("".join(rank for rank in RANKS for card in cards if card == suit + rank) for suit in SUITS)


@st.composite
def broken_deals(draw: st.DrawFn) -> Hands:
    """Four hands after some mishaps: cards moved, lost, doubled or changed, hands lost, text damaged."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    pack = chance.sample(PACK, 52) if draw(st.integers(0, 5)) else list(PACK)
    cards = [pack[start::4] for start in range(4)]
    for mishap in draw(st.lists(st.sampled_from(["move", "lose", "double", "change", "swap"]), max_size=3)):
        one, other = chance.sample(range(4), 2)
        if mishap == "swap":
            cards[one], cards[other] = cards[other], cards[one]
        elif mishap in ("move", "lose", "change") and cards[one]:
            card = cards[one].pop(chance.randrange(len(cards[one])))
            cards[other] += [card] if mishap == "move" else []
            cards[one] += [chance.choice(PACK)] if mishap == "change" else []
        elif mishap == "double":
            cards[other].append(chance.choice(PACK))
    if draw(st.integers(0, 9)) == 0:
        keep = draw(st.integers(0, 12))
        cards = [hand[:keep] for hand in cards]
    return tuple(damaged(written(hand), draw(st.integers(0, 30)), chance) for hand in cards)


def damaged(hand: str, how: int, chance: random.Random) -> str | None:
    """The hand, or none, or its text with a fault: a suit run into the next, a strange letter, ranks out of order."""
    place = chance.randrange(len(hand) + 1)
    if how == 0:
        return None
    if how == 1:
        return hand.replace(".", "", 1)
    if how == 2:
        return hand[:place] + chance.choice("x1-. é") + hand[place:]
    if how == 3:
        return ".".join(held[::-1] for held in hand.split("."))
    return hand


@settings(max_examples=30)
@given(st.lists(broken_deals(), min_size=1, max_size=25))
def test_the_expressions_count_as_one_would_by_hand(dealt: list[Hands]) -> None:
    boards = table([deal(hands, deal_id=number) for number, hands in enumerate(dealt)], schemas.BOARDS)
    rows = deals(boards).sort("deal_id").collect()
    assert rows.height == len(dealt)
    for row, hands in zip(rows.iter_rows(named=True), dealt, strict=True):
        by_hand = count(hands)
        assert row["pattern"] == by_hand.pattern, hands
        assert row["in_step"] == by_hand.in_step, hands
        if by_hand.pattern is not None:
            assert row["twice"].split() == by_hand.twice
            assert row["missing"].split() == by_hand.missing
            assert row["counts"] == ", ".join(f"{seat} {number}" for seat, number in by_hand.counts.items())


def test_the_oracle_knows_the_patterns() -> None:
    assert count(DEALT).pattern is None
    north, east, south, west = DEALT
    cases = {
        "13-law": (north, east + "A", south, west.replace("AT64", "T64")),
        "14-law": (north, east, south, west.replace("62.", "6.")),
        "surplus card": (north + "A", east, south, west),
        "bad pack": (north.replace("KT7", "KT9"), east, south, west),
    }
    for name, hands in cases.items():
        assert count(hands).pattern == name
    assert count(cases["bad pack"]).twice == ["S9"]


def test_a_shuffled_pack_looks_sorted_less_than_once_in_100_million_deals() -> None:
    """The exact distribution over all deals: seat after seat, by what each has left to get."""
    same_hand, next_hand = in_step_chances(0), in_step_chances(1)
    assert abs(next_hand.sum() - 1) < 1e-9
    assert abs((next_hand * np.arange(49)).sum() - 48 * 13 / 51) < 1e-9
    at_most_once = same_hand[LOOKS_SORTED:].sum() + 2 * next_hand[LOOKS_SORTED:].sum()
    assert 1e-9 < at_most_once < 1e-8


def in_step_chances(step: int) -> np.ndarray:
    """The chance of each number of neighbours whose second card is `step` seats on, for a well shuffled pack.

    The state is how many cards North, East and South have, the seat of the last card, and the number so far.
    """
    ways = np.zeros((14, 14, 14, 4, 49))
    ways[0, 0, 0, 0, 0] = 1  # the seat before the first card is never looked at
    north, east, south = np.meshgrid(*[np.arange(14)] * 3, indexing="ij")
    for place in range(52):
        held = (north, east, south, place - north - east - south)
        after = np.zeros_like(ways)
        for seat in range(4):
            chance = np.where((held[3] >= 0) & (held[3] <= 13), (13 - held[seat]) / (52 - place), 0).clip(0)
            for last in range(4):
                before = ways[:, :, :, last] * chance[..., None]
                if place % 13 and (seat - last) % 4 == step:
                    before = np.roll(before, 1, axis=-1)
                after[:, :, :, seat] += np.roll(before, 1, axis=seat) if seat < 3 else before
        ways = after
    return ways.sum(axis=(0, 1, 2, 3))
