"""One game per play as a traveller line: its tags, and the first card of its play."""

from typing import Any

from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import Given, figures, note_one_sided, outcome, parse_room, round_number
from neuberg.ingest.pbn.values import is_not_played, known, ns_points, parse_awards, parse_seat, parse_sides
from neuberg.ingest.reading import Reading

_PUBLISHED = (("ScoreMP", "mp"), ("ScorePercentage", "pct"), ("ScoreIMP", "imp"))


def read_play(game: Game, reading: Reading) -> dict[str, Any]:
    """The game's play as columns of `results`."""
    line = next(
        (game.tags[name].line for name in ("Contract", "Result", "Score", "Declarer") if name in game.tags),
        game.line,
    )
    doubts = Doubts(reading, line, _raw(game))
    play = {
        "section": known(game.value("Section")) or "",
        "round": round_number(game.value("Round")),
        "table": known(game.value("Table")),
        "room": parse_room(game.value("Room"), doubts),
        "ns_pair": _pair(game, "PairNS", "North", "South"),
        "ew_pair": _pair(game, "PairEW", "East", "West"),
        "line": line,
        **_outcome(game, doubts),
        **_published(game, doubts),
    }
    note_one_sided(play, doubts)
    return play


def match_label(game: Game) -> str | None:
    """The match by its two teams, whichever the file calls the home team; None where they are not both known."""
    teams = home_and_visit(game)
    return " - ".join(sorted(teams)) if teams else None


def home_and_visit(game: Game) -> tuple[str, str] | None:
    """The home team and the visiting one; None where they are not both known."""
    home, visit = known(game.value("HomeTeam")), known(game.value("VisitTeam"))
    return (home, visit) if home and visit else None


def _raw(game: Game) -> str:
    names = ("Board", "Declarer", "Contract", "Result", "Score")
    return " ".join(f'[{name} "{game.tags[name].value[:80]}"]' for name in names if name in game.tags)


def _pair(game: Game, tag: str, *seats: str) -> str | None:
    names = [known(game.value(name)) for name in seats]
    return known(game.value(tag)) or (" - ".join(name for name in names if name) if all(names) else None)


def _outcome(game: Game, doubts: Doubts) -> dict[str, Any]:
    score = game.value("Score")
    awards = parse_awards(score) if known(score) else None
    artificial = awards is not None or score.startswith("^")
    given = Given(
        contract=game.value("Contract"),
        declarer=game.value("Declarer"),
        result=game.value("Result"),
        lead=game.lead.value if game.lead else "",
        points=_points(game, score, artificial, doubts),
        awards=awards,
        award_given=score.strip() if artificial else None,
        artificial=artificial,
        not_played=is_not_played(score) or is_not_played(game.value("Result")),
    )
    return outcome(given, doubts)


def _points(game: Game, score: str, artificial: bool, doubts: Doubts) -> int | None:
    if known(score) is None or artificial or is_not_played(score):
        return None
    return ns_points(score, parse_seat(game.value("Declarer")), doubts, imps=game.value("ScoreIMP"))


def _published(game: Game, doubts: Doubts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    declarer = parse_seat(game.value("Declarer"))
    for tag, unit in _PUBLISHED:
        text = game.value(tag)
        if known(text) is None:
            continue
        sides = parse_sides(text, declarer)
        if sides is None:
            doubts.note("bad_number", text, f"{tag} as NS n, EW n, or n with a declarer")
        else:
            found |= figures(unit, *sides)
    return found
