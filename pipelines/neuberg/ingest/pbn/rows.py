"""The rows of a table: told apart by counting elements, never by widths."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from neuberg.ingest.pbn.game import Table

#: An element of a row; it may hold blanks within quotes.
TOKEN = r'\^?"[^"]*"|\S+'
_TOKEN = re.compile(TOKEN)
_GAP = re.compile(r"\s{2,}")


class Row(NamedTuple):
    """One row: its line, its text, and its cells by column; None where its elements do not fit the header."""

    line: int
    text: str
    cells: dict[str, str] | None


class _Line(NamedTuple):
    number: int
    text: str
    tokens: list[str]


def columns(header: str, roles: dict[str, str]) -> list[str]:
    """The role of each column of a header, empty for one that has none or is there a second time.

    >>> columns(r"+Rank\\2R;PairId_NS\\3;Score_NS", {"pairidns": "ns_pair", "scorens": "ns_score"})
    ['', 'ns_pair', 'ns_score']
    """
    found: list[str] = []
    seen: set[str] = set()
    for name in _names(header):
        role = roles.get(_plain(name), "")
        found.append("" if role in seen else role)
        seen.add(role)
    return found


def unread_columns(header: str, roles: dict[str, str]) -> list[str]:
    """The names of the columns that have no role, but the rank, which follows from the others.

    >>> unread_columns(r"+Rank\\2R;Score_NS;Datum\\3R", {"scorens": "ns_score"})
    ['Datum']
    """
    names = {_shown(name): _plain(name) for name in _names(header)}
    return [shown for shown, plain in names.items() if plain and plain not in roles and plain != "rank"]


def _names(header: str) -> list[str]:
    if not header.strip():
        return []
    return header.split(";") if ";" in header else header.split()


def _shown(name: str) -> str:
    return name.partition("\\")[0].strip().lstrip("+-")


def _plain(name: str) -> str:
    return _shown(name).replace("_", "").replace(" ", "").lower()


def split_rows(table: Table, roles: list[str]) -> Iterator[Row]:
    """The table's rows in order, one for each record that its lines hold or should hold."""
    if not any(roles):
        yield from (_misfit(_Line(number, text, [])) for number, text in table.lines)
        return
    lines = _with_names([_Line(number, text, _tokens(text)) for number, text in table.lines], roles)
    width = len(roles)
    if any(len(line.tokens) == width for line in lines) or not _is_stream(lines, width):
        yield from _by_line(lines, roles)
    else:
        yield from _by_count(lines, roles)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text) if '"' in text else text.split()


def _is_stream(lines: list[_Line], width: int) -> bool:
    """Whether rows are broken without regard to lines: their elements make whole rows, and not by a wrong header."""
    if not width or sum(len(line.tokens) for line in lines) % width:
        return False
    lengths = {len(line.tokens) for line in lines}
    if len(lengths) > 1:
        return True
    length = next(iter(lengths), 0)
    return length > 0 and (width % length == 0 or length % width == 0)


def _by_count(lines: list[_Line], roles: list[str]) -> Iterator[Row]:
    stream = [(line, token) for line in lines for token in line.tokens]
    for start in range(0, len(stream), len(roles)):
        row = stream[start : start + len(roles)]
        tokens = [token for _, token in row]
        yield _row(row[0][0].number, " ".join(tokens), tokens, roles)


def _by_line(lines: list[_Line], roles: list[str]) -> Iterator[Row]:
    """A row a line; short lines in succession that make exactly one row are that row."""
    waiting: list[_Line] = []
    elements = 0
    for line in lines:
        size = len(line.tokens)
        if size >= len(roles) or elements + size > len(roles):
            yield from map(_misfit, waiting)
            waiting, elements = [], 0
        if size > len(roles):
            yield _misfit(line)
            continue
        waiting.append(line)
        elements += size
        if elements == len(roles):
            tokens = [token for part in waiting for token in part.tokens]
            yield _row(waiting[0].number, "\n".join(part.text for part in waiting), tokens, roles)
            waiting, elements = [], 0
    yield from map(_misfit, waiting)


def _misfit(line: _Line) -> Row:
    return Row(line.number, line.text, None)


def _row(number: int, text: str, tokens: list[str], roles: list[str]) -> Row:
    cells = {role: unquoted(token) for role, token in zip(roles, tokens, strict=True) if role}
    return Row(number, text, cells)


def unquoted(token: str) -> str:
    """An element without its quotes and the blanks within them."""
    if token[-1] == '"' and token.lstrip("^").startswith('"'):
        return token.replace('"', "").strip()
    return token


def _with_names(lines: list[_Line], roles: list[str]) -> list[_Line]:
    """The lines with the words of unquoted names joined, where a block of names columns is not of its number.

    Names may be missing altogether only in the last columns, and where no line is shorter still.
    """
    block = [place for place, role in enumerate(roles) if role.endswith("names")]
    if not block or len(block) > 2 or block[-1] - block[0] >= len(block):
        return lines
    others = len(roles) - len(block)
    may_miss = block[-1] == len(roles) - 1 and min((len(line.tokens) for line in lines), default=0) >= others
    least = others if may_miss else len(roles)
    return [
        _names_joined(line, block, len(roles)) if least <= len(line.tokens) != len(roles) else line for line in lines
    ]


def _names_joined(line: _Line, block: list[int], width: int) -> _Line:
    end = len(line.tokens) - (width - 1 - block[-1])
    words = line.tokens[block[0] : end]
    joined = [" ".join(words) or "?"] if len(block) == 1 else _two_names(line.text, words)
    return line._replace(tokens=[*line.tokens[: block[0]], *joined, *line.tokens[end:]])


def _two_names(text: str, words: list[str]) -> list[str]:
    """The names of the last two columns, parted at a wide gap; without one nobody can say where a name ends."""
    last = _GAP.split(text.strip())[-1].split()
    if words and len(last) < len(words) and words[-len(last) :] == last:
        return [" ".join(words[: -len(last)]), " ".join(last)]
    return ["?", "?"]
