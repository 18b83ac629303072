"""From a PBN file to records: games are read, placed in events and sessions, and loaded."""

from neuberg.ingest.pbn import standard
from neuberg.ingest.pbn.boards import Numbers, Place
from neuberg.ingest.pbn.deals import Hands, parse_deal
from neuberg.ingest.pbn.directives import Directives, read_directives
from neuberg.ingest.pbn.events import Event, event_key, find_events
from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.inherit import has_play, resolve
from neuberg.ingest.pbn.loading import Loader
from neuberg.ingest.pbn.sessions import session_labels
from neuberg.ingest.pbn.tokens import Tokenizer
from neuberg.ingest.pbn.values import known
from neuberg.ingest.reading import Reading

_DOS_END = "\x1a"
#: What a line ends with where the ends of a text for DOS were made ends for DOS a second time.
_DOUBLED = "\r\r\n"


def read(reading: Reading) -> None:
    """Read a PBN file into the reading.

    Left out by rule (`ignored`): the one play that a game shows beside its board's ScoreTable, which is one of the
    table's lines; the rows of a second table of one name in a game; the second half of an artificial score whose
    sides have rows of their own. Superseded: a deal, a contestant's line, a whole ScoreTable or a play of the same
    players that stands a second time, and the lines of a later ScoreTable of a board that are all in an earlier
    one, where they say who played them or how they compared.

    The home team of a match is taken to sit N-S in the open room and E-W in the closed one, as is the custom; in a
    match without rooms, that of each table to sit N-S there where both teams are so named, else no team is told.

    Not represented: calls, cards beyond the lead, notes and comments; the tables of actions, auctions, times and
    best results; the names of rounds that are no numbers (told once an event); columns of a ScoreTable that have no
    name in the specification and are not Section, Table, Round, Room or Lead (told once a header, as are those of a
    ranking), and the teams of a game with one; rubber scores; what a `%` line says besides the event, its day and
    place, the program and the session.

    Taken as meant, and told: names of tags in other capitals; a section behind a blank line, which is of the game
    before it; a blank line below every line of a file.
    """
    text = text_of(reading)
    tokenizer = Tokenizer(reading)
    tokenizer.read(text)
    games = tokenizer.games
    head = read_directives(tokenizer.directives)
    resolve(games, reading)
    reading.producer = head.producer or program(games)
    _load(games, head, reading)
    standard.tell(reading, text)


def text_of(reading: Reading) -> str:
    """The text of a file, in plain lines; its encoding is noted, and what is not of it."""
    text = without_ends(reading.text())
    if reading.source.data and not text.strip():
        found = f"{len(reading.source.data):,} bytes without a text"
        reading.problem(None, "no_text", found=found, wanted="a text", severity="warning")
    return text


def without_ends(text: str) -> str:
    r"""A text without the marks of its end, and with ends of lines that were doubled made single.

    >>> without_ends("[Board 1]\r\r\n[Deal]\r\r\n\x1a"), without_ends("a\r\r\nb\n")
    ('[Board 1]\n[Deal]\n', 'a\r\r\nb\n')
    """
    text = text.rstrip("\x00" + _DOS_END).replace(_DOS_END, " ")
    doubled = text.count(_DOUBLED)
    return text.replace(_DOUBLED, "\n") if doubled and doubled == text.count("\n") else text


def program(games: list[Game]) -> str | None:
    """The program that the first game names."""
    tags = (known(game.value(name)) for name in ("Application", "Generator") for game in games[:1])
    return next((program for program in tags if program), None)


def _load(games: list[Game], head: Directives, reading: Reading) -> None:
    """Load every event, then every game in the order of the file."""
    loader = Loader(reading, head, origin(games))
    games = [game for game in games if names_event(game) or _has_records(game)]
    events = find_events(games, head)
    for event in events:
        event.load(reading)
    of_game = {id(game): (event, None) for event in events for game in event.games}
    placed = {id(game): (event, place) for event in events for game, place in _places(event, head, reading)}
    for game in games:
        loader.load(game, *(placed.get(id(game)) or of_game[id(game)]))
    loader.complete()


def _places(event: Event, head: Directives, reading: Reading) -> list[tuple[Game, Place]]:
    """The places of the games of an event that have a board."""
    games = [game for game in event.games if has_board(game)]
    numbers = Numbers(games, reading)
    placed = []
    for game in games:
        hands: Hands = parse_deal(game.value("Deal"))[0]
        placed.append((game, numbers.number(game, hands), hands))
    labels = session_labels(placed, head.session, is_teams=event.is_teams)
    event.sessions.update(labels)
    return [
        (game, Place(event.event_id, label, known(game.value("Section")) or "", board))
        for (game, board, _), label in zip(placed, labels, strict=True)
    ]


def has_board(game: Game) -> bool:
    """Whether a game is of a board, rather than a heading or a ranking only."""
    return game.records_deal or has_play(game) or any(t.name == "ScoreTable" and t.lines for t in game.tables)


def _has_records(game: Game) -> bool:
    return has_board(game) or any(table.lines for table in game.tables)


def names_event(game: Game) -> bool:
    """Whether a game says which event or site it is of."""
    return any(event_key(game))


def origin(games: list[Game]) -> str:
    """What the deals are: cards found at tables where each game is a play, else the intended deals."""
    if any(table.name == "ScoreTable" for game in games for table in game.tables):
        return "record"
    return "as_played" if any(map(has_play, games)) else "record"
