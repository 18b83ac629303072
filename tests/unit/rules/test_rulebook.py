"""The rulebook: what is shipped is right, and what is wrong in a file is said with its key."""

import datetime as dt
import re
from pathlib import Path

import pytest

from neuberg.errors import RuleError
from neuberg.rules import in_force, load_profiles, profile, rule_named
from neuberg.rules.imp_profiles import read_imp_profile, read_imp_profiles
from neuberg.rules.named import one_namespace
from neuberg.rules.reading import read_rule_file
from neuberg.rules.rulebook import read_profile, read_profiles

GOOD = """
name = "test"
title = "A rule"
from = 1990-01-01
[matchpoints]
scale = "2-1-0"
[fouled_board]
regime = "formula_always"
[[source]]
text = "a book"
kind = "primary"
"""


def written(folder: Path, text: str, name: str = "rule.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_every_shipped_profile_has_a_source_and_the_design_has_no_more() -> None:
    shipped = load_profiles()
    assert {
        "wbf-1991",
        "acbl-1991",
        "acbl-hand",
        "nbb-1982",
        "ebu-article",
        "ebu-2025",
        "magic-contest",
        "one-field",
    } <= set(shipped)
    assert all(found.sources for found in shipped.values())
    assert [found.name for found in shipped.values() if found.default] == ["wbf-1991"]
    assert all(found.uncertain for found in shipped.values() if all(s.kind != "primary" for s in found.sources))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('name = "test"', "name = 3"), "name: found 3, wanted a text"),
        (('scale = "2-1-0"', 'scale = "3-1-0"'), "matchpoints.scale: found '3-1-0', wanted one of: 2-1-0, 1-½-0"),
        (("scale =", "scales ="), "unknown key matchpoints.scales"),
        (('regime = "formula_always"', 'regime = "best"'), "fouled_board.regime: found 'best'"),
        (("from = 1990-01-01", 'from = "1990"'), "from: found '1990', wanted a day"),
        (("from = 1990-01-01", "from = 1990-01-01\nto = 1980-01-01"), "the days do not follow each other"),
        (('kind = "primary"', 'kind = "rumour"'), "source.kind: found 'rumour'"),
        (('[[source]]\ntext = "a book"\nkind = "primary"', ""), "source: found none"),
        (("title =", "titel ="), "unknown key titel"),
        (('title = "A rule"', 'title = "  "'), "title: found '  ', wanted a text"),
        (('title = "A rule"', 'title = "A rule"\ndefault = "yes"'), "default: found 'yes', wanted true or false"),
        (
            ('title = "A rule"', 'title = "A rule"\nbodies = ["ACBL", " "]'),
            "bodies: found ['ACBL', ' '], wanted",
        ),
        (
            ('name = "test"', 'name = "auto"'),
            "name: found 'auto', wanted small letters",
        ),
        (('name = "test"', 'name = "my rule"'), "name: found 'my rule', wanted small letters"),
        (("[matchpoints]", '[datum]\ndropped = "none"\n[matchpoints]'), "unknown key datum"),
        (('title = "A rule"', "title = "), "not TOML"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    file = written(tmp_path, GOOD.replace(*change))
    with pytest.raises(RuleError) as error:
        read_profile(file)
    assert str(file) in str(error.value)
    assert said in str(error.value)


IMPS = GOOD[: GOOD.index("[matchpoints]")] + GOOD[GOOD.index("[[source]]") :]


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ('method = "butler"\n[cross]\ndivisor = "none"\n', "cross: found {'divisor': 'none'}, wanted no such table"),
        ('method = "match_imps"\n[datum]\nhalf = "even ten"\n', "a profile of match_imps: it is of butler"),
        ('method = "cross_imps"\n[cross]\ncap = 0\n', "cross.cap: found 0, wanted a whole number of IMPs, 1 or more"),
        ('method = "butler"\ndefault = 1\n', "default: found 1, wanted true or false"),
        ('method = "butler"\n[matchpoints]\nscale = "2-1-0"\n', "unknown key matchpoints"),
    ],
)
def test_a_table_of_another_method_is_refused(tmp_path: Path, added: str, said: str) -> None:
    file = written(tmp_path, IMPS.replace("[[source]]", f"{added}[[source]]"))
    with pytest.raises(RuleError) as error:
        read_imp_profile(read_rule_file(file))
    assert str(file) in str(error.value)
    assert said in str(error.value)


def test_a_name_is_of_one_profile_whatever_its_method() -> None:
    butler, points = rule_named("butler"), rule_named("wbf-1991")
    with pytest.raises(RuleError, match="name: found 'x' of two profiles"):
        one_namespace({"x": points}, {"x": butler})


def test_a_method_has_one_default(tmp_path: Path) -> None:
    texts = [GOOD.replace("test", name).replace("title =", "default = true\ntitle =") for name in ("one", "two")]
    with pytest.raises(RuleError, match=r"b\.toml: default: found true in 'one' and 'two', wanted one for matchpoints"):
        read_profiles([written(tmp_path, text, name) for text, name in zip(texts, ("a.toml", "b.toml"), strict=True)])
    files = []
    for name, method in (("one", "butler"), ("two", "cross_imps"), ("three", "butler")):
        text = IMPS.replace("test", name).replace("[[source]]", f'method = "{method}"\ndefault = true\n[[source]]')
        files.append(read_rule_file(written(tmp_path, text, f"{name}.toml")))
    assert len(read_imp_profiles(files[:2])) == 2
    with pytest.raises(RuleError, match=r"three\.toml: default: found true in 'one' and 'three'"):
        read_imp_profiles(files)


def test_two_profiles_of_one_name_are_refused(tmp_path: Path) -> None:
    files = [written(tmp_path, GOOD, "a.toml"), written(tmp_path, GOOD, "b.toml")]
    with pytest.raises(RuleError, match="a second profile is named 'test'"):
        read_profiles(files)


def test_an_unknown_profile_lists_the_known_ones() -> None:
    with pytest.raises(RuleError, match="there is no profile 'acbl'; wanted one of: acbl-1991"):
        profile("acbl")


@pytest.mark.parametrize(
    ("body", "date", "producer", "names"),
    [
        ("ACBL", dt.date(1985, 5, 1), None, ["acbl-hand"]),
        ("ACBL", dt.date(1991, 6, 30), None, ["acbl-1991", "acbl-hand"]),
        ("acbl", dt.date(1994, 3, 5), None, ["acbl-1991"]),
        ("NBB", dt.date(1984, 1, 1), None, ["nbb-1982"]),
        ("ACBL", 1985, None, ["acbl-hand"]),
        ("ACBL", 1991, None, ["acbl-1991", "acbl-hand"]),
        ("American Contract Bridge League", 2005, None, ["acbl-1991"]),
        ("NBB", 1988, None, ["wbf-1991"]),
        ("EBU", dt.date(1999, 1, 1), None, ["ebu-article"]),
        ("EBU", dt.date(2012, 1, 1), None, ["ebu-2025", "ebu-article"]),
        ("EBU", dt.date(2026, 1, 1), None, ["ebu-2025"]),
        ("A club", dt.date(2020, 1, 1), None, ["wbf-1991"]),
        (None, None, None, ["wbf-1991"]),
        (None, None, "Magic Contest France 4.13", ["magic-contest"]),
        # Its manual has the rule, and its scale is its own: a club page may name no body.
        ("A club", dt.date(2020, 1, 1), "ACBLscore 7.8", ["acbl-1991"]),
        ("A club", 1985, "ACBLscore", ["wbf-1991"]),
    ],
)
def test_in_force(body: str | None, date: dt.date | int | None, producer: str | None, names: list[str]) -> None:
    chosen = in_force(body, date, producer)
    assert [choice.profile for choice in chosen] == names
    assert all(choice.why for choice in chosen)


@pytest.mark.parametrize(
    ("date", "why"),
    [
        (dt.date(1984, 5, 1), "the rule of NBB on 1984-05-01"),
        (1984, "the rule of NBB in 1984"),
        # The days in 1982 and 1987 on which it came and went were not found.
        (dt.date(1982, 3, 1), "a rule of NBB that may have been in force on 1982-03-01"),
        (1987, "a rule of NBB that may have been in force in 1987"),
    ],
)
def test_a_rule_that_may_not_have_been_in_force_yet_or_no_more_says_so(date: dt.date | int, why: str) -> None:
    assert [choice.why for choice in in_force("NBB", date)] == [why]


OVERLAPPING = """
bodies = ["A body"]
certain_from = 1995-01-01
to = 2001-12-31
"""


def test_two_rules_that_a_body_surely_had_on_one_day_are_refused(tmp_path: Path) -> None:
    first = written(
        tmp_path, GOOD.replace("from = 1990-01-01", 'bodies = ["A Body"]\nfrom = 1990-01-01\nto = 1999-12-31')
    )
    second = GOOD.replace('"test"', '"later"').replace("from = 1990-01-01\n", OVERLAPPING)
    with pytest.raises(RuleError, match=r"later\.toml: certain_from: 'later' and 'test' are both .* on 1995-01-01"):
        read_profiles([first, written(tmp_path, second, "later.toml")])


def test_rules_that_only_may_have_overlapped_are_both_kept(tmp_path: Path) -> None:
    first = written(
        tmp_path, GOOD.replace("from = 1990-01-01", 'bodies = ["A Body"]\nto = 1999-12-31\ncertain_to = 1994-12-31')
    )
    second = GOOD.replace('"test"', '"later"').replace("from = 1990-01-01\n", OVERLAPPING)
    assert set(read_profiles([first, written(tmp_path, second, "later.toml")])) == {"test", "later"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('method = "butler"', 'method = "sums"'), "method: found 'sums', wanted one of: butler"),
        (('dropped = "none"', 'dropped = "two"'), "datum.dropped: found 'two', wanted one of: none"),
        (('half = "even ten"', 'halves = "even ten"'), "unknown key datum.halves; wanted one of: dropped, half"),
    ],
)
def test_a_wrong_file_of_imps_is_named_with_its_key(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    good = """
name = "test"
title = "A rule"
method = "butler"
[datum]
dropped = "none"
half = "even ten"
[[source]]
text = "a book"
kind = "primary"
"""
    file = written(tmp_path, good.replace(*change))
    with pytest.raises(RuleError, match=re.escape(f"{file}: {said}")):
        read_imp_profile(read_rule_file(file))


@pytest.mark.parametrize(
    ("method", "body", "date", "names"),
    [
        ("butler", "ACBL", dt.date(2000, 1, 1), ["butler-acblscore"]),
        ("butler", None, None, ["butler"]),
        ("board_a_match", "NBB", dt.date(1984, 1, 1), ["bam-nbb-1982"]),
        ("board_a_match", "NBB", dt.date(1990, 1, 1), ["board-a-match"]),
        ("board_a_match", "ACBL", dt.date(1980, 1, 1), ["bam-acbl-1976"]),
    ],
)
def test_the_rule_in_force_of_another_method(
    method: str, body: str | None, date: dt.date | None, names: list[str]
) -> None:
    assert [choice.profile for choice in in_force(body, date, method=method)] == names
