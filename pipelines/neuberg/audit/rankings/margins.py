"""What the runner-up of a list lacks, and the least change on one board that would bring it level."""

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.rankings.lists import Lists
from neuberg.audit.rankings.nearness import least_changes
from neuberg.audit.rankings.other_rules import FINE
from neuberg.score.packed import Integers


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
    ranked = ranked.drop_nulls("ratio")
    near = ranked.filter(pl.Series(_near(ranked["list_no"].to_numpy(), ranked["ratio"].to_numpy())))
    ordered = near.sort("list_no", "ratio", "pair", descending=[False, True, False])
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


def _near(list_no: Integers, ratio: npt.NDArray[np.float64]) -> Booleans:
    """Whether each row has one of the best two ratios of its list, or shares them."""
    lists = int(list_no.max(initial=-1)) + 1
    best, after = np.full(lists, -np.inf), np.full(lists, -np.inf)
    np.maximum.at(best, list_no, ratio)
    first = ratio == best[list_no]
    np.maximum.at(after, list_no, np.where(first, -np.inf, ratio))
    least = np.where(np.bincount(list_no[first], minlength=lists) > 1, best, after)
    near: Booleans = ratio >= least[list_no]
    return near
