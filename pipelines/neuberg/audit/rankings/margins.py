"""The smallest change on one board that would bring the runner-up of a list level."""

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.seated import SIDES
from neuberg.audit.rankings.lists import Lists
from neuberg.audit.rankings.other_rules import FINE
from neuberg.score.packed import Integers


def margins(found: Lists, book: Book) -> pl.DataFrame:
    """How much on one board would bring the runner-up level, in matchpoints on 2-1-0, and a board on which it can.

    Where the two met on a board, what one loses the other gains there; else the runner-up must have it all.
    """
    two = _leaders(found)
    ways = pl.concat([_ways(found, book, two, side) for side in (0, 1)])
    possible = ways.filter(pl.col("room") >= pl.col("needed"))
    best = possible.sort("needed", "board").unique("list_no", keep="first", maintain_order=True)
    pair = found.contestants["pair"]
    return two.select("list_no", runner_up=pair[two["second"]], margin="need").join(
        best.select("list_no", needed="needed", needed_board="board"), on="list_no", how="left"
    )


def _leaders(found: Lists) -> pl.DataFrame:
    """A row a list: the places among the contestants of its `leader` and `second`, and what the second lacks."""
    ranked = found.contestants.with_row_index("row").filter(pl.col("top") > 0).select(
        pl.col("row").cast(pl.Int64), "list_no", "pair", "units", "top", ratio=pl.col("units") / pl.col("top")
    )  # fmt: skip
    # Only the best two ratios of a list are looked at, and whoever shares them.
    near = ranked.filter(pl.col("ratio").rank("ordinal", descending=True).over("list_no") <= 2)
    shared = ranked.join(near.group_by("list_no").agg(least=pl.col("ratio").min()), on="list_no")
    ordered = shared.filter(pl.col("ratio") >= pl.col("least")).sort(
        "list_no", "ratio", "pair", descending=[False, True, False]
    )
    two = ordered.group_by("list_no", maintain_order=True).agg(pl.col("row", "units", "top").head(2))
    two = two.filter(pl.col("row").list.len() == 2)
    (leader, second), (one, other), (top, top2) = (
        (pl.col(name).list.get(0), pl.col(name).list.get(1)) for name in ("row", "units", "top")
    )
    return two.select(
        "list_no", leader=leader, second=second,
        met_need=(one * top2 - other * top) / (top + top2) / FINE,
        need=(one * top2 / top - other) / FINE,
    )  # fmt: skip


def _ways(found: Lists, book: Book, two: pl.DataFrame, side: int) -> pl.DataFrame:
    """The boards that a list's second played on a side: the `room` there, and what is `needed`."""
    is_second = np.zeros(found.contestants.height + 1, bool)
    is_second[two["second"].to_numpy()] = True
    places = np.flatnonzero(is_second[found.seats[side]])
    rival = found.seats[1 - side][places]
    lines = _room(book, places, SIDES[side]).with_columns(
        second=pl.Series(found.seats[side][places]), rival=pl.Series(rival)
    )
    joined = lines.join(two, on="second")
    # In one ranking both sit in the same list.
    met = joined.filter(pl.col("rival") == pl.col("leader"))
    return pl.concat(
        rows.select("list_no", "board", "room", needed=need) for rows, need in ((met, "met_need"), (joined, "need"))
    )


def _room(book: Book, places: Integers, side: str) -> pl.DataFrame:
    """Some lines, and how many more matchpoints (2-1-0) a side could have in its group; null where it has none."""
    lines = book.lines.select("board", "n", num=f"{side}_num")[places].with_columns(line_no=pl.Series(places))
    plain = book.boards["is_plain"][book.board[places]]
    s = pl.when(plain).then(pl.col("num") // pl.col("n")) / 1
    asked = np.zeros(book.lines.height, bool)
    asked[places] = True
    adjusted = book.adjusted.select("line_no", "n", "unit", s=f"{side}_s")
    again = adjusted[np.flatnonzero(asked[adjusted["line_no"].to_numpy()])]
    again = again.select("line_no", _n="n", _s=pl.col("s") / pl.col("unit"))
    return (
        lines.with_columns(s=s, n=pl.when(plain).then(pl.col("n").cast(pl.Int64)))
        .join(again, on="line_no", how="left", maintain_order="left")
        .select("board", room=2 * (pl.coalesce("n", "_n") - 1) - pl.coalesce("s", "_s"))
    )
