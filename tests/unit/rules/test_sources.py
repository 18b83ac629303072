"""What is printed names a source in words; the rule files name it by a key."""

import pytest

from neuberg.errors import RuleError
from neuberg.rules.laws import load_editions, load_regulations
from neuberg.rules.sources import cited


def test_a_source_is_said_in_words_wherever_its_key_stands() -> None:
    assert cited("the year alone (KEES_HIST)") == "the year alone (keesboek.com, history of the rules)"
    assert cited("none: the text was not found") == "none: the text was not found"


def test_a_key_of_no_source_is_refused() -> None:
    with pytest.raises(RuleError, match=r"sources.toml: found no source 'PZ99_13'"):
        cited("PZ99_13")


def test_no_clause_shows_a_key() -> None:
    laws = (*load_editions().values(), *load_regulations().values())
    shown = {clause.source for law in laws for clause in law.clauses.values()}
    assert "the Polish edition of 2017, Law 86, pzbs.pl" in shown
    # Said again, a text without keys stays as it is.
    assert {cited(text) for text in shown} == shown
