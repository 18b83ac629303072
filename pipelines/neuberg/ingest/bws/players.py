"""Who the contestants are: the numbers keyed in at the tables before the first round, and the movement's first row."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from neuberg.ingest.bws.rows import Row, text, whole

_SIDES = ("NS", "EW")


def sits_both_ways(rounds: list[Row]) -> bool:
    """Whether a number meets itself: then each direction counts for itself, since no pair plays against itself."""
    return any(whole(row, "nspair") == whole(row, "ewpair") not in (None, 0) for row in rounds)


def contestants(numbers: list[Row], rounds: list[Row], member: Callable[[str], str]) -> list[dict[str, Any]]:
    """A row for each pair that players were keyed in for: its section, number, direction where it needs one, players.

    Args:
        numbers: PlayerNumbers; only the entries before the first round count.
        rounds: RoundData, which says which pair sat where in the first round.
        member: a name by its member's number, for an entry without one.
    """
    seats: dict[tuple[int | None, int | None], dict[str, Row]] = defaultdict(dict)
    for row in numbers:
        if not whole(row, "round"):
            seats[whole(row, "section"), whole(row, "table")][text(row, "direction").upper()] = row
    by_direction = sits_both_ways(rounds)
    found = []
    for row in rounds:
        if whole(row, "round") != 1:
            continue
        there = seats.get((whole(row, "section"), whole(row, "table")), {})
        for side in _SIDES:
            players = [there[seat] for seat in side if seat in there]
            pair = whole(row, f"{side.lower()}pair")
            if pair and any(text(player, "name") or text(player, "number") for player in players):
                direction = side if by_direction else None
                found.append({"of": row, "pair": str(pair), "direction": direction, **_people(players, member)})
    return found


def _people(players: list[Row], member: Callable[[str], str]) -> dict[str, Any]:
    return {
        "players": [text(player, "name") or member(text(player, "number")) or None for player in players],
        "player_ids": [text(player, "number") or None for player in players],
    }
