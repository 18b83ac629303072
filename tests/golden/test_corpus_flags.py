"""The flags of the real archives: how many a check, each understood, and no faulty deal without one."""

import csv
import re
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

import neuberg
from neuberg import season
from neuberg.domain.cards import HANDS
from neuberg.validate.checks import CHECKS
from oracle.packs import count
from shared import shared

TABLE = Path(__file__).with_name("corpus_flags.csv")
#: What a deal with a wrong count or a card twice is flagged by; one with a hand that is no four suits by the last.
_CARD_CHECKS = (
    *("hand_over_and_short", "hand_short", "surplus_card", "bad_pack", "hand_count", "card_twice"),
    *("incomplete_record", "hand_unreadable"),
)
_DEAL = re.compile(r'^\[Deal "([NESW]):([^"]*)"\]', re.MULTILINE)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("corpus_flags")
    season.run([shared("corpus")], out, season.Options(validation=False))
    return out


def test_the_number_of_flags_a_check_is_the_one_that_is_understood(run: Path) -> None:
    found = Counter(neuberg.scan(run, "flags").select("check").collect()["check"])
    with TABLE.open(newline="", encoding="utf-8") as file:
        understood = list(csv.DictReader(file))
    assert [row["check"] for row in understood] == [check.name for check in CHECKS]
    assert {row["check"]: int(row["flags"]) for row in understood} == {
        check.name: found[check.name] for check in CHECKS
    }
    assert [row["check"] for row in understood if int(row["flags"]) and not row["note"]] == []


def _faulty_deals(text: str) -> list[tuple[str | None, ...]]:
    """The deals of a PBN file, in the order of the seats, that have a card twice or a hand of a wrong number."""
    deals = []
    for first, written in _DEAL.findall(text):
        hands = [None if hand == "-" else hand for hand in written.split()]
        start = "NESW".index(first)
        deal = tuple(hands[(place - start) % 4] if len(hands) == 4 else None for place in range(4))
        by_hand = count(deal)
        if by_hand.twice or any(number != 13 for number in by_hand.counts.values()):
            deals.append(deal)
    return deals


def test_every_deal_with_a_card_twice_or_a_wrong_count_is_flagged(run: Path) -> None:
    flags = neuberg.scan(run, "flags").filter(pl.col("check").is_in(_CARD_CHECKS)).select("deal_id").unique()
    flagged = set(neuberg.scan(run, "boards").join(flags, on="deal_id", how="semi").select(HANDS).collect().rows())
    rejected = set(neuberg.scan(run, "problems").filter(pl.col("code") == "bad_hand").collect()["found"])
    texts = [file.read_bytes().decode("latin-1") for file in sorted(shared("corpus/pbn").glob("*.pbn"))]
    faulty = {deal for text in texts for deal in _faulty_deals(text)}
    unflagged = {deal for deal in faulty - flagged if not rejected.intersection(hand for hand in deal if hand)}
    assert len(faulty) >= 12
    assert unflagged == set()


def test_the_flags_of_the_magic_contest_file_are_true_by_the_text_of_the_file(run: Path) -> None:
    """Only leads that are not in the leader's hand, each looked up in the deal as the file writes it."""
    path = "pbn/magic_contest_session_1.pbn"
    files = neuberg.scan(run, "files").filter(pl.col("path") == path).select("file_id")
    flags = neuberg.scan(run, "flags").join(files, on="file_id", how="semi").collect()
    assert set(flags["check"]) == {"lead_not_held"}
    text = (shared("corpus") / path).read_bytes().decode("latin-1").splitlines()
    for row in flags.iter_rows(named=True):
        cells = text[row["line"] - 1].split()
        declarer, lead = _declarer_and_lead(cells)
        deal = max((place for place, line in enumerate(text[: row["line"]]) if line.startswith("[Deal ")))
        first, hands = _DEAL.findall(text[deal])[0]
        leader = "NESW"[("NESW".index(declarer) + 1) % 4]
        hand = hands.split()[("NESW".index(leader) - "NESW".index(first)) % 4]
        assert lead[1] not in hand.split(".")["SHDC".index(lead[0])], text[row["line"] - 1]


def _declarer_and_lead(cells: list[str]) -> tuple[str, str]:
    """The seat and the card of a row of the file's ScoreTable: the one cell that is a seat, the one that is a card."""
    (declarer,) = [cell for cell in cells if cell in "NESW"]
    (lead,) = [cell for cell in cells if re.fullmatch(r"[SHDC][AKQJT2-9]", cell)]
    return declarer, lead
