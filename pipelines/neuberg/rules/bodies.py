"""The bodies of the rulebook under all the names that files give them by."""

from collections.abc import Mapping
from functools import lru_cache

from neuberg.resources import folder
from neuberg.rules.reading import read_rule_file


def body_key(name: str | None) -> str:
    """The same text for every name of a body, in any letters, with dots or without; empty for none.

    >>> body_key("English Bridge Union") == body_key(" E.B.U. "), body_key("A Club")
    (True, 'a club')
    """
    plain = " ".join((name or "").replace(".", "").split()).casefold()
    return _known().get(plain, plain)


@lru_cache(maxsize=1)
def _known() -> Mapping[str, str]:
    """By each other name the one that the rules have.

    Raises:
        RuleError: the file is not right.
    """
    rows = read_rule_file(folder("data/rules") / "bodies.toml").tables("body")
    return {also.casefold(): row.text("name").casefold() for row in rows for also in row.texts("also")}
