"""Arguments that a person types, held against what they can be before anything is done."""

from pathlib import Path

from neuberg.errors import UsageError


def named_path(text: str) -> Path:
    """The path; an empty text, such as a variable that is not set gives, is none and not the folder one stands in.

    >>> named_path("out").name
    'out'
    """
    if not text.strip():
        raise UsageError(f"found the path {text!r}; wanted the name of a file or folder; '.' for the one you are in")
    return Path(text)
