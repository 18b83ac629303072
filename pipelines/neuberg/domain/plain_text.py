"""Texts of files as they may be shown: nothing in them that a terminal obeys, or that a page cannot hold."""

import re

#: What a terminal obeys or hides instead of showing (control characters, line ends, marks that turn the direction), and
#: what is no character at all: halves of pairs, which stand for bytes of a file's name, and U+FFFE and U+FFFF.
NOT_SHOWN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]",
)


def plain(text: str) -> str:
    """The text on one line with whatever would not be shown as it stands written out, for a person to read.

    >>> plain("Cup\\x1b[2J\\nFinal")
    'Cup\\\\x1b[2J\\\\nFinal'
    """
    return NOT_SHOWN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
