"""Counting the cards of hands and deals, against plain sets of cards."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from neuberg import card_count
from neuberg.domain.cards import RANKS, SUITS, hand_mask, holding_mask, is_sound_deal

PACK = [(suit, rank) for suit in SUITS for rank in RANKS]


def text(hand: list[tuple[str, str]]) -> str:
    return ".".join("".join(rank for rank in RANKS if (suit, rank) in hand) for suit in SUITS)


def is_sound(hands: list[str | None]) -> bool:
    frame = pl.DataFrame(
        dict(zip("nesw", ([hand] for hand in hands), strict=True)), schema=dict.fromkeys("nesw", pl.String)
    )
    return bool(frame.select(is_sound_deal(*map(pl.col, "nesw"))).item())


@given(st.permutations(PACK))
def test_every_dealt_pack_is_sound(pack: list[tuple[str, str]]) -> None:
    assert is_sound([text(pack[seat * 13 : seat * 13 + 13]) for seat in range(4)])


@given(st.permutations(PACK), st.integers(0, 12), st.integers(13, 51))
def test_a_card_twice_or_moved_is_not(pack: list[tuple[str, str]], first: int, other: int) -> None:
    hands = [pack[seat * 13 : seat * 13 + 13] for seat in range(4)]
    moved = [list(hand) for hand in hands]
    moved[0].remove(pack[first])
    moved[other // 13].append(pack[first])
    assert not is_sound([text(hand) for hand in moved])
    doubled = [list(hand) for hand in hands]
    doubled[0][first] = pack[other]
    assert not is_sound([text(hand) for hand in doubled])


def test_hands_that_are_not_given_or_not_readable_are_not_sound() -> None:
    whole = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
    assert is_sound(list(whole))
    assert not is_sound([None, *whole[1:]])
    assert not is_sound([*whole[:3], "...AKQJT98765432."])
    assert not is_sound([*whole[:3], "...AKQJT9876542"])


@given(st.sets(st.sampled_from(PACK)))
def test_card_count_and_masks(cards: set[tuple[str, str]]) -> None:
    frame = pl.DataFrame({"hand": [text(sorted(cards))]})
    hand = pl.col("hand")
    row = frame.select(card_count(hand).alias("n"), *(holding_mask(hand, suit).alias(str(suit)) for suit in range(4)))
    assert row["n"].item() == len(cards)
    for number, suit in enumerate(SUITS):
        held = sum(1 << bit for bit, rank in enumerate(RANKS) if (suit, rank) in cards)
        assert row[str(number)].item() == held


@given(
    st.lists(
        st.one_of(
            st.none(),
            st.permutations(PACK).map(lambda pack: text(pack[:13])),
            st.permutations(PACK).map(lambda pack: text(pack[:13])[::-1]),
            st.text(RANKS + "..é1", min_size=14, max_size=17),
        ),
        max_size=8,
    )
)
def test_a_whole_hand_is_its_four_holdings(hands: list[str | None]) -> None:
    frame = pl.DataFrame({"hand": hands}, schema={"hand": pl.String})
    hand = pl.col("hand")
    rows = frame.select(
        hand_mask(hand).alias("whole"), *(holding_mask(hand, suit).alias(str(suit)) for suit in range(4))
    )
    for written, (whole, *suits) in zip(hands, rows.iter_rows(), strict=True):
        known = [suit for suit in suits if suit is not None]
        is_whole = len(known) == 4 and sum(suit.bit_count() for suit in known) == 13 and str(written).count(".") == 3
        assert whole == (sum(suit << 13 * place for place, suit in enumerate(known)) if is_whole else None)
