"""The 16-board cycle, as it is printed on the boards."""

import polars as pl

from neuberg import cycle_dealer, cycle_vulnerable


def test_the_printed_cycle_of_sixteen_boards() -> None:
    boards = pl.DataFrame({"board": range(1, 18)})
    found = boards.select(dealer=cycle_dealer(pl.col("board")), vulnerable=cycle_vulnerable(pl.col("board")))
    assert "".join(found["dealer"].to_list()) == "NESW" * 4 + "N"
    nobody, ns, ew, both = "None", "NS", "EW", "All"
    assert found["vulnerable"].to_list() == [
        nobody, ns, ew, both,
        ns, ew, both, nobody,
        ew, both, nobody, ns,
        both, nobody, ns, ew,
        nobody,
    ]  # fmt: skip
