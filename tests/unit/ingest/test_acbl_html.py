"""ACBL club result pages: their JSON, and ACBLscore's codes where one stands for a score."""

import datetime as dt
import json
from typing import Any

import polars as pl
import pytest

from neuberg.ingest.acbl_codes import decode
from read import account, codes, read
from shared import shared

ENTRY = {
    "round_number": 3, "table_number": 4, "ns_pair": "12", "ew_pair": "1", "ns_score": "-200", "ew_score": "200",
    "contract": "1 S", "declarer": "W", "ns_match_points": "3.50", "ew_match_points": "0.50", "opening_lead": "",
    "result": "+4", "tricks_taken": "11",
}  # fmt: skip
RECORD = {"board": 1, "dealer": "N", "vulnerability": "N-S"} | {
    f"{seat}_{suit}": "A K Q J 10 9 8 7 6 5 4 3 2" if place == own else ("-----" if place else "")
    for own, seat in enumerate(("north", "east", "south", "west"))
    for place, suit in enumerate(("spades", "hearts", "diamonds", "clubs"))
}
PAIR = {
    "pair_number": "12", "direction": None, "boards_played": 16, "score": "43.31", "percentage": "60.15",
    "adjustment": None, "strat_place": [{"rank": "1/2", "type": "Section", "strat_number": 1}],
    "players": [{"name": "Ann", "id_number": "7"}, {"name": "Bea", "id_number": ""}],
}  # fmt: skip


def page(*entries: Any, pairs: Any = (), records: Any = (), sections: int = 1, **session: Any) -> str:
    boards = [{"board_number": 1, "board_results": list(entries)}]
    parts = [{"name": name, "boards": boards, "pair_summaries": list(pairs)} for name in "AB"[:sections]]
    data = {
        "name": "Open", "organization": "ACBL", "type": "PAIRS", "start_date": "04/15/2026", "winner_type": 1,
        "board_scoring_method": "MATCH_POINTS",
        "sessions": [{"number": 1, "sections": parts, "hand_records": list(records)} | session],
    }  # fmt: skip
    return f"<html><script>\nvar data = {json.dumps(data)} ;\n</script></html>"


def test_a_line_its_deal_and_its_event() -> None:
    found = read("acbl_html", page(ENTRY, records=[RECORD]))
    row = found["results"].row(0, named=True)
    assert (row["section"], row["board"], row["round"], row["table"], row["line"]) == ("A", 1, 3, "4", 2)
    assert (row["level"], row["strain"], row["declarer"], row["tricks"], row["ns_score"]) == (1, "S", "W", 11, -200)
    assert (row["published_ns_mp"], row["published_ew_mp"], row["published_mp_decimals"]) == (3.5, 0.5, 2)
    deal = found["boards"].row(0, named=True)
    assert (deal["vulnerable"], deal["north"], deal["west"]) == ("NS", "AKQJT98765432...", "...AKQJT98765432")
    assert row["deal_id"] == deal["deal_id"]
    assert found["events"].select("date", "body", "scoring", "winners").row(0) == (
        dt.date(2026, 4, 15), "ACBL", "matchpoints", 1,
    )  # fmt: skip
    assert codes(found) == []


def test_a_contestant() -> None:
    row = read("acbl_html", page(pairs=[PAIR]))["pairs"].row(0, named=True)
    assert (row["pair"], row["boards"], row["total"], row["percent"]) == ("12", 16, 43.31, 60.15)
    assert (row["place"], row["place_given"], row["players"], row["player_ids"]) == (
        1,
        "1/2",
        ["Ann", "Bea"],
        ["7", None],
    )


@pytest.mark.parametrize(("stated", "together"), [(1, ["A+B", "A+B"]), (None, ["A", "B"])])
def test_sections_are_scored_together_only_where_the_page_says_so(stated: int | None, together: list[str]) -> None:
    found = read("acbl_html", page(ENTRY, sections=2, cross_section_scoring=stated))
    assert found["results"]["scored_with"].to_list() == together


def coded(ns: str, ew: str, **more: str) -> dict[str, Any]:
    bare = {"contract": "", "declarer": "", "result": "", "tricks_taken": ""}
    return ENTRY | bare | {"ns_score": ns, "ew_score": ew} | more


@pytest.mark.parametrize(
    ("entry", "kind", "score", "awards", "group", "problems"),
    [
        (coded("2060", "2040"), "artificial", None, (60.0, 40.0), None, ["score_code"]),
        (coded("2050", ""), "artificial", None, (50.0, None), None, ["score_code"]),
        (coded("900", "900"), "unknown", None, (None, None), None, ["score_code"]),
        (coded("950", "950"), "not_played", None, (None, None), None, ["score_code"]),
        (coded("4062", "4062"), "played", 620, (None, None), "1", ["score_code"]),
        (coded("5938", ""), "played", -620, (None, None), "2", ["score_code"]),
        (coded("900", "-900"), "played", 900, (None, None), None, []),
        (coded("AVE+", "AVE-"), "artificial", None, (60.0, 40.0), None, []),
        (coded("LATE", ""), "unknown", None, (None, None), None, ["bad_score"]),
        (coded("PASS", "PASS"), "passed_out", 0, (None, None), None, []),
        (ENTRY | {"ew_score": "210"}, "played", -200, (None, None), None, ["score_contradicts_itself"]),
    ],
)
def test_what_stands_for_a_score(
    entry: dict[str, Any], kind: str, score: int | None, awards: Any, group: str | None, problems: list[str]
) -> None:
    found = read("acbl_html", page(entry))
    columns = ("kind", "ns_score", "ns_award", "ew_award", "given_group")
    assert found["results"].select(columns).row(0) == (kind, score, *awards, group)
    assert codes(found) == problems


def test_a_place_in_a_round_without_the_board_is_no_line() -> None:
    found = read("acbl_html", page(ENTRY, coded("999", "999")))
    assert account(found, "traveller line") == {"found": 2, "loaded": 1, "ignored": 1}


def test_the_first_and_last_group_that_a_code_names() -> None:
    groups = {field: code.group for field in (3000, 4999, 5000, 16_899) if (code := decode(field))}
    assert groups == {3000: 1, 4999: 1, 5000: 2, 16_899: 7}
    assert [decode(field) for field in (2999, 4998, 17_000, -2060)] == [None] * 4


def test_of_a_page_that_is_cut_what_stands_whole_is_read_and_the_entry_begun_is_rejected() -> None:
    second = ENTRY | {"ns_pair": "13", "ns_score": "-50"}
    whole = page(ENTRY, second, pairs=[PAIR], records=[RECORD])
    before = whole[: whole.index('"ew_score": "200"', whole.index('"-50"'))]
    found = read("acbl_html", before.replace('"pair_summaries"', '"x": 1, "pair_summaries"'))
    assert found["results"].select("ns_pair", "ns_score").rows() == [("12", -200)]
    assert found["events"]["name"].to_list() == ["Open"]
    assert account(found, "traveller line") == {"found": 2, "loaded": 1, "rejected": 1}
    assert codes(found) == ["not_json", "behind_the_damage"]
    assert "ns_score" in found["problems"]["found"][1]


def test_of_a_page_damaged_within_what_is_behind_the_damage_is_rejected() -> None:
    whole = page(ENTRY, ENTRY | {"ns_pair": "13"}, ENTRY | {"ns_pair": "14"})
    found = read("acbl_html", whole.replace('"ns_pair": "13"', '"ns_pair": 13"'))
    assert account(found, "traveller line") == {"found": 3, "loaded": 1, "rejected": 2}
    assert found["results"]["ns_pair"].to_list() == ["12"]


def test_half_of_a_real_page_gives_the_lines_of_its_half() -> None:
    data = shared("corpus/acbl/club_game.html").read_bytes()
    middle = data.index(b'"board_number":9,')
    whole, half = (read("acbl_html", some) for some in (data, data[:middle]))
    first = pl.col("board") < 9
    names = ("board", "ns_pair", "ew_pair", "ns_score", "published_ns_mp")
    assert half["results"].select(names).rows() == whole["results"].filter(first).select(names).rows()
    assert half["pairs"].height == whole["pairs"].height


def test_damage_is_told_and_what_is_no_object_is_rejected() -> None:
    assert codes(read("acbl_html", page(ENTRY)[:-300])) == ["not_json"]
    assert codes(read("acbl_html", "<html>var data = {" + '"sessions":[' * 100_000)) == ["not_json"]
    found = read("acbl_html", page(ENTRY, 7, pairs=["x"], records=[None]))
    assert found["problems"].select("code", "rejects").rows() == [
        ("no_board", "deal"),
        ("no_board", "traveller line"),
        ("bad_contestant", "contestant's line"),
    ]


def test_a_real_page_scores_agree_on_both_sides_and_matchpoints_sum_to_the_top() -> None:
    found = read("acbl_html", shared("corpus/acbl/club_game.html").read_bytes())
    assert {name: found[name].height for name in ("boards", "results", "pairs", "problems")} == {
        "boards": 24, "results": 90, "pairs": 11, "problems": 0,
    }  # fmt: skip
    sums = found["results"].select(pl.col("published_ns_mp") + pl.col("published_ew_mp")).to_series()
    assert set(sums) == {4.0}
