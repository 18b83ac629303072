"""Where games belong: their events, sessions and sections, as columns."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.ingest.pbn.bulk.buffer import Ints
from neuberg.ingest.pbn.bulk.coded import Coded, combined
from neuberg.ingest.pbn.bulk.games import Games
from neuberg.ingest.pbn.directives import Directives
from neuberg.ingest.pbn.events import Event, event_key
from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.values import known
from neuberg.ingest.reading import Reading

#: The tags that an event is told by; a game that repeats another's says nothing new of it.
_TOLD_BY = ("Scoring", "Competition", "Room", "Round", "EventDate", "Date", "HomeTeam", "VisitTeam")
_HANDS = ("north", "east", "south", "west")


class Events(NamedTuple):
    """The events of a batch, each loaded in its file, and the number of the event of each game, -1 for none."""

    events: list[Event]
    number: Ints


class Boards(NamedTuple):
    """Games of boards: their numbers, those of their events, their sections and boards, and their hands."""

    game: Ints
    event: Ints
    section: Coded
    board: Ints
    hands: pl.DataFrame


def known_or_empty(games: Games, name: str) -> Coded:
    """What a tag says in each game; empty where that is nothing known."""
    return games.coded(name).told(lambda text: known(text or "") or "")


def load_events(kept: Ints, games: Games, heads: Mapping[int, Directives], readings: Mapping[int, Reading]) -> Events:
    """The events of some games."""
    names, sites = known_or_empty(games, "Event"), known_or_empty(games, "Site")
    own = (games.file[kept] * len(names.texts) + names.codes[kept]) * len(sites.texts) + sites.codes[kept]
    runs = np.flatnonzero(np.diff(own, prepend=-1))
    numbers: dict[int, int] = {}
    run = [numbers.setdefault(key, len(numbers)) for key in own[runs].tolist()]
    number = np.full(games.count, -1, dtype=np.int64)
    number[kept] = np.repeat(np.array(run, dtype=np.int64), np.diff(runs, append=kept.size))
    telling = _telling(kept, number[kept], games)
    of_event: list[list[Game]] = [[] for _ in numbers]
    for event, game in zip(
        number[telling].tolist(), games.headings(telling, ("Event", "Site", *_TOLD_BY)), strict=True
    ):
        of_event[event].append(game)
    events = []
    for file, given in zip(games.file[kept[_firsts(number[kept], len(numbers))]].tolist(), of_event, strict=True):
        events.append(Event(event_key(given[0]), given, heads[file]))
        events[-1].load(readings[file])
    return Events(events, number)


def _telling(kept: Ints, number: Ints, games: Games) -> Ints:
    """Of the games of events those that tell of theirs what none before them does."""
    columns = [number, *(games.coded(name).codes[kept] for name in _TOLD_BY)]
    columns = [column for column in columns if column.size and (column != column[0]).any()]
    is_new = np.zeros(kept.size, dtype=np.bool_)
    is_new[:1] = True
    for column in columns:
        is_new[1:] |= column[1:] != column[:-1]
    at = np.flatnonzero(is_new)
    seen: dict[tuple[int, ...], int] = {}
    for place, *said in zip(at.tolist(), *(column[at].tolist() for column in columns), strict=True):
        seen.setdefault(tuple(said), place)
    return kept[np.array(list(seen.values()), dtype=np.int64)]


def _firsts(numbers: Ints, count: int) -> Ints:
    """Where each number stands first."""
    first = np.zeros(count, dtype=np.int64)
    first[numbers[::-1]] = np.arange(numbers.size)[::-1]
    return first


def sessions_of(boards: Boards, events: Events, games: Games, heads: Mapping[int, Directives]) -> Coded:
    """The session of each board's game: `sessions.session_labels` of each event's games."""
    labels = [_first_labels(games.file[boards.game], heads)]
    for value in _discriminators(boards, events, games):
        labels.append(_kept_apart(boards, labels, value, len(events.events)))
    codes, distinct = combined(labels)
    return Coded(codes, [", ".join(part for part in parts if part) or "1" for parts in distinct]).told(_itself)


def _itself(text: str | None) -> str | None:
    return text


def _first_labels(files: Ints, heads: Mapping[int, Directives]) -> Coded:
    """The session that each file's head names."""
    texts: list[str | None] = [""] * (max(heads, default=0) + 1)
    for file, head in heads.items():
        texts[file] = head.session or ""
    return Coded(files, texts).told(_itself)


def _discriminators(boards: Boards, events: Events, games: Games) -> Iterator[Coded]:
    for name in ("Stage", "Round", "Date"):
        value = known_or_empty(games, name)
        codes = value.codes[boards.game]
        if name == "Round":
            is_teams = np.array([event.is_teams for event in events.events], dtype=np.bool_)[boards.event]
            value, codes = Coded(codes, ["", *value.texts]), np.where(is_teams, codes + 1, 0)
        yield Coded(codes, value.texts).told(_itself)
    home, visit = (known_or_empty(games, name) for name in ("HomeTeam", "VisitTeam"))
    codes, teams = combined([Coded(home.codes[boards.game], home.texts), Coded(visit.codes[boards.game], visit.texts)])
    yield Coded(codes, [" - ".join(sorted(map(str, pair))) if all(pair) else "" for pair in teams]).told(_itself)


def _kept_apart(boards: Boards, labels: list[Coded], value: Coded, events: int) -> Coded:
    """A label, empty in the events whose boards it does not keep apart (`sessions._keeps_apart`)."""
    if not value.codes.size:
        return value
    varies = value.codes != value.codes[_firsts(boards.event, events)][boards.event]
    if not varies.any():
        return Coded(np.zeros_like(value.codes), [""])
    doubtful = np.zeros(events, dtype=np.bool_)
    doubtful[boards.event[varies]] = True
    at = np.flatnonzero(doubtful[boards.event])
    frame = boards.hands[at].with_columns(
        event=boards.event[at], label=combined(labels)[0][at], value=value.codes[at],
        section=boards.section.codes[at], board=boards.board[at],
    )  # fmt: skip
    keeps = np.zeros(events, dtype=np.bool_)
    keeps[_events_kept_apart(frame)] = True
    return Coded(np.where(keeps[boards.event], value.codes + 1, 0), ["", *value.texts]).told(_itself)


def _events_kept_apart(games: pl.DataFrame) -> list[int]:
    """The events of which most boards that stand under several values are other deals under them."""
    boards = (
        games.filter(pl.any_horizontal(pl.col(hand).is_not_null() for hand in _HANDS))
        .group_by("event", "label", "section", "board")
        .agg(values=pl.col("value").n_unique(), deals=pl.struct(_HANDS).n_unique())
        .filter(pl.col("values") > 1)
    )
    apart = (pl.col("deals") > 1) & (2 * pl.col("deals") > pl.col("values"))
    return boards.group_by("event").agg(keeps=2 * apart.sum() > pl.len()).filter("keeps")["event"].to_list()
