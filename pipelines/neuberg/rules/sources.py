"""What the keys stand for by which rule files name their sources."""

import re
from functools import cache

from neuberg.errors import RuleError
from neuberg.resources import folder
from neuberg.rules.reading import read_rule_file

#: A key as the files write it: capitals with the year or place in digits, or words joined by underscores.
_KEY = re.compile(r"\b(?:[A-Z]{2,}[0-9_][0-9A-Z_]*|LEEDS|LEVY|encyclopaedia|[a-z]+(?:_[a-z0-9]+)+)\b")


def cited(text: str) -> str:
    """A text with each source's key replaced by what it stands for.

    Raises:
        RuleError: a key stands for nothing.

    >>> cited("PZ17_6; as in 2007")
    'the English text of 2017 at pzbs.pl, Law 6; as in 2007'
    """
    return _KEY.sub(lambda match: _named(match[0]), text)


def _named(key: str) -> str:
    found = _known().get(key)
    if found is None:
        raise RuleError(f"data/rules/sources.toml: found no source {key!r}; wanted each that a rule file names")
    return found


@cache
def _known() -> dict[str, str]:
    file = read_rule_file(folder("data/rules") / "sources.toml")
    return {key: file.text(key) for key in file.data}
