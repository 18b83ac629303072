import datetime as dt

import polars as pl

from neuberg.report.site.tabulation import label, tabulate


def _cells(frame: pl.DataFrame) -> list[str]:
    return [cell.text for cell in tabulate(frame).rows[0]]


def test_numbers_are_written_as_people_write_them() -> None:
    frame = pl.DataFrame({"bytes": [1_234_567], "share": [1234.5], "zero": [0], "whole": [2.0], "many": [1 / 3]})
    assert _cells(frame) == ["1,234,567", "1,234.5", "0", "2", "0.3333"]


def test_figures_of_a_column_have_the_same_decimals() -> None:
    table = tabulate(pl.DataFrame({"ns_mp": [7.5, 0.25, None, 3.0]}))
    assert [row[0].text for row in table.rows] == ["7.50", "0.25", "", "3.00"]


def test_codes_are_said_in_words() -> None:
    frame = pl.DataFrame({"status": ["no_reader"], "outcome": ["FOULED; SPLIT_INTO_GROUPS of ACBL"]})
    assert _cells(frame) == ["no reader for its format", "fouled; split into groups of ACBL"]
    assert _cells(pl.DataFrame({"players": [["Ada", "Bo"]], "winner_changes": [True]})) == ["Ada; Bo", "yes"]
    assert [label(name) for name in ("given_group", "ns_pct", "bayes_factor")] == ["Form", "N-S %", "Bayes factor"]


def test_a_cell_leads_where_its_link_says() -> None:
    table = tabulate(pl.DataFrame({"board": [5, 6], "page": ["b5.html", None]}), links={"board": "page"})
    assert [heading.label for heading in table.headings] == ["Board"]
    assert [row[0].href for row in table.rows] == ["b5.html", None]


def test_a_number_that_names_a_thing_is_not_grouped() -> None:
    assert _cells(pl.DataFrame({"line": [12345], "board": [1001]})) == ["12345", "1001"]


def test_what_is_missing_is_empty_and_long_text_is_cut() -> None:
    frame = pl.DataFrame({"law": pl.Series([None], dtype=pl.String), "raw": ["x" * 301], "date": [dt.date(1999, 5, 1)]})
    assert _cells(frame) == ["", "x" * 299 + "…", "1999-05-01"]
    assert _cells(pl.DataFrame({"raw": ["x" * 300]})) == ["x" * 300]


def test_columns_in_the_order_asked_for_and_no_more_rows() -> None:
    frame = pl.DataFrame({"a": [1, 2, 3], "file_id": ["x", "y", "z"]})
    table = tabulate(frame, ["file_id", "a"], most=2)
    assert [(heading.label, heading.is_number) for heading in table.headings] == [("File id", False), ("A", True)]
    assert [[cell.text for cell in row] for row in table.rows] == [["x", "1"], ["y", "2"]]
    assert table.more == 1


def test_rows_that_the_frame_does_not_hold_are_counted() -> None:
    assert tabulate(pl.DataFrame({"a": [1, 2]}), in_all=10).more == 8
    assert tabulate(pl.DataFrame({"a": [1, 2]})).more == 0
