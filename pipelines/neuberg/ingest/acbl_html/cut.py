"""JSON that ends too soon or is damaged somewhere: what stands whole before that place."""

import re
from typing import NamedTuple

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}:,]')
_CLOSING = {"{": "}", "[": "]"}
#: The lists of which a part is worth having; of all others an unfinished entry is left out.
_HOLDERS = frozenset({"sessions", "sections", "boards"})
#: The page nests a tenth as deep.
_DEEPEST = 100


class _Open(NamedTuple):
    """An object or list that is not closed yet.

    Attributes:
        name: its own name, or that of the list it is an entry of.
        is_part: whether its rest may be missing, and that of all it stands in.
    """

    mark: str
    name: str
    is_part: bool


def whole_part(text: str) -> tuple[str, int]:
    """A JSON text of all that stands whole in a text, and how much of the text that is; nothing where nothing does.

    Of the sessions, their sections and boards a part is kept, of anything else only what is finished.

    >>> whole_part('{"name": "Open", "boards": [{"n": 1, "results": [{"a": 1}, {"a": 2')
    ('{"name": "Open", "boards": [{"n": 1, "results": [{"a": 1}]}]}', 57)
    """
    stack: list[_Open] = []
    end, closing, name, latest = 0, "", "", ""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _CLOSING:
            stack.append(_opened(token, name, stack))
        elif token in "]}":
            if not stack or _CLOSING[stack.pop().mark] != token:
                break
            if not stack or stack[-1].is_part:
                end, closing = match.end(), "".join(_CLOSING[one.mark] for one in reversed(stack))
        if len(stack) > _DEEPEST:
            break
        name = latest if token == ":" else ""
        latest = token[1:-1]
    return text[:end] + closing, end


def _opened(mark: str, name: str, stack: list[_Open]) -> _Open:
    own = name or (stack[-1].name if stack else "")
    may_be_part = not stack or mark == "[" or own in _HOLDERS
    return _Open(mark, own, may_be_part and (not stack or stack[-1].is_part))
