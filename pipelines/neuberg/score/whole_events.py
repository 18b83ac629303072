"""The contestants of whole events: who of one session is who of another, and what each carried over."""

import polars as pl

from neuberg.score.contestants import names
from neuberg.score.event_lines import is_or_untold, whose_lines

#: Where contestants are told apart: those who are ranked together in any session.
_AMONG = ("event_id", "scored_with")
_ROW = (*_AMONG, "session", "section", "pair", "direction")
_PRINTED = ("event_id", "session", "section", "pair", "direction")
ONE_AND_TWO = "in one of its sessions all pairs are one ranking, in another each direction is one"
TURNED = "a pair is ranked with one direction in one session and with the other in another"
MOVED = "a pair is ranked in lists of other sections in one session than in another"


def with_players(counted: pl.LazyFrame, pairs: pl.LazyFrame | None) -> pl.LazyFrame:
    """With `who`, the same for a contestant in all sessions of an event, and `_names`, its players where they are told.

    A contestant is known by its players, whatever its number. Where a session does not name them, or two numbers of one
    session have the same ones, it is known by its number, which is that of the players whom another session names if
    it has no others there. Two numbers of one session are never one contestant.

    Args:
        counted: rows of contestants, of one session each.
        pairs: the table `pairs`.
    """
    if pairs is None:
        return _with_numbers(counted).rename({"_number": "who"}).with_columns(_names=pl.lit(None, dtype=pl.String))
    rows = counted.select(_ROW).unique()
    known = _with_names(rows, pairs).pipe(_with_numbers).pipe(_with_who).select(*_ROW, "who", "_names")
    return counted.join(known, on=_ROW, how="left", nulls_equal=True, maintain_order="left")


def _with_names(rows: pl.LazyFrame, pairs: pl.LazyFrame) -> pl.LazyFrame:
    named = pairs.filter(pl.col("session").is_not_null()).select(*_PRINTED, _names=names())
    return with_printed(rows, named.filter(pl.col("_names") != ""), ["_names"])


def with_printed(rows: pl.LazyFrame, lines: pl.LazyFrame, columns: list[str]) -> pl.LazyFrame:
    """Contestants of sessions with some columns of their printed lines, of several the first.

    A line that does not tell its section or direction is of the only contestant of the session that it can be of.
    """
    one = lines.select(*_PRINTED, *columns).unique(_PRINTED, keep="first", maintain_order=True)
    numbered = rows.with_row_index("_row")
    untold = one.filter((pl.col("section").fill_null("") == "") | pl.col("direction").is_null())
    other = {name: f"{name} of the number" for name in columns}
    found = _of_number(untold.rename(other), numbered).select("_row", *other.values())
    both = numbered.join(one, on=_PRINTED, how="left", nulls_equal=True, maintain_order="left")
    both = both.join(found, on="_row", how="left", maintain_order="left")
    return both.with_columns(pl.coalesce(own, of) for own, of in other.items()).drop("_row", *other.values())


def _of_number(lines: pl.LazyFrame, rows: pl.LazyFrame) -> pl.LazyFrame:
    """Lines that do not tell their section or direction, each beside the only contestant that it can be of."""
    number = ["event_id", "session", "pair"]
    own = rows.select(*number, "_row", section_own="section", direction_own="direction")
    near = lines.with_row_index("_line").join(own, on=number, nulls_equal=True)
    may_be = near.filter(is_or_untold("section"), is_or_untold("direction"))
    return may_be.filter(pl.col("_line").is_unique(), pl.col("_row").is_unique())


def _with_numbers(rows: pl.LazyFrame) -> pl.LazyFrame:
    """With `_number`: the section and the number; with the direction where pairs of both have the same numbers."""
    both = pl.col("direction").n_unique().over(*_AMONG, "session", "section", "pair") > 1
    twice = both.any().over(*_AMONG, "section")
    side = pl.when(twice).then(pl.concat_str(pl.lit("/"), "direction")).fill_null("")
    number = pl.concat_str("section", pl.lit("/"), pl.col("pair").fill_null(""), ignore_nulls=True)
    return rows.with_columns(_number=pl.concat_str(number, side))


def _with_who(rows: pl.LazyFrame) -> pl.LazyFrame:
    own = pl.col("_names")
    shared = own.is_not_null() & (pl.len().over(*_AMONG, "session", "_names") > 1)
    numbered = (*_AMONG, "_number")
    marked = rows.with_columns(_shared=shared.any().over(*_AMONG, "_names")).with_columns(
        # The only players whom any session names for the number.
        _only=pl.when(own.drop_nulls().n_unique().over(numbered) == 1).then(own.drop_nulls().first().over(numbered)),
        # Of a number that nobody is named for, those of its only players; who is named is known by the own ones alone.
        _shared=pl.when(own.is_not_null())
        .then("_shared")
        .otherwise((pl.col("_shared") & own.is_not_null()).any().over(numbered)),
    )
    players = pl.coalesce(own, "_only")
    with_number = pl.concat_str("_number", pl.lit(" "), players)
    who = pl.coalesce(pl.when("_shared").then(with_number).otherwise(players), "_number")
    taken = own.is_null() & (pl.len().over(*_AMONG, "session", "who") > 1)
    return marked.with_columns(who=who).with_columns(who=pl.when(taken).then("_number").otherwise("who"))


def of_first_session() -> tuple[pl.Expr, ...]:
    """Of a contestant's sessions, the section and the number in the first, and `_first`, that session."""
    return pl.col("section", "pair").sort_by("session").first(), pl.col("session").min().alias("_first")


def label() -> pl.Expr:
    """What the contestants of whole events are called: by the number that each had first; no two of them alike.

    Of those who had the same number, the first in another session than the others, the earliest has it alone.

    >>> key = {"event_id": [1] * 3, "section": ["A"] * 3, "direction": [None] * 3}
    >>> pl.DataFrame({**key, "pair": ["1", "1", "2"], "_first": ["1", "2", "2"]}).select(label()).to_series().to_list()
    ['1', '1 of session 2', '2']
    """
    earliest = pl.col("_first") == pl.col("_first").min().over("event_id", "section", "pair", "direction")
    of_session = pl.concat_str("pair", pl.lit(" of session "), "_first")
    return pl.when(earliest).then("pair").otherwise(of_session).alias("pair")


def not_added(sessions: pl.DataFrame) -> pl.DataFrame:
    """A row an event whose sessions cannot be added to one ranking: `event_id` and `why`.

    Args:
        sessions: the totals of sessions, as `with_players` gives them.
    """
    several = pl.col("session").n_unique().over("event_id") > 1
    one_and_two = pl.col("direction").is_null().n_unique().over(*_AMONG, "section") > 1
    turned = pl.col("direction").n_unique().over(*_AMONG, "who") > 1
    once = (pl.len().over("event_id", "session", "variant", "_names") == 1).all().over("event_id", "_names")
    lists = pl.col("scored_with").n_unique().over("event_id", "_names")
    moved = pl.col("_names").is_not_null() & once & (lists > 1)
    causes = {ONE_AND_TWO: one_and_two, TURNED: turned, MOVED: moved}
    why = pl.coalesce(pl.when(is_so).then(pl.lit(text)) for text, is_so in causes.items())
    lines = sessions.lazy().filter(several).with_columns(why=why).drop_nulls("why")
    return lines.group_by("event_id").agg(pl.col("why").min()).collect()


def with_carryover(totals: pl.DataFrame, carried: pl.DataFrame) -> pl.DataFrame:
    """The events' totals with what each contestant carried over: as `whose_lines` says.

    A line that may be of two contestants is of neither.

    Args:
        totals: a row a contestant of an event, with `who` and `_names`.
        carried: the lines of `pairs` that name a carry-over into an event.
    """
    key = [*_AMONG, "who", "direction"]
    own = totals.select(*key, "section", "pair", "_names").unique(maintain_order=True)
    lines = whose_lines(carried, own).filter(pl.col("_line").is_unique())
    of_one = lines.select(*key[:-1], "carryover", direction="direction_own")
    found = of_one.unique(key, keep="first", maintain_order=True)
    return totals.join(found, on=key, how="left", nulls_equal=True)
