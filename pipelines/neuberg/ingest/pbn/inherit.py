"""What games take over from the games before them: `#`, `##`, and what no specification writes down.

Beyond the two marks, a game without an Event continues its event's headings, and a second play of a board (a game
without Board, Event and a deal of its own) continues the board. Players and rooms are never taken over.
"""

from neuberg.ingest.pbn.game import DEAL_TAGS, HEADINGS, Game, Tag
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.values import known
from neuberg.ingest.reading import Reading

#: The specification forbids to inherit these; real files inherit a Deal, but a play cannot be taken over.
NEVER_INHERITED = ("Declarer", "Contract")
_PLAY_TAGS = ("Declarer", "Contract", "Result", "Score")


def resolve(games: list[Game], reading: Reading) -> None:
    """Put in each game's tags what it takes over from the games before it."""
    last: dict[str, str] = {}
    defaults: dict[str, str] = {}
    before: Game | None = None
    for game in games:
        game.records_deal = any(name in game.tags for name in DEAL_TAGS)
        own_event = "Event" in game.tags
        _resolve_marks(game, last, defaults, reading)
        if before is not None:
            _continue_event(game, before, own_event)
            _continue_board(game, before)
        before = game


def has_play(game: Game) -> bool:
    """Whether the game says anything of a play: a declarer, contract, result or score."""
    return any(known(game.value(name)) is not None for name in _PLAY_TAGS) and not _is_end_position(game)


def _is_end_position(game: Game) -> bool:
    """Whether the game is a position to be played, whose contract is a denomination only."""
    others = (known(game.value(name)) for name in ("Declarer", "Result", "Score"))
    return game.value("Contract").strip().upper() in ("S", "H", "D", "C", "N", "NT") and not any(others)


def _resolve_marks(game: Game, last: dict[str, str], defaults: dict[str, str], reading: Reading) -> None:
    for name, tag in game.tags.items():
        value = tag.value
        if value.startswith("##"):
            value = defaults[name] = value[2:]
        elif value == "#":
            value = last.get(name, "")
            if name in NEVER_INHERITED:
                wanted = f"a {name} of the game's own"
                Doubts(reading, tag.line).note("inherited_value", f'[{name} "#"]', wanted)
                value = ""
        last[name] = value
        if value is not tag.value:
            game.tags[name] = Tag(value, tag.line)
    for name, value in defaults.items():
        game.tags.setdefault(name, Tag(value, game.line))
    for table in game.tables:
        if table.header == "#":
            table.header = last.get(table.name, "")
        last[table.name] = table.header


def _continue_event(game: Game, before: Game, own_event: bool) -> None:
    if not own_event:
        _take_over(game, before, HEADINGS)


def _continue_board(game: Game, before: Game) -> None:
    agrees = all(
        name not in game.tags or _same(name, game, before) for name in ("Event", "Site", "Stage", "Round", *DEAL_TAGS)
    )
    if agrees and ("Board" in game.tags or has_play(game) or game.tables):
        _take_over(game, before, DEAL_TAGS)


def _same(name: str, game: Game, before: Game) -> bool:
    return name in before.tags and game.tags[name].value == before.tags[name].value


def _take_over(game: Game, before: Game, names: tuple[str, ...]) -> None:
    for name in names:
        if name in before.tags:
            game.tags.setdefault(name, Tag(before.tags[name].value, game.line))
