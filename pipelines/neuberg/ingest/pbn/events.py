"""The events of a file: each Event and Site named in it, with what its games together say."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from neuberg.ingest.pbn.directives import Directives
from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import room_named, round_number
from neuberg.ingest.pbn.plays import match_label
from neuberg.ingest.pbn.teams import Seating
from neuberg.ingest.pbn.values import known, parse_competition, parse_scoring
from neuberg.ingest.reading import Reading
from neuberg.ingest.values import parse_date, parse_season

KIND = "event"
_LONGEST = 200
#: A date that says itself that it is not known to the day: a year, a month, or with marks of the unknown.
_IN_PART = re.compile(r"\s*[0-9?]{4}(?:[.\-/][0-9?]{1,2}|(?=.*\?)[.\-/][0-9?]{1,2}[.\-/][0-9?]{1,2})?\s*", re.ASCII)
_Key = tuple[str | None, str | None]


def event_key(game: Game) -> _Key:
    """What an event is known by in a file: its Event and Site, None for what is unknown."""
    return known(game.value("Event")), known(game.value("Site"))


class Event:
    """One event and its games."""

    def __init__(self, key: _Key, games: list[Game], head: Directives) -> None:
        self.key = key
        self.games = games
        self.event_id = 0
        #: The sessions of its boards in this file.
        self.sessions: set[str] = set()
        self._head = head
        self._competitions = self._texts("Competition")
        self._competition = self._kind()
        #: Whether it is played in teams: it says so, or its games name rooms or two teams.
        self.is_teams = self._competition == "teams"
        texts = [*self._texts("Scoring"), head.scoring or ""]
        #: The scoring, the first that is known.
        self.scoring = next((scoring for text in texts if (scoring := parse_scoring(text))), None)

    @cached_property
    def seating(self) -> Seating:
        """Where the teams of its matches sat."""
        return Seating(self.games)

    def load(self, reading: Reading) -> None:
        """Add it, met here."""
        reading.met(KIND)
        self._note_competition(reading)
        self._note_scoring(reading)
        self._note_rounds(reading)
        self.event_id = reading.add_event(
            name=self._name(),
            body=self._head.body,
            **self._dates(reading),
            competition=self._competition,
            scoring=self.scoring,
            producer=reading.producer,
            line=self.games[0].line_of("Event"),
        )

    def _name(self) -> str | None:
        name, site = self.key
        head = self._head.contest or self._head.title
        return name or (head if site is None else None)

    def _texts(self, tag: str) -> list[str]:
        """A tag's known values, each once, in order."""
        given = {tag_.value: None for game in self.games if (tag_ := game.tags.get(tag))}
        return list({text: None for value in given if (text := known(value))})

    def _kind(self) -> str | None:
        """The kind of competition."""
        if any(map(room_named, self._texts("Room"))):
            return "teams"
        stated = next((found for text in self._competitions if (found := parse_competition(text))), None)
        return stated or ("teams" if any(match_label(game) for game in self.games) else None)

    def _note_competition(self, reading: Reading) -> None:
        for text in self._competitions:
            if parse_competition(text) is None:
                Doubts(reading, self.games[0].line).note("bad_competition", text, "Pairs, Teams, Individuals, …")

    def _note_scoring(self, reading: Reading) -> None:
        """Note what the event says of its scoring, where that is nothing that is known."""
        texts = self._texts("Scoring")
        if texts and self.scoring is None:
            line = self.games[0].line_of("Scoring")
            wanted = "MP, IMP, IMP;Butler, IMP;Cross, BAM, …; the scoring is not known"
            Doubts(reading, line).note("unknown_scoring", "; ".join(texts)[:_LONGEST], wanted, severity="info")

    def _note_rounds(self, reading: Reading) -> None:
        """Note, once, the names of rounds that are no numbers: a result's round is one."""
        names = [text for text in self._texts("Round") if round_number(text) is None]
        if names:
            line = next(game.line_of("Round") for game in self.games if known(game.value("Round")) == names[0])
            found = "; ".join(names)[:_LONGEST]
            Doubts(reading, line).note("not_represented", found, "the number of a round", severity="info")

    def _dates(self, reading: Reading) -> dict[str, Any]:
        texts = [*self._texts("EventDate"), *self._texts("Date")]
        texts += [text for text in (self._head.contest_date, self._head.title_date) if text]
        days = [(day, text) for text in texts if (day := parse_date(text))]
        for text in texts if len(days) < len(texts) else ():
            if parse_date(text) is None and not _IN_PART.fullmatch(text):
                Doubts(reading, self.games[0].line_of("Date")).note("bad_date", text, "a date as YYYY.MM.DD")
        if days:
            day, given = min(days, key=lambda found: found[0])
            return {"date": day, "date_given": given, "season": str(day.year)}
        seasons = [(season, text) for text in texts if (season := parse_season(text))]
        if seasons:
            season, given = min(seasons)
            return {"date": None, "date_given": given, "season": season}
        return {"date": None, "date_given": next(iter(texts), None), "season": "unknown"}


def find_events(games: Iterable[Game], head: Directives) -> list[Event]:
    """The events in order of their first game."""
    by_key: dict[_Key, list[Game]] = {}
    for game in games:
        by_key.setdefault(event_key(game), []).append(game)
    return [Event(key, own, head) for key, own in by_key.items()]


def winners(lines: Iterable[dict[str, Any]]) -> int | None:
    """1 where places run over both directions, 2 where each direction has its own; None where that is not said."""
    placed = [line for line in lines if line["place"] is not None]
    directions = Counter(line["direction"] for line in placed)
    if set(directions) != {"NS", "EW"}:
        return None
    if max(line["place"] for line in placed) > max(directions.values()):
        return 1
    first = {line["direction"] for line in placed if line["place"] == 1}
    return 2 if first == {"NS", "EW"} else None
