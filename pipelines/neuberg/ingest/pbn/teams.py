"""Which team sat where in a match: told by the home team and the room, or by the home team of each table."""

from collections import defaultdict
from collections.abc import Iterable

from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.outcome import room_named
from neuberg.ingest.pbn.plays import home_and_visit, match_label

#: The N-S pair's team and the E-W pair's.
Seated = tuple[str | None, str | None]


class Seating:
    """Where the teams of an event's matches sat.

    The home team sits N-S in the open room and E-W in the closed one. Programs that name no rooms call the team that
    sits N-S at a table its home team, which shows where a match has both of its teams at home. Else it is not told.
    """

    def __init__(self, games: Iterable[Game]) -> None:
        named: dict[str, set[tuple[str, str]]] = defaultdict(set)
        in_rooms: set[str] = set()
        for game in games:
            teams, label = home_and_visit(game), match_label(game)
            if teams is None or label is None:
                continue
            named[label].add(teams)
            if room_named(game.value("Room")):
                in_rooms.add(label)
        self._by_table = {label for label, pairs in named.items() if len(pairs) > 1} - in_rooms

    def of(self, game: Game) -> Seated:
        """The teams at a game's table; None where they are not told."""
        teams = home_and_visit(game)
        if teams is None or teams[0] == teams[1]:
            return None, None
        room = room_named(game.value("Room"))
        if room == "Open" or (room is None and match_label(game) in self._by_table):
            return teams
        return (teams[1], teams[0]) if room == "Closed" else (None, None)
