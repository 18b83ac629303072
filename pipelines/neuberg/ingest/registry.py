"""The formats that can be read, and those that are recognised only: one row a format."""

from collections.abc import Callable
from typing import NamedTuple

from neuberg.ingest import acbl_html, bbo_html, bws, lin, nz_scorer, pbn, travellers_csv, usebio
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source

_HEAD_BYTES = 4096


class Format(NamedTuple):
    """A format: its name, whether a file is of it, and its reader (None: recognised, but there is no reader yet)."""

    name: str
    recognises: Callable[[Source], bool]
    read: Callable[[Reading], None] | None


def _has_suffix(*suffixes: str) -> Callable[[Source], bool]:
    return lambda source: source.path.lower().endswith(suffixes)


def _begins(mark: bytes, at: int = 0) -> Callable[[Source], bool]:
    return lambda source: source.data.startswith(mark, at)


def _holds(*marks: bytes) -> Callable[[Source], bool]:
    return lambda source: any(mark in source.opening(_HEAD_BYTES) for mark in marks)


FORMATS = (
    # Before all others: what it holds would be taken for its own text.
    Format("tar", _begins(b"ustar", 257), None),
    Format("usebio", usebio.recognises, usebio.read),
    Format("pbn", pbn.recognises, pbn.read),
    Format("nz_scorer", nz_scorer.recognises, nz_scorer.read),
    Format("csv", travellers_csv.recognises, travellers_csv.read),
    Format("bws", bws.recognises, bws.read),
    Format("lin", lin.recognises, lin.read),
    Format("acbl_html", acbl_html.recognises, acbl_html.read),
    Format("bbo_html", bbo_html.recognises, bbo_html.read),
    Format("html", _holds(b"<html", b"<HTML", b"<!DOCTYPE html", b"<!doctype html"), None),
    Format("zip", _holds(b"PK\x03\x04"), None),
    Format("7z", _begins(b"7z\xbc\xaf\x27\x1c"), None),
    Format("rar", _begins(b"Rar!\x1a\x07"), None),
    Format("bzip2", _begins(b"BZh"), None),
    Format("xz", _begins(b"\xfd7zXZ\0"), None),
)


def recognise(source: Source) -> Format | None:
    """The first format that a file is of; None where it is of none."""
    return next((format for format in FORMATS if format.recognises(source)), None)


def readable() -> list[str]:
    """The names of the formats that have a reader."""
    return [format.name for format in FORMATS if format.read]
