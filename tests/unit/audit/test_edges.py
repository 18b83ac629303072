"""Events at the edges: nothing printed, some boards only, one table, every score equal, two thousand pairs."""

import polars as pl

from unit.audit.events import audited, changed, lines, printed_pairs, published


def account(found: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
    columns = ("level", "quantity", "published", "reproduced", "explained", "unexplained", "not_compared")
    return found["audited"].select(columns).sort("level", "quantity").rows()


def test_no_figures_no_differences_and_no_explanation() -> None:
    found = audited(lines())
    assert account(found) == []
    assert found["differences"].is_empty()
    assert found["explanations"].is_empty()


def test_figures_of_some_boards_are_counted_and_no_board_is_without_its_sum() -> None:
    printed = published(lines(), "wbf-1991")
    some = pl.col("board") <= 2
    names = ("published_ns_mp", "published_ew_mp")
    frame = printed.with_columns(pl.when(some).then(name).alias(name) for name in names)
    assert account(audited(frame)) == [
        ("result", "ew_mp", 18, 18, 0, 0, 0),
        ("result", "ns_mp", 18, 18, 0, 0, 0),
    ]


def test_a_single_table_has_a_top_of_nought() -> None:
    frame = published(lines(boards=3, tables=1), "wbf-1991", decimals=0)
    assert frame["published_ns_mp"].to_list() == [0.0, 0.0, 0.0]
    assert ("result", "ns_mp", 3, 3, 0, 0, 0) in account(audited(frame))


def test_every_score_equal_is_average_on_every_scale_but_one() -> None:
    frame = changed(lines(boards=1), 1, range(1, 10), ns_score=110)
    found = audited(published(frame, "wbf-1991"))
    explained = found["explanations"].row(0, named=True)
    assert (explained["scale"], explained["reproduced"], explained["published"]) == ("2-1-0", 18, 18)
    assert found["outcomes"]["winner"].to_list()[0].count(" and ") == 17


def test_two_thousand_pairs() -> None:
    frame = published(lines(boards=3, tables=1000), "wbf-1991")
    pairs = printed_pairs(frame, "wbf-1991")
    assert account(audited(frame, pairs)) == [
        ("pair", "percent", 2000, 2000, 0, 0, 0),
        ("pair", "total", 2000, 2000, 0, 0, 0),
        ("place", "place", 2000, 2000, 0, 0, 0),
        ("result", "ew_mp", 3000, 3000, 0, 0, 0),
        ("result", "ns_mp", 3000, 3000, 0, 0, 0),
    ]


def test_a_figure_where_none_is_due_has_nothing_to_be_held_against() -> None:
    frame = changed(published(lines(), "wbf-1991"), 2, [5], kind="unknown", ns_score=None)
    rows = audited(frame)["differences"].filter((pl.col("board") == 2) & (pl.col("level") == "result"))
    own = rows.filter(pl.col("result_id") == 100_205)
    assert own["recomputed"].null_count() == own.height == 2


def test_more_decimals_than_any_program_prints_are_compared_to_six() -> None:
    frame = published(lines(), "wbf-1991").with_columns(published_mp_decimals=pl.lit(9, dtype=pl.Int8))
    assert ("result", "ns_mp", 72, 72, 0, 0, 0) in account(audited(frame))


def test_a_figure_on_the_only_line_of_a_board_is_compared_with_nothing_and_counted_so() -> None:
    frame = published(lines(3), "wbf-1991").filter((pl.col("board") < 3) | (pl.col("table") == "1"))
    found = audited(frame.with_columns(published_ns_mp=pl.when(board=3).then(7.0).otherwise("published_ns_mp")))
    rows = found["differences"].filter(pl.col("level") == "result")
    assert rows.select("board", "quantity", "class").row(0) == (3, "ns_mp", "no_comparison")
    account = found["audited"].filter(pl.col("quantity") == "ns_mp")
    columns = ("published", "reproduced", "explained", "unexplained", "not_compared", "why")
    assert account.select(columns).row(0) == (19, 18, 0, 0, 1, "no other score of the board is in the file")
