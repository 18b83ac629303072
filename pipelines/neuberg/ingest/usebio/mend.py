"""Damaged USEBIO made whole: the tags that can be read, nested as USEBIO nests them, the damage marked in its place.

A general repair of XML shifts all that follows a lost tag one level down or up. What may stand in what is known here,
so a lost tag costs the record that it was in, and no other.
"""

import re
from typing import NamedTuple

from neuberg.ingest.usebio.repairs import Repairs

#: The element around all that is left, and the name of the processing instruction where something was damaged.
WHOLE, DAMAGED = "MENDED", "damaged"
#: An element closes those of its own level and below it that are still open when it begins.
_LEVELS = {
    "USEBIO": 0, "CLUB": 1, "EVENT": 1, "SESSION": 2, "SECTION": 3, "PARTICIPANTS": 4, "MATCH": 4, "HANDSET": 4,
    "TEAM": 5, "BOARD": 5, "PAIR": 6, "TRAVELLER_LINE": 6, "HAND": 6, "PLAYER": 7,
}  # fmt: skip
_NAME = re.compile(r"(/?)\s*(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(?=[\s/]|$)", re.ASCII)
_ATTRIBUTE = re.compile(
    r"(?<![\w.:-])(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.ASCII
)
_MOST_OPEN, _LONGEST_TAG, _LONGEST_TEXT = 60, 4_000, 100_000
_SHOWN = 60


class _Open(NamedTuple):
    name: str
    line: int


def mend(text: str, repairs: Repairs) -> str:
    """Well-formed XML of the tags in a text (as `text.cleaned` leaves it), on the same lines; each damage an error.

    >>> mend("<A><B>1</A>", Repairs())
    '<MENDED><A><B>1<?damaged?></B></A></MENDED>'
    """
    return _Mender(repairs).mend(text)


class _Mender:
    """The text so far, and the elements that are open."""

    def __init__(self, repairs: Repairs) -> None:
        self._repairs = repairs
        self._out = [f"<{WHOLE}>"]
        self._open: list[_Open] = []
        self._line = 1

    def mend(self, text: str) -> str:
        before, *parts = text.split("<")
        self._text(before)
        for part in parts:
            self._part(part)
        if self._open or not parts:
            inside = f"<{self._open[-1].name}> of line {self._open[-1].line}" if self._open else "nothing"
            self._damage(f"the end of the file, inside {inside}", "</USEBIO>")
        self._close(0)
        self._out.append(f"</{WHOLE}>")
        return "".join(self._out)

    def _part(self, part: str) -> None:
        """A `<` and what follows it up to the next."""
        tag, ended, tail = part.partition(">")
        match = _NAME.match(tag) if len(tag) <= _LONGEST_TAG else None
        if match and not ended and not match[1]:
            self._cut(match[2].upper(), tag[match.end() :])
            return
        if match is None or not ended:
            self._damage(f"<{part[:_SHOWN]}", "a tag")
            self._text("&lt;" + part)
            return
        if match[1]:
            self._end(match[2].upper())
        else:
            self._start(match[2].upper(), tag[match.end() :])
        newlines = tag.count("\n")
        self._out.append("\n" * newlines)
        self._line += newlines
        self._text(tail)

    def _cut(self, name: str, rest: str) -> None:
        """An element whose tag does not end: it is one that was there, with what can be read of it, and damaged."""
        depth, before = len(self._open), self._repairs.count
        self._start(name, rest)
        depth = min(depth, len(self._open))
        if self._repairs.count == before:
            self._damage(f"<{name}{rest[:_SHOWN]}", "the end of the tag")
        self._close(depth)
        self._out.append("\n" * rest.count("\n"))
        self._line += rest.count("\n")

    def _start(self, name: str, rest: str) -> None:
        self._close_for(name)
        if len(self._open) >= _MOST_OPEN:
            self._damage(f"<{name}>, inside {_MOST_OPEN} others", "a shallower nesting")
            return
        attributes = {key.upper(): double or single for key, double, single in reversed(_ATTRIBUTE.findall(rest))}
        written = "".join(f" {key}={_quoted(value)}" for key, value in attributes.items())
        self._out.append(f"<{name}{written}>")
        self._open.append(_Open(name, self._line))
        if left := _ATTRIBUTE.sub("", rest).strip().removesuffix("/").strip():
            self._damage(f"<{name} {left[:_SHOWN]}", "attributes")
        if rest.rstrip().endswith("/"):
            self._close(len(self._open) - 1)

    def _close_for(self, name: str) -> None:
        """Close what cannot be open where an element of that name begins."""
        level = _LEVELS.get(name)
        if level is None:
            return
        for depth, (outer, line) in enumerate(self._open):
            if _LEVELS.get(outer, -1) >= level:
                self._damage(f"<{name}> inside <{outer}> of line {line}", f"</{outer}>")
                self._close(depth)
                return

    def _end(self, name: str) -> None:
        depth = max((depth for depth, element in enumerate(self._open) if element.name == name), default=None)
        if depth is None:
            self._damage(f"</{name}>", "an element of that name to end")
            return
        if depth < len(self._open) - 1:
            inner = self._open[-1]
            self._damage(f"</{name}> inside <{inner.name}> of line {inner.line}", f"</{inner.name}>")
        self._close(depth)

    def _close(self, depth: int) -> None:
        self._out += [f"</{element.name}>" for element in reversed(self._open[depth:])]
        del self._open[depth:]

    def _damage(self, found: str, wanted: str) -> None:
        self._repairs.add(self._line, "xml_damaged", found, wanted)
        self._out.append(f"<?{DAMAGED}?>")

    def _text(self, text: str) -> None:
        if len(text) > _LONGEST_TEXT:
            self._damage(f"{len(text)} characters of text", f"at most {_LONGEST_TEXT}")
            text = "\n" * text.count("\n")
        elif not self._open and text.strip():
            self._damage(text.strip()[:_SHOWN], "no text outside the elements")
        self._out.append(text.replace(">", "&gt;"))
        self._line += text.count("\n")


def _quoted(value: str) -> str:
    """The attribute's value in quotes, on one line; its references are in order already."""
    return '"' + value.replace('"', "&quot;").replace("\n", " ") + '"'
