"""Arguments that a person types, held against what they can be before anything is done."""

from pathlib import Path

from neuberg.errors import UsageError


def named_path(text: str) -> Path:
    """The path of --out; an empty text, as a variable that is not set gives it, is not the folder one stands in.

    >>> named_path("out").name
    'out'
    """
    return _named("--out", text)


def source_path(text: str) -> Path:
    """The path of a source; an empty text is none, as in `named_path`.

    >>> source_path("archive").name
    'archive'
    """
    return _named("a source", text)


def _named(what: str, text: str) -> Path:
    if not text.strip():
        raise UsageError(f"{what}: found {text!r}, wanted the name of a file or folder; '.' for the one you are in")
    return Path(text)
