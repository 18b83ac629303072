"""When each table played a board, as far as the file says: rounds, or what a reader knew better."""

import polars as pl

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
    is_play = pl.col("kind").cast(pl.String) != "not_played"
    rounds = pl.when(is_play).then("round")
    teams = events.filter(pl.col("competition") == "teams")["event_id"].implode()
    is_match = pl.col("room").is_not_null() | pl.col("event_id").is_in(teams)
    several = is_play.sum() > 1
    known = several & (rounds.is_not_null() == is_play).all() & (pl.col("multiplicity") == 1).all()
    alone = rounds.is_not_null() & (pl.len().over(*BOARD_KEY, rounds) == 1)
    place = rounds.rank("min").over(BOARD_KEY).cast(pl.Int32)
    by_round = pl.when(alone & ~is_match & known.over(BOARD_KEY)).then(place)
    return results.with_columns(play_order=pl.coalesce("play_order", by_round))
