"""The page on the rulebook says all that a rule file may have, and its example is a rule."""

import re
from pathlib import Path

import polars as pl

import neuberg
from neuberg.rules import imp_profiles, rulebook
from neuberg.rules.reading import SOURCE_KINDS
from neuberg.rules.rulebook import profile, read_profile
from neuberg.score.fouled import REGIMES
from shared import ROOT

_PAGE = (ROOT / "docs/rulebook.md").read_text(encoding="utf-8").partition("## What a rule file has")[2]
_EXAMPLE = re.search(r"```toml\n(.*?)```", _PAGE, re.DOTALL)


def test_every_word_that_a_rule_file_may_have_is_named() -> None:
    of_points = (rulebook.SCALES, rulebook.FIELDS, rulebook.HALVES, rulebook.PRINTED, rulebook.STEPS)
    of_awards = (rulebook.AVERAGES, rulebook.EW_ROUNDINGS, rulebook.PREVENTED, rulebook.TIES, REGIMES)
    others = (imp_profiles.METHODS, imp_profiles.DROPPED, imp_profiles.HALVES, imp_profiles.DIVISORS)
    every = (*of_points, *of_awards, *others, imp_profiles.SHORT, imp_profiles.FOULED)
    missing = {word for words in every for word in words if f"`{word}`" not in _PAGE}
    assert missing == set()
    assert all(kind in _PAGE for kind in SOURCE_KINDS)


def test_the_example_is_a_rule_of_ones_own_that_scores(tmp_path: Path) -> None:
    assert _EXAMPLE is not None
    file = tmp_path / "my-club.toml"
    file.write_text(_EXAMPLE[1], encoding="utf-8")
    lines = pl.DataFrame({"board": [1] * 4, "ns_score": [50, 50, 60, 70], "given_group": ["x", None, None, None]})
    scored = neuberg.score(lines, profile=read_profile(file))
    # N = 4: the lone score has half of six; the others (4/3)(S + 1) - 1 of S = 0, 2, 4, to a hundredth.
    assert scored["ns_mp"].to_list() == [3.0, 0.33, 3.0, 5.67]
    assert scored["ew_mp"].to_list() == [3.0, 5.67, 3.0, 0.33]
    assert scored["profile"].unique().to_list() == ["my-club"]


def test_a_rule_of_the_book_may_be_changed() -> None:
    changed = profile("wbf-1991")._replace(name="in-tenths", step=10)
    lines = pl.DataFrame({"board": [1] * 5, "ns_score": [50, 50, 60, 70, 80], "given_group": ["x", *[None] * 4]})
    # N = 5, n = 4, S = 0: 5/4 - 1 = 0.25, in tenths 0.3.
    assert neuberg.score(lines, profile=changed)["ns_mp"][1] == 0.3
