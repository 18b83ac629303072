"""Which session of its event a game belongs to: what keeps apart boards of one number that are different deals."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from neuberg.ingest.pbn.deals import Hands
from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.plays import match_label
from neuberg.ingest.pbn.values import known

_Discriminator = Callable[[Game], str | None]
_Placed = tuple[Game, int, Hands]  # a game, its board's number, its deal


def session_labels(placed: Sequence[_Placed], first: str | None, *, is_teams: bool) -> list[str]:
    """The session of each game of one event.

    Of Stage, Round (in teams, where each round has its own boards), Date and the match, those are taken that keep
    different deals apart: where board numbers stand under several values, most of them must be other deals under
    more than half of those values. One fouled board thus splits no session.

    Args:
        placed: the event's games in order.
        first: the session that the file's head names, if it does.
        is_teams: whether the event is one of teams.
    """
    labels: list[tuple[str, ...]] = [() if first is None else (first,) for _ in placed]
    for discriminator in _discriminators(is_teams):
        values = [discriminator(game) or "" for game, _, _ in placed]
        if len(set(values)) > 1 and _keeps_apart(placed, labels, values):
            labels = [(*label, value) for label, value in zip(labels, values, strict=True)]
    return [", ".join(part for part in label if part) or "1" for label in labels]


def _discriminators(is_teams: bool) -> Iterator[_Discriminator]:
    yield lambda game: known(game.value("Stage"))
    if is_teams:
        yield lambda game: known(game.value("Round"))
    yield lambda game: known(game.value("Date"))
    yield match_label


def _keeps_apart(placed: Sequence[_Placed], labels: list[tuple[str, ...]], values: list[str]) -> bool:
    deals: dict[tuple[object, ...], set[Hands]] = defaultdict(set)
    standing: dict[tuple[object, ...], set[str]] = defaultdict(set)
    for (game, board, hands), label, value in zip(placed, labels, values, strict=True):
        if hands.any():
            key = (label, known(game.value("Section")), board)
            deals[key].add(hands)
            standing[key].add(value)
    repeated = [key for key, own in standing.items() if len(own) > 1]
    apart = sum(len(deals[key]) > 1 and 2 * len(deals[key]) > len(standing[key]) for key in repeated)
    return 2 * apart > len(repeated)
