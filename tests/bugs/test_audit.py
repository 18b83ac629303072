"""What an auditor found wrong in the audit of small clubs, each with the smallest input and the right account."""

import json
from pathlib import Path

import polars as pl

import neuberg
from neuberg.audit.in_words.explain import TABLES, explained
from neuberg.audit.in_words.worked_total import worked_total
from neuberg.season.one_event import tables_of_event
from usebio_club import Line, club, pair, run

#: Pairs 1 to 4 N-S with 620, 600, 170 and -100 on two boards: 6, 4, 2 and 0 of 6 each time.
TWO_BOARDS: tuple[tuple[Line, ...], ...] = (
    ((1, 5, 620, 6, 0), (2, 6, 600, 4, 2), (3, 7, 170, 2, 4), (4, 8, -100, 0, 6)),
    ((1, 6, 620, 6, 0), (2, 7, 600, 4, 2), (3, 8, 170, 2, 4), (4, 5, -100, 0, 6)),
)


def north_south(*places: int) -> list[dict[str, object]]:
    totals = (12, 8, 4, 0)
    return [
        pair(number, direction="NS", total=total, place=place)
        for number, (total, place) in enumerate(zip(totals, places, strict=True), start=1)
    ]


def test_a_winner_other_than_the_published_one_is_said_first(tmp_path: Path) -> None:
    out = run(
        tmp_path, wrong=club(TWO_BOARDS, north_south(1, 1, 3, 4)), right=club(TWO_BOARDS, north_south(1, 2, 3, 4))
    )
    account = neuberg.scan(out, "outcomes").filter("winner_not_as_published").collect()
    assert account.select("winner", "winner_published").rows() == [("1", "1 and 2")]
    summary = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert summary["winners_not_as_published"] == 1
    first = summary["findings"][0]
    said = "N-S of session 1: published 1 and 2, recomputed 1 under wbf-1991"
    assert (first["what"], first["detail"], first["file"]) == ("winner not as published", said, "wrong.xml")


def test_a_total_on_one_top_is_reproduced_only_by_the_way_that_is_named(tmp_path: Path) -> None:
    """Board 2 was played at three tables, a top of 4: pair 1's 4 there is (4 + 1)·4/3 − 1 = 5⅔ of a top of 6."""
    short: tuple[Line, ...] = ((1, 6, 620, 4, 0), (2, 7, 600, 2, 2), (3, 8, 170, 0, 4))
    boards = (TWO_BOARDS[0], short)
    plain = club(boards, [pair(1, direction="NS", total="10.00")], name="Plain")
    brought = club(boards, [pair(1, direction="NS", total="11.67")], name="Brought")
    out = run(tmp_path, plain=plain, brought=brought)
    events = neuberg.scan(out, "events").select("event_id", event="name")
    account = neuberg.scan(out, "audited").join(events, on="event_id").filter(pl.col("quantity") == "total").collect()
    rows = account.select("event", "published", "reproduced", "explained").sort("event").rows()
    assert rows == [("Brought", 1, 0, 1), ("Plain", 1, 1, 0)]
    (difference,) = neuberg.scan(out, "differences").filter(pl.col("level") == "pair").collect().to_dicts()
    assert (difference["class"], difference["recomputed"]) == ("other_adding", 10)
    assert difference["evidence"] == "the sum of its boards, each brought to the largest top, 6: 11.6667"


#: Pair 1's 620 on board 1 was 590 in truth: pair 2's 600 is the best.
CORRECTED = """[[ruling]]
what = "correction"
event = "Club"
board = 1
plays = { pairs = ["1"] }
field = "ns_score"
value = 590
guard = { ns_score = 620 }
source = "Both pairs"

[[ruling]]
what = "penalty"
event = "Club"
pair = "4"
direction = "NS"
amount = 10
unit = "percent of a top"
guard = { lines = 1 }
source = "Director"
"""


def test_a_total_of_printed_boards_on_one_top_is_not_wrong_because_a_score_was_corrected(tmp_path: Path) -> None:
    """As above 6 and 5⅔ of 6, in per cent 97.22; corrected, pair 1 has 4 on board 1, and pair 2 has 6, not 4."""
    short: tuple[Line, ...] = ((1, 6, 620, 4, 0), (2, 7, 600, 2, 2), (3, 8, 170, 0, 4))
    listed = [pair(1, direction="NS", total="11.67", percent="97.22"), pair(2, direction="NS", total="6.00")]
    listed.append(pair(4, direction="NS", total="0.50"))
    out = run(tmp_path, CORRECTED, club=club((TWO_BOARDS[0], short), listed))
    rows = neuberg.scan(out, "differences").filter(pl.col("level") == "pair").sort("pair", "quantity").collect()
    assert rows.select("pair", "quantity", "class").rows() == [
        ("1", "percent", "other_adding"),
        ("1", "total", "other_adding"),
        # 4 and 2 as they were, where they are 6 and 2 now.
        ("2", "total", "before_ruling"),
        # The only board of pair 4 gives nought, before and now.
        ("4", "total", "not_the_sum"),
    ]
    account = neuberg.scan(out, "audited").filter(pl.col("quantity") == "total").collect().row(0, named=True)
    assert [account[name] for name in ("published", "reproduced", "explained", "wrong")] == [3, 0, 2, 1]
    own = tables_of_event(out, TABLES, account["event_id"])
    assert "  board 1 is as a ruling has it (correction; source: Both pairs)" in list(worked_total(own))
    assert (
        rows["evidence"][1] == "the sum of its boards as they were printed, each brought to the largest top, 6: 11.6667"
    )


def test_one_misprint_is_one_figure_wrong_in_the_account(tmp_path: Path) -> None:
    """The equal scores of pairs 2 and 3 have 3 of 6 each: 5 is printed of pair 2, and 6 more in its total."""
    boards = (((1, 5, 620, 6, 0), (2, 6, 600, 5, 3), (3, 7, 600, 3, 3), (4, 8, -100, 0, 6)),)
    out = run(tmp_path, club=club(boards, [pair(2, direction="NS", total=9)]))
    counts = ["quantity", "published", "reproduced", "explained", "wrong", "unexplained"]
    account = neuberg.scan(out, "audited").select(counts).collect().sort("quantity").rows()
    assert account == [("ew_mp", 4, 4, 0, 0, 0), ("ns_mp", 4, 3, 0, 1, 0), ("total", 1, 0, 0, 1, 0)]
    summary = json.loads((out / "run.json").read_text(encoding="utf-8"))
    # The board's sum of 26 for 24 is evidence: it is printed nowhere.
    assert sum(summary["differences"].values()) == 2
    boards_off = neuberg.scan(out, "differences").filter(pl.col("level") == "board").collect()
    assert boards_off.select("published", "recomputed").rows() == [(26, 24)]
    assert boards_off["line"].null_count() == 0


#: Three boards at three tables: pair 1 has 4, 2 and 3 of 4.
THREE_BOARDS: tuple[tuple[Line, ...], ...] = (
    ((1, 5, 620, 4, 0), (2, 6, 600, 2, 2), (3, 7, 170, 0, 4)),
    ((1, 6, 600, 2, 2), (2, 7, 620, 4, 0), (3, 5, 170, 0, 4)),
    ((1, 7, 600, 3, 1), (2, 5, 600, 3, 1), (3, 6, 170, 0, 4)),
)


def test_a_board_left_out_is_named_and_the_percentage_follows_from_the_total(tmp_path: Path) -> None:
    """Pair 1's 9 of 12 is printed 6, without board 3, and 50 per cent; 5 would be without board 1."""
    out = run(tmp_path, club=club(THREE_BOARDS, [pair(1, direction="NS", total=6, percent="50.00")]))
    rows = neuberg.scan(out, "differences").filter(pl.col("level") == "pair").sort("quantity").collect()
    assert rows.select("quantity", "class", "evidence").rows() == [
        ("percent", "follows_its_total", "the percentage of its total as printed: 6 of 12 is 50"),
        (
            "total",
            "board_left_out",
            "its 3 boards as printed add up to 9; without board 3, which gave 3, they make the total",
        ),
    ]


def test_a_percentage_of_the_rounded_total(tmp_path: Path) -> None:
    """Pair 1 has 6⅓ of a top of 8, 79.17 per cent; of the printed 6.3 it is 78.75."""
    boards = (
        ((1, 5, 620, 4, 0), (2, 6, 600, 2, 2), (3, 7, 170, 0, 4)),
        ((1, 6, 600, 2.33, 1.67), (2, 7, 620, 4, 0), (3, 5, 170, 0, 4)),
    )
    out = run(tmp_path, club=club(boards, [pair(1, direction="NS", total="6.3", percent="78.75")]))
    rows = neuberg.scan(out, "differences").filter(pl.col("quantity") == "percent").collect()
    assert rows["class"].to_list() == ["follows_its_total"]


def test_a_disputed_total_is_what_is_worked_out(tmp_path: Path) -> None:
    out = run(tmp_path, club=club(THREE_BOARDS, [pair(1, direction="NS", total=6)]))
    event = neuberg.scan(out, "events").collect()["event_id"].item()
    text = list(explained(tables_of_event(out, TABLES, event)))
    title = "one figure worked out: the total of 1 in session 1"
    start = [line.startswith(title) for line in text].index(True)
    assert text[start + 1 : start + 4] == [
        "  its boards: 1: 4 of 4; 2: 2 of 4; 3: 3 of 4",
        "  in all 9 of 12; in per cent 100·9/12 = 75",
        "  printed: 6, where the recomputed one is 9",
    ]


def test_a_printed_direction_makes_no_list_of_its_own_where_one_pair_wins(tmp_path: Path) -> None:
    """Of 12, 10, 8, 6, 6, 4, 2 and 0 the 8 of pair 2 is printed as 11: pair 2 is second and pair 8 third by these."""
    listed = {1: (12, 1), 2: (11, 2), 8: (10, 3), 5: (6, 4), 7: (6, 4), 3: (4, 6), 6: (2, 7), 4: (0, 8)}
    pairs = [
        pair(number, direction="NS" if number < 5 else "EW", total=total, place=place)
        for number, (total, place) in listed.items()
    ]
    out = run(tmp_path, club=club(TWO_BOARDS, pairs, winner_type=1))
    found = neuberg.scan(out, "differences").filter(pl.col("level") == "place").sort("pair").collect()
    assert found.select("pair", "published", "recomputed", "class").rows() == [
        ("2", 2, 3, "follows_its_total"),
        ("8", 3, 2, "follows_its_total"),
    ]
