"""What the `%` lines before the first game say: the program, the body, the contest and its session."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from neuberg.ingest.pbn.values import known

_META = re.compile(r'%\s*<META\s+name=(\w+)\s+content="([^"]*)"', re.IGNORECASE)
_CREATOR = re.compile(r"%\s*Creator:\s*(.+)")
_TITLE = re.compile(r'%\s*HRTitle(Event|Date)\s+"?([^"]*)')
_CONVERTED = re.compile(r"%\s*(.*\bconverted to PBN by .*|PBN \(c\) .*)")
#: What stands for a date that is not given.
_NO_DATE = "0"
_LONGEST = 200


class Directives(NamedTuple):
    """What the file's head says; None for what it does not."""

    producer: str | None = None
    body: str | None = None
    session: str | None = None
    contest: str | None = None
    contest_date: str | None = None
    scoring: str | None = None
    title: str | None = None
    title_date: str | None = None


def read_directives(lines: Iterable[str]) -> Directives:
    """The head's statements, the first of each.

    >>> read_directives(['% <META  name=Generator  content="Magic Contest">', "%Creator: X"]).producer
    'Magic Contest'
    """
    meta: dict[str, str] = {}
    titles: dict[str, str] = {}
    producers: list[str] = []
    for line in lines:
        text = line[:_LONGEST]
        if match := _META.match(text):
            meta.setdefault(match[1].lower(), match[2])
        elif match := _TITLE.match(text):
            titles.setdefault(match[1], "" if match[2].strip() == _NO_DATE else match[2])
        elif match := _CREATOR.match(text) or _CONVERTED.match(text):
            producers.append(match[1].partition(" - ")[0].strip())
    said = {name: stated for name, content in meta.items() if (stated := known(content))}
    return Directives(
        producer=_generator(said) or next(iter(producers), None),
        body=said.get("licencee"),
        session=said.get("crsession"),
        contest=said.get("contestname"),
        contest_date=said.get("contestdate"),
        scoring=said.get("scoringtype"),
        title=known(titles.get("Event", "")),
        title_date=known(titles.get("Date", "")),
    )


def _generator(said: dict[str, str]) -> str | None:
    if "generator" not in said:
        return None
    return " ".join(said[name] for name in ("generator", "version") if name in said)
