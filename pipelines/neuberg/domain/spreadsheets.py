"""Texts that a spreadsheet would take for a formula: marked when they are written, the mark taken off when read."""

import re

#: What makes a spreadsheet take a cell for a formula, or hides that it does; the full-width signs count as theirs.
FORMULA = (
    r"^[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*"
    r"[=+\-@\uff1d\uff0b\uff0d\uff20|%]"
)
#: A number, which is none whatever its sign.
NUMBER = r"^[+-]?\d+(?:[.,]\d+)?$"

_FORMULA, _NUMBER = re.compile(FORMULA), re.compile(NUMBER)


def guarded(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would run it; numbers stay as they are.

    A text that has the mark already gets another, so that `unguarded` gives back every text.

    >>> guarded("=1+1"), guarded("'@x"), guarded("-620"), guarded("-2+3"), guarded("O'Hara")
    ("'=1+1", "''@x", '-620', "'-2+3", "O'Hara")
    """
    return f"'{text}" if _is_guarded(text) else text


def unguarded(text: str) -> str:
    """The text without the apostrophe that `guarded` puts before it.

    >>> unguarded("'=1+1"), unguarded("''@x"), unguarded("'tis"), unguarded("'-620")
    ('=1+1', "'@x", "'tis", "'-620")
    """
    return text[1:] if text.startswith("'") and _is_guarded(text[1:]) else text


def _is_guarded(text: str) -> bool:
    return _FORMULA.match(text.lstrip("'")) is not None and _NUMBER.match(text) is None
