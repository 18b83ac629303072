"""Who wins and what moves, list by list: as printed, under the run's own profile and under the others."""

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import kinds
from neuberg.audit.contestants import PAIR
from neuberg.audit.rankings.lists import Lists
from neuberg.audit.rankings.margins import margins
from neuberg.audit.rankings.other_rules import FINE

#: Between those who share a place.
_JOINED = " and "
_SEVERAL = 2


def place_changes(found: Lists) -> pl.DataFrame:
    """A row a contestant whose place under some profile is not that of the run's own, with what was printed."""
    moved = found.others.filter(pl.col("move") != 0)
    return found.contestants.select(*PAIR, "published_place")[moved["row"]].with_columns(
        moved.select(
            found.named(),
            pl.col("place", "place_own", "move"),
            percent=_percent("units", "top"),
            percent_own=_percent("units_own", "top_own"),
        ),
        own=pl.lit(found.profiles[0]),
    )


def _percent(units: str, top: str) -> pl.Expr:
    return pl.when(pl.col(top) > 0).then((100 * pl.col(units) / (FINE * pl.col(top))).round(2))


def outcomes(found: Lists, book: Book) -> pl.DataFrame:
    """A row a list and profile: who wins, as printed and by it, what moves, and how little would change the winner."""
    rows = found.contestants.with_row_index("row").select(
        pl.col("row").cast(pl.Int64), "list_no", "place", "published_place"
    )
    of_own = _first(found, rows.filter(pl.col("place") == 1)).rename({"who": "winner_own"})
    printed = _first(found, rows.filter(pl.col("published_place") == 1)).rename({"who": "winner_published"})
    own = (
        rows.group_by("list_no").agg(pairs=pl.len().cast(pl.Int32))
        .join(of_own, on="list_no", how="left")
        .join(printed, on="list_no", how="left")
        .join(margins(found, book), on="list_no", how="left")
        .with_columns(pl.col("winner_own").fill_null(""))
    )  # fmt: skip
    nobody = pl.when(pl.col("winner_own") != "").then(pl.lit(0, dtype=pl.Int32))
    alike = pl.concat([own.select("list_no", profile=pl.lit(0, dtype=pl.Int64)), found.same])
    stays = alike.join(own, on="list_no").with_columns(
        winner="winner_own", places_changed=pl.lit(0, dtype=pl.Int32), largest_move=nobody
    )
    moves = _moved(found).join(own, on="list_no").with_columns(pl.col("winner").fill_null(""))
    listed = pl.concat([stays, moves.select(stays.columns)])
    listed = listed.join(_printed_apart(found), on="list_no", how="left", maintain_order="left")
    differ = _differ(listed)
    return listed.hstack(found.lists[listed["list_no"]]).with_columns(
        found.named(),
        own=pl.lit(found.profiles[0]),
        section="scored_with",
        # Where the run's own rule ranks nobody, no other one has another winner.
        winner_changes=(pl.col("winner") != pl.col("winner_own")) & (pl.col("winner_own") != ""),
        winner_not_as_published=differ,
    )


def _differ(listed: pl.DataFrame) -> pl.Series:
    """Whether the winners are not the printed ones, all of them; null where either is nobody.

    Sections that are scored together may be printed in lists of their own, each with its winner: then those of both
    must be among these.
    """
    names = listed.select("winner", "winner_published", "_apart")
    named = (pl.col("winner") != "") & (pl.col("winner_published") != "")
    differ = names.select(pl.when(named).then(pl.col("winner") != pl.col("winner_published"))).to_series()
    # Most are alone, and their names are compared as they are.
    joined = pl.any_horizontal(pl.col("winner", "winner_published").str.contains(_JOINED, literal=True))
    several = names.select(joined.arg_true()).to_series()
    winners, printed = (pl.col(name).str.split(_JOINED) for name in ("winner", "winner_published"))
    common = winners.list.set_intersection(printed).list.len()
    all_printed = pl.col("_apart").fill_null(False) | (common == printed.list.len())
    others = names[several].select(pl.when(named).then((common < winners.list.len()) | ~all_printed)).to_series()
    return differ.scatter(several, others)


def _printed_apart(found: Lists) -> pl.DataFrame:
    """The lists of several sections whose printed places are those of each section's own ranking, as `_apart`."""
    printed = found.contestants.select("list_no", "section", "published_place").drop_nulls()
    if printed["section"].n_unique() < _SEVERAL:
        return pl.DataFrame(schema={"list_no": pl.Int64, "_apart": pl.Boolean})
    of_section = printed.group_by("list_no", "section").agg(_apart=pl.col("published_place").max() <= pl.len())
    return of_section.group_by("list_no").agg(pl.col("_apart").all() & (pl.len() >= _SEVERAL))


def _moved(found: Lists) -> pl.DataFrame:
    """A row a list that another profile totals otherwise: its winner, and what moves."""
    changes = _changes(found)
    winners = _first(found, found.others.filter(pl.col("place") == 1), "profile")
    return changes.join(winners.rename({"who": "winner"}), on=["list_no", "profile"], how="left")


def _changes(found: Lists) -> pl.DataFrame:
    """A row a list that another profile totals otherwise: how many places change, and by how much at most.

    A list without places has no largest move.
    """
    lists = found.lists.height
    first, kind = kinds([(found.others["profile"] * lists + found.others["list_no"]).to_numpy()])
    moves = found.others["move"].cast(pl.Int64)
    move = moves.fill_null(0).abs().to_numpy()
    largest = np.full(first.size, -1, np.int64)
    ranked = np.flatnonzero(moves.is_not_null().to_numpy())
    np.maximum.at(largest, kind[ranked], move[ranked])
    return found.others.select("list_no", "profile")[first].with_columns(
        places_changed=pl.Series(np.bincount(kind, move != 0, first.size)).cast(pl.Int32),
        largest_move=pl.select(pl.when(pl.Series(largest) >= 0).then(pl.Series(largest)).cast(pl.Int32)).to_series(),
    )


def _first(found: Lists, rows: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Who is among some rows, `who`, a list and key."""
    named = rows.select("list_no", *keys, who=found.contestants["pair"][rows["row"]])
    # Most are alone in first place: only where several share it are names joined.
    _, kind = kinds(named[name].cast(pl.Int64).to_numpy() for name in ("list_no", *keys))
    shared = pl.Series(np.bincount(kind)[kind] > 1)
    several = named.filter(shared).group_by("list_no", *keys).agg(pl.col("who").sort().str.join(_JOINED))
    return pl.concat([named.filter(~shared), several])
