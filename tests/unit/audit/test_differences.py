"""Published against recomputed, on the smallest travellers."""

from typing import Any

import polars as pl

from neuberg import audit, exact, schemas

LINE = {"event_id": 1, "session": "1", "section": "", "scored_with": "", "board": 1, "multiplicity": 1, "winners": 2}


def lines(*rows: dict[str, Any]) -> pl.LazyFrame:
    known = [
        {"result_id": number, "ns_pair": str(number), "ew_pair": str(number)} | LINE | row
        for number, row in enumerate(rows)
    ]
    frame = pl.DataFrame(known, infer_schema_length=None)
    results = schemas.conform(frame.lazy(), schemas.RESULTS)
    return results.with_columns(winners=pl.lit(2, dtype=pl.Int8))


def scored(board: pl.LazyFrame, profile: str = "wbf-1991") -> pl.LazyFrame:
    return exact(board, profile=profile).collect().lazy()


def differing(frame: pl.DataFrame) -> list[tuple[Any, ...]]:
    return frame.select("quantity", "result_id", "pair", "published", "recomputed").rows()


def test_what_agrees_has_no_row_and_what_does_not_has_one() -> None:
    board = lines(
        {"ns_score": 420, "published_ns_mp": 2.0, "published_ew_mp": 0.0, "published_mp_decimals": 0},
        {"ns_score": -50, "published_ns_mp": 1.0, "published_ew_mp": 2.0, "published_mp_decimals": 0},
    )
    found = audit.result_differences(scored(board), profile="wbf-1991").collect()
    assert differing(found) == [("ns_mp", 1, None, 1.0, 0.0)]
    assert found["difference"].to_list() == [1.0]
    assert found["class"].to_list() == ["unexplained"]


def test_missing_is_not_zero() -> None:
    board = lines(
        {"ns_score": 420, "published_ns_mp": None},
        {"ns_score": -50, "published_ns_mp": 0.0, "published_mp_decimals": 0},
    )
    assert audit.result_differences(scored(board), profile="wbf-1991").collect().is_empty()


def test_a_figure_where_none_is_due_is_a_difference_without_a_recomputed_value() -> None:
    not_played = {"kind": "not_played", "published_ns_mp": 3.0, "published_mp_decimals": 0}
    board = lines({"ns_score": 420}, {"ns_score": -50}, not_played)
    found = audit.result_differences(scored(board), profile="wbf-1991").collect()
    assert differing(found) == [("ns_mp", 2, None, 3.0, None)]


def test_either_of_two_answers_is_right() -> None:
    # Three and three: the best of a group has 4.5 by the formula, or 70 per cent of 5 = 3.5.
    forms = ["a"] * 3 + ["b"] * 3
    printed = [4.5, 3.0, None, 3.5, 9.0, None]
    rows = [
        {"ns_score": -number, "given_group": form, "published_ns_mp": figure, "published_mp_decimals": 1}
        for number, (form, figure) in enumerate(zip(forms, printed, strict=True))
    ]
    found = audit.result_differences(scored(lines(*rows), "acbl-1991"), profile="acbl-1991").collect()
    assert differing(found) == [("ns_mp", 4, None, 9.0, 2.5)]


def pairs(*rows: dict[str, Any]) -> pl.LazyFrame:
    frame = pl.DataFrame(
        [{"event_id": 1, "section": "", "total_decimals": 0, "percent_decimals": 2} | row for row in rows]
    )
    return schemas.conform(frame.lazy(), schemas.PAIRS)


def test_totals_of_a_pair_by_its_direction() -> None:
    board = lines({"ns_score": 420}, {"ns_score": 170}, {"ns_score": -50})
    published = pairs(
        {"pair": "0", "direction": "NS", "total": 4.0, "percent": 100.0},
        {"pair": "0", "direction": "EW", "total": 1.0, "percent": 0.0},
        {"pair": "1", "direction": "NS", "total": 2.0, "percent": 50.01},
    )
    found = audit.pair_differences(scored(board), published, profile="wbf-1991").collect()
    assert differing(found.sort("pair")) == [("total", None, "0", 1.0, 0.0), ("percent", None, "1", 50.01, 50.0)]


def test_a_carry_over_and_a_penalty_are_not_of_the_boards() -> None:
    board = lines({"ns_score": 420}, {"ns_score": 170}, {"ns_score": -50})
    published = pairs({"pair": "0", "direction": "NS", "total": 13.0, "carryover": 10.0, "penalty": 1.0})
    assert audit.pair_differences(scored(board), published, profile="wbf-1991").collect().is_empty()


def test_a_total_on_the_largest_field_and_the_most_boards() -> None:
    """Board 1 has three scores and board 2 two: 2 of a top of 2 there is (2 + 1)·3/2 − 1 = 3.5 of a top of 4."""
    three = [{"board": 1, "ns_score": score} for score in (420, 170, -50)]
    two = [{"board": 2, "ns_score": score, "ns_pair": pair, "ew_pair": pair} for score, pair in ((100, "0"), (50, "1"))]
    published = pairs(
        {"pair": "0", "direction": "NS", "total": 7.5, "percent": 93.75, "total_decimals": 1},  # 4 + 3.5 of 8
        {"pair": "2", "direction": "NS", "total": 0.0, "percent": 0.0},
        {"pair": "2", "direction": "EW", "total": 8.0, "percent": 100.0},  # one board of two: 4 · 2/1
        {"pair": "1", "direction": "EW", "total": 6.0, "percent": 68.75},  # 2 + 3.5 is 5.5
    )
    found = audit.pair_differences(scored(lines(*three, *two)), published, profile="wbf-1991").collect()
    assert found.filter(pl.col("class") == "unexplained").select("quantity", "pair", "published").rows() == [
        ("total", "1", 6.0)
    ]
    # Added as they are these are 6 of 6, and 4 of one board; 0, and 100 per cent of one board, are so either way.
    others = found.filter(pl.col("class") == "other_adding").select("quantity", "pair", "published", "recomputed")
    assert sorted(others.filter(pl.col("pair") != "1").rows()) == [
        ("percent", "0", 93.75, 100.0),
        ("total", "0", 7.5, 6.0),
        ("total", "2", 8.0, 4.0),
    ]
