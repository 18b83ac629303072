"""When each table played a board, as far as the file says: rounds, or what a reader knew better."""

import polars as pl

from neuberg import schemas
from neuberg.schemas import BOARD_KEY


def with_play_order(results: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """The traveller lines with `play_order` where it is null and the rounds say it: the place among the board's plays.

    A board goes from table to table, one a round, so its plays stand in the order of their rounds. Unknown stays
    unknown: a line without a round on a board leaves all of its lines without a place, two lines of one round (a board
    in two copies, or in two rooms) have none, and neither has a line that stands for several tables, the only one of
    its board, or one of a match of teams, whose rounds are not those of a movement. A board not played is no play.

    >>> lines = pl.DataFrame({"event_id": 1, "session": "1", "section": "", "board": [1, 1, 1, 2, 2],
    ...     "round": [3, 1, None, 2, 1], "kind": ["played", "played", "not_played", "played", "artificial"],
    ...     "multiplicity": 1, "room": None, "play_order": pl.Series([None] * 5, dtype=pl.Int32)})
    >>> events = pl.DataFrame({"event_id": [1], "competition": ["pairs"]})
    >>> with_play_order(lines, events)["play_order"].to_list()
    [2, 1, None, 2, 1]
    """
    is_play = pl.col("kind") != pl.lit("not_played", dtype=schemas.KIND)
    rounds = pl.when(is_play).then("round")
    all_say = (rounds.is_not_null() == is_play).all() & (pl.col("multiplicity") == 1).all()
    lines = results.with_columns(_board=_boards(results))
    # Of most boards no line says its round, or all say the same: only the others can be put in order.
    found = lines.group_by("_board").agg(is_known=(is_play.sum() > 1) & all_say & (rounds.min() < rounds.max()))
    known = found.filter("is_known")["_board"]
    if known.is_empty():
        return results
    teams = events.filter(pl.col("competition") == "teams")["event_id"]
    is_match = pl.col("room").is_not_null() | pl.col("event_id").is_in(teams.implode())
    alone = rounds.is_not_null() & (pl.len().over("_board", rounds) == 1)
    place = rounds.rank("min").over("_board").cast(pl.Int32)
    by_round = pl.when(alone & ~is_match & pl.col("_board").is_in(known.implode())).then(place)
    return lines.with_columns(play_order=pl.coalesce("play_order", by_round)).drop("_board")


def _boards(results: pl.DataFrame) -> pl.Series:
    """A number for the board of each line: of the first run of lines that are of it."""
    turns = results.select(
        pl.any_horizontal(pl.col(name).ne_missing(pl.col(name).shift()) for name in BOARD_KEY)
    ).to_series()
    first = results.select(BOARD_KEY).filter(turns).with_row_index("_run")
    board = first.select(pl.col("_run").first().over(BOARD_KEY)).to_series()
    return board.gather(turns.cum_sum() - 1)
