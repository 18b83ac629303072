"""The words of an auction or a play with their marks: suffixes, annotations by number, notes, irregularities."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from neuberg.ingest.pbn.standard.games import Section, Token

_ATTACHED = re.compile(r"(.*?)([!?]{1,3})?((?:=[^=]*=)*)")
_SUFFIX = re.compile(r"[!?]{1,2}")
_NOTE = re.compile(r"=([^=]*)=")
_PLAIN = ("-", "*", "+")
_VALUES = frozenset(f"${number}" for number in range(1, 13))
_LAST_NOTE, _LAST_NUMBER = 32, 255


class Tell(Protocol):
    """Notes what is against the standard."""

    def __call__(self, line: int, code: str, found: str, wanted: str) -> None:
        """At a line, under a code."""


class Word(NamedTuple):
    """A call or card, and the irregularities before it (`^R`)."""

    text: str
    line: int
    marks: tuple[str, ...]


def words(section: Section, others: range, used: set[int], tell: Tell) -> list[Word]:
    """The calls or cards of a section; what is wrong with their marks is told.

    Args:
        section: the auction or play.
        others: the numbers of annotations that are for the other kind of section.
        used: takes the numbers of the notes that are referred to.
        tell: notes a fault.
    """
    found: list[Word] = []
    marks: list[str] = []
    marked: set[str] = set()
    for token in section.tokens:
        if token.text.isalnum() or token.text in _PLAIN:
            found.append(Word(token.text, token.line, tuple(marks)))
            if marks or marked:
                marks, marked = [], set()
            continue
        for text in _parts(token.text):
            if text.startswith("^"):
                marks.append(text.upper())
            elif text[0] in "!?$=" and text != "=":
                _annotate(Token(text, token.line), marked, others, used, tell)
            else:
                found.append(Word(text, token.line, tuple(marks)))
                marks, marked = [], set()
    if marks:
        found.append(Word("", section.line, tuple(marks)))
    return found


def _parts(token: str) -> Iterator[str]:
    if token[0] in "!?$=^":
        yield token
        return
    match = _ATTACHED.fullmatch(token)
    if match is None:
        yield token
        return
    yield from (part for part in (match[1], match[2]) if part)
    yield from (note[0] for note in _NOTE.finditer(match[3]))


def _annotate(token: Token, marked: set[str], others: range, used: set[int], tell: Tell) -> None:
    text = token.text
    kind = _kind(text)
    if kind in marked:
        tell(token.line, "bad_annotation", text, f"at most {kind} behind a call or card")
    marked.add(kind)
    if text[0] == "=":
        note = _NOTE.fullmatch(text)
        number = int(note[1]) if note and note[1].isdecimal() and len(note[1]) <= 2 else 0
        if 1 <= number <= _LAST_NOTE:
            used.add(number)
        else:
            tell(token.line, "bad_annotation", text, f"a note's number, =1= to ={_LAST_NOTE}=")
    elif text[0] == "$":
        digits = text[1:]
        if not (digits.isdecimal() and len(digits) <= 3 and int(digits) <= _LAST_NUMBER and int(digits) not in others):
            tell(token.line, "bad_annotation", text, "an annotation's number, $0 to $255, for what stands before it")
    elif not _SUFFIX.fullmatch(text):
        tell(token.line, "bad_annotation", text, "a suffix of at most two characters")


def _kind(text: str) -> str:
    """What an annotation is, so that there is one of each; the numbers up to 12 are what the suffixes are."""
    if text[0] == "=":
        return "one note"
    return "one remark" if text[0] == "$" and text not in _VALUES else "one suffix, or number for one,"


def tell_notes(section: Section, following: list[Section], used: set[int], tell: Tell) -> None:
    """Tell what is wrong with the notes behind an auction or play, and with the references to them."""
    given: set[int] = set()
    for note in following:
        number, colon, _ = note.value.partition(":")
        if not (colon and number.strip().isdecimal() and 1 <= int(number) <= _LAST_NOTE):
            tell(
                note.line, "bad_note", f'[Note "{note.value}"]', f"a number from 1 to {_LAST_NOTE}, a colon and a text"
            )
            continue
        given.add(int(number))
        if int(number) not in used:
            tell(note.line, "bad_note", f"note {number.strip()}", f"a note that the {section.name.lower()} refers to")
    for number_ in sorted(used - given):
        tell(section.line, "bad_note", f"={number_}=", f"a note {number_} behind the {section.name.lower()}")
