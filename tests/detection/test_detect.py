"""From tables to suspicions: what is suspected, what is said of it, and what is left to a person."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from detection import seasons
from detection.modelled import drawn, random_deals, seating
from detection.seasons import Row
from neuberg import schemas
from neuberg.detect import Detected, detect, load_coefficients
from neuberg.detect.fields import NO_RECORD, NOT_SOUND, SEVERAL, TESTED, TOO_FEW, UNORDERED
from neuberg.detect.hands import hand_text
from neuberg.detect.hypotheses import Deals
from neuberg.detect.proposals import as_rulings, proposed
from neuberg.validate import rulings

FEW = 8


class Club:
    """A session of random deals that can be played and recorded in whatever way a test wants."""

    def __init__(self, boards: int, seed: int = 1, results: int = FEW) -> None:
        self.draw = np.random.default_rng(seed)
        self.known: Deals = random_deals(boards, self.draw)
        self.rows = [drawn(self.known, board, results, self.draw).tolist() for board in range(boards)]
        self.recorded = list(range(boards))

    def foul(self, board: int, first: int, seats: str) -> None:
        """From that result on (from 1) the board is played in another seating."""
        count = len(self.rows[board - 1]) - first + 1
        self.rows[board - 1][first - 1 :] = drawn(self.known, board - 1, count, self.draw, seating(seats)).tolist()

    def tables(self) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        cards = self.known.hands.cards.tolist()
        deals = [seasons.deal(1, board, cards[deal]) for board, deal in enumerate(self.recorded, start=1)]
        lines = [
            seasons.line(1, board, place, row)
            for board, rows in enumerate(self.rows, start=1)
            for place, row in enumerate(rows, start=1)
        ]
        return seasons.tables(lines, deals)

    def detected(self) -> Detected:
        return detected(*self.tables())


def detected(results: pl.DataFrame, boards: pl.DataFrame, events: pl.DataFrame) -> Detected:
    return detect(results.lazy(), boards.lazy(), events.lazy(), load_coefficients(), every_board=True)


def rows(found: Detected, finding: str) -> list[Row]:
    return found.suspicions().filter(pl.col("finding") == finding).to_dicts()


def test_a_fouled_board_with_its_change_its_words_and_its_group() -> None:
    club = Club(6)
    club.foul(3, 5, "ESWN")
    found = club.detected()
    [row] = rows(found, "fouled board")
    assert (row["board"], row["kind"], row["certainty"]) == (3, "rotated 90°", "almost certainly")
    assert (row["first_result"], row["last_result"], row["results"], row["order_known"]) == (5, None, 8, True)
    assert row["round_low"] <= 5 <= row["round_high"]
    assert row["why"].startswith("results 5 to 8 of 8 fit the deal with the board rotated: N has the hand of E 10^")
    assert "The change came before result 5 (round 5)" in row["why"]
    assert "On the record: result 5 (" in row["why"]
    assert found.findings[0].groups == [{"form": "changed", "from_round": 5}]


def test_a_record_that_fits_no_result_is_told_with_the_foul_that_it_may_be_instead() -> None:
    club = Club(6)
    club.foul(3, 1, "ESWN")
    [row] = rows(club.detected(), "wrong record")
    assert str(row["why"]).startswith("no table played the record: all 8 results fit the deal with the board rotated")
    assert "Or the board was fouled: results 2 to 8 alone fit the deal with the board rotated" in str(row["why"])


def test_every_board_is_accounted_for_with_the_reason() -> None:
    club = Club(6)
    results, boards, events = club.tables()
    at = pl.col("board")
    boards = boards.with_columns(
        [pl.when(at == 1).then(None).otherwise(hand).alias(hand) for hand in ("north", "east", "south", "west")]
    ).with_columns(north=pl.when(at == 2).then(pl.lit("AKQ...")).otherwise("north"))
    second = boards.filter(at == 3).with_columns(deal_id=pl.lit(9, pl.Int64), north="south", south="north")
    boards = pl.concat([boards, second])
    odd = pl.int_range(pl.len()).over("board") % 2 == 1
    results = results.with_columns(deal_id=pl.when((at == 3) & odd).then(9).otherwise("deal_id"))
    results = results.with_columns(declarer=pl.when((at == 4) & (pl.col("round") > 2)).then(None).otherwise("declarer"))
    results = results.filter((at != 4) | (pl.col("kind") == "played"))
    results = results.with_columns(round=pl.when(at == 5).then(None).otherwise("round"))
    account = detected(results, boards, events).account
    assert {state: count for state, count in account.items() if count} == {
        NO_RECORD: 1,
        NOT_SOUND: 1,
        SEVERAL: 1,
        TOO_FEW: 1,
        UNORDERED: 1,
        TESTED: 1,
    }


def test_without_the_order_of_play_the_test_is_weaker_and_says_so() -> None:
    club = Club(4, results=10)
    club.foul(2, 6, "ESWN")
    results, boards, events = club.tables()
    [row] = rows(found := detected(results.with_columns(round=None), boards, events), "fouled board")
    assert (row["board"], row["order_known"], row["first_result"], row["round_low"]) == (2, False, None, None)
    assert "The order of play is not known: a weaker test" in row["why"]
    pairs = results.filter((pl.col("board") == 2) & (pl.col("round") > 5))["ns_pair"].to_list()
    assert [set(group["pairs"]) for group in found.findings[0].groups] == [set(pairs)]


def test_a_set_with_shifted_numbers_is_named_with_its_shift() -> None:
    club = Club(8, seed=3)
    club.recorded = [*range(1, 8), 0]
    wrong = rows(club.detected(), "wrong record")
    assert len(wrong) >= 5
    shifted = [
        row for row in wrong if "fit the record of the board 1 lower: the numbers are shifted" in str(row["why"])
    ]
    assert len(shifted) == len(wrong)
    assert {row["kind"] for row in wrong} == {"another board's cards"}


def test_a_record_of_another_session_is_named() -> None:
    club = Club(6, seed=4)
    results, boards, events = club.tables()
    other = random_deals(6, club.draw).hands.cards.tolist()
    deals = [seasons.deal(1, board, cards) for board, cards in enumerate(other, start=1)]
    _, wrong, _ = seasons.tables([seasons.line(1, 1, 1, [0, 0, 0, 0, -1])], deals)
    # The right record stands under another event, of which nothing was played.
    right = boards.with_columns(event_id=pl.lit(2, pl.Int64), deal_id=pl.col("deal_id") + 100)
    played = results.filter(pl.col("round") <= 3).with_columns(
        event_id=pl.lit(2, pl.Int64), deal_id=pl.col("deal_id") + 100, result_id=pl.col("result_id") + 1000
    )
    events = pl.concat([events, events.with_columns(event_id=pl.lit(2, pl.Int64), name=pl.lit("Other"))])
    found = detected(pl.concat([results, played]), pl.concat([wrong, right]), events)
    says = [str(row["why"]) for row in rows(found, "wrong record")]
    assert len(says) >= 4
    assert all("it fits the record of session 1 of event 2" in text for text in says)


def test_the_same_board_of_another_section_is_named_with_its_section() -> None:
    club = Club(4, seed=3)
    results, boards, events = club.tables()
    first = [frame.with_columns(section=pl.lit("A")) for frame in (results, boards)]
    key = pl.col("deal_id") + 100
    second = [frame.with_columns(section=pl.lit("B"), deal_id=key) for frame in (results, boards)]
    second[0] = second[0].with_columns(pl.col("result_id") + 1000)
    cards = random_deals(1, club.draw).hands.cards.tolist()[0]
    _, other, _ = seasons.tables([seasons.line(1, 1, 1, [0, 0, 0, 0, -1])], [seasons.deal(1, 3, cards)])
    wrong = other.with_columns(section=pl.lit("B"), deal_id=pl.lit(999, pl.Int64))
    second[1] = pl.concat([second[1].filter(pl.col("board") != 3), wrong])
    ids = pl.when(pl.col("board") == 3).then(pl.lit(999, pl.Int64)).otherwise("deal_id")
    second[0] = second[0].with_columns(deal_id=ids)
    found = detected(pl.concat([first[0], second[0]]), pl.concat([first[1], second[1]]), events)
    (row,) = rows(found, "wrong record")
    assert (row["section"], row["board"]) == ("B", 3)
    assert "fit the cards of board 3 of section A " in str(row["why"])


def test_a_table_that_sat_the_wrong_way_is_no_foul() -> None:
    club = Club(6, seed=5, results=9)
    for board in (0, 1, 2):  # a set of three, played at one table in round 4
        side, strain, partner, level, lead = club.rows[board][0]
        club.rows[board] = [[side, strain, partner, level, lead]] * 9
        seat = (side + 2 * partner + 3) % 4
        club.rows[board][3] = [seat % 2, strain, seat // 2, level, lead]
    found = club.detected()
    assert rows(found, "fouled board") == []
    sat = rows(found, "table sat the wrong way")
    assert {row["board"] for row in sat} == {1, 2, 3}
    assert {(row["round_low"], row["kind"]) for row in sat} == {(4, "a quarter turn clockwise")}
    assert "in round 4 after a quarter turn clockwise" in str(sat[0]["why"])


def test_a_section_that_is_turned_on_all_its_boards_is_said_once_a_board_and_its_tables_are_not_blamed() -> None:
    club = Club(6, seed=2)
    results, boards, events = club.tables()
    entered = pl.col("declarer").cast(pl.String).replace({"N": "E", "E": "S", "S": "W", "W": "N"})
    of_b = {"section": pl.lit("B"), "deal_id": pl.col("deal_id") + 1000}
    other = results.with_columns(**of_b, result_id=pl.col("result_id") + 1000, declarer=entered.cast(schemas.SEAT))
    found = detected(pl.concat([results, other]), pl.concat([boards, boards.with_columns(**of_b)]), events)
    assert rows(found, "fouled board") == rows(found, "wrong record") == []
    sat = rows(found, "table sat the wrong way")
    assert [(row["section"], row["board"]) for row in sat] == [("B", board) for board in range(1, 7)]
    assert {row["kind"] for row in sat} == {"a quarter turn anticlockwise"}
    assert "of the section's 6 boards fit their records better after a quarter turn anticlockwise" in str(sat[0]["why"])


def test_one_result_entered_as_partners_is_named_and_is_no_foul() -> None:
    club = Club(2, seed=7, results=9)
    first = club.rows[1][0]
    club.rows[1] = [list(first) for _ in range(9)]
    club.rows[1][4][2] = 1 - first[2]
    found = club.detected()
    assert rows(found, "fouled board") == []
    # Of board 1 the model drew 3NT by W with a lead of South's: entered wrongly too, and weaker.
    row, drawn_so = rows(found, "result entered wrongly")
    assert (drawn_so["board"], drawn_so["first_result"]) == (1, 8)
    assert (row["board"], row["kind"], row["first_result"]) == (2, "half a turn", 5)
    assert row["result_id"] == 9 + 4
    # A factor that is asked for holds for wrong seats as for boards.
    results, boards, events = (frame.lazy() for frame in club.tables())
    for at_least, count in ((row["bayes_factor"] / 2, 1), (row["bayes_factor"] * 2, 0)):
        asked = detect(results, boards, events, load_coefficients(), every_board=True, at_least=at_least)
        assert len(rows(asked, "result entered wrongly")) == count


def test_a_proposal_is_a_ruling_that_can_be_accepted(tmp_path: Path) -> None:
    club = Club(4)
    club.foul(3, 5, "ESWN")
    results, boards, events = club.tables()
    found = detected(results, boards, events)
    file = tmp_path / "proposed.toml"
    text = as_rulings(found.findings, events, proposed(found.findings, found.found.boards), {})
    assert ruled_groups(text, file, results, boards, events) == []
    accepted = text.replace('\nstate = "open"\n', "\n")
    assert ruled_groups(accepted, file, results, boards, events) == [(3, 5), (3, 6), (3, 7), (3, 8)]


def ruled_groups(
    text: str, file: Path, results: pl.DataFrame, boards: pl.DataFrame, events: pl.DataFrame
) -> list[tuple[int, ...]]:
    """Board and round of the lines that a rulings file puts into the changed form."""
    file.write_text(text, encoding="utf-8")
    ruled = rulings.apply_rulings(results, boards.lazy(), events, rulings.read_rulings(file)).results
    return ruled.filter(pl.col("given_group") == "changed").select("board", "round").rows()


def test_odd_names_do_not_break_the_proposals(tmp_path: Path) -> None:
    club = Club(4)
    club.foul(3, 5, "ESWN")
    results, boards, events = club.tables()
    odd = 'a"b\\c\nd\x7f\t#'
    named = [frame.with_columns(session=pl.lit(odd)) for frame in (results, boards)]
    events = events.with_columns(name=pl.lit("two\nlines = true\x01"))
    found = detected(named[0], named[1], events)
    file = tmp_path / "proposed.toml"
    file.write_text(
        as_rulings(found.findings, events, proposed(found.findings, found.found.boards), {}), encoding="utf-8"
    )
    [ruling] = rulings.read_rulings(file)
    assert ruling.data["session"] == odd


@pytest.mark.parametrize("what", ["results", "boards"])
def test_an_archive_with_nothing_in_it_is_no_trouble(what: str) -> None:
    results, boards, events = Club(2).tables()
    if what == "results":
        results = results.clear()
    else:
        boards = boards.clear()
    found = detected(results, boards, events)
    assert found.suspicions().height == 0
    assert found.suspicions().schema == schemas.SUSPICIONS.schema
    assert found.account.get(NO_RECORD, 0) == (2 if what == "boards" else 0)


def test_a_line_that_cannot_be_a_contract_is_left_out() -> None:
    results, boards, events = Club(3).tables()
    second = (pl.col("board") == 2) & (pl.col("round") == 3)
    found = detected(results.with_columns(level=pl.when(second).then(8).otherwise("level")), boards, events)
    assert found.found.boards.sort("board")["n"].to_list() == [8, 7, 8]


def test_a_hand_with_its_cards_out_of_order_is_read() -> None:
    club = Club(3)
    club.foul(2, 5, "ESWN")
    results, boards, events = club.tables()
    backwards = boards["north"].map_elements(
        lambda hand: ".".join(suit[::-1] for suit in hand.split(".")), return_dtype=pl.String
    )
    found = detected(results, boards.with_columns(north=backwards), events)
    assert [row["board"] for row in rows(found, "fouled board")] == [2]
    assert hand_text(int(club.known.hands.cards[0][0])) == boards["north"][0]
