"""What the runner-up of a list lacks, and the least change on one board that would bring it level."""

import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.rankings.lists import Lists
from neuberg.audit.rankings.nearness import least_changes
from neuberg.audit.rankings.other_rules import FINE


def margins(found: Lists, book: Book) -> pl.DataFrame:
    """What the runner-up of each list lacks, in matchpoints on 2-1-0, and the least score that brings it level."""
    two = _leaders(found)
    pair = found.contestants["pair"]
    nearest = least_changes(two, found.seats, book)
    return two.select("list_no", runner_up=pair[two["second"]], margin="need").join(
        nearest.with_columns(needed_pair=pair[nearest["who"]]).drop("who"), on="list_no", how="left"
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
        one=one / FINE, other=other / FINE, one_top=top, other_top=top2,
        need=(one * top2 / top - other) / FINE,
    )  # fmt: skip
