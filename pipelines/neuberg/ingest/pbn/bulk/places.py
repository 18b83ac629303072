"""Where games belong: their events, sessions and sections, as columns."""

from collections.abc import Mapping

import polars as pl

from neuberg.ingest.pbn.bulk.games import Games
from neuberg.ingest.pbn.bulk.rows import known
from neuberg.ingest.pbn.directives import Directives
from neuberg.ingest.pbn.events import Event, event_key
from neuberg.ingest.pbn.game import Game
from neuberg.ingest.reading import Reading

_EVENT = ("file", "event", "site")
#: The tags that an event is told by; a game that repeats another's says nothing new of it.
_TOLD_BY = ("Scoring", "Competition", "Room", "EventDate", "Date", "HomeTeam", "VisitTeam")
PLACE = ("event_no", "session", "section", "board")
_HANDS = ("north", "east", "south", "west")


def load_events(
    frame: pl.DataFrame, games: Games, heads: Mapping[int, Directives], readings: Mapping[int, Reading]
) -> tuple[pl.DataFrame, list[Event]]:
    """The games with `event_no`, `event_id` and `is_teams`, and the events, each loaded in its file."""
    telling = frame.unique((*_EVENT, *_TOLD_BY), keep="first", maintain_order=True)
    by_key: dict[tuple[int, str | None, str | None], list[Game]] = {}
    for file, game in zip(telling["file"], games.headings(telling, ("Event", "Site", *_TOLD_BY)), strict=True):
        by_key.setdefault((file, *event_key(game)), []).append(game)
    events = []
    for (file, *key), own in by_key.items():
        event = Event((key[0], key[1]), own, heads[file])
        event.load(readings[file])
        events.append(event)
    keys = pl.DataFrame(list(by_key), schema=frame.select(_EVENT).schema, orient="row").with_columns(
        event_no=pl.int_range(pl.len()),
        event_id=pl.Series([event.event_id for event in events], dtype=pl.Int64),
        is_teams=pl.Series([event.is_teams for event in events], dtype=pl.Boolean),
    )
    return frame.join(keys, on=_EVENT, how="left", nulls_equal=True, maintain_order="left"), events


def in_sessions(placed: pl.DataFrame, heads: Mapping[int, Directives]) -> pl.DataFrame:
    """The games with `session`: `sessions.session_labels` of each event's games."""
    first = pl.DataFrame(
        {"file": list(heads), "label_0": [head.session or "" for head in heads.values()]},
        schema={"file": pl.Int64, "label_0": pl.String},
    )
    stage, round_, date = (known(pl.col(name)).fill_null("") for name in ("Stage", "Round", "Date"))
    home, visit = known(pl.col("HomeTeam")), known(pl.col("VisitTeam"))
    teams = (pl.min_horizontal(home, visit), pl.max_horizontal(home, visit))
    match = pl.when(home.is_not_null() & visit.is_not_null()).then(pl.concat_str(*teams, separator=" - ")).fill_null("")
    labelled = placed.join(first, on="file", how="left", maintain_order="left")
    labels = ["label_0"]
    for value in (stage, pl.when("is_teams").then(round_).otherwise(pl.lit("")), date, match):
        labels.append(f"label_{len(labels)}")
        labelled = _labelled(labelled.with_columns(value.alias(labels[-1])), labels)
    parts = [pl.when(pl.col(label) != "").then(label) for label in labels]
    joined = pl.concat_str(parts, separator=", ", ignore_nulls=True)
    return labelled.with_columns(session=pl.when(joined != "").then(joined).otherwise(pl.lit("1"))).drop(labels)


def _labelled(placed: pl.DataFrame, labels: list[str]) -> pl.DataFrame:
    """The last label emptied in the events whose boards it does not keep apart (`sessions._keeps_apart`)."""
    value = labels[-1]
    if placed[value].n_unique() == 1:
        return placed.with_columns(pl.lit("").alias(value))
    boards = (
        placed.filter(pl.any_horizontal(pl.col(hand).is_not_null() for hand in _HANDS))
        .group_by("event_no", *labels[:-1], "section", "board")
        .agg(values=pl.col(value).n_unique(), deals=pl.struct(_HANDS).n_unique())
        .filter(pl.col("values") > 1)
    )
    apart = (pl.col("deals") > 1) & (2 * pl.col("deals") > pl.col("values"))
    kept = boards.group_by("event_no").agg(keeps=2 * apart.sum() > pl.len()).filter("keeps")["event_no"]
    return placed.with_columns(pl.when(pl.col("event_no").is_in(kept.implode())).then(value).otherwise(pl.lit("")))
