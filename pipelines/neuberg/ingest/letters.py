"""Whether a text's letters are such as its encoding gives: signs within words are told, nothing is guessed."""

import re

#: Signs that stand within no word in Windows-1252, but are letters of other code pages: those of Central Europe
#: (`¹` for ą, `³` for ł), DOS (`„` for ä, `†` for å) and the Macintosh.
_SIGN = "[\x80-\x9f¢£¤¥¦±³¶¹¼¾¿¯×÷‚„†‡ˆ‰‹”™]"
_LETTER = r"[^\W\d_]"
#: Four such letters together are of a word in Cyrillic or Greek.
_HIGH = "[À-ÖØ-öø-ÿ]"
_MISREAD = re.compile(rf"{_LETTER}{_SIGN}{_LETTER}|(?<!\w)[£¯\x80-\x9f]{_LETTER}|{_LETTER}[\x80-\x9f]|{_HIGH}{{4}}")
#: UTF-8 that was read as Windows-1252 before it was written.
_TWICE = re.compile("[ÃÂ][\x80-\xbf]")
_WORD = re.compile(r'[^\s"]+')
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_LONGEST = 80


def misread(text: str, encoding: str) -> tuple[str, int] | None:
    """The first word, and its line, whose letters are hardly those of the encoding; None where all may be.

    >>> misread("Cup\\nMa³gorzata Lis", "cp1252"), misread("SÃ©ance", "utf-8"), misread("Séance, 20 £", "cp1252")
    (('Ma³gorzata', 2), ('SÃ©ance', 1), None)
    """
    if text.isascii():
        return None
    found = (_first_misread(text) if encoding == "cp1252" else None) or _TWICE.search(text)
    if found is None:
        return None
    before = text[: found.start()]
    begin = max(before.rfind(mark) for mark in ' \t\r\n"') + 1
    word = _WORD.match(text, begin)
    return (word or found)[0][:_LONGEST], before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def _first_misread(text: str) -> re.Match[str] | None:
    """The first match of what no text of Windows-1252 has; looked for only about the signs beyond ASCII."""
    for run in _BEYOND_ASCII.finditer(text):
        found = _MISREAD.search(text, max(run.start() - 1, 0), run.end() + 1)
        if found is not None:
            return found
    return None
