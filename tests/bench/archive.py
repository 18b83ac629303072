"""A generated archive to measure on: club sessions as PBN with ScoreTables, as deals only, and as USEBIO; seeded."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

_CYCLE = ("None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS", "All", "None", "NS", "EW")
_BOARDS = 26
_RANKS = "AKQJT98765432"
_HEADER = (
    r"Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;"
    r"Score_NS\6R;Score_EW\6R;MP_NS\4R;MP_EW\4R;Percentage_NS\3R;Percentage_EW\3R"
)


class Line(NamedTuple):
    """A traveller line: the contract's texts, and N-S's points."""

    contract: str
    declarer: str
    tricks: int
    lead: str
    points: int


class Board(NamedTuple):
    """A board: its number, its deal from North, and its lines, best for N-S first."""

    number: int
    hands: list[list[str]]
    lines: list[Line]


def write_archive(folder: Path, kind: str, size: int, seed: int = 1, boards: int = _BOARDS) -> list[Path]:
    """Files of one kind (`tables`, `deals`, `usebio`) of about `size` bytes in all, a session a file.

    Args:
        folder: where they are written.
        kind: what the files hold.
        size: bytes in all, at least.
        seed: of the deals and results.
        boards: boards in a session: few for a club's evenings, many for a year in a file.
    """
    write = {"tables": _tables, "deals": _deals, "usebio": _usebio}[kind]
    chance, files, written = Random(f"{kind}{seed}"), [], 0
    while written < size:
        text = session_text(chance, write, len(files), boards)
        file = folder / f"{kind}-{len(files):06}.{'xml' if kind == 'usebio' else 'pbn'}"
        file.write_text(text, encoding="latin-1")
        files.append(file)
        written += len(text)
    return files


def session_text(chance: Random, write: Callable[[str, list[Board]], Iterator[str]], number: int, boards: int) -> str:
    """One session as a file's text."""
    date = f"{1990 + number % 35}.{number % 12 + 1:02}.{number % 28 + 1:02}"
    return "\n".join(write(date, [_board(chance, board) for board in range(1, boards + 1)])) + "\n"


def _board(chance: Random, number: int) -> Board:
    cards = [suit + rank for suit in "SHDC" for rank in _RANKS]
    chance.shuffle(cards)
    hands = [sorted(cards[13 * seat : 13 * seat + 13], key=lambda card: _RANKS.index(card[1])) for seat in range(4)]
    lines = sorted(
        (_line(chance, hands, number) for _ in range(chance.randrange(8, 15))), key=lambda line: -line.points
    )
    return Board(number, hands, lines)


def _line(chance: Random, hands: list[list[str]], number: int) -> Line:
    declarer, level, strain = chance.randrange(4), chance.choice((2, 3, 3, 4, 4, 5)), chance.choice("CDHSN")
    tricks = max(0, min(13, level + 6 + chance.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2))))
    vulnerable = _CYCLE[(number - 1) % 16] in ("All", "NS" if declarer % 2 == 0 else "EW")
    points = _points(level, strain, tricks, vulnerable=vulnerable)
    lead = chance.choice(hands[(declarer + 1) % 4])
    return Line(f"{level}{strain}", "NESW"[declarer], tricks, lead, points if declarer % 2 == 0 else -points)


def _points(level: int, strain: str, tricks: int, *, vulnerable: bool) -> int:
    over = tricks - level - 6
    if over < 0:
        return over * (100 if vulnerable else 50)
    each = 20 if strain in "CD" else 30
    bid = each * level + (10 if strain == "N" else 0)
    return bid + over * each + ((500 if vulnerable else 300) if bid >= 100 else 50)


def _tags(date: str, board: Board) -> list[str]:
    hands = " ".join(
        ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC") for hand in board.hands
    )
    values = {
        "Event": "Club evening", "Site": "Clubhouse", "Date": date, "Board": str(board.number),
        "West": "", "North": "", "East": "", "South": "", "Dealer": "NESW"[(board.number - 1) % 4],
        "Vulnerable": _CYCLE[(board.number - 1) % 16],
        "Deal": f"N:{hands}", "Scoring": "MatchPoints;MP1", "Declarer": "", "Contract": "", "Result": "",
    }  # fmt: skip
    return [f'[{name} "{value}"]' for name, value in values.items()]


def _deals(date: str, boards: list[Board]) -> Iterator[str]:
    yield "% PBN 2.1\n"
    for board in boards:
        yield from (*_tags(date, board), "")


def _tables(date: str, boards: list[Board]) -> Iterator[str]:
    yield "% PBN 2.1\n"
    for board in boards:
        yield from (*_tags(date, board), '[Competition "Pairs"]', f'[ScoreTable "{_HEADER}"]')
        for table, (line, ns_mp) in enumerate(_matchpointed(board.lines), start=1):
            top = 2 * (len(board.lines) - 1)
            score = f"{_plus(line.points):>6} {_plus(-line.points):>6}" if line.points else '   "0"      -'
            yield (
                f"{table:2} {(board.number + 1) // 2:2} {table:2} {table + 20:2} {line.contract:4} {line.declarer} "
                f"{line.tricks:2} {line.lead:3} {score} {ns_mp:4.1f} {top - ns_mp:4.1f} "
                f"{100 * ns_mp / top:3.0f} {100 - 100 * ns_mp / top:3.0f}"
            )
        yield ""


def _plus(points: int) -> str:
    return f'"{points}"' if points > 0 else "-"


def _matchpointed(lines: list[Line]) -> Iterator[tuple[Line, int]]:
    for line in lines:
        yield line, sum((line.points > other.points) + (line.points >= other.points) for other in lines) - 1


def _usebio(date: str, boards: list[Board]) -> Iterator[str]:
    day = "/".join(reversed(date.split(".")))
    yield '<?xml version="1.0" encoding="iso-8859-1"?>\n<USEBIO Version="1.2"><CLUB><CLUB_NAME>Club</CLUB_NAME></CLUB>'
    yield f'<EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>Club evening</EVENT_DESCRIPTION><DATE>{day}</DATE>'
    for board in boards:
        yield f"<BOARD><BOARD_NUMBER>{board.number}</BOARD_NUMBER>"
        for table, (line, ns_mp) in enumerate(_matchpointed(board.lines), start=1):
            fields = {
                "NS_PAIR_NUMBER": table, "EW_PAIR_NUMBER": table + 20, "CONTRACT": line.contract,
                "PLAYED_BY": line.declarer, "LEAD": line.lead[::-1], "TRICKS": line.tricks, "SCORE": line.points,
                "NS_MATCH_POINTS": ns_mp, "EW_MATCH_POINTS": 2 * (len(board.lines) - 1) - ns_mp,
            }  # fmt: skip
            yield "<TRAVELLER_LINE>"
            yield from (f"<{name}>{value}</{name}>" for name, value in fields.items())
            yield "</TRAVELLER_LINE>"
        yield "</BOARD>"
    yield "</EVENT><HANDSET>"
    for board in boards:
        yield f"<BOARD><BOARD_NUMBER>{board.number}</BOARD_NUMBER>"
        for seat, hand in zip(("North", "East", "South", "West"), board.hands, strict=True):
            suits = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
            holdings = "".join(
                f"<{name}>{''.join(card[1] for card in hand if card[0] == suit)}</{name}>"
                for name, suit in suits.items()
            )
            yield f"<HAND><DIRECTION>{seat}</DIRECTION>{holdings}</HAND>"
        yield "</BOARD>"
    yield "</HANDSET></USEBIO>"
