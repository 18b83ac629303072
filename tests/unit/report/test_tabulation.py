import datetime as dt

import polars as pl

from neuberg.report.tabulation import tabulate


def _cells(frame: pl.DataFrame) -> list[str]:
    return tabulate(frame).rows[0]


def test_numbers_are_written_as_people_write_them() -> None:
    frame = pl.DataFrame({"bytes": [1_234_567], "share": [1234.5], "zero": [0], "whole": [2.0], "many": [1 / 3]})
    assert _cells(frame) == ["1,234,567", "1,234.5", "0", "2", "0.3333"]


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
    assert table.rows == [["x", "1"], ["y", "2"]]
    assert table.more == 1


def test_rows_that_the_frame_does_not_hold_are_counted() -> None:
    assert tabulate(pl.DataFrame({"a": [1, 2]}), in_all=10).more == 8
    assert tabulate(pl.DataFrame({"a": [1, 2]})).more == 0
