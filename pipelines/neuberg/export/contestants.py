"""The contestants' lines that a run's standings make, with the names that the printed ones have."""

import polars as pl

from neuberg import schemas
from neuberg.export.penalties import taken
from neuberg.export.shown import decimals, shown
from neuberg.score.carried import with_carried
from neuberg.score.contestants import names
from neuberg.score.event_lines import whose_lines
from neuberg.score.whole_events import label, of_first_session, with_players

_SESSION = ["event_id", "session"]
_LIST = [*_SESSION, "section"]
_OF_EVENT = ["event_id", "section", "pair", "direction"]
_NAMED = ["players", "player_ids"]


def contestants(
    standings: pl.DataFrame, printed: pl.DataFrame, lines: pl.DataFrame, rulings: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The table `pairs` of recomputed figures; and what of the printed lines it has not: `event_id` and as `left_out`.

    An event of one session has one list, with what was carried over into it.

    Args:
        standings: of each event under one profile, one answer.
        printed: the table `pairs`.
        lines: the traveller lines as they were scored, with `ns_mp` and the like.
        rulings: the table `rulings`.
    """
    only = _only_sessions(lines)
    given = printed.join(only, on="event_id", how="left", maintain_order="left")
    given = given.with_columns(session=pl.coalesce("session", "_only")).select(printed.columns)
    own = _with_fields(standings, lines)
    less = taken(own, lines, given, rulings)
    own = with_carried(own.join(less, on=[*_OF_EVENT, "session"], how="left", nulls_equal=True, maintain_order="left"))
    known, used = _with_names(own, given)
    found = _as_lines(known, given).join(only, on="event_id", how="left", maintain_order="left")
    # Where there are no sections, the only session's list is the event's: so programs write it.
    session = pl.when(pl.col("_is_plain").fill_null(False)).then(pl.lit(None, pl.String)).otherwise("session")
    pairs = schemas.conform(found.with_columns(session=session).lazy(), schemas.PAIRS).collect()
    return pairs, _lost(given, used)


def _with_fields(standings: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """The standings with the sections that each contestant is ranked with."""
    fields = lines.select(*_LIST, scored_with=pl.coalesce("scored_with", "section")).unique(_LIST, maintain_order=True)
    of_event = fields.unique(["event_id", "section"], keep="first", maintain_order=True)
    both = pl.concat([fields, of_event.with_columns(session=pl.lit(None, pl.String))])
    found = standings.join(both, on=_LIST, how="left", nulls_equal=True, maintain_order="left")
    return found.with_columns(scored_with=pl.coalesce("scored_with", "section"))


def _only_sessions(lines: pl.DataFrame) -> pl.DataFrame:
    """A row an event of one session: `_only`, its name, and whether it is without sections."""
    session, is_plain = pl.col("session"), (pl.col("section") == "").all()
    events = lines.group_by("event_id").agg(_only=session.first(), _of=session.n_unique(), _is_plain=is_plain)
    return events.filter(pl.col("_of") == 1).drop("_of")


def _with_names(ranked: pl.DataFrame, printed: pl.DataFrame) -> tuple[pl.DataFrame, pl.Series]:
    """The ranked contestants with the players that printed lines name, and the places of the lines that are theirs."""
    rows, lines = ranked.with_row_index("_row"), printed.with_row_index("_at")
    of_event = pl.col("session").is_null()
    sessions, used = _named(rows.filter(~of_event).with_columns(_names=pl.lit(None, pl.String)), lines)
    several = sessions.join(rows.filter(of_event), on="event_id", how="semi").drop("carryover")
    who = with_players(several.lazy(), printed.lazy()).group_by("event_id", "scored_with", "who", "direction")
    told = who.agg(*of_first_session(), pl.col(_NAMED).sort_by("session").drop_nulls().first())
    first = told.with_columns(label()).select(*_OF_EVENT, *_NAMED).collect()
    whole = rows.filter(of_event).join(first, on=_OF_EVENT, how="left", nulls_equal=True, maintain_order="left")
    events, others = _named(whole.with_columns(_names=names()), lines)
    both = pl.concat([sessions, events], how="diagonal").sort("_row")
    return both, pl.concat([used, others])


def _named(ranked: pl.DataFrame, lines: pl.DataFrame) -> tuple[pl.DataFrame, pl.Series]:
    """The contestants of some lists, with the players of their printed lines; and which lines these are.

    A line that may be of two is of neither.

    Args:
        ranked: with `_names`, by which a contestant is known, and the players that are known already.
        lines: the printed lines, each with its place `_at`.
    """
    lists = ranked.select(_SESSION).unique().with_row_index("_list")
    own, given = (
        frame.join(lists, on=_SESSION, nulls_equal=True, maintain_order="left").with_columns(event_id="_list")
        for frame in (ranked, lines)
    )
    found = whose_lines(given, own.select(*_OF_EVENT, "_row", "_names")).filter(pl.col("_at").is_unique())
    first = found.unique("_row", keep="first", maintain_order=True).select(
        "_row", **{f"_{name}": name for name in _NAMED}
    )
    known = [name if name in ranked.columns else f"_{name}" for name in _NAMED]
    both = ranked.join(first, on="_row", how="left", maintain_order="left").with_columns(
        pl.coalesce(name, f"_{own}").alias(own) for name, own in zip(known, _NAMED, strict=True)
    )
    return both.select(*ranked.drop(_NAMED, strict=False).columns, *_NAMED), found["_at"]


def _as_lines(ranked: pl.DataFrame, printed: pl.DataFrame) -> pl.DataFrame:
    """The ranked contestants as lines are printed: totals of few decimals, a shared place with `=`."""
    # Who has no place won nothing that could be won.
    is_ranked = pl.col("place").is_not_null()
    figure = pl.when(is_ranked).then(pl.coalesce("mp", "imp", pl.col("points").cast(pl.Float64)))
    shared = pl.len().over(*_SESSION, "scored_with", "direction", "place") > 1
    sign = pl.when(shared).then(pl.lit("=")).otherwise(pl.lit(""))
    file = printed.group_by("event_id", maintain_order=True).agg(pl.col("file_id").first())
    return (
        ranked.with_columns(total_decimals=pl.when(is_ranked).then(decimals(figure)))
        .with_columns(
            total=shown(figure, pl.col("total_decimals")),
            percent_decimals=pl.when(pl.col("percent").is_not_null()).then(pl.lit(2, pl.Int8)),
            place_given=pl.concat_str(pl.col("place").cast(pl.String), sign),
        )
        .join(file, on="event_id", how="left", maintain_order="left")
    )


def _lost(printed: pl.DataFrame, used: pl.Series) -> pl.DataFrame:
    """The printed lines that are of nobody who is ranked, and printed penalties, of which no ruling knows."""
    rest = printed.with_row_index("_at").filter(~pl.col("_at").is_in(used.implode()))
    penalised = printed.filter(pl.col("penalty").fill_null(0) != 0)
    parts = [rows.select("event_id", column=pl.lit(column)) for column, rows in (("*", rest), ("penalty", penalised))]
    counted = pl.concat(parts).group_by("event_id", "column", maintain_order=True).agg(values=pl.len().cast(pl.Int64))
    return counted.select("event_id", pl.lit("pairs").alias("table"), "column", "values", added=pl.lit(0, pl.Int64))
